"""Matches of tournaments whose tables share their draws: who sat down plays by the deal of the round."""

from shared.games.game import Game
from shared.ledger.fold import Folded
from shared.platform.cited import Cited
from shared.platform.deal import Deal, Sat, cited_by, start_at
from shared.platform.keys import Keys
from shared.platform.match import Start
from shared.platform.table import Table
from shared.platform.tournament.duplicate import deal_of
from shared.tournaments import tournament_of
from shared.web.ledger import streams


def deal_at(table: Table, id_: str) -> Folded[Deal] | None:
    """The deal of the round to which this table belongs; None of every other table. Raises DealNotFound."""
    tournament_id = tournament_of(table.opening.opener)
    if tournament_id is None:
        return None
    tournament = streams().tournaments.load(f"tournament:{tournament_id}").state
    for one in reversed(tournament.rounds):
        if one.deal and id_ in one.matches.values():
            return streams().deal(deal_of(tournament, one.number))
    return None


def start_in(deal: Folded[Deal], game: Game, table: Table, cited: Cited) -> Start:
    sat = Sat(table.players, table.opening.terms, keys_at(table))
    return start_at(deal.state.facts, cited_by(deal), game, cited, sat)


def keys_at(table: Table) -> Keys:
    return Keys(table.opening.host_key, table.keys)
