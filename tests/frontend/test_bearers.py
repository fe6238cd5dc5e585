"""Programs with a token at the public door: they act as its owner, within its scopes, and without any cookie."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis import ConnectionError
from structlog.testing import capture_logs
from werkzeug.test import TestResponse

from frontend.door.gateway import NAMES
from frontend.people.bearers import bearer_in
from frontend.people.sessions import SIGNED
from shared.errors import Unidentified
from shared.people.scopes import COMMANDS, LOOKS, Scope, scope_of
from tests.frontend.conftest import Pages, Visitor

# The door never says that somebody acts as an operator, so these are no use to programs, whoever runs them.
FOR_OPERATORS = frozenset(
    {"/tables/*/abort", "/matches/*/abort", "/matches/*/adjudicate", "/tournaments/*/erase-name"}
)
# Below `/bots/*` a bot gives them; nobody else is invited.
FOR_BOTS = frozenset({"/tables/*/accept", "/tables/*/decline"})

pytestmark = pytest.mark.server
ORDER = {"game": "quadropolis", "seats": 2, "bots": ["greedy"], "cause": "open-0001"}
FAR = {"REMOTE_ADDR": "9.9.9.9"}
ALL = tuple(Scope)
UNKNOWN = f"urbanist_{'a' * 12}_{'b' * 43}"


@dataclass
class Program:
    """Keeps no cookie, but may be made to send one."""

    pages: Pages
    person: str
    text: str

    def ask(self, method: str, path: str, json: Any = None, **more: Any) -> TestResponse:
        headers = {"Authorization": f"Bearer {self.text}", **more.pop("headers", {})}
        return self.pages.app.test_client(use_cookies=False).open(
            path, method=method, json=json, headers=headers, **more
        )

    def post(self, path: str, json: Any = ORDER, **more: Any) -> TestResponse:
        return self.ask("POST", f"/api{path}", json, **more)

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.ask("GET", f"/api{path}", **more)


def owner(pages: Pages) -> Visitor:
    """Somebody with an account, signed in."""
    found = pages.visitor()
    person = found.person
    pages.platform.redis.hset(f"person:{person}", "state", "account")
    secret = pages.site.sessions.begin(person, "Firefox on Linux")
    with found.client.session_transaction() as session:
        session[SIGNED] = {person: secret}
    return found


def program(pages: Pages, *scopes: Scope, person: str | None = None, form: str = "form-1") -> Program:
    person = person or owner(pages).person
    return Program(pages, person, pages.site.tokens.make(person, "My bot", scopes or ALL, None, form))


def told(answer: TestResponse) -> dict[str, Any]:
    assert answer.json is not None, answer.text
    return dict(answer.json)


def test_a_program_plays_for_its_owner_who_sees_it_on_the_pages(pages: Pages):
    ada = owner(pages)
    bot = program(pages, person=ada.person)
    opened = bot.post("/tables")
    assert opened.status_code == 201
    id_ = told(opened)["id"]
    assert bot.post(f"/tables/{id_}/seats", {"nonce_hash": None, "cause": "sit-00001"}).status_code == 200
    pages.settle()
    seen = told(bot.get(f"/matches/{id_}"))
    assert seen["seat"] == ada.seen(id_)["seat"] is not None
    body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": "move-0001"}
    assert bot.post(f"/matches/{id_}/moves", body).status_code == 200
    assert pages.visitor().seen(id_)["seat"] is None


def test_no_cookie_is_set_or_read(pages: Pages):
    """That of somebody else comes along: the token alone says who acts."""
    eve, bot = pages.visitor(), program(pages)
    eve.get("/")
    answers = [
        eve.client.post("/api/tables", json=ORDER, headers={"Authorization": f"Bearer {bot.text}"}),
        bot.post("/tables", {**ORDER, "cause": "open-0002"}),
        bot.get("/docs/scoring/openapi.json"),
        eve.client.get("/api/tables/zzzzzzzzzzzz", headers={"Authorization": "Bearer wrong"}),
    ]
    assert [answer.status_code for answer in answers] == [201, 201, 200, 401]
    assert not any("Set-Cookie" in answer.headers for answer in answers)
    for answer in answers[:2]:
        opened = pages.streams.table(told(answer)["id"]).state.opened
        assert opened
        assert opened.opener == f"person:{bot.person}"
    assert all("Authorization" in answer.headers["Vary"] for answer in answers)


def test_signing_out_everywhere_ends_no_token_and_a_cookie_that_has_ended_does_no_harm(pages: Pages):
    ada = owner(pages)
    bot = program(pages, person=ada.person)
    pages.platform.redis.delete(f"person:{ada.person}:sessions")
    answer = ada.client.post("/api/tables", json=ORDER, headers={"Authorization": f"Bearer {bot.text}"})
    assert answer.status_code == 201
    assert "Set-Cookie" not in answer.headers
    assert ada.get("/account/tokens").status_code == 303  # to sign in


def test_whoever_asks_for_a_bot_without_a_token_is_told_that_it_takes_one(pages: Pages):
    answer = pages.visitor().client.get("/api/bots/own_bot@1")
    said = "this is for programs with the token of an account: send it as Authorization: Bearer"
    assert answer.status_code == 403
    assert said in told(answer)["sentence"]


def test_a_page_and_its_forms_ignore_the_header(pages: Pages):
    eve, bot = pages.visitor(), program(pages)
    eve.post("/name", name="Eve")
    for text in (bot.text, "wrong"):
        header = {"Authorization": f"Bearer {text}"}
        for address in ("/", "/account/tokens", "/api/"):
            assert eve.get(address, headers=header).status_code == 200
        form = {"csrf_token": eve.token(), "name": "Eva"}
        assert eve.client.post("/name", data=form, headers=header).status_code == 303
    assert pages.site.accounts.name(eve.person) == "Eva"
    assert pages.site.accounts.name(bot.person) != "Eva"


@pytest.mark.parametrize("text", ["wrong", "", UNKNOWN, f"{UNKNOWN} {UNKNOWN}", "urbanist__", UNKNOWN.upper()])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_token_that_is_none_is_refused_in_a_sentence(pages: Pages, text: str, method: str):
    header = {"Authorization": f"Bearer {text}"}
    path = {"GET": "/api/tables/zzzzzzzzzzzz", "POST": "/api/tables"}[method]
    answer = pages.visitor().client.open(path, method=method, json=ORDER, headers=header)
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, 'Bearer error="invalid_token"')
    assert told(answer)["code"] == "unidentified"
    assert "This token does not work: it is mistyped, it has ended, or it was revoked" in told(answer)["sentence"]
    assert pages.streams.ledger.ids("table") == []


@pytest.mark.parametrize("header", ["Basic YTpi", "Digest username=a", "Bearer", "bearer", "", " ", UNKNOWN, "Token x"])
def test_of_other_ways_to_say_who_one_is_none_is_known(pages: Pages, header: str):
    answer = pages.visitor().client.post("/api/tables", json=ORDER, headers={"Authorization": header})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    if header.strip().lower() != "bearer":
        assert (
            "Only tokens say here who acts: send yours as Authorization: Bearer, or no such header"
            in told(answer)["sentence"]
        )
    assert pages.streams.ledger.ids("table") == []


def test_the_name_of_the_scheme_may_be_written_in_any_case(pages: Pages):
    bot = program(pages)
    for scheme in ("bearer", "BEARER", "Bearer "):
        assert (
            bot.get("/docs/scoring/openapi.json", headers={"Authorization": f"{scheme} {bot.text}"}).status_code == 200
        )


@pytest.mark.parametrize("way", ["revoked", "ended", "closed", "former", "all"])
def test_a_token_that_worked_works_no_more(pages: Pages, way: str, monkeypatch: pytest.MonkeyPatch):
    person = owner(pages).person
    text = pages.site.tokens.make(person, "My bot", ALL, 30, "form-1")
    bot = Program(pages, person, text)
    assert bot.get("/docs/scoring/openapi.json").status_code == 200
    if way == "revoked":
        pages.site.tokens.revoke(person, text.split("_", 2)[1])
    elif way == "all":
        pages.site.tokens.end_all(person)
    elif way == "ended":
        clock = pages.site.tokens.clock
        monkeypatch.setattr(pages.site.tokens, "clock", lambda: clock() + 31 * 86_400)
    else:
        pages.platform.redis.hset(f"person:{person}", "state", way)
    for answer in (bot.get("/docs/scoring/openapi.json"), bot.post("/tables")):
        assert (answer.status_code, told(answer)["code"]) == (401, "unidentified")


TAKE_BACK = ("take-back", "take-back/answer", "take-back/withdraw")
OF_CLOCKS = ("pause", "resume", "reclaim", "take_over", "end", "vacation")
IN_TOURNAMENTS = ("entries", "enter", "withdraw", "return", "check-in", "nonces")
OF_BOTS = ("enter", "withdraw", "return", "nonces")
AT_THE_DESK = (
    *("add", "drop", "bring-back", "attend", "start", "pause", "resume"),
    *("pairing", "results", "adjudicate", "end", "describe", "next", "unname"),
)
SAMPLES = {
    "/tables": Scope.ORGANISE,
    "/tables/branches": Scope.ORGANISE,
    "/tables/rematch": Scope.ORGANISE,
    "/tables/queue": Scope.PLAY,
    "/tables/queue/leave": Scope.PLAY,
    **{f"/tables/zzzzzzzzzzzz/{each}": Scope.PLAY for each in ("seats", "leave", "nonces")},
    **{f"/tables/zzzzzzzzzzzz/{each}": Scope.ORGANISE for each in ("bots", "invited", "unseat", "close")},
    **{f"/matches/zzzzzzzzzzzz/{each}": Scope.PLAY for each in ("moves", "resign", "stand_in", *OF_CLOCKS, *TAKE_BACK)},
    "/matches/deals": Scope.PLAY,
    "/tournaments": Scope.ORGANISE,
    **{f"/tournaments/zzzzzzzzzzzz/{each}": Scope.PLAY for each in IN_TOURNAMENTS},
    **{f"/tournaments/zzzzzzzzzzzz/{each}": Scope.ORGANISE for each in AT_THE_DESK},
    "/scoring/quadropolis": Scope.READ,
    "/bots": Scope.BOT,
    **{f"/bots/zzzzzzzzzzzz/tables/zzzzzzzzzzzz/{each}": Scope.BOT for each in ("accept", "decline", "leave")},
    **{f"/bots/zzzzzzzzzzzz/matches/zzzzzzzzzzzz/{each}": Scope.BOT for each in ("moves", "resign", "talk")},
    **{f"/bots/zzzzzzzzzzzz/tournaments/zzzzzzzzzzzz/{each}": Scope.BOT for each in OF_BOTS},
}


def test_each_command_takes_its_scope_and_no_other(pages: Pages):
    person = owner(pages).person
    bots = {scope: program(pages, scope, person=person, form=f"form-{scope}") for scope in Scope}
    for path, needed in SAMPLES.items():
        for scope, bot in bots.items():
            answer = bot.post(path, {"cause": "any-0001"})
            if scope is needed:
                assert answer.status_code in (200, 400, 404), (path, scope, answer.text)  # said by the service
            else:
                assert answer.status_code == 403, (path, scope)
                asked_for = f'Bearer error="insufficient_scope", scope="{needed}"'
                assert answer.headers["WWW-Authenticate"] == asked_for
                sentence = f"This needs a token with the scope {needed}, and the scopes of this one are: {scope}."
                assert told(answer)["sentence"].casefold().startswith(sentence.casefold().removesuffix("."))
                assert told(answer)["code"] == "out_of_scope"
    for scope, bot in bots.items():
        answers = [bot.ask(method, "/api/matches/zzzzzzzzzzzz") for method in ("GET", "HEAD", "OPTIONS")]
        expected = [404, 404, 200] if scope is Scope.READ else [403] * 3
        assert [answer.status_code for answer in answers] == expected


def test_a_token_whose_scopes_nobody_knows_any_more_allows_nothing(pages: Pages):
    bot = program(pages)
    (key,) = pages.platform.redis.keys("person:token:*")
    pages.platform.redis.hset(key, "scopes", "govern")
    assert "the scopes of this one are: none" in told(bot.get("/matches/zzzzzzzzzzzz"))["sentence"]


def commands(pages: Pages) -> Iterator[tuple[str, str]]:
    """Method and path of every call that a service offers, also of those that the door does not, and of bots."""
    documents = (pages.services.send(name, "GET", "/openapi.json", "nobody").json for name in NAMES)
    for document in (*documents, told(pages.visitor().get("/api/docs/bots/openapi.json"))):
        for path, methods in document["paths"].items():
            yield from ((method, path) for method in methods if method in ("get", "post", "put", "patch", "delete"))


def test_every_call_of_every_service_has_its_line_in_the_table_and_no_line_is_left_over(pages: Pages):
    found = {re.sub(r"{\w+}", "*", path) for method, path in commands(pages) if method != "get"}
    assert {re.sub("^/scoring/[^*]+$", "/scoring/*", path) for path in found} == {*COMMANDS, *FOR_OPERATORS, *FOR_BOTS}
    looks = {re.sub(r"{\w+}", "*", path) for method, path in commands(pages) if method == "get"}
    assert {path for path in looks if path.startswith(("/bots", "/tables/queue"))} == {*LOOKS}
    as_called = {re.sub("zzzzzzzzzzzz|quadropolis", "*", path): scope for path, scope in SAMPLES.items()}
    assert as_called == COMMANDS


def test_every_route_of_the_door_asks_a_bearer_for_a_scope(pages: Pages):
    """Whatever is added to it: what is not in the table is refused to every token."""
    bots = [program(pages, Scope.ORGANISE), program(pages, Scope.READ)]
    rules = [rule for rule in pages.app.url_map.iter_rules() if rule.endpoint.startswith("gateway.")]
    assert len(rules) >= 8
    for rule in rules:
        parts = {"match_id": "zzzzzzzzzzzz", "prefix": "tables", "rest": "a/b/c/d", "service": "scoring"}
        path = rule.build({name: parts[name] for name in rule.arguments}, False)[1]  # type: ignore[index]
        for method in (rule.methods or set()) - {"OPTIONS"}:
            statuses = {bot.ask(method, path, ORDER if method == "POST" else None).status_code for bot in bots}
            if path in ("/api/", "/api/key"):  # a page, for people, and a key, for everybody
                assert statuses == {200}
            elif scope_of(method, path.removeprefix("/api")) is None:
                assert statuses == {404}
            else:
                assert 403 in statuses, (method, path)


def test_a_command_that_is_not_in_the_table_is_none(pages: Pages):
    bot = program(pages)
    pages.platform.redis.hset(f"person:{bot.person}", "roles", "operator")
    others = (each.replace("*", "zzzzzzzzzzzz") for each in FOR_OPERATORS | FOR_BOTS)
    for path in ("/tables/zzzzzzzzzzzz/burn", *others):
        answer = bot.post(path)
        assert answer.status_code == 404, path
        assert "There is no command at this address" in told(answer)["sentence"]


def test_a_bearer_may_come_from_any_origin_but_sends_json(pages: Pages):
    bot = program(pages)
    cross = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    assert bot.post("/tables", headers=cross).status_code == 201
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        assert bot.ask("POST", "/api/tables", data=b"{}", content_type=kind).status_code == 415
    wrong = bot.post("/tables", headers={**cross, "Authorization": "Bearer wrong"})
    assert wrong.status_code == 401
    assert pages.visitor().client.post("/api/tables", json=ORDER, headers=cross).status_code == 403


def test_limits_count_a_person_whatever_they_come_with(pages: Pages):
    """Two tokens and a cookie are one person."""
    ada = owner(pages)
    bots = [program(pages, person=ada.person, form=f"form-{each}") for each in range(2)]

    def order(which: int) -> int:
        body = {"cause": f"open-{which:05}"}
        if which % 3 == 2:
            return ada.client.post("/api/tables", json=body, environ_overrides=FAR).status_code
        return bots[which % 3].post("/tables", body, environ_overrides=FAR).status_code

    assert [order(which) for which in range(33)] == [400] * 30 + [429] * 3
    assert program(pages).post("/tables", {"cause": "open-0001"}, environ_overrides=FAR).status_code == 400


def test_no_log_and_no_key_holds_a_token(pages: Pages):
    with capture_logs() as logged:
        ada = owner(pages)
        page = ada.post("/account/tokens", label="My bot", scope="read", days="30", cause="a-form-of-ada").text
        text = re.findall("urbanist_[a-z0-9]{12}_[A-Za-z0-9_-]{43}", page)[0]
        bot = Program(pages, ada.person, text)
        bot.get("/docs/scoring/openapi.json")
        bot.post("/tables")
        pages.stop("scoring")
        assert bot.get("/scoring/matches/zzzzzzzzzzzz").status_code == 503
    secret = text.split("_", 2)[2]
    assert logged, "at least that a service was away"
    assert secret not in repr(logged)
    found = dumped(pages.platform.redis)
    assert any("My bot" in each for each in found), "what is there is found"
    assert not any(secret in each for each in found)


def dumped(client: Any) -> list[str]:
    """Each key with its value, of whatever type, as the server writes it: not compressed meanwhile."""
    client.config_set("rdbcompression", "no")
    try:
        return [f"{key!r} {client.dump(key)!r}" for key in client.keys("*")]
    finally:
        client.config_set("rdbcompression", "yes")


def test_without_the_server_the_door_says_so(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    bot = program(pages)
    monkeypatch.setattr(pages.site.tokens, "_find", away)
    answer = bot.get("/matches/zzzzzzzzzzzz")
    assert (answer.status_code, told(answer)["code"]) == (503, "unavailable")


def away(**_more: Any) -> None:
    raise ConnectionError("nobody answers")


ODD = st.text(st.characters(max_codepoint=255, exclude_characters="\r\n\0"), max_size=300)
HEADERS = st.one_of(
    ODD,
    ODD.map(lambda text: f"Bearer {text}"),
    ODD.map(lambda text: f"Basic {text}"),
    st.from_regex(r"[Bb]earer +urbanist_[a-z0-9]{12}_[A-Za-z0-9_-]{43}[ ,]*", fullmatch=True),
    st.integers(1, 60_000).map(lambda length: f"Bearer {'x' * length}"),
    st.sampled_from(["Bearer \xff", 'Bearer "', "Bearer,Bearer", "Bearer\t" + UNKNOWN, "Digest =,=", "Basic \xe9:"]),
)


@pytest.mark.drawn
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(header=HEADERS, method=st.sampled_from(["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE"]))
def test_no_header_makes_the_door_fail_or_lets_anybody_in(pages: Pages, header: str, method: str):
    client = pages.app.test_client(use_cookies=False)
    answer = client.open("/api/matches/zzzzzzzzzzzz", method=method, headers={"Authorization": header})
    assert answer.status_code in (401, 405)
    if method in ("GET", "POST"):
        assert client.open(
            "/api/tables/zzzzzzzzzzzz/seats", method=method, json={}, headers={"Authorization": header}
        ).status_code in (401, 405)
    with pages.app.test_request_context(), pytest.raises(Unidentified):
        bearer_in(header, pages.site.tokens)


def test_the_documents_name_the_scheme_and_the_scope_of_each_call(pages: Pages):
    visitor = pages.visitor()
    for name in NAMES:
        document = told(visitor.get(f"/api/docs/{name}/openapi.json"))
        schemes = document["components"]["securitySchemes"]
        assert (schemes["token"]["type"], schemes["token"]["scheme"]) == ("http", "bearer")
        assert schemes["cookie"]["name"].startswith("urbanist-")
        assert document["components"].get("schemas") or name == "scoring"
        for path, methods in document["paths"].items():
            for method, call in methods.items():
                if method in ("get", "post"):
                    needed = scope_of(method, re.sub(r"{\w+}", "zzzzzzzzzzzz", path))
                    assert call["security"] == [{"token": [str(needed)]}, {"cookie": []}, {}]
    page = visitor.get("/api/").text
    assert "<code>POST /api/tables/{table_id}/close</code> <small>organise</small>" in page
    assert "Authorization: Bearer" in page
    assert "/abort" not in page + visitor.get("/api/docs/matchmaking/openapi.json").text


def test_a_document_that_a_service_does_not_give_is_told_as_it_is(pages: Pages):
    pages.stop("scoring")
    assert pages.visitor().get("/api/docs/scoring/openapi.json").status_code == 503
