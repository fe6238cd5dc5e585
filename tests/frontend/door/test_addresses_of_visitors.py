"""Where visitors come from, who is believed about it, and what an address may do, whoever asks from it."""

import pytest
from redis import Redis

from frontend.door import limits
from tests.frontend.conftest import Pages

FAR = "203.0.113.9"


@pytest.fixture
def setting(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Before `pages`, which read it."""
    monkeypatch.setenv("URBANIST_PROXIES", "127.0.0.1, 10.0.0.0/8")
    monkeypatch.setenv("URBANIST_UNLIMITED", "192.0.2.0/24, 2001:db8:5::/48")
    return monkeypatch


@pytest.mark.parametrize(
    ("direct", "named", "found"),
    [
        ("127.0.0.1", "198.51.100.2", "198.51.100.2"),
        ("10.0.0.2", "1.1.1.1, 198.51.100.2", "198.51.100.2"),
        ("127.0.0.1", "1.1.1.1, 198.51.100.2, 10.0.0.7", "198.51.100.2"),
        ("::ffff:127.0.0.1", "198.51.100.2", "198.51.100.2"),
        ("192.168.0.1", "198.51.100.2", "192.168.0.1"),
        ("9.9.9.9", "198.51.100.2", "9.9.9.9"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("127.0.0.1", "2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::1", "", "::1"),
    ],
)
def test_only_a_proxy_of_the_setting_is_believed(setting, pages: Pages, direct: str, named: str, found: str):
    headers = {"X-Forwarded-For": named} if named else {}
    with pages.app.test_request_context("/", headers=headers, environ_overrides={"REMOTE_ADDR": direct}):
        assert limits.address() == found


@pytest.mark.parametrize(
    ("direct", "is_so"), [("127.0.0.1", False), ("192.0.2.7", True), ("2001:db8:5:1::1", True), ("9.9.9.9", False)]
)
def test_who_is_not_counted_is_a_setting_and_no_address(setting, pages: Pages, direct: str, is_so: bool):
    with pages.app.test_request_context("/", environ_overrides={"REMOTE_ADDR": direct}):
        assert limits.is_unlimited() is is_so


def opened(pages: Pages, address: str) -> int:
    """The status of opening a table, always by somebody new."""
    new = pages.visitor()
    form = {"game": "quadropolis", "seats": "2", "listed": "yes", "csrf_token": new.token()}
    return new.client.post("/tables/new", data=form, environ_overrides={"REMOTE_ADDR": address}).status_code


def test_new_identities_open_no_more_tables_than_their_address_may(setting, pages: Pages):
    assert [opened(pages, f"2001:db8:1:2::{count:x}") for count in range(1, 63)] == [303] * 60 + [429] * 2
    assert opened(pages, "2001:db8:1:3::1") == 303
    assert opened(pages, "127.0.0.1") == 303


@pytest.fixture
def every_move_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """For all of those that it stands for; else one of so many, by chance."""
    monkeypatch.setattr(limits, "randbelow", lambda _most: 0)


@pytest.mark.usefixtures("every_move_is_noted")
def test_an_address_may_open_more_the_more_is_played_there(setting, pages: Pages):
    with pages.app.test_request_context("/", environ_overrides={"REMOTE_ADDR": FAR}):
        assert limits.tables_of_this_address() == "60 per minute; 150 per hour"
    with Redis.from_url(pages.site.settings.redis_url) as client:
        client.set(f"urbanist:moves-from:{FAR}", 290)
        ada = pages.visitor()
        id_ = pages.match(ada)
        ada.client.environ_base["REMOTE_ADDR"] = FAR
        assert ada.move(id_).status_code == 303
        assert client.get(f"urbanist:moves-from:{FAR}") == b"300"
        assert 0 < client.ttl(f"urbanist:moves-from:{FAR}") <= limits.REMEMBERED
    with pages.app.test_request_context("/", environ_overrides={"REMOTE_ADDR": FAR}):
        assert limits.tables_of_this_address() == "120 per minute; 600 per hour"


@pytest.mark.usefixtures("every_move_is_noted")
def test_what_is_refused_counts_for_no_address(setting, pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    ada.client.environ_base["REMOTE_ADDR"] = FAR
    assert ada.move(id_, move='{"name":"none"}').status_code == 400
    with Redis.from_url(pages.site.settings.redis_url) as client:
        assert client.get(f"urbanist:moves-from:{FAR}") is None
