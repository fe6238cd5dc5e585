"""Every page, part and script in a language in which English shows, where a sentence has passed no catalogue."""

import re

import pytest

from frontend.sentences_of_scripts import KINDS, text_of
from tests.frontend.look.pages import PAGES, environment, render
from tests.translations.messages import messages
from tests.translations.pseudo import CODE, LOOKED_UP, pseudo_spoken
from tests.translations.shown import ENGLISH, english_in

# Names of programs, formats and rules, and what people of the sample pages wrote: theirs is in no catalogue.
NAMES = (
    *("Urbanist", "Quadropolis", "Sprawlopolis", "JSON", "CSV", "TRF", "FIDE", "UTC", "Buchholz", "Sonneborn-Berger"),
    *("Firefox", "Chrome", "Safari", "Edge", "a browser", "any[_ ]move", "greedy", "look[_ ]ahead", "strong", "beam"),
    *(r"level[_ ]\d", "novice( bot)?", "judge", "careful[_ ]planner[_ ]of[_ ]long[_ ]towns", "brought", "kaj", "csv"),
    *("Ada", "Bart", "Bartholomew( of Antwerp)?", "Cleo", "Dora", "Eve", "Zoe", "Kleopatra", "Somebody Else"),
    *("(Jonas|Mo|Katarzyna|Lo|Gustav|Hilde|Ines|Frida)( of the Hills)?", r"Player \d+", "W+( of then)?", "w+", "x+"),
    *("Identities of the Old Town", "My bot( of then)?", "The Antwerp Open", "Same luck", "Half an hour", "A thousand"),
    *("Cup of (the quays|four)", "Two hundred", "Club evening", "Friends of the harbour", "League of the quays"),
    *("All against all, in winter", "and the", "opera.curtain_fell", "match.jsonl", "ValueError: .*", "name", "rating"),
)
WRITTEN = r"[\w.]+@[\w.]+|(?<=Ĝûéšţ )\w+|“[^”]*”|https?://\S+|\b(?=\w*\d)[a-z]+\d+\b"  # addresses, ids, quotes
WEEK = "^(?:lundo|mardo|merkredo|ĵaŭdo|vendredo|sabato|dimanĉo)$"
MONTH = "^(?:Jan|Feb|Mar|Apr|Maj|Jun|Jul|Aŭg|Sep|Okt|Nov|Dec)$"  # above the number of a day
DAYS = rf"\b\d+ [A-Z][a-zŭ]{{2,8}} \d{{4}}|\b[A-Z][a-z]{{3,9}}o \d{{4}}|{WEEK}|{MONTH}"  # in Esperanto
FAILURES = ("ValueError: ", "bot_novice.py, ")  # what a program of somebody else said when it failed
ALLOWED = re.compile(rf"{WRITTEN}|\b(?:{'|'.join(NAMES)})\b|{DAYS}")


@pytest.mark.parametrize("name", PAGES)
def test_no_english_shows_through_a_page(name: str):
    with pseudo_spoken():
        assert english_in(render(name), ALLOWED) == []


@pytest.mark.parametrize("kind", KINDS)
def test_no_english_shows_through_what_scripts_say(kind: str):
    with pseudo_spoken():
        said = text_of(environment(), kind, CODE)
    spoken = re.findall(r'": "((?:[^"\\]|\\.)*)"', said)
    left = [re.sub(r"\{\w+\}|<[^>]*>|\\u\w{4}", "", each) for each in spoken]
    assert len(left) > 10
    assert [each for each in left if ENGLISH.search(ALLOWED.sub("", each))] == []


def test_whatever_pages_look_up_is_in_the_catalogues():
    """A sentence that is passed on reaches a catalogue by its English words: they have to be the marked ones."""
    with pseudo_spoken():
        for name in PAGES:
            render(name)
    known = {(each.one, each.context) for each in messages()}
    assert [each for each in LOOKED_UP - known if not each[0].startswith(FAILURES)] == []


@pytest.mark.parametrize("name", ["match-judged", "city-judged"])
def test_letters_on_arrows_are_those_of_the_legend(name: str):
    """One letter is too short to be found by its English."""
    with pseudo_spoken():
        letters = re.findall(r'class="arrow-letter[^>]*>([^<]+)', render(name))
    assert letters
    assert [each for each in letters if each[0].isascii()] == []
