"""Which program listens where, under which names, and what must be secret before others can come."""

import pytest

from frontend.presentation.reach import only_here
from infra.open_door import is_weak, warnings, why_not
from infra.ready import addresses
from infra.run import host_of, is_free
from shared.addresses import among, group, is_loopback
from shared.settings import Settings
from shared.variables import BadSetting
from shared.web.key import gateway_key
from shared.web.names import is_ours, others_names, own_names, ways_in

OPEN = {"HOST": "0.0.0.0"}


def chosen(**environ: str) -> Settings:
    return Settings.from_environ(environ)


def test_by_default_only_this_machine_can_come():
    alone = chosen()
    assert (alone.host, alone.names, alone.is_public) == ("127.0.0.1", (), False)
    assert (alone.bind(8000), ways_in(alone)) == ("127.0.0.1:8000", ["http://127.0.0.1:8000"])
    assert warnings(alone) == []


@pytest.mark.parametrize(
    ("host", "bind", "near"),
    [
        ("0.0.0.0", "0.0.0.0:9", "127.0.0.1"),
        ("[::]", "[::]:9", "[::1]"),
        ("::", "[::]:9", "[::1]"),
        ("localhost", "127.0.0.1:9", "127.0.0.1"),
        ("192.168.1.5", "192.168.1.5:9", "192.168.1.5"),
    ],
)
def test_the_address_to_listen_on_is_one_setting(host: str, bind: str, near: str):
    found = chosen(HOST=host)
    assert (found.bind(9), found.near) == (bind, near)
    assert addresses(found)["frontend"] == f"http://{near}:8000/health"
    assert addresses(found)["scoring"] == "http://127.0.0.1:8004/health"
    assert (host_of("LIVE_PORT", found), host_of("SCORING_PORT", found)) == (found.host, "127.0.0.1")


def test_what_it_prints_can_be_opened_by_others():
    first = ways_in(chosen(**OPEN))[0]
    assert first == f"http://{own_names()[0]}:8000"
    assert not is_loopback(own_names()[0])
    assert ways_in(chosen(**OPEN, URBANIST_NAMES="a.example", PORT="9000"))[0] == "http://a.example:9000"


@pytest.mark.parametrize(
    ("environ", "host", "is_so"),
    [
        ({}, "127.0.0.1:8000", True),
        ({}, "localhost", True),
        ({}, "[::1]:8000", True),
        ({}, "evil.example", False),
        ({}, "evil.example:8000", False),
        ({}, "localhost.evil.example", False),
        ({}, "127.0.0.2", False),
        ({}, "198.51.100.7:8000", False),
        (OPEN, "198.51.100.7:8000", True),
        (OPEN, "[2001:db8::7]:8000", True),
        (OPEN, "evil.example", False),
        ({**OPEN, "URBANIST_NAMES": "Play.Example.ORG., 192.168.1.5"}, "play.example.org:80", True),
        ({**OPEN, "URBANIST_NAMES": "play.example.org,192.168.1.5"}, "192.168.1.5", True),
        ({**OPEN, "URBANIST_NAMES": "play.example.org"}, "198.51.100.7", False),
        ({"HOST": "192.168.1.5"}, "192.168.1.5:8000", True),
        ({"HOST": "192.168.1.5"}, "192.168.1.6:8000", False),
    ],
)
def test_names_are_a_setting(environ: dict[str, str], host: str, is_so: bool):
    assert is_ours(host, chosen(**environ)) is is_so


def test_the_machines_own_name_counts_if_others_can_come():
    assert all(is_ours(name, chosen(**OPEN)) for name in others_names(chosen(**OPEN)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HOST", "everywhere"),
        ("HOST", "x86_64-conda-linux-gnu"),
        ("HOST", "127.0.0.1:8000"),
        ("URBANIST_NAMES", "http://play.example.org"),
        ("URBANIST_NAMES", "play.example.org:8000"),
        ("URBANIST_NAMES", "a b"),
        ("URBANIST_PROXIES", "nginx"),
        ("URBANIST_UNLIMITED", "127.0.0.1/99"),
        ("URBANIST_UNFINISHED", "0"),
        ("LIVE_SOCKETS_OF_A_PERSON", "few"),
        ("LIVE_SOCKETS_OF_AN_ADDRESS", "-1"),
    ],
)
def test_an_address_that_makes_no_sense_is_refused_with_its_setting(name: str, value: str):
    with pytest.raises(BadSetting, match=f"^{name} "):
        chosen(**{name: value})


def test_an_address_of_another_machine_is_refused_before_anything_starts():
    with pytest.raises(SystemExit, match=r"HOST is 192\.0\.2\.77, which is no address of this machine"):
        is_free(8000, "192.0.2.77")


@pytest.mark.parametrize(
    "key",
    [bytes(32), b"\xff" * 32, bytes(range(32)), bytes(range(0, 96, 3)), b"ab" * 16, b"correct horse battery staple 12"],
)
def test_a_key_that_is_not_random_is_refused(var, key: bytes):
    gateway_key(var)
    assert is_weak(key)
    (sentence,) = why_not(chosen(URBANIST_VAR=str(var)), key)
    assert "remove it, and start once with URBANIST_ACCEPT_LOSS=key to get a new one" in sentence


def test_a_key_that_we_made_is_random_enough(var):
    assert not is_weak(gateway_key(var))
    assert why_not(chosen(URBANIST_VAR=str(var), **OPEN), gateway_key(var)) == []


def test_a_key_that_others_can_read_is_refused_if_others_can_come(var):
    key = gateway_key(var)
    (var / "gateway.key").chmod(0o644)
    assert why_not(chosen(URBANIST_VAR=str(var)), key) == []
    assert "chmod 600" in why_not(chosen(URBANIST_VAR=str(var), URBANIST_NAMES="a.example"), key)[0]


@pytest.mark.parametrize(
    ("url", "is_refused"),
    [
        ("redis://db.example:6379/0", True),
        ("rediss://:changeme@db.example/0", True),
        ("redis://user:Redis@10.0.0.7", True),
        ("redis://:3kd8s0flwz2q@10.0.0.7", False),
        ("redis://127.0.0.1:6379", False),
        ("redis://localhost", False),
        ("unix:///run/redis.sock", False),
    ],
)
def test_a_server_that_lets_everybody_in_is_refused_if_others_can_come(var, url: str, is_refused: bool):
    key = gateway_key(var)
    reasons = why_not(chosen(URBANIST_VAR=str(var), REDIS_URL=url, **OPEN), key)
    assert bool(reasons) is is_refused
    assert not any("3kd8s0flwz2q" in reason or "changeme" in reason for reason in reasons)
    alone = chosen(URBANIST_VAR=str(var), REDIS_URL=url)
    assert (why_not(alone, key), bool(warnings(alone))) == ([], is_refused)


def test_an_open_door_without_encryption_is_warned_about():
    (sentence,) = warnings(chosen(**OPEN))
    assert "docs/hosting.md" in sentence
    assert warnings(chosen(URBANIST_NAMES="play.example.org")) == []


def test_one_household_is_one_address():
    assert group("203.0.113.9") == "203.0.113.9"
    assert group("::ffff:203.0.113.9") == "203.0.113.9"
    assert group("2001:db8:1:2:aaaa::1") == group("2001:db8:1:2:bbbb::2") == "2001:db8:1:2::/64"
    assert group("2001:db8:1:3::1") != group("2001:db8:1:2::1")
    assert group("fe80::1%eth0") == "fe80::/64"
    assert group("no address") == "no address"


def test_networks_of_a_setting_hold_addresses_and_households():
    networks = chosen(URBANIST_UNLIMITED="10.0.0.0/8, ::1, 2001:db8:1:2::5").unlimited
    inside = ("10.1.2.3", "::ffff:10.1.2.3", "::1", "2001:db8:1:2::/64")
    assert all(among(each, networks) for each in inside)
    assert not any(among(each, networks) for each in ("11.0.0.1", "::2", "2001:db8:1:3::/64", "", "no address"))


def test_a_link_that_only_this_machine_can_open_says_so():
    path = "/t/aaaaaaaaaaaa"
    assert only_here(chosen(), "http://127.0.0.1:8000", path) == {"name": None, "address": None}
    assert only_here(chosen(), "http://[::1]:8000", path) == {"name": None, "address": None}
    lan = chosen(HOST="192.168.1.5")
    assert only_here(lan, "http://192.168.1.5:8000", path) is None
    way = only_here(chosen(**OPEN, URBANIST_NAMES="a.example"), "http://localhost:8000", path)
    assert way == {"name": "a.example", "address": "http://a.example:8000/t/aaaaaaaaaaaa"}
    behind = chosen(URBANIST_NAMES="play.example.org")
    assert only_here(behind, "http://127.0.0.1:8000", path) == {"name": "play.example.org", "address": None}
    assert only_here(behind, "https://play.example.org", path) is None
