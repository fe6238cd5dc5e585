"""What the load generator says of acknowledged moves is what the ledger holds, and it fails where anything is wrong."""

from collections import Counter

import pytest
from msgspec.structs import replace

from services.console.practice import practice
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.memory import MemoryLedger
from shared.ledger.past import Past
from shared.platform.match import Command, Play
from shared.platform.streams import Streams
from tests.bench.load.__main__ import passes
from tests.bench.load.account import Account, account, waits_for_bots
from tests.bench.load.match import Turn, after
from tests.bench.load.run import Measured, Plan
from tests.bench.load.table import verdict
from tests.bench.load.tally import Tally
from tests.bench.load.watch import Watched
from tests.bench.played import ID, played

PEOPLE = ("person:aaaaaaaaaaaa", "person:bbbbbbbbbbbb")
MATCH = "load00000001"


@pytest.fixture
def streams() -> Streams:
    """Eight moves of two people, of which each has the key `load-<turn>`."""
    made = Streams(MemoryLedger())
    start: Command = practice(GAMES["quadropolis"], PEOPLE, GAMES["quadropolis"].options(), "1" * 64)
    made.matches.handle(Message(stream=f"match:{MATCH}", by="service:tests", cause="start", command=start))
    for _ in range(8):
        state = made.match(MATCH).state
        seat = state.called[0]
        move = state.rules.legal_moves(state.view(seat), seat)[0]
        player = state.players[seat]
        play: Command = Play(player=player, seat=seat, turn=state.turn, move=move)
        message = Message(stream=f"match:{MATCH}", by=player, cause=f"load-{state.turn:04}", command=play)
        made.matches.handle(message)
    return made


@pytest.fixture
def answered(streams: Streams) -> dict[str, int | None]:
    """What a client learned that got every answer."""
    answers = streams.match(MATCH).answers
    return {cause: answer.last for (by, cause), answer in answers.items() if by in PEOPLE}


def account_of(streams: Streams, answered: dict[str, int | None]) -> Account:
    return account(streams.matches.reader.verified(f"match:{MATCH}"), answered)


def test_what_was_acknowledged_is_stored_once(streams: Streams, answered: dict[str, int | None]):
    found = account_of(streams, answered)
    assert found == Account(acknowledged=8, stored=8)
    assert found.is_right
    assert account_of(streams, dict.fromkeys(answered)).is_right  # pages name no version
    assert verdict(found + found) == "16 acknowledged moves, 16 stored: 0 lost, 0 doubled"


def test_a_move_is_lost_that_is_not_stored_or_not_as_it_was_answered(streams: Streams, answered: dict[str, int | None]):
    key = next(iter(answered))
    assert account_of(streams, {**answered, "load-9999": 7}).lost == 1
    assert account_of(streams, {**answered, key: 999}).lost == 1
    assert account_of(streams, {cause: version for cause, version in answered.items() if cause != key}) == Account(
        acknowledged=7, stored=8, unanswered=1
    )


def test_a_turn_that_was_played_twice_is_doubled(streams: Streams, answered: dict[str, int | None]):
    past = streams.matches.reader.verified(f"match:{MATCH}")
    move, again = next(entry for entry in past.entries if entry.envelope.move), past.version + 1
    for cause in (move.envelope.cause, "another-key"):
        envelope = replace(move.envelope, version=again, cause=cause)
        twice = Past(past.stream, (*past.entries, move._replace(version=again, envelope=envelope)))
        assert account(twice, answered).doubled == 1


def test_bots_answer_people_and_not_each_other():
    envelopes = [entry.envelope for entry in played().matches.reader.past(f"match:{ID}").entries]
    assert list(waits_for_bots(envelopes)) == []
    moves = [envelope for envelope in envelopes if envelope.move][:3]
    said = [
        replace(moves[0], by=PEOPLE[0], at="2026-01-01T00:00:00.000Z"),
        replace(moves[1], at="2026-01-01T00:00:00.020Z"),
        replace(moves[2], at="2026-01-01T00:00:00.050Z"),
    ]
    assert [seconds for _, seconds in waits_for_bots(said)] == [0.02]


PLAN = Plan(style="post", matches=1, bots=0, warm_up=0, seconds=1)
OPENED = Counter({101: 9})


def in_error() -> Tally:
    tally = Tally()
    tally.answered("move", 503, 0.1)
    return tally


def test_a_load_passes_where_all_is_well():
    right = Account(acknowledged=8, stored=8)
    assert passes([Measured(PLAN, account=right)], [Watched(9, statuses=OPENED, account=right)], is_killing=False)


@pytest.mark.parametrize(
    "watch",
    [
        Watched(9, statuses=OPENED, missing=1),
        Watched(9, statuses=Counter({101: 8, 503: 1})),
        Watched(9, statuses=Counter({101: 8, 0: 1})),
        Watched(9, statuses=OPENED, account=Account(lost=1)),
    ],
    ids=["a missing frame", "a refused socket", "a socket without an answer", "a lost move"],
)
@pytest.mark.parametrize("is_killing", [False, True])
def test_a_load_fails_where_spectators_miss_anything_or_a_move_is_lost(watch: Watched, is_killing: bool):
    assert not passes([], [Watched(9, statuses=OPENED), watch], is_killing)


def test_an_error_fails_unless_programs_are_killed():
    run = Measured(PLAN, tally=in_error())
    assert not passes([run], [], is_killing=False)
    assert passes([run], [], is_killing=True)
    assert not passes([Measured(PLAN, account=Account(doubled=1))], [], is_killing=True)


def test_what_follows_a_move_is_known_before_it_is_sent(streams: Streams):
    """Through the end of a round, whose tiles nobody has seen yet."""
    for _ in range(12):
        state = streams.match(MATCH).state
        turn = Turn(state.called[0], state.turn, state)
        move = turn.moves[-1]
        player = state.players[turn.seat]
        play: Command = Play(player=player, seat=turn.seat, turn=turn.number, move=move)
        message = Message(stream=f"match:{MATCH}", by=player, cause=f"then-{turn.number}", command=play)
        streams.matches.handle(message)
        assert after(turn, move) == streams.match(MATCH).state
