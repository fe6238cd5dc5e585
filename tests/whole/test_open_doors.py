"""Others get in both ways: by an address of this machine, and through the documented proxy."""

import json
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from simple_websocket import Client

from shared.services import SERVICES
from shared.web.names import own_names
from tests.frontend.conftest import field
from tests.nginx import MISSING, nginx
from tests.servers import ports
from tests.waiting import BUSY
from tests.whole.product import ROOT, Product, wait_for

pytestmark = pytest.mark.server
NAME = "play.example.org"
LOG = "/var/log/nginx/urbanist.log"


@pytest.fixture(scope="module")
def product() -> Iterator[Product]:
    """Open to all addresses, and known by a name; sockets have the address that they have behind a proxy."""
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder:
        more = {"HOST": "0.0.0.0", "LIVE_URL": "/live", "URBANIST_NAMES": f"{NAME},{own_names()[0]}"}
        running = Product(Path(folder) / "var", ports(6), Path(folder) / "log", **more)
        running.url = f"http://{NAME}:{running.settings.port}"
        try:
            yield running.start()
        finally:
            running.stop()


@pytest.fixture(scope="module")
def folder() -> Iterator[str]:
    """The folder of nginx."""
    with tempfile.TemporaryDirectory(prefix="urbanist-") as made:
        yield made


@pytest.fixture(scope="module")
def proxy(product: Product, folder: str) -> Iterator[int]:
    """The port of nginx, which follows the recipe; only the ports and the log are replaced."""
    program = nginx()
    assert program, MISSING
    (port,) = ports(1)
    recipe = (ROOT / "infra/nginx.conf").read_text().replace(LOG, "access.log")  # in the folder that -p names
    for there, here in (("listen 80;", f"listen 127.0.0.1:{port};"), *places(product)):
        assert recipe.count(there) == 1
        recipe = recipe.replace(there, here)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    bodies = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    Path(folder, "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; {bodies}\n{recipe} }}\n"
    )
    process = subprocess.Popen([program, "-p", folder, "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"])
    try:
        wait_for(lambda: answers(port), BUSY, lambda: Path(folder, "error.log").read_text())
        yield port
    finally:
        process.terminate()
        process.wait(timeout=10)


def places(product: Product) -> list[tuple[str, str]]:
    chosen = product.settings
    return [("127.0.0.1:8000", f"127.0.0.1:{chosen.port}"), ("127.0.0.1:8001", f"127.0.0.1:{chosen.live_port}")]


def answers(port: int) -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(f"http://127.0.0.1:{port}/health", headers={"Host": NAME}, timeout=BUSY).status_code == 200
    return False


def test_others_open_it_by_the_address_that_it_prints(product: Product):
    chosen = product.settings
    assert f"ready: http://{NAME}:{chosen.port}, http://{own_names()[0]}:{chosen.port}" in product.log.read_text()
    assert httpx.get(f"http://{own_names()[0]}:{chosen.port}/", timeout=BUSY).status_code == 200
    assert httpx.get(f"http://127.0.0.1:{chosen.port}/health", timeout=BUSY).status_code == 200
    stranger = httpx.get(f"http://127.0.0.1:{chosen.port}/", headers={"Host": "evil.example"}, timeout=BUSY)
    assert stranger.status_code == 421


def test_services_and_server_stay_on_this_machine(product: Product):
    for service in SERVICES:
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"http://{own_names()[0]}:{product.settings.ports[service.program]}/health", timeout=BUSY)


def test_a_match_is_played_through_the_proxy(product: Product, proxy: int):
    base = f"http://127.0.0.1:{proxy}"
    with httpx.Client(base_url=base, headers={"Host": NAME, "X-Forwarded-For": "1.2.3.4"}, timeout=BUSY) as ada:
        front = ada.get("/")
        assert f"connect-src 'self' ws://{NAME};" in front.headers["Content-Security-Policy"]
        form = {"csrf_token": field(front.text, "csrf_token"), "game": "quadropolis", "bots": "1"}
        table = ada.post("/play", data=form)
        assert table.status_code == 303, table.text
        match = table.headers["Location"].replace("/t/", "/m/")
        wait_for(lambda: ada.get(f"/api/matches/{match[3:]}").status_code == 200, BUSY, lambda: "no match")
        cookie = "; ".join(f"{name}={value}" for name, value in ada.cookies.items())
        headers = {"Origin": f"http://{NAME}:{proxy}", "Cookie": cookie}
        with closing(Socket(f"ws://127.0.0.1:{proxy}/live{match}/live?have=0", headers, proxy)) as socket:
            first = version(socket)
            for _ in range(2):
                seen = wait_for_turn(ada, match)
                move = {"turn": seen["turn"], "move": json.dumps(seen["legal_moves"][0])}
                token = field(ada.get(match).text, "csrf_token")
                assert ada.post(f"{match}/moves", data={**move, "csrf_token": token}).status_code == 303
            while version(socket) <= first:  # what was shown before may be told again; silence ends the test
                pass


class Socket(Client):  # type: ignore[misc]  # it carries no types
    """As a browser does, which sends the page's own name and port."""

    def __init__(self, url: str, headers: dict[str, str], port: int) -> None:
        self._named = f"{NAME}:{port}"
        super().__init__(url, headers=headers)

    def handshake(self) -> None:
        self.host = self._named
        super().handshake()


def version(socket: Client) -> int:
    until = time.monotonic() + BUSY
    while time.monotonic() < until:
        if found := re.search(r'data-version="(\d+)"', str(socket.receive(timeout=5) or "")):
            return int(found[1])
    raise AssertionError("the socket said nothing")


def wait_for_turn(ada: httpx.Client, match: str) -> dict[str, Any]:
    found: dict[str, Any] = {}

    def is_called() -> bool:
        found.update(ada.get(f"/api/matches/{match[3:]}").json())
        return bool(found.get("legal_moves"))

    wait_for(is_called, BUSY, lambda: f"nobody is called: {found}")
    return found


def test_the_proxy_says_where_visitors_come_from_and_nobody_else_is_believed(product: Product, proxy: int):
    said = {"Host": NAME, "X-Forwarded-Proto": "https"}
    assert "Secure" not in httpx.get(f"http://127.0.0.1:{proxy}/", headers=said, timeout=BUSY).headers["Set-Cookie"]
    said = {"X-Forwarded-Proto": "https"}
    own = httpx.get(f"http://{own_names()[0]}:{product.settings.port}/", headers=said, timeout=BUSY)
    assert "Secure" not in own.headers["Set-Cookie"]


def test_the_proxy_keeps_no_personal_link_in_its_log(proxy: int, folder: str):
    httpx.get(f"http://127.0.0.1:{proxy}/seat?link=a-secret-of-ada", headers={"Host": NAME}, timeout=BUSY)
    log = Path(folder, "access.log")
    wait_for(lambda: "GET /seat" in log.read_text(), BUSY, log.read_text)
    assert "a-secret-of-ada" not in log.read_text()
