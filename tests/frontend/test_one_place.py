"""Whatever Python has to say on a page passes one place, so what is translated there is translated on the page."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from markupsafe import Markup, escape

from frontend import sentences
from frontend.pages.lobby import MOST_BOTS
from frontend.presentation.ranks import SHARED
from frontend.problems import MISFIT
from frontend.sentences import Sentence, listed
from shared.games.tie_breaks import TieBreak
from tests.frontend.conftest import Pages
from tests.frontend.test_pages import add_unknown_event

TIE = TieBreak(
    before=(0,), after=(1, 2), by="energy", best=3, other=2, template="{before} wins by {best} to {other} over {after}"
)
NAMES = ["ada", "Bo", "<Cleo>"]


@pytest.fixture
def translated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another language: the words of a template in capitals, its values as they are."""

    def clause(template: str, values: Mapping[str, Any]) -> Markup:
        words = re.sub(r"(\{\w+\})|\w+", lambda found: found[1] or found[0].upper(), template)
        return Markup(escape(words)).format(**values)

    monkeypatch.setattr(sentences, "clause", clause)


@pytest.mark.server
@pytest.mark.usefixtures("translated")
def test_a_page_says_it_in_the_words_of_that_place(pages: Pages):
    ada = pages.visitor()
    assert "NOTHING WAS PASTED: PASTE" in ada.get("/t/", query_string={"link": ""}).text
    assert "THERE IS NO LINK IN THIS: A" in ada.get("/t/", query_string={"link": "?"}).text
    assert "LIST OF " in ada.get("/api/").text
    id_ = pages.match(ada)
    add_unknown_event(pages, id_)
    assert "A NEWER RELEASE WROTE opera.curtain_fell, WHICH" in ada.get(f"/m/{id_}").text


@pytest.mark.server
@pytest.mark.usefixtures("translated")
def test_a_refusal_and_what_to_do_now_too(pages: Pages):
    too_many = pages.visitor().post("/play", game="quadropolis", bots=str(MOST_BOTS + 1)).text
    assert "CHOOSE HOW MANY BOTS PLAY WITH YOU." in too_many
    assert MISFIT.upper() in too_many


@pytest.mark.usefixtures("translated")
def test_a_tie_break_too():
    tie = Sentence(TIE.template, TIE.values(NAMES, listed))
    assert escape(tie) == "ada WINS BY 3 TO 2 OVER Bo and &lt;Cleo&gt;."
    assert escape(SHARED).startswith("THOSE WHO SHARE THE VICTORY")


def test_a_name_at_the_start_stays_as_its_player_writes_it():
    assert escape(Sentence(TIE.template, TIE.values(NAMES, listed))).startswith("ada wins by 3")
    assert escape(Sentence("more energy puts {before} first", {"before": "ada"})) == "More energy puts ada first."
    assert TIE.sentence(NAMES) == "ada wins by 3 to 2 over Bo and <Cleo>"
