"""Mails about accounts: a link that signs in, the question whether an address is its reader's, and a new browser."""

from datetime import UTC, datetime

from frontend.caller.mailing import Mailing
from frontend.caller.words import say_plain
from frontend.people.browsers import shown
from frontend.people.mailed import token
from frontend.site import Site
from shared.language import moment, speaking
from shared.people.addresses import digest_of
from shared.people.notes import ADDRESS, DEVICE, SIGN_IN, Note

PATHS = {SIGN_IN: "/signin/link", ADDRESS: "/account/address/confirm"}


class Noting:
    """`prepare` and `note` find what is to be mailed, or nothing; `send` mails it, and raises as `Post` does."""

    def __init__(self, site: Site, mailing: Mailing) -> None:
        self.site = site
        self.mailing = mailing

    def prepare(self, digest: str, origin: str, page: str = "") -> tuple[str, str] | None:
        """Person and serial of a link for whoever has the address with this digest; it was asked for in that language.

        Found out here and not by the page, so that its answer takes as long whether there is an account or not.
        """
        person = self.site.addresses.owner(digest)
        address = self.site.addresses.of(person) if person else None
        if not (person and address and self.site.notes.may_be_sent(SIGN_IN, digest)):
            return None
        return person, self.site.notes.keep(person, SIGN_IN, address, origin, language=page)

    def note(self, person: str, serial: str) -> Note | None:
        """None for a question to an address that another account has, and for one mail too many."""
        note = self.site.notes.of(person, serial)
        if note is None or note.kind == SIGN_IN:
            return note
        if note.kind == ADDRESS and self.site.addresses.owner(digest_of(note.address)) not in (None, person):
            return None
        return note if self.site.notes.may_be_sent(note.kind, digest_of(note.address)) else None

    def send(self, person: str, serial: str, note: Note) -> None:
        with speaking(self.site.languages.of(person, note.language)):
            subject, text = self._words(person, serial, note)
        self.mailing.send(note.address, subject, text)

    def _words(self, person: str, serial: str, note: Note) -> tuple[str, str]:
        name, origin = self.site.accounts.name(person), note.origin
        ignore = say_plain("If it was not you, do nothing.")
        if note.kind == DEVICE:
            when = moment(datetime.fromtimestamp(note.at / 1000, UTC))
            said = say_plain(
                "{name} was signed in to Urbanist at {origin} in a new browser: {browser}, {when}.",
                name=name, origin=origin, browser=shown(note.browser), when=when,
            )  # fmt: skip
            todo = say_plain("If it was not you, sign out everywhere and change the password:")
            return say_plain("A new browser is signed in to Urbanist"), f"{said}\n\n{todo}\n{origin}/account\n"
        link = f"{origin}{PATHS[note.kind]}?link={token(self.site.key, note.kind, person, serial)}"
        if note.kind == SIGN_IN:
            asked = say_plain("Somebody asked to sign in to Urbanist at {origin} as {name}.", origin=origin, name=name)
            todo = say_plain("If that was you, open this link within 15 minutes:")
            return say_plain("Your link to sign in to Urbanist"), f"{asked}\n\n{todo}\n{link}\n\n{ignore}\n"
        asked = say_plain("{name} wants to sign in to Urbanist at {origin} by this address.", name=name, origin=origin)
        todo = say_plain("If that is you, open this link and press the button there:")
        return say_plain("Is this your address?"), f"{asked}\n\n{todo}\n{link}\n\n{ignore}\n"
