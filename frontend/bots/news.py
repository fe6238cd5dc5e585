"""What a bot is told, line by line: its matches as it sees them, what happened in them, and who asks it to come.

All of it follows from what is stored and from how much the bot was told before, so nothing is kept for a stream.
"""

from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from frontend.bots.cursor import BENCHED, Told, text_of
from shared.annotations import Json
from shared.errors import Broken, NotFound
from shared.ledger.fold import Folded
from shared.platform.match import Match
from shared.platform.shown import as_seen, happened_since
from shared.platform.streams import Streams
from shared.roster import Invitation, Offer, Reservations, Roster

WHAT_TO_DO = (
    "This version is benched: it could not play too many turns, so it is not offered any more, and the stand-in plays "
    "on for it. Register what you have mended as a new version, or ask an operator to let this one play again."
)
UNBENCHED = "This version may play again: it is offered while its program is connected."


class Places(NamedTuple):
    """Where a bot plays, and where it is asked to come."""

    playing: list[str]
    invited: list[tuple[Invitation, int]]

    @property
    def ids(self) -> set[str]:
        return {*self.playing, *(each.table for each, _ in self.invited)}


class News:
    """Everything here raises Unavailable. `told` is changed as lines are made."""

    def __init__(self, streams: Streams, reservations: Reservations, roster: Roster) -> None:
        self.streams = streams
        self.reservations = reservations
        self.roster = roster

    def snapshot(self, offer: Offer, told: Told) -> Json:
        """The first line: all matches that the bot plays now, and all invitations that it may still accept."""
        told.clear()
        ids = self.reservations.playing(offer.player)
        running = [(id_, folded) for id_ in ids if (folded := self._played(id_, offer)) is not None]
        matches = [_seen(folded, offer) for _, folded in running if folded.state.started]
        told.update({id_: folded.version for id_, folded in running})
        invitations = [_invitation(*each) for each in self.reservations.invited(offer.player)]
        told.update({each["table"]: 0 for each in invitations if each["table"] not in told})
        if benched := self.roster.benched_since(offer.player):
            told[BENCHED] = benched
        said = {"bot": offer.player, "matches": matches, "invitations": invitations, "benched": benched}
        return {"type": "snapshot", **said, "cursor": text_of(told)}

    def resumed(self, offer: Offer, told: Told) -> Json:
        """The first line where the program says how much it knows; what it lacks follows."""
        return {"type": "resumed", "bot": offer.player, "cursor": text_of(told)}

    def alive(self, told: Told) -> Json:
        versions = {id_: version for id_, version in told.items() if version and id_ != BENCHED}
        return {"type": "alive", "versions": versions, "cursor": text_of(told)}

    def places(self, player: str) -> Places:
        return Places(self.reservations.playing(player), self.reservations.invited(player))

    def since(self, offer: Offer, told: Told) -> Iterator[Json]:
        """Everything that the bot was not told yet. What is over comes first, so that no cursor names it any more."""
        places = self.places(offer.player)
        yield from self._standing(offer, told)
        yield from self._over(offer, told, places)
        yield from self.of_matches(offer, told, [*told])
        yield from self._begun(offer, told, places)

    def elsewhere(self, offer: Offer, told: Told, places: Places) -> Iterator[Json]:
        """The same but for matches that go on, of which the bus tells."""
        yield from self._standing(offer, told)
        yield from self._over(offer, told, places)
        yield from self._begun(offer, told, places)

    def _over(self, offer: Offer, told: Told, places: Places) -> Iterator[Json]:
        """Where the bot has no place any more. One line says it of all where it never played, whatever a cursor names:
        they are looked at without their games.
        """
        old = [id_ for id_ in told if id_ != BENCHED and id_ not in places.ids]
        gone = [id_ for id_ in old if not self._has_played(id_, offer)]
        for id_ in gone:
            del told[id_]
        if gone:
            yield {"type": "withdrawn", "tables": gone, "cursor": text_of(told)}
        yield from self.of_matches(offer, told, old)

    def _has_played(self, id_: str, offer: Offer) -> bool:
        """Not in what can't be read, nor in what was archived: nothing happens there any more."""
        with suppress(Broken, NotFound):
            return has_played(self.streams.blind.load(f"match:{id_}").state, offer)
        return False

    def _begun(self, offer: Offer, told: Told, places: Places) -> Iterator[Json]:
        for each, seconds in places.invited:
            if each.table not in told:
                told[each.table] = 0
                yield {"type": "invitation", **_invitation(each, seconds), "cursor": text_of(told)}
        for id_ in places.playing:
            if id_ not in told and self._played(id_, offer) is not None:
                told[id_] = 0
                yield from self.of_matches(offer, told, [id_])

    def _standing(self, offer: Offer, told: Told) -> Iterator[Json]:
        """That it is benched now, or may play again."""
        since = self.roster.benched_since(offer.player)
        if since == told.get(BENCHED):
            return
        if since is None:
            del told[BENCHED]
            yield {"type": "unbenched", "sentence": UNBENCHED, "cursor": text_of(told)}
        else:
            told[BENCHED] = since
            reasons = [each.reason for each in self.roster.errors(offer.player)[:1]]
            said = {
                "type": "benched",
                "since": since,
                "reason": reasons[0] if reasons else None,
                "sentence": WHAT_TO_DO,
            }
            yield {**said, "cursor": text_of(told)}

    def of_matches(self, offer: Offer, told: Told, ids: Collection[str]) -> Iterator[Json]:
        """What happened in these, where the bot plays or has played, since it was told."""
        for id_ in ids:
            if id_ not in told or id_ == BENCHED:
                continue
            try:
                folded = self.streams.matches.load(f"match:{id_}")
            except (Broken, NotFound):  # it goes on for nobody: other matches do
                del told[id_]
                yield {"type": "unreadable", "table": id_, "cursor": text_of(told)}
                continue
            if has_played(folded.state, offer) and folded.version != told[id_]:
                yield self._went_on(offer, told, folded)

    def _went_on(self, offer: Offer, told: Told, folded: Folded[Match]) -> Json:
        id_, before = folded.state.id, told.pop(folded.state.id)
        if is_played(folded.state, offer):
            told[id_] = folded.version
        since = before if before < folded.version else 0  # a backup came back: the match goes on differently
        events = happened_since(self.streams, id_, since)
        return {"type": "match", "match": _seen(folded, offer), "events": events, "cursor": text_of(told)}

    def _played(self, id_: str, offer: Offer) -> Folded[Match] | None:
        """The match, or one that has not started yet; None if the bot has nothing to do there, or it can't be read."""
        try:
            folded = self.streams.matches.load(f"match:{id_}")
        except (Broken, NotFound):
            return None
        return folded if not folded.state.started or is_played(folded.state, offer) else None


def is_played(match: Match, offer: Offer) -> bool:
    return not match.is_over and match.seat_of(offer.player) is not None


def has_played(match: Match, offer: Offer) -> bool:
    """Nobody else is told of a match by this stream, whatever a cursor names."""
    return match.seating.first_seat_of(offer.player) is not None


def _seen(folded: Folded[Match], offer: Offer) -> Json:
    """`seconds` is how long its seat has for a move, from when it is called."""
    seat = folded.state.seat_of(offer.player)
    return {**as_seen(folded, folded.state, seat), "seconds": offer.seconds}


def _invitation(said: Invitation, seconds: int) -> dict[str, Any]:
    return {
        "table": said.table,
        "by": said.by,
        "seat": said.seat,
        "game": said.game,
        "options": said.options,
        "seats": said.seats,
        "seconds": seconds,
    }
