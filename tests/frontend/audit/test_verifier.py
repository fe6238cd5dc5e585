"""The verifier in the browser says of every record what the stand-alone one says: grade, place, check and words."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from infra.verify import BROKEN, CHECKS, DAMAGED, Own, Verdict, verify
from shared.errors import Malformed
from tests.damages import HINTED, MENDED, with_note
from tests.damages import forged as forged_on_its_way
from tests.frontend.audit.conftest import Modules
from tests.records import KINDS, Row, at, forged, grade, record, rows, written

pytestmark = pytest.mark.browser

FAIR = record("quadropolis", "fair")
ALL = ["form", *CHECKS]


def agreed(modules: Modules, file: bytes) -> Verdict:
    """What both verifiers say."""
    said, other = modules.verify(file), verify(file)
    assert (said["grade"], list(said["checks"])) == (other.grade, list(other.checks))
    assert {name: check["state"] for name, check in said["checks"].items()} == other.checks
    assert (said["graded"], said["acts"]) == (other.graded, list(other.acts))
    assert [own_of(seat) for seat in said["seats"]] == list(other.seats)
    first = other.first
    assert (said["first"] is None) == (first is None)
    if first:
        told = said["first"]
        assert (told["line"], told["at"], told["check"]) == (first.line, first.at, first.check)
        # Readers of JSON come upon the faults of a line in another order.
        assert told["wrong"] == first.wrong or first.check == "form"
    assert said["cause"] == other.cause or (": form: " in said["cause"] and ": form: " in other.cause)
    return other


def own_of(seat: dict[str, Any]) -> Own:
    names = ("seat", "player", "isIn", "orders", "signed", "isKeyless", "isLate")
    return Own(*(seat[name] for name in names))


@pytest.mark.parametrize(("slug", "way"), KINDS)
def test_a_real_record_holds_and_has_its_grade(modules: Modules, slug: str, way: str):
    assert agreed(modules, record(slug, way)).grade == grade(way)


def test_the_number_of_things_checked_is_told(modules: Modules):
    lines = rows(FAIR)
    checks = modules.verify(FAIR)["checks"]
    counts = {name: (check["count"], check["of"]) for name, check in checks.items()}
    assert counts["form"] == (len(lines), "line")
    assert counts["digest"] == (len(lines) - 1, "event")
    assert counts["reveal"] == (sum(len(line["envelope"]["reveals"]) for line in lines[1:]), "revealed item")
    assert counts["nonce"] == (1, "secret number")


@st.composite
def careless_edits(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A record, and what became of it in the hands of somebody who knows nothing of hashes."""
    file = record(*draw(st.sampled_from(KINDS)))
    lines = file.split(b"\n")[:-1]
    here, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
    place = draw(st.integers(0, len(file) - 1))
    line, start = lines[here], lines[here].index(b"{") + 1
    swapped = list(lines)
    swapped[here], swapped[other] = swapped[other], swapped[here]
    edits = {
        "a bit flipped": file[:place] + bytes([file[place] ^ 1 << draw(st.integers(0, 7))]) + file[place + 1 :],
        "two lines swapped": joined(swapped),
        "a line dropped": joined(lines[:here] + lines[here + 1 :]),
        "the last line dropped": joined(lines[:-1]),
        "a line inserted": joined([*lines[:here], lines[other], *lines[here:]]),
        "a blank line": joined([*lines[:here], b"", *lines[here:]]),
        "a blank key": joined([*lines[:here], line[:start] + b'"":null,' + line[start:], *lines[here + 1 :]]),
        "a double key": joined([*lines[:here], line[:start] + b'"envelope":1,' + line[start:], *lines[here + 1 :]]),
        "a space": file[:place] + b" " + file[place:],
        "cut off": file[:place],
        "other line ends": file.replace(b"\n", b"\r\n"),
        "no line end": file[:-1],
        "twice": file + file,
    }
    return file, edits[draw(st.sampled_from(sorted(edits)))]


def joined(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


@given(edited=careless_edits())
@settings(max_examples=150)
def test_no_careless_edit_is_missed(modules: Modules, edited: tuple[bytes, bytes]):
    file, changed = edited
    assert (agreed(modules, changed).grade in (BROKEN, DAMAGED)) == (file != changed)


def places(value: Any) -> list[tuple[Any, Any]]:
    inside: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    deeper = [one for key in inside if isinstance(value[key], dict | list) for one in places(value[key])]
    return [(value, key) for key in inside] + deeper


ODD = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text("ab:\u2028\ud83d", max_size=3)
VALUES: st.SearchStrategy[Any] = (
    ODD | st.just([]) | st.just({}) | st.sampled_from([0, 1, "00" * 32, "match.ended", "table.closed", "person:eve"])
)


@given(kind=st.sampled_from(KINDS), data=st.data())
@settings(max_examples=150)
def test_no_value_can_be_another_in_the_hands_of_a_program_and_forgers_are_judged_alike(
    modules: Modules, kind: tuple[str, str], data: st.DataObject
):
    file = record(*kind)
    lines = rows(file)
    within, key = data.draw(st.sampled_from(places(lines[data.draw(st.integers(0, len(lines) - 1))])))
    within[key] = data.draw(VALUES)
    changed = json_lines(lines)
    assert (agreed(modules, changed).grade in (BROKEN, DAMAGED)) == (changed != file)
    with suppress(TypeError, KeyError, AttributeError, ValueError, IndexError, Malformed):
        changed = forged(lines)  # not everything can be made to fit
    agreed(modules, changed)


def json_lines(lines: list[Row]) -> bytes:
    """Also of what has no canonical form."""
    text = [json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False) for line in lines]
    return b"".join(line.encode("utf-8", "surrogatepass") + b"\n" for line in text)


def other_seed(lines: list[Row]) -> None:
    for name in ("table.opened", "match.started"):
        lines[at(lines, name)]["sealed"]["part"]["seed"] = "11" * 32


def other_nonce(lines: list[Row]) -> None:
    lines[at(lines, "table.nonce_shown")]["envelope"]["data"]["nonce"] = "11" * 32


def nonce_left_out(lines: list[Row]) -> None:
    lines[at(lines, "match.started")]["envelope"]["data"]["nonces"] = [None, None]


def other_order(lines: list[Row]) -> None:
    orders = lines[at(lines, "match.drawn")]["sealed"]["part"]["orders"]
    orders[1][0], orders[1][1] = orders[1][1], orders[1][0]


def other_items(lines: list[Row]) -> None:
    items = lines[at(lines, "match.drawn")]["envelope"]["data"]["draws"][1]["items"]
    items[0], items[1] = items[1], items[0]


def other_reveal(lines: list[Row]) -> None:
    reveals = lines[at(lines, "quadropolis.site_dealt")]["envelope"]["reveals"]
    reveals[0][2] = reveals[1][2]


def seals_taken_out(lines: list[Row]) -> None:
    lines[at(lines, "match.drawn")]["sealed"] = None


@pytest.mark.parametrize(
    ("name", "field", "to", "check"),
    [
        ("deal.committed", "rules", 9, "header"),
        ("deal.committed", "name", "daily", "previous"),
        ("deal.committed", "begins", "2020-01-01T00:00:00.000Z", "previous"),
        ("deal.committed", "begins", "2026-05-02T13:00:00.000Z", "previous"),
        ("deal.committed", "ends", "2026-05-02T00:00:01.000Z", "previous"),
        ("deal.committed", "ends", "2026-05-04T00:00:00.000Z", "previous"),
        ("deal.committed", "commitment", "00" * 32, "commitment"),
        ("deal.committed", "bots", [None], "nonce"),
        ("match.started", "practice", True, "commitment"),
        ("match.started", "deal", None, "order"),
        ("match.started", "players", ["bot:spy@1", "bot:any_move@1"], "nonce"),
        ("match.started", "nonces", ["00" * 32, None], "nonce"),
    ],
)
def test_what_is_wrong_with_a_deal_is_named_alike(modules: Modules, name: str, field: str, to: Any, check: str):
    lines = rows(record("quadropolis", "of a deal"))
    lines[at(lines, name)]["envelope"]["data"][field] = to
    verdict = agreed(modules, forged(lines))
    assert verdict.checks[check] == "no"


@pytest.mark.parametrize(
    ("name", "field", "to", "check"),
    [
        ("deal.committed", "entrants", [], "commitment"),
        ("deal.committed", "entrants", ["person:ada"], "nonce"),
        ("table.opened", "opener", "tournament:zzzzzzzzzzzz", "commitment"),
        ("match.started", "commitment", "00" * 32, "commitment"),
        ("match.started", "nonces", ["a0" * 32, None], "nonce"),
    ],
)
def test_what_is_wrong_with_the_deal_of_a_round_is_named_alike(
    modules: Modules, name: str, field: str, to: Any, check: str
):
    lines = rows(record("quadropolis", "of a round"))
    lines[at(lines, name)]["envelope"]["data"][field] = to
    assert agreed(modules, forged(lines)).checks[check] == "no"


def test_a_match_without_its_deal_is_refused_alike(modules: Modules):
    header, *lines = rows(record("quadropolis", "of a deal"))
    kept = [line for line in lines if not line["envelope"]["stream"].startswith("deal:")]
    verdict = agreed(modules, forged([header, *kept]))
    assert (verdict.checks["previous"], len(kept) + 2) == ("no", max(wrong.line for wrong in verdict.failures))


@pytest.mark.parametrize(
    ("change", "check", "name"),
    [
        (other_seed, "commitment", "table.opened"),
        (other_nonce, "nonce", "table.nonce_shown"),
        (nonce_left_out, "nonce", "match.started"),
        (other_order, "draw", "match.drawn"),
        (other_items, "draw", "match.drawn"),
        (other_reveal, "reveal", "quadropolis.site_dealt"),
        (seals_taken_out, "seal", "match.drawn"),
    ],
)
def test_who_makes_all_hashes_fit_is_still_found_at_the_line(
    modules: Modules, change: Callable[[list[Row]], None], check: str, name: str
):
    lines = rows(FAIR)
    change(lines)
    first = agreed(modules, forged(lines)).first
    assert first
    assert (first.check, first.line) == (check, at(lines, name) + 1)


def test_an_open_seed_in_a_running_match_breaks_the_record(modules: Modules):
    lines = rows(record("quadropolis", "running"))
    lines[1]["sealed"] = rows(FAIR)[1]["sealed"]
    first = agreed(modules, written(lines)).first
    assert first
    assert (first.line, first.check) == (2, "seal")


@pytest.mark.parametrize("name", MENDED)
def test_what_happened_on_the_way_is_named_alike_and_not_accepted(modules: Modules, name: str):
    verdict = agreed(modules, MENDED[name][0](with_note()))
    assert (verdict.grade, verdict.cause) == (DAMAGED, f"{MENDED[name][1]} this record is: fair")
    assert agreed(modules, MENDED[name][0](forged_on_its_way())).grade == BROKEN


@pytest.mark.parametrize("name", HINTED)
def test_what_cant_be_undone_is_named_alike(modules: Modules, name: str):
    verdict = agreed(modules, HINTED[name][0](with_note()))
    assert verdict.grade == BROKEN
    assert verdict.cause


@pytest.mark.parametrize(
    "file",
    [b"", b"\n", b"\n\n", b"null\n", b"\xff\n", b"[" * 100_000 + b"\n", b"9" * 400 + b"\n", b'{"__proto__":{}}\n'],
    ids=lambda file: repr(file[:20]),
)
def test_whatever_the_bytes_are_there_is_a_verdict(modules: Modules, file: bytes):
    first = agreed(modules, file).first
    assert first
    assert (first.check, first.line) == ("form", 1)
