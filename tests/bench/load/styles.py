"""How people move: with POSTs alone, after a GET of the match, or as pages do, which draw every choice."""

from collections.abc import Awaitable, Callable
from typing import Any
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
    move = match.chance.choice(turn.moves)
    return await send(match, turn, tally, move, msgspec.json.encode(turn.plain(move)))


async def look(match: Match, turn: Turn, tally: Tally) -> int:
    answer = await match.people[turn.seat].insist("GET", "GET", f"/api/matches/{match.id}")
    seen, moves = msgspec.json.decode(answer.body, type=Seen), turn.moves
    assert (seen.turn, len(seen.legal_moves)) == (turn.number, len(moves))
    chosen = match.chance.randrange(len(moves))
    return await send(match, turn, tally, moves[chosen], bytes(seen.legal_moves[chosen]))


async def send(match: Match, turn: Turn, tally: Tally, move: Any, plain: bytes) -> int:
    """The version that the move led to."""
    key = match.key()
    body = b'{"turn":%d,"move":%b,"cause":"%b"}' % (turn.number, plain, key.encode())
    answer = await match.people[turn.seat].insist("move", "POST", f"/api/matches/{match.id}/moves", body, JSON)
    version = msgspec.json.decode(answer.body, type=Done).version
    tally.acknowledge(match.id, key, version)
    match.moved(turn, move, version)
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
    said = msgspec.json.decode(form.fields["move"])
    match.moved(turn, next(move for move in turn.moves if turn.plain(move) == said), None)


def htmx(address: str) -> str:
    """As the page's script asks: for the part that changes, from this address."""
    return f"HX-Request: true\r\nHX-Current-URL: {address}\r\n"


STYLES: dict[str, Style] = {"post": post, "look": look, "page": page}
