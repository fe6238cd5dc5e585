"""How people move: with POSTs alone, after a GET of the match, or as pages do, which draw every choice."""

from collections.abc import Awaitable, Callable
from urllib.parse import urlencode

import msgspec

from tests.bench.load import pages
from tests.bench.load.match import Match, Turn
from tests.bench.load.person import FORM, JSON
from tests.bench.load.tally import Tally

Style = Callable[[Match, Turn, Tally], Awaitable[int | None]]


class Seen(msgspec.Struct):
    """What a program needs of `GET /api/matches/<id>`."""

    turn: int
    legal_moves: list[msgspec.Raw]


class Done(msgspec.Struct):
    version: int


async def post(match: Match, turn: Turn, tally: Tally) -> int:
    return await move(match, turn, tally, turn.number, msgspec.json.encode(match.any_move(turn)))


async def look(match: Match, turn: Turn, tally: Tally) -> int:
    answer = await match.people[turn.seat].insist("GET", "GET", f"/api/matches/{match.id}")
    seen = msgspec.json.decode(answer.body, type=Seen)
    return await move(match, turn, tally, seen.turn, bytes(match.chance.choice(seen.legal_moves)))


async def move(match: Match, turn: Turn, tally: Tally, number: int, chosen: bytes) -> int:
    """The version that the move led to."""
    key = match.key()
    body = b'{"turn":%d,"move":%b,"cause":"%b"}' % (number, chosen, key.encode())
    answer = await match.people[turn.seat].insist("move", "POST", f"/api/matches/{match.id}/moves", body, JSON)
    version = msgspec.json.decode(answer.body, type=Done).version
    tally.acknowledge(match.id, key, version)
    return version


async def page(match: Match, turn: Turn, tally: Tally) -> None:
    """Each choice is a link of the page before; the form that sends the move is on the last one."""
    person, address = match.people[turn.seat], f"/m/{match.id}"
    while True:
        asked = htmx(person.origin + address)
        html = (await person.insist("GET", "GET", address, headers=asked)).body.decode()
        if form := pages.form(html):
            break
        address = match.chance.choice(pages.choices(html, address))
    body = urlencode(form.fields).encode()
    await person.insist("move", "POST", form.action, body, FORM, htmx(person.origin + address))
    tally.acknowledge(match.id, form.fields["cause"], None)


def htmx(address: str) -> str:
    """As the page's script asks: for the part that changes, from this address."""
    return f"HX-Request: true\r\nHX-Current-URL: {address}\r\n"


STYLES: dict[str, Style] = {"post": post, "look": look, "page": page}
