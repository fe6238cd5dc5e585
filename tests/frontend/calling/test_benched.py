"""Whose bot is benched hears of it once, by the ways that they chose."""

from email.message import EmailMessage

import pytest

from frontend.caller.benched import call_owners
from shared.people.closing import Closing
from shared.roster import Kind, Offer, Plays
from tests.frontend.calling.conftest import Calling
from tests.frontend.conftest import Visitor

pytestmark = pytest.mark.server
BOT = "bot:zaphod@1"


def bot_of(calling: Calling, owner: Visitor) -> None:
    calling.site.roster.announce(Offer("zaphod", 1, Kind.REMOTE, {"quadropolis": Plays((2,), {})}, 5, 1, owner.person))


def fail(calling: Calling) -> None:
    for turn in (1, 2, 3):
        calling.site.roster.failed(BOT, "some0match00", turn, "no answer within 5 seconds")


def look(calling: Calling) -> None:
    call_owners(calling.site)
    calling.go_on()


def test_the_owner_is_told_once_for_each_time(calling: Calling):
    ada, bob = calling.pages.visitor(), calling.pages.visitor()
    for each in (ada, bob):
        calling.subscribe(each)
    calling.confirm(ada)
    bot_of(calling, ada)
    look(calling)
    assert (calling.push.read, calling.mails.arrived) == ([], [])
    fail(calling)
    look(calling)
    look(calling)
    (said,), (mail,) = calling.push.read, calling.mails.arrived
    assert (said["title"], said["path"], said["tag"]) == ("Your bot zaphod@1 is benched", "/me", "bot-zaphod@1")
    assert len(calling.push.headers[0]["Topic"]) <= 32
    assert mail["Subject"] == "Your bot zaphod@1 is benched"
    assert mail["List-Unsubscribe"]
    text = text_of(mail)
    assert "Register what you have mended as a new version" in text
    assert "What it failed at: http://localhost/bots/zaphod" in text.splitlines()
    calling.site.roster.unbench(BOT)
    look(calling)
    calling.site.limits.hset("bots:benched", BOT, 1_700_000_000)
    look(calling)
    assert (len(calling.push.read), len(calling.mails.arrived)) == (2, 2)


def test_whoever_chose_no_way_is_not_called(calling: Calling):
    ada = calling.pages.visitor()
    bot_of(calling, ada)
    fail(calling)
    look(calling)
    assert (calling.push.read, calling.mails.asked) == ([], 0)
    calling.subscribe(ada)
    look(calling)
    assert calling.push.read == [], "it was a while ago"


def test_nobody_is_told_what_is_no_longer_so(calling: Calling):
    """The bot may play again by then, or its owner is closed; and a bot of the operator has no owner."""
    ada = calling.pages.visitor()
    calling.subscribe(ada)
    bot_of(calling, ada)
    fail(calling)
    call_owners(calling.site)
    calling.site.roster.unbench(BOT)
    calling.go_on()
    calling.site.limits.hset("bots:benched", mapping={BOT: 1_700_000_000, "bot:novice@1": 1_700_000_000})
    Closing(calling.site.limits).close(ada.person)
    look(calling)
    assert calling.push.read == []
    assert calling.site.roster.untold() == {}


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_content())
