"""Messages go to the push services that are named, at addresses of the internet, and nowhere else."""

import socket
from typing import Any

import pytest

from frontend.people.endpoints import NotReachable, is_believed, is_of_the_internet, place_of
from shared.settings import PUSH_SERVICES

SERVICES = PUSH_SERVICES.split(",")


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://wns2-by3p.notify.windows.com/w/?token=BQYAAA",
        "https://web.push.apple.com:443/QGuQ",
    ],
)
def test_those_of_the_browsers_are_believed(endpoint: str):
    assert is_believed(endpoint, SERVICES)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://me@fcm.googleapis.com/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://evilfcm.googleapis.com/x",
        "https://fcm.googleapis.com\\@10.0.0.1/x",
        "https://fcm.googleapis.com",
        "https://fcm.googleapis.com/" + "x" * 1000,
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://[::1]/x",
        "https://169.254.169.254/latest",
        "https://fcm.googleapis.com:port/x",
        "https://fcm.google\u0430pis.com/x",
        "file:///etc/passwd",
        "//fcm.googleapis.com/x",
    ],
)
def test_everything_else_is_not(endpoint: str):
    assert not is_believed(endpoint, SERVICES)


def test_this_machine_is_believed_only_where_it_is_named():
    assert is_believed("http://127.0.0.1:9/x", ["127.0.0.1"])
    assert not is_believed("http://127.0.0.1:9/x", ["localhost"])


@pytest.mark.parametrize(
    "address",
    ["10.1.2.3", "127.0.0.1", "169.254.169.254", "192.168.0.1", "100.64.0.1", "0.0.0.0", "224.0.0.1", "::1",
     "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "ff0e::1",
     "::7f00:1", "::10.0.0.1", "64:ff9b:1::a00:1", "::ffff:0:127.0.0.1", "fec0::1", "2001:470::5efe:7f00:1"],
)  # fmt: skip
def test_an_address_that_is_none_of_the_internet(address: str, monkeypatch: pytest.MonkeyPatch):
    assert not is_of_the_internet(address)

    def found(*_: Any, **__: Any) -> list[Any]:
        return [(0, 0, 0, "", ("8.8.8.8", 443)), (0, 0, 0, "", (address, 443))]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    with pytest.raises(NotReachable, match=r"fcm\.googleapis\.com leads to"):
        place_of("https://fcm.googleapis.com/x")


def test_a_name_is_looked_up_once_and_that_address_is_used(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", ("142.250.1.1", 443))])
    assert place_of("https://fcm.googleapis.com/x") == ("142.250.1.1", 443, "fcm.googleapis.com")
