"""Points as people write them: the ledger counts twelfths, a page says 7½."""

from math import gcd

from shared.platform.tournament.rules import POINT

VULGAR = {
    (1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾", (1, 6): "⅙", (5, 6): "⅚",
    (1, 8): "⅛", (3, 8): "⅜", (5, 8): "⅝", (7, 8): "⅞",
}  # fmt: skip
ABOVE, BELOW = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"), str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def points(twelfths: int) -> str:
    return written(twelfths, POINT)


def signed(twelfths: int) -> str:
    """Above or below something: with plus or minus, and 0 with neither."""
    sign = "+" if twelfths > 0 else "\N{MINUS SIGN}" if twelfths < 0 else ""
    return f"{sign}{points(abs(twelfths))}"


def written(number: int, of: int) -> str:
    """`number` parts of which `of` make a whole; neither is below zero."""
    whole, part = divmod(number, of)
    if not part:
        return str(whole)
    shared = gcd(part, of)
    above, below = part // shared, of // shared
    sign = VULGAR.get((above, below)) or f"{str(above).translate(ABOVE)}\N{FRACTION SLASH}{str(below).translate(BELOW)}"
    return f"{whole or ''}{sign}"
