"""The context of a match's page: what the seat that looks may see, and what it may do now."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from frontend.people.who import player_of
from frontend.presentation.absent import AbsentContext, absent_context, has_resigned, was_replaced
from frontend.presentation.analysis import JudgedNow, judged_now
from frontend.presentation.coach import CoachContext, coach_context
from frontend.presentation.games import GameContext, game_context
from frontend.presentation.log import LogLine, log_lines
from frontend.presentation.outcome import TeamContext, count_of, not_rated, team_context
from frontend.presentation.part import Viewer
from frontend.presentation.record import BranchContext, MatchUrls, RecordContext, branch_of, record_context, urls
from frontend.presentation.seats import SeatContext, seats_context
from frontend.presentation.seen import Seen, look
from frontend.presentation.since import SinceContext, since_context
from frontend.presentation.talk import TalkContext
from frontend.sentences import Sentence
from frontend.site import Site, new_key
from shared.annotations import Json
from shared.ledger.canonical import canonical

ONLY_READ = "A newer release wrote {type}, which this one does not know: this match can only be read here."


class TurnContext(TypedDict):
    """`choices` and `plain` are the game's own, for its board."""

    turn: int
    your_turn: bool
    you: int | None
    called: list[int]
    choices: Json | None
    chosen: Mapping[str, str]
    cause: str
    move_json: str | None


class MatchContext(RecordContext, TurnContext):
    """`plain` and `allocation` are the game's own, for its board."""

    id: str
    game: GameContext
    options: Json
    hints: bool
    status: str
    read_only: Sentence | None
    seats: list[SeatContext]
    absent: list[AbsentContext]
    patience: int
    replaced: bool
    has_resigned: bool
    team: TeamContext | None
    plain: Json
    lessons: Json | None
    coach: CoachContext | None
    allocation: Sequence[Json] | None
    log: list[LogLine]
    since: SinceContext
    error: Json | None
    counted: bool
    branch_of: BranchContext | None
    not_rated: str | None
    urls: MatchUrls
    judged: JudgedNow | None


class MatchPage(TypedDict):
    match: MatchContext
    talk: TalkContext | None


class MatchSnapshot:
    """An audience is a seat, a player who lost one to a bot, or everybody else."""

    def __init__(self, site: Site, id_: str, person: str | None = None, at: int | None = None) -> None:
        self.site = site
        self.seen = look(site, id_, person, at)
        self.version, self.is_final = self.seen.head, self.seen.match.is_over
        self._known = {*self.seen.match.start.players, *self.seen.match.players}

    def audience(self, viewer: Viewer) -> Viewer:
        return Viewer(viewer.person if player_of(viewer.person) in self._known else None)

    def context(self, viewer: Viewer) -> MatchPage:
        """A move changes nothing of the talk: the page keeps what it has."""
        return {"match": match_context(self.site, self.seen.by(viewer.person)), "talk": None}


def match_context(
    site: Site, seen: Seen, chosen: Mapping[str, str] | None = None, error: Json | None = None, cause: str | None = None
) -> MatchContext:
    """`chosen` is what the address says; `cause` the key of a turn that is sent again, otherwise a fresh one."""
    match = seen.match
    view = match.view(seen.you)
    count = count_of(match, view, seen.score)
    lines = seen.log.lines[: seen.version]
    names = site.accounts.names({*seen.started.players, *match.players, *(line.by for line in lines)})
    team = team_context(match, view, count)
    seats = seats_context(match, seen.you, names, count)
    is_waited_for = not (seen.is_replay or seen.was_now or seen.unknown or match.is_over)
    log = log_lines(lines, seen.log.turns, names)
    return {
        "id": seen.id,
        "game": game_context(seen.game.slug),
        "options": dict(seen.started.options),
        "hints": seen.started.hints,
        "status": match.status,
        "read_only": read_only(seen),
        "seats": seats,
        "absent": absent_context(match, seen.you, seats, lines) if is_waited_for else [],
        "patience": int(site.settings.absent_after),
        "replaced": was_replaced(match, seen.player),
        "has_resigned": has_resigned(match, seen.player),
        "team": team,
        "plain": seen.game.plain(view),
        "allocation": seen.game.allocation(view) if seen.game.allocation else None,
        "lessons": _lessons(seen, view),
        "coach": coach_context(site, seen),
        "log": log,
        "since": since_context(seen, lines, log, site.settings.pace),
        "error": error,
        "counted": seen.is_counted,
        "branch_of": branch_of(site, seen.started.branch),
        "not_rated": "imported" if seen.is_imported else not_rated(seen.started, team),
        "urls": urls(seen),
        "judged": judged_now(site, seen),
        **record_context(seen),
        **turn_context(seen, view, chosen or {}, cause),
    }


def _lessons(seen: Seen, view: Any) -> Json | None:
    if seen.game.teach is None or seen.match.is_over:
        return None
    return seen.game.teach(view, seen.you, hints=seen.started.hints)


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
        "move_json": canonical(choices["move"]).decode() if choices and choices["move"] else None,
    }


def read_only(seen: Seen) -> Sentence | None:
    return Sentence(ONLY_READ, {"type": seen.unknown}, is_whole=True) if seen.unknown else None
