"""Asks the services on behalf of a person, and gives the page their verdict."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from frontend.door.connections import Connections, NoAnswer, Way
from shared.annotations import Json
from shared.errors import Unavailable
from shared.language import ENGLISH, language
from shared.platform.player import as_player
from shared.settings import Settings
from shared.web.identity import HEADER, sign

JSON = "application/json"
Acts = Callable[[str], str]


@dataclass(frozen=True)
class Reply:
    """What a service answered: JSON, or the bytes of an export. Names of headers are in lower case."""

    service: str
    status: int
    content: bytes
    headers: Mapping[str, str]

    @property
    def content_type(self) -> str:
        return self.headers.get("content-type", "application/octet-stream")

    @cached_property
    def json(self) -> Json:
        """Empty if it is none, or no object. Raises Unavailable if it is broken."""
        if not self.content or not self.content_type.startswith(JSON):  # HEAD has no body either
            return {}
        try:
            found = json.loads(self.content)
        except ValueError as error:
            raise _silent(self.service, f"it answered what is no JSON: {error}") from error
        return found if isinstance(found, dict) else {}


class Refusal(Exception):
    """A service said no; `verdict` is its code, sentence, template, values, and what was missed."""

    def __init__(self, status: int, verdict: Json) -> None:
        super().__init__(verdict.get("sentence", ""))
        self.status = status
        self.verdict = verdict


class Services:
    """The ways to all services. Nothing is sent twice: callers repeat a command with the same cause."""

    def __init__(self, settings: Settings, key: bytes) -> None:
        self.key = key
        self.ways: dict[str, Way] = {name: Connections(url) for name, url in settings.urls.items()}

    def command(self, service: str, path: str, person: str, body: Json, acts: Acts = as_player) -> Json:
        """The answer to a command, or Refusal with the verdict. `acts`: as a player, or as an operator."""
        sent = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
        reply = self.send(service, "POST", path, person, body=sent, acts=acts)
        if not reply.json or 300 <= reply.status < 400:
            raise _silent(service, f"it answered {reply.status} and no JSON: another program is at this address")
        if reply.status >= 400:
            raise Refusal(reply.status, reply.json)
        return reply.json

    def send(
        self,
        service: str,
        method: str,
        path: str,
        person: str | None,
        params: Sequence[tuple[str, str]] = (),
        body: bytes = b"",
        acts: Acts = as_player,
    ) -> Reply:
        """Passes a request on; a body is JSON. Raises Unavailable if the service gives no answer, or is broken."""
        headers = {HEADER: sign(self.key, acts(person))} if person else {}
        if language() != ENGLISH:
            headers["Accept-Language"] = language()
        if body:
            headers["Content-Type"] = JSON
        try:
            answer = self.ways[service].ask(method, f"{path}?{urlencode(params)}" if params else path, headers, body)
        except NoAnswer as error:
            raise _silent(service, str(error)) from error
        if answer.status >= 500 and answer.status != 503:
            raise _silent(service, f"it answered {answer.status}")
        return Reply(service, answer.status, answer.content, answer.headers)


def _silent(service: str, why: str) -> Unavailable:
    return Unavailable("a part of this server is not answering", service=service, reason=f"{service}: {why}")
