"""A card is shown within a turn: the turn, its clock and who is called stay, and every reader takes the record."""

from typing import Any

import pytest

from infra.verify import verify
from services.scoring.analysis import own_moves
from shared.errors import IllegalMove, NotAllowed, StaleTurn
from shared.evidence import Asked
from shared.games.registry import GAMES
from shared.games.sprawlopolis.play.events import CardShown
from shared.games.sprawlopolis.play.moves import ShowCard
from shared.ledger.decider import Message
from shared.platform.again.decided_again import first_difference
from shared.platform.branches import branch_from, branched
from shared.platform.match import Abort, AskToTakeBack, Match, Play, Start, decide, timed
from shared.platform.match.events import LatenessForgiven, TurnStarted
from shared.platform.match.evolve import after
from shared.platform.records.export import export, streams_of
from shared.platform.terms import Clock, Terms
from tests.platform.test_take_back import ADA, BOB, ID, Played

GAME = GAMES["sprawlopolis"]
BRANCH = "branchofshow"
USUAL = {"table": None, "practice": True, "nonces": (None, None)}
FACTS: dict[str, Any] = {"game": GAME, "options": GAME.options(), **USUAL}


def showing(match: Match, card: int) -> Play:
    (seat,) = match.called
    return Play(player=match.players[seat], seat=seat, turn=match.turn, move=ShowCard(card=card))


def show(played: Played, at: int = 0) -> int:
    """The card, of whoever is called."""
    card: int = played.now.state.cards_of(played.now.called[0])[at]
    command = showing(played.now, card)
    played.give(command.player, command)
    return card


@pytest.fixture
def played() -> Played:
    return Played((ADA, BOB), GAME.slug)


def test_the_turn_goes_on_until_the_card_is_laid(played: Played) -> None:
    before = played.now
    card = show(played)
    assert played.events()[-1] == CardShown(seat=before.called[0], card=card)
    assert (played.now.turn, played.now.called) == (before.turn, before.called)
    with pytest.raises(IllegalMove, match="already"):
        show(played)
    played.move()
    assert isinstance(played.events()[-1], TurnStarted)
    with pytest.raises(StaleTurn):
        played.give(ADA, showing(before, card))


def test_the_record_holds_and_is_decided_again_as_it_stands(played: Played) -> None:
    for at in range(3):
        show(played, at % 2)
        played.move(at)
    played.check_record()


def test_what_was_hidden_is_proved_once(played: Played) -> None:
    card = show(played)
    played.move()
    entries = played.streams.matches.reader.past(f"match:{ID}").entries
    proof = ("cards", str(card))
    found = [entry for entry in entries if proof in [(each.label, each.item) for each in entry.envelope.reveals]]
    assert [type(entry.event) for entry in found] == [CardShown]


def test_nothing_goes_back_past_what_was_shown(played: Played) -> None:
    turn, player = played.now.turn, played.now.players[played.now.called[0]]
    show(played)
    assert played.now.starts == ()
    with pytest.raises(NotAllowed, match="something hidden became known"):
        played.give(player, AskToTakeBack(player=player, to=turn))


def test_a_card_that_everybody_had_seen_reveals_nothing(played: Played) -> None:
    """It lay open on the deck: the match can still go back to the start of the turn, where nothing is shown."""
    played.move()
    played.move()
    match = played.now
    (seat,) = match.called
    (drawn,) = [held.card for held in match.state.hands[seat] if held.known == -1][-1:]
    played.give(match.players[seat], showing(match, drawn))
    assert played.now.starts == match.starts
    assert played.now.starts[-1].state.shown is None


def test_a_branch_repeats_it(played: Played) -> None:
    show(played)
    played.move()
    card, then = show(played, 1), played.now
    played.give("service:test", Abort(reason="idle"))
    branch = branched(played.streams, branch_from(played.streams, ID, then.version, afresh=False))
    start = Start(players=(ADA, BOB), seed="6f" * 32, branched=branch, **FACTS)
    played.streams.matches.handle(Message(stream=f"match:{BRANCH}", by="service:test", cause="start", command=start))
    match = played.streams.match(BRANCH).state
    assert (match.state.shown, match.called) == (card, then.called)
    assert first_difference(BRANCH, streams_of(played.streams.ledger, BRANCH)) is None
    assert verify(export(played.streams.ledger, BRANCH)).holds


def test_an_analysis_weighs_the_move_alone(played: Played) -> None:
    show(played)
    played.move()
    entries = played.streams.matches.reader.past(f"match:{ID}").entries
    assert [asked.move["name"] for asked in own_moves(entries).values()] == ["play_card"]


@pytest.mark.parametrize("late", [-30_000, 500])
@pytest.mark.parametrize("clock", [Clock("turn", 60), Clock("total", 60, increment=5, delay=2)])
def test_the_clock_runs_on(clock: Clock, late: int) -> None:
    """Showing brings no time: no increment, no turn of one's own, and nothing that is forgiven."""
    match = timed(Match(id=ID, games=GAMES), 0)
    match = after(match, decide(match, Start(players=(ADA, BOB), seed="5e" * 32, terms=Terms(clock=clock), **FACTS)))
    (seat,) = match.called
    deadline = match.time.hands[seat].deadline
    assert deadline
    match = timed(match, deadline + late)
    command = showing(match, match.state.cards_of(seat)[0])
    events = decide(match, command)
    assert not any(isinstance(event, LatenessForgiven) for event in events)
    shown = after(match, events, Asked(seat, match.turn, command.move))
    assert shown.time == match.time
    assert shown.time.hands[seat].is_running(match.now)
