"""`urbanist forget` and `urbanist people`: erases somebody as they could themselves, and backs people up and restores
them apart from the ledger.
"""

import os
import re
import sys
import time
from argparse import Namespace
from contextlib import suppress
from pathlib import Path
from typing import Any

from services.console.roles import people
from services.console.words import plural, say
from shared.errors import Malformed, NotFound
from shared.ledger.decider import Message
from shared.ledger.redis import answering, connect
from shared.people.backup import backup, restore
from shared.people.erasing import ERASED, Erasing
from shared.people.kept import OWN
from shared.people.leaving import Leaving, Step
from shared.people.rewriting import Rewriting
from shared.people.standing import FORMER
from shared.platform.match import Command, Resign
from shared.platform.player import as_player
from shared.platform.rows import ArchivedRows, Rows
from shared.platform.streams import Streams
from shared.platform.table import GiveUp, LeaveSeat
from shared.platform.tournament import Command as ForTournament
from shared.platform.tournament.commands import EndTournament, Withdraw
from shared.settings import settings
from shared.web.ledger import ledger

ID = re.compile("(person:)?[a-z0-9]{12}")
PATIENCE = 15.0  # seconds for a match that is about to begin, and that can only be resigned then
PAUSE = 0.25


def forget(asked: Namespace) -> None:
    """Where several people have the name, their ids are listed, and one of them has to be said."""
    client = people()
    person = the_one(client, asked.who)
    if not asked.yes:
        raise Malformed("this can't be undone: say --yes to erase {person}", person=as_player(person))
    erasing = erasing_here(client)
    erasing.erase(person)
    wait_for_end(erasing)
    print(say("{id} was erased: seats show “former player”, and every record stays as it is", id=as_player(person)))


def wait_for_end(erasing: Erasing) -> None:
    until = time.monotonic() + PATIENCE
    while not erasing.finish() and time.monotonic() < until:
        time.sleep(PAUSE)
    if left := erasing.under_way():
        print(
            plural(
                "{n} erasure goes on while the product runs", "{n} erasures go on while the product runs", len(left)
            ),
            file=sys.stderr,
        )


def the_one(client: Any, who: str) -> str:
    """The id of whoever is meant. Raises NotFound, Malformed."""
    with answering():
        found = {who.removeprefix("person:")} if ID.fullmatch(who) and is_known(client, who) else set()
        found |= set() if who.startswith("person:") else named(client, who)
    if not found:
        raise NotFound("nobody here is called {who}, or has this id", who=who)
    if len(found) > 1:
        ids = ", ".join(map(as_player, sorted(found)))
        raise Malformed("several people are meant by {who}: say one of {ids}", who=who, ids=ids)
    return found.pop()


def is_known(client: Any, who: str) -> bool:
    person = who.removeprefix("person:")
    has_keys = client.exists(*(family.of(person) for family in OWN)) or client.exists(f"rows:{as_player(person)}")
    return bool(has_keys) and client.hget(as_player(person), "state") != FORMER


def named(client: Any, name: str) -> set[str]:
    """Guests may share a name."""
    keys = [key for key in client.scan_iter(match="person:????????????", count=1000) if ID.fullmatch(key)]
    wanted = name.strip().casefold()
    return {key.partition(":")[2] for key in keys if (client.hget(key, "name") or "").casefold() == wanted}


def back_up(asked: Namespace) -> None:
    """For its owner's eyes alone, and whole or not at all."""
    half = asked.file.with_name(f"{asked.file.name}.part")
    with suppress(FileNotFoundError):
        half.unlink()
    written = 0
    with open(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        for line in backup(people()):
            file.write(f"{line}\n")
            written += 1
        file.flush()
        os.fsync(file.fileno())
    half.replace(asked.file)
    print(
        plural(
            "{n} key about people was written to {file}",
            "{n} keys about people were written to {file}",
            written - 2,
            file=asked.file,
        )
    )


def bring_back(asked: Namespace) -> None:
    erased = ids_in(asked.erased) if asked.erased else []
    client = people()
    with asked.file.open(encoding="utf-8") as file:
        restored = restore(client, file, erased)
    wait_for_end(erasing_here(client))
    print(
        plural(
            "{n} key about people was restored; whoever was erased stays erased",
            "{n} keys about people were restored; whoever was erased stays erased",
            restored,
        )
    )


def ids_in(file: Path) -> list[str]:
    found = file.read_text("utf-8").split()
    if wrong := [each for each in found if not ID.fullmatch(each)]:
        raise Malformed("{file} is no list of erased people: {word}", file=str(file), word=wrong[0][:40])
    return [each.removeprefix("person:") for each in found]


def list_erased(_asked: Namespace) -> None:
    """Ids alone: nothing about anybody is in them."""
    with answering():
        for person in sorted(people().smembers(ERASED)):
            print(person)


def erasing_here(client: Any) -> Erasing:
    """With the services' own handlers, so that it works while they don't run."""
    whole = ledger(settings())
    streams = Streams(whole)
    rows = Rows(connect(settings().redis_url), ArchivedRows(whole.archive.database))

    def command(person: str, step: Step, id_: str, cause: str) -> None:
        by = as_player(person)
        if step is Step.RESIGN:
            resign: Message[Command] = Message(stream=f"match:{id_}", by=by, cause=cause, command=Resign(player=by))
            streams.matches.handle(resign, streams.match(id_))
            return
        if step in (Step.WITHDRAW, Step.CALL_OFF):
            leave: Message[ForTournament] = Message(
                stream=f"tournament:{id_}", by=by, cause=cause, command=left(step, by, id_)
            )
            streams.tournaments.handle(leave)
            return
        leaves = GiveUp(by=by) if step is Step.GIVE_UP else LeaveSeat(by=by)
        streams.tables.handle(Message(stream=f"table:{id_}", by=by, cause=cause, command=leaves))

    def left(step: Step, by: str, id_: str) -> Withdraw | EndTournament:
        if step is Step.CALL_OFF:
            return EndTournament(by=by)
        number = streams.tournaments.load(f"tournament:{id_}").state.entrant_of(by)
        return Withdraw(by=by, entrant=number or 0)

    leaving = Leaving(client, streams, rows, command)
    return Erasing(client, leaving, Rewriting(client) if settings().embedded else None)
