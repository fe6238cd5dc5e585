"""Pages in this process, whose callers reach a push service and a mail server of the tests' own."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from frontend.caller.caller import Caller
from frontend.caller.mailing import post_of
from frontend.caller.pushing import Pusher
from frontend.people.calls import Calls
from frontend.site import Site
from shared.ledger.consumer import Consumer
from shared.ledger.redis import connect
from shared.web.push_key import push_key
from tests.frontend.calling.others import Mails, PushService, mail_server, push_service
from tests.frontend.conftest import Pages, Visitor, pages, platform
from tests.openssl import authority

__all__ = ["authority", "pages", "platform"]


@dataclass
class Calling:
    """`go_on` lets the caller hear the news, and call whoever is due after so many seconds."""

    pages: Pages
    caller: Caller
    consumer: Consumer
    push: PushService
    mails: Mails
    late: list[float]

    @property
    def site(self) -> Site:
        return self.caller.site

    @property
    def calls(self) -> Calls:
        return self.site.calls

    def go_on(self, seconds: float = 0.0) -> None:
        self.pages.settle()
        while self.consumer.step(self.caller.reactions(), waits=False):
            pass
        self.late[0] += seconds
        while self.caller.call_due():
            self.caller.finish()

    def subscribe(self, visitor: Visitor) -> None:
        assert visitor.post("/settings/push", **self.push.subscription).status_code == 303

    def confirm(self, visitor: Visitor, address: str = "ada@example.org") -> None:
        visitor.post("/settings/mail", to=address, every="3600")
        self.go_on()
        visitor.post("/settings/mail/confirm", link=link_in(self.mails.arrived.pop().get_content(), "confirm"))


def link_in(text: str, purpose: str) -> str:
    return str(text).split(f"/settings/mail/{purpose}?link=")[1].split()[0]


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[PushService, Mails]]:
    with push_service() as push, mail_server() as (url, mails):
        monkeypatch.setenv("URBANIST_PUSH_SERVICES", "127.0.0.1")
        monkeypatch.setenv("URBANIST_SMTP_URL", url)
        monkeypatch.setenv("URBANIST_MAIL_FROM", "games@example.org")
        yield push, mails


@pytest.fixture
def calling(others: tuple[PushService, Mails], pages: Pages, monkeypatch: pytest.MonkeyPatch) -> Iterator[Calling]:
    push, mails = others
    site, late = pages.site, [0.0]
    clock = site.calls.clock
    monkeypatch.setattr(site.calls, "clock", lambda: clock() + late[0])
    client = connect(site.settings.redis_url)
    pusher = Pusher(push_key(site.settings.var), site.settings.mail_from)
    caller = Caller(site, pusher, post_of(site.settings))
    yield Calling(pages, caller, Consumer(client, "caller", "test", wait=0.001), push, mails, late)
    caller.close()
