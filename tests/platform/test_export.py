"""A file that anybody can check: what the ledger writes is read, and one changed byte is not."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import Malformed, NotFound
from shared.ledger.canonical import canonical
from shared.ledger.codec import Registry
from shared.ledger.decider import Decider, Message
from shared.ledger.envelope import digest_of, seal_of
from shared.ledger.handler import Handler
from shared.ledger.memory import MemoryLedger
from shared.ledger.upcasters import STEPS
from shared.platform import match, table
from shared.platform.events import EVENTS
from shared.platform.records.export import export
from shared.platform.records.read_export import read_export
from shared.platform.score.events import ScoreCounted
from tests.ledger import tiny
from tests.ledger.tiny import ANNA, BOB, ID, OPEN, REGISTRY, SEED, cite, order, played, seated, started

FINISHED = export(played(), ID)
RUNNING = export(played(turns=1), ID)

Row = dict[str, Any]


def rows(file: bytes) -> list[Row]:
    return [json.loads(row) for row in file.split(b"\n")[:-1]]


def written(lines: list[Row]) -> bytes:
    return b"".join(canonical(row) + b"\n" for row in lines)


def test_a_finished_match_is_exported_whole():
    header, *lines = rows(FINISHED)
    assert header["finished"] is True
    assert header["streams"].keys() == {"table", "match"}
    assert {line["envelope"]["type"] for line in lines} >= {"table.opened", "match.started", "match.ended"}
    assert next(line["sealed"]["part"] for line in lines if line["sealed"]) == {"seed": SEED}
    assert all((line["sealed"] is None) == (line["envelope"]["seal"] is None) for line in lines)


def test_while_a_match_runs_only_public_parts_leave():
    header, *lines = rows(RUNNING)
    assert header["finished"] is False
    assert {line["sealed"] for line in lines} == {None}
    assert SEED.encode() not in RUNNING.replace(b'"commitment":"' + SEED.encode(), b"")


def test_the_header_is_made_from_the_lines():
    header, *lines = rows(FINISHED)
    (opened,) = (line["envelope"]["data"] for line in lines if line["envelope"]["type"] == "table.opened")
    assert header == {
        "commitment": opened["commitment"],
        "finished": True,
        "format": "urbanist-1",
        "game": "tiny",
        "id": ID,
        "options": {"cards": 3},
        "rules": 1,
        "streams": {
            kind: {"digest": last["digest"], "version": last["version"]}
            for kind in ("table", "match")
            for last in [[one["envelope"] for one in lines if one["envelope"]["stream"] == f"{kind}:{ID}"][-1]]
        },
    }


def test_a_score_comes_last():
    ledger = played()
    counted = ScoreCounted(match=cite(ledger, f"match:{ID}"), points=(1, 2), places=(2, 1), lines=({}, {}), target=None)
    handler = Handler(ledger, REGISTRY, COUNT)
    handler.handle(Message(stream=f"score:{ID}", by="service:scoring", cause="count", command=counted))
    header, *lines = rows(export(ledger, ID))
    assert list(header["streams"]) == ["match", "score", "table"]
    assert lines[-1]["envelope"]["data"]["points"] == [1, 2]
    assert read_export(export(ledger, ID), REGISTRY).streams.keys() == {"table", "match", "score"}


COUNT: Decider[None, Any] = Decider(
    initial=lambda id_: None, decide=lambda state, said: [said], evolve=lambda state, event, asked: state
)


def test_a_practice_match_needs_no_table():
    file = export(played(practice=True), ID)
    header = rows(file)[0]
    assert header["streams"].keys() == {"match"}
    assert (header["game"], header["options"], header["rules"]) == ("tiny", {"cards": 3}, 1)
    assert read_export(file, REGISTRY).is_finished


def test_a_table_that_was_given_up_is_finished_and_has_no_rules():
    ledger = MemoryLedger()
    for by, said in ((ANNA, OPEN), (ANNA, table.GiveUp(by=ANNA))):
        order(ledger, f"table:{ID}", by, said)
    header = rows(export(ledger, ID))[0]
    assert (header["finished"], header["rules"], header["game"]) == (True, None, "tiny")
    assert read_export(export(ledger, ID), REGISTRY).is_finished


@pytest.mark.parametrize("make", [seated, started])
def test_what_has_not_ended_is_not_finished(make):
    file = export(make(), ID)
    assert rows(file)[0]["finished"] is False
    assert not read_export(file, REGISTRY).is_finished


def test_an_aborted_match_is_finished():
    ledger = started()
    order(ledger, f"match:{ID}", "operator:root", match.Abort(reason="operator", note="stuck"))
    assert rows(export(ledger, ID))[0]["finished"] is True


def test_an_id_that_nothing_has_is_not_found():
    with pytest.raises(NotFound, match="there is nothing with the id zzzzzzzzzzzz"):
        export(MemoryLedger(), "zzzzzzzzzzzz")


@pytest.mark.parametrize("file", [FINISHED, RUNNING], ids=["finished", "running"])
def test_what_is_exported_is_read_back_byte_for_byte(file):
    record = read_export(file, REGISTRY)
    assert record.id == ID
    assert record.is_finished == (file is FINISHED)
    ledger = played(turns=3 if record.is_finished else 1)
    assert [len(stored) for stored in record.streams.values()] == [5, len(ledger.read(f"match:{ID}"))]


def test_a_finished_record_has_the_stored_bytes():
    ledger = played()
    record = read_export(export(ledger, ID), REGISTRY)
    assert record.streams == {kind: ledger.read(f"{kind}:{ID}") for kind in ("table", "match")}


def test_an_event_that_nobody_here_knows_is_read_all_the_same():
    assert read_export(FINISHED, Registry(EVENTS)).is_finished


def rechained(lines: list[Row]) -> list[Row]:
    """A forger makes digests, chain and header fit again."""
    last: dict[str, str | None] = {}
    for line in lines[1:]:
        envelope = line["envelope"]
        envelope["previous"] = last.get(envelope["stream"])
        envelope["digest"] = last[envelope["stream"]] = digest_of(envelope)
        lines[0]["streams"][envelope["stream"].split(":")[0]]["digest"] = envelope["digest"]
    return lines


def change(at: int, *path: str | int, to: Any) -> Callable[[list[Row]], list[Row]]:
    def changed(lines: list[Row]) -> list[Row]:
        place: Any = lines[at]
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to
        return lines

    return changed


def forged(at: int, *path: str | int, to: Any) -> Callable[[list[Row]], list[Row]]:
    return lambda lines: rechained(change(at, *path, to=to)(lines))


def resealed(at: int, *field: Any) -> Callable[[list[Row]], list[Row]]:
    """A forger makes seals fit as well; a field is a name and what it holds then (None: it is gone)."""

    def changed(lines: list[Row]) -> list[Row]:
        sealed = lines[at]["sealed"] = lines[at]["sealed"] or {"part": {}, "salt": "00" * 16}
        if field:
            sealed["part"] = {
                name: value for name, value in {**sealed["part"], field[0]: field[1]}.items() if value is not None
            }
        lines[at]["envelope"]["seal"] = seal_of(sealed["part"], bytes.fromhex(sealed["salt"]))
        return rechained(lines)

    return changed


def unsealed(at: int) -> Callable[[list[Row]], list[Row]]:
    def changed(lines: list[Row]) -> list[Row]:
        lines[at]["sealed"] = lines[at]["envelope"]["seal"] = None
        return rechained(lines)

    return changed


def renamed(at: int, name: str) -> Callable[[list[Row]], list[Row]]:
    def changed(lines: list[Row]) -> list[Row]:
        lines[at]["envelope"] |= {"type": name, "data": {}}
        return unsealed(at)(lines)

    return changed


def wrong(line: int, check: str, do: Callable[[list[Row]], Any], file: bytes = FINISHED) -> Any:
    return pytest.param(line, check, do, file, id=check)


SEALED = rows(FINISHED)[1]["sealed"]
FALSE, EARLY, ZERO = "2026-02-30T00:00:00.000Z", "2020-01-01T00:00:00.000Z", "00" * 32
HEADER_FIELDS, HEADER_DIFFERS = "not the fields of a header", "the header is not that of these lines"
LINE_FIELDS, SEALED_FIELDS = "not an envelope and its sealed part", "not the fields of a sealed part"
SEAL, CHAIN = "the seal does not match the sealed part", "the chain is broken: previous is not the digest before"
ELSEWHERE, TOURNAMENT = "table:zzzzzzzzzzzz", f"tournament:{ID}"
FIELDS = "SeatTaken can't be stored like this"
OPENED = "TableOpened can't be stored like this"
TYPED = " is sealed where it should not be, or not where it should"


@pytest.mark.parametrize(
    ("line", "check", "do", "file"),
    [
        wrong(1, HEADER_FIELDS, change(0, "more", to=1)),
        wrong(1, HEADER_FIELDS, lambda lines: [{"format": "urbanist-1"}, *lines[1:]]),
        wrong(1, HEADER_FIELDS, lambda lines: [[], *lines[1:]]),
        wrong(1, "the format is not urbanist-1", change(0, "format", to="urbanist-2")),
        wrong(1, HEADER_DIFFERS, change(0, "game", to="other")),
        wrong(1, HEADER_DIFFERS, change(0, "rules", to=True)),
        wrong(1, HEADER_DIFFERS, change(0, "streams", "match", "version", to=99)),
        wrong(1, HEADER_DIFFERS, lambda lines: lines[:-1]),
        wrong(1, "there is no event", lambda lines: lines[:1]),
        wrong(2, LINE_FIELDS, change(1, "more", to=1)),
        wrong(2, LINE_FIELDS, lambda lines: [lines[0], [], *lines[2:]]),
        wrong(2, "an envelope is an object", change(1, "envelope", to=[])),
        wrong(2, "not in the ledger's form: more", change(1, "envelope", "more", to=1)),
        wrong(2, "not in the ledger's form: at", change(1, "envelope", "at", to=FALSE)),
        wrong(2, SEALED_FIELDS, change(1, "sealed", "more", to=1)),
        wrong(2, SEALED_FIELDS, change(1, "sealed", "salt", to="SALT")),
        wrong(2, SEAL, change(1, "sealed", "part", "seed", to="aa" * 32)),
        wrong(2, SEAL, change(1, "sealed", "salt", to="00" * 16)),
        wrong(3, SEAL, change(2, "sealed", to={"part": {}, "salt": "00" * 16})),
        wrong(2, "the sealed part is missing", change(1, "sealed", to=None)),
        wrong(2, "a sealed part is opened before the end", change(1, "sealed", to=SEALED), RUNNING),
        wrong(3, "the digest is wrong", change(2, "envelope", "data", "seat", to=1)),
        wrong(3, CHAIN, change(2, "envelope", "previous", to=ZERO)),
        wrong(3, "version 2 is missing", lambda lines: [*lines[:2], *lines[3:]]),
        wrong(2, "version 1 is missing", lambda lines: [lines[0], *lines[2:]]),
        wrong(3, "the time goes back", forged(2, "envelope", "at", to=EARLY)),
        wrong(2, f"the stream {ELSEWHERE} does not belong here", change(1, "envelope", "stream", to=ELSEWHERE)),
        wrong(2, f"the stream {TOURNAMENT} does not belong here", change(1, "envelope", "stream", to=TOURNAMENT)),
        wrong(3, FIELDS, forged(2, "envelope", "data", "seat", to="0")),
        wrong(3, FIELDS, forged(2, "envelope", "data", "more", to=0)),
        wrong(2, OPENED, resealed(1, "game", "other")),
        wrong(2, OPENED, resealed(1, "seed", None)),
        wrong(2, OPENED, forged(1, "envelope", "data", "seed", to=SEED)),
        wrong(2, OPENED, forged(1, "envelope", "data", "seats", to="two"), RUNNING),
        wrong(2, OPENED, forged(1, "envelope", "data", "seed", to=SEED), RUNNING),
        wrong(2, "table.opened" + TYPED, unsealed(1)),
        wrong(3, "table.seat_taken" + TYPED, forged(2, "envelope", "seal", to=ZERO), RUNNING),
        wrong(3, "table.seat_taken" + TYPED, resealed(2)),
        wrong(4, "match.resumed does not belong into a table", renamed(3, "match.resumed")),
        wrong(-1, "table.filled does not belong into a match", renamed(-1, "table.filled")),
        wrong(-1, "other.resumed does not belong into a match", renamed(-1, "other.resumed")),
        wrong(2, "a table does not begin with table.filled", renamed(1, "table.filled")),
        wrong(7, "a match does not begin with match.resumed", renamed(6, "match.resumed")),
    ],
)
def test_a_file_that_the_ledger_would_not_have_written_is_refused(line, check, do, file):
    lines = rows(file)
    with pytest.raises(Malformed) as refused:
        read_export(written(do(lines)), REGISTRY)
    assert str(refused.value) == f"line {line if line > 0 else len(lines)}: {check}"


CARD = next(at for at, row in enumerate(rows(FINISHED)[1:], 1) if row["envelope"]["type"] == "tiny.card_taken")


def test_a_game_plays_in_its_own_matches_only():
    lines = rows(FINISHED)
    lines[CARD]["envelope"]["type"] = "other.card_taken"
    with pytest.raises(Malformed, match=f"line {CARD + 1}: other.card_taken does not belong into a match"):
        read_export(written(rechained(lines)), REGISTRY)


@pytest.mark.parametrize("file", [FINISHED, RUNNING], ids=["finished", "running"])
def test_an_old_shape_is_checked_after_its_steps_as_soon_as_it_is_opened(file):
    def more_seats(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "seats": data["seats"] + 1}

    changing = Registry(EVENTS, tiny.EVENTS, steps={**STEPS, ("table.opened", 6): more_seats})
    assert read_export(file, changing).id == ID
    damage = {**STEPS, ("table.opened", 6): lambda data: {"seats": data["places"]}}
    damaging = Registry(EVENTS, tiny.EVENTS, steps=damage)
    if file is RUNNING:  # its fields are half of what the step needs
        assert read_export(file, damaging).id == ID
    else:
        with pytest.raises(Malformed, match=r"line 2: table\.opened with schema 6: KeyError"):
            read_export(file, damaging)


def test_a_field_stands_once_also_in_an_old_shape():
    later_release = Registry(EVENTS, tiny.EVENTS, steps={**STEPS, ("table.opened", 6): lambda data: data})
    with pytest.raises(Malformed, match=r"line 2: table\.opened has game in the wrong part"):
        read_export(written(resealed(1, "game", "other")(rows(FINISHED))), later_release)


def beside(kind: str, *names: str) -> bytes:
    """The finished match with another stream behind it, whose events have these names and a schema to come."""
    header, *lines = rows(FINISHED)
    start = next(line["envelope"] for line in lines if line["envelope"]["type"] == "match.started")
    start["schema"], start["data"]["deal"] = 99, {"deal": "zzzzzzzzzzzz"}
    stream = "deal:zzzzzzzzzzzz" if kind == "deal" else f"{kind}:{ID}"
    header["streams"][kind] = {}
    more = {"stream": stream, "schema": 99, "data": {}, "seal": None}
    for version, name in enumerate(names, 1):
        lines.append({"envelope": {**lines[0]["envelope"], **more, "version": version, "type": name}, "sealed": None})
    return written(rechained([header, *lines]))


@pytest.mark.parametrize(
    ("kind", "names", "check"),
    [
        ("score", ["match.resumed"], "match.resumed does not belong into a score"),
        ("deal", ["deal.ended"], "a deal does not begin with deal.ended"),
        ("deal", ["deal.committed", "match.resumed"], "match.resumed does not belong into a deal"),
    ],
)
def test_every_stream_of_a_file_has_its_own_events(kind: str, names: list[str], check: str):
    with pytest.raises(Malformed, match=f"^line [0-9]+: {check}$"):
        read_export(beside(kind, *names), REGISTRY)


def test_the_streams_stand_in_their_order():
    header, *lines = rows(FINISHED)
    tables = [line for line in lines if line["envelope"]["stream"].startswith("table")]
    matches = [line for line in lines if line not in tables]
    with pytest.raises(Malformed, match="the streams are not in their order: table, match, score, deal"):
        read_export(written([header, *matches, *tables]), REGISTRY)


def test_a_seal_is_checked_even_if_all_digests_fit():
    lines = rows(FINISHED)
    lines[1]["sealed"]["part"]["seed"] = "aa" * 32
    lines[1]["envelope"]["seal"] = seal_of({"seed": "aa" * 32}, bytes(16))
    with pytest.raises(Malformed, match="the seal does not match"):
        read_export(written(rechained(lines)), REGISTRY)


@pytest.mark.parametrize(
    "spoiled",
    [
        FINISHED[:-1],
        FINISHED + b"\n",
        FINISHED.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + FINISHED,
        FINISHED.replace(b'{"envelope":', b'{ "envelope":', 1),
        FINISHED.replace(b'"sealed":null', b'"sealed":null,"sealed":null', 1),
        b"",
        b"\n",
        b"{}",
    ],
)
def test_bytes_that_are_not_lines_in_canonical_form_are_refused(spoiled):
    with pytest.raises(Malformed, match=r"^line \d+: "):
        read_export(spoiled, REGISTRY)


def test_a_file_that_was_cut_off_is_refused():
    with pytest.raises(Malformed, match=f"^line {len(rows(FINISHED))}: does not end with a line feed$"):
        read_export(FINISHED[:-1], REGISTRY)


@given(st.integers(0, len(FINISHED) - 1), st.integers(1, 255))
def test_no_byte_of_a_file_can_be_changed(at, by):
    spoiled = bytearray(FINISHED)
    spoiled[at] ^= by
    with pytest.raises(Malformed):
        read_export(bytes(spoiled), REGISTRY)


def test_a_line_separator_inside_a_text_is_part_of_it():
    ledger = started()
    order(ledger, f"match:{ID}", "operator:root", match.Abort(reason="operator", note="a\u2028b\x85c"))
    record = read_export(export(ledger, ID), REGISTRY)
    assert "a\u2028b".encode() in record.streams["match"][-1].envelope


def test_both_players_are_in_the_record():
    assert rows(FINISHED)[3]["envelope"]["data"]["player"] == BOB
