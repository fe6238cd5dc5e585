"""What programs say for their bots: who they are, what they move and talk, and how it is refused."""

from typing import Any

import pytest

from shared.people.scopes import Scope
from tests.frontend.bots.conftest import BOT, OFFER, Bot
from tests.frontend.conftest import Pages
from tests.frontend.test_bearers import owner, program, told

pytestmark = pytest.mark.server
WRONG: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"name": "Zaphod"}, "name", "a bot's name has 2 to 31 of a-z, 0-9 and _, and begins with a letter"),
    ({"version": 0}, "version", "a bot's version is a whole number from 1 to 1000000"),
    ({"version": "1"}, "version", 'Not a whole number. Write 1, not "1".'),
    ({"games": {}}, "games", "Length must be between 1 and 20."),
    ({"games": {"chess": {}}}, "chess", "Must be one of"),
    ({"games": {"quadropolis": {"seats": [7]}}}, "seats", "Quadropolis is for 2 to 4 players."),
    ({"games": {"quadropolis": {"options": {"mode": ["hard"]}}}}, "mode", "classic"),
    ({"games": {"quadropolis": {"options": {"colour": ["red"]}}}}, "colour", "Unknown field."),
    ({"seconds": 121}, "seconds", "Must be greater than or equal to 1 and less than or equal to 120."),
    ({"at_once": 0}, "at_once", "Must be greater than or equal to 1 and less than or equal to 100."),
    ({"owner": "ada"}, "owner", "Unknown field."),
)


def test_a_bot_is_registered_by_whoever_has_an_account(bot: Bot, pages: Pages):
    games = {"quadropolis": {"seats": [2], "options": {"mode": ["classic"]}}}
    answer = bot.program.post("/bots", {**OFFER, "version": 2, "games": games})
    said = {"bot": "zaphod@2", "player": "bot:zaphod@2", "games": games, "seconds": 5, "at_once": 3}
    assert (answer.status_code, told(answer)) == (200, said)
    assert said.items() <= told(bot.program.get("/bots/zaphod@2")).items()
    usual = told(bot.program.post("/bots", {"name": "marvin", "version": 1, "games": {"quadropolis": {}}}))
    assert (usual["games"], usual["seconds"], usual["at_once"]) == (
        {"quadropolis": {"seats": [2, 3, 4], "options": {}}},
        30,
        1,
    )
    for name, person in (("zaphod", program(pages, Scope.BOT)), ("greedy", bot.program)):
        refused = person.post("/bots", {**OFFER, "name": name})
        assert (refused.status_code, "belongs to another bot" in refused.text) == (403, True)
    guest = pages.visitor().client.post("/api/bots", json=OFFER)
    assert guest.status_code == 403


def test_a_name_of_an_installed_bot_is_nobodys_to_take(bot: Bot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("frontend.bots.routes.installed_bots", lambda: ("plays_well",))
    answer = bot.program.post("/bots", {**OFFER, "name": "plays_well"})
    sentence = "the name plays_well is that of a bot that is installed here"
    assert (answer.status_code, sentence in answer.text) == (403, True), answer.text


def test_every_wrong_field_is_named(bot: Bot):
    for more, field, sentence in WRONG:
        answer = bot.program.post("/bots", {**OFFER, **more})
        assert (answer.status_code, told(answer)["code"]) == (400, "malformed")
        assert field in str(told(answer)["fields"])
        assert sentence in str(told(answer)["fields"])
    assert bot.program.post("/bots", [1]).status_code == 400
    alone = bot.program.post("/bots", {**OFFER, "games": {"quadropolis": {"seats": [1]}}})
    assert told(alone)["template"] == "no table is like this"


def test_a_move_is_made_once_and_by_the_bot(bot: Bot):
    id_ = bot.match()
    seen = bot.seen(id_)
    while seen["seat"] not in seen["called"]:
        theirs = told(bot.pages.platform.ask("ada", "GET", f"/matches/{id_}"))
        body = {"turn": theirs["turn"], "move": theirs["legal_moves"][0], "cause": f"her-move-{theirs['turn']}"}
        bot.pages.platform.ask("ada", "POST", f"/matches/{id_}/moves", **body)
        bot.pages.settle()
        seen = bot.seen(id_)
    body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": "my-move-1"}
    first, again = bot.post(f"/matches/{id_}/moves", **body), bot.post(f"/matches/{id_}/moves", **body)
    assert (first.status_code, first.json) == (200, again.json)
    late = bot.post(f"/matches/{id_}/moves", **{**body, "cause": "my-move-2"})
    assert (late.status_code, late.json and late.json["code"]) == (409, "stale_turn")
    assert told(late)["missed"]
    envelope = bot.pages.streams.ledger.read(f"match:{id_}", seen["version"])[0]
    assert f'"by":"bot:{BOT}"'.encode() in envelope.envelope


def test_whoever_is_blocked_is_so_with_every_bot(bot: Bot, pages: Pages):
    """What the bot has said before is hidden, and it says no more to whoever plays there."""
    id_, reader = bot.match(), owner(pages)
    assert bot.post(f"/matches/{id_}/talk", text="good luck", cause="talk-0001").status_code == 200
    assert "good luck" in reader.get(f"/t/{id_}/talk").text
    pages.site.blocks.add(reader.person, bot.program.person)
    assert "good luck" not in reader.get(f"/t/{id_}/talk").text
    pages.site.blocks.add("ada", bot.program.person)
    answer = bot.post(f"/matches/{id_}/talk", text="hello", cause="talk-0002")
    assert (answer.status_code, "you can't talk at this table" in answer.text) == (403, True)


def test_a_line_is_said_once_and_its_key_says_no_other(bot: Bot, pages: Pages):
    id_ = bot.match()
    for _ in range(2):
        assert bot.post(f"/matches/{id_}/talk", text="good luck", cause="talk-0001").status_code == 200
    other = bot.post(f"/matches/{id_}/talk", text="bad luck", cause="talk-0001")
    assert (other.status_code, other.json and other.json["code"]) == (409, "key_reused")
    assert [line.text for line in pages.site.talk.lines(id_)] == ["good luck"]


def test_asking_for_the_head_of_a_stream_opens_none(bot: Bot):
    heard = bot.open()
    answer = bot.program.ask("HEAD", f"/api/bots/{BOT}/stream")
    assert (answer.status_code, answer.content_type, answer.data) == (200, "application/x-ndjson", b"")
    bot.go_on()
    assert (heard.news(), heard.is_over) == ([], False)


def test_a_bot_talks_where_it_plays(bot: Bot, pages: Pages):
    id_ = bot.match()
    answer = bot.post(f"/matches/{id_}/talk", text="  good   luck ", cause="talk-0001")
    assert (answer.status_code, answer.json) == (200, {"said": "good luck", "phrase": None})
    page = pages.visitor().get(f"/t/{id_}/talk").text
    assert "good luck" in page
    assert "zaphod" in page
    assert bot.post(f"/matches/{id_}/talk", text="", cause="talk-0002").status_code == 400
    elsewhere = bot.post(f"/matches/{pages.match(pages.visitor())}/talk", text="hi", cause="talk-0003")
    assert (elsewhere.status_code, "this bot does not play here" in elsewhere.text) == (409, True)


def test_a_bot_says_a_phrase_which_each_reads_in_their_words(bot: Bot, pages: Pages):
    id_ = bot.match()
    answer = bot.post(f"/matches/{id_}/talk", phrase="good_luck", cause="talk-0001")
    assert (answer.status_code, answer.json) == (200, {"said": "Good luck!", "phrase": "good_luck"})
    assert [line.phrase for line in pages.site.talk.lines(id_)] == ["good_luck"]
    assert "Good luck!" in pages.visitor().get(f"/t/{id_}/talk").text


@pytest.mark.parametrize("said", [{}, {"phrase": "of_next_year"}, {"phrase": "good_luck", "text": "good luck"}])
def test_a_bot_says_one_line_or_one_phrase_that_there_is(bot: Bot, pages: Pages, said: dict[str, str]):
    id_ = bot.match()
    assert bot.post(f"/matches/{id_}/talk", cause="talk-0001", **said).status_code == 400
    assert pages.site.talk.lines(id_) == []
    pages.platform.redis.hset(f"person:{bot.program.person}", "muted", 253_402_300_799_000)
    muted = bot.post(f"/matches/{id_}/talk", text="hello", cause="talk-0004")
    assert (muted.status_code, "muted" in muted.text) == (403, True)
