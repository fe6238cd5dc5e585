"""The tree of RFC 9162: it is as defined there, and each path proves its leaf and nothing else."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra import verify as alone
from shared.ledger.anchors.tree import levels_of, path_of, root_by, root_of

LEAVES = st.lists(st.binary(max_size=40), min_size=1, max_size=70, unique=True)


# RFC 9162, 2.1.1 and 2.1.3.1, word for word.


def defined_root(leaves: list[bytes]) -> bytes:
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    k = split(len(leaves))
    return sha256(b"\x01" + defined_root(leaves[:k]) + defined_root(leaves[k:])).digest()


def defined_path(index: int, leaves: list[bytes]) -> list[bytes]:
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if index < k:
        return [*defined_path(index, leaves[:k]), defined_root(leaves[k:])]
    return [*defined_path(index - k, leaves[k:]), defined_root(leaves[:k])]


def split(count: int) -> int:
    """The largest power of two below it."""
    return 1 << (count - 1).bit_length() - 1


@given(LEAVES)
def test_root_and_paths_are_those_of_the_definition(leaves: list[bytes]):
    levels = levels_of(leaves)
    assert root_of(levels) == defined_root(leaves)
    assert [path_of(levels, index) for index in range(len(leaves))] == [
        defined_path(index, leaves) for index in range(len(leaves))
    ]


@given(LEAVES)
def test_each_path_leads_to_the_root_in_both_programs(leaves: list[bytes]):
    levels = levels_of(leaves)
    for index, leaf in enumerate(leaves):
        path = path_of(levels, index)
        assert root_by(leaf, index, len(leaves), path) == root_of(levels)
        assert alone.root_by(leaf, index, len(leaves), path) == root_of(levels)


@given(LEAVES, st.data())
def test_whatever_is_changed_in_a_proof_leads_elsewhere(leaves: list[bytes], data: st.DataObject):
    levels = levels_of(leaves)
    index = data.draw(st.integers(0, len(leaves) - 1))
    leaf, count, path = leaves[index], len(leaves), path_of(levels, index)
    what = data.draw(st.sampled_from(["leaf", "index", "longer", *(["shorter", "path", "order"] if path else [])]))
    match what:
        case "leaf":
            leaf += b"x"
        case "index":
            index = data.draw(st.integers(-2, count + 2).filter(lambda other: other != index))
        case "longer":
            path = [*path, bytes(32)]
        case "shorter":
            path = path[:-1]
        case "path":
            at = data.draw(st.integers(0, len(path) - 1))
            path = [*path[:at], sha256(path[at]).digest(), *path[at + 1 :]]
        case "order":
            path = [*path[1:], bytes(32)]
    for way in (root_by, alone.root_by):
        assert way(leaf, index, count, path) != root_of(levels)


@pytest.mark.parametrize("count", [2, 3, 5, 8])
def test_no_node_can_be_taken_for_a_leaf(count: int):
    """Without the bytes before them, two hashes would be a leaf of a smaller tree with the same root."""
    levels = levels_of([bytes([number]) for number in range(count)])
    as_leaves = [b"".join(levels[0][at : at + 2]) for at in range(0, count, 2)]
    assert root_of(levels_of(as_leaves)) != root_of(levels)
