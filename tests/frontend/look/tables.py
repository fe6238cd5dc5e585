"""The tables and matches of the sample pages, each made when the first page needs it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any
from unittest.mock import patch

from frontend.people.links import Seat
from frontend.people.mailed import CONFIRM, STOP, token
from frontend.people.ways import Browser, Mailbox
from shared.games.game import Result
from shared.ledger.anchors import Leaf
from shared.ledger.codec import Written
from shared.ledger.envelope import Envelope, stamp
from shared.ledger.handler import utc_now
from shared.ledger.pen import Pen
from shared.ledger.store import Notice
from shared.people.house import Entry, House, Talkers, Watchers
from shared.platform.match import Abort, Adjudicate, AgreeToStandIn, AnswerTakeBack, AskToTakeBack, Resign
from shared.platform.records.imported import Mark
from shared.platform.rows import row_of
from shared.platform.score import Correct
from shared.platform.table import GiveUp, SendAway, StopWaiting
from shared.platform.terms import DAY, Clock, Terms
from shared.platform.unstarted import call_off
from shared.web.waiting import Wish
from tests.frontend.look.house import ADA, BART, CLEO, EVE
from tests.frontend.look.samples import (
    GREEDY,
    QUADROPOLIS,
    analyse,
    count,
    house,
    listed,
    match,
    move,
    person,
    table,
    until,
)  # fmt: skip

OPERATOR = "operator:root"
RATED = Terms(Clock("days", 3 * DAY), rated=True, take_back=False)
TWO, FOUR = (CLEO, ADA), (CLEO, ADA, GREEDY, BART)
EXPERT: dict[str, Any] = {"mode": "expert", "squares": True}
HOSTILE = (
    (ADA, '<script>alert(1)</script> <b>bold</b> &amp; "quotes"'),
    (ADA, "x" * 300),
    (BART, "שלום עולם, how are you?"),
    (BART, "👩‍👩‍👧‍👦 🏳️‍🌈 fine, thank you ❤️"),
    (BART, "Z" + "\u0300\u0301\u0302\u0303\u0310\u0316\u0317" * 20 + "algo"),
    (CLEO, "see https://elsewhere.example/?a=1&b=2"),
)


@cache
def my_turn() -> str:
    """Round 2, and Cleo is called; somebody who left the table spoke first."""
    id_ = match("7xk2m9qa4b1c", *TWO, moves=13, seed=40)
    for who, text in (
        (EVE, "Is this the table for beginners?"),
        (ADA, "Yes, sit down."),
        (CLEO, "Hello! Which mode shall we play?"),
    ):
        house().say(id_, who, text)
    return id_


@cache
def timed() -> str:
    """Whoever runs out of time loses."""
    return match("timed0000001", *TWO, moves=13, seed=40, terms=Terms(Clock("total", 1800, increment=15), out="loss"))


@cache
def timed_four() -> str:
    return until(0, match("timed0000004", *FOUR, moves=16, seed=3, terms=Terms(Clock("days", 3 * DAY))))


@cache
def unhinted() -> str:
    return match("unhinted0001", *TWO, moves=13, seed=40, hints=False)


@cache
def unhinted_table() -> str:
    return table("unhinted0002", CLEO, hints=False)


@cache
def adas_turn() -> str:
    return until(1, match("adastur00001", *TWO, moves=13, seed=40))


@cache
def discarding() -> str:
    """The newest move took a tile and discarded it."""
    id_ = match("discards0001", *TWO, moves=2)
    now = house().streams.match(id_).state
    offered = QUADROPOLIS.legal_moves(now.view(now.called[0]), now.called[0])
    takes = {(each.architect, each.slot) for each in offered if each.target}
    move(id_, next(each for each in offered if not each.target and (each.architect, each.slot) in takes))
    return id_


@cache
def silent() -> str:
    return match("silent000001", *TWO, moves=2)


@cache
def four() -> str:
    return until(0, match("four00000001", *FOUR, moves=16, seed=3))


@cache
def loud() -> str:
    """A match in which people say what a page must bear."""
    id_ = match("loud00000001", *FOUR, moves=3)
    for who, text in HOSTILE:
        house().say(id_, who, text)
    return id_


@cache
def absent() -> str:
    """Ada was called first and has never moved; Cleo wants a bot in her place, and Bartholomew has not said so yet."""
    id_ = match("absent000001", ADA, CLEO, BART, seed=4)
    now = house().streams.match(id_).state
    house().command("match", id_, person(CLEO), AgreeToStandIn(player=person(CLEO), absent=0, turn=now.turn))
    return id_


@cache
def asked_back() -> str:
    """Whoever was called first asks to take the first move back, and nobody has answered yet."""
    id_ = match("askedback001", ADA, CLEO, BART, seed=2)
    ask_back(id_)
    return id_


@cache
def taken_back() -> str:
    """All have agreed, and the match stands where it began."""
    id_ = match("takenback001", ADA, CLEO, BART, seed=3)
    request = ask_back(id_)
    for who in (CLEO, BART):
        house().command("match", id_, person(who), AnswerTakeBack(player=person(who), request=request, agrees=True))
    return id_


def ask_back(id_: str) -> int:
    """Ada, who is called first, moves and asks to take it back. The request."""
    now = house().streams.match(id_).state
    assert now.called == (0,)
    move(id_, QUADROPOLIS.legal_moves(now.view(0), 0)[0])
    house().command("match", id_, person(ADA), AskToTakeBack(player=person(ADA), to=now.turn))
    return house().streams.match(id_).version


@cache
def replaced() -> str:
    """The same, and both have said so: a bot plays on for Ada."""
    id_ = match("replaced0001", ADA, CLEO, BART, seed=1)
    now = house().streams.match(id_).state
    for who in (CLEO, BART):
        agreed = AgreeToStandIn(player=person(who), absent=0, turn=now.turn)
        house().command("match", id_, person(who), agreed)
    return id_


@cache
def resigned() -> str:
    id_ = match("resigned0001", *TWO, moves=4)
    house().command("match", id_, person(ADA), Resign(player=person(ADA)))
    return id_


@cache
def on_offer() -> str:
    """Whoever watches may take over Ada's seat."""
    id_ = match("offered00001", *TWO, moves=4, terms=Terms(substitutes=True))
    house().command("match", id_, person(ADA), Resign(player=person(ADA)))
    return id_


@cache
def left_alone() -> str:
    """Cleo is the last person in a rated match."""
    id_ = match("leftalone001", *TWO, moves=4, terms=RATED)
    house().command("match", id_, person(ADA), Resign(player=person(ADA)))
    return id_


@cache
def newer() -> str:
    """A newer release wrote something that this one does not know."""
    id_ = match("newer0000001", *TWO, moves=2)
    ledger, stream = house().streams.ledger, f"match:{id_}"
    last = Envelope.from_bytes(ledger.read(stream)[-1].envelope)
    pen = Pen(stream=stream, by="service:newer", cause="newer", at=last.at, moves={}, salt=house().salt)
    entries = pen.entries(last.version, last.digest, [Written("opera.curtain_fell", 1, {}, None)], [[]])
    ledger.append(stream, last.version, entries, [Notice(stream, last.version + 1, "opera.curtain_fell", ())])
    return id_


@cache
def ended() -> str:
    """Counted, and analysed."""
    return analyse(count(match("ended0000001", *TWO, moves=None, seed=5)))


@cache
def rated() -> str:
    """Counted, and played for ratings."""
    return count(match("rated0000001", *TWO, moves=None, seed=5, terms=RATED))


@cache
def rated_table() -> str:
    return table("rated0000002", CLEO, terms=RATED)


@cache
def uncounted() -> str:
    return match("counting0001", *TWO, moves=None)


@cache
def unanalysed() -> str:
    return count(match("unjudged0001", *TWO, moves=None))


@cache
def waiting() -> str:
    """Others are looked for first."""
    analyses = house().site.analyses
    assert analyses is not None
    id_ = count(match("waits0000001", *TWO, moves=None))
    for each in ("first0000001", "second000001", "third0000001"):
        analyses.wish(each, Wish.ASKED)
    return id_


@cache
def tie() -> str:
    return analyse(count(match("tie000000001", *FOUR, moves=None, seed=1)))


@cache
def aborted() -> str:
    id_ = match("aborted00001", *TWO, moves=5)
    house().command("match", id_, "service:matchmaking", Abort(reason="idle"))
    return id_


@cache
def adjudicated() -> str:
    id_ = match("decided00001", *TWO, moves=5)
    house().command("match", id_, OPERATOR, Adjudicate(places=(2, 1), note="the other one has left the town"))
    return id_


@cache
def corrected() -> str:
    """Of three people, one of whom showed no number."""
    id_ = count(match("corrected001", CLEO, ADA, BART, moves=None, seed=5, silent=(ADA,)))
    counted = house().streams.score(id_)
    assert counted
    result = Result(points=(62, 55, *counted.points[2:]), places=(1, 2, 3), lines=({}, {}, {}))
    house().command("score", id_, OPERATOR, Correct(result=result, note="every park was counted twice"))
    listed(id_)
    return id_


@cache
def expert() -> str:
    """In the fourth of five rounds, and Cleo is called."""
    return match("expert000001", *FOUR, moves=62, seed=1, **EXPERT)


@cache
def expert_ended() -> str:
    return count(match("expertend001", *FOUR, moves=None, seed=2, **EXPERT))


@cache
def met() -> str:
    """An open table: Cleo sits there with a bot, and one seat is free."""
    return table("t4b1e0000001", CLEO, "", GREEDY, seats=3)


@cache
def filled() -> str:
    return table("filled000001", *TWO)


@cache
def closed() -> str:
    """Given up."""
    id_ = table("given0000001", CLEO)
    house().command("table", id_, person(CLEO), GiveUp(by=person(CLEO)))
    return id_


@cache
def called_off() -> str:
    """Its match was announced and could not start."""
    id_ = table("calledoff001", CLEO, ADA)
    house().command("table", id_, "service:matchmaking", StopWaiting())
    house().command("match", id_, OPERATOR, call_off(house().streams, id_, "operator", "the game is gone"))
    return id_


@contextmanager
def operator(who: str) -> Iterator[None]:
    """Somebody is one meanwhile."""
    client, key = house().site.directory.redis, person(who)
    client.hset(key, mapping={"state": "account", "roles": "operator"})
    house().secrets[who] = house().site.sessions.begin(who, "a browser")
    yield
    house().site.sessions.end_all(who)
    del house().secrets[who]
    client.hdel(key, "state", "roles")


@contextmanager
def reported(has_reports: bool) -> Iterator[None]:
    """Bartholomew complains of Cleo, in words that go over several lines; and once before, when it was settled."""
    reports = house().site.reports
    if has_reports:
        for cause, text in (("first-report", "x" * 200), ("later-report", HOSTILE[0][1])):
            with patch("shared.people.reports.now", lambda: 1_772_366_400_000):
                id_ = reports.file(BART, CLEO, loud(), 12, "talk", text, cause)
                if cause == "first-report":
                    reports.settle(id_, EVE, "I spoke to her, and she will not do it again")
                reports.file(BART, CLEO, "", 0, "name", "her name is rude", f"{cause}-too")
    yield
    for key in house().site.directory.redis.scan_iter("*report*"):
        house().site.directory.redis.delete(key)


@contextmanager
def under(muted: bool) -> Iterator[None]:
    """Cleo is muted, had another name before, and Ada is closed."""
    client = house().site.directory.redis
    client.hset(person(ADA), mapping={"state": "closed", "closed": "account"})
    if muted:
        client.hset(person(CLEO), "muted", 4_102_444_800_000)
        client.rpush(f"{person(CLEO)}:names", "Kleopatra")
    yield
    client.hdel(person(ADA), "state", "closed")
    client.hdel(person(CLEO), "muted")
    client.delete(f"{person(CLEO)}:names")


@cache
def sent_away() -> str:
    """Bartholomew was."""
    id_ = table("sent00000001", CLEO, BART, seats=3)
    house().command("table", id_, person(CLEO), SendAway(by=person(CLEO), seat=1, player=person(BART)))
    return id_


@cache
def private() -> str:
    """Cleo invited Ada, and Bartholomew was sent away; nobody else will watch."""
    id_ = table("private00001", CLEO, "", seats=3)
    house().site.houses.keep(id_, House(Entry.PRIVATE, Talkers.ALL, Watchers.NOBODY, frozenset([ADA])))
    return id_


@cache
def hidden() -> str:
    """A running match that nobody else watches, with a talk."""
    house().site.houses.keep("hidden000001", House(talk=Talkers.NOBODY, watch=Watchers.NOBODY))
    return match("hidden000001", *TWO)


@cache
def alone() -> str:
    return table("alone0000001", game="sprawlopolis", seats=1)


@cache
def alone_filled() -> str:
    return table("alone0000002", CLEO, game="sprawlopolis", seats=1)


@cache
def linked() -> str:
    """Cleo made a personal link to this seat: the token."""
    return house().site.links.made(Seat(CLEO, linked_table()))


@cache
def linked_table() -> str:
    return match("linked000001", *TWO)


@cache
def imported() -> str:
    id_ = count(match("imported0001", *TWO, moves=None))
    house().site.imported.mark(id_, Mark("2026-05-01T12:00:00.000Z", OPERATOR, "match.jsonl"))
    return id_


@cache
def anchored() -> str:
    """The address of an anchor between two others, with a time stamp."""
    anchors = house().site.anchors
    with anchors.alone():
        for number in range(1, 4):
            leaves = [Leaf(f"match:{one:012}", number, f"{one:064x}") for one in range(7)]
            anchors.put(f"2026-05-01T1{number}:00:00.113Z", leaves)
    anchors.put_token(2, b"a stamp")
    return "/anchors/2"


@cache
def together(id_: str, *players: str, seed: int, **options: Any) -> str:
    """A match of Sprawlopolis to its end; bots that think lay the cards, for people too."""
    return count(match(id_, *players, moves=None, seed=seed, game="sprawlopolis", **options))


@cache
def of_lobby() -> tuple[str, ...]:
    """One of each kind that the front page lists: open, running, ended; won and lost together."""
    others = table("adas00000001", "", ADA)
    bots = match("running00001", ADA, GREEDY, moves=3)
    won = together("won000000001", CLEO, GREEDY, seed=1, difficulty="easier")
    lost = together("lost00000001", *FOUR, seed=1, difficulty="harder")
    return met(), my_turn(), ended(), others, bots, won, lost


def fill_lists() -> None:
    """And so many matches have ended that there is a second page, three of them just now."""
    listed(*of_lobby())
    row = row_of(house().streams, ended())
    assert row is not None
    for number in range(24):
        house().site.rows.put(replace(row, id=f"older{number:07}", at=f"2026-02-{number + 1:02}T12:00:00.000Z"))
    for each in (*of_lobby()[-2:], ended()):
        over = row_of(house().streams, each)
        assert over is not None
        house().site.rows.put(replace(over, id=f"tonight{each[:5]}", at=stamp(utc_now())))


def called(of: str = "") -> str:
    """Cleo has chosen two browsers and mail; the link that ends mail, or one of another time."""
    ways = house().site.ways
    at = "2026-03-01T12:00:00.000Z"
    for name in ("https://updates.push.services.mozilla.com/one", "https://fcm.googleapis.com/two"):
        said = {"endpoint": name, "p256dh": "A" * 87, "auth": "A" * 22}
        ways.keep_browser(CLEO, Browser(id=name[-3:], **said, origin="http://localhost", key="", at=at))
    box = Mailbox(address="cleo@example.org", every=86_400, origin="http://localhost", serial="5e21a1")
    ways.keep_mailbox(CLEO, box)
    return token(house().site.key, STOP, CLEO, of or box.serial)


@cache
def asked() -> str:
    """Bart gave an address and has not confirmed it: the link that does."""
    house().site.ways.ask(BART, "bartholomew.of.antwerp@example.org", 3600, "http://localhost")
    box = house().site.ways.asked(BART)
    assert box is not None
    return token(house().site.key, CONFIRM, BART, box.serial)
