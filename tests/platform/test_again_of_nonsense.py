"""What is decided again where a record names a game that is not here, or what nobody ever wrote."""

import pytest

from shared.errors import Broken, ReadOnly
from shared.games.registry import GAMES
from shared.platform.again.decided_again import first_difference
from shared.platform.again.of_bots import _unlike
from shared.platform.match import Match
from shared.platform.records.read_export import read_export
from shared.platform.streams import REGISTRY
from tests.records import ADA, ID, at, forged, record, rows, with_nonce


def test_a_match_without_its_table_needs_its_game_as_well():
    streams = read_export(record("quadropolis", "practice"), REGISTRY).streams
    with pytest.raises(ReadOnly, match="this release does not have the rules of this match"):
        first_difference(ID, streams, games={})


def test_a_deal_that_a_person_committed_is_named_by_the_rules_too():
    lines = rows(record("sprawlopolis", "of a deal"))
    lines[at(lines, "deal.committed")]["envelope"]["by"] = ADA
    found = first_difference(ID, read_export(forged(lines), REGISTRY).streams)
    assert found
    assert (found.kind, found.version, found.field, found.stored) == ("deal", 1, "by", ADA)


def test_a_table_with_options_that_no_game_has_is_broken():
    lines = rows(record("quadropolis", "given up"))
    lines[at(lines, "table.opened")]["envelope"]["data"]["options"] = {"strange": 1}
    with pytest.raises(Broken):
        first_difference(ID, read_export(forged(lines), REGISTRY).streams)


def test_a_bot_is_asked_once_about_what_looks_the_same_to_it():
    match = with_nonce(GAMES["quadropolis"]).start().match
    assert _unlike([match, match._replace(now=1)], 0) == [match._replace(now=1)]


def test_before_a_match_has_started_nobody_has_a_key():
    assert Match(id=ID, games=GAMES).keys_of(ADA) == frozenset()
