"""Asks for every route of the table as somebody of each role. What a route needs to be told is in tables too: a new
row is asked for as it stands, with the ids of a real table and match wherever its address has a parameter for one.
"""

import re
from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from werkzeug.routing import Rule

from frontend.bundles.made import bundles
from frontend.people.links import Seat
from frontend.people.mailed import CONFIRM, STOP, token
from shared import rights
from shared.games.registry import GAMES
from shared.ledger.canonical import canonical
from shared.platform.player import as_player
from shared.rights import ROLES, Row, plain
from shared.web.gate import SOCKET, asked
from tests.frontend.calling.others import encoded
from tests.rights.world import CAUSE, OTHER, Place, World

ORIGIN = "http://localhost"
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
POINT = generate_private_key(SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
PUSHED = {"endpoint": "https://fcm.googleapis.com/send/of-", "p256dh": encoded(POINT), "auth": encoded(bytes(16))}
ID = re.compile("<(id_|match_id)>")
SENTENCE = re.compile(r'<p><b>([^<]*)</b>|id="error-sentence">([^<]*)|"sentence":"([^"]*)"')
# Refusals for want of a right that have another status than 401, 403 and 404.
IN_WORDS = ("you do not sit at", "this browser sent no cookie", "you have not entered this tournament")
# Let in, and then told that something else is missing than a right.
NOT_FOR_RIGHTS = (
    "you can only take back a move of your own",
    "you can ask for a rematch when the match is over",
    "choose a password first",
    "this link was used before",
    "this server signs nobody in by a provider",
    "this browser did not ask for it",
    "this server sends no mail",
    "a stream needs a token",
    "this seat can't be taken over",
    "a match ends like this once all other people have left it",
    "this entrant has not left",
    "this entrant has checked in already",
    "this is not the nonce whose hash was given",
    "this tournament has started already",
    "this tournament has started without this nonce",
    "this tournament is paused already, or not paused at all",
    "the next round was paired by this result",
    "this round has begun, and its pairing",
    "only a league in divisions that was played has a next season",
    "players enter results only where it is played on real tables",
    "this entrant has no name that could be removed",
)
# Let in, and then refused for what was sent, or for what has happened meanwhile.
AFTERWARDS = (400, 409, 422)


class Answer(NamedTuple):
    """`fields` are its headers, as they are sent."""

    status: int
    path: str
    text: str
    fields: str


class Asked(NamedTuple):
    """`answers` are those of all tables and matches that were tried."""

    row: Row
    role: str
    answers: list[Answer]

    def __str__(self) -> str:
        said = ", ".join(f"{answer.status} at {answer.path}: {sentence(answer)}" for answer in self.answers)
        return f"{' '.join(self.row[:3])} for {self.role}: {said}"

    @property
    def is_as_said(self) -> bool:
        """One place where it may be done is enough: there is no picture of a match that runs."""
        if self.role in self.row.allowed:
            return any(is_let_in(answer) for answer in self.answers)
        return all(is_refused(answer) for answer in self.answers)


def sentence(answer: Answer) -> str:
    """Of a refusal, from a page or in JSON."""
    found = SENTENCE.search(answer.text)
    return next(filter(None, found.groups()), "") if found else ""


def is_refused(answer: Answer) -> bool:
    if answer.status == 403 and any(words in answer.text.casefold() for words in NOT_FOR_RIGHTS):
        return False
    said = answer.text.casefold() if answer.status in AFTERWARDS else ""
    return answer.status in (401, 403, 404) or any(words in said for words in IN_WORDS)


def is_let_in(answer: Answer) -> bool:
    return not is_refused(answer) and (answer.status < 400 or answer.status in (*AFTERWARDS, 403))


def walk(world: World, application: str, below: str = "/") -> Iterator[Asked]:
    """First those who may not: afterwards something may have changed. `below`: where the addresses begin."""
    rules = {(plain(rule.rule, GAMES), method): rule for rule, method in asked(world.app(application))}
    for row in rights.table():
        if row.application == application and row.address.startswith(below):
            rule, place = rules[row.address, row.method], place_for(world, row)
            for role in sorted(ROLES, key=lambda role: role in row.allowed):
                yield Asked(row, role, tried(row, role, answers(world, row, rule, role, place)))


def tried(row: Row, role: str, all_of: Iterator[Answer]) -> list[Answer]:
    """Of those who may, no more than it takes to be let in. A command to a match that is over is refused as such."""
    found = []
    for answer in all_of:
        found.append(answer)
        if is_let_in(answer) if role in row.allowed else row.method == "POST":
            break
    return found


def place_for(world: World, row: Row) -> Place:
    is_shared = row.method in ("GET", SOCKET) or "<" not in row.address
    return world.place if is_shared else world.new_place()


def answers(world: World, row: Row, rule: Rule, role: str, place: Place) -> Iterator[Answer]:
    own = own_values(world, place).get(row.address, {})
    if row.application == "matchmaking" and "number" in own:
        own = {"number": "0"}  # people count from 1
    for id_ in ids(world, row, place):
        values = {"slug": "quadropolis", "bot": f"of_{role}@1", **own}
        world.restore(role)
        built = rule.build({name: values.get(name, id_) for name in rule.arguments}, False)
        assert built, row
        yield ask(world, row, role, built[1], place)


def ids(world: World, row: Row, place: Place) -> tuple[str, ...]:
    if row.address.endswith("/invited"):
        return (world.private,)
    if "/tournaments/<id_>" in row.address:
        return (world.tournament,) if row.method == "GET" else (world.new_tournament(),)
    if row.address.startswith(("/t/", "/tables/")):
        return (place.table, world.private) if row.method in ("GET", SOCKET) else (place.table,)
    return (place.match, world.finished, world.together) if ID.search(row.address) else (place.match,)


def own_values(world: World, place: Place) -> Mapping[str, Mapping[str, str]]:
    """What the parameters of an address are that is not about one table or match."""
    sheet, other = bundles()["page.css"], world.people[OTHER].id
    return {
        "/lists/<name>": {"name": "open"},
        "/bots/<name>": {"name": "greedy"},
        "/anchors/<number>": {"number": "1"},
        "/anchors/<number>.json": {"number": "1"},
        "/anchors/<number>.tsr": {"number": "1"},
        "/ratings/<pool>": {"pool": "quadropolis-classic"},
        "/scoring/ratings/<pool>": {"pool": "quadropolis-classic"},
        "/scoring/ratings/<pool>/<player>": {"pool": "quadropolis-classic", "player": "bot:greedy@1"},
        "/settings/mail/<purpose>": {"purpose": STOP},
        "/sentences/<code>/<kind>.js": {"code": "en", "kind": "page"},
        "/static/<name>.<digest>.<kind>": {"name": sheet.name, "digest": sheet.digest, "kind": sheet.kind},
        "/static/<filename>": {"filename": "access.css"},
        "/api/docs/<service>/openapi.json": {"service": "matchmaking"},
        "/tournaments/<id_>/rounds/<number>": {"number": "1"},
        "/tournaments/<id_>/entrants/<number>": {"number": "1"},
        "/tournaments/<id_>/rounds/<number>/pairings": {"number": "1"},
        "/tournaments/<id_>/rounds/<number>/slips": {"number": "1"},
        "/tournaments/<id_>/rounds/<number>/tables/<table>": {"number": "1", "table": "1"},
        "/tournaments/<id_>/desk/<what>": {"what": "pause"},
        "/tournaments/<id_>/exports/<kind>": {"kind": "csv"},
        "/api/<prefix>/<rest>": {"prefix": "tables", "rest": place.table},
        "/api/bots/<bot>/tables/<id_>/<answer>": {"answer": "decline"},
        "/api/bots/<bot>/tournaments/<id_>/<act>": {"act": "enter"},
        "/tournaments/<id_>/bots/<bot>/<act>": {"act": "enter"},
        "/api/bots/<bot>/matches/<id_>/<command>": {"command": "moves"},
        "/api/matches/<rest>": {"rest": f"{place.match}/resign"},
        "/api/scoring/<rest>": {"rest": "quadropolis"},
        "/daily/<date>": {"date": world.pages.site.days.today},
        "/daily/<date>/<slug>": {"date": world.pages.site.days.today},
        "/p/<person>": {"person": other},
        "/p/<person>/<act>": {"person": other, "act": "follow"},
        "/operators/people/<person>": {"person": other},
        "/operators/people/<person>/mute": {"person": other},
        "/operators/people/<person>/unmute": {"person": other},
        "/operators/people/<person>/close": {"person": other},
        "/operators/people/<person>/reopen": {"person": other},
        "/operators/reports/<report>/settle": {"report": world.report},
        "/operators/tables/<place>/close": {"place": place.table},
    }


def ask(world: World, row: Row, role: str, address: str, place: Place) -> Answer:
    if row.method == SOCKET:
        sock = SimpleNamespace(fileno=lambda: 1, send=len, visit=None)
        headers = {**as_visitor(world, role), **UPGRADE, "Origin": f"{ORIGIN}:8000", "Host": "localhost:8001"}
        return opened(world, row, address, headers=headers, environ_overrides={"gunicorn.socket": sock})
    said = words(world, row, role, place)
    if row.application not in ("frontend", "live"):
        signed = world.signature(role, acts=row.allowed == {"operator"})
        return opened(world, row, address, headers=signed, json=said if row.method != "GET" else None)
    headers = as_visitor(world, role)
    if row.method == "GET":
        return opened(world, row, address, headers=headers, query_string=said)
    if address.startswith("/api/"):
        if row.address == "/api/<prefix>/<rest>":  # what this role may do at a table
            address += "/leave" if role == "seat" else "/seats"
        return opened(world, row, address, headers=headers, json=said)
    form = {name: value if isinstance(value, str) else canonical(value).decode() for name, value in said.items()}
    form["csrf_token"] = world.people[role].token
    return opened(world, row, address, headers=headers | {"Origin": ORIGIN}, data=form)


def opened(world: World, row: Row, address: str, **more: Any) -> Answer:
    client = world.app(row.application).test_client(use_cookies=False)
    with client.open(address, method="GET" if row.method == SOCKET else row.method, **more) as said:
        fields = "\n".join(f"{name}: {value}" for name, value in said.headers)
        return Answer(said.status_code, address, said.get_data().decode(errors="replace"), fields)


def as_visitor(world: World, role: str) -> dict[str, str]:
    """The signature of a service means nothing here, and is tried all the same."""
    cookie = world.people[role].cookie
    return {"Cookie": cookie} if cookie else world.signature(role)


def words(world: World, row: Row, role: str, place: Place) -> dict[str, Any]:
    """What is sent: enough for a refusal to be about the right and not about the form. A list of what no row needs
    would be longer; a new row that asks for a word of its own gets a line here.
    """
    if row.method == "GET":
        return looked_for(world, row, place)
    if "/tournaments" in row.address and row.address.split("/")[1] in ("tournaments", "api"):
        return {**CAUSE, **IN_TOURNAMENTS.get(row.address.rsplit("/", 1)[1], {})}
    me = world.people[role].id
    last = row.address.rsplit("/", 1)[1]
    table = {"game": "quadropolis", "seats": 2}
    branch = {"at": 3} if row.application == "frontend" and last == "branch" else {"version": 3}
    said: Mapping[str, Any] = {
        "play": {"game": "quadropolis", "bots": "1"},
        "daily": {"deal": world.deal},
        "deals": {"deal": world.deal},
        "new": table,
        "tables": table,
        "branch": branch,
        "branches": {**branch, "match": world.finished},
        "rematch": {"match": place.match},
        "bots": {"bot": "any_move"},
        "unseat": {"seat": 0, "player": as_player(world.people["seat"].id)},
        "nonce": {"nonce": "0" * 64},
        "nonces": {"nonce": "0" * 64},
        "moves": {"turn": place.turn},
        "pause": {"turn": place.turn},
        "vacation": {"days": 1},
        "take_over": {"seat": 0},
        "stand_in": {"absent": place.absent, "turn": place.turn},
        "take-back": {"to": place.turn},
        "answer": {"request": place.turn, "agrees": "yes" if row.application == "frontend" else True},
        "withdraw": {"request": place.turn},
        "name": {"name": f"A {role}"},
        "signup": {"name": f"Known {role}", "password": "a pass phrase of four"},
        "talk": {"text": "good evening"},
        "change": {"person": me},
        "forget": {"person": me},
        "abort": {} if row.application == "matchmaking" else {"reason": "nobody plays on"},
        "adjudicate": {"reason": "nobody plays on", **places_of(row)},
        "close": {"reason": "nobody comes"} if row.application == "frontend" else {},
        "mute": {"for": "day"},
        "settle": {"note": "talked to them"},
        "report": {"about": world.people[OTHER].id, "in": place.match, "kind": "talk", "text": "was loud"},
        "invited": {} if row.application == "frontend" else {"invited": []},
        "mail": {"to": f"{role}@example.org", "every": "86400"},
    }
    more: dict[str, Any] = dict(said.get(last, {}))
    if last == "moves":
        more["move"] = world.a_move(place.match)
    if row.address == "/seat":
        more["link"] = link_to_seat(world, place)
    if row.address.startswith("/settings/"):
        more |= of_settings(world, last, me)
    return more if row.address == "/scoring/<game>" else {**CAUSE, **more}


IN_TOURNAMENTS: Mapping[str, Mapping[str, Any]] = {
    "tournaments": {"game": "quadropolis", "format": "swiss", "rounds": 1, "title": "The cup"},
    "new": {"game": "quadropolis", "format": "swiss", "rounds": "1", "title": "The cup", "seats": "2"},
    "<what>": {"note": "lunch", "sure": "yes"},
    "<table>": {"points-1": "40", "points-2": "30"},
    "drop": {"entrant": 0, "note": "rude"},
    "bring-back": {"entrant": 0},
    "attend": {"entrant": 0},
    "nonces": {"nonce": "0" * 64},
    "pause": {"note": "lunch"},
    "pairing": {"round": 0, "tables": [[0, 1]], "note": "friends"},
    "entries": {"round": 0, "table": 0, "places": [1, 2], "points": [50, 40]},
    "unname": {"entrant": 0},
    "erase-name": {"entrant": 0},
    "results": {"round": 0, "table": 0, "places": [1, 2], "note": "read wrongly"},
    "adjudicate": {"round": 0, "table": 0, "places": [1, 2], "note": "they agreed"},
    "end": {"note": "rain"},
}


def places_of(row: Row) -> dict[str, Any]:
    """Of both seats, as a page or a service is told."""
    return {"place-0": "1", "place-1": "2"} if row.application == "frontend" else {"places": [1, 2]}


def looked_for(world: World, row: Row, place: Place) -> dict[str, str]:
    links = {
        "/seat": link_to_seat(world, place),
        "/settings/mail/<purpose>": token(world.pages.site.key, STOP, world.people["seat"].id, "serial"),
    }
    if row.address == "/report":
        return {"about": world.people[OTHER].id}
    return {"link": links[row.address]} if row.address in links else {}


def link_to_seat(world: World, place: Place) -> str:
    return world.pages.site.links.made(Seat(world.people[OTHER].id, place.table))


def of_settings(world: World, last: str, person: str) -> dict[str, Any]:
    """A browser that is called, and the links of a mail to this person."""
    ways, key = world.pages.site.ways, world.pages.site.key
    pushed = {**PUSHED, "endpoint": f"{PUSHED['endpoint']}{person}"}
    if last == "renewed" and person != "nobody":
        ways.add_browser(person, pushed, ORIGIN, "key")
        return {**pushed, "old": pushed["endpoint"]}
    if last == "confirm" and person != "nobody":
        ways.ask(person, f"{person}@example.org", 86400, ORIGIN)
        box = ways.asked(person)
        assert box
        return {"link": token(key, CONFIRM, person, box.serial)}
    return {"link": token(key, STOP, person, "serial")} if last == "end" else pushed
