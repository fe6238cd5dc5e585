"""The mail address of an account: optional, confirmed, and of one account only. A mailed link signs in.

It has nothing to do with the address at which somebody is called (frontend/people/ways.py): to end those mails with one
click must not cost anybody their way back.
"""

from hashlib import sha256

from shared.errors import Malformed
from shared.people.unique import Unique
from shared.variables import MAIL

ADDRESSES = "people:addresses"


def digest_of(value: str) -> str:
    """Whoever reads `people:addresses` finds no address in it."""
    return sha256(value.strip().lower().encode()).hexdigest()


class Addresses(Unique):
    key, field = ADDRESSES, "address"
    digest = staticmethod(digest_of)


def checked(address: str) -> str:
    """As it was typed, without blanks around it. Raises Malformed."""
    address = address.strip()
    if not MAIL.fullmatch(address):
        raise Malformed("this is no mail address: {address}", address=address[:100], fields={})
    return address
