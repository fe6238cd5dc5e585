"""Starts Firefox for Playwright, and stands between the two: `python -m tests.firefox_wire ARGUMENTS`.

Playwright asks every Firefox for what only the newest can do, and so refuses the others; and it can move a mouse there,
but not tap. So a command that Firefox does not know is answered with nothing, and with FINGERS in the environment a
mouse becomes a finger.
"""

import asyncio
import json
import os
import re
import sys
from asyncio.subprocess import PIPE, Process, create_subprocess_exec

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

from tests.firefox import MISSING, firefox

LISTENS = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")
UNKNOWN = {"emulation.setMediaFeaturesOverride"}  # by Firefox 153: tests set the preferences instead
MOUSE, FINGER = '"pointerType":"mouse"', '"pointerType":"touch"'


async def main(arguments: list[str]) -> int:
    program = firefox()
    assert program, MISSING
    running = await create_subprocess_exec(program, *arguments, stderr=PIPE)
    address = await listens(running)

    async def between(driver: ServerConnection) -> None:
        async with connect(f"{address}/session", max_size=None, compression=None) as there:
            await asyncio.wait(
                [asyncio.create_task(hear(driver, there)), asyncio.create_task(tell(driver, there))],
                return_when=asyncio.FIRST_COMPLETED,
            )

    async with serve(between, "127.0.0.1", 0, max_size=None, compression=None) as wire:
        port = wire.sockets[0].getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        await asyncio.gather(forward(running), running.wait())
    return running.returncode or 0


async def listens(running: Process) -> str:
    assert running.stderr
    async for line in running.stderr:
        if found := LISTENS.search(line):
            return found[1].decode()
        sys.stderr.buffer.write(line)
    sys.exit("Firefox ended before it listened.")


async def forward(running: Process) -> None:
    assert running.stderr
    async for line in running.stderr:
        sys.stderr.buffer.write(line)
        sys.stderr.flush()


async def hear(driver: ServerConnection, there: ClientConnection) -> None:
    async for message in there:
        await driver.send(message)


async def tell(driver: ServerConnection, there: ClientConnection) -> None:
    async for message in driver:
        said = message if isinstance(message, str) else message.decode()
        if any(f'"{name}"' in said for name in UNKNOWN) and (asked := json.loads(said))["method"] in UNKNOWN:
            await driver.send(json.dumps({"type": "success", "id": asked["id"], "result": {}}))
        else:
            await there.send(touched(said) if "FINGERS" in os.environ else said)


def touched(said: str) -> str:
    return said.replace(MOUSE, FINGER) if '"input.performActions"' in said else said


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
