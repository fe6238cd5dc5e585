"""What people type is put into order in a time that grows with its length, whatever it is made of."""

import time
import unicodedata

import pytest

from shared.people.letters import MOST_MARKS, composed
from tests.frontend.conftest import Pages

MARKS = "\u0315\u0300"  # each pair has to change places with all before it
LONG = "a" + MARKS * 15_000  # as many as fit into a form


@pytest.mark.parametrize(
    "text", ["", "plain", "e\u0301", "n\u0323\u0307 \u0e01\u0e35\u0e49", "x" + "\u0300" * MOST_MARKS]
)
def test_what_languages_write_is_composed_as_ever(text: str):
    assert composed(text) == unicodedata.normalize("NFC", text)


def test_what_no_language_writes_is_cut():
    assert len(composed(f"{LONG} b{LONG}")) <= 2 * (MOST_MARKS + 2) + 1


@pytest.mark.server
def test_no_form_keeps_a_process_busy_with_marks(pages: Pages):
    """In several parts, because a form in one would need more bytes for each."""
    ada = pages.visitor()
    id_, token = pages.match(ada), ada.token()
    count = "/score/sprawlopolis?goals=3,6,9&city=beeaedrechdbLccNbc"

    def status(address: str, **form: str) -> int:
        said = {"csrf_token": token, **form}
        return ada.client.post(address, data=said, content_type="multipart/form-data").status_code

    began = time.process_time()
    assert status("/name", name=LONG) == 400
    assert status(f"/t/{id_}/talk", text=LONG) in (303, 400)
    assert status("/evenings", count=count, players=LONG) == 303
    assert time.process_time() - began < 2, "seconds; each of them took more"
