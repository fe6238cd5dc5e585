"""Rates matches once their places are known, and again where those were corrected."""

from collections.abc import Sequence
from contextlib import suppress

from shared.errors import MatchOver
from shared.ledger.store import Notice
from shared.platform.books import Books, Places
from shared.platform.cited import Cited
from shared.platform.match import Match
from shared.platform.match.events import MatchAdjudicated
from shared.platform.rating import Rate, pool_of, why_unrated
from shared.platform.rating.events import Rerated
from shared.platform.rating.unrated import rated_places
from shared.platform.score.events import ScoreCorrected, ScoreCounted

SERVICE = "service:scoring"


class Ratings:
    """`rate` is a reaction to whatever gives a match its places. It bears a second call, however late that comes."""

    def __init__(self, books: Books, places: Places) -> None:
        self.books = books
        self.places = places

    def rate(self, notice: Notice) -> None:
        folded = self.books.streams.match(notice.id)
        is_known = folded.unknown is None and folded.state.game is not None
        if not (is_known and folded.state.is_over) or why_unrated(folded.state):
            return
        cited, ranks = self._said(notice)
        if None not in ranks:
            self._rate(folded.state, notice, cited, rated_places(folded.state, ranks))

    def keep(self, pool: str) -> None:
        """Finish what a process left that ended in the middle, and find again where matches are in the books."""
        self.books.go_on(pool, SERVICE)
        self.places.catch_up(pool)

    def _said(self, notice: Notice) -> tuple[Cited, Sequence[int | None]]:
        """The event that the notice is about, and the ranks by seat that it gives."""
        handler = self.books.streams.matches if notice.stream.startswith("match:") else self.books.streams.scores
        entry = handler.reader.past(notice.stream).entries[notice.version - 1]
        said = entry.event
        ranks = said.places if isinstance(said, ScoreCounted | ScoreCorrected | MatchAdjudicated) else (None,)
        return Cited(notice.version, entry.envelope.digest), ranks

    def _rate(self, match: Match, notice: Notice, cited: Cited, places: dict[str, int]) -> None:
        pool, cause = pool_of(match.start), f"{notice.stream}#{notice.version}"
        self.places.catch_up(pool)  # also what a process wrote that ended before it could say so
        if self.places.of(pool, match.id) is None:
            with suppress(MatchOver):
                self.books.rate(pool, SERVICE, f"{cause}:rate", Rate(match=match.id, score=cited, places=places))
            self.places.catch_up(pool)
        elif notice.type == "score.corrected":
            self._rerate(pool, f"{cause}:rerate", match.id, cited, places)

    def _rerate(self, pool: str, cause: str, match: str, cited: Cited, places: dict[str, int]) -> None:
        """Points are often corrected where the ranks stay: then no rating changes."""
        rated = self.books.history(pool)[match]
        ranks = tuple(places[player] for player in rated.players)
        if ranks != rated.places:
            self.books.rerate(pool, SERVICE, cause, Rerated(match, cited, ranks))
