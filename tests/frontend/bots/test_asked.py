"""A table says which remote bots were asked to come and what they answered, to everybody who looks at it, at once."""

from typing import Any, cast

import fakeredis
import pytest

from frontend.presentation.table import TableSnapshot
from frontend.sockets.hub import Hub
from frontend.sockets.listening import Listening
from frontend.sockets.room import Room
from shared.roster.asked import LAPSE
from shared.roster.news import NEWS
from tests.frontend.bots.conftest import BOT, Bot
from tests.frontend.sockets.test_hub import Drawing

pytestmark = pytest.mark.server
WAITING = f"{BOT} was asked to come; waiting for its answer."
DECLINED = f"{BOT} was asked to come, and declined."
SILENT = f"{BOT} was asked to come, and did not answer in time."


def said(bot: Bot, id_: str) -> list[str]:
    page = bot.pages.visitor().get(f"/t/{id_}?have=1").text
    return [each for each in (WAITING, DECLINED, SILENT) if each in page]


def told(bot: Bot) -> list[str]:
    """Tables of which whoever looks at them hears."""
    entries: list[tuple[str, dict[str, str]]] = cast(Any, bot.pages.site.limits.xrange(NEWS))
    return [fields["table"] for _, fields in entries if "table" in fields]


def test_who_declines_is_shown_and_may_be_asked_again(bot: Bot):
    id_ = bot.table()
    assert said(bot, id_) == [WAITING]
    assert told(bot) == [id_]
    bot.post(f"/tables/{id_}/decline", cause="decline-1")
    assert said(bot, id_) == [DECLINED]
    assert told(bot) == [id_, id_]
    bot.pages.platform.ask("ada", "POST", f"/tables/{id_}/bots", bot="zaphod", cause="ask-0002")
    assert said(bot, id_) == [WAITING]
    bot.post(f"/tables/{id_}/accept", cause="accept-1")
    assert said(bot, id_) == []
    assert bot.pages.site.reservations.asked(id_) == {}


def test_who_does_not_answer_is_shown(bot: Bot):
    id_ = bot.table()
    bot.pages.platform.rounds()
    assert said(bot, id_) == [WAITING]
    bot.pages.site.limits.zincrby(LAPSE, -60, f"{id_} bot:{BOT}")
    bot.pages.platform.rounds()
    assert said(bot, id_) == [SILENT]
    assert told(bot) == [id_, id_]


def test_a_bot_that_nobody_asked_declines_nothing(bot: Bot):
    id_ = bot.table()
    bot.program.post("/bots", {"name": "marvin", "version": 1, "games": {"quadropolis": {}}})
    bot.program.post(f"/bots/marvin@1/tables/{id_}/decline", {"cause": "decline-1"})
    assert bot.pages.site.reservations.asked(id_) == {f"bot:{BOT}": "waiting"}


def test_what_is_asked_counts_no_version_and_is_pushed_all_the_same(bot: Bot):
    id_ = bot.table()
    snapshot = TableSnapshot(bot.pages.site, id_)
    assert snapshot.is_final
    bot.pages.site.reservations.free(f"bot:{BOT}", id_)
    assert not TableSnapshot(bot.pages.site, id_).is_final
    client: Any = fakeredis.FakeRedis(protocol=2)
    listening = Listening(client, Hub(), Drawing().render, lambda: 0)
    listening.positions = {NEWS: b"0-0"}
    for fields in ({"player": "bot:zaphod@1", "table": "m1k2m3k4m5k6"}, {"player": "bot:zaphod@1"}):
        client.xadd(NEWS, fields)
    assert listening._changed(client.xread(listening.positions)) == [Room("table", "m1k2m3k4m5k6")]
