"""What comes from outside: cookies, tokens, origins, sizes, forged identities, and answers when something is wrong."""

import json
import re
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from itsdangerous import TimestampSigner
from redis import ConnectionError, Redis
from werkzeug.test import TestResponse

from frontend.door.line import Answer
from frontend.people.sessions import LASTS
from frontend.problems import try_again_in
from shared.errors import Unavailable
from shared.web.identity import HEADER
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.ways import Saying

pytestmark = pytest.mark.server
ORDER = {"game": "quadropolis", "seats": 2, "bots": ["greedy"], "cause": "open-0001"}


def api(visitor: Visitor, path: str, body: Any = ORDER, **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return visitor.client.post(f"/api{path}", json=body, headers=named)


def test_the_cookie_is_for_this_site_and_no_script(pages: Pages):
    cookie = pages.visitor().get("/").headers["Set-Cookie"]
    assert re.match("urbanist-[0-9a-f]{8}=", cookie)
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie


def test_who_a_cookie_names_is_still_known_after_the_clock_was_set_back(pages: Pages, monkeypatch):
    ada = pages.visitor()
    with monkeypatch.context() as ahead:
        ahead.setattr(TimestampSigner, "get_timestamp", lambda self: int(datetime.now(UTC).timestamp()) + 3600)
        ada.get("/")
    assert "Set-Cookie" not in ada.get("/").headers
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: int((datetime.now(UTC) + 2 * LASTS).timestamp()))
    assert "Set-Cookie" in ada.get("/").headers  # in the end it is too old all the same


def test_a_cookie_is_written_once_a_day_and_not_with_every_command(pages: Pages, monkeypatch):
    bot = pages.visitor()
    assert "Set-Cookie" in api(bot, "/tables").headers
    assert "Set-Cookie" not in api(bot, "/tables").headers
    later = int((datetime.now(UTC) + timedelta(days=1, minutes=1)).timestamp())
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: later)
    monkeypatch.setattr("shared.web.identity.LIFETIME", 2 * 86_400)
    assert "Set-Cookie" not in bot.get("/api/tables").headers  # who only looks changes nothing
    assert "Set-Cookie" in api(bot, "/tables").headers
    assert "Set-Cookie" not in api(bot, "/tables").headers


def test_over_https_the_cookie_is_for_https_alone(pages: Pages):
    answer = pages.visitor().client.get("/", base_url="https://localhost")
    assert "Secure" in answer.headers["Set-Cookie"]
    assert "connect-src 'self' wss://localhost:8001" in answer.headers["Content-Security-Policy"]


def test_who_only_looks_leaves_no_trace(pages: Pages):
    with Redis.from_url(pages.site.settings.redis_url) as client:
        before = set(client.keys())
        ada = pages.visitor()
        ada.get("/")
        ada.get("/tables/new")
        assert set(client.keys()) == before


def test_every_answer_says_what_a_page_may_do(pages: Pages):
    for address in ("/", "/nowhere", "/static/urbanist.css", "/api/tables/nowhere"):
        answer = pages.visitor().get(address)
        answer.close()  # a static file
        headers = answer.headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "connect-src 'self' ws://localhost:8001" in policy
        assert "img-src 'self' data:" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"


def test_no_page_needs_what_the_policy_forbids(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    for address in ("/", "/tables/new", f"/m/{id_}", "/api/", "/nowhere"):
        page = ada.get(address).text
        assert "<script>" not in page
        assert " style=" not in page
        assert " onclick=" not in page


def test_a_form_without_the_token_is_too_old(pages: Pages):
    ada = pages.visitor()
    ada.get("/")
    for form in ({}, {"csrf_token": "forged"}):
        answer = ada.client.post("/play", data={"game": "quadropolis", "bots": "1", **form})
        assert answer.status_code == 403
        assert "This page is too old" in answer.text


def test_htmx_sends_the_token_in_a_header(pages: Pages):
    ada = pages.visitor()
    answer = ada.client.post("/play", data={"bots": "1", "csrf_token": ""}, headers={"X-CSRFToken": ada.token()})
    assert answer.status_code == 303


def test_a_program_is_known_by_the_cookie_of_its_first_order(pages: Pages):
    bot = pages.visitor()
    opened = api(bot, "/tables")
    assert opened.status_code == 201
    assert re.match("urbanist-[0-9a-f]{8}=", opened.headers["Set-Cookie"])
    assert opened.json is not None
    sat = api(bot, f"/tables/{opened.json['id']}/seats", {"nonce_hash": None, "cause": "sit-00001"})
    assert sat.json is not None
    assert (sat.status_code, sat.json["seat"]) == (200, 0)
    assert api(bot, "/tables").json == opened.json
    pages.settle()
    assert bot.seen(opened.json["id"])["seat"] == 0
    assert pages.visitor().seen(opened.json["id"])["seat"] is None


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost:9", "http://localhost.evil.example", "http://["]
)
def test_pages_of_other_sites_can_order_nothing(pages: Pages, origin: str):
    answer = api(pages.visitor(), "/tables", Origin=origin)
    assert answer.status_code == 403
    assert pages.streams.ledger.ids("table") == []


def test_our_own_pages_and_programs_can(pages: Pages):
    assert api(pages.visitor(), "/tables", Origin="http://localhost").status_code == 201
    assert api(pages.visitor(), "/tables", Sec_Fetch_Site="cross-site").status_code == 403


def test_a_plain_form_can_not_speak_to_the_services(pages: Pages):
    body = json.dumps(ORDER)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        assert pages.visitor().client.post("/api/tables", data=body, content_type=kind).status_code == 415


@pytest.mark.parametrize(
    "name", ["X-Urbanist-Identity", "x-urbanist-identity", "X_URBANIST_IDENTITY", "X-Urbanist_Identity", "Forwarded"]
)
def test_identities_from_outside_are_dropped(pages: Pages, name: str):
    way = pages.services.ways["matchmaking"] = Saying(Answer(200, {}, b"{}"))
    pages.visitor().client.post("/api/tables", json=ORDER, headers={name: "forged", "Connection": "keep-alive, X-Evil"})
    (headers,) = way.heard
    assert set(headers) == {HEADER, "Content-Type"}
    assert "forged" not in headers.values()


@pytest.mark.parametrize("path", ["..%2fhealth", "../health", "%2e%2e/x", "a%0d%0aX-Evil:%201", "a?b#c/..;/", "a%00"])
def test_only_plain_addresses_reach_a_service(pages: Pages, path: str):
    pages.stop("game-command")
    assert pages.visitor().client.get(f"/api/matches/{path}").status_code in (404, 308, 503)


@pytest.mark.parametrize("address", ["/api/tables", "/play"])
def test_large_bodies_are_refused_also_in_chunks(pages: Pages, address: str):
    ada = pages.visitor()
    body = b"x" * (64 * 1024 + 1)
    whole = ada.client.post(address, data=body, content_type="application/json")
    chunked = ada.client.post(
        address,
        input_stream=BytesIO(body),
        content_type="application/json" if address == "/api/tables" else "application/x-www-form-urlencoded",
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked"},
    )
    assert (whole.status_code, chunked.status_code) == (413, 413)


def test_errors_are_sentences_for_people_and_json_for_programs(pages: Pages):
    ada = pages.visitor()
    page = ada.get("/nowhere")
    assert page.status_code == 404
    assert "There is nothing at this address." in page.text
    program = ada.get("/api/nowhere/at/all")
    assert program.status_code == 404
    assert program.json is not None
    assert set(program.json) == {"code", "sentence"}
    wrong = ada.client.put("/")
    assert (wrong.status_code, "GET" in wrong.headers["Allow"]) == (405, True)
    for address in ("/api/scoring/quadropolis", "/api/tables/zzzzzzzzzzzz/seats", "/api/matches/zzzzzzzzzzzz/moves"):
        looked = ada.get(address)
        assert (looked.status_code, looked.headers["Allow"]) == (405, "OPTIONS, POST")
    assert ada.get("/m/zzzzzzzzzzzz").status_code == 404
    assert ada.get("/t/zzzzzzzzzzzz").status_code == 404


def test_a_service_that_is_down_is_a_sentence_and_loses_nothing(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    seen = ada.seen(id_)
    pages.stop("game-command")
    answer = ada.move(id_, seen)
    assert answer.status_code == 503
    assert "A part of this server is not answering." in answer.text
    program = api(ada, f"/matches/{id_}/resign", {"cause": "resign-0001"})
    assert program.status_code == 503
    assert program.json is not None
    assert program.json["code"] == "unavailable"
    assert ada.get(f"/m/{id_}").status_code == 200


HTML, JSON = {"content-type": "text/html"}, {"content-type": "application/json"}
OTHER_PROGRAMS = {
    "a page": Answer(200, HTML, b"<p>hello</p>"),
    "a page for what isn't there": Answer(404, HTML, b"<p>hello</p>"),
    "a way on": Answer(302, {"location": "http://10.0.0.5:8002/login"}, b""),
    "broken JSON": Answer(200, JSON, b"{"),
    "broken text": Answer(200, JSON, b"\xff"),
}


@pytest.mark.parametrize("answer", OTHER_PROGRAMS.values(), ids=OTHER_PROGRAMS)
def test_another_program_at_the_address_of_a_service_is_like_one_that_is_down(pages: Pages, answer: Answer):
    """As where a variable names another machine than was meant, or a proxy stands between."""
    ada = pages.visitor()
    pages.services.ways["matchmaking"] = Saying(answer)
    order = ada.post("/play", game="quadropolis", bots="1")
    assert (order.status_code, "is not answering" in order.text) == (503, True)


def test_our_own_mistakes_show_no_traceback(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    def stumble(*_args: object) -> None:
        raise ZeroDivisionError("a secret place")

    pages.app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr("frontend.presentation.lobby.lobby_context", stumble)
    for htmx in (True, False):
        answer = pages.visitor().get("/", htmx=htmx)
        assert answer.status_code == 500
        assert "Something went wrong here." in answer.text
        assert "secret place" not in answer.text
        assert "Traceback" not in answer.text


def test_without_the_server_the_page_says_so(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    def away(*_args: object) -> None:
        raise Unavailable("the ledger is not answering")

    ada = pages.visitor()
    id_ = pages.match(ada)
    monkeypatch.setattr(pages.site.streams, "match", away)
    monkeypatch.setattr(pages.site.accounts, "name", away)
    page = ada.get(f"/m/{id_}")
    assert page.status_code == 503
    assert "is not answering" in page.text
    poll = ada.get(f"/m/{id_}?have=3", htmx=True)
    assert (poll.status_code, poll.headers["HX-Reswap"]) == (503, "none")


def test_a_server_that_breaks_off_in_the_middle_is_told_like_one_that_is_away(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
):
    def broken_off(*_args: object) -> None:
        raise ConnectionError("Connection reset by peer")

    monkeypatch.setattr("frontend.presentation.lobby.lobby_context", broken_off)
    page = pages.visitor().get("/")
    assert page.status_code == 503
    assert "The server is not answering." in page.text
    assert "reset by peer" not in page.text


def test_too_many_orders_are_refused_in_words(pages: Pages):
    ada = pages.visitor()
    answers = [ada.post("/name", name=f"Ada {count}").status_code for count in range(21)]
    assert answers[:20] == [303] * 20
    assert answers[20] == 429
    late = ada.post("/name", name="Ada")
    assert "Too many requests in a short time." in late.text
    seconds = int(late.headers["Retry-After"])
    assert 0 < seconds <= 60
    assert str(try_again_in(seconds)) in late.text
    assert pages.visitor().post("/name", name="Bob").status_code == 303


@pytest.mark.parametrize(
    ("seconds", "when"),
    [(1, "1 second"), (2, "2 seconds"), (59, "59 seconds"), (60, "1 minute"), (61, "2 minutes"), (3600, "60 minutes")],
)
def test_a_refusal_names_the_wait_in_seconds_or_minutes_and_never_too_short(seconds: int, when: str):
    sentence = try_again_in(seconds)
    assert f"{sentence}" == sentence.__html__() == f"Nothing is lost: try again in {when}."


@pytest.mark.parametrize("address", ["/tables", "/tables/branches"])
def test_programs_open_no_more_than_pages(pages: Pages, address: str):
    bot = pages.visitor()
    bot.get("/tables/new")  # the cookie is there before the first order
    bot.client.environ_base["REMOTE_ADDR"] = "9.9.9.9"
    answers = [api(bot, address, {"cause": f"open-{number:05}"}).status_code for number in range(31)]
    assert (answers[29], answers[30]) == (400, 429)


def test_an_address_is_limited_whoever_asks(pages: Pages):
    far = {"REMOTE_ADDR": "9.9.9.9"}
    answers = []
    for _ in range(202):
        bob = pages.visitor()
        form = {"name": "Bob", "csrf_token": bob.token()}
        answers.append(bob.client.post("/name", data=form, environ_overrides=far).status_code)
    assert answers == [303] * 200 + [429] * 2
    assert pages.visitor().post("/name", name="Bob").status_code == 303


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "10.9.8.7", "[::2]"])
def test_a_name_that_is_not_ours_is_refused_with_the_setting_that_says_so(pages: Pages, host: str):
    page = pages.visitor().client.get("/", headers={"Host": host})
    assert page.status_code == 421
    assert "add the name to URBANIST_NAMES" in said(page)
    order = pages.visitor().client.post("/api/tables", json=ORDER, headers={"Host": host})
    assert order.json is not None
    assert (order.status_code, order.json["code"]) == (421, "not_our_name")
    assert pages.visitor().client.get("/health", headers={"Host": host}).status_code == 421
    assert pages.streams.ledger.ids("table") == []


def test_this_machine_has_names_for_itself(pages: Pages):
    for host in ("localhost", "LOCALHOST:1", "127.0.0.1:8000", "[::1]", "[::1]:8000"):
        assert pages.visitor().client.get("/", headers={"Host": host}).status_code == 200


def test_a_host_that_is_none_is_refused(pages: Pages):
    answer = pages.visitor().client.get("/", headers={"Host": "evil.example;script-src *"})
    assert answer.status_code == 400
    assert "evil" not in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("named", [r"page\.(\w{12})\.css", r"page\.(\w{12})\.js", r"icon\.svg\?v=(\w{12})"])
def test_static_files_are_kept_as_long_as_their_address_names_what_they_are(pages: Pages, named: str):
    found = re.search(f"/static/{named}", pages.visitor().get("/").text)
    assert found
    with pages.visitor().get(found[0]) as answer:
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    with pages.visitor().get(found[0].replace(found[1], "0123456789ab")) as answer:  # of another release
        assert answer.status_code == 200
        assert "immutable" not in answer.headers["Cache-Control"]


def test_there_is_no_bundle_of_another_name(pages: Pages):
    assert pages.visitor().get("/static/other.0123456789ab.js").status_code == 404


@pytest.mark.parametrize("place", ["//evil.example/", "///evil.example", "/\\evil.example"])
def test_a_form_never_leads_to_another_site(pages: Pages, place: str):
    ada = pages.visitor()
    form = {"csrf_token": ada.token(), "name": "Ada"}
    answer = ada.client.post("/name", data=form, headers={"Referer": f"http://localhost{place}"})
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith(("/evil", "/%5Cevil"))


@pytest.mark.parametrize(
    ("address", "field"), [("/play", "bots"), ("/tables/new", "seats"), ("/t/aaaaaaaaaaaa/unseat", "seat")]
)
def test_a_number_in_a_form_that_is_none_is_400_and_said(pages: Pages, address: str, field: str):
    for text in ("", "x", "1.5", "-1", "\u0661", "nan", "9" * 5000, " 1", "1_0"):
        form: dict[str, Any] = {"game": "quadropolis", field: text}
        answer = pages.visitor().post(address, **form)
        assert answer.status_code == 400
        assert "This form can&#39;t be understood. Reload the page, choose again, then send it." in said(answer)


def said(answer: TestResponse) -> str:
    """The words of a page, without what is drawn around them."""
    return " ".join(re.sub("<[^>]*>", " ", answer.text).split())


def test_nobody_plays_with_too_many_bots(pages: Pages):
    answer = pages.visitor().post("/play", game="quadropolis", bots="20")
    assert answer.status_code == 400
    assert "Choose how many bots play with you." in said(answer)


def test_a_move_in_a_form_that_is_no_json_is_400(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    before = pages.streams.ledger.last(f"match:{id_}")
    long = '{"name":' + "9" * 4200 + "}"
    for move in ("", "{", "[]", "[" * 20_000, '{"name":NaN}', '{"name":"\\ud800"}', long):
        assert ada.move(id_, move=move).status_code == 400
    assert "This form holds no move." in ada.move(id_, move="[]").text
    assert pages.streams.ledger.last(f"match:{id_}") == before


def test_a_head_request_at_the_door_is_answered_like_any_other(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    assert ada.client.head(f"/api/matches/{id_}").status_code == 200
    assert ada.client.head("/api/matches/nowherenowhe").status_code == 404
    assert ada.client.head(f"/api/matches/{id_}/moves").status_code == 405


def test_only_a_whole_number_is_one(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    wrongs: list[Any] = [True, 1.0, "1", None, [], -1, 2**63]
    for wrong in wrongs:
        assert "seats" in api(ada, "/tables", {**ORDER, "seats": wrong}).json["fields"]  # type: ignore[index]
        order = {"turn": wrong, "move": {"name": "take_tile"}, "cause": "turn-0001"}
        assert "turn" in api(ada, f"/matches/{id_}/moves", order).json["fields"]  # type: ignore[index]


def test_anybody_may_have_a_city_counted_and_stays_nobody(pages: Pages):
    city = {"mode": "expert", "inhabitants": 2, "energy": 0, "city": [[None] * 5] * 4}
    answer: Any = api(pages.visitor(), "/scoring/quadropolis", city)
    assert (answer.status_code, answer.json["total"]) == (200, -2)
    assert "Set-Cookie" not in answer.headers
    refused: Any = api(pages.visitor(), "/scoring/quadropolis", {**city, "city": []})
    assert (refused.status_code, refused.json["fields"]) == (400, {"city": ["Must have 4 rows, not 0."]})
    assert api(pages.visitor(), "/scoring/quadropolis", city, Sec_Fetch_Site="cross-site").status_code == 403
    document = pages.visitor().get("/api/").text
    assert "/api/scoring/quadropolis" in document


@pytest.mark.parametrize("body", ["[]", "null", "1", '"x"'])
def test_a_body_that_is_no_object_is_refused_in_words(pages: Pages, body: str):
    refused = pages.visitor().client.post("/api/tables", data=body, content_type="application/json")
    assert refused.status_code == 400
    assert (refused.json or {})["sentence"] == "The body must be a JSON object with the fields of this command."
