"""The context of a match's page: what the seat that looks may see, and what it may do now."""

from collections.abc import Collection, Mapping
from typing import Any, TypedDict

from frontend.people.who import player_of
from frontend.presentation.analysis import JudgedNow, judged_now
from frontend.presentation.board import BoardContext, board_context
from frontend.presentation.clocks import ClocksContext, clocks_context
from frontend.presentation.coach import CoachContext, coach_context
from frontend.presentation.corrected import CorrectedContext, corrected_context, operators_note
from frontend.presentation.games import GameContext, game_context
from frontend.presentation.hint import HINT, hint_of
from frontend.presentation.left import invited_to
from frontend.presentation.log import LogLine, log_lines
from frontend.presentation.of_event import OfEventContext
from frontend.presentation.part import Viewer
from frontend.presentation.players import PlayersContext, players_context
from frontend.presentation.record import BranchContext, MatchUrls, RecordContext, branch_of, record_context, urls
from frontend.presentation.seen import Seen, look_unasked
from frontend.presentation.signing import SigningContext, signing_context
from frontend.presentation.since import SinceContext, since_context
from frontend.presentation.take_back import BACK, TakeBackContext, take_back_context
from frontend.presentation.talk import TalkContext
from frontend.sentences import Sentence
from frontend.site import Site, new_key
from shared.annotations import Json
from shared.bots.hint import Change
from shared.ledger.canonical import canonical
from shared.marked import marked
from shared.people.house import Talkers

ONLY_READ = marked("A newer release wrote {type}, which this one does not know: this match can only be read here.")


class TurnContext(TypedDict):
    """`choices` are the game's own, for its board.

    `aside_json` is a move after which the turn goes on, where there is one.
    `hint`: what the chosen move changes on the score pad, if a hint chose it.
    """

    turn: int
    your_turn: bool
    you: int | None
    called: list[int]
    choices: Json | None
    chosen: Mapping[str, str]
    cause: str
    move_json: str | None
    aside_json: str | None
    hint: list[Change] | None


class DiscussedContext(TypedDict):
    """What is shown is the board's own; `talks`: whether anybody may talk about it here."""

    talks: bool


class StartedContext(TypedDict):
    """What a match was started with. `hints`: whether its players are told what a move would bring."""

    game: GameContext
    options: Json
    hints: bool
    branch_of: BranchContext | None


class MatchContext(StartedContext, BoardContext, PlayersContext, RecordContext, TurnContext):
    """Its parts, each with fields of its own, and what happened."""

    id: str
    status: str
    read_only: Sentence | None
    coach: CoachContext | None
    log: list[LogLine]
    since: SinceContext
    error: Json | None
    counted: bool
    corrected: CorrectedContext | None
    operators_note: str | None
    was_left: bool
    urls: MatchUrls
    judged: JudgedNow | None
    clocks: ClocksContext | None
    take_back: TakeBackContext
    signing: SigningContext | None
    discussed: DiscussedContext | None


class MatchPage(TypedDict):
    """`event` stands on the page alone: no move changes it."""

    match: MatchContext
    talk: TalkContext | None
    event: OfEventContext | None


class MatchSnapshot:
    """An audience is a seat, a player who lost one, who is invited to take one over, or everybody else."""

    def __init__(self, site: Site, id_: str, seen: Seen | None = None) -> None:
        """`seen`: as one person may look at it; otherwise whoever is `admitted` may."""
        self.site = site
        self.seen = seen or look_unasked(site, id_)
        self.version, self.is_final = self.seen.head, self.seen.match.is_over
        self._known = {*self.seen.match.seating.everybody, *invited_to(site, self.seen.match)}

    def admitted(self, viewers: Collection[Viewer]) -> Collection[Viewer]:
        return [one for one in viewers if self.site.watching.is_shown(self.seen.match, player_of(one.person))]

    def audience(self, viewer: Viewer) -> Viewer:
        return Viewer(viewer.person if player_of(viewer.person) in self._known else None)

    def context(self, viewer: Viewer) -> MatchPage:
        """A move changes nothing of the talk: the page keeps what it has."""
        return {"match": match_context(self.site, self.seen.by(viewer.person)), "talk": None, "event": None}


def match_context(
    site: Site, seen: Seen, chosen: Mapping[str, str] | None = None, error: Json | None = None, cause: str | None = None
) -> MatchContext:
    """`chosen` is what the address says; `cause` the key of a turn that is sent again, otherwise a fresh one."""
    match, lines = seen.match, seen.lines
    chosen = dict(chosen or {})
    is_back_chosen = chosen.pop(BACK, None) is not None
    view = match.view(seen.you)
    names = site.accounts.names({*match.seating.everybody, *(line.by for line in lines)})
    log = log_lines(lines, seen.log, names, seen.started.players)
    board = board_context(seen, view)
    players = players_context(site, seen, view, names)
    return {
        "id": seen.id,
        "status": match.status,
        "read_only": read_only(seen),
        "coach": None if HINT in chosen else coach_context(site, seen),  # one adviser at a time
        "log": log,
        "since": since_context(seen, lines, log, site.settings.pace),
        "error": error,
        "counted": seen.is_counted,
        "corrected": corrected_context(site, seen, players["seats"]),
        "operators_note": operators_note(match),
        "was_left": match.was_left,
        "urls": urls(seen),
        "judged": judged_now(site, seen),
        "clocks": clocks_context(site, seen),
        **started_context(site, seen),
        **board,
        **players,
        **record_context(seen, names),
        **turn_context(seen, view, chosen, cause),
        "take_back": take_back_context(seen, names, is_back_chosen),
        "signing": signing_context(seen),
        "discussed": _discussed(site, seen, board["plain"]),
    }


def started_context(site: Site, seen: Seen) -> StartedContext:
    started = seen.started
    return {
        "game": game_context(seen.game.slug),
        "options": dict(started.options),
        "hints": started.hints,
        "branch_of": branch_of(site, started.branch),
    }


def turn_context(seen: Seen, view: Any, chosen: Mapping[str, str], cause: str | None) -> TurnContext:
    """Who is called and, if that includes the viewer's seat, what it can choose."""
    match, you = seen.match, seen.you
    is_called = you is not None and not (seen.unknown or seen.was_now) and match.turn_of(you) is not None
    choices = None
    if is_called and you is not None and not seen.is_replay:
        choices = seen.game.choices(view, you, chosen, hints=seen.started.hints)
    return {
        "turn": match.turn,
        "your_turn": is_called,
        "you": you,
        "called": list(match.called),
        "choices": choices,
        "chosen": dict(chosen),
        "cause": cause or new_key(),
        "move_json": _json(choices, "move"),
        "aside_json": _json(choices, "show"),
        "hint": hint_of(seen, view, choices) if HINT in chosen else None,
    }


def _json(choices: Json | None, name: str) -> str | None:
    move = choices and choices.get(name)
    return canonical(move).decode() if move else None


def _discussed(site: Site, seen: Seen, plain: Json) -> DiscussedContext | None:
    """Of a game in which something is shown before it is played."""
    if not plain.get("shown") or seen.match.is_over or seen.is_replay:
        return None
    return {"talks": site.houses.begun(seen.id).talk is not Talkers.NOBODY}


def read_only(seen: Seen) -> Sentence | None:
    return Sentence(ONLY_READ, {"type": seen.unknown}, is_whole=True) if seen.unknown else None
