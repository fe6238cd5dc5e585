"""People who wait for opponents: who waits for what, and who plays with whom. Pure: it is told the time."""

from shared.platform.queue.match import match, matches
from shared.platform.queue.ticket import Pool, Ticket, expected, pool_from, rating_of, terms_of

__all__ = ["Pool", "Ticket", "expected", "match", "matches", "pool_from", "rating_of", "terms_of"]
