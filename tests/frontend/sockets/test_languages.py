"""Watchers of one room hear its news in the language of their page, drawn once for each language."""

from typing import Any

import pytest

from frontend.presentation.part import Viewer
from frontend.sockets.hub import Hub
from frontend.sockets.room import Rendering, Room
from frontend.sockets.watcher import Watcher
from shared.language import LANGUAGES, language, translations
from tests.frontend.conftest import Pages
from tests.frontend.sockets.test_hub import Visit, visiting
from tests.frontend.sockets.test_shortcut import MATCH, Both, both, check_alike, head

__all__ = ["both"]

WATCHING = 'You are watching. <a href="/t/{id}/seat">Do you sit here in another browser?</a>'


def watching(code: str) -> Visit:
    """Of somebody whom nobody knows."""
    visit = Visit()
    visit.watcher = Watcher(visit.watcher.sock, Viewer(None, "http://localhost", code), lambda: "t0ken")
    return visit


@pytest.mark.server
def test_each_language_is_drawn_once_and_heard_by_its_own(pages: Pages):
    ada = pages.visitor()
    room, hub, drawn = Room("match", pages.match(ada)), Hub(), list[str]()

    def render(room: Room) -> Rendering:
        found = pages.rendering(room.kind, room.id)

        def html(audience: Viewer) -> str:
            drawn.append(audience.language)
            return found.html(audience)

        return found._replace(html=html)

    visits = [watching(code) for code in ("fr", "nl", "fr", "en", "fr")]
    with visiting(hub, room, *visits):
        hub.update(room, render)
        heard = [visit.heard() for visit in visits]
    assert sorted(drawn) == ["en", "fr", "nl"]
    assert heard[0] == heard[2] == heard[4]
    assert len({*heard}) == 3
    assert language() == "en"


@pytest.mark.server
def test_what_sockets_push_and_what_polls_fetch_says_the_same(pages: Pages):
    id_ = pages.match(pages.visitor())
    watched = {code: translations(code).gettext(WATCHING).partition("<")[0] for code in LANGUAGES}
    assert len({*watched.values()}) == len(LANGUAGES)
    rendering, eve = pages.rendering("match", id_), pages.visitor()
    for code in LANGUAGES:
        pushed = rendering.html(rendering.audience(Viewer(None, "http://localhost", code)))
        polled = eve.get(f"/m/{id_}?have=0", htmx=True, headers={"X-Language": code}).text
        for others, words in watched.items():
            assert (words in pushed, words in polled) == (others == code, others == code), (code, others)


SAID: list[dict[str, Any]] = [
    {},
    {"Accept_Language": "fr-CH, en;q=0.5"},
    {"Accept_Language": "de"},
    {"Accept_Language": "*"},
    {"Accept_Language": "nl,"},
    {"Accept_Language": "nl;q=0.1,   it;q=0.2 "},
    {"Accept_Language": "de," * 300 + "nl"},
    {"Accept_Language": ""},
]


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("named", ["", "&lang=fr", "&lang=nl", "&lang=tlh", "&lang=FR", "&lang=en-GB"])
def test_both_ways_of_opening_a_socket_find_the_same_language(both: Both, said: dict[str, Any], named: str):
    assert check_alike(both, head(f"/m/{MATCH}/live?have=7&talk=2{named}", **said))


@pytest.mark.parametrize(
    ("named", "accepted", "code"),
    [("fr", "nl", "fr"), ("tlh", "nl-BE", "nl"), ("", "it, en;q=0.5", "it"), ("", "de", "en"), ("en", "fr", "en")],
)
def test_the_language_of_the_page_comes_before_that_of_the_browser(both: Both, named: str, accepted: str, code: str):
    asked = head(f"/m/{MATCH}/live?have=7" + (f"&lang={named}" if named else ""), Accept_Language=accepted)
    for visit in (both.short(asked)[1], both.whole(asked)[2]):
        assert visit is not None
        visit.end()
        assert visit.watcher.viewer.language == code


@pytest.mark.parametrize("named", ["?lang=fr", "?have=7&lang=", "?have=7&lang=f%72", "?have=7&lang=fr&lang=nl"])
def test_a_language_in_an_unusual_place_takes_the_whole_way(both: Both, named: str):
    asked = head(f"/m/{MATCH}/live{named}")
    assert both.short(asked) == (None, None)
    status, _, visit = both.whole(asked)
    assert (status, visit is not None) == (101, True)
    assert visit is not None
    visit.end()
    assert visit.watcher.viewer.language == ("en" if named.endswith("=") else "fr")
