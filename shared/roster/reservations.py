"""Where a remote bot plays, and where it is invited: never in more matches at once than it takes.

A place is reserved when somebody asks for the bot. It lapses unless the bot accepts, and is kept until the match is
over. Whatever a crash leaves behind is found when all places are taken.

Keys: the sorted set `bot:<name>@<version>:playing` of ids by the second in which the place lapses, or by when it was
taken, lifted by `FOR_GOOD`; the hash `bot:<name>@<version>:invited` of invitations as JSON by the table's id.
"""

import json
from collections.abc import Collection, Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from shared.errors import NotAllowed
from shared.ledger.redis import answering
from shared.platform.match import Match
from shared.platform.streams import Streams
from shared.platform.table import Table
from shared.roster.asked import DECLINED, LAPSE, Asked, answered, asked_of
from shared.roster.news import NEWS
from shared.roster.offer import Offer

LAPSES = 20  # seconds for an answer to an invitation
FRESH = 30  # seconds that an accepted invitation may be on its way to its seat
FOR_GOOD = 10**11  # above all seconds that lapse
INVITE, ACCEPT = (files(__package__).joinpath(name).read_text("utf-8") for name in ("playing.lua", "accept.lua"))


class Invitation(NamedTuple):
    """To a table, by its opener, whose command has the key `cause`. `seat` is None for the first free one."""

    table: str
    by: str
    cause: str
    seat: int | None
    game: str
    options: Mapping[str, Any]
    seats: int


class Reservations(Asked):
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: Any, streams: Streams) -> None:
        super().__init__(client)
        self.streams = streams
        self._invite, self._accept = client.register_script(INVITE), client.register_script(ACCEPT)

    def invite(self, offer: Offer, invitation: Invitation) -> None:
        """The same command again is the same invitation. Raises NotAllowed."""
        found = self._try(offer, invitation)
        if found < 0 and self.clean(offer.player):
            found = self._try(offer, invitation)
        if found < 0:
            raise NotAllowed("{name} plays as many matches as it takes at once", name=offer.name)
        if found or self._cause(offer.player, invitation.table) == invitation.cause:
            return
        if not self._is_stale(offer.player, invitation.table):
            raise NotAllowed("{name} is at this table already, or was asked to come", name=offer.name)
        self.free(offer.player, invitation.table)
        self.invite(offer, invitation)

    def _is_stale(self, player: str, id_: str) -> bool:
        """Whether a place there was taken and then left behind: the bot was sent away, or a process ended meanwhile."""
        with answering(), self.redis.pipeline() as pipe:
            pipe.time()
            pipe.zscore(_keys(player)[0], id_)
            (now, _micro), at = pipe.execute()
        if at is None:
            return True
        return bool(at >= FOR_GOOD and abs(now - (at - FOR_GOOD)) > FRESH and not self.is_needed(player, id_))

    def _try(self, offer: Offer, invitation: Invitation) -> int:
        text = json.dumps(invitation._asdict(), ensure_ascii=False)
        most = "" if offer.at_once is None else offer.at_once
        said = (invitation.table, text, most, LAPSES, offer.player)
        with answering():
            keys = [*_keys(offer.player), NEWS, asked_of(invitation.table), LAPSE]
            return int(self._invite(keys=keys, args=said))

    def _cause(self, player: str, id_: str) -> str | None:
        found = self.invitation(player, id_)
        return found.cause if found else None

    def invitation(self, player: str, id_: str) -> Invitation | None:
        """Answered or not, until the bot has its seat."""
        with answering():
            text = self.redis.hget(_keys(player)[1], id_)
        return Invitation(**json.loads(text)) if text else None

    def accept(self, player: str, id_: str) -> Invitation | None:
        """Keeps the place from now on; None if there is no such invitation any more. Safe to repeat."""
        with answering():
            text = self._accept(keys=_keys(player), args=[id_, FOR_GOOD])
        return Invitation(**json.loads(text)) if text else None

    def seated(self, player: str, id_: str) -> None:
        """The invitation has done its work."""
        with answering(), self.redis.pipeline() as pipe:
            pipe.hdel(_keys(player)[1], id_)
            answered(pipe, player, id_)
            pipe.execute()

    def free(self, player: str, *ids: str) -> None:
        with answering(), self.redis.pipeline() as pipe:
            _give_back(pipe, player, ids)
            pipe.execute()

    def decline(self, player: str, table: str) -> None:
        """The same, and whoever looks at the table is told, if the bot was asked to come there."""
        with answering():
            was_asked = self.redis.hexists(asked_of(table), player)
            with self.redis.pipeline() as pipe:
                _give_back(pipe, player, [table])
                if was_asked:
                    pipe.hset(asked_of(table), player, DECLINED)
                pipe.execute()

    def playing(self, player: str) -> list[str]:
        """Where it has accepted; over there it may just have ended."""
        with answering():
            return list(self.redis.zrangebyscore(_keys(player)[0], FOR_GOOD, "+inf"))

    def invited(self, player: str) -> list[tuple[Invitation, int]]:
        """Each invitation that it may still accept, with the seconds until it lapses."""
        playing, invited = _keys(player)
        with answering(), self.redis.pipeline() as pipe:
            pipe.time()
            pipe.zrangebyscore(playing, "-inf", f"({FOR_GOOD}", withscores=True)
            pipe.hgetall(invited)
            (now, _), places, texts = pipe.execute()
        left = {id_: int(until) - now for id_, until in places if until > now}
        return [(Invitation(**json.loads(texts[id_])), left[id_]) for id_ in left if id_ in texts]

    def clean(self, player: str) -> bool:
        """Give back the places of matches that are over, and of seats that were never taken. Whether there were any."""
        playing, _ = _keys(player)
        with answering(), self.redis.pipeline() as pipe:
            pipe.time()
            pipe.zrangebyscore(playing, FOR_GOOD, "+inf", withscores=True)
            (now, _micro), places = pipe.execute()
        old = [id_ for id_, at in places if abs(now - (at - FOR_GOOD)) > FRESH or self._match(id_).started]
        needless = [id_ for id_ in old if not self.is_needed(player, id_)]
        if needless:
            self.free(player, *needless)
        return bool(needless)

    def is_needed(self, player: str, id_: str) -> bool:
        """Whether the bot sits there, at a table or in a match that is not over."""
        if (match := self._match(id_)).started:
            return not match.is_over and match.seat_of(player) is not None
        table: Table = self.streams.tables.load(f"table:{id_}").state
        sits = table.opened is not None and table.seat_of(player) is not None
        return sits and (table.closed is None or table.closed.match)

    def _match(self, id_: str) -> Match:
        return self.streams.blind.load(f"match:{id_}").state


def _give_back(pipe: Any, player: str, ids: Collection[str]) -> None:
    for key, remove in zip(_keys(player), (pipe.zrem, pipe.hdel), strict=True):
        remove(key, *ids)
    for id_ in ids:
        answered(pipe, player, id_)


def _keys(player: str) -> list[str]:
    return [f"{player}:playing", f"{player}:invited"]
