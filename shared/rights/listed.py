"""Writes docs/rights.md from the table: python -m shared.rights.listed"""

from collections.abc import Iterator
from pathlib import Path

from shared.rights import APPLICATIONS, FILE, ROLES, Row, table

PAGE = Path(__file__).parents[2] / "docs/rights.md"
BEGINS = f"""# Who may what

`make rights` writes this page from `{FILE}`. An application with a route that is not in this table does
not start, and a gate in each application refuses whoever can't have any of the roles that a row allows. Seats and
owners are judged by what decides about the table or match. `tests/rights/` tries each cell.

HEAD is as GET. OPTIONS says which methods there are, to everybody. A role says what its holder may do by virtue of it:
an operator who also sits at a table may do there what a seat may.
"""


def main() -> None:
    PAGE.write_text(page(), "utf-8")


def page() -> str:
    """The whole page, as the table has it now."""
    lines = [BEGINS, *_roles()]
    for name in APPLICATIONS:
        lines += ["", *_table(name, [row for row in table() if row.application == name])]
    return "\n".join(lines) + "\n"


def _roles() -> Iterator[str]:
    yield "| role | is |"
    yield "|---|---|"
    yield from (f"| {role} | {says} |" for role, says in ROLES.items())


def _table(name: str, rows: list[Row]) -> Iterator[str]:
    yield f"## {APPLICATIONS[name]}"
    yield ""
    yield f"| method | address | {' | '.join(ROLES)} | why |"
    yield "|---" * (len(ROLES) + 3) + "|"
    for row in rows:
        answers = " | ".join("yes" if role in row.allowed else "no" for role in ROLES)
        yield f"| {row.method} | `{row.address}` | {answers} | {row.reason} |"


if __name__ == "__main__":
    main()
