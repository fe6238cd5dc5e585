"""Everything that the server keeps about a person outside the ledger: one table for their export and their erasure.

A key that has anything to do with a person is a row here, or tests fail. In a key, `<id>` is the person's id and `…` is
anything else. The ledger itself holds pseudonymous ids alone, and stays as it is.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache


class Given(Enum):
    """How a family is shown in the person's own export. Secrets are named there, and not shown."""

    FIELDS = auto()  # a hash, field by field
    RECORDS = auto()  # a hash of JSON, by its fields
    VALUES = auto()  # a hash of JSON whose fields are digests of secrets: without these
    MEMBERS = auto()  # a list or set
    REPORTS = auto()  # the hashes that a set names
    LINES = auto()  # what the person said, of what everybody said at their tables
    NOTHING = auto()  # an index of what another row shows, a short-lived counter, or what belongs to other people


class Erased(Enum):
    """How a family is erased. Each is safe to repeat."""

    FACTS = auto()  # all fields go, and `state` says that this was somebody
    KEY = auto()  # the key is deleted
    POINTING = auto()  # every key of the pattern whose field `person` is theirs is deleted
    VALUES = auto()  # fields of the hash whose value is theirs are deleted
    MEMBERS = auto()  # members that name them are taken out of every key of the pattern
    REPORTS = auto()  # the hashes that their set names, and the entries of these in `people:reports`
    LINES = auto()  # what they said is deleted, what others said stays
    STAYS = auto()  # an id alone, which says that this was somebody
    SOON = auto()  # ends by itself within an hour


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Keys of one pattern. `title` is the heading in the export; `secrets` are fields, `*` stands for every value."""

    key: str
    type: str
    title: str
    given: Given
    erased: Erased
    secrets: tuple[str, ...] = ()

    def of(self, person: str) -> str:
        """The key of one person, where there is one for each."""
        return self.key.replace("<id>", person)


def _own(name: str, type_: str, title: str, given: Given, *secrets: str, erased: Erased = Erased.KEY) -> Family:
    """A key for each person."""
    key = f"person:<id>:{name}" if name else "person:<id>"
    return Family(key=key, type=type_, title=title, given=given, erased=erased, secrets=secrets)


def _shared(key: str, type_: str, title: str, erased: Erased, given: Given = Given.NOTHING) -> Family:
    """A key that holds something about many people."""
    return Family(key=key, type=type_, title=title, given=given, erased=erased)


FAMILIES = (
    _own("", "hash", "facts", Given.FIELDS, "password", erased=Erased.FACTS),
    _own("names", "list", "earlier names", Given.MEMBERS),
    _own("sessions", "hash", "sessions", Given.VALUES, "secret", "digest", "known"),
    _own("devices", "hash", "browsers known to the account", Given.VALUES),
    _own("notes", "hash", "mails about the account", Given.VALUES, "serial", "link"),
    _own("tokens", "hash", "tokens for programs", Given.RECORDS, "secret", "digest", "hash", "sha256"),
    _own("bots", "set", "bots", Given.MEMBERS),
    _own("seats", "zset", "seats reserved", Given.MEMBERS),
    _own("tournaments", "zset", "tournaments entered", Given.MEMBERS),
    _own("links", "hash", "personal links", Given.FIELDS, "*"),
    _own("evenings", "hash", "evenings", Given.RECORDS),
    _own("push", "hash", "browsers that are called", Given.RECORDS, "endpoint", "p256dh", "auth"),
    _own("mail", "hash", "mail address", Given.FIELDS, "serial"),
    _own("asked", "hash", "mail address asked", Given.FIELDS, "serial"),
    _own("vacation", "hash", "vacation from clocks", Given.FIELDS),
    _own("follows", "set", "people followed", Given.MEMBERS),
    _own("blocked", "set", "people blocked", Given.MEMBERS),
    _own("reports", "set", "reports made", Given.REPORTS, erased=Erased.REPORTS),
    _own("reported", "zset", "reports about them", Given.NOTHING, erased=Erased.REPORTS),
    _shared("{talk}:…", "stream", "talk", Erased.LINES, Given.LINES),
    # What leads to a person, or names them among others.
    _shared("person:…:follows", "set", "whoever follows them", Erased.MEMBERS),
    _shared("person:…:blocked", "set", "whoever has blocked them", Erased.MEMBERS),
    _shared("person:link:…", "hash", "personal links by their digests", Erased.POINTING),
    _shared("person:token:…", "hash", "tokens by their digests", Erased.POINTING),
    _shared("people:names", "hash", "names by their skeletons", Erased.VALUES),
    _shared("people:addresses", "hash", "mail addresses by their digests", Erased.VALUES),
    _shared("people:providers", "hash", "accounts of providers by their digests", Erased.VALUES),
    _shared("people:erasing", "set", "who is being erased", Erased.STAYS),
    _shared("people:erased", "set", "who was erased", Erased.STAYS),
    _shared("people:reports:open", "zset", "reports that nobody has settled", Erased.REPORTS),
    _shared("people:reports", "zset", "reports by time", Erased.REPORTS),
    _shared("report:…", "hash", "reports", Erased.REPORTS),
    _shared("people:news", "stream", "ids whose standing has changed", Erased.STAYS),
    _shared("house:…:away", "set", "whom openers sent away", Erased.MEMBERS),
    _shared("house:…", "hash", "house rules of tables", Erased.MEMBERS),
    _shared("tournament:…:names", "hash", "names of those who are no people here", Erased.STAYS),
    _shared("tournament:…", "hash", "what is announced of tournaments", Erased.MEMBERS),
    _shared("bot:…:errors", "list", "turns that bots could not play", Erased.STAYS),
    _shared("bot:…:playing", "zset", "where bots play", Erased.STAYS),
    _shared("bot:…:invited", "hash", "invitations of bots", Erased.SOON),
    _shared("bot:…", "hash", "owners of bots", Erased.MEMBERS),
    _shared("calling:due", "zset", "who is called next", Erased.MEMBERS),
    _shared("absent:signs", "zset", "who was last seen in which match", Erased.MEMBERS),
    _shared("calling:here", "zset", "which pages are open", Erased.SOON),
    _shared("calling:asked:…", "string", "addresses that were asked, by their digests", Erased.SOON),
    _shared("queue:tickets", "hash", "who waits for opponents", Erased.SOON),
    _shared("queue:signs", "zset", "who waits for opponents still", Erased.SOON),
    _shared("queue:matched", "hash", "who is about to play with whom", Erased.SOON),
    _shared("queue:found", "hash", "where opponents were found", Erased.SOON),
    _shared("LIMITS:…", "string", "requests counted for the limits", Erased.SOON),
)

OWN = tuple(family for family in FAMILIES if "<id>" in family.key)
"""Families with a key for each person."""


def families_of(key: str) -> list[Family]:
    """All rows of a key of the server, its own first: whom somebody has blocked is theirs, and names others among them.

    None where it is about no person, or where this table has a gap.
    """
    return [family for family in FAMILIES if _pattern(family.key).fullmatch(key)]


@cache
def _pattern(key: str) -> re.Pattern[str]:
    parts = re.split("(<id>|…)", key)
    return re.compile("".join({"<id>": "[^:]+", "…": ".+"}.get(part, re.escape(part)) for part in parts))
