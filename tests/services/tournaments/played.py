"""Tournaments through the real services, in this process."""

from hashlib import sha256
from itertools import count
from typing import Any

from shared.platform.tournament import Tournament
from tests.services.conftest import Platform

HOST = "host00000000"
NUMBERS = count()
NONCE = "ab" * 32
HASH = sha256(bytes.fromhex(NONCE)).hexdigest()


def ask(platform: Platform, who: str, method: str, path: str, **body: Any) -> Any:
    """The answer's JSON; what is refused fails the test."""
    answer = said(platform, who, method, path, **body)
    assert answer.status_code < 300, answer.text
    return answer.json


def said(platform: Platform, who: str, method: str, path: str, **body: Any) -> Any:
    if method == "POST":
        body = {"cause": f"cause-{next(NUMBERS):06}", **body}
    return platform.ask(who, method, path, **body)


def opened(platform: Platform, format_: str = "swiss", **more: Any) -> str:
    body = {"game": "quadropolis", "format": format_, "title": "The cup", **more}
    return str(ask(platform, HOST, "POST", "/tournaments", **body)["id"])


def of_bots(platform: Platform, format_: str = "swiss", bots: int = 4, **more: Any) -> str:
    """Open, with its bots in it."""
    id_ = opened(platform, format_, **more)
    add(platform, id_, bots=["any_move"] * bots)
    return id_


def add(platform: Platform, id_: str, **body: Any) -> Any:
    return ask(platform, HOST, "POST", f"/tournaments/{id_}/add", **body)


def desk(platform: Platform, id_: str, act: str, **body: Any) -> Any:
    return ask(platform, HOST, "POST", f"/tournaments/{id_}/{act}", **body)


def enter(platform: Platform, id_: str, *people: str, **body: Any) -> None:
    for person in people:
        ask(platform, person, "POST", f"/tournaments/{id_}/enter", **body)


def state(platform: Platform, id_: str) -> Tournament:
    return platform.streams.tournaments.load(f"tournament:{id_}").state


def shown(platform: Platform, id_: str, who: str = HOST) -> Any:
    return ask(platform, who, "GET", f"/tournaments/{id_}")


def own_table(platform: Platform, id_: str, who: str) -> Any:
    (found,) = shown(platform, id_, who)["me"]["tables"]
    return found


def sit(platform: Platform, id_: str, *people: str) -> None:
    for person in people:
        ask(platform, person, "POST", f"/tables/{own_table(platform, id_, person)['match']}/seats")


def settle(platform: Platform) -> None:
    """Until nothing is left to do, whatever listeners hear, workers work and rounds find."""
    before = -1
    while before != (before := platform.redis.dbsize()):  # each match, job and row is a key
        platform.settle()
        platform.rounds()
    platform.settle()


def record(platform: Platform, id_: str) -> bytes:
    answer = said(platform, HOST, "GET", f"/tournaments/{id_}/record")
    assert answer.status_code == 200, answer.text
    return bytes(answer.get_data())
