"""House rules on pages: who comes in, who watches, who talks, and that whoever only looks changes nothing."""

from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from frontend.people.links import Seat
from frontend.presentation.part import Viewer
from shared.games.registry import GAMES
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.tournaments.test_pages import club

pytestmark = pytest.mark.server

HIDDEN = "Only those who play this match see it until it is over"
BOT = {"User-Agent": "Mozilla/5.0 (compatible; ExampleBot/1.0; +https://bot.example)"}


def opened(pages: Pages, host: Visitor, **rules: str) -> str:
    """The address of the table."""
    form: dict[str, Any] = {"game": "quadropolis", "seats": "2", **rules}
    answer = host.post("/tables/new", **form)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def started(pages: Pages, host: Visitor, guest: Visitor, **rules: str) -> str:
    """The id of a match of both."""
    table = opened(pages, host, **rules)
    for visitor in (host, guest):
        assert visitor.post(f"{table}/sit").status_code == 303
    pages.settle()
    return table[3:]


def end(pages: Pages, id_: str, *players: Visitor) -> None:
    for player in players:
        player.post(f"/m/{id_}/resign")
    pages.settle()


def operator(pages: Pages) -> Visitor:
    found = pages.visitor()
    assert found.post("/signup", name="Overseer", password="a long and quiet phrase").status_code == 303
    pages.platform.redis.hset(f"person:{found.person}", "roles", "operator")
    return found


def block(pages: Pages, who: Visitor, other: Visitor) -> None:
    pages.site.blocks.add(who.person, other.person)


def test_a_private_table_is_for_those_invited_and_calm_to_all_others(pages: Pages):
    host, bob, eve = pages.visitor(), pages.visitor(), pages.visitor()
    host.post("/name", name="Hostess")
    table = opened(pages, host, entry="private", names=f"/p/{bob.person}\n\n")
    told = eve.get(table)
    assert told.status_code == 403
    assert "This table is private" in told.text
    assert "Hostess" not in told.text
    assert eve.get(f"{table}?have=1", htmx=True).headers["HX-Reswap"] == "none"
    for address in (f"{table}/talk", f"{table}/seat", f"/m/{table[3:]}/audit", f"/m/{table[3:]}/export"):
        assert eve.get(address).status_code == 403, address
    assert eve.post(f"{table}/sit").status_code == 403
    assert table not in eve.get("/").text
    assert "Private: only those who are invited can come in." in bob.get(table).text
    assert operator(pages).get(table).status_code == 200
    assert bob.post(f"{table}/sit").status_code == 303
    assert host.post(f"{table}/sit").status_code == 303
    pages.settle()
    assert eve.get(table).headers["Location"] == f"/m{table[2:]}"  # anybody may watch this one
    assert eve.get(f"/m{table[2:]}").status_code == 200


def test_the_opener_changes_who_is_invited_and_is_told_of_names_that_nobody_has(pages: Pages):
    host, eve = pages.visitor(), pages.visitor()
    eve.post("/name", name="Evelyn")
    table = opened(pages, host, entry="private")
    refused = host.post(f"{table}/invited", names="Nobody Here")
    assert refused.status_code == 400
    assert "Nobody with an account here is called Nobody Here" in refused.text
    assert host.post(f"{table}/invited", names=f"http://localhost/p/{eve.person}").status_code == 303
    assert "Evelyn" in host.get(table).text
    assert eve.get(table).status_code == 200
    assert "Keep this list" not in eve.get(table).text
    assert host.post(f"{table}/invited").status_code == 303
    assert eve.get(table).status_code == 403
    again = host.post(f"{table}/invited", htmx=True, invited=f"person:{eve.person}")
    assert "Evelyn" in again.text


def test_the_form_keeps_what_was_chosen_and_offers_whom_one_has_played_with(pages: Pages):
    host, bob = pages.visitor(), pages.visitor()
    bob.post("/name", name="Roberta")
    id_ = started(pages, host, bob)
    end(pages, id_, host, bob)
    assert "Roberta" in host.get("/tables/new").text
    said: dict[str, Any] = {
        "entry": "private",
        "names": "Nobody Here",
        "invited": f"person:{bob.person}",
        "watch": "nobody",
    }
    refused = host.post("/tables/new", game="quadropolis", seats="2", talk="all", **said)
    assert refused.status_code == 400
    form = refused.text.split('aria-label="Quadropolis"')[1].split("</form>")[0]
    assert form.count(" checked") >= 5
    for name, value in (("entry", "private"), ("watch", "nobody"), ("talk", "all")):
        assert f'name="{name}" value="{value}" checked' in form
    assert f'value="person:{bob.person}" checked' in form
    assert "Nobody Here</textarea>" in form


def test_a_form_of_an_earlier_release_opens_a_table_by_link(pages: Pages):
    host, eve = pages.visitor(), pages.visitor()
    table = opened(pages, host, listed="no")
    assert pages.streams.table(table[3:]).state.opening.listed is False
    assert eve.get(table).status_code == 200


def test_a_rematch_has_the_rules_of_its_match(pages: Pages):
    host, bob, eve = pages.visitor(), pages.visitor(), pages.visitor()
    private = {"entry": "private", "watch": "nobody", "talk": "all"}
    id_ = started(pages, host, bob, **private, names=f"/p/{bob.person}")
    end(pages, id_, host, bob)
    table = bob.post("/play", rematch=id_).headers["Location"]
    assert eve.get(table).status_code == 403
    assert host.get(table).status_code == 200
    assert pages.site.houses.waiting(table[3:]).rules == pages.site.houses.waiting(id_).rules


def shown_at(pages: Pages, id_: str) -> Iterator[str]:
    """Every address of every application that names a match."""
    for rule in pages.app.url_map.iter_rules():
        of_a_bot = "bot" in rule.arguments  # what its seat sees, for whoever registered it
        of_an_event = rule.rule.startswith("/tournaments/")  # its id is that of no match
        if "id_" in rule.arguments and "GET" in (rule.methods or ()) and not of_a_bot and not of_an_event:
            yield rule.rule.replace("<string(length=12):id_>", id_)
    yield from (f"/m/{id_}?at=3", f"/m/{id_}?was=2", f"/m/{id_}?have=0", f"/t/{id_}/talk?have=0")
    for service, client in pages.platform.clients.items():
        for rule in client.application.url_map.iter_rules():
            if "match_id" in rule.arguments and "GET" in (rule.methods or ()):
                assert rule.rule.startswith(f"/{service}/")
                yield f"/api{rule.rule.replace('<match_id>', id_)}"


def test_no_address_shows_a_match_for_nobody_else_until_it_is_over(pages: Pages):
    host, bob, eve = pages.visitor(), pages.visitor(), pages.visitor()
    id_ = started(pages, host, bob, watch="nobody")
    host.post(f"/t/{id_}/talk", text="mum's the word")
    addresses = [*shown_at(pages, id_)]
    assert {f"/m/{id_}", f"/m/{id_}/result.png", f"/api/scoring/matches/{id_}"} < set(addresses)
    for address in addresses:
        answer = eve.get(address)
        assert "word" not in answer.text, address
        if address == f"/t/{id_}":  # who watched the table is sent on, as before
            assert answer.headers["Location"] == f"/m/{id_}"
            continue
        assert answer.status_code == 403, address
        sentence: Any = answer.json if address.startswith("/api/") else {"sentence": answer.text}
        assert HIDDEN.lower() in sentence["sentence"].lower(), address
    for address in ("/", "/lists/running", "/lists/mine"):
        assert id_ not in eve.get(address).text
    of_matches = ("moves", "resign", "analysis", "branch", "pause", "resume", "vacation", "reclaim", "take_over", "end")
    for address in (*(f"/m/{id_}/{what}" for what in of_matches), f"/t/{id_}/talk"):
        answer = eve.post(address, turn="1", move="{}", text="hello", at="1", days="1", seat="0")
        assert answer.status_code == 403, address
    for visitor in (host, bob, operator(pages)):
        assert visitor.get(f"/m/{id_}").status_code == 200
        assert "mum&#39;s the word" in visitor.get(f"/t/{id_}/talk").text
        assert visitor.get(f"/api/matches/{id_}/export").status_code == 200
    end(pages, id_, host, bob)
    for address in addresses:
        # 404: a picture of what has no points; 403: a hint, which is for those who play.
        assert eve.get(address).status_code in ((403,) if address.endswith("/hint") else (200, 303, 404)), address


def test_sockets_show_a_hidden_match_and_its_talk_to_nobody_else(pages: Pages):
    host, bob, eve = pages.visitor(), pages.visitor(), pages.visitor()
    id_ = started(pages, host, bob, watch="nobody")
    ops = operator(pages)
    viewers = [Viewer(each.person if each else None) for each in (host, bob, ops, eve, None)]
    for kind in ("match", "talk"):
        assert [*pages.rendering(kind, id_).admitted(viewers)] == viewers[:3]
    assert pages.site.houses.is_known_to_be_hidden(id_)
    end(pages, id_, host, bob)
    for kind in ("match", "talk"):
        assert [*pages.rendering(kind, id_).admitted(viewers)] == viewers


def test_sockets_show_a_private_table_to_nobody_else(pages: Pages):
    host, bob, eve = pages.visitor(), pages.visitor(), pages.visitor()
    table = opened(pages, host, entry="private", names=f"/p/{bob.person}")
    viewers = [Viewer(each.person if each else None) for each in (host, bob, eve, None)]
    for kind in ("table", "talk"):
        assert [*pages.rendering(kind, table[3:]).admitted(viewers)] == viewers[:2]


def test_who_may_talk_is_what_the_table_says(pages: Pages):
    host, bob, eve = pages.visitor(), pages.visitor(), pages.visitor()
    silent, open_ = started(pages, host, bob, talk="nobody"), started(pages, host, bob, talk="all")
    refused = host.post(f"/t/{silent}/talk", text="hello")
    assert refused.status_code == 403
    assert "Nobody talks at this table" in refused.text
    assert 'id="say-text"' not in host.get(f"/m/{silent}").text
    assert 'id="say-text"' in eve.get(f"/m/{open_}").text
    assert eve.post(f"/t/{open_}/talk", text="hello from the crowd").status_code == 303
    assert "hello from the crowd" in host.get(f"/m/{open_}").text
    usual = started(pages, host, bob)
    assert "Only those who play here can talk" in eve.post(f"/t/{usual}/talk", text="hello").text


def test_all_who_may_talk_and_have_not_share_one_drawing(pages: Pages):
    host, bob, eve, zoe = (pages.visitor() for _ in range(4))
    id_ = started(pages, host, bob, talk="all")
    drawn = pages.rendering("talk", id_)
    audiences = [drawn.audience(Viewer(each.person if each else None)) for each in (host, eve, zoe, None)]
    assert audiences == [Viewer(host.person), Viewer(""), Viewer(""), Viewer(None)]
    assert 'id="say-text"' in drawn.html(audiences[1])
    assert 'id="say-text"' not in drawn.html(audiences[3])
    eve.post(f"/t/{id_}/talk", text="hello")
    assert pages.rendering("talk", id_).audience(Viewer(eve.person)) == Viewer(eve.person)


def test_whoever_is_blocked_by_a_player_can_not_talk_there_or_sit_there(pages: Pages):
    host, bob, eve = pages.visitor(), pages.visitor(), pages.visitor()
    id_ = started(pages, host, bob, talk="all")
    block(pages, bob, eve)
    refused = eve.post(f"/t/{id_}/talk", text="hello")
    assert refused.status_code == 403
    assert "You can't talk at this table" in unescape(refused.text)
    table = opened(pages, bob)
    refused = eve.post(f"{table}/sit")
    assert refused.status_code == 403
    assert "This table is not open to you" in refused.text


def test_whom_a_reader_has_blocked_that_reader_does_not_hear(pages: Pages):
    host, bob, eve, zoe = (pages.visitor() for _ in range(4))
    id_ = started(pages, host, bob)
    drawn = pages.rendering("talk", id_)
    block(pages, eve, host)
    assert drawn.audience(Viewer(eve.person)) == Viewer(None)  # nobody has spoken
    host.post(f"/t/{id_}/talk", text="a loud word")
    bob.post(f"/t/{id_}/talk", text="a kind word")
    for address in (f"/m/{id_}", f"/t/{id_}/talk"):
        assert "a loud word" in zoe.get(address).text
        assert "a loud word" not in eve.get(address).text
        assert "a kind word" in eve.get(address).text
    drawn = pages.rendering("talk", id_)
    viewers = [Viewer(each.person if each else None) for each in (eve, zoe, None)]
    assert [*drawn.admitted(viewers)] == viewers
    audiences = [drawn.audience(each) for each in viewers]
    assert audiences == [Viewer(eve.person), Viewer(None), Viewer(None)]  # one drawing for all who block nobody here
    assert "a loud word" not in drawn.html(audiences[0])
    assert "a loud word" in drawn.html(audiences[1])


def test_a_match_watched_by_link_is_in_no_list_of_running_matches(pages: Pages):
    host, bob, eve = pages.visitor(), pages.visitor(), pages.visitor()
    id_ = started(pages, host, bob, watch="link")
    assert id_ not in eve.get("/").text
    assert id_ not in eve.get("/lists/running").text
    assert id_ in host.get("/").text
    assert eve.get(f"/m/{id_}").status_code == 200


OF_SERVICES = ("tables", "matches", "scoring/matches", "tournaments")


def visited(pages: Pages, ids: list[str], person: str) -> Iterator[str]:
    """Every address that can be fetched, of pages and of the door for programs, with all ids and games."""
    filled: dict[str, list[str]] = {
        "<bot>/matches/<id_>": [f"novice@1/matches/{id_}" for id_ in ids],
        "<bot>": ["novice@1"],
        "anchors/<int:number>": ["anchors/1"],
        "<string(length=12):id_>": ids,
        "<string(length=12):place>": ids,
        "<string(length=12):person>": [person],
        "<string(length=10):date>/<slug>": [f"2026-11-30/{slug}" for slug in GAMES],
        "<string(length=10):date>": ["2026-11-30"],
        "<slug>": [*GAMES],
        "<any(open, running, finished, mine):name>": ["open", "running", "finished", "mine"],
        "<any(confirm, end):purpose>": ["confirm", "end"],
        "<service>": ["matchmaking", "game-command", "scoring"],
        "<kind>.js": ["page.js"],
        "<prefix>/<path:rest>": [f"{each}/{id_}" for each in OF_SERVICES for id_ in ids],
        "<path:filename>": ["icon.svg"],
        "<name>.<digest>.<any(css, js):kind>": ["page.0.css"],
        "<string(maxlength=31):name>": ["greedy"],
        "<string(maxlength=80):pool>": ["quadropolis-classic"],
    }
    for rule in pages.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()):
            continue
        place = next((each for each in filled if each in rule.rule), None)
        assert place or "<" not in rule.rule, f"say above what stands in {rule.rule}"
        rounds = rule.rule.replace("<int:number>", "1").replace("<int:table>", "1")
        yield from (rounds.replace(place, each) for each in filled[place]) if place else (rounds,)
    for id_ in ids:
        yield from (f"/t/?link={id_}", f"/m/{id_}?at=1", f"/m/{id_}?architect=1", f"/m/{id_}/result?explore=1")
    yield from ("/seat?link=guessed", "/settings/mail/confirm?link=guessed", "/settings/mail/end?link=guessed")
    yield from ("/score/quadropolis?city=PPT2", "/lists/finished?page=2")


def kept(pages: Pages) -> dict[bytes, Any]:
    """All that the server holds but what is counted for the limits."""
    client: Any = pages.platform.redis
    return {key: client.dump(key) for key in client.keys("*") if not key.startswith(b"LIMITS:")}


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_what_a_crawler_or_a_preview_of_a_link_fetches_changes_nothing(pages: Pages, method: str):
    host, bob = pages.visitor(), pages.visitor()
    over, running = started(pages, host, bob), started(pages, host, bob, watch="nobody")
    end(pages, over, host, bob)
    private, waiting = opened(pages, host, entry="private")[3:], opened(pages, host)[3:]
    event = club(pages, host).rsplit("/", 1)[1]
    token = pages.site.links.made(Seat(host.person, running))
    pages.settle()
    before = kept(pages)
    for address in [*visited(pages, [over, running, private, waiting, event], host.person), f"/seat?link={token}"]:
        crawler = pages.app.test_client()
        answer = crawler.open(address, method=method, headers=BOT)
        answer.close()
        assert answer.status_code < 500, address
    assert kept(pages) == before
