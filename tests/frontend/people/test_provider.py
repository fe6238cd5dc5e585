"""Sign-in by a provider: only what it has signed, for us, now, and for this browser's question is believed."""

import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from threading import BoundedSemaphore
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey
from werkzeug.test import TestResponse

from frontend.door import provider as door
from frontend.door.provider import NAME, Provider, keep_provider
from frontend.pages import by_provider
from shared.people.providers import PROVIDERS, subject_of
from shared.people.register import now
from shared.settings import Settings
from shared.variables import BadSetting
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.people.oidc import CLIENT, SECRET, OpenIdProvider, open_id_provider
from tests.frontend.people.test_accounts import PASSWORD, seat, sign_up

pytestmark = pytest.mark.server
UNSOUND = "Example ID did not say who you are in a way that can be checked: nothing was changed"
AWAY = "Example ID is not answering: sign in in another way, or try again in a moment"


@pytest.fixture
def provider(pages: Pages) -> Iterator[OpenIdProvider]:
    with open_id_provider() as found:
        pages.app.extensions[NAME] = Provider(found.issuer, CLIENT, SECRET, "Example ID", patience=1.0)
        yield found


def begun(visitor: Visitor) -> str:
    """The address to which the browser goes on by itself."""
    page = visitor.post("/signin/provider")
    assert page.status_code == 200, page.text
    return page.headers["Refresh"].removeprefix("0; url=")


def back(visitor: Visitor, code: str, state: str) -> TestResponse:
    return visitor.get(f"/signin/provider/back?code={code}&state={state}")


def come(visitor: Visitor, provider: OpenIdProvider) -> TestResponse:
    return back(visitor, *provider.authorize(begun(visitor)))


def signed_up(visitor: Visitor, provider: OpenIdProvider, name: str = "Augusta") -> None:
    assert come(visitor, provider).headers["Location"] == "/signup/provider"
    assert visitor.post("/signup/provider", name=name).headers["Location"] == "/account?done=by_provider"


def test_a_guest_becomes_an_account_and_comes_back_elsewhere(pages: Pages, provider: OpenIdProvider):
    ada, elsewhere = pages.visitor(), pages.visitor()
    id_, person = pages.match(ada), ada.person
    assert come(ada, provider).headers["Location"] == "/signup/provider"
    assert 'value="Ada of the provider"' in ada.get("/signup/provider").text
    assert ada.post("/signup/provider", name="Augusta").status_code == 303
    assert (ada.person, seat(ada, id_)) == (person, 0)
    assert come(elsewhere, provider).headers["Location"] == "/"
    assert (elsewhere.person, seat(elsewhere, id_)) == (person, 0)


def test_nothing_that_is_kept_names_who_somebody_is_there(pages: Pages, provider: OpenIdProvider):
    ada = pages.visitor()
    signed_up(ada, provider)
    kept = pages.site.accounts.redis.hgetall(PROVIDERS) | pages.site.accounts.redis.hgetall(f"person:{ada.person}")
    assert "248289761001" not in str(kept)


def test_a_name_that_is_taken_is_asked_for_again(pages: Pages, provider: OpenIdProvider):
    sign_up(pages.visitor())
    ada = pages.visitor()
    come(ada, provider)
    page = ada.post("/signup/provider", name="augusta")
    assert (page.status_code, "Somebody with an account has this name" in page.text) == (400, True)
    assert pages.site.accounts.redis.hgetall(PROVIDERS) == {}
    assert ada.post("/signup/provider", name="Ada King").status_code == 303


def test_an_account_adds_the_provider_and_gives_it_up(pages: Pages, provider: OpenIdProvider):
    ada, elsewhere = pages.visitor(), pages.visitor()
    sign_up(ada)
    assert "Sign in by Example ID too" in ada.get("/account").text
    assert come(ada, provider).headers["Location"] == "/account?done=provider"
    come(elsewhere, provider)
    assert elsewhere.person == ada.person
    assert ada.post("/account/provider/remove").headers["Location"] == "/account?done=no_provider"
    assert pages.site.accounts.redis.hgetall(PROVIDERS) == {}


def test_whoever_has_nothing_else_keeps_the_provider(pages: Pages, provider: OpenIdProvider):
    ada = pages.visitor()
    signed_up(ada, provider)
    page = ada.post("/account/provider/remove")
    assert page.status_code == 403
    assert pages.visitor().post("/account/provider/remove").status_code == 403
    assert ada.post("/account/password", password=PASSWORD).status_code == 303
    assert ada.post("/account/provider/remove").status_code == 303


def test_a_person_of_the_provider_is_one_account_alone(pages: Pages, provider: OpenIdProvider):
    ada, bart, late = (pages.visitor() for _ in range(3))
    come(late, provider)  # and has not chosen a name when another browser does
    signed_up(ada, provider)
    sign_up(bart, "Bartholomew")
    for page in (come(bart, provider), late.post("/signup/provider", name="Cleo")):
        assert page.status_code == 403
        assert "Somebody else signs in as this person of Example ID" in page.text


def test_an_account_that_has_come_to_choose_a_name_keeps_its_own_provider(pages: Pages, provider: OpenIdProvider):
    """In one tab a newcomer of the provider, in another meanwhile signed in to an account that has no other way in."""
    ada, own = pages.visitor(), subject_of(provider.issuer, "another number")
    come(ada, provider)
    sign_up(ada)
    pages.site.providers.take(ada.person, own)
    page = ada.post("/signup/provider", name="Another")
    assert (page.status_code, "This is for visitors without an account" in page.text) == (403, True)
    assert pages.site.providers.of(ada.person) == own


def forged(provider: OpenIdProvider, claims: dict[str, Any]) -> str:
    return jwt.encode({"alg": "RS256", "kid": "one"}, claims, RSAKey.generate_key(2048, {"kid": "one"}))


def unsigned(provider: OpenIdProvider, claims: dict[str, Any]) -> str:
    _, body, _ = provider.signed(claims).split(".")
    head = urlsafe_b64encode(b'{"alg":"none"}').decode().rstrip("=")
    return f"{head}.{body}."


def by_our_secret(provider: OpenIdProvider, claims: dict[str, Any]) -> str:
    return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(SECRET))


@pytest.mark.parametrize("signs", [forged, unsigned, by_our_secret, lambda provider, claims: "nonsense"])
def test_what_the_provider_has_not_signed_is_not_believed(
    pages: Pages, provider: OpenIdProvider, signs: Callable[[OpenIdProvider, dict[str, Any]], str]
):
    provider.signs = lambda claims: signs(provider, claims)
    page = come(pages.visitor(), provider)
    assert (page.status_code, UNSOUND in page.text) == (403, True)


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "of another question"},
        {"aud": "another"},
        {"aud": ["another"]},
        {"aud": [CLIENT, "another"], "azp": "another"},
        {"iss": "https://elsewhere.example"},
        {"exp": int(time.time()) - 3600},
        {"exp": None},
        {"sub": None},
    ],
)
def test_what_is_for_others_or_over_or_no_answer_is_not_believed(
    pages: Pages, provider: OpenIdProvider, claims: dict[str, Any]
):
    provider.claims |= claims
    page = come(pages.visitor(), provider)
    assert (page.status_code, UNSOUND in page.text) == (403, True)


def test_only_the_browser_that_asked_is_signed_in_and_once(pages: Pages, provider: OpenIdProvider):
    ada, thief = pages.visitor(), pages.visitor()
    code, state = provider.authorize(begun(ada))
    begun(thief)
    for page in (back(thief, code, state), back(pages.visitor(), code, state), back(ada, code, "another")):
        assert page.status_code == 403
        assert "This browser did not ask for it, or too long ago: start again" in page.text
    assert back(ada, code, state).status_code == 403  # the question is over after a wrong answer
    code, state = provider.authorize(begun(ada))
    assert back(ada, code, state).status_code == 303
    assert back(ada, code, state).status_code == 403


@pytest.mark.parametrize("state", ["%C3%A9", "%00", "%FF", "", "x" * 5000])
def test_whatever_comes_back_as_a_state_is_answered(pages: Pages, provider: OpenIdProvider, state: str):
    ada = pages.visitor()
    code, _ = provider.authorize(begun(ada))
    assert back(ada, code, state).status_code == 403


def test_a_name_at_the_provider_may_be_anything(pages: Pages, provider: OpenIdProvider):
    ada = pages.visitor()
    provider.claims["preferred_username"] = "\u202eAd\0a\nKing" + "x" * 5000
    assert come(ada, provider).headers["Location"] == "/signup/provider"
    assert 'value="Ada Kingx' in ada.get("/signup/provider").text


def test_a_code_that_was_used_is_refused_by_the_provider(pages: Pages, provider: OpenIdProvider):
    ada = pages.visitor()
    code, state = provider.authorize(begun(ada))
    provider.codes.clear()
    assert back(ada, code, state).status_code == 403


def test_a_question_is_over_after_a_while(pages: Pages, provider: OpenIdProvider, monkeypatch: pytest.MonkeyPatch):
    ada = pages.visitor()
    code, state = provider.authorize(begun(ada))
    later = now() + by_provider.LASTS + 1
    monkeypatch.setattr(by_provider, "now", lambda: later)
    assert back(ada, code, state).status_code == 403


def test_whoever_is_signed_out_meanwhile_links_nothing(pages: Pages, provider: OpenIdProvider):
    ada = pages.visitor()
    sign_up(ada)
    code, state = provider.authorize(begun(ada))
    ada.post("/signout")
    assert back(ada, code, state).status_code == 403
    assert pages.site.accounts.redis.hgetall(PROVIDERS) == {}


def test_whoever_says_no_there_is_nobody_new_here(pages: Pages, provider: OpenIdProvider):
    ada = pages.visitor()
    _, state = provider.authorize(begun(ada))
    page = ada.get(f"/signin/provider/back?error=access_denied&state={state}")
    assert (page.status_code, "Example ID did not sign you in: nothing was changed" in page.text) == (403, True)


def test_a_provider_that_is_away_or_hangs_keeps_nobody_waiting_for_long(pages: Pages, provider: OpenIdProvider):
    ada = pages.visitor()
    code, state = provider.authorize(begun(ada))
    provider.hangs.set()
    page = back(ada, code, state)
    assert (page.status_code, AWAY in page.text) == (503, True)
    assert ada.post("/signin/provider").status_code == 503
    provider.lets_go.set()
    provider.server.shutdown()
    provider.server.server_close()
    assert ada.post("/signin/provider").status_code == 503


def test_few_wait_for_it_at_once(pages: Pages, provider: OpenIdProvider, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(door, "TURNS", BoundedSemaphore(1))
    with door.TURNS:
        assert pages.visitor().post("/signin/provider").status_code == 503
    assert provider.asked == []
    assert pages.visitor().post("/signin/provider").status_code == 200


@pytest.mark.parametrize(
    ("path", "answer", "status"),
    [
        ("/.well-known/openid-configuration", (500, {}), 503),
        ("/.well-known/openid-configuration", (404, {}), 403),
        ("/.well-known/openid-configuration", (200, {"issuer": "https://elsewhere.example"}), 403),
        ("/.well-known/openid-configuration", (200, b"no JSON"), 403),
        ("/.well-known/openid-configuration", (200, ["a list"]), 403),
        ("/.well-known/openid-configuration", (200, b" " * 300_000), 503),
        ("/token_endpoint", (200, {}), 403),
        ("/jwks_uri", (200, {"keys": []}), 403),
        ("/jwks_uri", (200, {"keys": "none"}), 403),
    ],
)
def test_a_provider_that_makes_no_sense_changes_nothing(
    pages: Pages, provider: OpenIdProvider, path: str, answer: tuple[int, Any], status: int
):
    ada = pages.visitor()
    code, state = provider.authorize(begun(ada))
    provider.answers[path] = answer
    assert back(ada, code, state).status_code == status


def test_no_address_of_the_provider_is_asked_unencrypted(pages: Pages, provider: OpenIdProvider):
    document = {"issuer": provider.issuer, "authorization_endpoint": "http://elsewhere.example/authorize"}
    provider.answers["/.well-known/openid-configuration"] = (200, document)
    assert pages.visitor().post("/signin/provider").status_code == 403


def test_a_server_without_a_provider_offers_none(pages: Pages):
    visitor = pages.visitor()
    assert "/signin/provider" not in visitor.get("/signin").text
    page = visitor.post("/signin/provider")
    assert (page.status_code, "This server signs nobody in by a provider" in page.text) == (403, True)
    assert visitor.get("/signup/provider").status_code == 403


def test_it_is_named_in_the_settings(pages: Pages):
    environ = {
        "URBANIST_OIDC_ISSUER": "https://id.example.org",
        "URBANIST_OIDC_CLIENT": CLIENT,
        "URBANIST_OIDC_SECRET": SECRET,
        "URBANIST_OIDC_NAME": "Example ID",
    }
    keep_provider(pages.app, Settings.from_environ(environ))
    assert "Sign in with Example ID" in pages.visitor().get("/signin").text
    for wrong in ("http://id.example.org", "id.example.org", "https://id.example.org?tenant=1"):
        with pytest.raises(BadSetting, match="it must be the provider's own address"):
            Settings.from_environ({"URBANIST_OIDC_ISSUER": wrong})


def test_the_same_number_at_another_provider_is_somebody_else():
    assert subject_of("https://a.example", "1") != subject_of("https://b.example", "1")
