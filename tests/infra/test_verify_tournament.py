"""The stand-alone verifier on tournaments: pairings, results and standings made again, and what is forged named."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from infra import verify as verifier
from infra.verify import BROKEN, COMMITTED, LATER, NO, OK, PRACTICE, RUNNING, UNREAD, hash_of, verify
from tests.cups import ABSENT, ABSENT_BOT, KINDS, Edit, Row, cup, forged, nth, own_rows, played, unfinished

CHECKS = ["form", "header", "order", "digest", "previous", "seal", "commitment", "nonce"]
CHECKS += ["permitted", "match", "result", "pairing", "standing"]
FOUR = "swiss of four"
ALIKE = "duplicate"
SPAN = "arena of two"
SEASON = "third season"


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_wrong_with_a_real_one(kind):
    verdict = verify(cup(kind))
    grade = COMMITTED if kind.startswith(ALIKE) else PRACTICE  # deals are committed, whoever plays them
    assert (verdict.grade, verdict.failures, list(verdict.checks)) == (grade, (), CHECKS)
    assert set(verdict.checks.values()) == {OK}


def test_one_that_still_runs_is_checked_as_far_as_it_is_open():
    verdict = verify(unfinished(*played(FOUR)))
    assert (verdict.grade, verdict.failures) == (RUNNING, ())
    assert {name for name, state in verdict.checks.items() if state == LATER} == set(verifier.CUP_OPENED)


def swap(data: Row, key: str, one: int = 0, other: int = 1) -> None:
    data[key][one], data[key][other] = data[key][other], data[key][one]


def swap_between_tables(data: Row) -> None:
    first, second = data["tables"][:2]
    first[0], second[0] = second[0], first[0]


def in_standing(rows: list[Row], type_: str, number: int = 0) -> None:
    standing = nth(rows, type_, number)["standings"][0]
    standing["points"] += 12
    standing["numbers"][0] += 12


def as_decided(rows: list[Row]) -> None:
    nth(rows, "result_recorded").update(how="adjudicated", played=None)


def results_of_two_tables(rows: list[Row]) -> None:
    first, second = nth(rows, "result_recorded"), nth(rows, "result_recorded", 1)
    for name in ("played", "places", "points"):
        first[name], second[name] = second[name], first[name]


def another_entrant(rows: list[Row]) -> None:
    nth(rows, "entered", 1)["player"] = "bot:look_ahead@1"


def another_seed(rows: list[Row]) -> None:
    rows[0]["sealed"]["part"]["seed"] = "0f" * 32
    nth(rows, "opened")["commitment"] = hash_of("0f" * 32)


def a_round_that_ended_later(rows: list[Row]) -> None:
    first = next(at for at, row in enumerate(rows) if row["envelope"]["type"] == "tournament.round_ended")
    for row in rows[first:]:
        row["envelope"]["at"] = "1970-01-01T00:00:01.000Z"


def by(rows: list[Row], type_: str, who: str) -> None:
    next(row["envelope"] for row in rows if row["envelope"]["type"] == f"tournament.{type_}")["by"] = who


def as_forfeited(rows: list[Row]) -> None:
    nth(rows, "result_recorded").update(how="forfeit", played=None, places=[None, 1, None, None], points=[0] * 4)


def the_time(rows: list[Row]) -> Row:
    return next(row for row in rows if row["envelope"]["type"] == "tournament.time_ended")


def a_pause(rows: list[Row]) -> None:
    """A minute before its end, for half a minute."""
    at = rows.index(the_time(rows))
    for type_, data, second in (("resumed", {}, 30), ("paused", {"note": "tea"}, 0)):
        envelope = {**the_time(rows)["envelope"], "type": f"tournament.{type_}", "cause": type_, "data": data}
        rows.insert(at, {"sealed": None, "envelope": {**envelope, "at": f"1970-01-01T00:05:{second:02}.000Z"}})


def time_before_the_last_pairing(rows: list[Row]) -> None:
    last = max(at for at, row in enumerate(rows) if row["envelope"]["type"] == "tournament.round_paired")
    time = the_time(rows)
    rows.remove(time)
    rows.insert(last, time)
    time["envelope"]["at"] = rows[last - 1]["envelope"]["at"]


def who_rises(rows: list[Row]) -> None:
    """The last of the second division in place of its best."""
    carried = nth(rows, "season_opened")["carried"]
    carried[1][0], carried[1][-1] = carried[1][-1], carried[1][0]


FORGED: dict[str, tuple[str, str, Any, str]] = {
    "a standing after a round": (
        "standing", FOUR, lambda rows: in_standing(rows, "round_ended"),
        "a standing is not what the results lead to: that of entrant",
    ),
    "a standing at the end": (
        "standing", FOUR, lambda rows: in_standing(rows, "ended"),
        "a standing is not what the results lead to: that of entrant",
    ),
    "two places at the end": (
        "standing", FOUR, lambda rows: swap(nth(rows, "ended"), "standings"),
        "a standing is not what the results lead to: that of entrant",
    ),
    "who sits where": (
        "pairing", FOUR, lambda rows: swap_between_tables(nth(rows, "round_paired", 2)),
        "the pairing is not the one that follows from what stood before it",
    ),
    "the seats of a table": (
        "pairing", FOUR, lambda rows: nth(rows, "round_paired", 1)["tables"][0].reverse(),
        "the pairing is not the one that follows from what stood before it",
    ),
    "what a pairing follows from": (
        "pairing", FOUR, lambda rows: nth(rows, "round_paired", 1).update(input="cc" * 32),
        "the pairing is said to follow from something else than what stood before it",
    ),
    "who made a pairing": (
        "pairing", FOUR, lambda rows: nth(rows, "round_paired", 1).update(by="abacus 1"),
        "nobody knows how abacus 1 pairs",
    ),
    "a round that is left out": (
        "pairing", FOUR, lambda rows: nth(rows, "round_paired", 1).update(round=5),
        "this round does not come next",
    ),
    "a pairing of the library": (
        "pairing", "swiss of two",
        lambda rows: nth(rows, "round_paired", 1).update(
            tables=nth(rows, "round_paired")["tables"], byes=nth(rows, "round_paired")["byes"]
        ),
        "two who have met before are paired again",
    ),
    "who goes on": (
        "pairing", "final", lambda rows: swap(nth(rows, "stage_ended"), "entrants"),
        "these are not the best of the first stage",
    ),
    "an arena that ended early": (
        "pairing", SPAN, lambda rows: the_time(rows)["envelope"].update(at="1970-01-01T00:05:59.999Z"),
        "the time of this arena ended too early, or twice",
    ),
    "an arena that lasted while it was paused": (
        "pairing", SPAN, a_pause, "the time of this arena ended too early, or twice",
    ),
    "an arena that has no end": (
        "pairing", SPAN, lambda rows: rows.remove(the_time(rows)),
        "this arena is said to be finished before its time was over",
    ),
    "a final before the time of its arena": (
        "pairing", "arena and final", lambda rows: rows.remove(the_time(rows)),
        "this arena is said to be finished before its time was over",
    ),
    "who is paired after the time of an arena": (
        "pairing", SPAN, time_before_the_last_pairing, "somebody is paired after the time of this arena",
    ),
    "two who have just left a table": (
        "pairing", SPAN, lambda rows: swap_between_tables(nth(rows, "round_paired", 2)),
        "the pairing is not the one that follows from what stood before it",
    ),
    "the average of an arena": (
        "standing", SPAN, lambda rows: nth(rows, "ended")["standings"][0]["numbers"].__setitem__(1, 999),
        "a standing is not what the results lead to: that of entrant",
    ),
    "who rises": (
        "pairing", SEASON, who_rises,
        "these are not the ones whom the season before led to, in its order",
    ),
    "who is carried over": (
        "pairing", SEASON, lambda rows: nth(rows, "entered").update(player="bot:look_ahead@1"),
        "these are not the ones whom the season before led to, in its order",
    ),
    "the season before": (
        "pairing", SEASON, lambda rows: nth(rows, "season_opened")["end"].update(digest="cc" * 32),
        "the season before is not in this file, or not as it ended",
    ),
    "that there was a season before": (
        "pairing", SEASON, lambda rows: nth(rows, "season_opened").update(former=None, end=None, carried=[], number=1),
        "the season before is not in this file, or not as it ended",
    ),
    "how many rise": (
        "pairing", SEASON, lambda rows: nth(rows, "season_opened").update(size=4, moves=2),
        "these are not the ones whom the season before led to, in its order",
    ),
    "the division of a standing": (
        "standing", SEASON, lambda rows: nth(rows, "ended")["standings"][0]["numbers"].__setitem__(0, -1),
        "a standing is not what the results lead to: that of entrant",
    ),
    "a result": (
        "result", FOUR, lambda rows: nth(rows, "result_recorded")["points"].reverse(),
        "these are not the places and points of the match",
    ),
    "the results of two tables": (
        "result", FOUR, results_of_two_tables,
        "the match of this result is not in this file, or not that of this table",
    ),
    "the end of a match": (
        "result", FOUR, lambda rows: nth(rows, "result_recorded")["played"].update(digest="cc" * 32),
        "the result does not name the last event of its match",
    ),
    "the count of a match": (
        "result", FOUR, lambda rows: nth(rows, "result_recorded")["played"].update(score_digest="cc" * 32),
        "the result does not name the count of its match",
    ),
    "a decision without a reason": (
        "result", FOUR, as_decided, "a result is changed or decided, and nobody says why",
    ),
    "a result that was never played": (
        "result", FOUR, lambda rows: nth(rows, "result_recorded").update(played=None),
        "a result is called played and names no match, or the other way round",
    ),
    "a place that is none": (
        "result", FOUR, lambda rows: nth(rows, "result_recorded").update(places=[1, 2, 3, 9]),
        "there is not a place for each seat",
    ),
    "who entered": ("result", FOUR, another_entrant, "these are not the places and points of the match"),
    "draws of a round that nobody shares": (
        "pairing", ALIKE, lambda rows: nth(rows, "round_paired", 1).update(deal=None),
        "the round shares its draws with another one, or its tables do not share theirs",
    ),
    "draws of another round": (
        "result", ALIKE,
        lambda rows: nth(rows, "round_paired", 1).update(deal=nth(rows, "round_paired")["deal"]),
        "this match has not the draws of its round",
    ),
    "draws that do not follow from the seed": (
        "result", ALIKE, another_seed, "this match has not the draws of its round",
    ),
    "draws that were open too early": (
        "result", ALIKE, a_round_that_ended_later, "the draws of this round were open before it had ended",
    ),
    "draws that are shared and should not be": (
        "pairing", FOUR, lambda rows: nth(rows, "round_paired").update(deal="shared"),
        "the round shares its draws with another one, or its tables do not share theirs",
    ),
    "what the others had": (
        "standing", ALIKE, lambda rows: nth(rows, "round_ended")["standings"][0]["numbers"].__setitem__(2, 0),
        "a standing is not what the results lead to: that of entrant",
    ),
    "the options": (
        "result", FOUR, lambda rows: nth(rows, "opened")["options"].update(mode="expert"),
        "this match is another game, or has other options or terms, than the tournament",
    ),
    "the seed": (
        "commitment", FOUR, lambda rows: rows[0]["sealed"]["part"].update(seed="00" * 32),
        "the seed is not the one that was committed to: its hash is not the commitment",
    ),
    "the secret numbers": (
        "nonce", FOUR, lambda rows: nth(rows, "started")["nonces"].__setitem__(0, "0f" * 32),
        "the tournament does not use the secret numbers that were shown",
    ),
    "the numbers of entrants": (
        "nonce", FOUR, lambda rows: nth(rows, "entered", 1).update(entrant=5),
        "entrants are not numbered as they entered",
    ),
    "who paired": (
        "permitted", FOUR, lambda rows: by(rows, "round_paired", "person:eve"), "whoever did this may not do it",
    ),
    "who ended a round": (
        "permitted", FOUR, lambda rows: by(rows, "round_ended", "person:eve"), "whoever did this may not do it",
    ),
    "who linked a match": (
        "permitted", FOUR, lambda rows: by(rows, "match_linked", "person:eve"), "whoever did this may not do it",
    ),
    "who recorded a result": (
        "permitted", FOUR, lambda rows: by(rows, "result_recorded", "person:eve"), "whoever did this may not do it",
    ),
    "whose tournament it is": (
        "permitted", FOUR, lambda rows: nth(rows, "opened").update(organiser="person:eve"),
        "whoever did this may not do it",
    ),
    "rules that nobody can choose": (
        "permitted", FOUR, lambda rows: nth(rows, "opened")["rules"].update(check_in="later"),
        "a tournament can't be opened with these rules",
    ),
    "a match that is linked twice": (
        "permitted", FOUR, lambda rows: nth(rows, "match_linked", 1).update(table=0),
        "this can't be done here by the rules of the tournament",
    ),
    "more rounds than the rules give": (
        "permitted", FOUR, lambda rows: nth(rows, "opened")["rules"].update(rounds=3),
        "this can't be done here by the rules of the tournament",
    ),
    "fewer rounds than the rules give": (
        "permitted", FOUR, lambda rows: nth(rows, "opened")["rules"].update(rounds=5),
        "the tournament does not end here, or not like this",
    ),
    "how it ended": (
        "permitted", FOUR, lambda rows: nth(rows, "ended").update(reason="early"),
        "the tournament does not end here, or not like this",
    ),
    "why it was not the library": (
        "permitted", FOUR, lambda rows: nth(rows, "round_paired").update(instead="late"),
        "a reason is missing here, or there is one where none belongs",
    ),
    "a played table that is called forfeited": (
        "result", FOUR, as_forfeited, "this table is not forfeited like this",
    ),
    "a reason for what needs none": (
        "result", FOUR, lambda rows: nth(rows, "result_recorded").update(note="because"),
        "a reason is missing here, or there is one where none belongs",
    ),
    "the terms of matches": (
        "result", FOUR, lambda rows: nth(rows, "opened")["rules"]["terms"].update(take_back=False),
        "this match is another game, or has other options or terms, than the tournament",
    ),
    "who is pulled up by a library": (
        "pairing", "swiss of two", lambda rows: nth(rows, "round_paired", 2).update(pulled=[0]),
        "somebody is missing in this pairing, or sits twice",
    ),
    "what came after the end": (
        "order", FOUR, lambda rows: rows.insert(len(rows) - 1, rows.pop()) or rows.append(
            {"sealed": None, "envelope": {**rows[-2]["envelope"], "cause": "later"}}
        ),
        "something happened after the end, which was tournament.ended",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FORGED)
def test_what_is_forged_is_named(what):
    check, kind, edit, sentence = FORGED[what]
    verdict = verify(forged(cup(kind), edit))
    assert verdict.grade == BROKEN
    assert verdict.checks[check] == NO
    assert any(failure.check == check and failure.wrong.startswith(sentence) for failure in verdict.failures)


@pytest.mark.parametrize(("absent", "missing"), [(ABSENT, 2), (ABSENT_BOT, 1)], ids=["people", "a bot"])
def test_who_stays_away_or_leaves_has_no_place_and_nobody_gives_them_one(absent: bytes, missing: int):
    assert verify(absent).holds
    rows = own_rows(absent)
    (played,) = [row["envelope"]["data"] for row in rows if row["envelope"]["data"].get("how") == "played"]
    assert [place is None for place in played["places"]].count(True) == missing
    for edit in given_a_place(played["places"]):
        wrong = [failure.wrong for failure in verify(forged(absent, edit)).failures]
        assert "these are not the places and points of the match" in wrong


def test_nobody_is_called_absent_who_sat_at_the_table():
    def edit(rows: list[Row]) -> None:
        nth(rows, "withdrew")["entrant"] = 0

    assert "who is called absent sat at the table" in [one.wrong for one in verify(forged(ABSENT, edit)).failures]


def test_a_person_who_was_not_paired_is_named():
    def edit(rows: list[Row]) -> None:
        nth(rows, "entered")["player"] = "person:zoe000000000"

    wrong = [failure.wrong for failure in verify(forged(ABSENT, edit)).failures]
    assert "others played this match than were paired at this table" in wrong


def given_a_place(places: list[int | None]) -> list[Edit]:
    """To each in turn who has none, and to nobody at all."""

    def giving(seat: int | None) -> Edit:
        given = [len(places) if at == seat else None if seat is None else place for at, place in enumerate(places)]
        return lambda rows: next(
            row["envelope"]["data"] for row in rows if row["envelope"]["data"].get("how") == "played"
        ).update(places=given)

    return [giving(seat) for seat in (*(seat for seat, place in enumerate(places) if place is None), None)]


def test_a_nonce_must_be_the_one_that_was_promised():
    def show(rows: list[Row]) -> None:
        at = next(at for at, row in enumerate(rows) if row["envelope"]["type"] == "tournament.started")
        envelope = rows[at]["envelope"]
        shown = {
            **envelope,
            "type": "tournament.nonce_shown",
            "cause": "show",
            "data": {"entrant": 0, "nonce": "0f" * 32},
        }
        rows.insert(at, {"envelope": shown, "sealed": None})
        rows.insert(at + 2, {"envelope": {**shown, "cause": "again"}, "sealed": None})

    wrong = {failure.wrong for failure in verify(forged(cup(FOUR), show)).failures}
    assert "this is not the secret number whose hash was given when entering" in wrong
    assert "a secret number is shown after the start, when it no longer counts" in wrong


def test_a_match_that_was_changed_or_is_missing_is_named():
    changed = cup(FOUR).replace(b'"difficulty"', b'"difficulties"').replace(b'"slot":{"line":1', b'"slot":{"line":2', 1)
    verdict = verify(changed)
    assert verdict.checks["match"] == NO
    assert verdict.first
    assert ", match " in verdict.first.at
    missing = forged(cup(FOUR), lambda rows: None, lambda files: files[:-1])
    sentence = "the matches in this file are not those that the tournament names"
    assert verify(missing).checks["header"] == NO
    swapped = forged(cup(FOUR), lambda rows: None, lambda files: [files[1], files[0], *files[2:]])
    _, *rest = swapped.split(b"\n", 1)
    original = cup(FOUR).split(b"\n", 1)[0]
    assert any(one.wrong == sentence for one in verify(b"\n".join([original, *rest])).failures)


def test_nonsense_is_refused_and_never_raises():
    file = cup(FOUR)
    header, rest = file.split(b"\n", 1)
    assert verify(header + b"\n").checks["form"] == NO
    assert verify(header[:-1] + b',"more":1}\n' + rest).checks["form"] == NO
    assert verify(header + b"\n" + rest.replace(b'"entrant":0', b'"entrant":-1', 1)).checks["form"] == NO
    wild = verify(forged(file, lambda rows: nth(rows, "result_recorded").update(table=99)))
    assert wild.grade == BROKEN
    assert wild.checks["standing"] == NO
    own = file.split(b"\n")
    headless = b"\n".join([own[0], *own[2:]])
    assert set(verify(headless).checks.values()) == {NO, UNREAD}


def test_it_runs_alone(tmp_path: Path):
    file = tmp_path / "cup.jsonl"
    file.write_bytes(cup(FOUR))
    said = subprocess.run(
        [sys.executable, "-I", verifier.__file__, file], capture_output=True, check=False, timeout=60, text=True
    )
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith(f"{file}: practice: ")
