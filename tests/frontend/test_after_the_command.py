"""What was stored is answered, whatever happens to the server afterwards; and nobody reads a library's words."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from werkzeug.test import TestResponse

from frontend.app import create_app
from shared.settings import Settings
from tests.frontend.conftest import Pages
from tests.servers import running_server, url_of

pytestmark = pytest.mark.server
LIBRARY = re.compile(r"redis|\.sock|Error \d|Traceback|Connection|MASTERDOWN|READONLY|/tmp", re.IGNORECASE)

SENTENCES = re.compile(r"<script[^>]* data-sentences>.*?</script>", re.DOTALL)


@pytest.fixture
def ledger(pages: Pages) -> Iterator[Redis]:
    """The ledger's real server, as it was when the test is over."""
    with Redis.from_url(pages.site.settings.redis_url) as client:
        yield client
        client.replicaof("no", "one")
        client.config_set("replica-serve-stale-data", "yes")


def go_after_the_command(pages: Pages, ledger: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server answers nothing more as soon as the service has answered the command."""
    send: Callable[..., Any] = pages.services.command

    def send_and_lose(*args: Any, **more: Any) -> Any:
        found = send(*args, **more)
        ledger.config_set("replica-serve-stale-data", "no")
        ledger.replicaof("127.0.0.1", "1")
        return found

    monkeypatch.setattr(type(pages.services), "command", lambda _self, *args, **more: send_and_lose(*args, **more))


def check_is_ours(answer: TestResponse) -> None:
    """Whatever is shown; the sentences of the scripts, which may tell of connections, are the same on every page."""
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    shown = SENTENCES.sub("", answer.text)
    assert not LIBRARY.search(shown), shown


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize("what", ["moves", "resign"])
def test_a_command_in_a_match_is_answered_though_nothing_can_be_shown(
    pages: Pages, ledger: Redis, monkeypatch: pytest.MonkeyPatch, what: str, htmx: bool
):
    ada = pages.visitor()
    id_ = pages.match(ada)
    seen, token = ada.seen(id_), ada.token()
    go_after_the_command(pages, ledger, monkeypatch)
    move = {"turn": seen["turn"], "move": json.dumps(seen["legal_moves"][0]), "cause": "stored-0001"}
    form = {"csrf_token": token, **(move if what == "moves" else {})}
    answer = ada.client.post(f"/m/{id_}/{what}", data=form, headers={"HX-Request": "true"} if htmx else {})
    assert answer.status_code == (200 if htmx else 303)
    assert ("What you sent is stored." in answer.text) is htmx
    check_is_ours(answer)


def test_a_command_at_a_table_is_answered_though_nothing_can_be_shown(
    pages: Pages, ledger: Redis, monkeypatch: pytest.MonkeyPatch
):
    ada = pages.visitor()
    table, token = pages.open_table(ada).headers["Location"], ada.token()
    go_after_the_command(pages, ledger, monkeypatch)
    answer = ada.client.post(f"{table}/sit", data={"csrf_token": token}, headers={"HX-Request": "true"})
    assert (answer.status_code, "What you sent is stored." in answer.text) == (200, True)
    check_is_ours(answer)


def test_what_fails_by_our_own_mistake_after_the_command_is_stored_too(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    def stumble(*_args: object) -> None:
        raise ZeroDivisionError("a secret place")

    ada = pages.visitor()
    id_ = pages.match(ada)
    seen, token = ada.seen(id_), ada.token()
    monkeypatch.setattr("frontend.pages.match.match_context", stumble)
    form = {"csrf_token": token, "cause": "resign-0001", "turn": seen["turn"]}
    answer = ada.client.post(f"/m/{id_}/resign", data=form, headers={"HX-Request": "true"})
    assert (answer.status_code, "What you sent is stored." in answer.text) == (200, True)
    assert "secret place" not in answer.text


def test_a_server_that_can_only_be_read_is_not_well_and_says_so(pages: Pages, ledger: Redis):
    ada = pages.visitor()
    id_ = pages.match(ada)
    assert ada.get("/health").status_code == 200
    ledger.replicaof("127.0.0.1", "1")
    for client in (ada.client, *pages.platform.clients.values()):
        health = client.get("/health")
        assert health.json is not None
        assert (health.status_code, health.json["code"]) == (503, "writes_refused")
        assert "nothing can be stored right now" in health.json["sentence"]
    assert ada.get(f"/m/{id_}").status_code == 200
    refused = ada.client.post("/name", data={"csrf_token": ada.token(), "name": "Ada"})
    assert refused.status_code == 503
    check_is_ours(refused)


def test_nobody_reads_where_the_server_was(var: Path, monkeypatch: pytest.MonkeyPatch):
    with running_server(var):
        app = create_app(Settings.from_environ({"URBANIST_VAR": str(var), "REDIS_URL": url_of(var)}))
        client = app.test_client()
        page = client.get("/")
        token = page.text.split('name="csrf_token" value="', 1)[1].split('"', 1)[0]
    match, table = "/m/aaaaaaaaaaaa", "/t/aaaaaaaaaaaa"
    for address in ("/", match, table, f"{table}/talk", f"{match}/result", "/health"):
        answer = client.get(address)
        assert answer.status_code == 503, address
        check_is_ours(answer)
    for address in ("/name", "/play", f"{match}/moves", f"{table}/talk", f"{table}/sit"):
        answer = client.post(address, data={"csrf_token": token, "name": "Ada", "text": "hello"})
        assert answer.status_code == 503, address
        check_is_ours(answer)
