"""What a sentence is in the language that is spoken. One that a catalogue lacks is said in English."""

from functools import cache
from gettext import NullTranslations
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from shared.language.known import CATALOGUE, ENGLISH, FOLDER
from shared.language.speaking import language


@cache
def translations(code: str) -> NullTranslations:
    """Read when the language is first spoken: a tenth of a second for a few thousand sentences."""
    if code == ENGLISH:
        return NullTranslations()
    compiled = BytesIO()
    with (FOLDER / code / CATALOGUE).open("rb") as file:
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    return Translations(compiled)


def translated(sentence: str) -> str:
    return translations(language()).gettext(sentence) if sentence else ""


def translated_as(context: str, sentence: str) -> str:
    """`context` tells apart what English has one word for."""
    return translations(language()).pgettext(context, sentence)


def translated_forms(one: str, many: str, n: int) -> str:
    """The form for so many things."""
    return translations(language()).ngettext(one, many, n)
