"""Each catalogue has every sentence, none that nobody says, each with the values and elements of the English one."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from shared.language.known import CATALOGUE, FOLDER
from tests.translations.messages import TRANSLATED, Message, messages

VALUE = re.compile(r"\{\w+\}")
TAG = re.compile(r"<[^>]*>")
# What has signs of its own.
CODE = re.compile(r"<code>.*?</code>|<[^>]*>|&\w+;|Authorization: Bearer|person:|\(\?\)|\S+://\S+")
NARROW, WIDE = "\u202f", "\u00a0"


class Translation(NamedTuple):
    message: Message
    forms: tuple[str, ...]


@cache
def catalogue(code: str) -> Catalog:
    with (FOLDER / code / CATALOGUE).open("rb") as file:
        return read_po(file, locale=Locale.parse(code, sep="-"))


def translations(code: str) -> Iterator[Translation]:
    for each in catalogue(code):
        if each.id:
            one, many = each.id if isinstance(each.id, (tuple, list)) else (each.id, None)
            forms = each.string if isinstance(each.string, (tuple, list)) else (each.string or "",)
            yield Translation(Message(one, many, each.context), tuple(forms))


def wrong(code: str, has: "re.Pattern[str]") -> list[str]:
    """The translations in which something stands that typographers of the language would mend."""
    texts = (CODE.sub("", form) for each in translations(code) for form in each.forms)
    return [text for text in texts if has.search(text)]


def test_there_are_catalogues():
    assert {"fr", "it", "nl"} <= {*TRANSLATED}


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_sentence_is_missing_and_none_is_unused(code: str):
    """`python -m tests.translations` brings a catalogue up to date."""
    known = {each.message for each in translations(code)}
    assert sorted(messages().keys() - known, key=str) == []
    assert sorted(known - messages().keys(), key=str) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_sentence_is_translated(code: str):
    assert [each.message for each in translations(code) if not all(each.forms)] == []
    assert [each.id for each in catalogue(code) if each.fuzzy and each.id] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_form_has_the_values_and_the_elements_of_the_english_one(code: str):
    for (one, many, _), forms in translations(code):
        needed, may_lack = set(VALUE.findall(many or one)), {"{n}"} if many else set()
        assert len(forms) == (catalogue(code).num_plurals if many else 1), one
        for form in forms:
            assert needed - may_lack <= set(VALUE.findall(form)) <= needed | set(VALUE.findall(one)), form
            assert sorted(TAG.findall(form)) == sorted(TAG.findall(one)), form


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_sentence_ends_as_the_english_one_does_and_keeps_its_spaces(code: str):
    for (one, _, _), forms in translations(code):
        for form in forms:
            assert (form[:1].isspace(), form[-1:].isspace()) == (one[:1].isspace(), one[-1:].isspace()), form
            if one.rstrip()[-1:] in ".!?":
                assert form.rstrip()[-1:] in ".!?)", form


@pytest.mark.parametrize("code", TRANSLATED)
def test_quotes_and_apostrophes_are_those_of_print(code: str):
    assert wrong(code, re.compile("\"|(?<=\\w)'(?=\\w)")) == []


def test_french_has_its_spaces():
    assert wrong("fr", re.compile(f"(?<=[\\w»)}}])[;!?](?!\\w)|(?<=[^{NARROW}{WIDE}\\W])[;!?](?=\\s|$)")) == []
    assert wrong("fr", re.compile("[ \\w»)}]:(?=\\s|$)")) == []
    assert wrong("fr", re.compile(f"«(?!{WIDE})|(?<!{WIDE})»")) == []
