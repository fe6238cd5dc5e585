"""What a visitor meets: play, look, replay, result, by links and forms alone."""

from typing import Any

import pytest

from shared.ledger.decider import Message
from shared.ledger.envelope import Envelope, Stored
from shared.ledger.store import Notice
from shared.platform.match import Abort, Command
from tests.frontend.conftest import Pages, field

pytestmark = pytest.mark.server


def test_a_first_visit_offers_to_play_at_once(pages: Pages):
    page = pages.visitor().get("/")
    assert page.status_code == 200
    assert 'action="/play"' in page.text


def test_one_click_leads_to_a_board(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    board = ada.get(f"/t/{id_}", follow_redirects=True)
    assert board.request.path == f"/m/{id_}"
    assert 'id="match"' in board.text


def test_a_match_is_played_to_its_result_by_forms_alone(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    for turn in range(16):
        answer = ada.move(id_, cause=f"turn-number-{turn:02}")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/m/{id_}")
        pages.settle()
    result = ada.get(f"/m/{id_}/result")
    assert 'data-counted="yes"' in result.text
    assert f"http://localhost/m/{id_}/result" in result.text


def test_what_was_chosen_lives_in_the_address(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    move = ada.seen(id_)["legal_moves"][0]
    slot = f"{move['slot']['side']}{move['slot']['line'] + 1}"
    target = "discard" if move["target"] is None else f"{move['target']['row'] + 1},{move['target']['column'] + 1}"
    page = ada.get(f"/m/{id_}?architect={move['architect']}&slot={slot}&target={target}").text
    form: dict[str, Any] = {name: unescape(field(page, name)) for name in ("turn", "move", "cause")}
    assert ada.post(f"/m/{id_}/moves", **form).status_code == 303
    assert pages.streams.match(id_).version > int(form["turn"])


def unescape(text: str) -> str:
    return text.replace("&#34;", '"').replace("&amp;", "&")


def test_htmx_gets_the_part_and_everybody_else_the_page(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    part, page = ada.get(f"/m/{id_}", htmx=True).text, ada.get(f"/m/{id_}").text
    assert part.lstrip().startswith('<div id="match"')
    assert part.count("<html") == 0
    assert page.count("<html") == 1
    assert "HX-Request" in ada.get(f"/m/{id_}").headers["Vary"]


def test_nothing_new_is_no_content(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    version = pages.streams.match(id_).version
    assert ada.get(f"/m/{id_}?have={version}", htmx=True).status_code == 204
    assert ada.get(f"/m/{id_}?have={version - 1}", htmx=True).status_code == 200
    lobby = pages.site.rows.version()
    assert ada.get(f"/?have={lobby}", htmx=True).status_code == 204
    assert ada.get(f"/?have={lobby - 1}", htmx=True).status_code == 200


def test_a_refused_move_comes_back_with_the_reason(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    seen = ada.seen(id_)
    assert ada.move(id_, seen).status_code == 303
    late = ada.move(id_, seen, cause="another-key-of-a-form", htmx=True)
    assert late.status_code == 409
    assert 'role="alert"' in late.text
    assert 'data-code="stale_turn"' in late.text
    assert late.text.lstrip().startswith('<div id="match"')


def test_the_same_form_sent_twice_is_one_move(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    seen = ada.seen(id_)
    assert ada.move(id_, seen).status_code == 303
    version = pages.streams.match(id_).version
    assert ada.move(id_, seen).status_code == 303
    assert pages.streams.match(id_).version == version


def test_a_replay_shows_the_version_in_its_address(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    ada.move(id_)
    page = ada.get(f"/m/{id_}?at=4").text
    assert 'data-version="4"' in page
    assert "replaying" in page
    for version in range(1, pages.streams.match(id_).version + 1):
        assert ada.get(f"/m/{id_}?at={version}").status_code == 200
    assert ada.get(f"/m/{id_}?at=0").status_code == 404
    assert ada.get(f"/m/{id_}?at=9999").status_code == 404
    assert ada.get(f"/m/{id_}?at=x").status_code == 404


def test_who_resigns_sees_a_bot_play_on(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    assert ada.post(f"/m/{id_}/resign").status_code == 303
    left, watching = ada.get(f"/m/{id_}").text, pages.visitor().get(f"/m/{id_}").text
    assert "You resigned, and a bot plays on for you." in left
    assert "Do you sit here in another browser?" not in left
    assert "You resigned" not in watching
    assert "You are watching." in watching
    pages.settle()
    assert pages.streams.match(id_).state.is_over
    assert 'data-counted="yes"' in ada.get(f"/m/{id_}/result").text
    assert "a bot plays on for you" not in ada.get("/").text  # it is over


def test_the_lobby_names_bots_of_the_same_mind_once(pages: Pages):
    ada = pages.visitor()
    ada.post("/play", game="quadropolis", bots="3")
    pages.settle()
    assert "greedy (bot) \u00d7 3" in ada.get("/").text


def test_a_match_that_was_called_off_says_why(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    assert ada.get(f"/m/{id_}/result").headers["Location"] == f"/m/{id_}"
    abort: Command = Abort(reason="idle")
    order = Message(stream=f"match:{id_}", by="operator:op", cause="abort-0001", command=abort)
    pages.streams.matches.handle(order)
    assert "called off" in ada.get(f"/m/{id_}").text
    assert "Nobody moved for too long." in ada.get(f"/m/{id_}/result").text


def test_an_event_of_a_newer_release_makes_a_match_read_only(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    add_unknown_event(pages, id_)
    page = ada.get(f"/m/{id_}")
    assert page.status_code == 200
    assert "A newer release wrote opera.curtain_fell" in page.text
    assert 'id="confirm"' not in page.text


def add_unknown_event(pages: Pages, id_: str) -> None:
    folded = pages.streams.match(id_)
    envelope = Envelope(
        stream=folded.stream,
        version=folded.version + 1,
        type="opera.curtain_fell",
        schema=1,
        at=folded.at,
        by="service:opera",
        cause="curtain-01",
        move=None,
        data={"seat": 0},
        reveals=(),
        seal=None,
        previous=folded.digest,
    ).with_digest()
    told = Notice(folded.stream, envelope.version, envelope.type)
    pages.streams.ledger.append(folded.stream, folded.version, [Stored(envelope.to_bytes())], [told])


def test_friends_meet_at_a_table_by_its_link(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    opened = ada.post("/tables/new", game="quadropolis", seats="2", listed="no")
    address = opened.headers["Location"]
    assert "Sit down" in bob.get(address).text
    assert ada.post(f"{address}/sit").status_code == 303
    assert f"http://localhost{address}" in ada.get(address).text
    assert bob.get(f"/t/?link=http://localhost{address}").headers["Location"] == address
    assert bob.post(f"{address}/sit", htmx=True).status_code == 200
    pages.settle()
    assert bob.get(address).headers["Location"] == address.replace("/t/", "/m/")


def test_a_table_is_left_given_a_bot_and_given_up(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    address = ada.post("/tables/new", game="quadropolis", seats="3", listed="yes").headers["Location"]
    pages.settle()
    assert address in bob.get("/").text
    assert bob.post(f"{address}/bots", bot="greedy").status_code == 403
    ada.post(f"{address}/sit")
    assert [f"Add bot {name}" in ada.get(address).text for name in ("greedy", "any move", "look ahead")] == [True] * 3
    ada.post(f"{address}/bots", bot="greedy")
    assert "greedy <small>bot</small>" in bob.get(address).text
    ada.post(f"{address}/leave")
    assert ada.post(f"{address}/close").status_code == 303
    closed = bob.get(address).text
    assert "given up" in closed
    pages.settle()
    assert address not in bob.get("/").text


def test_the_lobby_shows_my_match_and_whose_turn_it_is(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    page = ada.get("/").text
    assert f"/m/{id_}" in page
    assert "your turn" in page
    assert f"/m/{id_}" not in pages.visitor().get("/").text


def test_the_record_can_be_taken_home(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    record = ada.get(f"/m/{id_}/export")
    assert record.content_type.startswith("application/x-ndjson")
    assert record.text.startswith("{")
    assert record.data.endswith(b"\n")
    assert id_ in record.headers["Content-Disposition"]


def test_one_chooses_a_name(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    assert ada.post("/name", name="  Ada \u00e9 ").headers["Location"] == "/"
    assert "Ada \u00e9" in ada.get("/").text
    id_ = pages.match(ada)
    assert "Ada \u00e9" in bob.get(f"/m/{id_}").text
    assert "Guest" in bob.get("/").text


@pytest.mark.parametrize(
    ("came_from", "leads_to"),
    [
        ("http://localhost/m/abc", "/m/abc"),
        ("http://localhost//evil.example/x", "/evil.example/x"),
        ("http://localhost/score/quadropolis?inhabitants=9&city=T4", "/score/quadropolis?inhabitants=9&city=T4"),
        ("http://localhost/seat?link=abc", "/seat?link=abc"),
        ("http://localhost//evil.example/?x=1", "/evil.example/?x=1"),
        ("http://evil.example/m/abc", "/"),
    ],
)
def test_who_chose_a_name_stays_on_this_site(pages: Pages, came_from: str, leads_to: str):
    ada = pages.visitor()
    form = {"name": "Ada", "csrf_token": ada.token()}
    answer = ada.client.post("/name", data=form, headers={"Referer": came_from})
    assert answer.headers["Location"] == leads_to


EMPTY, LONG = "a name needs at least one character", "a name has at most 24 characters"
UNSEEN, BOT = "a name is made of characters that can be seen", "only bots are called (bot)"
MISLEADING = {
    "": EMPTY,
    "   ": EMPTY,
    "x" * 25: LONG,
    **dict.fromkeys(["a\nb", "a\x00b", "evil\u202egnp", "a\u200bb", "\u3164", "\u2800\u2800", "\u0301"], UNSEEN),
    **dict.fromkeys(["greedy (bot)", "x \uff08BOT\uff09"], BOT),
}


@pytest.mark.parametrize(("name", "sentence"), MISLEADING.items())
def test_names_that_could_mislead_are_refused(pages: Pages, name: str, sentence: str):
    ada = pages.visitor()
    refused = ada.post("/name", name=name)
    assert refused.status_code == 400
    assert sentence[1:] in refused.text
    assert "Guest" in ada.get("/").text


def test_every_page_is_at_home_in_the_whole_site(pages: Pages):
    ada = pages.visitor()
    for address in ("/", "/tables/new", "/api/", "/health"):
        assert ada.get(address).status_code == 200, address
    for service in ("matchmaking", "game-command", "scoring"):
        document = ada.get(f"/api/docs/{service}/openapi.json")
        assert document.json is not None
        assert document.json["openapi"].startswith("3.1")


def test_the_api_is_a_page_made_from_the_services_own_documents(pages: Pages):
    told = pages.visitor().get("/api/").text
    for call in ("POST /api/tables", "POST /api/matches/{match_id}/moves", "GET /api/scoring/matches/{match_id}"):
        assert call in told
    assert "<code>move</code>: {architect, slot, target, name}" in told
    assert "<code>listed</code> (may be left out): boolean" in told
    assert "<code>seats</code>: integer, 1 to 20" in told
    assert "<code>game</code>: one of quadropolis" in told
