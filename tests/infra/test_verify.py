"""The stand-alone verifier: what it says of records of every kind, and of every edit that somebody could make."""

import ast
import hmac
import json
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra import verify as verifier
from infra.verify import BROKEN, DAMAGED, LATER, NO, OK, UNREAD, Failure, Verdict, verify
from shared.errors import Malformed
from shared.platform.streams import REGISTRY
from tests.ledger.values import HOSTILE
from tests.records import KINDS, NONCE, Row, at, forged, grade, record, rows, written

FILE = Path(verifier.__file__)
OLD_EVENTS = Path(__file__).parents[1] / "ledger" / "old_events"
CHECKS = ["form", "header", "order", "digest", "previous", "seal", "reveal", "commitment", "nonce", "draw"]
CHECKS += ["signature", "course"]
PYTHONS = [
    sys.executable,
    *(path for minor in range(9, 15) if (path := shutil.which(f"python3.{minor}")) and minor != sys.version_info.minor),
]
FAIR, RUNNING = (record("quadropolis", way) for way in ("fair", "running"))


def first(file: bytes) -> Failure:
    """The file is refused, and this is why. Damaged is what tests/infra/test_verify_damages.py knows, and no more."""
    verdict = verify(file)
    assert verdict.grade in (BROKEN, DAMAGED)
    assert not verdict.holds
    assert NO in verdict.checks.values()
    assert verdict.first
    return verdict.first


# What is right.


@pytest.mark.parametrize(("slug", "way"), KINDS)
def test_a_real_record_has_its_grade_and_nothing_is_wrong_with_it(slug, way):
    verdict = verify(record(slug, way))
    assert (verdict.grade, verdict.failures, list(verdict.checks)) == (grade(way), (), CHECKS)
    states = {name for name, state in verdict.checks.items() if state == LATER}
    assert states == ({"seal", "commitment", "draw"} if verdict.grade == "still running" else set())
    assert set(verdict.checks.values()) <= {OK, LATER}


def test_a_practice_match_may_come_without_its_table_and_no_other_may():
    for way, holds in (("practice at a table", True), ("fair", False)):
        lines = [line for line in rows(record("quadropolis", way)) if not is_of(line, "table")]
        verdict = verify(forged(lines))
        assert verdict.holds is holds
    assert str(verdict.first).startswith("line 2, match version 1: previous: the match names its table")


def is_of(line: Row, kind: str) -> bool:
    return "envelope" in line and line["envelope"]["stream"].startswith(kind)


@pytest.mark.parametrize("sample", sorted(OLD_EVENTS.glob("*.json")), ids=lambda path: path.stem)
def test_every_shape_that_the_platform_ever_stored_is_known(sample):
    said = json.loads(sample.read_text(encoding="utf-8"))
    if sample.stem.split(".")[0] not in FIRST_WORDS:
        assert sample.stem not in verifier.EVENTS
        return
    public, sealed = verifier.EVENTS[sample.stem]
    assert public(said["data"])
    assert (sealed is None) == (said["sealed"] is None)
    assert sealed is None or sealed(said["sealed"])


def test_every_type_that_the_platform_writes_today_is_known_in_its_shape():
    today = {f"{name}@{REGISTRY.schema(name)}" for name in REGISTRY.classes if name.split(".")[0] in FIRST_WORDS}
    assert today <= verifier.EVENTS.keys()


FIRST_WORDS = ("table", "match", "score", "deal", "tournament")


def test_an_event_that_nobody_knows_yet_is_kept_and_the_rest_is_checked():
    lines = rows(FAIR)
    place = at(lines, "quadropolis.tile_taken")
    new = json.loads(json.dumps(lines[place]))
    new["envelope"] |= {"type": "match.applauded", "schema": 7, "data": {"loud": True}, "cause": "clap", "move": None}
    assert verify(forged([*lines[:place], new, *lines[place:]])).grade == "fair"


def test_a_known_event_of_a_newer_shape_needs_a_newer_verifier():
    lines = rows(FAIR)
    lines[at(lines, "match.started")]["envelope"]["schema"] = 99
    assert "newer verifier" in first(forged(lines)).wrong


# What somebody who can't forge hashes may do.

LINES = FAIR.split(b"\n")[:-1]
AT = st.integers(0, len(LINES) - 1)
OF_ANY_KIND = st.sampled_from(KINDS)


def near(failure: Failure, *lines: int) -> bool:
    """Whether one of these lines is named, counted from 0, or the one after, or the header that is made from all."""
    return failure.line - 1 in {one for line in lines for one in (line, line + 1)} | {0}


@given(OF_ANY_KIND, st.data())
def test_no_bit_can_be_flipped(kind, data):
    file = record(*kind)
    place, bit = data.draw(st.integers(0, len(file) - 1)), data.draw(st.integers(0, 7))
    changed = bytearray(file)
    changed[place] ^= 1 << bit
    line = file[:place].count(b"\n") + 1
    found = first(bytes(changed)).line
    assert found == line or (line, found) == (1, 2)  # of another id in the header the first line says that it is wrong


def test_where_the_beginning_of_a_deal_is_not_in_its_place_that_is_named_first():
    lines = record("sprawlopolis", "of a round").split(b"\n")[:-1]
    lines[8], lines[78] = lines[78], lines[8]
    assert near(first(joined(lines)), 8)


@given(OF_ANY_KIND, st.data())
def test_no_two_lines_can_be_swapped(kind, data):
    lines = record(*kind).split(b"\n")[:-1]
    one = data.draw(st.integers(0, len(lines) - 2))
    other = data.draw(st.integers(one + 1, len(lines) - 1))
    lines[one], lines[other] = lines[other], lines[one]
    assert near(first(joined(lines)), one)


@given(OF_ANY_KIND, st.data())
def test_no_line_can_be_left_out_not_even_the_last(kind, data):
    lines = record(*kind).split(b"\n")[:-1]
    for gone in {data.draw(st.integers(0, len(lines) - 1)), len(lines) - 1}:
        assert near(first(joined(lines[:gone] + lines[gone + 1 :])), gone)


@given(OF_ANY_KIND, st.data())
def test_no_line_can_be_put_in(kind, data):
    lines = record(*kind).split(b"\n")[:-1]
    place = data.draw(st.integers(0, len(lines)))
    line = data.draw(st.sampled_from([*lines, b"", b"{}", b"null", b'{"envelope":{},"sealed":null}']))
    assert near(first(joined([*lines[:place], line, *lines[place:]])), place, place + 1)


def joined(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


@given(AT, st.data())
def test_no_key_can_be_empty_or_stand_twice(place, data):
    line = LINES[place]
    start = data.draw(st.sampled_from([i for i in range(len(line)) if line[i : i + 2] == b'{"'])) + 1
    key = line[start : line.index(b":", start)]
    for more in (b'"":null,', key + b":null,"):
        failure = first(joined([*LINES[:place], line[:start] + more + line[start:], *LINES[place + 1 :]]))
        assert (failure.line, failure.check) == (place + 1, "form")


@given(AT, st.data())
def test_no_space_can_be_put_in(place, data):
    line = LINES[place]
    start = data.draw(st.integers(0, len(line)))
    space = data.draw(st.sampled_from([b" ", b"\t", b"\r", b"\xc2\x85", b"\xe2\x80\xa8", b"\xef\xbb\xbf"]))
    changed = line[:start] + space + line[start:]
    assert first(joined([*LINES[:place], changed, *LINES[place + 1 :]])).line == place + 1


@given(st.sampled_from(sorted(rows(FAIR)[0])), st.sampled_from([None, True, 0, "", "x", [], {}, "zzzzzzzzzzzz"]))
def test_no_field_of_the_header_can_be_another(name, value):
    lines = rows(FAIR)
    if lines[0][name] != value or type(lines[0][name]) is not type(value):
        lines[0][name] = value
        failure = first(written(lines))
        assert failure.line <= 2
        assert failure.check in ("form", "header", "order", "seal")


Place = tuple[Any, Any]


def places(value: Any) -> list[Place]:
    """Every place in a value where another value could stand."""
    inside = list(value) if isinstance(value, dict) else range(len(value))
    found = [(value, key) for key in inside]
    return found + [one for _, key in found if isinstance(value[key], dict | list) for one in places(value[key])]


# What a forger may do who makes versions, digests, chain, seals and header fit again.


@given(st.sampled_from(["table.opened", "match.started"]), st.binary(min_size=32, max_size=32))
def test_no_seed_can_be_another(name, seed):
    lines = rows(FAIR)
    lines[at(lines, name)]["sealed"]["part"]["seed"] = seed.hex()
    failure = first(forged(lines))
    assert (failure.line, failure.check) == (at(lines, name) + 1, "commitment")


@given(st.binary(min_size=32, max_size=32))
def test_no_seed_can_be_another_in_both_places_with_its_own_commitment(seed):
    lines = rows(FAIR)
    for name in ("table.opened", "match.started"):
        line = lines[at(lines, name)]
        line["sealed"]["part"]["seed"] = seed.hex()
        line["envelope"]["data"]["commitment"] = sha256(seed).hexdigest()
    failure = first(forged(lines))
    assert (failure.line, failure.check) == (at(lines, "match.drawn") + 1, "draw")


@given(st.binary(min_size=32, max_size=32))
def test_no_nonce_can_be_another(nonce):
    lines = rows(FAIR)
    shown, started = at(lines, "table.nonce_shown"), at(lines, "match.started")
    lines[started]["envelope"]["data"]["nonces"][0] = nonce.hex()
    if nonce.hex() not in (NONCE, lines[shown]["envelope"]["data"]["nonce"]):
        assert first(forged(lines)).check == "nonce"
        lines[shown]["envelope"]["data"]["nonce"] = nonce.hex()
        failure = first(forged(lines))
        assert (failure.line, failure.check) == (shown + 1, "nonce")


@given(st.data())
def test_no_item_of_a_draw_its_order_or_its_seals_can_be_others(data):
    lines = rows(FAIR)
    place = at(lines, "match.drawn")
    draws, orders = lines[place]["envelope"]["data"]["draws"], lines[place]["sealed"]["part"]["orders"]
    draw = data.draw(st.integers(0, len(draws) - 1))
    row = data.draw(st.sampled_from([draws[draw]["items"], draws[draw]["seals"], orders[draw]]))
    one, other = data.draw(st.lists(st.integers(0, len(row) - 1), min_size=2, max_size=2, unique=True))
    row[one], row[other] = row[other], row[one]
    failure = first(forged(lines))
    assert (failure.line, failure.check) == (place + 1, "draw")


@given(st.data())
def test_nothing_in_a_reveal_can_be_another(data):
    for file in (FAIR, RUNNING):
        lines = rows(file)
        shown = [number for number, line in enumerate(lines) if number and line["envelope"]["reveals"]]
        place = data.draw(st.sampled_from(shown))
        reveal = data.draw(st.sampled_from(lines[place]["envelope"]["reveals"]))
        field = data.draw(st.integers(0, 3))
        reveal[field] = {0: "start_2", 1: reveal[1] + 1, 2: reveal[2] + "0", 3: "0" * 64}[field]
        failure = first(forged(lines))
        assert (failure.line, failure.check) == (place + 1, "reveal")


@given(st.data())
def test_an_event_can_not_say_something_else_than_its_reveals(data):
    lines = rows(RUNNING)
    site = lines[at(lines, "quadropolis.site_dealt")]["envelope"]["data"]["site"]
    tile = data.draw(st.sampled_from([number for number, item in enumerate(site) if item]))
    site[tile] = "R1-PAR-99"
    assert first(forged(lines)).check == "reveal"


ODD = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text("ab:\u2028", max_size=3)
VALUES: st.SearchStrategy[Any] = (
    ODD | st.lists(ODD, max_size=2) | st.just({}) | st.sampled_from(["00" * 32, "match.ended", "table.closed"])
)


@given(OF_ANY_KIND, st.data())
def test_whatever_a_forger_puts_anywhere_there_is_a_verdict(kind, data):
    lines = rows(record(*kind))
    within, key = data.draw(st.sampled_from(places(lines[data.draw(st.integers(0, len(lines) - 1))])))
    within[key] = data.draw(VALUES)
    try:
        changed = forged(lines)
    except (
        TypeError,
        KeyError,
        AttributeError,
        ValueError,
        IndexError,
        Malformed,
    ):  # not even a forger can make that fit
        changed = written(lines)
    assert isinstance(verify(changed), Verdict)


def change(name: str, *path: Any, to: Any, nth: int = 0) -> Callable[[list[Row]], object]:
    def changed(lines: list[Row]) -> None:
        place: Any = lines[at(lines, name, nth)]["envelope"]
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to

    return changed


def move(name: str, by: int) -> Callable[[list[Row]], object]:
    def moved(lines: list[Row]) -> None:
        place = at(lines, name)
        lines.insert(place + by, lines.pop(place))

    return moved


def twice(name: str, **more: Any) -> Callable[[list[Row]], object]:
    def doubled(lines: list[Row]) -> None:
        place = at(lines, name)
        again = json.loads(json.dumps(lines[place]))
        again["envelope"] |= {"cause": "once-more", "move": None, "reveals": [], **more}
        lines.insert(place + 1, again)

    return doubled


def without(name: str) -> Callable[[list[Row]], object]:
    return lambda lines: lines.pop(at(lines, name))


def by(name: str, other: str) -> Callable[[list[Row]], object]:
    """As if the same had given both orders."""
    return lambda lines: change(name, "by", to=lines[at(lines, other)]["envelope"]["by"])(lines)


def both(*changes: Callable[[list[Row]], object]) -> Callable[[list[Row]], object]:
    return lambda lines: [change(lines) for change in changes]


TABLE, HASH, EMPTY = "table:zzzzzzzzzzzz", "00" * 32, {"part": {}, "salt": "00" * 16}
EARLY, SOON, STRANGE = (
    "2020-01-01T00:00:00.000Z",
    "2026-05-01T12:00:02.001Z",
    {"move": {"name": "x"}, "seat": 0, "turn": 1},
)
KEPT = "branch as it was"  # all its draws are settled
OPENED, STARTED, DRAWN, ENDED = "table.opened", "match.started", "match.drawn", "match.ended"
TAKEN, SHOWN, FILLED, CLOSED = "table.seat_taken", "table.nonce_shown", "table.filled", "table.closed"
DEALT, COMMITTED, OF_DEAL, LATE = "of a deal", "deal.committed", ("data", "deal"), "2026-05-04T00:00:00.000Z"
ROUND, ADA = "of a round", "person:ada"
TILE, MAYOR = "quadropolis.tile_taken", "quadropolis.mayor_drawn"
THEIR_TABLE = "the match does not name the last event of the table"


def sealed(name: str, to: Row) -> Callable[[list[Row]], object]:
    return lambda lines: lines[at(lines, name)].update(sealed=to)


def orders(do: Callable[[list[list[int]]], object]) -> Callable[[list[Row]], object]:
    return lambda lines: do(lines[at(lines, DRAWN)]["sealed"]["part"]["orders"])


def shown_twice(lines: list[Row]) -> None:
    reveals = lines[at(lines, MAYOR)]["envelope"]["reveals"]
    reveals.append(reveals[0])


def seed_of_deal(lines: list[Row]) -> None:
    """That of another deal."""
    lines[at(lines, COMMITTED)]["sealed"]["part"]["seed"] = "11" * 32


def named_otherwise(lines: list[Row]) -> None:
    """The luck of a deal with another name, by the same seed."""
    change(COMMITTED, "data", "name", to="daily")(lines)
    change(STARTED, *OF_DEAL, "name", to="daily")(lines)


def wrong(check: str, words: str, do: Callable[[list[Row]], object], way: str = "fair") -> Any:
    return pytest.param(check, words, do, way, id=words)


@pytest.mark.parametrize(
    ("check", "words", "do", "way"),
    [
        wrong("form", "not the fields of table.seat_taken", change(TAKEN, "data", "more", to=1)),
        wrong("form", "not the fields of table.opened", change(OPENED, "data", "seats", to=None)),
        wrong("form", "not the sealed fields of match.drawn", sealed(DRAWN, EMPTY)),
        wrong("form", "table.filled is sealed where it should not be", sealed(FILLED, EMPTY)),
        wrong("header", "another game, or has other options", change(OPENED, "data", "options", "mode", to="expert")),
        wrong("order", f"{TABLE} does not belong into this file", change(FILLED, "stream", to=TABLE)),
        wrong("order", "the streams are not in their order", move(CLOSED, 3)),
        wrong("order", "a table does not begin with table.seat_taken", without(OPENED)),
        wrong("order", "a match does not begin with match.drawn", without(STARTED)),
        wrong("order", "other.tile_taken does not belong into a match", change(TILE, "type", to="other.tile_taken")),
        wrong("order", "the time goes back", change(SHOWN, "at", to=EARLY)),
        wrong("order", "has more than one time", change(FILLED, "at", to=SOON)),
        wrong("order", "its key was used twice", both(change(ENDED, "cause", to="order-4"), by(ENDED, STARTED))),
        wrong("order", "a move stands in the middle", change(ENDED, "move", to=STRANGE)),
        wrong("order", "after the end, which was match.ended", twice(ENDED)),
        wrong("order", "after the end, which was table.closed", twice(CLOSED)),
        wrong("previous", "was counted is not the end of the match", change(ENDED, "type", to="match.finished")),
        wrong("previous", THEIR_TABLE, change(STARTED, "data", "table", to=None)),
        wrong("previous", "did not close with a match to follow", change(CLOSED, "data", "match", to=False)),
        wrong("reveal", "nothing was drawn there", change(DRAWN, "type", to="match.dreamt")),
        wrong("reveal", "for the first time twice", shown_twice),
        wrong("commitment", "its hash is not the commitment", change(STARTED, "data", "commitment", to=HASH)),
        wrong("commitment", "no table committed", change(STARTED, "data", "practice", to=False), "practice"),
        wrong("nonce", "somebody sits down where no seat is free", twice(TAKEN)),
        wrong("nonce", "sits down where no seat is free", change(TAKEN, "data", "seat", to=7)),
        wrong("nonce", "who does not sit there", change("table.seat_left", "data", "seat", to=1), "committed"),
        wrong("nonce", "the table is called full", twice(FILLED)),
        wrong("nonce", "called full, and it is not", move(FILLED, -1)),
        wrong("nonce", "shown before all seats", both(move(SHOWN, -1), change(SHOWN, "cause", to="a"))),
        wrong("nonce", "by nobody, or for a second time", twice(SHOWN)),
        wrong("nonce", "whose hash was given", change(TAKEN, "data", "nonce_hash", to=HASH, nth=1)),
        wrong("nonce", "not all seats were taken", change(FILLED, "type", to="table.cleaned"), "committed"),
        wrong("nonce", "others play than sat down", change(STARTED, "data", "players", 0, to="person:eve")),
        wrong("nonce", "does not use the secret numbers", change(STARTED, "data", "nonces", to=[None, None])),
        wrong("nonce", "not one secret number", change(STARTED, "data", "nonces", to=[None] * 3), "practice"),
        wrong("draw", "two draws have the same name", change(DRAWN, "data", "draws", 1, "label", to="start")),
        wrong("draw", "not each has its seal", change(DRAWN, "data", "draws", 0, "seals", to=[])),
        wrong("draw", "the draw round_1 is not the one", orders(lambda found: found[1].reverse())),
        wrong("draw", "the draw start is not", orders(lambda found: found[0].reverse()), "branch afresh"),
        wrong("draw", "the order of the draw start", orders(lambda found: found[0].append(99)), KEPT),
        wrong("draw", "the order of the draw start is", orders(lambda found: found[0].__setitem__(0, 99)), KEPT),
        wrong("draw", "order of the draw start", orders(lambda found: found[0].__setitem__(0, found[0][1])), KEPT),
        wrong("draw", "a seal of the draw start", orders(lambda found: found[0].reverse()), KEPT),
        wrong("previous", "something else than its table said", change(STARTED, "data", "branch", to=None), KEPT),
        wrong("commitment", "a match of a deal has no table", change(COMMITTED, "data", "entrants", to=[]), ROUND),
        wrong("commitment", "another tournament than its deal", change(OPENED, "data", "opener", to=ADA), ROUND),
        wrong("nonce", "others play than the deal says", change(COMMITTED, "data", "entrants", to=[ADA]), ROUND),
        wrong("nonce", "its deal does not know", change(STARTED, "data", "nonces", 0, to="a0" * 32), ROUND),
        wrong("commitment", "another commitment than", change(STARTED, "data", "commitment", to=HASH), ROUND),
        wrong("commitment", "is for practice", change(STARTED, "data", "practice", to=False), KEPT),
        wrong("draw", "the orders are not open", orders(lambda found: found.pop())),
        wrong("header", "has other options or rules, than its deal", change(COMMITTED, "data", "rules", to=9), DEALT),
        wrong("order", "after the end, which was deal.ended", twice("deal.ended"), DEALT),
        wrong("previous", "the deal is not in this file", both(without(COMMITTED), without("deal.ended")), DEALT),
        wrong("previous", "does not name the first event of the deal", twice(COMMITTED), DEALT),
        wrong("previous", "calls its deal by another name", change(COMMITTED, "data", "name", to="daily"), DEALT),
        wrong("previous", "committed after it had begun", change(COMMITTED, "data", "begins", to=EARLY), DEALT),
        wrong("previous", "started before its deal began", change(COMMITTED, "data", "begins", to=LATE), DEALT),
        wrong("previous", "or after its end", change(COMMITTED, "data", "ends", to="2026-05-02T00:00:01.000Z"), DEALT),
        wrong("previous", "was opened before its end", change(COMMITTED, "data", "ends", to=LATE), DEALT),
        wrong("commitment", "than its table or its deal", change(COMMITTED, "data", "commitment", to=HASH), DEALT),
        wrong("commitment", "its hash is not the commitment", seed_of_deal, DEALT),
        wrong("commitment", "it is not for practice", change(STARTED, "data", "practice", to=True), DEALT),
        wrong("commitment", "no table committed", change(STARTED, "data", "deal", to=None), DEALT),
        wrong("nonce", "others play than the deal says", change(STARTED, "data", "players", 1, to="bot:spy@1"), DEALT),
        wrong("nonce", "others play than", change(STARTED, "data", "players", 0, to="bot:spy@1"), DEALT),
        wrong("nonce", "that its deal does not know", change(STARTED, "data", "nonces", 0, to=HASH), DEALT),
        wrong("draw", "the draw start is not the one", named_otherwise, DEALT),
    ],
)
def test_what_only_a_forger_can_write_is_named_by_its_check(check, words, do, way):
    lines = rows(record("quadropolis", way))
    do(lines)
    verdict = verify(forged(lines))
    assert verdict.checks[check] == NO
    assert words in "\n".join(map(str, verdict.failures))


def test_a_sealed_part_is_open_at_the_end_and_not_before():
    closed, opened = rows(FAIR), rows(RUNNING)
    place = at(closed, OPENED)
    opened[place]["sealed"] = closed[place]["sealed"]
    assert "open before the end" in first(forged(opened)).wrong
    closed[place]["sealed"] = None
    assert "the sealed part is missing" in first(forged(closed)).wrong


def test_failures_are_told_from_the_beginning_and_the_header_last():
    lines = rows(FAIR)
    lines[at(lines, OPENED)]["envelope"]["data"]["listed"] = False
    lines[at(lines, SHOWN)]["envelope"]["data"]["nonce"] = HASH
    lines[0]["game"] = "other"
    verdict = verify(written(lines))
    assert [name for name, state in verdict.checks.items() if state == NO] == ["header", "digest", "nonce"]
    assert str(verdict.first).startswith("line 2, table version 1: digest: the hash of this event is not")


def test_where_a_file_can_not_be_read_nothing_else_is_checked():
    verdict = verify(FAIR[:-1])
    assert verdict.checks == {"form": NO, **dict.fromkeys(CHECKS[1:], UNREAD)}
    assert str(verdict.first) == f"line {len(LINES)}: form: the file does not end with a line feed: its end is missing"


# What nobody would call a record.


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: f"{len(value)} bytes {value[:6]!r}")
@pytest.mark.parametrize("place", [b"%s", b'{"envelope":%s,"sealed":null}', b'{"envelope":{"data":%s},"sealed":null}'])
def test_no_value_is_too_deep_too_large_or_too_long_for_a_verdict(value, place):
    assert first(joined([LINES[0], place.replace(b"%s", value), *LINES[2:]])).line == 2
    assert first(joined([place.replace(b"%s", value), *LINES[1:]])).line == 1


@pytest.mark.parametrize(
    "file", [b"", b"\n", b"\n" * 1_000_000, b"\x00", b"null\n", LINES[0] + b"\n", FAIR + FAIR, FAIR[1:], FAIR + b"\n"]
)
def test_a_file_of_nothing_of_half_or_of_two_records_is_broken(file):
    assert first(file).line >= 1


def test_a_file_of_a_hundred_megabytes_is_refused_before_it_is_read():
    failure = first(b"[" + b"1," * 50_000_000 + b"1]\n")
    assert failure.wrong == "this file is larger than 32 MiB: no match is that long"


def test_too_little_memory_is_a_verdict_too(monkeypatch):
    def full(file: bytes) -> None:
        raise MemoryError

    monkeypatch.setattr(verifier, "read", full)
    assert "memory" in first(FAIR).wrong


@pytest.mark.parametrize("at_", ["2026-02-30T00:00:00.000Z", "2026-05-01T24:00:00.000Z", "2026-05-01T12:60:00.000Z"])
def test_a_time_that_no_clock_shows_is_none(at_):
    lines = rows(FAIR)
    lines[1]["envelope"]["at"] = at_
    assert first(written(lines)).wrong.endswith("missing or make no sense: at")


def test_its_hashes_are_those_of_ten_lines_that_know_nothing_of_it():
    seed, nonces = bytes(32), ["a0" * 32, None]
    key = hmac.new(seed, b'["r3c0r4o5f6a7",["' + b"a0" * 32 + b'",null]]', sha256).digest()
    assert verifier.key_of(seed.hex(), "r3c0r4o5f6a7", nonces) == key
    ranks = [hmac.new(key, f"cards:{index}".encode(), sha256).digest() for index in range(9)]
    assert verifier.order_of(key, "cards", 9) == sorted(range(9), key=ranks.__getitem__)


# The program.


def run(*words: str | Path, python: str = sys.executable, given: bytes = b"") -> tuple[int, str, str]:
    done = subprocess.run([python, "-I", "-S", *words], input=given, capture_output=True, check=False, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """A copy of the file, far from the project and its libraries."""
    return Path(shutil.copy(FILE, tmp_path / "verify.py"))


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    found = {"fair": FAIR, "running": RUNNING, "broken": FAIR.replace(b'"listed":true', b'"listed":null')}
    for name, content in found.items():
        (tmp_path / name).write_bytes(content)
    return {name: tmp_path / name for name in found}


def test_it_has_the_syntax_of_python_39_and_imports_the_standard_library_alone():
    tree = ast.parse(FILE.read_text(encoding="utf-8"), feature_version=(3, 9))
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {
        alias.name if isinstance(node, ast.Import) else str(node.module) for node in imported for alias in node.names
    }
    assert {str(name).split(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.parametrize("python", PYTHONS)
def test_every_python_of_this_machine_says_the_same(alone, files, python):
    if subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode:
        python = sys.executable  # a name without a program behind it
    code, out, err = run(alone, *files.values(), python=python)
    assert (code, err) == (1, "")
    assert out.splitlines()[0] == f"{files['fair']}: fair: the secret number of every person went into the draws"
    assert out.splitlines()[1:13] == [f"  {name:10} ok" for name in CHECKS]
    assert out.splitlines()[13].startswith("  seat 1     person:ada: your number is in it, and your moves are ")
    assert f"{files['running']}: still running: so far all is right; the rest after the end" in out
    assert f"{files['broken']}: broken: line 2: form: line 2, table" not in out
    assert out.splitlines()[-1] == "3 records, 1 broken, 1 fair, 1 still running"


def test_the_first_failure_is_told_with_line_version_and_check(alone, files):
    code, out, _ = run(alone, files["broken"])
    assert code == 1
    assert out.splitlines()[0] == (
        f"{files['broken']}: broken: line 2, table version 1: form: these are not the fields of table.opened"
    )
    assert out.splitlines()[2:] == [f"  {name:10} not checked" for name in CHECKS[1:]]


def test_a_record_that_runs_or_is_for_practice_is_no_fault(alone, files, tmp_path):
    (tmp_path / "practice").write_bytes(record("quadropolis", "practice"))
    assert run(alone, files["running"])[0] == 0
    assert run(alone, tmp_path / "practice")[:2][0] == 0


def test_a_dash_is_standard_input(alone):
    assert run(alone, "-", given=FAIR)[1].startswith("-: fair: ")
    assert run(alone, "-", given=FAIR[:-1])[0] == 1


def test_a_file_full_of_ends_and_counts_takes_no_longer_than_its_length():
    lines = rows(FAIR)
    end = next(place for place, row in enumerate(lines) if row.get("envelope", {}).get("type") == "match.ended")
    ended, counted = json.dumps(lines[end]), json.dumps(lines[-1])
    wrong = json.dumps({**lines[-1]["envelope"]["data"], "match": {"version": 1, "digest": "0" * 64}})
    many = [json.loads(ended) for _ in range(2000)], [json.loads(counted) for _ in range(2000)]
    for row in many[1]:
        row["envelope"]["data"] = json.loads(wrong)
    file = written([*lines[:end], *many[0], *many[1]])
    started = time.process_time()
    assert first(file)
    assert time.process_time() - started < 2
    assert sum("what was counted" in one.wrong for one in verify(file).failures) == 2000


def test_a_closed_standard_input_is_told_like_a_file_that_is_not_there():
    closed = f'exec "{sys.executable}" "{FILE}" - <&-'
    ended = subprocess.run(["sh", "-c", closed], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "-: standard input is closed\n", "")


@pytest.mark.parametrize("jobs", ["9999999", "9" * 30])
def test_more_processes_than_files_are_never_begun(monkeypatch, files, jobs):
    begun = []

    class Pool(ThreadPoolExecutor):
        def __init__(self, processes: int) -> None:
            begun.append(processes)
            super().__init__(processes)

    monkeypatch.setattr(verifier, "ProcessPoolExecutor", Pool)
    assert verifier.main(["--jobs", jobs, str(files["fair"]), str(files["running"])]) == 0
    assert verifier.main(["--jobs", jobs, *[str(files["fair"])] * 70]) == 0
    assert begun == [2, verifier.MOST_JOBS]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_many_files_are_told_in_their_order_by_any_number_of_processes(alone, files, jobs):
    names = [files["fair"], files["running"]] * 5
    code, out, err = run(alone, "--jobs", jobs, *names)
    assert (code, err) == (0, "")
    assert [line.split(": ")[0] for line in out.splitlines() if line[0] == "/"] == list(map(str, names))
    assert out.splitlines()[-1] == "10 records, 5 fair, 5 still running"


def test_a_file_that_is_not_there_is_told_and_the_others_are_checked(alone, files, tmp_path):
    code, out, err = run(alone, tmp_path / "nothing", files["fair"])
    assert (code, err) == (1, "")
    assert out.splitlines()[0] == f"{tmp_path / 'nothing'}: No such file or directory"
    assert out.splitlines()[-1] == "2 records, 1 fair, 1 unreadable"


def test_words_that_make_no_sense_end_with_1_and_a_sentence(alone):
    code, out, err = run(alone, "--jobs", "many", "file")
    assert (code, out, err.count("\n")) == (1, "", 1)


def test_what_stands_in_a_file_moves_no_cursor(alone, tmp_path):
    lines = rows(FAIR)
    lines[at(lines, OPENED)]["envelope"]["data"]["options"] = {}
    lines[at(lines, DRAWN)]["envelope"]["data"]["draws"][0]["items"] = ["0", "\x1b[2J\n"]
    (tmp_path / "\x1b[31mred").write_bytes(forged(lines))
    _, out, err = run(alone, tmp_path / "\x1b[31mred")
    assert err == ""
    assert out.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("channel", "said"),
    [
        (">/dev/full", "No space left on device"),
        (">&-", "standard output is closed: there is nowhere to write to"),
    ],
)
def test_where_no_verdict_can_be_written_the_exit_code_is_1(alone, files, channel, said):
    command = shlex.join([sys.executable, str(alone), str(files["fair"]), str(files["fair"])])
    ran = subprocess.run(["sh", "-c", f"{command} {channel}"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", f"verify.py: {said}\n")
