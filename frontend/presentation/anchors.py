"""Anchors as pages show them."""

from typing import TypedDict

from shared.ledger.anchors import Anchor, Anchors

SHOWN = 48  # two days of hours


class AnchorContext(TypedDict):
    """`line` is what somebody keeps elsewhere."""

    number: int
    at: str
    count: int
    line: str


class AnchorsPage(TypedDict):
    """The newest first; `more` says how many older ones there are."""

    anchors: list[AnchorContext]
    more: int


class AnchorPage(TypedDict):
    anchor: AnchorContext
    is_stamped: bool
    before: int | None
    after: int | None


def anchors_page(anchors: Anchors) -> AnchorsPage:
    numbers = anchors.numbers
    return {
        "anchors": [anchor_context(anchors.of(number)) for number in reversed(numbers[-SHOWN:])],
        "more": max(0, len(numbers) - SHOWN),
    }


def anchor_page(anchors: Anchors, number: int) -> AnchorPage:
    """Raises NotFound."""
    return {
        "anchor": anchor_context(anchors.of(number)),
        "is_stamped": anchors.token(number) is not None,
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if number < anchors.last else None,
    }


def anchor_context(anchor: Anchor) -> AnchorContext:
    return {
        "number": anchor.number,
        "at": anchor.at,
        "count": anchor.count,
        "line": anchor.text,
    }
