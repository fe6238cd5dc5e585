"""All containers of docker-compose.yml, made and run without Docker: they keep what they promise, and people play."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis
from rq import Queue, Worker

from infra.persistence import weaknesses
from tests.frontend.conftest import field
from tests.machines.images import build
from tests.machines.machine import Machine, command, own_network
from tests.waiting import BUSY, until
from tests.whole.test_open_doors import NAME, Socket, version

pytestmark = [pytest.mark.server, pytest.mark.slow]
PASSWORD = "73a1e5c0ffee42d00b5e1f"
DOTENV = {
    "URBANIST_PASSWORD": PASSWORD,
    "URBANIST_NAMES": NAME,
    "URBANIST_ANALYSIS": "no",
    "WEB_CONCURRENCY": "1",
}
NEED = "Containers without Docker need Linux, root, and the commands unshare, nsenter, setpriv, ip, curl and wget."
ENOUGH = 60  # moves of a person in a match for two


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """In memory: no layer may lie in a folder of another one, and the whole machine is the lowest."""
    assert sys.platform == "linux", NEED
    assert os.geteuid() == 0, NEED
    assert all(map(shutil.which, ("unshare", "nsenter", "setpriv", "ip", "curl", "wget"))), NEED
    with tempfile.TemporaryDirectory(prefix="urbanist-") as made:
        command("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", made)
        try:
            yield Path(made)
        finally:
            command("umount", "--lazy", made)


@pytest.fixture(scope="module")
def machine(folder: Path) -> Iterator[Machine]:
    images = build(folder / "images")
    with own_network():
        made = Machine(folder, images, DOTENV)
        try:
            made.up()
            yield made
        finally:
            made.down()


@pytest.fixture
def visitor(machine: Machine) -> Iterator[httpx.Client]:
    base = f"http://{machine.address('proxy', 'door')}:8080"
    with httpx.Client(base_url=base, headers={"Host": NAME}, timeout=BUSY, trust_env=False) as client:
        yield client


@pytest.fixture
def server(machine: Machine) -> Iterator["redis.Redis"]:
    with closing(redis.Redis(machine.address("server", "inside"), password=PASSWORD)) as client:
        yield client


def test_nobody_in_a_container_is_root_or_can_write_but_where_it_may(machine: Machine):
    for name, one in machine.running.items():
        if name == "prepare-1":  # it has ended
            continue
        lines = Path(f"/proc/{one.pid}/status").read_text().splitlines()
        facts = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
        assert set(facts["Uid"].split()) == {str(one.spec.uid)} != {"0"}, name
        assert int(facts["CapEff"], 16) == int(facts["CapBnd"], 16) == 0, name
        assert facts["NoNewPrivs"] == "1", name
        for place in ("/", "/etc", one.spec.cwd):
            as_root = subprocess.run(
                ["nsenter", f"--target={one.pid}", "--mount", "--root", "touch", f"{place}/here"],
                capture_output=True,
                text=True,
                check=False,
            )
            assert "Read-only file system" in as_root.stderr, (name, place)
        assert one.run("touch", "/tmp/here").returncode == 0, name


def test_the_server_asks_for_its_password_and_keeps_what_it_is_told(machine: Machine, server: "redis.Redis"):
    assert weaknesses(server) == []
    stranger = redis.Redis(machine.address("server", "inside"))
    with closing(stranger), pytest.raises(redis.AuthenticationError):
        stranger.ping()
    assert "WARNING" not in machine.running["prepare-1"].log.read_text()


def test_workers_have_no_key(machine: Machine):
    for name in ("bots-1", "analysis-worker-1"):
        assert machine.running[name].run("ls", "/var/lib/urbanist").stdout.split() == ["archive"]
    assert {"gateway.key", "push.pem"} < set(
        machine.running["frontend-1"].run("ls", "/var/lib/urbanist").stdout.split()
    )


def test_the_proxy_reaches_pages_and_sockets_alone(machine: Machine):
    proxy = machine.running["proxy-1"]
    for name, port in (("frontend", 8000), ("live", 8001)):
        assert proxy.run("curl", "-s", f"http://{name}:{port}/health").returncode == 0
    for name in ("server", "matchmaking", "game-command"):
        assert "Could not resolve host" in proxy.run("curl", "-sS", f"http://{name}:6379/").stderr


def test_a_match_is_played_through_the_proxy_and_goes_on_from_a_backup(machine: Machine, visitor: httpx.Client):
    match = begin(visitor)
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    port = visitor.base_url.port or 80
    headers = {"Origin": f"http://{NAME}:{port}", "Cookie": cookie}
    with closing(Socket(f"ws://{visitor.base_url.host}:{port}/live{match}/live?have=0", headers, port)) as socket:
        first = version(socket)
        play(visitor, match, 2)
        while version(socket) <= first:  # what was shown before may be told again; silence ends the test
            pass
    machine.down()
    restore(machine.folder)
    machine.up()
    play(visitor, match, ENOUGH)
    assert visitor.get(f"/api/matches/{match[3:]}").json()["status"] == "ended"


def test_there_may_be_several_workers(machine: Machine, visitor: httpx.Client, server: "redis.Redis"):
    for number in (2, 3, 4):
        machine.start("bots", number)
    until(lambda: len(Worker.all(queue=Queue("bots", connection=server))) == 4)
    play(visitor, begin(visitor), 2)


def test_all_end_when_they_are_asked_to(machine: Machine):
    for name in reversed(list(machine.running)):
        assert machine.stop(name) == 0, name


def restore(folder: Path) -> None:
    """Packs what is kept and unpacks it again, with the words of docs/hosting.md."""
    command("tar", "czf", f"{folder}/urbanist.tar.gz", "-C", str(folder), "volumes")
    shutil.rmtree(folder / "volumes")
    command("tar", "xzpf", f"{folder}/urbanist.tar.gz", "-C", str(folder))


def begin(visitor: httpx.Client) -> str:
    """The path of a match against a bot."""
    token = field(visitor.get("/").text, "csrf_token")
    table = visitor.post("/play", data={"csrf_token": token, "game": "quadropolis", "bots": "1"})
    assert table.status_code == 303, table.text
    match = table.headers["Location"].replace("/t/", "/m/")
    until(lambda: visitor.get(f"/api/matches/{match[3:]}").status_code == 200)
    return match


def play(visitor: httpx.Client, match: str, moves: int) -> None:
    """So many moves, or to the end."""
    for _ in range(moves):
        seen = until(lambda: called_or_over(visitor, match))
        if not seen["legal_moves"]:
            return
        token = field(visitor.get(match).text, "csrf_token")
        sent = {"csrf_token": token, "turn": seen["turn"], "move": json.dumps(seen["legal_moves"][0])}
        assert visitor.post(f"{match}/moves", data=sent).status_code == 303


def called_or_over(visitor: httpx.Client, match: str) -> Any:
    answer = visitor.get(f"/api/matches/{match[3:]}")
    seen = answer.json() if answer.status_code == 200 else {}
    return seen if seen.get("legal_moves") or seen.get("status") == "ended" else None
