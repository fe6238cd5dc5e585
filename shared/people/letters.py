"""Which characters that people type are shown: the visible ones, and none that reverse the direction of writing.

One rule for names and talk: an invisible character stays if it shapes its neighbours, as in Persian and Malayalam
words, in emoji made of several, in the flags of regions. Names with others are refused, talk drops them.
"""

import re
import unicodedata
from collections.abc import Iterator

VARIANTS = {*map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0))}  # they choose the look of a sign
BLANK = {*"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0", *VARIANTS}  # letters to Unicode
NON_JOINER, JOINER = "\u200c", "\u200d"
UNSEEN = {"Cc", "Cf", "Cs"}  # control, format (and so bidirectional), halves of pairs
MOST_MARKS = 30  # on one letter
VIRAMA = 9  # Unicode's combining class: a joiner after one makes a letter of its own, also at a word's end
FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f")  # of Scotland: UTS 51, 5


def has_shape(text: str) -> bool:
    """Whether any of it is visible by itself, as a letter, number or sign is; a mark needs something to stand on."""
    return any(character not in BLANK and category(character)[0] in "LNPS" for character in text)


def on_one_line(text: str) -> str:
    """The same words with one space between them, without the invisible characters."""
    whole = composed(text)
    lost = set(out_of_place(whole))
    return " ".join("".join(character for at, character in enumerate(whole) if at not in lost).split())


def composed(text: str) -> str:
    """NFC. Putting marks into their order takes a time that grows with the square of their number, so what has more of
    them in a row than any language loses the rest (UAX 15, section 13).
    """
    if text.isascii():
        return text
    kept, in_a_row = [], 0
    for character in text:
        in_a_row = in_a_row + 1 if unicodedata.combining(character) else 0
        if in_a_row <= MOST_MARKS:
            kept.append(character)
    return unicodedata.normalize("NFC", "".join(kept))


def out_of_place(text: str) -> Iterator[int]:
    """The indices of invisible characters that shape nothing visible."""
    in_flags = {at for flag in FLAG.finditer(text) for at in range(*flag.span())}
    for at, character in enumerate(text):
        if at in in_flags or character.isspace():
            continue
        if character in (NON_JOINER, JOINER):
            if not _joins(text, at):
                yield at
        elif character in VARIANTS:
            if not at or category(text[at - 1])[0] not in "LNPS" or text[at - 1] in BLANK:
                yield at
        elif category(character) in UNSEEN:
            yield at


def _joins(text: str, at: int) -> bool:
    """Whether the joiner stands between letters or pictographs, or after a virama, where it may end a word."""
    before, after = text[:at], text[at + 1 : at + 2]
    if not before:
        return False
    if unicodedata.combining(before[-1]) == VIRAMA:
        return True
    if category(before[-1])[0] in "LM" and before[-1] not in BLANK:
        return bool(after) and category(after)[0] in "LM" and after not in BLANK
    seen = before.rstrip("".join(VARIANTS))[-1:]  # ❤️ and then a joiner: the look of the heart was chosen
    is_sign = text[at] == JOINER and bool(seen) and category(seen) in ("So", "Sk")  # Sk: the tone of a skin
    return is_sign and bool(after) and category(after)[0] == "S"


def category(character: str) -> str:
    """Unicode's category; a character that this Python does not know yet is a sign."""
    found = unicodedata.category(character)
    return "So" if found == "Cn" else found
