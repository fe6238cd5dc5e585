"""Names that are written from right to left, in sentences that are not."""

import re

ISOLATE, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
FROM_THE_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")


def isolated(value: str) -> str:
    """The same, between marks where it needs them: else the numbers beside it change places (UAX 9, isolates).

    Marks go where no element may, into the hint of a link or a list of names.
    """
    return f"{ISOLATE}{value}{POP}" if FROM_THE_RIGHT.search(value) else value
