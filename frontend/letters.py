"""Which letters of what people type are shown: those that can be seen, and none that turn the writing round."""

import unicodedata

BLANK = {*"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0", *map(chr, range(0xFE00, 0xFE10))}  # letters to Unicode
JOINERS = {"\u200c", "\u200d"}  # Persian and Hindi words need them, and so do many emoji
UNSEEN = {"Cc", "Cf", "Cs"}  # control, format (and so bidirectional), halves of pairs


def has_shape(text: str) -> bool:
    """Whether any of it can be seen by itself: marks need something to stand on, not so a letter, number or sign."""
    return any(character not in BLANK and _category(character)[0] in "LNPS" for character in text)


def on_one_line(text: str) -> str:
    """The same words with one space between them, and without what can't be seen."""
    seen = "".join(filter(_is_kept, unicodedata.normalize("NFC", text)))
    return " ".join(seen.split())


def _is_kept(character: str) -> bool:
    return character in JOINERS or character.isspace() or _category(character) not in UNSEEN


def _category(character: str) -> str:
    """Unicode's, where what this Python doesn't know yet is a sign."""
    found = unicodedata.category(character)
    return "So" if found == "Cn" else found
