"""Public keys that can be given: points of prime order, written in the one way that there is."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import NotAllowed
from shared.platform.keys import PRIME, check_key, is_key

SMALL = (  # points of small order, as everybody lists them
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
)


@given(st.binary(min_size=32, max_size=32))
def test_keys_of_others_programs_are_keys(secret: bytes):
    assert is_key(Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw().hex())


@pytest.mark.parametrize("key", SMALL)
def test_no_point_of_small_order_is_one(key: str):
    assert not is_key(key)


def test_nor_is_one_that_is_written_in_another_way_or_no_point_at_all():
    assert not is_key((PRIME + 1).to_bytes(32, "little").hex())
    assert not is_key((2).to_bytes(32, "little").hex())


@given(st.integers(0, 2**256 - 1))
def test_whatever_is_none_is_refused_with_a_sentence(said: int):
    """One in sixteen is one: half of them are points, and an eighth of these have prime order."""
    key = said.to_bytes(32, "little").hex()
    if not is_key(key):
        with pytest.raises(NotAllowed, match="key must be an Ed25519 public key: 64 lower-case hexadecimal digits"):
            check_key(key)


@pytest.mark.parametrize("key", ["", "00", "AB" * 32, "x" * 64])
def test_it_is_written_as_hex(key: str):
    with pytest.raises(NotAllowed):
        check_key(key)
