"""What a game is to the platform: one record of plain functions, made by one folder."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from shared.annotations import Json
from shared.games.chance import Chance
from shared.games.promises import Promises
from shared.games.tie_breaks import Measured, TieBreak

Option = int | str | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The outcome, by seat. `places` are the final ranks (`ranks.py`); in a lost cooperative match nobody has one.

    `lines` are the lines of the score pad in its order, in points; only cooperative games have a `target`.
    """

    points: tuple[int, ...]
    places: tuple[int | None, ...]
    lines: tuple[Mapping[str, int], ...]
    target: int | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.places) if rank == 1)


class Outcome(NamedTuple):
    """A result without the lines of the score pad."""

    points: tuple[int, ...]
    places: tuple[int | None, ...]
    target: int | None = None


class Event(Protocol):
    """What happened: a frozen dataclass of plain values, in the past tense."""

    __dataclass_fields__: Any


class Daily(NamedTuple):
    """What everybody plays on the same draws each day: alone, or with a bot of this name in each other seat."""

    seats: int
    bot: str | None = None
    options: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Cities of one table side by side, in the order in which they were given.

    `cities` are the game's own, for its board; `ties` and `measures` as the game has them for a match.
    """

    cities: Sequence[Json]
    result: Result
    ties: Sequence[TieBreak]
    measures: Sequence[Measured]


@dataclass(frozen=True, slots=True, kw_only=True)
class Calculator:
    """The score of a game without a match, for people with the box on their table and for programs.

    `asks` is a dataclass: the form of what it asks for. `count(told)` gives `total`, `lines` and whatever else the
    game has to say, as JSON that counts from 1; it raises Malformed, with the wrong fields, for what can't be.
    `sheet(query)` is the same as a page: `query` is the address's, in the game's own fields, and there is an answer
    whatever it says. Its `chosen` is the query to go on from. `sheet_of(view, seat)` is the query for what a seat has.
    Where everybody has a city: `of_city` are the fields that each has for itself, and `compare(queries)` says who wins.
    """

    asks: type
    count: Callable[[Any], Json]
    sheet: Callable[[Mapping[str, str]], Json]
    sheet_of: Callable[[Any, int], Mapping[str, str]]
    of_city: tuple[str, ...] = ()
    compare: Callable[[Sequence[Mapping[str, str]]], Compared] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Positions:
    """Positions of a game as JSON that people can write and that counts from 1, for authors of bots and for tests.

    `asks` is a dataclass: the shape of a position. `moves(position)` gives the mover's legal moves in the game's own
    order; it raises Malformed, with the wrong fields, for what can't be. `write(view)` is the mover's position.
    """

    asks: type
    moves: Callable[[Any], list[Any]]
    write: Callable[[Any], Json]


class Choices(Protocol):
    """Without `hints` it says what is allowed, and nothing of what that would bring."""

    def __call__(self, view: Any, seat: int, chosen: Mapping[str, str], *, hints: bool = True) -> Json: ...


class Teach(Protocol):
    """Without `hints` it says what counts, and nothing of what a move would bring."""

    def __call__(self, view: Any, seat: int | None, *, hints: bool = True) -> Json: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game. States, moves and events are the game's own types; the platform never looks into them.

    `initial(seats, options, rules)` is the state before anything is drawn; `rules` is the number frozen in the match.
    `setup(seats, options, chance)` gives `Drawn`, the only luck there is. `decide(state, seat, move)` says no
    (`IllegalMove`) or gives the events of that move alone. `follow(state)` gives what nobody asked for; it is called
    until it gives nothing.
    `points(state, seat)` is what `result` would give the seat if the match ended now, without counting the others.
    `outcome(state)` is `result` without the lines, for games that know it faster: who plays thousands of matches to
    learn from them asks for no more.
    `points_after(state, seat, moves)` is that after each of these legal moves, for games that know a faster way than
    to make every move.
    `worth_after(state, seat, moves)` is what these points are expected to become by the end, in thousandths of a point,
    from a level that is the same for all states with as many turns to come. Who has it lets bots plan on a view alone:
    there `legal_moves` gives those moves that the view knows, and `decide` and `evolve` make them.
    `promises(state, seat, moves)` is what each of these legal moves is expected to bring by the end; of a game that
    can't say, bots know only the points at once.
    `view(state, seat)` is a state without what that seat may not know (None: a spectator), and
    `imagine(view, seat, chance)` a full state that agrees with it. `plain(view)` is the view as JSON.
    `explain(view)` says where the points of a result come from: `cities` as they were counted and `reasons`, by seat;
    a city that all share is there once, and its seat is None.
    `choices(view, seat, chosen)` is for pages: what can be chosen next, what can't and why, and, where there are hints,
    what it would bring: `gain` at once, and what it promises by the end.
    `chosen_for(move)` is what `choices` has to be told so that this move is chosen, for games that give hints of moves.
    `allocation(view)` is for pages, of games whose buildings have to be supplied: what each would be given if the match
    ended now, by seat.
    `dealt(state)` says, by label of a draw, how many of its positions the match has come to: branches may draw the
    others afresh. Without it they keep the whole order.
    `ties(view)` says which tie-breaks decided the ranks of a result, `measures(view)` what each of them measured.
    `teach(view, seat, hints=...)` has the numbers of the seat's city (None: a spectator) with which a page explains the
    pieces.
    `goes_back`: whether a move can be taken back; not where almost every one of them makes something known that was
    hidden.
    `daily` is what everybody plays on the same draws each day, where the game offers that.
    `calculator` and `positions` serve what comes from outside a match; a game may do without them.
    """

    slug: str
    title: str
    rules: int
    seats: range
    options: type
    moves: Mapping[str, type]
    events: Mapping[str, type]
    initial: Callable[[int, Any, int], Any]
    setup: Callable[[int, Any, Chance], list[Any]]
    decide: Callable[[Any, int, Any], list[Any]]
    follow: Callable[[Any], list[Any]]
    evolve: Callable[[Any, Any], Any]
    to_move: Callable[[Any], tuple[int, ...]]
    legal_moves: Callable[[Any, int], Sequence[Any]]
    points: Callable[[Any, int], int]
    result: Callable[[Any], Result]
    view: Callable[[Any, int | None], Any]
    imagine: Callable[[Any, int | None, Chance], Any]
    plain: Callable[[Any], Json]
    explain: Callable[[Any], Json]
    choices: Choices
    outcome: Callable[[Any], Outcome] | None = None
    points_after: Callable[[Any, int, Sequence[Any]], Sequence[int]] | None = None
    worth_after: Callable[[Any, int, Sequence[Any]], Sequence[int]] | None = None
    chosen_for: Callable[[Any], Mapping[str, str]] | None = None
    allocation: Callable[[Any], Sequence[Json]] | None = None
    dealt: Callable[[Any], Mapping[str, int]] | None = None
    ties: Callable[[Any], Sequence[TieBreak]] | None = None
    teach: Teach | None = None
    promises: Callable[[Any, int, Sequence[Any]], Promises] | None = None
    measures: Callable[[Any], Sequence[Measured]] | None = None
    goes_back: bool = True
    calculator: Calculator | None = None
    positions: Positions | None = None
    daily: Daily | None = None

    def tie_breaks(self, view: Any, counted: Any = None) -> Sequence[TieBreak]:
        """Of the result, or of what was counted if that is the same: no rule parts the points that an operator set."""
        return self.ties(view) if self.ties and self._agrees(view, counted) else ()

    def tied(self, view: Any, counted: Any = None) -> tuple[Sequence[int], Sequence[Measured]]:
        """The seats that share their points with another one, and the numbers that tell them apart; as `tie_breaks`."""
        points = self.result(view).points
        seats = [seat for seat, own in enumerate(points) if points.count(own) > 1]
        return (seats, self.measures(view)) if seats and self.measures and self._agrees(view, counted) else ((), ())

    def _agrees(self, view: Any, counted: Any) -> bool:
        now = self.result(view)
        return counted is None or (tuple(counted.points), tuple(counted.places)) == (now.points, now.places)

    def replay(self, seats: int, options: Any, events: Sequence[Any], rules: int | None = None) -> Any:
        """The state after the events, starting from nothing. It judges nothing."""
        state = self.initial(seats, options, self.rules if rules is None else rules)
        for event in events:
            state = self.evolve(state, event)
        return state
