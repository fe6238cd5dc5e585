"""Finds the name of a table or match in whatever somebody pasted: a link with words, marks and signs around it."""

import re
from collections.abc import Iterator
from html import unescape
from unicodedata import category, normalize
from urllib.parse import unquote

LONGEST = 2000  # characters that are looked at
WRAPS = 3  # links within links, each percent-encoded
MOST = 6  # names that are tried
BREAK = r"(?:=?\r?\n[>\t ]*)?"  # as mail programs cut a long line
SIGN = "[a-z0-9]"
NAME = rf"(?:{SIGN}{BREAK}){{11}}{SIGN}"
LINK = re.compile(rf"[/\\]{BREAK}([tm]){BREAK}[/\\]+{BREAK}({NAME})(?!{SIGN})")
GLUED = re.compile(rf"[/\\]([tm])[/\\]+({SIGN}{{12}})")  # a browser leaves out the line break before the next word
BARE = re.compile(rf"(?<!{SIGN})({SIGN}{{12}})(?!{SIGN})")
ADDRESS = re.compile(rf"/([tm])/(?:[^/]*[^/a-z0-9])?({SIGN}{{12}})(?:[^/a-z0-9][^/]*)?((?:/[a-z]+)*)[^a-z0-9]*")


def named_in(text: str) -> list[str]:
    """The names in the text, the likeliest first. None of them needs to exist here."""
    readings = [*_readings(text)][::-1]  # what is left of a mark that was encoded is no part of a name
    linked = [_joined(found[2]) for way in (LINK, GLUED) for plain in readings for found in way.finditer(plain)]
    bare = [found[1] for plain in readings for found in BARE.finditer(plain)]
    bare.sort(key=str.isalpha)  # a word of twelve letters is rather a word
    return list(dict.fromkeys([*linked, *bare]))[:MOST]


def straightened(path: str) -> str | None:
    """The address that a misspelt path of a table or match was meant to be, None if that is not clear."""
    found = next((found for plain in _readings(path) if (found := ADDRESS.fullmatch(plain))), None)
    if found is None or len(BARE.findall(found[0])) != 1:
        return None
    return f"/{found[1]}/{found[2]}{found[3]}"


def _joined(name: str) -> str:
    return re.sub("[^a-z0-9]", "", name)


def _readings(text: str) -> Iterator[str]:
    """The text as it stands, and unpacked, as links in other links or in the text of a page need it."""
    text = text[:LONGEST]
    for _ in range(WRAPS + 1):
        yield _plain(text)
        text = unescape(unquote(text))


def _plain(text: str) -> str:
    """Without invisible characters, and with wide letters as narrow ones."""
    seen = "".join(each for each in text if each in "\n\r\t" or category(each) not in ("Cf", "Cc", "Mn", "Me"))
    return re.sub(r"[\u2028\u2029\x85]", "\n", normalize("NFKC", seen)).lower()
