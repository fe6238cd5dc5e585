"""The languages there are: English, and each that has a folder with a catalogue."""

from functools import cache
from pathlib import Path

from babel import Locale

ENGLISH = "en"
FOLDER = Path(__file__).parents[2] / "frontend" / "translations"
CATALOGUE = "LC_MESSAGES/messages.po"
# Days, numbers and lists of English pages are written as Europeans write them.
TERRITORIES = {ENGLISH: "en_GB"}

LANGUAGES = (ENGLISH, *sorted(file.parts[-3] for file in FOLDER.glob(f"*/{CATALOGUE}")))
"""Their codes, as HTML has them (BCP 47): `fr`."""


@cache
def locale_of(language: str) -> Locale:
    """How numbers, days and lists are written in it."""
    return Locale.parse(TERRITORIES.get(language, language), sep="_" if language in TERRITORIES else "-")


@cache
def name_of(language: str) -> str:
    """What it is called in itself, as a word that stands alone: `Français`."""
    name = Locale.parse(language, sep="-").get_display_name()
    assert name is not None, language
    return name[:1].upper() + name[1:]
