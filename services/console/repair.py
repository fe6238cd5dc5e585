"""How an operator ends a stuck match: always with new events, never by changing stored ones."""

import getpass
import re
import secrets
from argparse import Namespace

from services.console.words import say
from shared.errors import Malformed, MatchNotFound
from shared.games.ranks import Ranks
from shared.ledger.decider import Message
from shared.ledger.fold import Answer
from shared.platform import table
from shared.platform.match import Abort, Adjudicate, Command, Match
from shared.platform.streams import Streams
from shared.platform.unstarted import call_off, is_unstarted
from shared.settings import settings
from shared.web.ledger import ledger

LONGEST_REASON = 200  # characters


def abort(asked: Namespace) -> None:
    """Uses the handler that loads no game, so that a match whose rules are broken can be ended too."""
    answer = send(asked.match, Abort(reason="operator", note=reason(asked)))
    print(
        say(
            "match {id} was aborted at version {version}; its sealed parts are now public",
            id=asked.match,
            version=answer.last,
        )
    )


def adjudicate(asked: Namespace) -> None:
    """Like `abort`, but with places, for a match that can't go on and needs a result."""
    places = places_from(asked.places)
    answer = send(asked.match, Adjudicate(places=places, note=reason(asked)))
    print(
        say(
            "match {id} was adjudicated at version {version}; its sealed parts are now public",
            id=asked.match,
            version=answer.last,
        )
    )


def close_table(asked: Namespace) -> None:
    """One whose match has not begun. Where one is to follow by the table's last event, that match ends unstarted."""
    note = reason(asked)
    streams = Streams(ledger(settings()))
    if is_unstarted(streams, asked.table):
        command = call_off(streams, asked.table, "operator", note)
        message: Message[Command] = Message(
            stream=f"match:{asked.table}", by=operator(), cause=secrets.token_hex(8), command=command
        )
        answer = streams.blind.handle(message)
        print(
            say(
                "the match of table {id} was called off at version {version}, before it started",
                id=asked.table,
                version=answer.last,
            )
        )
        return
    streams.table(asked.table)
    closing: Message[table.Command] = Message(
        stream=f"table:{asked.table}", by=operator(), cause=secrets.token_hex(8), command=table.CallOff()
    )
    answer = streams.tables.handle(closing)
    print(say("table {id} was closed at version {n}; no match follows", id=asked.table, n=answer.last))


def send(id_: str, command: Abort | Adjudicate) -> Answer:
    streams = Streams(ledger(settings()))
    match_without_rules(streams, id_)
    cause = secrets.token_hex(8)
    message: Message[Command] = Message(stream=f"match:{id_}", by=operator(), cause=cause, command=command)
    return streams.blind.handle(message)


def match_without_rules(streams: Streams, id_: str) -> Match:
    """The match without the state of its game. Raises MatchNotFound."""
    folded = streams.blind.load(f"match:{id_}")
    if not folded.version:
        raise MatchNotFound("there is no match {id}", id=id_)
    return folded.state


def reason(asked: Namespace) -> str:
    note = str(asked.reason).strip()
    if not 1 <= len(note) <= LONGEST_REASON or not note.isprintable():
        raise Malformed("--reason: 1 to {most} printable characters", most=LONGEST_REASON)
    return note


def places_from(text: str) -> Ranks:
    """`1,2,-`: one for each seat, and `-` where a seat has none."""
    words = [word.strip() for word in text.split(",")]
    if not all(word == "-" or (word.isascii() and word.isdecimal() and len(word) < 4) for word in words):
        raise Malformed("--places: a place for each seat, - for none: 1,2,2")
    return tuple(None if word == "-" else int(word) for word in words)


def operator() -> str:
    """`operator:<id>`, named after the account on this machine."""
    name = re.sub("[^a-z0-9]", "", getpass.getuser().lower())
    return f"operator:{name or 'console'}"
