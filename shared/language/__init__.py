"""In which language somebody is spoken to, and what a sentence is in it (docs/translating.md).

Sentences are written in English, where they are said; the catalogues of all other languages are in
`frontend/translations/`, and whoever says a sentence looks it up there before its values are filled in.
"""

from shared.language.catalogues import translated, translated_as, translated_forms, translations
from shared.language.directions import isolated
from shared.language.formats import (
    GROUPED_FROM,
    day,
    joined,
    moment,
    month,
    number,
    percent,
    short_month,
    weekdays,
)
from shared.language.known import ENGLISH, LANGUAGES, locale_of, name_of
from shared.language.negotiated import known, wished
from shared.language.recognised import recognised
from shared.language.speaking import language, speak, speaking
from shared.language.worded import in_values, listing, worded, worded_forms

__all__ = [
    "ENGLISH",
    "GROUPED_FROM",
    "LANGUAGES",
    "day",
    "in_values",
    "isolated",
    "joined",
    "known",
    "language",
    "listing",
    "locale_of",
    "moment",
    "month",
    "name_of",
    "number",
    "percent",
    "recognised",
    "short_month",
    "speak",
    "speaking",
    "translated",
    "translated_as",
    "translated_forms",
    "translations",
    "weekdays",
    "wished",
    "worded",
    "worded_forms",
]
