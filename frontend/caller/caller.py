"""Decides who is called, when and by what: whoever is called to move, has chosen a way, and has no page of it open.

What is due is kept on the server (`people/calls.py`), so a process that ends in the middle calls a moment later.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from smtplib import SMTPException

import structlog

from frontend.caller.mailing import Mailing, Post, Refused
from frontend.caller.pushing import Outcome, Pusher
from frontend.caller.words import Words
from frontend.people.calls import Call
from frontend.people.mailed import CONFIRM
from frontend.people.who import player_of
from frontend.site import Site
from shared.errors import Broken, NotFound, Unavailable
from shared.ledger.consumer import Newest, Reaction
from shared.ledger.envelope import stamp
from shared.ledger.store import Notice
from shared.platform.player import is_person, player_from
from shared.platform.rows import Row

log = structlog.get_logger()

AT_ONCE = 8  # calls that wait for their services at the same time
LATER = 60.0  # seconds until a service that did not answer is tried again
TRIES = 3  # then this turn is not pushed to that browser any more
MOST = 50  # matches in a mail


class Caller:
    def __init__(self, site: Site, pusher: Pusher, post: Post) -> None:
        self.site = site
        self.pusher = pusher
        self.mailing = Mailing(site, post)
        self.words = Words(site)
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="call")
        self._does: dict[str, Callable[[Call], None]] = {
            "turn": self.turn,
            "push": self.push,
            "mail": self.mail,
            CONFIRM: self.confirm,
        }

    def close(self) -> None:
        self._pool.shutdown()
        self.pusher.client.close()

    def reactions(self) -> dict[str, Reaction]:
        return {"match.turn_started": Newest(self.expect)}

    def expect(self, notice: Notice) -> None:
        """Of a turn that is over by then nobody is told."""
        if not (notice.seats and self.site.ways.were_chosen()):
            return
        match = self.site.streams.blind.load(notice.stream).state
        for seat in match.called:
            player = match.players[seat]
            if is_person(player) and self.site.ways.has_any(person := player_from(player).name):
                self.site.calls.expect(Call("turn", person, f"{match.id}@{match.turn}"), self.site.settings.call_after)

    def call_due(self) -> bool:
        """Those that have waited longest, all at once and each for itself. Says whether there were any: then more may
        be due by now.
        """
        due = self.site.calls.due(AT_ONCE)
        for call, failed in zip(due, self._pool.map(self._try, due), strict=True):
            if failed is not None:
                self._fail(call, failed)
        return bool(due)

    def _fail(self, call: Call, failed: Exception) -> None:
        """Tried again later, unless the match can't be read: it was lost with a backup, or is broken."""
        if isinstance(failed, NotFound | Broken):
            return self.site.calls.done(call)
        if isinstance(failed, OSError | SMTPException):
            log.warning("mail_not_sent", reason=repr(failed))
        elif not isinstance(failed, Unavailable):
            log.error("call_failed", kind=call.kind, exc_info=failed)
        self.site.calls.put_off(call, LATER)

    def _try(self, call: Call) -> Exception | None:
        try:
            self._does[call.kind](call)
        except Exception as error:  # whoever waits for it logs it (`_fail`)
            return error
        return None

    def turn(self, call: Call) -> None:
        """Whoever has a page of it open may leave before the move is made, so it is looked at again."""
        id_, turn = call.about.split("@")
        if not self._still_calls(call.person, id_, int(turn)):
            return self.site.calls.done(call)
        if self.site.calls.is_here(call.person, [id_]):
            return self.site.calls.put_off(call, max(self.site.settings.call_after, 1.0))
        for browser in self.site.ways.browsers(call.person):
            self.site.calls.expect(Call("push", call.person, call.about, browser.id))
        if box := self.site.ways.mailbox(call.person):
            self.site.calls.expect(Call("mail", call.person), self.mailing.wait(box))
        self.site.calls.done(call)

    def _still_calls(self, person: str, id_: str, turn: int) -> bool:
        match = self.site.streams.blind.load(f"match:{id_}").state
        seat = match.seat_of(player_of(person))
        return seat is not None and match.turn_of(seat) == turn

    def push(self, call: Call) -> None:
        id_, turn = call.about.split("@")
        browser = next((one for one in self.site.ways.browsers(call.person) if one.id == call.browser), None)
        self.site.calls.done(call)
        if browser is None or not self._still_calls(call.person, id_, int(turn)):
            return
        outcome = self.pusher.send(browser, self.words.pushed(id_), id_, self.site.settings.push_services)
        if outcome is Outcome.TAKEN:
            self.site.ways.note_pushed(call.person)
        elif outcome is Outcome.GONE:
            self.site.ways.remove_browser(call.person, browser.id)
        elif outcome is Outcome.LATER and call.tries + 1 < TRIES:
            self.site.calls.expect(call._replace(tries=call.tries + 1), LATER)

    def mail(self, call: Call) -> None:
        """One mail about all that waits, if anything does of which the last one did not tell."""
        box, rows = self.site.ways.mailbox(call.person), self.waiting(call.person)
        if box is None or not any((row.called_since or "") > box.sent for row in rows):
            return self.site.calls.done(call)
        if self.site.calls.is_here(call.person, [row.id for row in rows]):
            return self.site.calls.put_off(call, max(self.site.settings.mail_after, 1.0))
        self.site.ways.note_sent(call.person, box, stamp(datetime.now(UTC)))  # first: rather none than two
        try:
            self.mailing.digest(call.person, box, rows)
        except Refused:
            log.info("mail_refused")  # by the address's own server, for good
            self.site.ways.stop_mail(call.person)
        except Exception:
            self.site.ways.note_sent(call.person, box, box.sent)
            raise
        self.site.calls.done(call)

    def waiting(self, person: str) -> list[Row]:
        """The matches that wait for this person, those that have waited longest first."""
        player = player_of(person)
        found = [row for row in self.site.rows.of_person(player, MOST) if player in row.called and row.called_since]
        return sorted(found, key=lambda row: row.called_since or "")

    def confirm(self, call: Call) -> None:
        self.site.calls.done(call)  # first: a second question would be one too many
        if box := self.site.ways.asked(call.person):
            try:
                self.mailing.question(call.person, box)
            except Refused:
                log.info("mail_refused")
