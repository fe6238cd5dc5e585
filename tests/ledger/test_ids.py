"""Ids are 12 letters and digits, made from bytes: the same for the same, and as spread as they are."""

from collections import Counter
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from shared.ledger.forms.check import STREAM
from shared.ledger.ids import LENGTH, LETTERS, id_from


@given(st.binary(max_size=40))
def test_every_id_is_in_the_ledgers_form(material):
    assert STREAM.fullmatch(f"match:{id_from(material)}")
    assert id_from(material) == id_from(material)


def test_the_smallest_ids_are_known():
    assert [id_from(bytes([number])) for number in (0, 1, 36)] == ["a" * 12, "b" + "a" * 11, "ab" + "a" * 10]


def test_different_bytes_give_different_ids_of_evenly_used_letters():
    ids = {id_from(sha256(bytes([high, low])).digest()) for high in range(20) for low in range(100)}
    assert len(ids) == 2000
    used = Counter(letter for id_ in ids for letter in id_)
    expected = 2000 * LENGTH / len(LETTERS)
    assert all(0.8 * expected < used[letter] < 1.2 * expected for letter in LETTERS)
