"""Asks the services on behalf of a person, and gives the page their verdict."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from shared.annotations import Json
from shared.errors import Unavailable
from shared.platform.player import as_player
from shared.settings import Settings
from shared.web.identity import HEADER, sign

PATIENCE = 2.0  # seconds
QUIET = 5.0  # seconds that a connection is kept; services keep theirs for longer (infra/gunicorn.conf.py)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a service answered: JSON, or the bytes of an export."""

    status: int
    content: bytes
    headers: Mapping[str, str]
    json: Json

    @property
    def content_type(self) -> str:
        return self.headers.get("content-type", "application/octet-stream")


class Refusal(Exception):
    """A service said no; `verdict` is its code, sentence, template, values, and what was missed."""

    def __init__(self, status: int, verdict: Json) -> None:
        super().__init__(verdict.get("sentence", ""))
        self.status = status
        self.verdict = verdict


class Services:
    """One pool of connections to all services. Nothing is sent twice: callers repeat a command with the same cause."""

    def __init__(self, settings: Settings, key: bytes) -> None:
        self.key = key
        self.addresses = settings.urls
        # No proxy that the environment may name: the services are our own.
        self.client = httpx.Client(
            timeout=PATIENCE, limits=httpx.Limits(keepalive_expiry=QUIET), trust_env=False, follow_redirects=False
        )

    def command(self, service: str, path: str, person: str, body: Json) -> Json:
        """The answer to a command, or Refusal with the verdict."""
        reply = self.send(service, "POST", path, person, json=body)
        if not reply.json or 300 <= reply.status < 400:
            raise _silent(service, f"it answered {reply.status} and no JSON: another program is at this address")
        if reply.status >= 400:
            raise Refusal(reply.status, reply.json)
        return reply.json

    def send(self, service: str, method: str, path: str, person: str | None, **more: Any) -> Reply:
        """Passes a request on. Raises Unavailable if the service doesn't answer, or answers that it is broken."""
        identity = {HEADER: sign(self.key, as_player(person))} if person else {}
        try:
            answer = self.client.request(
                method, self.addresses[service] + path, headers={**more.pop("headers", {}), **identity}, **more
            )
        except httpx.RequestError as error:
            raise _silent(service, repr(error)) from error
        if answer.status_code >= 500 and answer.status_code != 503:
            raise _silent(service, f"it answered {answer.status_code}")
        try:
            return Reply(answer.status_code, answer.content, answer.headers, _json(answer))
        except ValueError as error:
            raise _silent(service, f"it answered what is no JSON: {error}") from error


def _silent(service: str, why: str) -> Unavailable:
    sentence = "the {service} service does not answer now; nothing is lost, try again"
    return Unavailable(sentence, service=service, reason=f"{service}: {why}")


def _json(answer: httpx.Response) -> Json:
    if not answer.content or not answer.headers.get("content-type", "").startswith("application/json"):
        return {}  # HEAD has no body either
    found = answer.json()
    return found if isinstance(found, dict) else {}
