"""What `urbanist` says to people, as plain text in the language of the environment."""

from typing import Any

from babel.core import default_locale

from shared.errors import UrbanistError
from shared.language import ENGLISH, wished, worded, worded_forms


def say(sentence: str, /, **values: Any) -> str:
    return worded(sentence, values)


def plural(one: str, many: str, n: int, **values: Any) -> str:
    """The sentence for one thing or the one for several; both may hold `{n}`."""
    return worded_forms(one, many, n, **values)


def verdict(error: UrbanistError) -> str:
    return worded(error.template, error.values)


def language_here() -> str:
    """As POSIX has it, LC_ALL comes first, so that `LC_ALL=C urbanist …` is English wherever a script runs.

    What is none of our languages, and no language at all, is English too.
    """
    locale = default_locale(("LC_ALL", "LC_MESSAGES")) or ""  # it adds LANGUAGE and LANG
    return wished(locale.replace("_", "-")) or ENGLISH
