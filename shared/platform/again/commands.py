"""The command that stored events come from: of a start, of a move, and of what is said about taking one back."""

from collections.abc import Sequence
from dataclasses import replace

from shared.errors import ReadOnly
from shared.evidence import Asked
from shared.games.chance import Drawn
from shared.games.game import Game
from shared.ledger.past import Entry
from shared.platform.cited import Branch
from shared.platform.keys import Keys
from shared.platform.match import (
    AnswerTakeBack,
    AskToTakeBack,
    Branched,
    Command,
    Match,
    Play,
    StandIn,
    Start,
    WithdrawTakeBack,
)
from shared.platform.match.events import MatchStarted, StoodIn, TakeBackAnswered, TakeBackAsked, TakeBackWithdrawn
from shared.platform.moves import move_from

OF_TAKE_BACK = (TakeBackAsked, TakeBackAnswered, TakeBackWithdrawn)
"""They stand first among the events of their commands, and say all that was asked."""


def is_decided(first: Entry) -> bool:
    """Whether the command that begins with this event can be given again."""
    return first.asked is not None or isinstance(first.event, (MatchStarted, *OF_TAKE_BACK))


def command_of(match: Match, entries: Sequence[Entry]) -> Command:
    """Of one where the first event `is_decided`, as it was given to this match. Raises ReadOnly, Malformed."""
    first, *_ = entries
    player, event = first.envelope.by, first.event
    if first.asked:
        return _moved(match, player, first.asked, entries)
    match event:
        case TakeBackAsked():
            return AskToTakeBack(player=player, to=event.to)
        case TakeBackAnswered():
            return AnswerTakeBack(player=player, request=event.request, agrees=event.agrees)
        case TakeBackWithdrawn():
            return WithdrawTakeBack(player=player, request=event.request)
        case _:
            return _start(match, event, entries)


def _start(match: Match, stored: MatchStarted, entries: Sequence[Entry]) -> Start:
    """The command to start, by the rules of that time."""
    game = match.games.get(stored.game)
    if game is None:
        raise ReadOnly("this release does not have the rules of this match")
    if not 1 <= stored.rules <= game.rules or len(stored.players) not in game.seats:
        raise ReadOnly(
            "this release does not have the rules {rules} of {game} for this number of players: {count}",
            rules=stored.rules,
            game=game.title,
            count=len(stored.players),
        )
    return Start(
        game=replace(game, rules=stored.rules),
        options=game.options(**stored.options),
        players=stored.players,
        seed=stored.seed,
        nonces=stored.nonces,
        table=stored.table,
        practice=stored.practice,
        hints=stored.hints,
        terms=stored.terms,
        deal=stored.deal,
        keys=Keys(stored.host_key, stored.keys),
        branched=stored.branch and _branched(game, stored, stored.branch, entries),
    )


def _branched(game: Game, stored: MatchStarted, branch: Branch, entries: Sequence[Entry]) -> Branched:
    """A branch's first command holds what it repeats; only both records together show that it is what it cites."""
    drawn = next((entry.event for entry in entries if isinstance(entry.event, Drawn)), Drawn(draws=(), orders=()))
    by_label = {public.label: order for public, order in zip(drawn.draws, drawn.orders, strict=True)}
    orders = {label: order[: branch.settled.get(label, 0)] for label, order in by_label.items()}
    asked = [entry.asked for entry in entries if entry.asked]
    moves = tuple((each.seat, move_from(game.moves, each.move)) for each in asked)
    return Branched(branch=branch, rules=stored.rules, orders=orders, moves=moves)


def _moved(match: Match, player: str, asked: Asked, entries: Sequence[Entry]) -> Play | StandIn:
    """A stand-in moved itself: the event that says so names who wrote it."""
    seat, turn, said = asked
    move = move_from(match.rules.moves, said)
    stood_in = next((entry.event for entry in entries if isinstance(entry.event, StoodIn)), None)
    if stood_in is None:
        return Play(player=player, seat=seat, turn=turn, move=move)
    return StandIn(player=player, seat=seat, turn=turn, move=move, reason=stood_in.reason)
