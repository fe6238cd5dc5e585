"""What a remote bot is told: everything once and in order, however often its stream is cut."""

import json
import socket
import time
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from frontend.bots.listening import BEAT
from frontend.bots.opening import LONGEST_POLL
from frontend.bots.stream import Stream
from infra.visitor_socket import VisitorSocket
from shared.annotations import Json
from shared.errors import Unavailable
from shared.people.closing import Closing
from shared.people.scopes import Scope
from tests.frontend.bots.conftest import BOT, OF_A_CONNECTION, Bot, Heard, lines_of
from tests.frontend.conftest import Pages
from tests.frontend.test_bearers import owner, program, told
from tests.services.test_broken_records import READABLE

pytestmark = pytest.mark.server


def kinds(lines: list[dict[str, Any]]) -> list[str]:
    return [line["type"] for line in lines]


def moved(bot: Bot, id_: str) -> None:
    """By whoever is called."""
    seen = bot.seen(id_)
    if seen["seat"] in seen["called"]:
        body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": f"my-move-{seen['turn']}"}
        assert bot.post(f"/matches/{id_}/moves", **body).status_code == 200
    else:
        theirs = bot.pages.platform.ask("ada", "GET", f"/matches/{id_}").json
        assert theirs
        body = {"turn": theirs["turn"], "move": theirs["legal_moves"][0], "cause": f"her-move-{theirs['turn']}"}
        assert bot.pages.platform.ask("ada", "POST", f"/matches/{id_}/moves", **body).status_code == 200
    bot.pages.settle()


def test_the_first_line_holds_all_running_matches_and_the_rest_what_happens(bot: Bot):
    id_ = bot.match()
    heard = bot.open()
    (first,) = heard.first
    (match,) = first["matches"]
    assert (first["type"], first["bot"], match) == ("snapshot", f"bot:{BOT}", {**bot.seen(id_), "seconds": 5})
    assert heard.news() == []
    for _ in range(4):
        before = bot.seen(id_)["version"]
        moved(bot, id_)
        bot.go_on()
        (line,) = heard.news()
        assert line["match"] == {**bot.seen(id_), "seconds": 5}
        assert [event["version"] for event in line["events"]] == list(range(before + 1, line["match"]["version"] + 1))


def test_from_the_invitation_to_the_end_of_a_match(bot: Bot):
    heard = bot.open()
    assert heard.first[0]["matches"] == heard.first[0]["invitations"] == []
    id_ = bot.table()
    bot.go_on()
    (line,) = heard.news()
    said = {"type": "invitation", "table": id_, "by": "person:ada", "game": "quadropolis", "seats": 2, "seat": None}
    assert said.items() <= line.items()
    assert 0 < line["seconds"] <= 20
    assert bot.post(f"/tables/{id_}/accept", cause="accept-1").json == {"version": 2, "seat": 0}
    bot.go_on()
    assert heard.news() == []
    bot.pages.platform.ask("ada", "POST", f"/tables/{id_}/seats", cause="sit-0001")
    bot.pages.settle()
    bot.go_on()
    (line,) = heard.news()
    assert line["events"][0]["type"] == "match.started"
    assert bot.post(f"/matches/{id_}/resign", cause="resign-1").status_code == 200
    bot.go_on()
    (line,) = heard.news()
    assert (line["match"]["seat"], line["cursor"]) == (None, "-")
    bot.pages.settle()
    bot.go_on()
    assert heard.news() == []


@pytest.mark.parametrize("how", ["decline", "lapse", "give up"])
def test_an_invitation_that_is_gone_is_withdrawn(bot: Bot, how: str):
    heard, id_ = bot.open(), bot.table()
    bot.go_on()
    assert kinds(heard.news()) == ["invitation"]
    if how == "decline":
        assert bot.post(f"/tables/{id_}/decline", cause="decline-1").status_code == 200
    elif how == "lapse":
        bot.pages.site.limits.zincrby(f"bot:{BOT}:playing", -60, id_)
        quiet(heard)
    else:
        bot.post(f"/tables/{id_}/accept", cause="accept-1")
        bot.pages.platform.ask("ada", "POST", f"/tables/{id_}/close", cause="close-01")
        bot.pages.settle()
    bot.go_on()
    (line, *alive) = heard.news()
    assert (line["type"], line["tables"], line["cursor"]) == ("withdrawn", [id_], "-")
    assert kinds(alive) == (["alive"] if how == "lapse" else [])


def test_a_bot_that_is_benched_is_told_once(bot: Bot):
    """Also where it polls, and where its stream was cut in the meantime."""
    roster, heard = bot.pages.site.roster, bot.open()
    before = heard.cursor
    for turn in (1, 2, 3):
        roster.failed(f"bot:{BOT}", "some0match00", turn, "no answer within 5 seconds")
    bot.go_on()
    (line,) = heard.news()
    assert (line["type"], line["reason"]) == ("benched", "no answer within 5 seconds")
    assert "Register what you have mended as a new version" in line["sentence"]
    assert line["cursor"] == f"benched.{line['since']}"
    quiet(heard)
    bot.go_on()
    assert [(each["type"], each["versions"]) for each in heard.news()] == [("alive", {})]
    assert kinds(lines_of(bot.ask(poll="0", cursor=before, client="polling")[0])) == ["benched"]
    assert kinds(bot.open(cursor=heard.cursor, client="other").first) == ["resumed"]
    assert bot.open(client="third").first[0]["benched"] == line["since"]
    roster.unbench(f"bot:{BOT}")
    bot.go_on()
    (line,) = heard.news()
    assert (line["type"], line["cursor"]) == ("unbenched", "-")
    roster.bench(f"bot:{BOT}")
    bot.go_on()
    (line,) = heard.news()
    assert (line["type"], line["reason"]) == ("benched", None)


def test_a_stream_goes_on_where_the_cursor_says(bot: Bot):
    id_, other = bot.match(), bot.match()
    heard = bot.open()
    cursors = [(heard.cursor, bot.seen(id_)["version"])]
    for _ in range(3):
        moved(bot, id_)
        bot.go_on()
        heard.news()
        cursors.append((heard.cursor, bot.seen(id_)["version"]))
    for cursor, version in cursors:
        first, *rest = bot.open(cursor=cursor, client="another").first
        assert (first["type"], first["cursor"]) == ("resumed", cursor)
        numbers = [event["version"] for line in rest for event in line["events"]]
        assert numbers == list(range(version + 1, cursors[-1][1] + 1))
        assert other not in [line["match"]["id"] for line in rest]


def test_a_match_that_ended_meanwhile_is_told_to_its_end(bot: Bot):
    id_ = bot.match()
    cursor = bot.open().cursor
    bot.post(f"/matches/{id_}/resign", cause="resign-1")
    bot.pages.settle()
    _, line = bot.open(cursor=cursor).first
    assert line["match"]["id"] == id_
    assert "match.seat_resigned" in [event["type"] for event in line["events"]]
    assert line["cursor"] == "-"


def test_after_a_backup_came_back_the_whole_match_is_told(bot: Bot):
    id_ = bot.match()
    version = bot.seen(id_)["version"]
    _, line = bot.open(cursor=f"{id_}.{version + 50}").first
    assert (line["match"]["version"], line["events"][0]["version"]) == (version, 1)


def test_a_cursor_shows_nobody_elses_matches(bot: Bot):
    theirs = bot.pages.match(bot.pages.visitor())
    _, line = bot.open(cursor=f"{theirs}.0").first
    assert line == {"type": "withdrawn", "tables": [theirs], "cursor": "-"}


def test_a_cursor_full_of_others_matches_costs_little(bot: Bot, monkeypatch: pytest.MonkeyPatch):
    """One line for all of them, and no game is loaded."""
    id_, names = bot.match(), [f"{number:012}" for number in range(150)]
    loaded = counted(bot, monkeypatch)
    first, line = bot.open(
        cursor="~".join([f"{id_}.{bot.seen(id_)['version']}", *(f"{name}.7" for name in names)])
    ).first
    assert (first["type"], line["type"], line["tables"]) == ("resumed", "withdrawn", names)
    assert line["cursor"] == f"{id_}.{bot.seen(id_)['version']}"
    assert set(loaded) == {f"match:{id_}"}


def counted(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Matches that are loaded with their games, each time they are."""
    loaded: list[str] = []
    load = bot.streams.news.streams.matches.load

    def noted(id_: str) -> Any:
        loaded.append(id_)
        return load(id_)

    monkeypatch.setattr(bot.streams.news.streams.matches, "load", noted)
    return loaded


def test_a_poll_is_answered_at_once_if_there_is_news_and_else_with_the_first_that_comes(bot: Bot):
    id_ = bot.match()
    answer, sock, _ = bot.ask(poll="20")
    (snapshot,) = lines_of(answer)
    assert (snapshot["type"], sock.visit) == ("snapshot", None)
    moved(bot, id_)
    answer, sock, _ = bot.ask(poll="20", cursor=snapshot["cursor"])
    (line,) = lines_of(answer)
    assert (line["match"]["version"], sock.visit) == (bot.seen(id_)["version"], None)
    waiting = bot.open(poll="20", cursor=line["cursor"])
    assert (waiting.first, waiting.news(), waiting.is_over) == ([], [], False)
    moved(bot, id_)
    bot.go_on()
    assert kinds(waiting.news()) == ["match"]
    assert waiting.is_over


def test_a_poll_without_news_ends_at_its_time(bot: Bot):
    waiting = bot.open(poll="0", cursor="-")
    assert kinds(waiting.news()) == ["alive"]
    assert waiting.is_over


def test_silence_is_broken_with_the_versions_that_there_are(bot: Bot):
    id_, heard = bot.match(), bot.open()
    quiet(heard)
    bot.go_on()
    (line,) = heard.news()
    assert (line["type"], line["versions"]) == ("alive", {id_: bot.seen(id_)["version"]})
    assert line["cursor"] == heard.first[0]["cursor"]
    bot.go_on()
    assert heard.news() == []


def quiet(heard: Heard) -> None:
    """As if nothing had been said for so long."""
    assert isinstance(heard.sock.visit, Stream)
    heard.sock.visit.beats -= BEAT


def test_a_second_stream_of_the_same_client_replaces_the_first(bot: Bot):
    first, other = bot.open(), bot.open(client="other")
    bot.open()
    (line,) = first.news()
    assert (line["type"], line["reason"]) == ("end", "replaced")
    assert "has taken the place of this one" in line["sentence"]
    assert first.is_over
    assert not other.is_over
    first.sock.visit.end()  # type: ignore[union-attr]  # it has one
    bot.go_on()
    assert bot.pages.site.roster.is_up(f"bot:{BOT}")


REFUSED: dict[str, tuple[int, dict[str, Any], Callable[[Bot, pytest.MonkeyPatch], None]]] = {
    "a cursor of nothing": (400, {"cursor": "x"}, lambda bot, patch: None),
    "a poll for too long": (400, {"poll": "99"}, lambda bot, patch: None),
    "an old protocol": (400, {}, lambda bot, patch: patch.setitem(OF_A_CONNECTION, "SERVER_PROTOCOL", "HTTP/1.0")),
    "all that one may have": (403, {}, lambda bot, patch: patch.setattr(bot.streams.quotas, "_of_a_person", 1)),
    "all that there are": (503, {}, lambda bot, patch: patch.setattr(bot.streams.quotas, "_most", 1)),
    "no news to be had": (503, {}, lambda bot, patch: patch.setattr(bot.streams.news, "snapshot", away)),
}


def away(*_: Any) -> Any:
    raise Unavailable("the server is away")


@pytest.mark.parametrize("why", REFUSED)
def test_a_refused_stream_leaves_the_one_that_works(bot: Bot, why: str, monkeypatch: pytest.MonkeyPatch):
    heard, (status, said, prepare) = bot.open(), REFUSED[why]
    prepare(bot, monkeypatch)
    taken = bot.streams.quotas._taken
    assert bot.ask(**said)[0].status_code == status
    bot.go_on()
    assert (heard.news(), heard.is_over, bot.streams.quotas._taken) == ([], False, taken)


def test_a_request_that_was_given_up_takes_no_place_of_a_newer_one(bot: Bot):
    """It has waited, as for a server that starts, and its program has asked again meanwhile."""
    heard, (own, other) = bot.open(), socket.socketpair()
    bot.pairs.append(own)
    other.close()
    late = bot.get("/stream", environ_overrides={"gunicorn.socket": VisitorSocket(own), **OF_A_CONNECTION})
    assert (late.status_code, "whoever asked for this stream has hung up" in late.text.lower()) == (403, True)
    bot.go_on()
    assert (heard.news(), heard.is_over) == ([], False)


@pytest.mark.parametrize("how", ["revoked", "closed"])
def test_whose_token_ends_hears_no_more_and_leaves_the_lobby(bot: Bot, how: str):
    heard, roster = bot.open(), bot.pages.site.roster
    assert roster.newest("zaphod")
    if how == "revoked":
        bot.pages.site.tokens.end_all(bot.program.person)
    else:
        Closing(bot.pages.site.limits).close(bot.program.person)
    bot.streams.listening.step()
    (line,) = heard.news()
    assert (line["reason"], heard.is_over) == ("revoked", True)
    assert roster.newest("zaphod") is None
    assert bot.ask()[0].status_code == 401


def test_a_token_ends_its_stream_at_its_time_however_much_is_told(bot: Bot, monkeypatch: pytest.MonkeyPatch):
    tokens, heard = bot.pages.site.tokens, bot.open()
    clock, monotonic = tokens.clock, time.monotonic
    key = f"person:{bot.program.person}:tokens"
    stored = {id_: json.loads(text) for id_, text in bot.pages.site.limits.hgetall(key).items()}
    for id_, kept in stored.items():
        ends = int((clock() + 4) * 1000)
        bot.pages.site.limits.hset(key, id_, json.dumps({**kept, "ends": ends}))
    assert isinstance(heard.sock.visit, Stream)
    bot.streams.listening.check_token(heard.sock.visit)
    assert heard.sock.visit.looks_at_token - monotonic() <= 4
    bot.table()
    bot.go_on()
    assert kinds(heard.news()) == ["invitation"]
    monkeypatch.setattr(tokens, "clock", lambda: clock() + 5)
    heard.sock.visit.looks_at_token -= 5
    bot.streams.listening.look_round()
    assert [line["reason"] for line in heard.news()] == ["revoked"]


def test_a_bot_is_offered_while_its_stream_is_up(bot: Bot):
    roster = bot.pages.site.roster
    roster.withdraw(f"bot:{BOT}")
    heard = bot.open()
    assert roster.newest("zaphod")
    bot.opened.remove(heard)
    heard.hang_up()
    bot.streams.listening.look_round()
    assert roster.newest("zaphod") is None


def test_news_of_a_bot_that_has_much_cost_others_little(bot: Bot, monkeypatch: pytest.MonkeyPatch):
    """Its places are looked up once for all its streams, and no match is loaded that the bus tells of."""
    for _ in range(2):
        bot.match()
    heard = [bot.open(client=name) for name in "abcd"]
    loaded, places = counted(bot, monkeypatch), bot.pages.site.reservations.playing
    looks: list[str] = []

    def looked(player: str) -> list[str]:
        looks.append(player)
        return places(player)

    monkeypatch.setattr(bot.streams.news.reservations, "playing", looked)
    for _ in range(5):
        bot.streams.clients.open(f"bot:{BOT}", "elsewhere")
    bot.streams.listening.step()
    assert (loaded, looks) == ([], [f"bot:{BOT}"])
    id_ = bot.table()
    bot.streams.listening.step()
    assert [[line.get("table") for line in each.news()] for each in heard] == [[id_]] * 4


def test_a_bot_has_streams_of_a_handful_of_clients(bot: Bot):
    heard = [bot.open(client=name) for name in "abcd"]
    answer, _, _ = bot.ask(client="e")
    assert (answer.status_code, answer.json and filled(answer.json)) == (
        403,
        "a bot has streams of at most 4 clients at the same time: close one",
    )
    again = bot.open(client="a")
    assert (kinds(heard[0].news()), heard[0].is_over, heard[1].is_over) == (["end"], True, False)
    for each in (heard[0], again):
        bot.opened.remove(each)
        each.hang_up()
    bot.open(client="e")


def test_before_this_process_ends_it_says_so(bot: Bot):
    heard = bot.open()
    bot.pages.app.extensions["leave"]()
    assert heard.news()[0]["reason"] == "restarting"
    assert heard.is_over


@pytest.mark.parametrize("how", ["another past", "no bytes"])
def test_a_match_that_can_not_be_read_ends_no_stream(bot: Bot, how: str):
    broken, good = bot.match(), bot.match()
    heard = bot.open()
    cursor = heard.cursor
    READABLE[how](bot.pages.platform, broken)
    moved(bot, good)
    bot.go_on()
    lines = heard.news()
    quiet(heard)
    bot.go_on()
    lines += heard.news()
    assert [line["table"] for line in lines if line["type"] == "unreadable"] == [broken]
    assert [line["match"]["id"] for line in lines if line["type"] == "match"] == [good]
    assert (heard.is_over, broken in heard.cursor) == (False, False)
    again = bot.open(client="other")
    assert [match["id"] for match in again.first[0]["matches"]] == [good]
    resumed = bot.open(client="third", cursor=cursor)
    assert [line["table"] for line in resumed.first if line["type"] == "unreadable"] == [broken]


def test_what_goes_wrong_for_one_stream_ends_that_one_alone(bot: Bot, monkeypatch: pytest.MonkeyPatch):
    heard, other = bot.open(), bot.open(client="other")
    tell = Stream.tell

    def fail(self: Stream, lines: Iterable[Json]) -> None:
        if self.program.client == "other":
            raise ValueError("nonsense")
        tell(self, lines)

    monkeypatch.setattr(Stream, "tell", fail)
    id_ = bot.table()
    bot.go_on()
    assert [line["reason"] for line in other.news()] == ["failed"]
    assert [line["table"] for line in heard.news()] == [id_]
    assert (heard.is_over, other.is_over) == (False, True)


def test_what_goes_wrong_here_ends_streams_and_not_the_thread(bot: Bot, monkeypatch: pytest.MonkeyPatch):
    heard = bot.open()
    monkeypatch.setattr("frontend.bots.listening.PAUSE", 0)
    assert not bot.streams.listening._succeeds(lambda: 1 // 0)  # type: ignore[arg-type]
    assert heard.news()[0]["reason"] == "failed"


def test_nobody_has_all_streams(bot: Bot, monkeypatch: pytest.MonkeyPatch):
    bot.streams.quotas._of_a_person = 1
    heard = bot.open()
    answer, _, _ = bot.ask(client="other")
    assert (answer.status_code, "too many streams are open for you or at your address: close some" in answer.text) == (
        403,
        True,
    )
    bot.opened.remove(heard)
    heard.hang_up()
    bot.open()
    bot.streams.quotas._of_a_person = 2
    with monkeypatch.context() as patched:
        patched.setattr("frontend.bots.clients.MOST", 1)
        assert "a bot has at most 1 clients in a day" in bot.ask(client="third")[0].text
    bot.streams.quotas._most = 1
    assert bot.ask(client="other")[0].status_code == 503


NONSENSE = (
    ({"cursor": "x"}, "this is no cursor of this server: send that of a line as it is"),
    ({"cursor": "~".join(["a" * 12 + ".1"] * 201)}, "this is no cursor of this server: send that of a line as it is"),
    ({"client": "a b"}, "a client's name has 1 to 40 letters, digits or ._-"),
    ({"poll": str(LONGEST_POLL + 1)}, f"a poll waits for 0 to {LONGEST_POLL} seconds"),
    ({"poll": "x"}, f"a poll waits for 0 to {LONGEST_POLL} seconds"),
)


def test_what_can_not_be_is_refused_in_a_sentence(bot: Bot):
    for said, sentence in NONSENSE:
        answer, _, _ = bot.ask(**said)
        assert (answer.status_code, answer.json and filled(answer.json)) == (400, sentence)
    assert "a stream needs HTTP/1.1, also of whatever passes it on" in bot.get("/stream").text
    reader = program(bot.pages, Scope.READ, person=bot.program.person, form="form-2")
    assert reader.get(f"/bots/{BOT}/stream").status_code == 403
    ada = owner(bot.pages)
    bot.pages.platform.redis.hset("bot:zaphod", "owner", ada.person)
    answer = ada.get(f"/api/bots/{BOT}/stream")  # by her cookie
    assert (answer.status_code, "a stream needs a token, so that it ends when the token is revoked" in answer.text) == (
        403,
        True,
    )
    assert told(ada.get(f"/api/bots/{BOT}"))["is_up"]


def filled(verdict: dict[str, Any]) -> str:
    return str(verdict["template"].format(**verdict["values"]))


def test_other_peoples_bots(bot: Bot, pages: Pages):
    eve = program(pages, Scope.BOT)
    for path in ("", "/stream", "/matches/aaaaaaaaaaaa"):
        answer = eve.get(f"/bots/{BOT}{path}")
        assert (answer.status_code, "the bot zaphod@1 belongs to somebody else" in answer.text) == (403, True)
    for name in ("zaphod@2", "zaphod", "greedy@1", "zaphod@x", "zaphod@01"):
        answer = eve.get(f"/bots/{name}")
        assert (answer.status_code, f"no remote bot {name} is registered here" in answer.text) == (404, True)
