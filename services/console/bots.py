"""`urbanist bot`: write the package of a new bot, check one that is installed, run some."""

import os
import signal
import subprocess
import sys
from argparse import Namespace
from collections.abc import Sequence
from threading import Event
from typing import Any

from services.console.new_bot import write_package
from services.console.printable import printable
from services.console.words import say
from shared.errors import NotFound, Unavailable
from shared.installed_bots import installed_bots
from shared.plug_ins.conformance import Finding, findings
from shared.plug_ins.failed import NoWall
from shared.roster import Kind
from shared.settings import settings
from shared.web.rosters import roster
from shared.web.walls import limits

WORKER = "services.game_command.bot_worker"  # a program of another service, started by its name


def new(asked: Namespace) -> None:
    for path in write_package(asked.name):
        print(path)
    install = f".venv/bin/pip install --no-build-isolation --editable ./{asked.name}"
    print(say("Next: {command}", command=install))
    print(say("Then: {command}", command=f".venv/bin/urbanist bot check {asked.name}"))


def check(asked: Namespace) -> int:
    """1 if anything is wrong."""
    check_installed([asked.name])
    print(say("{bot} plays whole matches in every way that it claims: a minute or two", bot=asked.name), flush=True)
    is_fine = True
    try:
        for finding in findings(asked.name, limits(settings())):
            print(line(finding), flush=True)
            is_fine = is_fine and not finding.wrong
    except NoWall as error:
        raise no_wall(error) from error
    return 0 if is_fine else 1


def line(finding: Finding) -> str:
    if not finding.wrong:
        return say("ok     {check}", check=finding.check)
    told = "\n".join(f"       {printable(each)}" for each in finding.wrong.splitlines())
    return f"{say('WRONG  {check}:', check=finding.check)}\n{told}"


def work(asked: Namespace) -> int:
    """One process for each: a slow bot never delays another. They end together."""
    check_installed(asked.names)
    if len(asked.names) == 1:
        os.execv(sys.executable, command(asked.names[0]))
    workers: list[subprocess.Popen[bytes]] = []
    is_ending = Event()

    def end(*_: Any) -> None:
        is_ending.set()
        for worker in workers:
            worker.terminate()

    signal.signal(signal.SIGTERM, end)
    try:
        for name in asked.names:
            workers.append(subprocess.Popen(command(name)))
        if is_ending.is_set():  # asked while one was only being started: it is among them now
            end()
        codes = [worker.wait() for worker in workers]
        return 0 if is_ending.is_set() else max(codes)
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.wait()


def bench(asked: Namespace) -> None:
    player = known(asked.bot)
    roster().bench(player)
    print(say("{bot} is not offered any more, and the stand-in plays on for it", bot=player))


def unbench(asked: Namespace) -> None:
    """Seats that the stand-in has taken over stay its own."""
    player = known(asked.bot)
    roster().unbench(player)
    print(say("{bot} may play again while it is up", bot=player))


def known(said: str) -> str:
    """The player. Raises NotFound; also of a bot of this release, which nobody can bench."""
    player = f"bot:{said}"
    offer = roster().offer(player)
    if offer is None or offer.kind is Kind.BUILT_IN:
        raise NotFound("nobody has brought a bot {name}", name=said)
    return player


def command(name: str) -> list[str]:
    return [sys.executable, "-m", WORKER, name]


def check_installed(names: Sequence[str]) -> None:
    """Raises NotFound."""
    known = installed_bots()
    for name in names:
        if name not in known:
            if not known:
                raise NotFound("no bot {name} is installed; there is none at all", name=name)
            raise NotFound("no bot {name} is installed; there are: {known}", name=name, known=", ".join(known))


def no_wall(error: NoWall) -> Unavailable:
    return Unavailable(
        "this system does not let bots be walled off; URBANIST_BOTS_UNWALLED=yes runs them all the same, with access "
        "to its files, processes and network",
        reason=str(error),
    )
