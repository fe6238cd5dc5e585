"""A player's match of a deal: all that it starts with follows from the deal and the player."""

import hmac
from dataclasses import replace
from typing import NamedTuple

from shared.games.game import Game
from shared.ledger.envelope import moment
from shared.ledger.fold import Folded
from shared.ledger.ids import id_from
from shared.ledger.store import id_in
from shared.platform.cited import Cited, OfDeal
from shared.platform.deal.events import DealCommitted
from shared.platform.deal.state import Deal
from shared.platform.keys import NO_KEYS, Keys
from shared.platform.match.commands import Start
from shared.platform.terms import Terms


class Sat(NamedTuple):
    """By seat, what they play under, and what they sign with."""

    players: tuple[str, ...]
    terms: Terms
    keys: Keys = NO_KEYS


TERMS = Terms(take_back=False)
"""Everybody has one try, without a clock, and no rating is changed by it."""


def try_of(deal: DealCommitted, player: str) -> str:
    """The id of the player's match: only one can start. Nobody can find it out without the seed."""
    text = f"try:{deal.name}:{player}"
    return id_from(hmac.digest(bytes.fromhex(deal.seed), text.encode(), "sha256"))


def cited_by(deal: Folded[Deal]) -> OfDeal:
    """As its matches name it: they start before it has ended, so its last event is the one that committed it.

    Raises DealNotFound.
    """
    facts = deal.state.facts
    assert deal.digest
    return OfDeal(deal=id_in(deal.stream), name=facts.name, version=deal.version, digest=deal.digest)


def start_at(deal: DealCommitted, cited: OfDeal, game: Game, table: Cited | None, sat: Sat) -> Start:
    """A match of a tournament's round: who sat down at its table plays, by the terms of the tournament. What they gave
    there for their table's own luck is not used, as it would not be the same at all tables.
    """
    return Start(
        game=replace(game, rules=deal.rules),
        options=game.options(**deal.options),
        players=sat.players,
        seed=deal.seed,
        nonces=(None,) * len(sat.players),
        table=table,
        practice=False,
        hints=False,
        terms=sat.terms,
        deal=cited,
        keys=sat.keys,
    )


def start_of(deal: DealCommitted, cited: OfDeal, game: Game, player: str, keys: Keys = NO_KEYS) -> Start:
    """By the rules and with the bots that the deal names. Nobody is told what a move would bring."""
    return Start(
        game=replace(game, rules=deal.rules),
        options=game.options(**deal.options),
        players=tuple(bot or player for bot in deal.bots),
        seed=deal.seed,
        nonces=(None,) * len(deal.bots),
        table=None,
        practice=False,
        hints=False,
        terms=TERMS,
        deal=cited,
        keys=keys,
        before=moment(deal.ends),
    )
