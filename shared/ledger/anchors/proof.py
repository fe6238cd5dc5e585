"""The proof that a match is in anchors: for each leaf of it the path to a root that somebody may have kept."""

from collections.abc import Iterable

from shared.annotations import Json
from shared.errors import NotFound
from shared.ledger.anchors.anchor import FORMAT, Leaf
from shared.ledger.anchors.folder import Anchors
from shared.ledger.anchors.heads import OF_MATCH
from shared.ledger.anchors.tree import Levels, levels_of, path_of
from shared.ledger.canonical import canonical, parse
from shared.ledger.envelope import Envelope
from shared.ledger.store import Ledger


def proof_of(ledger: Ledger, anchors: Anchors, id_: str) -> bytes:
    """In canonical form, every leaf once, in the first anchor that has it. Raises NotFound where there is none."""
    streams = {f"{kind}:{id_}": ledger.last(f"{kind}:{id_}") for kind in OF_MATCH}
    sought, found = {stream: last for stream, last in streams.items() if last}, list[Json]()
    known: dict[str, int] = {}
    for number in anchors.since(_began(ledger, sought)) if sought else ():
        if leaves := _new(anchors, number, sought, known):
            found.append({"anchor": parse(anchors.of(number).to_bytes()), "leaves": leaves})
        if known == sought:
            break
    if not found:
        raise NotFound("no anchor names {id} yet", id=id_)
    return canonical({"anchors": found, "format": FORMAT, "id": id_})


def _began(ledger: Ledger, sought: Iterable[str]) -> str:
    """Before that no anchor can name them."""
    return min(Envelope.from_bytes(ledger.read(stream)[0].envelope).at for stream in sought)


def _new(anchors: Anchors, number: int, sought: Iterable[str], known: dict[str, int]) -> list[Json]:
    """What this anchor has that none before it had."""
    content = anchors.content(number)
    places = {stream: content.find(b'\n["%b",' % stream.encode()) for stream in sought}
    lines = [(at + 1, content[at + 1 : content.index(b"\n", at + 1)]) for at in places.values() if at >= 0]
    new = [(at, line, leaf) for at, line in lines if known.get((leaf := Leaf.from_bytes(line)).stream) != leaf.version]
    if not new:
        return []
    known |= {leaf.stream: leaf.version for _, _, leaf in new}
    levels = levels_of(content.split(b"\n")[1:-1])
    return [_proven(content.count(b"\n", 0, at) - 1, line, levels) for at, line, _ in new]


def _proven(index: int, line: bytes, levels: Levels) -> Json:
    return {"index": index, "leaf": parse(line), "path": [step.hex() for step in path_of(levels, index)]}
