"""Where visitors come from, who is believed about it, and what an address may do, whoever asks from it."""

import pytest
from redis import Redis
from werkzeug.test import TestResponse

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
    """The status of opening a table on the page, always by somebody new."""
    new = pages.visitor()
    form = {"game": "quadropolis", "seats": "2", "listed": "yes", "csrf_token": new.token()}
    return new.client.post("/tables/new", data=form, environ_overrides={"REMOTE_ADDR": address}).status_code


def test_new_identities_open_no_more_tables_than_their_address_may(setting, pages: Pages):
    with Redis.from_url(pages.site.settings.redis_url) as client:
        client.set("LIMITS:{door}:address-tables/2001:db8:1:2::/64/60", 290, ex=60)
    assert [opened(pages, f"2001:db8:1:2::{count:x}") for count in range(1, 13)] == [303] * 10 + [429] * 2
    assert opened(pages, "2001:db8:1:3::1") == 303
    assert opened(pages, "127.0.0.1") == 303


def begun(pages: Pages, address: str, cause: str = "open-0001") -> TestResponse:
    """The answer to the first command of a program without a cookie."""
    program = pages.app.test_client(use_cookies=False)
    body = {"game": "quadropolis", "seats": 2, "bots": [], "cause": cause}
    return program.post("/api/tables", json=body, environ_overrides={"REMOTE_ADDR": address})


def test_new_programs_from_one_address_are_not_refused_for_being_many(pages: Pages):
    assert {begun(pages, FAR).status_code for _ in range(50)} == {201}


def tables(pages: Pages, where: str) -> list[tuple[int, int]]:
    """How many tables may be opened there, in how many seconds."""
    with pages.app.test_request_context("/", environ_overrides={"REMOTE_ADDR": where}):
        return [(each.most, each.seconds) for each in limits.windows_of_an_address(limits.OPEN, where)]


def moves(where: str) -> list[int]:
    return [each.most for each in limits.windows_of_an_address(limits.MOVE, where)]


def test_a_club_of_200_tables_behind_one_address_opens_them_all_within_a_minute(pages: Pages):
    assert tables(pages, FAR) == [(300, 60), (600, 3600)]
    assert moves(FAR) == [6000]  # a move in two seconds at each of 200 tables


def test_programs_on_this_machine_may_do_ten_times_as_much(pages: Pages):
    assert tables(pages, "127.0.0.1") == tables(pages, "::1") == [(3000, 60), (6000, 3600)]
    assert moves("127.0.0.1") == [60_000]
    assert [limits.times_of_a_person(limits.MOVE, where) for where in ("::1", FAR)] == [10, 1]
    assert limits.times_of_a_person(limits.TALK, "127.0.0.1") == 1  # people read that


def test_a_flood_is_refused_and_told_when_to_come_back(pages: Pages):
    key = "LIMITS:{door}:address-tables/203.0.113.9/3600"
    with Redis.from_url(pages.site.settings.redis_url) as client:
        client.set(key, 600, ex=1800)
    refused = begun(pages, FAR)
    assert refused.json is not None
    assert (refused.status_code, refused.json["code"]) == (429, "too_many_requests")
    assert 1790 < int(refused.headers["Retry-After"]) <= 1800
    assert refused.json["sentence"] == "Too many requests in a short time. Nothing is lost: try again in 30 minutes."
    assert "Set-Cookie" not in refused.headers
    assert pages.streams.ledger.ids("table") == []


def test_an_address_that_was_refused_may_open_more_as_soon_as_enough_was_played_there(pages: Pages):
    with Redis.from_url(pages.site.settings.redis_url) as client:
        client.set("LIMITS:{door}:address-tables/203.0.113.9/3600", 600, ex=1800)
        assert begun(pages, FAR).status_code == 429
        client.set(f"urbanist:moves-from:{FAR}", 300)
    assert begun(pages, FAR).status_code == 201


def test_who_is_not_counted_is_never_refused(setting, pages: Pages):
    with Redis.from_url(pages.site.settings.redis_url) as client:
        before = set(client.keys())
        assert begun(pages, "192.0.2.7").status_code == 201
        assert [key for key in set(client.keys()) - before if key.startswith(b"LIMITS")] == []


@pytest.fixture
def every_move_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """For all of those that it stands for; else one of so many, by chance."""
    monkeypatch.setattr(limits, "randbelow", lambda _most: 0)


@pytest.mark.usefixtures("every_move_is_noted")
def test_an_address_may_open_more_the_more_is_played_there(setting, pages: Pages):
    with pages.app.app_context():
        assert limits.tables_of_an_address(FAR) == "300 per minute; 600 per hour"
    with Redis.from_url(pages.site.settings.redis_url) as client:
        client.set(f"urbanist:moves-from:{FAR}", 290)
        ada = pages.visitor()
        id_ = pages.match(ada)
        ada.client.environ_base["REMOTE_ADDR"] = FAR
        assert ada.move(id_).status_code == 303
        assert client.get(f"urbanist:moves-from:{FAR}") == b"300"
        assert 0 < client.ttl(f"urbanist:moves-from:{FAR}") <= limits.REMEMBERED
    with pages.app.app_context():
        assert limits.tables_of_an_address(FAR) == "300 per minute; 3000 per hour"


@pytest.mark.usefixtures("every_move_is_noted")
def test_what_is_refused_counts_for_no_address(setting, pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    ada.client.environ_base["REMOTE_ADDR"] = FAR
    assert ada.move(id_, move='{"name":"none"}').status_code == 400
    with Redis.from_url(pages.site.settings.redis_url) as client:
        assert client.get(f"urbanist:moves-from:{FAR}") is None
