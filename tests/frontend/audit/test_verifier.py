"""The verifier in the browser: every record gets its grade, and whatever is changed in one is found, and where."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.ledger.canonical import canonical
from shared.ledger.envelope import digest_of, seal_of
from tests.frontend.audit.conftest import Modules
from tests.frontend.audit.records import ADA, BOB, RECORDS

pytestmark = pytest.mark.browser

GRADES = {"aborted": "fair", "seated": "still running"}
OPENED = ("seal", "commitment", "draw")
CHECKS = ("form", "header", "order", "digest", "previous", "seal", "reveal", "commitment", "nonce", "draw")
Lines = list[dict[str, Any]]


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_as_it_was_written_holds_and_has_its_grade(modules: Modules, name: str):
    said = modules.verify(RECORDS[name]())
    assert (said["grade"], said["first"]) == (GRADES.get(name, name), None)
    assert tuple(said["checks"]) == CHECKS
    is_open = said["grade"] != "still running"
    for check, told in said["checks"].items():
        assert told["state"] == ("ok" if is_open or check not in OPENED else "after the end")


def test_the_number_of_things_checked_is_told(modules: Modules):
    lines = lines_of(RECORDS["fair"]())
    reveals = sum(len(line["envelope"]["reveals"]) for line in lines[1:])
    checks = modules.verify(RECORDS["fair"]())["checks"]
    counts = {name: (check["count"], check["of"]) for name, check in checks.items()}
    assert counts["form"] == (len(lines), "line")
    assert counts["digest"] == (len(lines) - 1, "event")
    assert counts["reveal"] == (reveals, "revealed item")
    assert counts["nonce"] == (2, "secret number")
    assert reveals > 60


records = st.sampled_from(sorted(RECORDS)).map(lambda name: RECORDS[name]())


@st.composite
def careless_edits(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A record, and what became of it in the hands of somebody who knows nothing of hashes."""
    file = draw(records)
    rows = file.split(b"\n")[:-1]
    at = draw(st.integers(0, len(rows) - 1))
    other = draw(st.integers(0, len(rows) - 1))
    place = draw(st.integers(0, len(file) - 1))
    flipped = bytes([*file[:place], file[place] ^ 1 << draw(st.integers(0, 7)), *file[place + 1 :]])
    brace = rows[at].index(b"{") + 1
    edits = {
        "flip": flipped,
        "swap": joined(row if n not in (at, other) else rows[at + other - n] for n, row in enumerate(rows)),
        "drop": joined(rows[:at] + rows[at + 1 :]),
        "drop the last": joined(rows[:-1]),
        "insert": joined([*rows[:at], rows[other], *rows[at:]]),
        "blank": joined([*rows[:at], b"", *rows[at:]]),
        "duplicate key": joined([*rows[:at], rows[at][:brace] + b'"envelope":{},' + rows[at][brace:], *rows[at + 1 :]]),
        "cut off": file[:place],
        "space": file[:place] + b" " + file[place:],
        "other line ends": file.replace(b"\n", b"\r\n"),
        "no line end": file[:-1],
        "two files": file + file,
    }
    return file, edits[draw(st.sampled_from(sorted(edits)))]


def joined(rows: Any) -> bytes:
    return b"".join(row + b"\n" for row in rows)


@given(edited=careless_edits())
@settings(max_examples=100)
def test_no_careless_edit_is_missed(modules: Modules, edited: tuple[bytes, bytes]):
    file, changed = edited
    said = modules.verify(changed)
    assert (said["grade"] == "broken") == (file != changed)
    if file != changed:
        assert 1 <= said["first"]["line"] <= changed.count(b"\n") + 1
        assert said["first"]["check"] in CHECKS
        assert said["checks"][said["first"]["check"]]["state"] == "no"
        assert said["first"]["wrong"]


@given(file=records, data=st.data())
@settings(max_examples=100)
def test_no_value_of_a_line_can_be_exchanged_for_another(modules: Modules, file: bytes, data: st.DataObject):
    """Canonical lines, and digests as they were: of whoever edits JSON with a program."""
    lines = lines_of(file)
    at = data.draw(st.integers(0, len(lines) - 1))
    within, key = data.draw(st.sampled_from(places(lines[at])))
    value: Any = data.draw(st.sampled_from([0, 1, 7, True, None, "", "00" * 32, "person:eve", [], {}]))
    if type(value) is type(within[key]) and value == within[key]:
        return
    within[key] = value
    said = modules.verify(file_of(lines))
    assert said["grade"] == "broken"
    assert said["first"]["line"] in (1, *range(at + 1, len(lines) + 1))


def places(value: Any) -> list[tuple[Any, Any]]:
    inside: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    deeper = [one for key in inside if isinstance(value[key], dict | list) for one in places(value[key])]
    return [(value, key) for key in inside] + deeper


def lines_of(file: bytes) -> Lines:
    return [json.loads(row) for row in file.split(b"\n")[:-1]]


def file_of(lines: Lines) -> bytes:
    return joined(canonical(line) for line in lines)


def forged(change: Callable[[Lines], None], name: str = "fair") -> bytes:
    """A record with a change, after which a forger with access to everything makes hashes, chain and header fit."""
    lines = lines_of(RECORDS[name]())
    change(lines)
    last: dict[str, dict[str, Any]] = {}
    for line in lines[1:]:
        envelope, sealed = line["envelope"], line["sealed"]
        kind = envelope["stream"].split(":")[0]
        if sealed is not None:
            envelope["seal"] = seal_of(sealed["part"], bytes.fromhex(sealed["salt"]))
        if envelope["type"] == "match.started" and envelope["data"]["table"]:
            envelope["data"]["table"] = last["table"]
        if envelope["type"] == "score.counted":
            envelope["data"]["match"] = last["match"]
        envelope["previous"] = last[kind]["digest"] if kind in last else None
        envelope["digest"] = digest_of(envelope)
        last[kind] = {"version": envelope["version"], "digest": envelope["digest"]}
    lines[0]["streams"] = last
    return file_of(lines)


def test_a_forger_who_changes_nothing_gets_the_file_that_was_there():
    assert forged(lambda lines: None) == RECORDS["fair"]()


def at(lines: Lines, type_: str, which: int = 0) -> dict[str, Any]:
    return [line for line in lines[1:] if line["envelope"]["type"] == type_][which]


def other_seed(lines: Lines) -> None:
    for type_ in ("table.opened", "match.started"):
        at(lines, type_)["sealed"]["part"]["seed"] = "11" * 32


def other_commitment(lines: Lines) -> None:
    at(lines, "match.started")["envelope"]["data"]["commitment"] = "11" * 32


def other_nonce(lines: Lines) -> None:
    at(lines, "table.nonce_shown", 1)["envelope"]["data"]["nonce"] = "11" * 32


def nonce_left_out(lines: Lines) -> None:
    at(lines, "match.started")["envelope"]["data"]["nonces"][0] = None


def other_player(lines: Lines) -> None:
    at(lines, "match.started")["envelope"]["data"]["players"] = [BOB, ADA, "bot:greedy@1"]


def orders_exchanged(lines: Lines) -> None:
    orders = at(lines, "match.drawn")["sealed"]["part"]["orders"]
    orders[1][0], orders[1][1] = orders[1][1], orders[1][0]


def items_exchanged(lines: Lines) -> None:
    items = at(lines, "match.drawn")["envelope"]["data"]["draws"][1]["items"]
    items[0], items[1] = items[1], items[0]


def other_seal_of_a_draw(lines: Lines) -> None:
    """Of the last position of all: nothing has revealed it."""
    at(lines, "match.drawn")["envelope"]["data"]["draws"][-1]["seals"][-1] = "11" * 32


def other_item_revealed(lines: Lines) -> None:
    reveals = at(lines, "quadropolis.site_dealt")["envelope"]["reveals"]
    reveals[0][2] = reveals[1][2]


def item_shown_and_not_revealed_so(lines: Lines) -> None:
    site = at(lines, "quadropolis.site_dealt")["envelope"]["data"]["site"]
    site[:] = ["R1-TOW-99" if tile else None for tile in site]


def sealed_part_taken_out(lines: Lines) -> None:
    at(lines, "match.drawn")["sealed"] = None


def time_turned_back(lines: Lines) -> None:
    at(lines, "quadropolis.tile_taken", 9)["envelope"]["at"] = "2020-01-01T00:00:00.000Z"


def other_options(lines: Lines) -> None:
    at(lines, "match.started")["envelope"]["data"]["options"]["squares"] = True


@pytest.mark.parametrize(
    ("change", "check", "type_"),
    [
        (other_seed, "commitment", "table.opened"),
        (other_commitment, "commitment", "match.started"),
        (other_nonce, "nonce", "table.nonce_shown"),
        (nonce_left_out, "nonce", "match.started"),
        (other_player, "nonce", "match.started"),
        (orders_exchanged, "draw", "match.drawn"),
        (items_exchanged, "draw", "match.drawn"),
        (other_seal_of_a_draw, "draw", "match.drawn"),
        (other_item_revealed, "reveal", "quadropolis.site_dealt"),
        (item_shown_and_not_revealed_so, "reveal", "quadropolis.site_dealt"),
        (sealed_part_taken_out, "seal", "match.drawn"),
        (time_turned_back, "order", "quadropolis.tile_taken"),
        (other_options, "header", "match.started"),
    ],
)
def test_who_makes_all_hashes_fit_is_still_found(modules: Modules, change: Any, check: str, type_: str):
    file = forged(change)
    said = modules.verify(file)
    assert said["grade"] == "broken"
    assert said["checks"][check]["state"] == "no"
    failure = said["checks"][check]["failures"][0]
    envelope = lines_of(file)[failure["line"] - 1]["envelope"]
    assert (envelope["type"], envelope["version"]) == (type_, failure["version"])
    assert failure["at"] == f"line {failure['line']}, {envelope['stream'].split(':')[0]} version {failure['version']}"


def test_a_header_that_says_something_else_is_found(modules: Modules):
    def more_rules(lines: Lines) -> None:
        lines[0]["rules"] = 2

    said = modules.verify(forged(more_rules))
    assert (said["first"]["check"], said["first"]["at"]) == ("header", "line 1")
    assert said["first"]["wrong"].endswith(": rules")


def test_a_running_match_with_something_opened_early_is_broken(modules: Modules):
    def opened(lines: Lines) -> None:
        at(lines, "table.opened")["sealed"] = at(lines_of(RECORDS["fair"]()), "table.opened")["sealed"]

    said = modules.verify(forged(opened, "still running"))
    assert (said["grade"], said["first"]["check"]) == ("broken", "seal")


@pytest.mark.parametrize("file", [b"", b"\n", b"\n\n", b"null\n", b"\xff\n", b"[" * 100_000 + b"\n", b"9" * 99 + b"\n"])
def test_whatever_the_bytes_are_there_is_a_verdict(modules: Modules, file: bytes):
    said = modules.verify(file)
    assert (said["grade"], said["first"]["check"], said["first"]["line"]) == ("broken", "form", 1)
    assert said["checks"]["draw"]["state"] == "not checked"
