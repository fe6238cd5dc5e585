"""`urbanist ratings`: every stored rating comes out again from zero, or is named."""

from importlib import import_module

import pytest

from shared.platform.books import Books
from shared.platform.rating import Rate
from shared.platform.streams import Streams
from tests.console.conftest import Urbanist
from tests.platform.rating.books import CITED, matches

pytestmark = pytest.mark.server
POOL = "quadropolis-expert"


@pytest.fixture
def books(streams: Streams, monkeypatch: pytest.MonkeyPatch) -> Books:
    """Two of them, and some matches."""
    monkeypatch.setattr(import_module("shared.platform.rating.decide"), "BOOK", 10)
    found = Books(streams)
    for match, places in matches(14, 5):
        found.rate(POOL, "service:scoring", f"score:{match}#1:rate", Rate(match=match, score=CITED, places=places))
    return found


def test_it_says_that_all_numbers_come_out_again(urbanist: Urbanist, books: Books):
    code, out, err = urbanist("ratings")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "quadropolis-classic: all numbers come out again; matches: 0, books: 0",
        "quadropolis-expert: all numbers come out again; matches: 14, books: 2",
    ]
    assert urbanist("ratings", POOL).lines == out.splitlines()[1:]


def test_it_names_the_number_that_does_not(urbanist: Urbanist, books: Books, monkeypatch: pytest.MonkeyPatch):
    deciding = import_module("shared.platform.rating.decide")
    true = deciding.rated
    monkeypatch.setattr(deciding, "rated", lambda *played: tuple(one._replace(mu=one.mu + 1) for one in true(*played)))
    command = Rate(match="m99999999999", score=CITED, places={"person:ada": 1, "person:bob": 2})
    stream = books.rate(POOL, "service:scoring", "score:m99999999999#1:rate", command)
    code, out, _ = urbanist("ratings", POOL)
    assert code == 1
    assert out == f"rating:{POOL}__2: version {stream.last} is not what comes out (adjusted)\n"


def test_a_pool_that_can_not_be_is_refused(urbanist: Urbanist, streams: Streams):
    code, _, err = urbanist("ratings", "sprawlopolis-usual")
    assert (code != 0, "there is no pool sprawlopolis-usual" in err) == (True, True)
