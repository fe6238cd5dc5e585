"""Deals: many matches on the same luck, which was fixed before any of them and is open after all of them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from operator import mod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.console.verify import verify
from shared.errors import Broken, DealNotFound, NotAllowed, NotFound, ReadOnly
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.memory import MemoryLedger
from shared.platform.again.decided_again import first_difference
from shared.platform.again.of_deal import in_deal
from shared.platform.branches import branch_from
from shared.platform.deal import Deal, End, cited_by, decide, start_of, try_of
from shared.platform.deals import Name, commit_of
from shared.platform.deals.daily import names_due
from shared.platform.match import Play
from shared.platform.rating import why_unrated
from shared.platform.rating.unrated import SENTENCES
from shared.platform.records.export import streams_of
from shared.platform.records.read_export import read_export
from shared.platform.streams import REGISTRY, Streams
from tests.records import at, dealt, dealt_and_opened, forged, record, rows

SEED = "5e" * 32
DEAL = "d1e2a3l4d5e6"
TODAY = Name("2026-11-30", "sprawlopolis")
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
EVE = datetime(2026, 11, 29, 12, tzinfo=UTC)
MIDNIGHT = datetime(2026, 12, 1, tzinfo=UTC)
NOON_MS = int(NOON.timestamp() * 1000)


class Played:
    """A deal of the day and its matches, at a time that the test sets."""

    def __init__(self, slug: str, seed: str = SEED) -> None:
        self.game = GAMES[slug]
        self.streams = Streams(MemoryLedger())
        self.time = EVE
        for handler in (self.streams.deals, self.streams.matches, self.streams.scores):
            handler.now = lambda: self.time
        self.name = TODAY._replace(game=slug)
        self.deal("commit", commit_of(self.name, self.game, seed))
        self.time = NOON

    def deal(self, cause: str, command: Any) -> None:
        message = Message(stream=f"deal:{DEAL}", by="service:matchmaking", cause=cause, command=command)
        self.streams.deals.handle(message)

    def start(self, player: str) -> str:
        folded = self.streams.deal(DEAL)
        id_ = try_of(folded.state.facts, player)
        command = start_of(folded.state.facts, cited_by(folded), self.game, player)
        self.streams.matches.handle(Message(stream=f"match:{id_}", by="service:a", cause="start", command=command))
        return id_

    def move(self, id_: str, choose: Callable[[int], int]) -> bool:
        """One move of whoever is called; False where nobody is."""
        match = self.streams.match(id_).state
        if not match.called:
            return False
        seat = match.called[0]
        moves = self.game.legal_moves(match.view(seat), seat)
        player = match.players[seat]
        command = Play(player=player, seat=seat, turn=match.turn, move=moves[choose(len(moves))])
        self.streams.matches.handle(Message(stream=f"match:{id_}", by=player, cause=f"{match.turn}", command=command))
        return True


@pytest.mark.parametrize("slug", GAMES)
@given(data=st.data())
@settings(max_examples=5)
def test_the_luck_is_the_same_whoever_plays_and_however(slug: str, data: st.DataObject):
    played, found = Played(slug), []
    ids = [played.start(f"person:{name}") for name in ("ada", "bea", "eve")]
    for id_ in ids:
        chosen = data.draw(st.lists(st.integers(0, 10**6), min_size=4, max_size=4))
        for pick in chosen:
            played.move(id_, partial(mod, pick))
        match = played.streams.match(id_).state
        seals = played.streams.matches.reader.past(f"match:{id_}").entries[1].event.draws
        found.append((match.draws, match.key, seals))
    assert found[0] == found[1] == found[2]
    assert len(set(ids)) == 3


@given(seeds=st.lists(st.binary(min_size=32, max_size=32), min_size=2, max_size=2, unique=True))
@settings(max_examples=10)
def test_another_seed_is_other_luck_and_other_matches(seeds: list[bytes]):
    one, other = (Played("quadropolis", seed.hex()) for seed in seeds)
    first, second = one.start("person:ada"), other.start("person:ada")
    assert first != second
    assert one.streams.match(first).state.key != other.streams.match(second).state.key


def test_a_person_has_one_match_in_a_deal():
    played = Played("sprawlopolis")
    facts = played.streams.deal(DEAL).state.facts
    assert played.start("person:ada") == played.start("person:ada") == try_of(facts, "person:ada")
    assert try_of(replace(facts, name="daily:2026-12-01:sprawlopolis"), "person:ada") != try_of(facts, "person:ada")


def test_it_is_committed_once_and_a_late_one_begins_when_it_is():
    played = Played("sprawlopolis")
    played.deal("commit", commit_of(TODAY, played.game, "77" * 32))  # two schedulers: the same command with other luck
    assert played.streams.deal(DEAL).version == 1
    with pytest.raises(NotAllowed, match="this deal was committed already"):
        played.deal("once-more", commit_of(TODAY, played.game, "77" * 32))
    late = decide(Deal(now=NOON_MS), commit_of(TODAY, played.game, SEED))
    assert [event.begins for event in late] == ["2026-11-30T12:00:00.000Z"]
    with pytest.raises(NotAllowed, match="a deal ends after it was committed and has begun"):
        decide(Deal(now=NOON_MS + 86_400_000), commit_of(TODAY, played.game, SEED))
    with pytest.raises(NotAllowed, match="each seat of a deal is for a bot or for whoever plays"):
        decide(Deal(), replace(commit_of(TODAY, played.game, SEED), bots=(None,) * 9))


def test_it_ends_when_its_day_is_over_and_not_again():
    played = Played("sprawlopolis")
    with pytest.raises(NotAllowed, match="this deal has not come to its end"):
        played.deal("end", End())
    played.time = MIDNIGHT
    played.deal("end", End())
    with pytest.raises(NotAllowed, match="this deal has ended already"):
        played.deal("end-again", End())
    with pytest.raises(DealNotFound, match="there is no deal nothing"):
        played.streams.deal("nothing")
    with pytest.raises(NotFound, match="there is no such deal"):
        decide(Deal(), End())


@pytest.mark.parametrize("slug", GAMES)
def test_its_record_keeps_everything_sealed_until_the_deal_has_ended(slug: str):
    running, whole = record(slug, "of a deal that runs"), record(slug, "of a deal")
    assert rows(running)[0]["finished"] is False
    assert all(line["sealed"] is None for line in rows(running)[1:])
    assert b"5e5e5e" not in running
    assert rows(whole)[0]["finished"] is True
    assert [line["sealed"]["part"]["seed"] for line in rows(whole)[1:] if "seed" in str(line["sealed"])] == [SEED, SEED]
    assert read_export(whole, REGISTRY).is_finished


@pytest.mark.parametrize("slug", GAMES)
def test_it_is_decided_again(slug: str):
    told = dealt_and_opened(GAMES[slug])
    assert first_difference(told.match.id, streams_of(told.streams.ledger, told.match.id)) is None


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda facts: {"bots": (None, "bot:greedy@1")}, "data.players[1]"),
        (lambda facts: {"bots": (None, None)}, "data.players"),
        (lambda facts: {"rules": 9}, ""),
        (lambda facts: {"begins": "2026-04-01T00:00:00.000Z"}, "data.begins"),
    ],
)
def test_a_match_that_starts_otherwise_than_its_deal_says_is_named(
    change: Any, field: str, monkeypatch: pytest.MonkeyPatch
):
    told = dealt_and_opened(GAMES["quadropolis"])
    stored = streams_of(told.streams.ledger, told.match.id)
    read = type(REGISTRY).read

    def changed(registry: Any, *given: Any) -> Any:
        event = read(registry, *given)
        return replace(event, **change(event)) if type(event).__name__ == "DealCommitted" else event

    monkeypatch.setattr(type(REGISTRY), "read", changed)
    if not field:
        with pytest.raises(ReadOnly, match="this release does not have the rules of this match"):
            first_difference(told.match.id, stored)
        return
    found = first_difference(told.match.id, stored)
    assert found
    assert found.field == field


@pytest.mark.parametrize("by", ["person:ada", "operator:root", "bot:level_2@1"])
@pytest.mark.parametrize("event", ["deal.committed", "deal.ended"])
def test_only_a_service_commits_and_opens_what_others_play(event: str, by: str):
    lines = rows(record("sprawlopolis", "of a deal"))
    line = lines[at(lines, event)]
    line["envelope"]["by"] = by
    (found,) = verify(forged(lines)).failures
    assert found.at.endswith(f"deal version {line['envelope']['version']}")
    assert found.check == "course"
    assert found.wrong == f"{by} did this, and only this server itself may"


def test_what_no_service_can_have_written_is_named():
    told = dealt(GAMES["sprawlopolis"])
    assert told.match.deal
    (first, *_) = told.streams.deals.reader.past(f"deal:{told.match.deal.deal}").entries
    found = in_deal([first, first], GAMES["sprawlopolis"], REGISTRY)
    assert found
    assert "this deal was committed already" in str(found)


def test_a_record_without_its_deal_and_one_of_a_game_that_is_gone_can_only_be_read():
    told = dealt(GAMES["sprawlopolis"])
    streams = streams_of(told.streams.ledger, told.match.id)
    with pytest.raises(Broken):
        first_difference(told.match.id, {**streams, "deal": ()})
    with pytest.raises(ReadOnly, match="this release does not have the rules of this match"):
        first_difference(told.match.id, streams, games={})


def test_nobody_plays_on_differently_before_it_has_ended():
    told = dealt(GAMES["sprawlopolis"])
    with pytest.raises(NotAllowed, match="others may still play the same draws: it can be played on once all"):
        branch_from(told.streams, told.match.id, 9, afresh=True)
    over = dealt_and_opened(GAMES["sprawlopolis"])
    assert branch_from(over.streams, over.match.id, 9, afresh=True)


def test_it_is_not_rated_and_says_why():
    why = why_unrated(dealt(GAMES["quadropolis"]).match)
    assert why
    assert SENTENCES[why] == "Not rated: ranked among those who had the same draws."


def test_a_game_without_a_daily_deal_has_none():
    game = replace(GAMES["sprawlopolis"], daily=None)
    assert [*names_due(0, [game])] == []
