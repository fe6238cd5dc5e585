"""What is limited is counted by its name: two of the same rate never share a counter."""

import pytest
from werkzeug.exceptions import TooManyRequests

from frontend.door import limits
from frontend.door.limits import Limit, check
from tests.frontend.conftest import Pages

ALL = [each for each in vars(limits).values() if isinstance(each, Limit)]
FAR = {"REMOTE_ADDR": "203.0.113.9"}


@pytest.mark.server
@pytest.mark.parametrize(("person", "most"), [("ada", 1), (None, limits.AN_ADDRESS)])
def test_limits_of_the_same_rate_are_counted_apart(
    pages: Pages, monkeypatch: pytest.MonkeyPatch, person: str | None, most: int
):
    first, second = Limit("first", "1 per minute"), Limit("second", "1 per minute")
    monkeypatch.setattr(limits, "known_person", lambda: person)
    with pages.app.test_request_context("/", environ_overrides=FAR):
        for _ in range(most):
            check(first)
        with pytest.raises(TooManyRequests):
            check(first)
        check(second)


def test_no_two_limits_share_a_name():
    assert len({each.name for each in ALL}) == len(ALL) > 1
