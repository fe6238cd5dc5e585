"""docker-compose.yml on a machine without Docker: each service in namespaces of its own, on networks as it says."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Network, ip_network
from pathlib import Path
from typing import Any

from tests.machines import compose
from tests.machines.compose import ROOT
from tests.machines.container import Spec
from tests.machines.images import Image, stand_in
from tests.waiting import BUSY, until

NEW_NETWORK = 0x40000000  # setns(2)
OWN = "172.30.201.0/24"  # of a network whose addresses Docker would choose
PATIENCE = 3 * BUSY  # seconds: all of them start at once
CONTAINER = [
    *("setpriv", "--pdeathsig", "KILL"),  # it goes with the tests, however they end
    *("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child"),
    *(sys.executable, "-m", "tests.machines.container"),
]


def command(*words: str) -> None:
    subprocess.run(words, check=True)


@contextmanager
def own_network() -> Iterator[None]:
    """This process, and what it starts, see no network but those that are made inside."""
    libc, before = ctypes.CDLL(None, use_errno=True), os.open("/proc/self/ns/net", os.O_RDONLY)
    holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
    mine = f"/proc/{holder.pid}/ns/net"
    until(lambda: os.path.exists(mine) and os.readlink(mine) != os.readlink("/proc/self/ns/net"))
    made = os.open(mine, os.O_RDONLY)
    try:
        assert libc.setns(made, NEW_NETWORK) == 0
        command("ip", "link", "set", "lo", "up")
        yield
    finally:
        libc.setns(before, NEW_NETWORK)
        holder.kill()
        holder.wait()
        os.close(made)
        os.close(before)


class Container:
    def __init__(self, process: "subprocess.Popen[bytes]", image: Image, spec: Spec, log: Path) -> None:
        self.process, self.image, self.spec, self.log = process, image, spec, log

    @property
    def pid(self) -> int:
        """Of its first process, as this machine sees it."""
        return int(Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()[0])

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """As `docker compose exec` does: inside of it, as its user."""
        who = [f"--setuid={self.spec.uid}", f"--setgid={self.spec.gid}"]
        enter = ["nsenter", f"--target={self.pid}", "--mount", "--net", "--pid", "--root", f"--wdns={self.spec.cwd}"]
        env = ["env", "-i", *(f"{name}={value}" for name, value in self.spec.environ.items())]
        return subprocess.run([*enter, *who, *env, *words], capture_output=True, text=True, check=False)

    def is_healthy(self, test: list[str]) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        words = test[1:] if test[0] == "CMD" else ["/bin/sh", "-c", test[1]]
        return self.run(*words).returncode == 0

    def stop(self, patience: float) -> int:
        if self.process.poll() is None:
            os.kill(self.pid, signal.SIGTERM)
        return self.process.wait(timeout=patience)


class Machine:
    def __init__(self, folder: Path, images: dict[str, Image], dotenv: dict[str, str]) -> None:
        self.folder, self.images, self.dotenv = folder, images, dotenv
        self.file = compose.read(dotenv)
        self.services: dict[str, Any] = self.file["services"]
        self.networks = {name: network_of(facts or {}) for name, facts in self.file["networks"].items()}
        self.running: dict[str, Container] = {}
        for name, network in self.networks.items():
            command("ip", "link", "add", name, "type", "bridge")
            command("ip", "addr", "add", f"{network[1]}/{network.prefixlen}", "dev", name)
            command("ip", "link", "set", name, "up")

    def up(self) -> None:
        """Each as soon as what it depends on is there; in the end all are healthy."""
        waiting = list(self.services)
        while waiting:
            name = next(one for one in waiting if not compose.depends_on(self.services[one]).keys() & set(waiting))
            waiting.remove(name)
            for other, condition in compose.depends_on(self.services[name]).items():
                self.wait_for(other, condition)
            self.start(name)
        for name in self.services:
            if self.services[name].get("restart") != "no":
                self.wait_for(name, "service_healthy")

    def start(self, service: str, number: int = 1) -> None:
        facts, name = self.services[service], f"{service}-{number}"
        index = 10 * (1 + list(self.services).index(service)) + number
        image = self.image_of(service)
        folder = self.folder / "containers" / name / str(len(list(self.folder.glob(f"containers/{name}/*"))))
        spec = Spec(
            layers=[*map(str, image.layers), "/"],
            folder=str(folder),
            upper=str(folder / "upper"),
            command=facts.get("command") or image.command,
            environ=image.environ | (self.dotenv if "env_file" in facts else {}) | facts.get("environment", {}),
            cwd=image.cwd,
            uid=image.user[0],
            gid=image.user[1],
            read_only=facts["read_only"],
            binds=image.binds | dict(self.volume(each, image) for each in facts.get("volumes", [])),
            tmpfs=facts["tmpfs"],
            resolves=self.names_for(facts["networks"]),
        )
        folder.mkdir(parents=True)
        log = folder / "log"
        with log.open("ab") as out:
            process = subprocess.Popen(
                [*CONTAINER, spec.written()], cwd=ROOT, stdin=subprocess.PIPE, stdout=out, stderr=out
            )
        self.running[name] = Container(process, image, spec, log)
        until(lambda: "ready for its network" in log.read_text() or process.poll() is not None, why=log.read_text)
        for number, network in enumerate(facts["networks"]):
            self.connect(process.pid, network, f"{network[0]}{index}", f"eth{number}", self.networks[network][index])
        assert process.stdin
        process.stdin.close()

    def connect(self, pid: int, network: str, here: str, there: str, address: object) -> None:
        inside = ("nsenter", f"--target={pid}", "--net")
        subprocess.run(["ip", "link", "del", here], capture_output=True, check=False)  # of the one before
        command("ip", "link", "add", here, "type", "veth", "peer", "name", there, "netns", str(pid))
        command("ip", "link", "set", here, "master", network, "up")
        command(*inside, "ip", "link", "set", "lo", "up")
        command(*inside, "ip", "addr", "add", f"{address}/{self.networks[network].prefixlen}", "dev", there)
        command(*inside, "ip", "link", "set", there, "up")

    def image_of(self, service: str) -> Image:
        facts = self.services[service]
        if "build" in facts:
            return self.images[facts["build"]["target"]]
        if facts["image"] not in self.images:
            self.images[facts["image"]] = stand_in(facts["image"], self.folder / service)
        return self.images[facts["image"]]

    def volume(self, said: str, image: Image) -> tuple[str, str]:
        """Place and folder of a named volume; a new one belongs to whom the image says."""
        name, place = said.split(":")
        folder, known = self.folder / "volumes" / name, image.place(place).stat()
        if not folder.exists():
            folder.mkdir(parents=True)
            os.chown(folder, known.st_uid, known.st_gid)
            folder.chmod(known.st_mode)
        return place, str(folder)

    def address(self, service: str, network: str) -> str:
        return str(self.networks[network][10 * (1 + list(self.services).index(service)) + 1])

    def names_for(self, networks: list[str]) -> dict[str, list[str]]:
        """What a container on these networks can look up."""
        return {
            name: [self.address(name, shared[0])]
            for name, facts in self.services.items()
            if (shared := [one for one in networks if one in facts["networks"]])
        }

    def wait_for(self, service: str, condition: str) -> None:
        container = self.running[f"{service}-1"]
        if condition == "service_completed_successfully":
            assert container.process.wait(timeout=PATIENCE) == 0, container.log.read_text()
            return
        assert condition == "service_healthy"
        test = self.services[service].get("healthcheck", {}).get("test") or container.image.health
        until(lambda: container.is_healthy(test), PATIENCE, lambda: f"{service} is ill:\n{container.log.read_text()}")

    def stop(self, name: str) -> int:
        return self.running.pop(name).stop(BUSY)

    def down(self) -> None:
        """The last one first, as nothing must end before those that depend on it."""
        for name in reversed(list(self.running)):
            self.stop(name)


def network_of(facts: dict[str, Any]) -> IPv4Network:
    (config,) = facts.get("ipam", {}).get("config", [{"subnet": OWN}])
    found = ip_network(config["subnet"])
    assert isinstance(found, IPv4Network)
    return found
