"""Services answer in the language of `Accept-Language`; what programs read and what is recorded is the same in all."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from traceback import extract_stack
from typing import Any

import pytest
from werkzeug.test import TestResponse

from infra.verify import verify
from services.console.verify import verify as verify_by_rules
from shared.language import ENGLISH, LANGUAGES, language, speaking, translations
from shared.platform.deals import Deals
from shared.settings import settings
from shared.web.host_key import NAME as HOST_KEY
from shared.web.host_key import host_key
from shared.web.identity import HEADER, sign
from shared.web.key import NAME
from shared.web.ledger import absences, streams
from tests.services import conftest
from tests.services.conftest import Platform
from tests.services.tournaments import played

pytestmark = pytest.mark.server
ADA, BOB = "ada000000000", "bob000000000"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
TIME = [NOON]  # of all services
DAY = timedelta(days=1)
KINDS = ("table", "match", "score", "deal", "tournament")
OTHERS = [code for code in LANGUAGES if code != ENGLISH]


def ask(platform: Platform, code: str | None, path: str, who: str = ADA, **body: Any) -> TestResponse:
    client = platform.clients[path.split("/")[1]]
    headers = {HEADER: sign(platform.key, f"person:{who}"), **({"Accept-Language": code} if code else {})}
    return client.open(path, method="POST" if body else "GET", json=body or None, headers=headers)


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("/matches/aaaaaaaaaaaa", {}),
    ("/tables/aaaaaaaaaaaa", {}),
    ("/tables", {"game": "quadropolis", "seats": 9, "cause": "too-many-seats"}),
    ("/tables", {"game": "quadropolis", "seats": "two", "cause": "no-number"}),
    ("/tables", {"seats": 2}),
    ("/matches/deals", {"deal": "aaaaaaaaaaaa", "cause": "no-such-deal"}),
    ("/tables/aaaaaaaaaaaa/nowhere", {}),
]


def words(found: Any) -> Iterator[str]:
    """Of the fields: what is wrong with each."""
    for each in found.values() if isinstance(found, dict) else found:
        if isinstance(each, str):
            yield each
        else:
            yield from words(each)


def names(found: Any) -> Any:
    return {name: names(each) for name, each in found.items()} if isinstance(found, dict) else len(found)


@pytest.mark.parametrize(("path", "body"), REFUSED)
@pytest.mark.parametrize("code", OTHERS)
def test_a_refusal_is_translated_and_what_programs_read_is_not(
    platform: Platform, path: str, body: dict[str, Any], code: str
):
    english, answer = ask(platform, None, path, **body), ask(platform, code, path, **body)
    assert answer.status_code == english.status_code >= 400
    ours, theirs = answer.json or {}, english.json or {}
    assert ours["sentence"] != theirs["sentence"]
    assert ours.keys() == theirs.keys()
    for name in ours.keys() - {"sentence", "fields"}:
        assert ours[name] == theirs[name], name
    if "fields" in ours:
        assert names(ours["fields"]) == names(theirs["fields"])
        assert not {*words(ours["fields"])} & {*words(theirs["fields"])}
    if theirs.get("template") and not theirs.get("values"):
        assert ours["sentence"] == translations(code).gettext(theirs["template"])


@pytest.mark.parametrize("accepted", [None, "", "de", "en-GB", "tlh, *", "x" * 9000])
def test_without_one_of_our_languages_it_is_english(platform: Platform, accepted: str | None):
    english = "there is nothing at this address"
    assert (ask(platform, accepted, "/tables/aaaaaaaaaaaa/nowhere").json or {})["sentence"] == english


def test_no_service_speaks_the_language_of_the_request_before(platform: Platform):
    for code in LANGUAGES:
        ask(platform, code, "/matches/aaaaaaaaaaaa")
        assert language() == ENGLISH
    with speaking("nl"):
        ask(platform, "fr", "/matches/aaaaaaaaaaaa")
        assert language() == "nl"


# What is recorded.
@contextmanager
def world(url: str, var: Path, host_pem: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Platform]:
    """Services of which every number, salt and moment is known before."""
    asked = Counter[str]()

    def bytes_of(length: int | None = None) -> bytes:
        """Whoever asks gets numbers of their own: what a library asks for, and when, moves nobody else's."""
        asker = next(each.filename for each in reversed(extract_stack()) if each.filename != __file__)
        asked[asker] += 1
        return sha256(f"{asker}:{asked[asker]}".encode()).digest()[: length or 32]

    def salt(name: str) -> bytes:
        asked[name] += 1
        return sha256(f"{name}:{asked[name]}".encode()).digest()[:16]

    with monkeypatch.context() as patch:
        patch.setenv("REDIS_URL", url)
        patch.setenv("URBANIST_VAR", str(var))
        patch.setattr("secrets.token_bytes", bytes_of)
        patch.setattr("secrets.token_hex", lambda length=None: bytes_of(length).hex())
        var.mkdir(parents=True)
        (var / NAME).write_text(conftest.KEY, "ascii")
        (var / HOST_KEY).write_bytes(host_pem)
        forget()
        found = Platform(url)
        found.redis.flushall()
        for read in (found.streams, streams()):
            for name in ("deals", "tables", "matches", "scores", "blind", "tournaments"):
                handler = getattr(read, name)
                handler.now = lambda: TIME[0]
                handler.salt = partial(salt, f"{read is streams()}:{name}")
        patch.setattr(played, "NUMBERS", count())
        TIME[0] = NOON
        yield found
    forget()


def forget() -> None:
    for cached in (settings, streams, absences):
        cached.cache_clear()


def each_in(platform: Platform, spoken: Callable[[str], str]) -> None:
    """From now on everybody asks in a language of their own."""
    plain = platform.ask

    def speaks(who: str, method: str, path: str, **json: Any) -> TestResponse:
        for client in platform.clients.values():
            client.environ_base["HTTP_ACCEPT_LANGUAGE"] = spoken(who)
        with speaking(spoken(who)):  # and whatever listeners and workers do in this process meanwhile
            return plain(who, method, path, **json)

    platform.ask = speaks  # type: ignore[method-assign]  # it asks as before


def post(platform: Platform, who: str, path: str, **body: Any) -> Any:
    answer = platform.ask(who, "POST", path, **body)
    assert answer.status_code < 300, answer.text
    return answer.json


def to_the_end(platform: Platform, id_: str, *people: str) -> None:
    """Everybody makes the last of their moves, and is refused one before."""
    while platform.streams.match(id_).state.called:
        for who in people:
            seen: Any = platform.ask(who, "GET", f"/matches/{id_}").json
            if moves := seen["legal_moves"]:
                body = {"turn": seen["turn"], "cause": f"move-{who}-{seen['turn']}"}
                refused = platform.ask(who, "POST", f"/matches/{id_}/moves", move={"name": "nonsense"}, **body)
                assert refused.status_code >= 400
                post(platform, who, f"/matches/{id_}/moves", move=moves[-1], **body)
                platform.settle()


def export(platform: Platform, id_: str) -> bytes:
    answer = platform.ask(ADA, "GET", f"/matches/{id_}/export")
    assert answer.status_code == 200, answer.text
    return bytes(answer.get_data())


def told(platform: Platform) -> dict[str, bytes]:
    """A match of two people with a bot, a deal, a tournament: their exports."""
    table = post(platform, ADA, "/tables", game="sprawlopolis", seats=3, bots=["any_move"], cause="open-it-now")["id"]
    for who in (ADA, BOB):
        post(platform, who, f"/tables/{table}/seats", cause=f"sit-{who}", nonce_hash=played.HASH)
    for who in (ADA, BOB):
        post(platform, who, f"/tables/{table}/nonces", cause=f"show-{who}", nonce=played.NONCE)
    platform.settle()
    to_the_end(platform, table, ADA, BOB)
    look_at_the_day(platform)
    deal = Deals(platform.redis).of("daily:2026-11-30:sprawlopolis")
    dealt = post(platform, BOB, "/matches/deals", deal=deal, cause="play-the-deal")["id"]
    platform.settle()
    to_the_end(platform, dealt, BOB)
    TIME[0] = NOON + DAY
    look_at_the_day(platform)
    cup = played.of_bots(platform, bots=2, rounds=1)
    played.desk(platform, cup, "start")
    played.settle(platform)
    return {
        "match": export(platform, table),
        "deal": export(platform, dealt),
        "tournament": played.record(platform, cup),
    }


def look_at_the_day(platform: Platform) -> None:
    for _, act in platform.tables.daily.duties():
        act()
    platform.settle()


def everything(platform: Platform) -> dict[str, list[Any]]:
    """Each stream of the ledger, event for event."""
    client: Any = platform.redis
    keys = {key for kind in KINDS for key in client.keys(f"*{kind}:*") if client.type(key) == b"stream"}
    return {key.decode(): [fields for _, fields in client.xrange(key)] for key in sorted(keys)}


SPOKEN: dict[str, Callable[[str], str]] = {
    "english": lambda who: "en",
    "mixed": lambda who: {ADA: "fr", BOB: "nl"}.get(who, "it"),
    "other": lambda who: {ADA: "it", BOB: "fr-CH, en;q=0.3"}.get(who, "nl")[:2],
}


def test_what_is_recorded_holds_no_sentence(clean_server: str, var: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("URBANIST_VAR", str(var))
    forget()
    var.mkdir()
    host_key()
    host_pem = (var / HOST_KEY).read_bytes()
    files, records = {}, {}
    for name, spoken in SPOKEN.items():
        with world(clean_server, var / name, host_pem, monkeypatch) as platform:
            each_in(platform, spoken)
            files[name], records[name] = told(platform), everything(platform)
    assert len(records["english"]) > 6
    for name in ("mixed", "other"):
        assert records[name] == records["english"]
        assert files[name] == files["english"]
    verdicts = {}
    for name, spoken in SPOKEN.items():
        with speaking(spoken(ADA)[:2]):
            verdicts[name] = [(verify(file).holds, verify_by_rules(file).holds) for file in files[name].values()]
    assert verdicts["mixed"] == verdicts["other"] == verdicts["english"]
