"""Decides who is called, when and by what: whoever is called to move, has chosen a way, and has no page of it open.

What is due is kept on the server (`people/calls.py`), so a process that ends in the middle calls a moment later. Each
attempt is counted before it is made, so that nothing is tried for ever.
"""

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import UTC, datetime
from functools import partial

import structlog

from frontend.caller import benched, seats
from frontend.caller.mailing import Away, Mailing, NotNow, Post, Refused
from frontend.caller.notes import Noting
from frontend.caller.pushing import Outcome, Pusher
from frontend.caller.words import Words
from frontend.people.calls import BENCHED_MAIL, BENCHED_PUSH, LINK, NOTE, SEAT, SEAT_MAIL, SEAT_PUSH, Call
from frontend.people.mailed import CONFIRM
from frontend.people.ways import Mailbox
from frontend.people.who import player_of
from frontend.site import Site
from shared.errors import Broken, NotFound, Unavailable
from shared.language import speaking
from shared.ledger.consumer import Newest, Reaction
from shared.ledger.envelope import stamp
from shared.ledger.store import Notice
from shared.people.standing import ACCOUNT
from shared.platform.player import is_person, player_from
from shared.platform.rows import Row

log = structlog.get_logger()

AT_ONCE = 8  # calls that wait for their services at the same time
A_MOMENT = 0.5  # seconds for which all of them may be waited for, before news is looked at again
REST = 60.0  # seconds for which a mail server that does not answer is left alone
LATER = 900.0  # seconds until a mail is offered again that was not taken
TRIES = 3  # attempts of a push, then this turn is not pushed to that browser any more
MAILS = 2  # attempts of a mail whose end nobody saw, because this process was killed
MOST = 50  # matches in a mail
SAT_DOWN = ("match.seat_reclaimed", "match.seat_taken_over")


class Caller:
    def __init__(self, site: Site, pusher: Pusher, post: Post) -> None:
        self.site = site
        self.pusher = pusher
        self.mailing = Mailing(site, post)
        self.noting = Noting(site, self.mailing)
        self.words = Words(site)
        self._mail_rests = 0.0  # until when
        self._running: set[Future[None]] = set()
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="call")
        self._does: dict[str, Callable[[Call], None]] = {
            "turn": self.turn,
            "push": self.push,
            "mail": self.mail,
            CONFIRM: self.confirm,
            NOTE: self.note,
            LINK: self.link,
            BENCHED_PUSH: self.push_benched,
            BENCHED_MAIL: self.mail_benched,
            SEAT: self.seat,
            SEAT_PUSH: self.push_seat,
            SEAT_MAIL: self.mail_seat,
        }

    def close(self) -> None:
        self._pool.shutdown()
        self.pusher.client.close()

    def reactions(self) -> dict[str, Reaction]:
        return {
            "match.turn_started": Newest(self.expect),
            **dict.fromkeys(SAT_DOWN, Newest(self.expect_anew)),
            "table.opened": lambda notice: seats.expect(self.site, notice.id),
            **dict.fromkeys(SAT_DOWN, Newest(self.expect_anew)),
        }

    def expect(self, notice: Notice) -> None:
        """Of a turn that is over by then nobody is told."""
        if notice.seats:
            self.expect_anew(notice)

    def expect_anew(self, notice: Notice) -> None:
        """Also whoever sat down in a turn that had begun."""
        if not self.site.ways.were_chosen():
            return
        match = self.site.streams.blind.load(notice.stream).state
        for seat in match.called:
            player = match.players[seat]
            if is_person(player) and self.site.ways.has_any(person := player_from(player).name):
                self.site.calls.expect(Call("turn", person, f"{match.id}@{match.turn}"), self.site.settings.call_after)

    def call_due(self) -> bool:
        """Begins those that have waited longest. Says whether more may be due, or free to begin, by now.

        Nobody here waits for the others' services: the threads do, and those that are free begin what is due.
        """
        if len(self._running) == AT_ONCE:
            wait(self._running, A_MOMENT, FIRST_COMPLETED)
        done = {each for each in self._running if each.done()}
        self._running -= done
        for each in done:
            each.result()
        due = self.site.calls.take(AT_ONCE - len(self._running)) if len(self._running) < AT_ONCE else []
        self.call_all(due)
        return bool(due or done)

    def call_all(self, due: list[Call]) -> None:
        """All of these at once, and each for itself."""
        self._running |= {self._pool.submit(self._try, call) for call in due}

    def finish(self) -> None:
        wait(self._running)

    def _try(self, call: Call) -> None:
        """What fails is due again by itself (`Calls.take`), unless the match can't be read: it was lost with a
        backup, or is broken.
        """
        try:
            if self._may_act(call.person):
                with speaking(self.site.languages.of(call.person)):
                    self._does[call.kind](call)
            else:
                self.site.calls.done(call)
        except (NotFound, Broken):
            self.site.calls.done(call)
        except Unavailable:
            raise
        except Exception as error:
            log.error("call_failed", kind=call.kind, exc_info=error)

    def _may_act(self, person: str) -> bool:
        """Whoever is closed or erased could not come if they were called."""
        player = player_of(person)
        return self.site.accounts.facts([player])[player].state in (None, ACCOUNT)

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
        if not self._still_calls(call.person, id_, int(turn)):
            return self.site.calls.done(call)
        self._push(call, partial(self.words.pushed, id_), id_)

    def push_benched(self, call: Call) -> None:
        if not benched.is_still(self.site, call):
            return self.site.calls.done(call)
        self._push(call, partial(benched.pushed, call.about), benched.topic_of(call.about))

    def _push(self, call: Call, text: Callable[[], bytes], topic: str) -> None:
        browser = next((one for one in self.site.ways.browsers(call.person) if one.id == call.browser), None)
        if browser is None or call.tries >= TRIES:
            return self.site.calls.done(call)
        if rests := self.pusher.rests(browser):
            return self.site.calls.put_off(call, rests)
        begun = self.site.calls.begin(call)
        outcome, later = self.pusher.send(browser, text(), topic, self.site.settings.push_services)
        if outcome is Outcome.TAKEN:
            self.site.ways.note_pushed(call.person)
        elif outcome is Outcome.GONE:
            self.site.ways.remove_browser(call.person, browser.id)
        elif outcome is Outcome.LATER and begun.tries < TRIES:
            return self.site.calls.put_off(begun, later)
        self.site.calls.done(begun)

    def mail(self, call: Call) -> None:
        """One mail about all that waits, if anything does of which the last one did not tell."""
        box, rows = self.site.ways.mailbox(call.person), self.waiting(call.person)
        if box is None or not any((row.called_since or "") > box.sent for row in rows):
            return self.site.calls.done(call)
        if call.tries >= MAILS:
            log.warning("mail_given_up")
            return self._mailed(call, box)
        if self.site.calls.is_here(call.person, [row.id for row in rows]):
            return self.site.calls.put_off(call, max(self.site.settings.mail_after, 1.0))
        refused = partial(self.site.ways.stop_mail, call.person)
        if self._send(call, partial(self.mailing.digest, call.person, box, rows), refused):
            self._mailed(call._replace(tries=call.tries + 1), box)

    def _mailed(self, call: Call, box: Mailbox) -> None:
        self.site.ways.note_sent(call.person, box, stamp(datetime.now(UTC)))
        self.site.calls.done(call)

    def _send(self, call: Call, send: Callable[[], None], refused: Callable[[], None]) -> bool:
        """Whether it was sent. An attempt whose end is seen does not count."""
        if (rests := self._mail_rests - self.site.calls.clock()) > 0:
            self.site.calls.put_off(call, rests)
            return False
        begun = self.site.calls.begin(call)
        try:
            send()
        except Refused:
            log.info("mail_refused")  # by the address's own server, for good
            refused()
            self.site.calls.done(begun)
        except (Away, NotNow) as error:
            log.warning("mail_not_sent", reason=str(error))
            later = REST if isinstance(error, Away) else LATER
            if isinstance(error, Away):
                self._mail_rests = self.site.calls.clock() + later
            self.site.calls.done(begun)
            self.site.calls.put_off(call, later)
        else:
            return True
        return False

    def waiting(self, person: str) -> list[Row]:
        """The matches that wait for this person, those that have waited longest first."""
        player = player_of(person)
        found = [row for row in self.site.rows.of_person(player, MOST) if player in row.called and row.called_since]
        return sorted(found, key=lambda row: row.called_since or "")

    def mail_benched(self, call: Call) -> None:
        """By itself, however often they want mails about their turns."""
        box = self.site.ways.mailbox(call.person)
        if box is None or call.tries >= MAILS or not benched.is_still(self.site, call):
            return self.site.calls.done(call)
        refused = partial(self.site.ways.stop_mail, call.person)
        if self._send(call, partial(benched.mailed, self.mailing, call.person, box, call.about), refused):
            self.site.calls.done(call._replace(tries=call.tries + 1))

    def seat(self, call: Call) -> None:
        """Nobody who has sat down by then."""
        if seats.is_awaited(self.site, call):
            return seats.call(self.site, call)
        self.site.calls.done(call)

    def push_seat(self, call: Call) -> None:
        if not seats.is_awaited(self.site, call):
            return self.site.calls.done(call)
        self._push(call, partial(seats.pushed, self.site, call.about), seats.topic_of(call.about))

    def mail_seat(self, call: Call) -> None:
        """By itself, however often they want mails about their turns: the time to sit down is short."""
        box = self.site.ways.mailbox(call.person)
        if box is None or call.tries >= MAILS or not seats.is_awaited(self.site, call):
            return self.site.calls.done(call)
        refused = partial(self.site.ways.stop_mail, call.person)
        send = partial(seats.mailed, self.site, self.mailing, call.person, box, call.about)
        if self._send(call, send, refused):
            self.site.calls.done(call._replace(tries=call.tries + 1))

    def confirm(self, call: Call) -> None:
        box = self.site.ways.asked(call.person)
        if box is None or call.tries >= MAILS:
            return self.site.calls.done(call)
        refused = partial(self.site.ways.stop_asking, call.person)
        if self._send(call, partial(self.mailing.question, call.person, box), refused):
            self.site.calls.done(call._replace(tries=call.tries + 1))

    def note(self, call: Call) -> None:
        """A mail about an account. If its address takes none, nobody can be told."""
        note = self.noting.note(call.person, call.about) if call.tries < MAILS else None
        if note is None:
            return self.site.calls.done(call)
        if self._send(call, partial(self.noting.send, call.person, call.about, note), lambda: None):
            self.site.calls.done(call._replace(tries=call.tries + 1))

    def link(self, call: Call) -> None:
        """Somebody typed an address to be sent a link: who has it is looked up here, and told to nobody."""
        digest, origin, page = [*call.about.split("@"), ""][:3]  # before there were languages, it named none
        if found := self.noting.prepare(digest, origin, page):
            self.site.calls.expect(Call(NOTE, *found))
        self.site.calls.done(call)
