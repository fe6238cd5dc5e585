"""Finds the template of a sentence that was filled in English before anybody knew who would read it."""

import re
from collections.abc import Iterable, Mapping
from functools import cache


def recognised(said: str, templates: Iterable[str]) -> tuple[str, Mapping[str, str]]:
    """The first template that it can have been made from, with its values; itself where there is none."""
    for template in templates:
        if found := _pattern(template).fullmatch(said):
            return template, found.groupdict()
    return said, {}


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*)", re.escape(template)))
