"""Whatever Python has to say on a page passes one place, so what is translated there is translated on the page."""

from collections.abc import Iterator

import pytest
from markupsafe import escape

from frontend.pages.join import EMPTY, NO_NAME
from frontend.pages.lobby import MOST_BOTS
from frontend.presentation.match import ONLY_READ
from frontend.presentation.ranks import SHARED
from frontend.problems import MISFIT
from frontend.sentences import Sentence, listed
from shared.games.tie_breaks import TieBreak
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.test_pages import add_unknown_event
from tests.translations.pseudo import CODE, pseudo, pseudo_spoken

TIE = TieBreak(
    before=(0,), after=(1, 2), by="energy", best=3, other=2, template="{before} wins by {best} to {other} over {after}"
)
NAMES = ["ada", "Bo", "<Cleo>"]


@pytest.fixture
def translated() -> Iterator[None]:
    with pseudo_spoken():
        yield


def esperantist(pages: Pages) -> Visitor:
    """Somebody whose browser wishes that other language."""
    visitor = pages.visitor()
    visitor.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = CODE
    return visitor


@pytest.mark.server
@pytest.mark.usefixtures("translated")
def test_a_page_says_it_in_the_words_of_that_place(pages: Pages):
    ada = esperantist(pages)
    assert pseudo(EMPTY.template) in ada.get("/t/", query_string={"link": ""}).text
    assert pseudo(NO_NAME.template) in ada.get("/t/", query_string={"link": "?"}).text
    id_ = pages.match(ada)
    add_unknown_event(pages, id_)
    assert pseudo(ONLY_READ).format(type="opera.curtain_fell") in ada.get(f"/m/{id_}").text


@pytest.mark.server
@pytest.mark.usefixtures("translated")
def test_a_refusal_and_what_to_do_now_too(pages: Pages):
    too_many = esperantist(pages).post("/play", game="quadropolis", bots=str(MOST_BOTS + 1)).text
    assert pseudo("choose how many bots play with you")[1:] in too_many
    assert pseudo(MISFIT) in too_many


@pytest.mark.usefixtures("translated")
def test_a_tie_break_too():
    tie = Sentence(TIE.template, TIE.values(NAMES, listed))
    assert escape(tie).startswith("ada ŵîñš")
    assert str(escape(tie)) == pseudo(TIE.template).format(**TIE.values([*map(escape, NAMES)], listed)) + "."
    assert escape(SHARED) == pseudo(SHARED.template)


def test_a_name_at_the_start_stays_as_its_player_writes_it():
    assert escape(Sentence(TIE.template, TIE.values(NAMES, listed))).startswith("ada wins by 3")
    assert escape(Sentence("more energy puts {before} first", {"before": "ada"})) == "More energy puts ada first."
    assert TIE.sentence(NAMES) == "ada wins by 3 to 2 over Bo and <Cleo>"
