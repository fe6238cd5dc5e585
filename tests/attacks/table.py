"""All attacks, and the rows by which docs/audit.md lists them: `python -m tests.attacks.table` prints them."""

from collections.abc import Iterator, Mapping
from functools import cache

from tests.attacks import (
    of_anchors,
    of_bots,
    of_course,
    of_limits,
    of_numbers,
    of_operators,
    of_people,
    of_signatures,
    of_strangers,
)
from tests.attacks.attack import Attack

FAMILIES = {
    "Seats of bots": of_bots,
    "Numbers, deals and receipts": of_numbers,
    "What people did": of_people,
    "Signatures and keys": of_signatures,
    "The course of a table and a match": of_course,
    "Operators and points": of_operators,
    "Anchors": of_anchors,
    "Strangers with a file": of_strangers,
    "Limits": of_limits,
}


@cache
def by_family() -> Mapping[str, list[Attack]]:
    return {title: list(family.attacks()) for title, family in FAMILIES.items()}


@cache
def attacks() -> Mapping[str, Attack]:
    return {attack.name: attack for found in by_family().values() for attack in found}


@cache
def file_of(name: str) -> bytes:
    return attacks()[name].make()


def rows() -> Iterator[str]:
    """Of Markdown: what is named, family by family, then what is not."""
    for title, found in by_family().items():
        named = [attack for attack in found if not attack.limit]
        if named:
            yield from (f"### {title}", "", "| name | who lies, and how | what verifiers say |", "|---|---|---|")
            yield from (f"| `{one.name}` | {one.liar} {one.lie} | {verdict(one)} |" for one in named)
            yield ""
    yield from (
        "### What no file can name",
        "",
        "| name | who lies, and how | what verifiers say | why not |",
        "|---|---|---|---|",
    )
    for one in attacks().values():
        if one.limit:
            yield f"| `{one.name}` | {one.liar} {one.lie} | {verdict(one)} | {one.limit} |"


def verdict(attack: Attack) -> str:
    ruled = f"; `urbanist verify`: {attack.rules}" if attack.rules else ""
    kept = f"; with `{attack.beside.option}`: “{attack.beside.short}”" if attack.beside else ""
    return f"{attack.says}{ruled}{kept}"


if __name__ == "__main__":
    print("\n".join(rows()))
