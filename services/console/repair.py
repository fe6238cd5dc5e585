"""What an operator does when something can't go on, always as an event and never by changing what was stored."""

import getpass
import re
import secrets
from argparse import Namespace

from shared.errors import Malformed, MatchNotFound
from shared.ledger.decider import Command
from shared.ledger.kinds import Streams
from shared.ledger.redis import connect, open_ledger
from shared.ledger.rows import Rows, every_id, rebuild
from shared.rules.match import Abort
from shared.settings import settings

LONGEST_REASON = 200  # letters


def abort(asked: Namespace) -> None:
    """By the handler that never loads a game, so that a match whose rules are broken can be ended too."""
    note = asked.reason.strip()
    if not 1 <= len(note) <= LONGEST_REASON or not note.isprintable():
        raise Malformed("--reason: 1 to {most} printable letters", most=LONGEST_REASON)
    streams = Streams(open_ledger(settings().redis_url))
    stream = f"match:{asked.match}"
    if not streams.blind.load(stream).version:
        raise MatchNotFound("there is no match {id}", id=asked.match)
    order = Abort(reason="operator", note=note)
    answer = streams.blind.handle(Command(stream=stream, by=operator(), cause=secrets.token_hex(8), order=order))
    print(f"match {asked.match} is aborted at version {answer.last}; everything in it is open now")


def operator() -> str:
    """`operator:<id>`, from the account on this machine."""
    name = re.sub("[^a-z0-9]", "", getpass.getuser().lower())
    return f"operator:{name or 'console'}"


def rebuild_rows(asked: Namespace) -> None:
    streams = Streams(open_ledger(settings().redis_url))
    made = rebuild(streams, Rows(connect(settings().redis_url)), every_id(streams))
    print(f"{made} rows made")
