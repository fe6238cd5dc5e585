"""Whether a match of a deal is what its deal says, and the deal is one that can have been committed and ended."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from shared.errors import NotAllowed, ReadOnly
from shared.games.game import Game
from shared.ledger.codec import Registry
from shared.ledger.envelope import moment
from shared.ledger.past import Entry
from shared.platform.again.difference import Difference, events_unlike, unlike
from shared.platform.again.of_time import SERVICE
from shared.platform.deal import Commit, Deal, End, Sat, decide, evolve, start_at, start_of, timed
from shared.platform.deal.events import DealCommitted
from shared.platform.keys import Keys
from shared.platform.match import Match
from shared.platform.match import decide as decide_match
from shared.platform.player import is_person


def in_deal(entries: Sequence[Entry], game: Game, registry: Registry) -> Difference | None:
    """The first event of the deal that no command of its service leads to. Whoever else wrote it knew the draws."""
    deal = Deal()
    for entry in entries:
        if not entry.envelope.by.startswith(SERVICE):
            return Difference("deal", entry.version, "by", entry.envelope.by, None)
        deal = timed(deal, moment(entry.envelope.at))
        try:
            decided = decide(deal, _command(entry.event, game))
        except NotAllowed as verdict:
            return Difference("deal", entry.version, "type", entry.envelope.type, str(verdict))
        if found := events_unlike("deal", [entry], decided, registry):
            return found
        deal = evolve(deal, entry.event)
    return None


def _command(event: Any, game: Game) -> Commit | End:
    if not isinstance(event, DealCommitted):
        return End()
    return Commit(
        name=event.name,
        game=with_rules(game, event.rules),
        options=game.options(**event.options),
        bots=event.bots,
        begins=event.begins,
        ends=event.ends,
        seed=event.seed,
        entrants=event.entrants,
    )


def in_start(first: Entry, deal: DealCommitted, game: Game, registry: Registry) -> Difference | None:
    """Where the match starts with something else than its deal gives to that player."""
    started, written = first.event, registry.write(first.event)
    people = [player for player in started.players if is_person(player)]
    seats = len(people) if not deal.entrants else deal.bots.count(None)
    if len(started.players) != len(deal.bots) or seats != deal.bots.count(None):
        return Difference("match", first.version, "data.players", list(started.players), list(deal.bots))
    rules, keys = with_rules(game, deal.rules), Keys(started.host_key, started.keys)
    if deal.entrants:
        command = start_at(deal, started.deal, rules, started.table, Sat(started.players, started.terms, keys))
    else:
        command = start_of(deal, started.deal, rules, people[0] if people else "", keys)
    now = registry.write(decide_match(Match(id="", games={game.slug: game}), command)[0])
    found = unlike("data", written.data, now.data) or unlike("sealed", written.part, now.part)
    return Difference("match", first.version, *found) if found else None


def with_rules(game: Game, rules: int) -> Game:
    """The game by the rules of that time. Raises ReadOnly where they are newer than this release's."""
    if not 1 <= rules <= game.rules:
        raise ReadOnly("this release does not have the rules of this match")
    return replace(game, rules=rules)
