"""The platform around a game: turns, resignations, what is opened, and every way out."""

import hmac
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import pytest

from shared.bots import stand_in
from shared.errors import IllegalMove, MatchOver, NotAllowed, NotYourSeat, NotYourTurn, ReadOnly, StaleTurn
from shared.evidence import Asked, Reveal
from shared.games.chance import Drawn, commitment, match_key
from shared.platform.match import (
    Abort,
    Adjudicate,
    AgreeToStandIn,
    Command,
    Match,
    Play,
    Resign,
    SeatStandIn,
    StandIn,
    Start,
    after,
    decide,
    evolve,
    reveals,
)
from shared.platform.match.events import (
    MatchAborted,
    MatchAdjudicated,
    MatchEnded,
    MatchStarted,
    SeatResigned,
    StandInAgreed,
    StandInSeated,
    StoodIn,
    TurnStarted,
)
from shared.platform.terms import USUAL
from tests.games.secret_bids import CARDS, GAME, Bid, BidMade, CardOpened, Options

GAMES = {GAME.slug: GAME}
STAND_IN = stand_in()
ADA, BOB, EVE = "person:ada000000000", "person:bob000000000", "person:eve000000000"
SEED = "5e" * 32
NONCES = ("a0" * 32, None)


def start(players: tuple[str, ...] = (ADA, BOB)) -> Start:
    return Start(game=GAME, options=Options(), players=players, seed=SEED, nonces=NONCES, table=None, practice=False)


def playing(*commands: Command, id: str = "m1") -> Match:
    match = Match(id=id, games=GAMES)
    for command in (start(), *commands):
        match = obeyed(match, command)
    return match


def obeyed(match: Match, command: Command) -> Match:
    asked = Asked(command.seat, command.turn, command.move) if isinstance(command, Play | StandIn) else None
    return after(match, decide(match, command), asked)


def bid(seat: int, turn: int, coins: int = 1, player: str | None = None) -> Play:
    return Play(player=player or (ADA, BOB)[seat], seat=seat, turn=turn, move=Bid(coins=coins))


def kinds(events: list[Any]) -> list[type]:
    return [type(event) for event in events]


def test_a_match_starts_with_its_facts_its_draws_and_a_first_turn() -> None:
    started, drawn, turn = decide(Match(id="m1", games=GAMES), start())
    assert started == MatchStarted(
        game="secret_bids", rules=1, options={"rounds": 2}, players=(ADA, BOB), commitment=commitment(SEED),
        nonces=NONCES, table=None, practice=False, branch=None, hints=True, terms=USUAL, deal=None,
        host_key=None, keys=(None, None),
        seed=SEED,
    )  # fmt: skip
    assert isinstance(drawn, Drawn)
    assert turn == TurnStarted(seats=(0, 1))


def test_the_draws_come_from_seed_id_and_nonces_alone() -> None:
    key = hmac.digest(bytes.fromhex(SEED), b'["m1",["' + b"a0" * 32 + b'",null]]', "sha256")
    assert match_key(SEED, "m1", NONCES) == key
    ranks = [hmac.digest(key, f"cards:{index}".encode(), "sha256") for index in range(5)]
    assert playing().draws["cards"].order == tuple(sorted(range(5), key=lambda index: ranks[index]))


def test_a_match_starts_once() -> None:
    with pytest.raises(MatchOver, match="the match has already started"):
        decide(playing(), start())


def test_nothing_can_be_asked_of_a_match_that_has_not_started() -> None:
    with pytest.raises(MatchOver, match="the match has not started"):
        decide(Match(id="m1", games=GAMES), Resign(player=ADA))


def test_a_turn_is_named_by_the_version_that_called_its_seats() -> None:
    match = playing()
    assert (match.version, match.turn, match.called) == (3, 3, (0, 1))
    assert (match.turn_of(0), match.turn_of(1)) == (3, 3)


def test_a_turn_goes_on_until_all_its_seats_have_moved() -> None:
    match = playing()
    assert decide(match, bid(1, 3)) == [BidMade(seat=1, coins=1)]
    match = obeyed(match, bid(1, 3))
    assert (match.called, match.turn_of(0), match.turn_of(1)) == ((0,), 3, None)
    assert kinds(decide(match, bid(0, 3))) == [BidMade, CardOpened, TurnStarted]


def test_who_has_moved_waits_for_the_others() -> None:
    with pytest.raises(NotYourTurn, match="waiting for seat 1"):
        decide(playing(bid(1, 3)), bid(1, 3))


def test_a_turn_that_calls_fewer_than_still_owed_a_move_is_a_new_one() -> None:
    first_bid_stops_seat_1 = replace(GAME, to_move=lambda state: (0,) if state.bids else (0, 1, 2))
    match = Match(id="m1", games={GAME.slug: first_bid_stops_seat_1})
    match = obeyed(match, start((ADA, BOB, EVE)))
    events = decide(match, bid(2, 3, player=EVE))
    assert events == [BidMade(seat=2, coins=1), TurnStarted(seats=(0,))]


def test_an_answer_to_an_old_turn_is_stale() -> None:
    match = playing(bid(1, 3), bid(0, 3))
    with pytest.raises(StaleTurn, match="this turn is over: the match went on") as caught:
        decide(match, bid(0, 3))
    assert caught.value.values == {"turn": 3, "now": match.turn}


def test_nobody_moves_for_another() -> None:
    with pytest.raises(NotYourSeat, match="you do not sit at this match"):
        decide(playing(), bid(0, 3, player=BOB))
    with pytest.raises(NotYourSeat, match="you do not sit at this match"):
        decide(playing(), bid(9, 3, player=BOB))


def test_what_the_rules_forbid_changes_nothing() -> None:
    with pytest.raises(IllegalMove, match="a bid is at most 3 coins"):
        decide(playing(), bid(0, 3, coins=4))


def test_a_match_ends_when_nobody_is_called_any_more() -> None:
    match = playing(bid(1, 3), bid(0, 3))
    match = obeyed(match, bid(1, match.turn))
    last = decide(match, bid(0, match.turn))
    assert kinds(last) == [BidMade, CardOpened, MatchEnded]
    assert last[-1] == MatchEnded(reason="finished")
    match = after(match, last)
    assert match.is_over
    assert match.turn_of(0) is None
    with pytest.raises(MatchOver, match="the match is over"):
        decide(match, bid(0, match.turn))


def test_who_resigns_is_played_on_by_a_bot() -> None:
    assert decide(playing(), Resign(player=BOB)) == [SeatResigned(seat=1), StandInSeated(seat=1, player=STAND_IN)]
    match = playing(Resign(player=BOB))
    assert (match.players, match.resigned, match.called) == ((ADA, STAND_IN), frozenset({1}), (0, 1))
    assert decide(match, bid(1, 3, player=STAND_IN)) == [BidMade(seat=1, coins=1)]
    with pytest.raises(NotYourSeat, match="you do not sit at this match"):
        decide(match, bid(1, 3, player=BOB))
    with pytest.raises(NotYourSeat, match="you do not sit at this match"):
        decide(match, Resign(player=BOB))


def test_a_bot_that_fails_is_replaced_and_nobody_else() -> None:
    match = playing()
    match = evolve(match, StandInSeated(seat=1, player="bot:greedy@1"))
    assert decide(match, SeatStandIn(seat=1, turn=3)) == [StandInSeated(seat=1, player=STAND_IN)]
    for seat in (0, 1):
        with pytest.raises(NotAllowed, match="only another bot's seat is taken over"):
            decide(playing(Resign(player=BOB)), SeatStandIn(seat=seat, turn=3))


def of_three() -> Match:
    command = replace(start((ADA, BOB, EVE)), nonces=(None,) * 3)
    match = Match(id="m1", games=GAMES)
    return after(match, decide(match, command))


def test_when_all_the_others_agree_a_bot_plays_on_for_who_never_came() -> None:
    match = of_three()
    for_eve = AgreeToStandIn(player=ADA, absent=2, turn=3)
    assert decide(match, for_eve) == [StandInAgreed(seat=0, absent=2, turn=3)]
    match = obeyed(match, for_eve)
    assert match.agreed == {2: {0}}
    with pytest.raises(NotAllowed, match="you have agreed already"):
        decide(match, for_eve)
    by_bob = replace(for_eve, player=BOB)
    seated = StandInSeated(seat=2, player=STAND_IN)
    assert decide(match, by_bob) == [StandInAgreed(seat=1, absent=2, turn=3), seated]
    match = obeyed(match, by_bob)
    assert (match.players, match.resigned, match.called) == ((ADA, BOB, STAND_IN), frozenset(), (0, 1, 2))
    with pytest.raises(NotYourSeat, match="you do not sit at this match"):
        decide(match, replace(for_eve, player=EVE, absent=0))


def test_who_seems_not_to_be_there_either_is_not_waited_for() -> None:
    match, command = of_three(), AgreeToStandIn(player=ADA, absent=2, turn=3, waived=frozenset({1, 2}))
    assert decide(match, command)[1:] == [StandInSeated(seat=2, player=STAND_IN)]
    with_bot = evolve(match, StandInSeated(seat=1, player=STAND_IN))
    assert decide(with_bot, replace(command, waived=frozenset()))[1:] == [StandInSeated(seat=2, player=STAND_IN)]


def test_a_seat_is_given_to_a_bot_in_the_turn_that_it_was_called_for_and_by_no_other_than_players() -> None:
    match, command = of_three(), AgreeToStandIn(player=ADA, absent=2, turn=3)
    wrong: list[tuple[AgreeToStandIn, type[Exception], str]] = [
        (replace(command, player="person:zoe000000000"), NotYourSeat, "you do not sit at this match"),
        (replace(command, turn=2), StaleTurn, "this turn is over"),
        (replace(command, absent=0), NotAllowed, "you can't give your own seat to a bot like this: resign instead"),
        (replace(command, absent=7), NotAllowed, "nobody is waiting for a person in this seat"),
    ]
    for each, verdict, sentence in wrong:
        with pytest.raises(verdict, match=sentence):
            decide(match, each)
    for nobody in (evolve(match, StandInSeated(seat=2, player=STAND_IN)), match._replace(called=(0, 1))):
        with pytest.raises(NotAllowed, match="nobody is waiting for a person in this seat"):
            decide(nobody, command)


def test_a_new_turn_asks_anew_who_is_there() -> None:
    match = obeyed(of_three(), AgreeToStandIn(player=ADA, absent=2, turn=3))
    assert evolve(match, TurnStarted(seats=(2,))).agreed == {}


def test_a_bot_that_moved_meanwhile_keeps_its_seat() -> None:
    slow = after(playing(), [StandInSeated(seat=1, player="bot:slow@1")])
    assert decide(slow, SeatStandIn(seat=1, turn=3)) == [StandInSeated(seat=1, player=STAND_IN)]
    with pytest.raises(StaleTurn):
        decide(obeyed(slow, bid(1, 3, player="bot:slow@1")), SeatStandIn(seat=1, turn=3))


def test_another_bot_plays_one_turn_of_a_bot_that_could_not() -> None:
    match = after(playing(), [StandInSeated(seat=1, player="bot:slow@1")])
    command = StandIn(player=STAND_IN, seat=1, turn=3, move=Bid(coins=1), reason="late")
    moved = decide(match, bid(1, 3, player="bot:slow@1"))
    assert decide(match, command) == [moved[0], StoodIn(seat=1, player=STAND_IN, reason="late"), *moved[1:]]
    then = obeyed(match, command)
    assert (then.players[1], then.called) == ("bot:slow@1", (0,))
    with pytest.raises(NotYourTurn):
        decide(then, command)
    with pytest.raises(StaleTurn):
        decide(match, replace(command, turn=2))


@pytest.mark.parametrize(
    ("seat", "player"), [(0, STAND_IN), (1, "person:eve000000000"), (1, "bot:slow@1"), (7, STAND_IN)]
)
def test_nobody_else_is_stood_in_for_and_by_nobody_else(seat: int, player: str) -> None:
    match = after(playing(), [StandInSeated(seat=1, player="bot:slow@1")])
    with pytest.raises(NotAllowed, match="only another bot's seat is taken over"):
        decide(match, StandIn(player=player, seat=seat, turn=3, move=Bid(coins=1), reason="late"))


def test_a_match_that_went_on_meanwhile_is_not_aborted_as_idle() -> None:
    match = playing()
    command = Abort(reason="idle", at=match.version)
    assert decide(match, command) == [MatchAborted(reason="idle", note=None)]
    with pytest.raises(StaleTurn, match=r"^the match went on$"):
        decide(obeyed(match, bid(1, 3)), command)


def test_an_operator_aborts_without_the_game() -> None:
    events = [*decide(Match(id="m1", games=GAMES), start()), BidMade(seat=0, coins=1)]
    blind = after(Match(id="m1", games={}), events)
    with pytest.raises(ReadOnly, match="this server does not have the rules of this match"):
        decide(blind, bid(0, 3))
    assert blind.state is None
    assert decide(blind, Abort(reason="operator", note="rules broken")) == [
        MatchAborted(reason="operator", note="rules broken")
    ]


@pytest.mark.parametrize(
    "end", [MatchAborted(reason="idle", note=None), MatchAdjudicated(places=(1, 2), note="rain stopped play")]
)
def test_every_way_out_is_final(end: Any) -> None:
    match = evolve(playing(), end)
    assert match.status == ("aborted" if isinstance(end, MatchAborted) else "adjudicated")
    for command in (bid(0, 3), Resign(player=ADA), Abort(reason="operator")):
        with pytest.raises(MatchOver):
            decide(match, command)


def test_an_event_proves_the_drawn_things_it_opens_and_only_once() -> None:
    match = playing(bid(1, 3))
    events = decide(match, bid(0, 3))
    none, proofs, nothing = reveals(match, events)
    assert (none, nothing) == ([], [])
    (proof,) = proofs
    assert isinstance(proof, Reveal)
    public = match.draws["cards"]
    told = f"{proof.label}:{proof.position}:{proof.item}".encode()
    assert sha256(bytes.fromhex(proof.salt) + told).hexdigest() == public.seals[0]
    assert proof.item == CARDS[public.order[0]]
    again = after(match, events)
    assert reveals(again, [CardOpened(card=proof.item)]) == [[]]


def test_what_the_draws_give_first_is_proved_when_the_match_starts() -> None:
    opened = [*decide(Match(id="m1", games=GAMES), start()), CardOpened(card=playing().draws["cards"].at(0))]
    assert [len(proofs) for proofs in reveals(Match(id="m1", games=GAMES), opened)] == [0, 0, 0, 1]


def test_a_bot_has_a_chance_of_its_own_at_every_turn_and_seat() -> None:
    match = playing()
    later = playing(bid(1, 3), bid(0, 3))
    assert len({match.bot_chance(0).key, match.bot_chance(1).key, later.bot_chance(0).key}) == 3


def test_a_view_of_the_match_is_the_games_view() -> None:
    assert playing().view(0).order is None
    assert playing().seat_of(BOB) == 1
    assert playing().seat_of("person:nobody") is None


def test_an_operator_decides_the_places_once() -> None:
    command = Adjudicate(places=(None, 1), note="Ada fell ill")
    assert decide(playing(), command) == [MatchAdjudicated(places=(None, 1), note="Ada fell ill")]
    with pytest.raises(MatchOver):
        decide(obeyed(playing(), command), command)


SEATS = "one place or none for each seat, 2 in this match"
SHARED = "places count from 1, and equal ones are shared: 1, 2, 2, 4"


@pytest.mark.parametrize(("places", "words"), [((1,), SEATS), ((2, 2), SHARED), ((1, 2, 3), SEATS)])
def test_every_seat_has_a_possible_place_or_none(places: tuple[int, ...], words: str) -> None:
    with pytest.raises(NotAllowed, match=words):
        decide(playing(), Adjudicate(places=places, note="Ada fell ill"))


@dataclass(frozen=True)
class Forgotten:
    """An event that no case of `evolve` is for."""


def test_an_event_without_a_case_is_a_mistake_and_not_ignored() -> None:
    """It reaches the game, which knows its own events alone."""
    with pytest.raises(AssertionError):
        evolve(playing(), Forgotten())
