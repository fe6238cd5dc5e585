"""Whatever is kept of a drawing is kept for its language: a page in one holds nothing of another."""

import pytest

from frontend.kept import MOST
from shared.language import LANGUAGES, speaking
from tests.frontend.look.pages import PAGES, drawn_with, environment

IN_TURN = ("en", "fr", "en", "nl", "en")


def drawn(name: str, code: str) -> str:
    """With all that templates keep: parts, blocks that are drawn once, tables at their heads."""
    with speaking(code):
        template, context = drawn_with(name)
        return environment(MOST).get_template(template).render(context)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_drawn_between_others_is_the_same(name: str):
    first, french, second, dutch, third = (drawn(name, code) for code in IN_TURN)
    assert first == second == third
    assert len({first, french, dutch}) == 3
    for code, page in (("en", first), ("fr", french), ("nl", dutch)):
        assert f'\n<html lang="{code}">\n' in page
        assert {f"/sentences/{each}/" in page for each in LANGUAGES if each != code} == {False}
