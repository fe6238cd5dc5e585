"""Sockets are bounded by person and by address, and whoever gets none is told so and polls."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from frontend.sockets.quotas import TOO_MANY_FROM_HERE, TOO_MANY_OF_ALL, TOO_MANY_OF_ONE, Quotas
from tests.frontend.listeners import ADA, BOB, MATCH, Live, wait_until_empty
from tests.servers import ports


def test_each_bound_has_its_sentence():
    quotas = Quotas(4, 2, 3)
    assert [quotas.take("ada", "here") for _ in range(3)] == [None, None, TOO_MANY_OF_ONE]
    assert [quotas.take(None, "here") for _ in range(2)] == [None, TOO_MANY_FROM_HERE]
    assert [quotas.take("ada", "there") for _ in range(1)] == [TOO_MANY_OF_ONE]
    quotas.give_back("ada", "here")
    assert quotas.take("ada", "here") is None
    assert [quotas.take("ada", None) for _ in range(2)] == [None, TOO_MANY_OF_ALL]


@pytest.fixture(scope="module")
def process() -> Iterator[Live]:
    few = {"LIVE_SOCKETS_OF_A_PERSON": "3", "LIVE_SOCKETS_OF_AN_ADDRESS": "5", "URBANIST_UNLIMITED": "198.51.100.7"}
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder:
        found = Live(Path(folder) / "var", ports(2), **few)
        try:
            found.start_match()
            yield found
        finally:
            found.stop()


@pytest.mark.server
def test_one_person_and_one_address_leave_sockets_for_others(process: Live):
    path = f"/m/{MATCH}/live"
    elsewhere = {"X-Forwarded-For": "2001:db8::1"}
    with ExitStack() as stack:
        for person in (ADA, ADA, ADA, BOB, None):
            stack.enter_context(closing(process.watch(path, person)))
        again = process.knock(path, **process.headers(ADA), **elsewhere)
        assert (again.status_code, again.text) == (429, f"{TOO_MANY_OF_ONE}\n")
        here = process.knock(path, **process.headers(BOB))
        assert (here.status_code, here.text) == (429, f"{TOO_MANY_FROM_HERE}\n")
        stack.enter_context(closing(process.watch(path, BOB, **elsewhere)))
        for _ in range(4):  # the operator's own programs are not counted
            stack.enter_context(closing(process.watch(path, ADA, **{"X-Forwarded-For": "198.51.100.7"})))
    wait_until_empty(process)
    with closing(process.watch(path, ADA)):
        pass


@pytest.mark.server
def test_sockets_answer_to_our_names_only(process: Live):
    stolen = {"Host": f"evil.example:{process.port}", "Origin": f"http://evil.example:{process.page_port}"}
    refused = process.knock("/live", **stolen)
    assert refused.status_code == 421
    assert "URBANIST_NAMES" in refused.text
