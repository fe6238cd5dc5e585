"""Tables, and orders that are no moves, are decided again: what no command leads to is named, and so is who may not."""

from collections.abc import Callable
from typing import Any

import pytest

from services.console.verify import verify
from shared.errors import ReadOnly
from shared.platform.again.decided_again import first_difference
from shared.platform.again.difference import Difference
from shared.platform.records.export import export, streams_of
from shared.platform.records.read_export import read_export
from shared.platform.streams import REGISTRY
from shared.platform.unstarted import call_off
from tests.course import EVE, FORGERIES, GAME, HONEST, ROOT, Edit, apart, both, by, cut, data, honest, put
from tests.records import ADA, BEA, ID, MATCHMAKING, SERVICE, Told, forged, rows, with_nonce


def difference(way: str, edit: Edit) -> Difference | None:
    lines = rows(honest(way))
    edit(lines)
    return first_difference(ID, read_export(forged(lines), REGISTRY).streams)


@pytest.mark.parametrize("way", HONEST)
def test_an_honest_course_is_decided_again(way: str):
    assert verify(honest(way)).failures == ()


TABLES: dict[str, tuple[str, Edit, str, Any]] = {
    "opened by another": ("fair", data("table.opened", opener=EVE), "by", ADA),
    "too many seats": ("given up", data("table.opened", seats=9), "type", "Quadropolis is for 2 to 4 players"),
    "terms that cannot be": (
        "given up",
        lambda lines: lines[1]["envelope"]["data"]["terms"].update(out="never"),
        "type",
        "when time runs out, the stand-in plays a turn, or on for good, or the match is lost",
    ),
    "a person seated by the opener": ("committed", by("table.seat_taken", ADA), "by", ADA),
    "a bot seated by another": (
        "sent away",
        by("table.seat_taken", EVE, 1),
        "type",
        "only the player who opened the table can do this",
    ),
    "a bot seated by the server": (
        "sent away",
        by("table.seat_taken", MATCHMAKING, 1),
        "type",
        "only the player who opened the table can do this",
    ),
    "who sits twice": (
        "given up",
        put("table.seat_taken", "table.seat_taken", ADA, schema=2, seat=1, player=ADA, nonce_hash=None, key=None),
        "type",
        "you sit at this table already",
    ),
    "a key that is none": ("given up", data("table.seat_taken", key="00" * 32), "type", "key must be an Ed25519"),
    "a seat left by another": (
        "sent away",
        by("table.seat_left", EVE),
        "type",
        "only the player who opened the table can do this",
    ),
    "a table filled by nobody": ("fair", apart("table.filled"), "type", None),
    "a table closed by nobody": ("fair", apart("table.closed"), "type", None),
    "not waited for by a player": ("one nonce missed", by("table.closed", EVE), "by", EVE),
    "given up by another": (
        "given up",
        by("table.closed", EVE),
        "type",
        "only the player who opened the table can do this",
    ),
    "given up by the server": (
        "given up",
        by("table.closed", MATCHMAKING),
        "type",
        "only the player who opened the table can do this",
    ),
    "given up after all numbers": (
        "fair",
        both(cut("table.closed"), data("table.closed", match=False, reason="given_up")),
        "data.match",
        False,
    ),
    "forgotten by an operator": ("forgotten", by("table.closed", ROOT), "data.reason", "forgotten"),
}


@pytest.mark.parametrize("what", TABLES)
def test_what_no_command_leads_to_at_a_table_is_named(what: str):
    way, edit, field, said = TABLES[what]
    found = difference(way, edit)
    assert found
    assert found.kind == "table"
    assert found.field.startswith(field) or field in ("type", "by")
    assert said is None or str(said) in (str(found.now), str(found.stored)) or str(found.now).startswith(str(said))


ORDERS: dict[str, tuple[str, Edit]] = {
    "a resignation of another": ("resigned", by("match.seat_resigned", BEA)),
    "a resignation without a stand-in": ("resigned", apart("match.stand_in_seated")),
    "consent without all": ("voted out", lambda lines: taken_as_moved(lines)),
    "an operator who adjudicates for nobody": ("adjudicated", data("match.adjudicated", places=[1])),
    "places that are none": ("adjudicated", data("match.adjudicated", places=[7, 9])),
    "idle by an operator": ("idle", by("match.aborted", ROOT)),
    "no reason at all": ("aborted", data("match.aborted", reason="boredom")),
}


def taken_as_moved(lines: list[Any]) -> None:
    """The agreement of one alone stands without what it leads to."""
    apart("match.stand_in_seated")(lines)


@pytest.mark.parametrize("what", ORDERS)
def test_an_order_that_leads_to_something_else_is_named(what: str):
    found = difference(*ORDERS[what])
    assert found
    assert found.kind == "match"


def called_off(by_: str, reason: str, note: str | None) -> Told:
    told = with_nonce(GAME)
    return told.obey("match", by_, call_off(told.streams, ID, reason, note))


@pytest.mark.parametrize(("by_", "reason", "note"), [(SERVICE, "idle", None), (ROOT, "operator", "the game is gone")])
def test_a_match_that_was_called_off_before_it_began_is_decided_again(by_: str, reason: str, note: str | None):
    told = called_off(by_, reason, note)
    assert first_difference(ID, streams_of(told.streams.ledger, ID)) is None
    for other in (EVE, SERVICE if by_ == ROOT else ROOT):
        lines = rows(export(told.streams.ledger, ID))
        by("match.started", other)(lines)
        with pytest.raises(ReadOnly, match="does not have the rules 0"):
            first_difference(ID, read_export(forged(lines), REGISTRY).streams)


def test_which_bot_stands_in_is_as_it_was_stored():
    """A later release may have another stand-in than the one that once came for a person."""
    newer: Callable[[list[Any]], object] = data("match.stand_in_seated", player="bot:greedy@1")
    lines = rows(honest("ended alone"))
    newer(lines)
    assert first_difference(ID, read_export(forged(lines), REGISTRY).streams) is None


@pytest.mark.parametrize("what", [what for what, one in FORGERIES.items() if one.grade != "broken"])
def test_what_is_only_doubted_is_decided_again(what: str):
    verdict = verify(FORGERIES[what].file)
    assert (verdict.failures, verdict.grade) == ((), "questionable")
