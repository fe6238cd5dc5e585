"""The books of a pool of ratings as they stand in the ledger, and where each match is in them."""

from shared.platform.books.books import Books
from shared.platform.books.places import Place, Places

__all__ = ["Books", "Place", "Places"]
