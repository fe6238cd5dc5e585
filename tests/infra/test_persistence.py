"""Every way in which a server could lose moves is said in a sentence."""

import os
import subprocess
import sys
from contextlib import closing

import pytest
import redis

from infra.persistence import weaknesses
from tests.servers import environment

pytestmark = pytest.mark.server


@pytest.fixture
def client(clean_server):
    """A client of a server whose settings are restored afterwards."""
    with closing(redis.Redis.from_url(clean_server, decode_responses=True)) as client:
        yield client
        for name, value in (("appendonly", "yes"), ("appendfsync", "always"), ("maxmemory-policy", "noeviction")):
            client.config_set(name, value)
        client.execute_command("ACL DELUSER guest")


def test_our_own_server_loses_nothing(client):
    assert weaknesses(client) == []


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("appendonly", "no", "appendonly is no: when the server stops"),
        ("appendfsync", "everysec", "appendfsync is everysec: when the machine stops"),
        ("appendfsync", "no", "appendfsync is no: when the machine stops"),
        ("maxmemory-policy", "allkeys-lru", "maxmemory-policy is allkeys-lru: when its memory is full"),
    ],
)
def test_a_server_that_can_lose_moves_is_warned_about(client, name, value, sentence):
    client.config_set(name, value)
    (said,) = weaknesses(client)
    assert said.startswith(sentence)


def test_all_weaknesses_are_named_at_once(client):
    for name, value in (("appendonly", "no"), ("appendfsync", "no"), ("maxmemory-policy", "volatile-ttl")):
        client.config_set(name, value)
    assert len(weaknesses(client)) == 3


def guest_url(client, url):
    client.execute_command("ACL SETUSER guest on nopass ~* +@all -config")
    return f"{url}?username=guest&password=any"


def test_if_config_is_refused_it_says_that_it_could_not_check(client, clean_server):
    with closing(redis.Redis.from_url(guest_url(client, clean_server))) as guest:
        (said,) = weaknesses(guest)
    assert said.startswith("CONFIG is refused here")


def test_what_can_be_seen_without_config_is_named_all_the_same(client, clean_server):
    client.config_set("appendonly", "no")
    with closing(redis.Redis.from_url(guest_url(client, clean_server))) as guest:
        assert len(weaknesses(guest)) == 2


def after_server(*arguments, **more):
    command = [sys.executable, "-m", "infra.after_server", *arguments]
    return subprocess.run(command, env={**environment(**more)}, capture_output=True, text=True, timeout=30, check=False)


def test_a_program_starts_after_the_server_with_its_weaknesses_said_once(client, clean_server, var):
    client.config_set("appendfsync", "everysec")
    checked = after_server("--check", "echo", "started", var=var, REDIS_URL=clean_server)
    assert [line.split()[0] for line in checked.stdout.splitlines()] == ["WARNING:", "started"]
    assert after_server("echo", "started", var=var, REDIS_URL=clean_server).stdout == "started\n"


def test_without_a_program_it_prints_its_usage(var):
    assert "PROGRAM" in after_server(var=var).stderr
    assert os.listdir(var.parent) == []
