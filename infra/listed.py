"""Writes the table of all settings into docs/hosting.md: python -m infra.listed"""

from collections.abc import Iterator
from pathlib import Path

from shared import ports
from shared.settings import rows as own_rows
from shared.variables import GROUPS, VISITORS, Variable

PAGE = Path(__file__).parents[1] / "docs/hosting.md"
BEGINS = "<!-- `make settings` writes all up to the end mark, from shared/settings.py and shared/services.py -->"
ENDS = "<!-- end mark -->"


def main() -> None:
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")


def written(page: str) -> str:
    """The page with the tables as the code has them now."""
    before, _, rest = page.partition(BEGINS)
    _, _, after = rest.partition(ENDS)
    tables = "\n\n".join(map(table, GROUPS))
    return f"{before}{BEGINS}\n\n{tables}\n\n{ENDS}{after}"


def table(group: str) -> str:
    lines = [f"| `{row.name}` | {row.says} | {default(row)} |" for row in rows() if row.group == group]
    return "\n".join([f"### {group}", "", "| variable | says | default |", "|---|---|---|", *lines])


def rows() -> Iterator[Variable]:
    """In the order of the page: HOST, and then the ports at which it listens."""
    made = ports.rows()
    first, *others = own_rows().values()
    yield first
    yield from (row for row in made if row.group == VISITORS)
    yield from others
    yield from (row for row in made if row.group != VISITORS)


def default(row: Variable) -> str:
    return row.default_says or (row.default if row.default and row.default.isdecimal() else f"`{row.default}`")


if __name__ == "__main__":
    main()
