"""Authors of bots are told by a document what they will be answered: every answer fits, and has an example.

WRITE_EXAMPLES=yes .venv/bin/python -m pytest tests/frontend/bots/test_document.py
"""

import json
from pathlib import Path
from typing import Any

import pytest

from frontend.bots import document
from frontend.bots.listening import FAILED, REPLACED, RESTARTING, REVOKED
from tests.documents import Heard, keep_examples, shortened, undescribed, wrong
from tests.frontend.bots.conftest import BOT, OFFER, Bot
from tests.frontend.bots.test_streams import moved, quiet
from tests.frontend.test_bearers import told

pytestmark = pytest.mark.server
EXAMPLES = Path(document.__file__).with_name("examples.json")
BELOW = "/bots/{bot}"


def test_every_answer_fits_its_description(bot: Bot):
    described = told(bot.pages.visitor().get("/api/docs/bots/openapi.json"))
    heard = Heard(described)
    heard.hear("POST /bots", bot.program.post("/bots", OFFER))
    heard.hear("POST /bots", bot.program.post("/bots", {**OFFER, "seconds": 0}))
    lines = told_lines(bot)
    id_ = bot.match()
    seen = heard.hear(f"GET {BELOW}/matches/{{match_id}}", bot.get(f"/matches/{id_}"))
    move = {"turn": told(seen)["turn"], "move": (told(seen)["legal_moves"] or [{}])[0], "cause": "my-move-1"}
    heard.hear(f"POST {BELOW}/matches/{{match_id}}/moves", bot.post(f"/matches/{id_}/moves", **{**move, "turn": 3}))
    talk = f"POST {BELOW}/matches/{{match_id}}/talk"
    heard.hear(talk, bot.post(f"/matches/{id_}/talk", text="good luck", cause="talk-0001"))
    heard.hear(f"POST {BELOW}/matches/{{match_id}}/resign", bot.post(f"/matches/{id_}/resign", cause="resign-1"))
    table = bot.table()
    for word in ("accept", "leave", "decline"):
        answer = bot.post(f"/tables/{table}/{word}", cause=f"{word}-001")
        heard.hear(f"POST {BELOW}/tables/{{table_id}}/{word}", answer)
    bot.pages.site.roster.failed(f"bot:{BOT}", id_, 7, "no answer within 5 seconds")
    heard.hear(f"GET {BELOW}", bot.get())
    heard.hear(f"GET {BELOW}/stream", bot.ask(poll="0")[0])
    heard.hear(f"GET {BELOW}/stream", bot.ask(poll="x")[0])
    content = described["paths"][f"{BELOW}/stream"]["get"]["responses"]["200"]["content"]["application/x-ndjson"]
    for line in lines:
        assert [*wrong(described, content["x-schema-of-a-line"], line)] == [], line["type"]
    stream = "".join(f"{json.dumps(shortened(line))}\n" for line in lines)
    keep_examples(EXAMPLES, {**own(heard.answers), f"GET {BELOW}/stream 200": stream})
    assert undescribed(described) == []


def own(answers: dict[str, Any]) -> dict[str, Any]:
    """Those of the services stand in their own documents."""
    return {call: body for call, body in answers.items() if "/tables/" not in call and not call.endswith("moves 409")}


def told_lines(bot: Bot) -> list[dict[str, Any]]:
    """One of each kind."""
    id_ = bot.match()
    heard, table = bot.open(), bot.table()
    bot.go_on()
    moved(bot, id_)
    bot.go_on()
    bot.post(f"/tables/{table}/decline", cause="decline-1")
    bot.go_on()
    roster = bot.pages.site.roster
    for turn in (3, 4, 5):
        roster.failed(f"bot:{BOT}", id_, turn, "no answer within 5 seconds")
    bot.go_on()
    roster.unbench(f"bot:{BOT}")
    bot.go_on()
    quiet(heard)
    bot.go_on()
    lines = [*heard.first, *heard.news(), *bot.open(cursor=heard.cursor, client="other").first]
    standing = {"benched", "unbenched"}
    assert {line["type"] for line in lines} == {
        "snapshot",
        "invitation",
        "match",
        "withdrawn",
        "alive",
        "resumed",
    } | standing
    return [*lines, REPLACED, REVOKED, RESTARTING, FAILED]
