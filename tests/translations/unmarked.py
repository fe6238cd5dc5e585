"""What a template says without passing a function that marks it: runs of text, and attributes seen or heard."""

import re
from collections.abc import Iterator

from tests.frontend.look.pages import environment

SPOKEN = (
    *("title", "aria-label", "aria-description", "aria-roledescription"),
    *("aria-valuetext", "alt", "placeholder", "data-title", "data-soon", "label"),
)
EXPRESSION = "\x00"
ATTRIBUTE = re.compile(rf"""(?<![\w-])(?:{"|".join(SPOKEN)})=(?:"([^"]*)"|'([^']*)')""")
SHOWN_BY_META = re.compile(r'<meta (?:name|property)="(?:og:)?(?:description|title)" content="([^"]*)"')
IN_ENGLISH = re.compile(r'<(\w+)[^<>]* lang="en">.*?</\1>', re.DOTALL)
UNREAD = re.compile(r"<!--.*?-->|<(script|style|code|pre|kbd|samp)\b.*?</\1>", re.DOTALL)
TAG = re.compile(r"<(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>")
WORD = re.compile(r"[A-Za-z\u00c0-\u024f]{2,}")
NAMES = {"Urbanist", "Quadropolis", "Sprawlopolis", "JSON", "QR", "UTC", "CSV", "TRF", "API", "doctype", "html"}


def data_of(source: str) -> str:
    """What stands outside of all that is Jinja's, which becomes EXPRESSION where it shows something."""
    found, depth = [], 0
    for _, kind, value in environment().lex(source):
        if kind == "data":
            found.append(value)
        elif kind == "variable_begin":
            found.append(EXPRESSION)
        depth += (kind == "comment_begin") - (kind == "comment_end")
    return "".join(found)


def unmarked(source: str) -> Iterator[str]:
    """Each text that holds a word which is no name."""
    text = IN_ENGLISH.sub("", UNREAD.sub("", data_of(source)))
    attributes = [one or other for tag in TAG.findall(text) for one, other in ATTRIBUTE.findall(tag)]
    for each in [*attributes, *SHOWN_BY_META.findall(text), *TAG.sub("\n", text).split("\n")]:
        if set(WORD.findall(re.sub(r"&\w+;", "", each))) - NAMES:
            yield each.strip().replace(EXPRESSION, "…")
