"""Ways to services that need no network: to an app in this process, and to nobody."""

from collections.abc import Mapping
from typing import NamedTuple

from flask import Flask
from werkzeug.test import Client

from frontend.door.connections import NoAnswer
from frontend.door.line import Answer


class InProcess:
    def __init__(self, app: Flask) -> None:
        self._client = Client(app, use_cookies=False)

    def ask(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Answer:
        with self._client.open(target, method=method, headers=dict(headers), data=body) as said:
            return Answer(said.status_code, {name.lower(): value for name, value in said.headers}, said.data)


class Nobody(NamedTuple):
    name: str

    def ask(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Answer:
        raise NoAnswer(f"nobody answers at {self.name}")


class Saying:
    """Always answers the same, and notes the headers that it was sent."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.heard: list[Mapping[str, str]] = []

    def ask(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Answer:
        self.heard.append(headers)
        return self.answer
