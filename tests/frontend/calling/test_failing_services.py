"""Push services and mail servers that fail: others are called meanwhile, nobody twice, and nothing is tried on end."""

import socket
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from threading import Thread

import pytest

from frontend.caller import mailing
from frontend.caller.caller import Caller
from frontend.caller.mailing import Away, by_smtp
from frontend.caller.pushing import WAITS, Pusher, waits
from frontend.people.calls import LEASE, Call
from frontend.people.ways import MOST, Mailbox
from shared.web.push_key import push_key
from tests.frontend.calling.conftest import Calling
from tests.frontend.calling.test_calling import two_who_play
from tests.frontend.conftest import Visitor

pytestmark = pytest.mark.server
AWAY = "smtp://127.0.0.1:9"


class Talker:
    """A mail server that says something at once and then now and then, and never more."""

    def __init__(self, first: bytes, then: bytes = b"") -> None:
        self.first, self.then, self.calls = first, then, 0
        self.server = socket.create_server(("127.0.0.1", 0))
        self.url = f"smtp://127.0.0.1:{self.server.getsockname()[1]}"
        self.thread = Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        while True:
            try:
                one, _ = self.server.accept()
            except OSError:
                return
            self.calls += 1
            Thread(target=self._talk, args=(one,), daemon=True).start()

    def _talk(self, one: socket.socket) -> None:
        with one:
            try:
                one.sendall(self.first)
                while self.then:
                    time.sleep(0.05)  # slower than nothing, and in time with each answer
                    one.sendall(self.then)
                one.recv(1000)
            except OSError:
                pass


@pytest.fixture
def talker(request: pytest.FixtureRequest) -> Iterator[Talker]:
    found = Talker(*request.param)
    yield found
    found.server.close()


def wait_for_mail(calling: Calling, *people: Visitor) -> None:
    """Each has an address that was confirmed."""
    for each in people:
        box = Mailbox(address=f"{each.person}@example.org", every=3600, origin="http://localhost", serial=each.person)
        calling.site.ways.keep_mailbox(each.person, box)


def begin(calling: Calling) -> None:
    """What is due now, without waiting for anybody."""
    calling.caller.call_due()


def due_in(calling: Calling, seconds: float) -> None:
    calling.pages.settle()
    while calling.consumer.step(calling.caller.reactions(), waits=False):
        pass
    calling.late[0] += 20
    begin(calling)
    calling.caller.finish()
    calling.late[0] += seconds


@pytest.mark.parametrize("talker", [(b"",), (b"220 here\r\n",), (b"220", b"-more\r\n220")], indirect=True)
def test_a_mail_server_that_hangs_keeps_nobody_from_being_pushed(
    calling: Calling, talker: Talker, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(mailing, "PATIENCE", 2.0)
    monkeypatch.setattr(mailing, "WHOLE", 3.0)
    calling.caller.mailing.post = by_smtp(talker.url)
    id_, ada, bo = two_who_play(calling)
    wait_for_mail(calling, bo)
    ada.move(id_)
    due_in(calling, 1000)
    other, cleo, dan = two_who_play(calling)
    calling.subscribe(dan)
    cleo.move(other)
    began = time.monotonic()
    due_in(calling, 0)  # the mail is begun here, too, and hangs
    begin(calling)
    assert time.monotonic() - began < 30
    calling.caller.finish()
    assert [said["path"] for said in calling.push.read] == [f"/m/{other}"]
    assert calling.site.ways.mailbox(bo.person) is not None
    assert talker.calls == 1


@pytest.mark.parametrize("talker", [(b"220", b"-more\r\n220")], indirect=True)
def test_a_mail_server_that_says_a_little_now_and_then_is_left_in_the_end(
    talker: Talker, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(mailing, "WHOLE", 0.5)
    began = time.monotonic()
    with pytest.raises(Away):
        by_smtp(talker.url)(EmailMessage())
    assert time.monotonic() - began < 10


def test_whoever_begins_a_call_waits_for_none(calling: Calling):
    """The runner ends a program that is silent for some seconds, and with it what was being sent."""
    calling.push.hangs = 1.5
    id_, ada, bo = two_who_play(calling)
    calling.subscribe(bo)
    ada.move(id_)
    due_in(calling, 0)
    began = time.monotonic()
    begin(calling)
    assert time.monotonic() - began < 1
    calling.caller.finish()
    assert len(calling.push.read) == 1


@pytest.mark.parametrize("talker", [(b"421 too busy\r\n",), (b"554 go away\r\n",), (b"\xff\xfe\r\n",)], indirect=True)
def test_a_mail_server_that_is_away_is_asked_once_a_minute_for_all(calling: Calling, talker: Talker):
    calling.caller.mailing.post = by_smtp(talker.url)
    games = [two_who_play(calling) for _ in range(2)]
    for id_, first, then in games:
        wait_for_mail(calling, then)
        first.move(id_)
    due_in(calling, 1000)
    calling.caller.call_all(calling.calls.take(1))
    calling.caller.finish()
    calling.go_on()
    assert talker.calls == 1
    assert len(calling.calls.take(10)) == 0
    calling.late[0] += 70
    assert len(calling.calls.take(10)) == 2, "both are tried again"


def test_nobody_there_is_no_reason_to_forget_an_address(calling: Calling):
    calling.caller.mailing.post = by_smtp(AWAY)
    ada = calling.pages.visitor()
    ada.post("/settings/mail", to="ada@example.org")
    calling.go_on()
    calling.late[0] += 70
    (call,) = calling.calls.take(10)
    assert (call.kind, call.tries) == ("confirm", 0)
    assert calling.site.ways.asked(ada.person) is not None


def test_a_new_address_that_is_refused_leaves_the_old_one(calling: Calling):
    ada = calling.pages.visitor()
    wait_for_mail(calling, ada)
    calling.mails.refuses = "550 nobody here"
    ada.post("/settings/mail", to="other@example.org")
    calling.go_on()
    assert calling.site.ways.asked(ada.person) is None
    assert calling.site.ways.mailbox(ada.person) is not None


def test_a_mail_that_was_taken_is_not_sent_again_whatever_the_server_says_at_the_end(calling: Calling):
    calling.mails.goodbye = "500 what?"
    id_, ada, bo = two_who_play(calling)
    wait_for_mail(calling, bo)
    ada.move(id_)
    due_in(calling, 1000)
    calling.go_on()
    calling.go_on(5000)
    assert len(calling.mails.arrived) == 1


def test_whoever_ends_mail_while_one_is_sent_gets_no_other(calling: Calling):
    id_, ada, bo = two_who_play(calling)
    wait_for_mail(calling, bo)
    calling.mails.meanwhile = lambda: calling.site.ways.stop_mail(bo.person)
    ada.move(id_)
    due_in(calling, 1000)
    calling.go_on()
    assert len(calling.mails.arrived) == 1
    assert calling.site.ways.mailbox(bo.person) is None


@pytest.mark.parametrize("way", ["push", "mail"])
def test_what_a_killed_process_was_sending_is_sent_by_the_next_and_not_for_ever(calling: Calling, way: str):
    id_, ada, bo = two_who_play(calling)
    if way == "push":
        calling.subscribe(bo)
    else:
        wait_for_mail(calling, bo)
    ada.move(id_)
    due_in(calling, 1000)
    (call,) = calling.calls.take(10)
    assert call.kind == way
    begun = calling.calls.begin(call)  # here it was killed
    calling.go_on()
    assert len(calling.push.read) + len(calling.mails.arrived) == 0
    calling.go_on(LEASE + 1)
    assert len(calling.push.read) + len(calling.mails.arrived) == 1
    calling.calls.expect(begun._replace(tries=9))
    calling.go_on(LEASE + 1)
    assert len(calling.push.read) + len(calling.mails.arrived) == 1
    calling.go_on(LEASE + 1)
    assert calling.calls.take(10) == []


def test_two_callers_call_once(calling: Calling):
    other = Caller(
        calling.site, Pusher(push_key(calling.site.settings.var), "a@example.org"), calling.caller.mailing.post
    )
    id_, ada, bo = two_who_play(calling)
    calling.subscribe(bo)
    ada.move(id_)
    due_in(calling, 0)
    calling.caller.call_due()
    other.call_due()
    calling.caller.finish()
    other.finish()
    other.close()
    assert len(calling.push.headers) == 1


@pytest.mark.parametrize("status", [413, 400, 401, 302])
def test_a_message_that_is_refused_is_not_sent_again_and_the_browser_stays(calling: Calling, status: int):
    """401 says that our signature is too old or too new: with a wrong clock everybody would be forgotten."""
    id_, ada, bo = two_who_play(calling)
    calling.subscribe(bo)
    calling.push.status = status
    calling.push.answers = {"Location": f"{calling.push.origin}/elsewhere"}
    ada.move(id_)
    calling.go_on()
    for _ in range(4):
        calling.go_on(70)
    assert len(calling.push.headers) == 1
    assert len(calling.site.ways.browsers(bo.person)) == 1


def test_a_service_says_when_it_wants_to_be_asked_again(calling: Calling):
    id_, ada, bo = two_who_play(calling)
    calling.subscribe(bo)
    calling.push.status, calling.push.answers = 429, {"Retry-After": "600"}
    ada.move(id_)
    calling.go_on()
    for _ in range(5):
        calling.go_on(70)
    assert len(calling.push.headers) == 1
    calling.push.status = 201
    calling.go_on(400)
    assert len(calling.push.read) == 1


@pytest.mark.parametrize("said", ["", "soon", "-5", "nan", "9" * 500, "\u0663", "Mon, 99 Foo 9999", "1e9"])
def test_whatever_a_service_asks_for_is_between_a_minute_and_an_hour(said: str):
    assert WAITS[0] <= waits(said, 0.0) <= WAITS[1]


def test_a_service_may_name_a_date():
    now = 1_800_000_000.0
    assert waits(format_datetime(datetime.fromtimestamp(now + 300, UTC), usegmt=True), now) == 300


def test_a_service_that_is_not_there_is_left_alone_for_a_minute(calling: Calling):
    calling.push.server.shutdown()
    calling.push.server.server_close()
    id_, ada, bo = two_who_play(calling)
    calling.subscribe(bo)
    ada.move(id_)
    due_in(calling, 0)
    begin(calling)
    calling.caller.finish()
    (browser,) = calling.site.ways.browsers(bo.person)
    assert calling.caller.pusher.rests(browser) > 50
    calling.late[0] += 70
    (call,) = calling.calls.take(1)
    assert call.tries == 1
    calling.caller.push(call)
    calling.late[0] += 70
    assert calling.calls.take(1) == [call], "nothing was tried, so nothing was counted"


def test_what_nobody_foresaw_ends_too(calling: Calling, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise RuntimeError("odd")

    monkeypatch.setattr(calling.caller.pusher, "send", fail)
    id_, ada, bo = two_who_play(calling)
    calling.subscribe(bo)
    ada.move(id_)
    due_in(calling, 0)
    for _ in range(5):
        calling.go_on(LEASE + 1)
    calling.late[0] += 10 * LEASE
    assert calling.calls.take(10) == []


def test_a_person_has_a_few_browsers_however_many_ask(calling: Calling):
    ada = calling.pages.visitor()
    for number in range(30):
        said = {**calling.push.subscription, "endpoint": f"{calling.push.origin}/send/{number}"}
        calling.site.ways.add_browser(ada.person, said, "http://localhost", "")
    assert len(calling.site.ways.browsers(ada.person)) == MOST
    calling.calls.expect(Call("turn", ada.person, "nomatch00000@1"))
    calling.go_on(1)
    assert calling.calls.take(10) == []
