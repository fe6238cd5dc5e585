"""A changed ruling is a new number: a match is judged by the number under which it began, in any later release."""

from dataclasses import replace
from typing import Any

import pytest

from shared.errors import IllegalMove, ReadOnly
from shared.games.game import Game
from shared.ledger.codec import Registry
from shared.ledger.decider import Decider, Message
from shared.ledger.handler import Handler
from shared.ledger.memory import MemoryLedger
from shared.platform import match
from shared.platform.again.decided_again import first_difference
from shared.platform.events import EVENTS
from shared.platform.match import Command, Match, Play, Start
from shared.platform.moves import plain_move
from shared.platform.records.export import streams_of
from tests.games.secret_bids import GAME, MOST, NEXT_RELEASE, Bid, Options

REGISTRY = Registry(EVENTS, GAME.events)
PLAYERS = ("person:anna", "person:bob")
ID = "m1k2m3k4m5k6"


class Release:
    """A server with this version of the game; releases follow each other on the same ledger."""

    def __init__(self, game: Game, ledger: MemoryLedger) -> None:
        self.games = {game.slug: game}
        self.ledger = ledger
        decider: Decider[Match, Command] = Decider(
            initial=lambda id_: Match(id=id_, games=self.games),
            decide=match.decide,
            evolve=match.evolve,
            reveals=match.reveals,
            evidence=evidence,
        )
        self.handler = Handler(ledger, REGISTRY, decider)

    def match(self, id_: str) -> Match:
        return self.handler.load(f"match:{id_}").state

    def start(self, id_: str) -> None:
        (game,) = self.games.values()
        command = Start(
            game=game,
            options=Options(),
            players=PLAYERS,
            seed="5e" * 32,
            nonces=(None, None),
            table=None,
            practice=True,
        )
        self.command(id_, "service:tests", command)

    def bid(self, id_: str, seat: int, coins: int) -> None:
        command = Play(player=PLAYERS[seat], seat=seat, turn=self.match(id_).turn, move=Bid(coins=coins))
        self.command(id_, PLAYERS[seat], command)

    def command(self, id_: str, by: str, command: Command) -> None:
        cause = f"key-{self.match(id_).version}"
        self.handler.handle(Message(stream=f"match:{id_}", by=by, cause=cause, command=command))


def evidence(state: Match, command: Command) -> dict[int, dict[str, Any]]:
    if not isinstance(command, Play):
        return {}
    return {0: {"move": plain_move(GAME.moves, command.move), "seat": command.seat, "turn": command.turn}}


def test_a_match_that_began_before_the_change_is_judged_as_it_was():
    ledger = MemoryLedger()
    before, after = Release(GAME, ledger), Release(NEXT_RELEASE, ledger)
    before.start(ID)
    before.bid(ID, 0, 3)
    after.bid(ID, 1, 3)
    assert after.match(ID).state.totals == (3, 3)
    assert after.match(ID).started == before.match(ID).started
    assert len(NEXT_RELEASE.legal_moves(after.match(ID).state, 0)) == 4


def test_one_that_begins_after_it_is_judged_by_the_new_number():
    after = Release(NEXT_RELEASE, MemoryLedger())
    after.start(ID)
    with pytest.raises(IllegalMove, match="at most 2 coins"):
        after.bid(ID, 0, 3)
    after.bid(ID, 0, 2)
    assert len(NEXT_RELEASE.legal_moves(after.match(ID).state, 1)) == 3


def whole(game: Game) -> MemoryLedger:
    """A match of two rounds in which everybody bids as much as the rules of the release allow."""
    ledger = MemoryLedger()
    release = Release(game, ledger)
    release.start(ID)
    while seats := release.match(ID).called:
        release.bid(ID, seats[0], MOST[game.rules])
    return ledger


def test_matches_of_both_numbers_are_decided_again_as_they_were():
    for began in (GAME, NEXT_RELEASE):
        streams = streams_of(whole(began), ID)
        assert first_difference(ID, streams, {began.slug: NEXT_RELEASE}, REGISTRY) is None


def test_a_release_that_does_not_know_the_number_reads_and_does_not_judge():
    ledger = MemoryLedger()
    Release(NEXT_RELEASE, ledger).start(ID)
    before = Release(GAME, ledger)
    assert (before.match(ID).game, before.match(ID).called, before.match(ID).state) == (None, (0, 1), None)
    with pytest.raises(ReadOnly, match="this server does not have the rules of this match"):
        before.bid(ID, 0, 2)
    with pytest.raises(ReadOnly, match="the rules 2 of Secret bids"):
        first_difference(ID, streams_of(ledger, ID), before.games, REGISTRY)


def test_a_ruling_that_changes_without_a_number_is_found_by_deciding_again(monkeypatch: pytest.MonkeyPatch):
    streams = streams_of(whole(GAME), ID)
    monkeypatch.setitem(MOST, 1, 2)
    found = first_difference(ID, streams, {GAME.slug: replace(GAME)}, REGISTRY)
    assert str(found) == 'version 4, field move: stored {"coins": 3, "name": "bid"}, now a bid is at most 2 coins'
