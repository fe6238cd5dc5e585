"""The deals of a server: by name, those of each day, and who did how well in them."""

from shared.platform.deals.daily import DAY, Name, commit_of, day_of, name_from, names_due
from shared.platform.deals.days import Days, OnDay, entry_of
from shared.platform.deals.named import Deals
from shared.platform.deals.ranked import Entry, Listed, listed
from shared.platform.deals.streak import streak_of

__all__ = [
    "DAY",
    "Days",
    "Deals",
    "Entry",
    "Listed",
    "Name",
    "OnDay",
    "commit_of",
    "day_of",
    "entry_of",
    "listed",
    "name_from",
    "names_due",
    "streak_of",
]
