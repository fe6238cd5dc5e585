"""What becomes of the bots of an account that is erased: nobody can act as them, and nothing about the person stays."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from frontend.door.erasing import erasing_by
from shared.ledger.redis import connect
from shared.people.scopes import Scope
from tests.frontend.bots.conftest import BOT, OFFER, Bot
from tests.frontend.conftest import Pages
from tests.frontend.test_bearers import program, told

pytestmark = pytest.mark.server
PLAYER = f"bot:{BOT}"


def erase(pages: Pages, person: str) -> None:
    erasing = erasing_by(pages.site, pages.services)
    erasing.erase(person)
    erasing.finish()


def about_bots(pages: Pages) -> str:
    """All that is kept under keys of bots, and in whose names."""
    client: Any = connect(pages.site.settings.redis_url)
    keys = sorted([*client.keys("bot:*"), *client.keys("bots:*"), *client.keys("calling:*"), *client.keys("person:*")])
    return repr([(key, client.dump(key)) for key in keys if not key.startswith(b"bot:zaphod@1:clients")])


def test_nobody_acts_as_a_bot_of_an_account_that_is_erased(bot: Bot):
    """Its token and its stream end at once, it is offered no more, and its name stays taken: records name it."""
    pages, person = bot.pages, bot.program.person
    id_, heard = bot.match(), bot.open()
    bot.pages.site.roster.failed(PLAYER, id_, 3, "no answer within 5 seconds")
    assert person in about_bots(pages)
    with capture_logs() as logs:
        erase(pages, person)
    assert [each for each in logs if each["log_level"] == "error"] == []
    bot.go_on()
    assert heard.news()[-1]["reason"] == "revoked"
    assert heard.is_over
    assert bot.get().status_code == 401
    assert bot.get("/stream").status_code == 401
    assert "zaphod" not in [offer.name for offer in pages.site.roster.offered()]
    found = pages.site.roster.offer(PLAYER)
    assert (found and found.owner, pages.site.roster.owned(person)) == (None, [])
    other = program(pages, Scope.BOT)
    taken = other.post("/bots", OFFER)
    assert (taken.status_code, told(taken)["sentence"]) == (403, "the name zaphod belongs to another bot")
    assert other.get(f"/bots/{BOT}").status_code == 403
    assert pages.visitor().get("/bots/zaphod").status_code == 200
    left = about_bots(pages).replace(f"person:{person}", "", 1)  # the key that says that this was somebody
    assert person not in left
