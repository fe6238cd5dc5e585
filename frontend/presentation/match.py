"""A match's context: what the looking seat may see of it, now or at an earlier version."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from frontend.logs import Log
from frontend.people.who import player_of
from frontend.presentation.absent import absent_context, has_resigned, was_replaced
from frontend.presentation.games import game_context
from frontend.presentation.log import told
from frontend.presentation.outcome import count_of, not_rated, team_context
from frontend.presentation.seats import seats_context
from frontend.site import Site
from shared.annotations import Json
from shared.errors import MatchNotFound
from shared.games.game import Game
from shared.ledger.canonical import canonical
from shared.ledger.fold import Folded
from shared.platform.cited import Branch
from shared.platform.match import Match
from shared.platform.match.events import MatchStarted
from shared.platform.score import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A match as somebody looks at it: at `version` of `head`, from `you` (None: a spectator)."""

    id: str
    head: int
    match: Match
    game: Game
    started: MatchStarted
    log: Log
    score: Score | None
    player: str
    you: int | None
    is_replay: bool
    has_ended: bool
    is_imported: bool
    unknown: str | None

    @property
    def version(self) -> int:
        """That of the fold; where it had to stop before an unknown event, that of the stream."""
        return self.match.version if self.is_replay else self.head

    @property
    def is_counted(self) -> bool:
        return self.score is not None and self.match.status == "ended"


def look(site: Site, id_: str, person: str | None, at: int | None = None) -> Seen:
    """Raises MatchNotFound, also for a version that isn't there yet; ReadOnly where the game's rules are missing."""
    folded: Folded[Match] = site.streams.match(id_)
    if at is not None and not 1 <= at <= folded.version:
        raise MatchNotFound("this match has the versions 1 to {last}", last=folded.version)
    match = folded.state if at is None else site.streams.matches.folder.at(folded.stream, at)
    if match.started is None:
        raise MatchNotFound("there is no match {id}", id=id_)
    return Seen(
        id=id_,
        head=folded.version,
        match=match,
        game=match.rules,
        started=match.started,
        log=site.logs.of(folded),
        score=site.streams.count_of(folded.state),
        player=player_of(person),
        you=match.seat_of(player_of(person)),
        is_replay=at is not None,
        has_ended=folded.state.is_over,
        is_imported=folded.state.is_over and site.imported.of(id_) is not None,
        unknown=folded.unknown.type if folded.unknown else None,
    )


def match_context(
    site: Site, seen: Seen, chosen: Mapping[str, str] | None = None, error: Json | None = None, cause: str | None = None
) -> Json:
    """`chosen` is what the address says; `cause` the key of a turn that is to be sent again, else a fresh one."""
    match = seen.match
    view = match.view(seen.you)
    count = count_of(match, view, seen.score)
    lines = seen.log.lines[: seen.version]
    names = site.accounts.names({*seen.started.players, *match.players, *(line.by for line in lines)})
    team = team_context(match, view, count)
    seats = seats_context(match, seen.you, names, count)
    is_waited_for = not (seen.is_replay or seen.unknown or match.is_over)
    return {
        "id": seen.id,
        "game": game_context(seen.game.slug),
        "options": dict(seen.started.options),
        "status": match.status,
        "read_only": read_only(seen),
        "seats": seats,
        "absent": absent_context(match, seen.you, seats, lines) if is_waited_for else [],
        "patience": int(site.settings.absent_after),
        "replaced": was_replaced(match, seen.player),
        "has_resigned": has_resigned(match, seen.player),
        "team": team,
        "plain": seen.game.plain(view),
        "log": told(lines, names),
        "error": error,
        "counted": seen.is_counted,
        "branch_of": branch_of(site, seen.started.branch),
        "not_rated": "imported" if seen.is_imported else not_rated(seen.started, team),
        "urls": urls(seen),
        **record_context(seen),
        **turn_context(seen, view, chosen or {}, cause),
    }


def record_context(seen: Seen) -> Json:
    """Where in the record the page is, and what binds it."""
    return {
        "version": seen.version,
        "head": seen.head,
        "digest": seen.log.digest,
        "tail": "" if seen.is_replay else b"\n".join(seen.log.tail).decode(),  # a replay doesn't tell what comes
        "is_replay": seen.is_replay,
        "has_ended": seen.has_ended,
        "commitment": seen.started.commitment,
        "grade": grade(seen),
        "steps": seen.log.steps,
    }


def turn_context(seen: Seen, view: Any, chosen: Mapping[str, str], cause: str | None) -> Json:
    """Who is called, and what the looking seat can choose if it is."""
    match, you = seen.match, seen.you
    is_called = you is not None and seen.unknown is None and match.turn_of(you) is not None
    choices = None
    if is_called and you is not None and not seen.is_replay:
        choices = seen.game.choices(view, you, chosen)
    return {
        "turn": match.turn,
        "your_turn": is_called,
        "you": you,
        "called": list(match.called),
        "choices": choices,
        "chosen": dict(chosen),
        "cause": cause or secrets.token_urlsafe(16),
        "move_json": canonical(choices["move"]).decode() if choices and choices["move"] else None,
    }


def read_only(seen: Seen) -> str | None:
    if seen.unknown:
        return f"A newer release wrote {seen.unknown}, which this one does not know: this match can only be read here."
    return None


def grade(seen: Seen) -> str | None:
    """How fair the draw was, by what the players brought; what is proved by checking the record is the audit's."""
    if seen.is_imported:
        return "imported"
    if not seen.match.is_over:
        return None
    if seen.started.practice:
        return "practice"
    return "fair" if any(nonce is not None for nonce in seen.started.nonces) else "committed only"


def branch_of(site: Site, branch: Branch | None) -> Json | None:
    """The moment of another match that this one goes on from; an imported branch may cite one that isn't here."""
    if branch is None:
        return None
    is_here = site.streams.ledger.last(f"match:{branch.match}") >= branch.version
    url = f"/m/{branch.match}?at={branch.version}" if is_here else None
    return {"id": branch.match, "version": branch.version, "url": url}


def urls(seen: Seen) -> Json:
    page = f"/m/{seen.id}"

    def at(version: int | None) -> str | None:
        return None if version is None else f"{page}?at={version}"

    before, after = around(seen.log.steps, seen.version)
    return {
        "self": page,
        "result": f"{page}/result",
        "branch": f"{page}/branch" if seen.has_ended and seen.is_replay and not seen.match.is_over else None,
        "export": f"{page}/export",
        "audit": f"{page}/audit",
        "replay_first": at(next(iter(seen.log.steps), None)),
        "replay_prev": at(before),
        "replay_next": at(after),
        "replay_last": at(seen.log.steps[-1] if seen.log.steps else None),
    }


def around(steps: Sequence[int], version: int) -> tuple[int | None, int | None]:
    """The nearest steps before and after a version."""
    before = next((step for step in reversed(steps) if step < version), None)
    return before, next((step for step in steps if step > version), None)
