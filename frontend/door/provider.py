"""Sign-in by the OpenID Connect provider that the operator has named: it is asked, and what it says is checked.

The authorization code flow with PKCE (RFC 7636). Only the provider's own document says where it is asked; none of its
redirects is followed, and no answer may be long or slow: a few threads at most ever wait for it.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any, NamedTuple, cast
from urllib.parse import urlencode, urlsplit

import httpx
import structlog
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from flask import Flask, current_app
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from shared.addresses import is_loopback
from shared.errors import NotAllowed, Unavailable
from shared.marked import marked
from shared.people.letters import on_one_line
from shared.people.providers import subject_of
from shared.settings import Settings

NAME = "provider"
TURNS = BoundedSemaphore(2)  # threads of a process that may wait for it
PATIENCE = 5.0  # seconds for each answer
LONGEST = 200_000  # bytes of one
# By keys that only the provider has; what is signed by the secret that we share, or by nobody, is refused.
SIGNED_BY = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "ES512"]
LONGEST_NAME = 100  # characters
LEEWAY = 60  # seconds that two clocks may differ
AWAY = marked("{provider} is not answering: sign in in another way, or try again in a moment")
UNSOUND = marked("{provider} did not say who you are in a way that can be checked: nothing was changed")
log = structlog.get_logger()


class Asked(NamedTuple):
    """What was asked of the provider, and has to come back: kept in the visitor's cookie meanwhile."""

    state: str
    nonce: str
    verifier: str
    back: str  # where it leads back to


class Subject(NamedTuple):
    """Who somebody is there, as a digest, and the name that they go by."""

    digest: str
    name: str


class Provider:
    def __init__(self, issuer: str, client: str, secret: str, name: str, patience: float = PATIENCE) -> None:
        self.issuer, self.client, self.secret, self.name, self.patience = issuer, client, secret, name, patience

    def address(self, asked: Asked) -> str:
        """Where the visitor is led to. Raises Unavailable, NotAllowed."""
        with self._turn() as http:
            where = self._where(self._described(http), "authorization_endpoint")
        said = {
            "response_type": "code",
            "client_id": self.client,
            "scope": "openid profile",
            "redirect_uri": asked.back,
            "state": asked.state,
            "nonce": asked.nonce,
            "code_challenge": create_s256_code_challenge(asked.verifier),
            "code_challenge_method": "S256",
        }
        return f"{where}{'&' if urlsplit(where).query else '?'}{urlencode(said)}"

    def subject(self, asked: Asked, code: str) -> Subject:
        """Who came back with this code. Raises Unavailable, NotAllowed."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": asked.back,
            "code_verifier": asked.verifier,
        }
        with self._turn() as http:
            found = self._described(http)
            where = self._where(found, "token_endpoint")
            token = self._read(http, "POST", where, data=form, auth=(self.client, self.secret)).get("id_token")
            keys = self._read(http, "GET", self._where(found, "jwks_uri"))
        return self._checked(token, keys, asked.nonce)

    def _checked(self, token: Any, keys: Mapping[str, Any], nonce: str) -> Subject:
        """Signed by it, for us, until now, and in answer to this question (OpenID Connect Core, 3.1.3.7)."""
        rules = jwt.JWTClaimsRegistry(
            leeway=LEEWAY,
            iss={"essential": True, "value": self.issuer},
            aud={"essential": True, "value": self.client},
            exp={"essential": True},
            sub={"essential": True},
            nonce={"essential": True, "value": nonce},
        )
        try:
            claims = jwt.decode(str(token), KeySet.import_key_set(cast(Any, keys)), algorithms=SIGNED_BY).claims
            rules.validate(claims)
        except (JoseError, ValueError, KeyError, TypeError) as error:
            raise self._unsound(error) from error
        if claims.get("azp", self.client) != self.client:
            raise self._unsound("it is for somebody else")
        name = claims.get("preferred_username") or claims.get("name") or ""
        return Subject(subject_of(self.issuer, str(claims["sub"])), on_one_line(str(name)[:LONGEST_NAME]))

    def _described(self, http: httpx.Client) -> Mapping[str, Any]:
        found = self._read(http, "GET", f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
        if found.get("issuer") != self.issuer:
            raise self._unsound("its document is about another one")
        return found

    def _where(self, found: Mapping[str, Any], name: str) -> str:
        """Encrypted wherever the provider itself is."""
        where = urlsplit(str(found.get(name, "")))
        if where.scheme != "https" and not (where.scheme == "http" and is_loopback(where.hostname or "")):
            raise self._unsound(f"its {name} is no address")
        return where.geturl()

    def _read(self, http: httpx.Client, method: str, where: str, **more: Any) -> Mapping[str, Any]:
        try:
            with http.stream(method, where, **more) as answer:
                body = b"".join(self._in_time(answer))
                status = answer.status_code
        except httpx.HTTPError as error:
            raise self._away(error) from error
        if status >= 500:
            raise self._away(status)
        try:
            found = httpx.Response(status, content=body).json()
        except ValueError as error:
            raise self._unsound(error) from error
        if status != 200 or not isinstance(found, dict):
            raise self._unsound(status)
        return found

    def _in_time(self, answer: httpx.Response) -> Iterator[bytes]:
        """One that says a little now and then is in time with each part, and would still keep us for ever."""
        until, size = time.monotonic() + self.patience, 0
        for part in answer.iter_bytes():
            size += len(part)
            if time.monotonic() > until or size > LONGEST:
                raise self._away("its answer is too slow or too long")
            yield part

    @contextmanager
    def _turn(self) -> Iterator[httpx.Client]:
        if not TURNS.acquire(blocking=False):
            raise self._away("others wait for it")
        try:
            with httpx.Client(timeout=self.patience, headers={"Accept": "application/json"}) as http:
                yield http
        finally:
            TURNS.release()

    def _away(self, reason: object) -> Unavailable:
        log.warning("provider_away", reason=str(reason))
        return Unavailable(AWAY, provider=self.name, reason=str(reason))

    def _unsound(self, reason: object) -> NotAllowed:
        log.warning("provider_not_believed", reason=str(reason))
        return NotAllowed(UNSOUND, provider=self.name)


def keep_provider(app: Flask, chosen: Settings) -> None:
    """None where the operator has named none."""
    found = (chosen.oidc_issuer, chosen.oidc_client, chosen.oidc_secret)
    app.extensions[NAME] = Provider(*found, chosen.oidc_name) if all(found) else None  # type: ignore[arg-type]


def provider() -> Provider | None:
    found: Provider | None = current_app.extensions[NAME]
    return found
