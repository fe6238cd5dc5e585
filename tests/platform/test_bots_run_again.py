"""Bots are run again from their records: every move comes out as it stands there, and another one is named."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bots import BOTS, mind
from shared.bots.mind import Mind
from shared.errors import Broken
from shared.games.chance import Chance
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.ledger.codec import Registry
from shared.ledger.decider import Message
from shared.ledger.handler import Handler
from shared.ledger.memory import MemoryLedger
from shared.platform.again.of_bots import SETTLED, NoAnswer, Ran, built_in, run_again
from shared.platform.events import EVENTS
from shared.platform.match import Command, Match, Play, Start
from shared.platform.match.by_bot import Make, move_by
from shared.platform.moves import move_from
from shared.platform.records.export import streams_of
from shared.platform.streams import MATCH
from tests.games import secret_bids
from tests.records import ID, KINDS, WAYS, Told
from tests.rules import gate

BY_HAND = {"quadropolis-stood-in", "sprawlopolis-stood-in"}
"""Recorded while the tests let any_move make the moves of greedy's seat: just what this check is there to find."""

GREEDY, ANY = "bot:greedy@1", "bot:any_move@1"


@cache
def told(slug: str, way: str) -> Told:
    return WAYS[way][0](GAMES[slug])


def again(one: Told, makes: Any = built_in) -> Ran:
    return run_again(ID, streams_of(one.streams.ledger, ID), makes)


def played_by(game: Game, *players: str, moves: int = 1000) -> Told:
    """A practice match of these bots."""
    one = Told(game)
    facts: dict[str, Any] = {"seed": "5e" * 32, "nonces": (None,) * len(players), "table": None, "practice": True}
    one.obey("match", "service:test", Start(game=game, options=game.options(), players=players, **facts))
    return one.play(moves)


# What was recorded comes out again.


@pytest.mark.parametrize(("slug", "way"), KINDS)
def test_every_move_of_a_bot_comes_out_as_it_stands_in_the_record(slug, way):
    """Whatever happened there: branches, deals, stand-ins, resignations, clocks, moves taken back."""
    ran = again(told(slug, way))
    by_bots = [entry for entry in told(slug, way).streams.matches.reader.past(f"match:{ID}").entries if entry.asked]
    assert (ran.otherwise, ran.missing) == (None, ())
    if way not in ("branch afresh", "branch as it was"):
        assert ran.moves == sum(entry.envelope.by.startswith("bot:") for entry in by_bots)


@pytest.mark.long
@pytest.mark.parametrize("player", [bot.player for bot in BOTS])
@pytest.mark.parametrize("slug", GAMES)
def test_every_version_of_a_bot_that_there_ever_was_plays_the_same_again(slug, player):
    ran = again(played_by(GAMES[slug], player, ANY, moves=6))
    assert ran == Ran(6, None, ())


@pytest.mark.parametrize("name", gate.names())
def test_bots_of_matches_that_earlier_releases_recorded_play_the_same_today(name):
    """A change in what a bot plays is a new version of it: this fails where somebody forgot it."""
    record = gate.record_of(name)
    ran = run_again(record.id, record.streams, built_in)
    assert ran.missing == ()
    assert (ran.otherwise is not None) == (name in BY_HAND), str(ran.otherwise)


SEEDS = ("0", "1", "4242")


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_no_bot_depends_on_the_hashes_of_a_process(slug):
    """In processes of their own, with other hashes of texts each."""
    code = f"from tests.platform.test_bots_run_again import moves_of_all; print(moves_of_all({slug!r}))"
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in SEEDS
    }
    assert len(found) == 1
    assert len(json.loads(found.pop())) == len(BOTS)


def moves_of_all(slug: str) -> str:
    """What each bot plays third, after two moves of any_move."""
    match = played_by(GAMES[slug], ANY, ANY, moves=4).match
    (seat,) = match.called
    return json.dumps({bot.player: repr(move_by(bot.make, match, seat)) for bot in BOTS})


@pytest.mark.parametrize("slug", GAMES)
def test_no_bot_depends_on_how_many_moves_it_has_seen(slug):
    """One mind for all questions, asked in the other direction, answers as minds that were made anew."""
    match, positions = played_by(GAMES[slug], ANY, ANY, moves=0), list[tuple[Match, Any]]()
    for _ in range(6):
        now = match.match
        positions.append((now, move_by(built_in(GREEDY), now, now.called[0])))
        match.play(1)
    kept = [mind(GREEDY, GAMES[slug], seat) for seat in range(2)]
    for now, move in reversed(positions):
        assert move_by(lambda game, seat: kept[seat], now, now.called[0]) == move


# What is not the bot's is named.


def by_hand(game: Game, player: str, other: int) -> Told:
    """A person's hand makes the move number `other` of the bot's seat, and the bot all others."""
    one, moves = played_by(game, player, ANY, moves=0), 0
    while (match := one.match).called:
        seat = match.called[0]
        if seat == 0 and moves == other:
            legal = game.legal_moves(match.view(seat), seat)
            its_own = move_by(built_in(player), match, seat)
            move = next(each for each in legal if each != its_own)
            one.obey("match", player, Play(player=player, seat=seat, turn=match.turn, move=move))
            return one.play()
        moves += seat == 0
        one.play(1)
    raise AssertionError("the match was shorter")


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 4))
def test_the_first_move_that_the_bot_would_not_have_made_is_named(slug, other):
    game = GAMES[slug]
    forged = by_hand(game, GREEDY, other)
    entries = forged.streams.matches.reader.past(f"match:{ID}").entries
    found = again(forged).otherwise
    assert found
    made = [entry for entry in entries if entry.asked and entry.envelope.by == GREEDY]
    assert (found.version, found.player, found.seat) == (made[other].version, GREEDY, 0)
    assert found.made == made[other].asked.move != found.would
    move_from(game.moves, found.would)
    assert str(found).startswith("bot:greedy@1 would have taken {")
    assert "; its operator played something else: {" in str(found)


def test_the_version_that_sat_there_is_run_and_no_other():
    """In Sprawlopolis the versions of strong play differently: under the name of the other one, a move is named."""
    old, new = built_in("bot:strong@1"), built_in("bot:strong@2")
    exchanged = {"bot:strong@1": new, "bot:strong@2": old, ANY: built_in(ANY)}
    for player in ("bot:strong@1", "bot:strong@2"):
        one = played_by(GAMES["sprawlopolis"], player, ANY, moves=5)
        assert again(one).otherwise is None
        ran = again(one, exchanged.__getitem__)
        found = [each for each in (ran.otherwise, *ran.doubted) if each]
        assert [each.player for each in found] == [player]


# Who can't be run.


def only_any_move(player: str) -> Make:
    if player != ANY:
        raise NoAnswer("this release does not have the bot {player}", player=player)
    return built_in(player)


def test_a_bot_that_is_not_here_is_named_and_all_others_are_run():
    one = played_by(GAMES["quadropolis"], GREEDY, ANY)
    assert again(one, only_any_move) == Ran(16, None, (GREEDY,))


def test_a_bot_that_gives_no_answer_is_not_asked_again():
    asked = []

    def gone(game: Game, seat: int) -> Mind:
        def move(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
            asked.append(seat)
            raise NoAnswer("the bot {player} could not be run again: {detail}", player=GREEDY, detail="late")

        return move

    one = played_by(GAMES["quadropolis"], GREEDY, ANY)
    assert again(one, {GREEDY: gone, ANY: built_in(ANY)}.__getitem__) == Ran(16, None, (GREEDY,))
    assert asked == [0]


def test_a_version_that_no_release_has_is_refused_by_name():
    with pytest.raises(NoAnswer, match="this release does not have the bot bot:greedy@7"):
        built_in("bot:greedy@7")


def test_a_mind_that_fails_where_its_move_stands_in_the_record_breaks_it():
    def fails(game: Game, seat: int) -> Mind:
        raise RuntimeError

    with pytest.raises(Broken):
        again(played_by(GAMES["quadropolis"], GREEDY, ANY), {GREEDY: fails, ANY: built_in(ANY)}.__getitem__)


# A bot may have thought before what others did in the same turn was stored.


def follower(game: Game, seat: int) -> Mind:
    """It bids one coin for each bid that it sees."""
    return lambda view, moves, chance: moves[len(view.bids)]


BIDS = Registry(EVENTS, secret_bids.GAME.events)


def bidding(first: str, coins: int) -> MemoryLedger:
    """The first seat bids nothing, then the second one so many coins, in the same turn."""
    ledger, game = MemoryLedger(), secret_bids.GAME
    decider = replace(MATCH, initial=lambda id_: Match(id=id_, games={game.slug: game}))
    handler: Handler[Match, Command] = Handler(ledger, BIDS, decider)
    facts: dict[str, Any] = {"seed": "5e" * 32, "nonces": (None, None), "table": None, "practice": True}
    start = Start(game=game, options=game.options(), players=(first, "bot:follower@1"), **facts)
    stream = f"match:{ID}"
    handler.handle(Message(stream=stream, by="service:test", cause="start", command=start))
    turn = handler.load(stream).state.turn
    for seat, player, bid in ((0, first, 0), (1, "bot:follower@1", coins)):
        command = Play(player=player, seat=seat, turn=turn, move=secret_bids.Bid(coins=bid))
        handler.handle(Message(stream=stream, by=player, cause=f"bid-{seat}", command=command))
    return ledger


@pytest.mark.parametrize(("coins", "is_its_own"), [(0, True), (1, True), (2, False)])
def test_where_several_are_called_a_bot_has_seen_one_of_the_positions_of_its_turn(coins, is_its_own):
    game, streams = secret_bids.GAME, streams_of(bidding("person:ada", coins), ID)
    ran = run_again(ID, streams, lambda player: follower, {game.slug: game}, BIDS)
    assert ran.moves == 1
    assert (ran.otherwise is None) == is_its_own
    if ran.otherwise:
        assert (ran.otherwise.made, ran.otherwise.would) == ({"coins": 2, "name": "bid"}, {"coins": 1, "name": "bid"})


def test_a_version_that_was_still_being_changed_then_is_doubted_and_all_others_are_run(monkeypatch):
    """Nobody knows from which hour of those days the record is."""
    one = by_hand(GAMES["quadropolis"], GREEDY, 1)
    monkeypatch.setitem(SETTLED, GREEDY, "2026-12-24T00:00:00.000Z")
    ran = again(one)
    assert (ran.otherwise, [each.player for each in ran.doubted]) == (None, [GREEDY])
    assert ran.moves == 2 + 16
    monkeypatch.setitem(SETTLED, GREEDY, "2026-04-01T00:00:00.000Z")
    assert again(one).otherwise == ran.doubted[0]


def test_what_is_settled_is_known_of_versions_that_there_are():
    assert SETTLED.keys() == {"bot:look_ahead@1", "bot:strong@1", "bot:level_4@1"}
