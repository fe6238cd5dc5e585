"""What owners and operators are told of bots: which can sit down, which are benched, and why."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TypedDict

from frontend.presentation.failures import first_line
from frontend.presentation.reported import Named, named
from frontend.sentences import Sentence
from frontend.site import Site
from shared.ledger.envelope import stamp
from shared.platform.player import as_player, player_from
from shared.roster import Failure, Offer

NEWEST = 3  # versions of a bot, and besides them those that are up or benched
MOST = 10
MOST_BENCHED = 50


class OwnVersion(TypedDict):
    """`status` is up, away or benched, then since `since`. `failed` counts turns, the last one at `last`."""

    version: int
    status: str
    since: str | None
    failed: int
    last: str | None
    reason: Sentence | None


class OwnBot(TypedDict):
    name: str
    versions: list[OwnVersion]


class Benched(TypedDict):
    """`owner` is None where a package on this server brings the bot."""

    bot: str
    name: str
    since: str
    reason: Sentence | None
    owner: Named | None


def own_bots(site: Site, person: str) -> list[OwnBot]:
    """The bots that an account has registered. What went wrong is for their owner also while a match runs."""
    names = site.roster.owned(person)
    if not names:
        return []
    up, benched = site.roster.up(), site.roster.benched()
    bots = {name: _worth_showing(site.roster.known(name), person, up | benched.keys()) for name in names}
    shown = [offer.player for offers in bots.values() for offer in offers]
    failures = dict(zip(shown, site.roster.errors_of_each(shown), strict=True))
    return [
        {"name": name, "versions": [_version(offer, failures[offer.player], up, benched) for offer in offers]}
        for name, offers in bots.items()
        if offers
    ]


def _worth_showing(offers: list[Offer], person: str, noted: frozenset[str]) -> list[Offer]:
    """Of versions, the newest first."""
    own = [offer for offer in offers if offer.owner == person]
    return [offer for at, offer in enumerate(own) if at < NEWEST or offer.player in noted][:MOST]


def _version(offer: Offer, failures: list[Failure], up: frozenset[str], benched: Mapping[str, int]) -> OwnVersion:
    since, last = benched.get(offer.player), failures[0] if failures else None
    return {
        "version": offer.version,
        "status": "benched" if since else "up" if offer.player in up else "away",
        "since": moment(since) if since else None,
        "failed": len(failures),
        "last": moment(last.at) if last else None,
        "reason": first_line(last.reason) if last else None,
    }


def benched_bots(site: Site) -> list[Benched]:
    """For operators, those benched last first."""
    found = sorted(site.roster.benched().items(), key=lambda each: -each[1])[:MOST_BENCHED]
    failures = site.roster.errors_of_each([player for player, _ in found])
    offers = [site.roster.offer(player) for player, _ in found]
    owners = [as_player(offer.owner) if offer and offer.owner else None for offer in offers]
    return [
        {
            "bot": player.partition(":")[2],
            "name": player_from(player).name,
            "since": moment(since),
            "reason": first_line(failed[0].reason) if failed else None,
            "owner": owner,
        }
        for (player, since), failed, owner in zip(found, failures, named(site, owners), strict=True)
    ]


def moment(at: int) -> str:
    """Of seconds since 1970, as pages give it to their templates."""
    return stamp(datetime.fromtimestamp(at, UTC))
