"""A match as somebody looks at it, now or at an earlier version."""

from dataclasses import dataclass, replace

from frontend.logs import Line, Log, newest
from frontend.people.who import player_of
from frontend.site import Site
from shared.errors import MatchNotFound
from shared.games.game import Game
from shared.ledger.envelope import Envelope
from shared.ledger.fold import Folded
from shared.platform.match import Match
from shared.platform.match.events import MatchStarted
from shared.platform.score import Score

TAIL_EVENTS = 16  # more than fit into the tail of a log


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A match at `version` of `head`, as the seat `you` sees it (None: a spectator).

    `is_sealed`: others may still play the same draws, so nobody but its player sees it.
    `was_now`: the page as it was when this version was the newest one. Nothing can be chosen on it any more.
    """

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
    was_now: bool = False
    is_sealed: bool = False

    @property
    def version(self) -> int:
        """The version of the fold; if the fold stops before an unknown event, the version of the stream."""
        return self.match.version if self.is_replay else self.head

    @property
    def lines(self) -> tuple[Line, ...]:
        """Of the log, the oldest first, up to what is shown."""
        return self.log.lines[: self.version]

    @property
    def is_counted(self) -> bool:
        return self.score is not None and self.match.status == "ended"

    def by(self, person: str | None) -> "Seen":
        """The same, as somebody else sees it."""
        player = player_of(person)
        return replace(self, player=player, you=self.match.seat_of(player))


def look(site: Site, id_: str, person: str | None, at: int | None = None) -> Seen:
    """Raises MatchNotFound, also for a version that does not exist yet; ReadOnly if the game's rules are missing.

    Raises NotShown for a person whom the house rules keep it from.
    """
    site.watching.check_match(site.streams.match(id_).state, player_of(person))
    return look_unasked(site, id_, person, at)


def look_unasked(site: Site, id_: str, person: str | None = None, at: int | None = None) -> Seen:
    """The same for who asks first whom it may be shown to."""
    folded: Folded[Match] = site.streams.match(id_)
    if at is not None and not 1 <= at <= folded.version:
        raise MatchNotFound("this match has not come that far")
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
        score=site.streams.count_of(folded),
        player=player_of(person),
        you=match.seat_of(player_of(person)),
        is_replay=at is not None,
        has_ended=folded.state.is_over,
        is_imported=folded.state.is_over and site.imported.of(id_) is not None,
        unknown=folded.unknown.type if folded.unknown else None,
        is_sealed=site.streams.is_sealed(folded.state),
    )


def look_back(site: Site, now: Seen, version: int) -> Seen:
    """What the page showed when this version was the newest: how it tells what has happened since, move by move."""
    stream, first = f"match:{now.id}", max(0, version - TAIL_EVENTS)
    envelopes = [entry.envelope for entry in site.streams.matches.ledger.read(stream, first)[: version - first]]
    match = site.streams.matches.folder.at(stream, version)
    digest = Envelope.from_bytes(envelopes[-1]).digest
    return replace(
        now,
        head=version,
        match=match,
        log=Log(now.log.lines[:version], digest, newest(envelopes)),
        score=None,
        you=match.seat_of(now.player),
        has_ended=match.is_over,
        unknown=None,
        was_now=True,
    )
