"""The load generator plays by the links and forms of the real pages."""

from urllib.parse import urlencode

import pytest

from tests.bench.load.pages import choices, form
from tests.bench.load.person import FORM
from tests.bench.load.styles import htmx
from tests.frontend.conftest import Pages, pages, platform

__all__ = ["pages", "platform"]

pytestmark = pytest.mark.server
ORIGIN = "http://localhost"


def test_a_move_is_chosen_link_by_link_and_sent_by_the_last_pages_form(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    address = f"/m/{id_}"
    asked = []
    while not (found := form(ada.get(address, htmx=True).text)):
        asked.append(address)
        address = choices(ada.get(address, htmx=True).text, address)[0]
    assert [page.partition("?")[2].count("=") for page in asked] == list(range(len(asked)))
    assert len(asked) in (2, 3)  # nothing is to be placed where an empty square is reached
    assert found.fields.keys() >= {"csrf_token", "turn", "cause", "move"}
    version = pages.streams.match(id_).version
    headers = dict(line.split(": ", 1) for line in htmx(ORIGIN + address).splitlines())
    answer = ada.client.post(found.action, data=urlencode(found.fields), content_type=FORM, headers=headers)
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith('<div id="match"')
    answers = pages.streams.match(id_).answers
    assert found.fields["cause"] in {cause for _, cause in answers}
    assert pages.streams.match(id_).version > version
