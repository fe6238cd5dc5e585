"""What sockets push, and what is refused on a page, in the language in which English shows."""

import pytest
from jinja2 import TemplateNotFound

from tests.frontend.look.pages import PAGES, drawn_with, environment, render
from tests.translations.pseudo import pseudo_spoken
from tests.translations.shown import english_in
from tests.translations.test_pseudo import ALLOWED


def has_part(name: str) -> bool:
    """Whether sockets or scripts draw a part of this page alone."""
    with pseudo_spoken():
        template, _ = drawn_with(name)
    try:
        environment().get_template(template.replace("/page", "/_part"))
    except TemplateNotFound:
        return False
    return template.endswith("/page.html")


@pytest.mark.parametrize("name", PAGES)
def test_no_english_shows_through_a_part(name: str):
    if not has_part(name):
        assert "/page" in drawn_with(name)[0], "every sample is a page"
        return
    with pseudo_spoken():
        assert english_in(render(name, part=True), ALLOWED) == []
