"""A history that is written anew after its heads were in an anchor, and proofs of that which prove nothing."""

from collections.abc import Iterator
from typing import Any

from shared.ledger.anchors.anchor import Anchor, Leaf
from shared.ledger.anchors.tree import levels_of, path_of, root_of
from shared.ledger.canonical import canonical, parse
from tests.attacks import honest
from tests.attacks.attack import PROVED_FAIR, SEAT, Attack, Beside, Says, unsigned_at
from tests.attacks.of_people import other_move
from tests.records import ADA, BEA, ID, rows

AT = "2026-05-01T13:00:00.000Z"


def proof(file: bytes, **forged: Any) -> bytes:
    """That the heads of this record were in the first anchor of the server, beside those of other streams."""
    last = {line["envelope"]["stream"]: line["envelope"] for line in rows(file)[1:]}
    leaves = [Leaf(stream, head["version"], head["digest"]) for stream, head in last.items()]
    leaves.append(Leaf("match:zzzzzzzzzzzz", 3, "ab" * 32))
    lines = [leaf.to_bytes() for leaf in sorted(leaves)]
    levels = levels_of(lines)
    anchor = Anchor(AT, len(lines), 1, None, root_of(levels).hex())
    own = [
        {"index": index, "leaf": list(leaf), "path": [step.hex() for step in path_of(levels, index)]}
        for index, leaf in enumerate(sorted(leaves))
        if leaf.stream.endswith(ID)
    ]
    said = {**parse(anchor.to_bytes()), **forged}
    return canonical({"anchors": [{"anchor": said, "leaves": own}], "format": "urbanist-anchor-1", "id": ID})


def attacks() -> Iterator[Attack]:
    def of(file: bytes, says: str, **forged: Any) -> Beside:
        return Beside("--anchor", lambda: proof(file, **forged), says)

    real = honest.honest("two")
    unsigned = Says(
        unsigned_at((2, 1)), SEAT, f"{BEA}: your number is in it, and 15 of 16 moves of yours carry your signature"
    )
    yield Attack(
        "rewritten_after_an_anchor",
        "the host",
        "writes the end of a match anew after an anchor had it",
        "two",
        lambda: other_move(-1, ADA),
        unsigned,
        beside=of(
            real, "is not the event that the anchor 1 of 2026-05-01T13:00:00.000Z names: this record was written later"
        ),
    )
    yield Attack(
        "cut_off_after_an_anchor",
        "the host",
        "hands out a match that ended otherwise, and is shorter",
        "ended_alone",
        lambda: honest.honest("ended_alone"),
        PROVED_FAIR,
        beside=of(real, "and this record does not have it"),
    )
    yield Attack(
        "anchor_forged",
        "the host",
        "makes an anchor for what it wrote later",
        "two",
        lambda: other_move(-1, ADA),
        unsigned,
        beside=of(other_move(-1, ADA), "forged proof: ", root="cd" * 32),
    )
