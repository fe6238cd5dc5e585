"""What an attack is: who lies, how the file is made, and what the verifiers say about it."""

from collections.abc import Callable
from typing import NamedTuple

from infra.verify import BROKEN, BY_HOST, DAMAGED, FAIR, QUESTIONABLE, Verdict, told

LOWERED = (BROKEN, QUESTIONABLE, DAMAGED, BY_HOST)
FIRST, SEAT = "first line", "seat"


class Says(NamedTuple):
    """The words with which the first line begins, and where which part of a sentence stands.

    `where` is the check that fails or is in doubt, and stands in the first line; else the lines that begin with this.
    """

    words: str
    where: str = FIRST
    part: str = ""

    def __str__(self) -> str:
        """As a cell of a table has it."""
        check = f" ({self.where})" if self.where not in (FIRST, SEAT) else ""
        return f"*{self.words.strip(': ')}*{check}" + (f": “{self.part.strip()}”" if self.part else "")

    def differs(self, verdict: Verdict) -> str:
        """Empty where that is what a verifier says, else what it says."""
        first, *lines = told("file", verdict, "")
        if verdict.grade in LOWERED:
            found = [line for line in (first, *lines) if f": {self.where}: " in line]
        else:
            found = [first] if self.where == FIRST else [line for line in lines if line.startswith(f"  {self.where}")]
        is_said = first.startswith(f"file: {self.words}") and any(self.part in line for line in found)
        return "" if is_said else "\n".join([first, *lines])


class Beside(NamedTuple):
    """`option` of verify.py, the file that is given with it, and what is printed below the verdict."""

    option: str
    file: Callable[[], bytes]
    says: str

    @property
    def short(self) -> str:
        """Without what differs from record to record."""
        return self.says.partition(" that table version")[0].strip(": ")


class Attack(NamedTuple):
    """`honest` names the match without the lie. `rules` is what `urbanist verify` says, where it says more.

    `beside` is what somebody has kept (a receipt, or the proof of an anchor, with what is said of it). `limit` says why
    nothing in the file can name the lie, where nothing can.
    """

    name: str
    liar: str
    lie: str
    honest: str
    make: Callable[[], bytes]
    says: Says
    rules: Says | None = None
    beside: Beside | None = None
    limit: str = ""


FOR_ALL = f"{FAIR}: "
"""The words for a record that is fair for everybody, and nothing else is to be said of it."""


def unsigned_at(*missing: tuple[int, int], graded: str = FAIR) -> str:
    """The words for a record in which so many moves of these seats, counted from 1, are unsigned."""
    told = [
        f"{count} moves of seat {seat} are" if count > 1 else f"1 move of seat {seat} is" for seat, count in missing
    ]
    return f"{graded}, but {' and '.join(f'{one} unsigned' for one in told)}: "


PROVED_FAIR = Says(FOR_ALL)
