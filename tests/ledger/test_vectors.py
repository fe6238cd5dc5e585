"""The examples of docs/ledger.md: made without this code, so that it and any other verifier must agree with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from shared.errors import Malformed
from shared.ledger.canonical import NotCanonical, canonical, parse
from shared.ledger.check import check_envelope
from shared.ledger.envelope import digest_of, seal_of, sealed_bytes
from shared.ledger.kinds import REGISTRY
from shared.ledger.read_export import read_export
from shared.ledger.redis import stream_key
from shared.rules.chance import Chance, Reveal, bot_key, commitment, match_key, nonce_hash, seal

DOCS = Path(__file__).parents[2] / "docs"
VECTORS: dict[str, list[dict[str, Any]]] = json.loads((DOCS / "vectors.json").read_text(encoding="utf-8"))


def each(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("given", VECTORS[name])


@each("canonical")
def test_a_value_has_this_canonical_form(given):
    said = given["canonical"].encode()
    assert canonical(json.loads(given["json"])) == said
    assert parse(said) == json.loads(given["json"])


@each("refused_values")
def test_this_value_has_none(given):
    with pytest.raises(NotCanonical):
        parse(given["json"].encode())


@each("refused_bytes")
def test_these_bytes_are_no_canonical_form(given):
    with pytest.raises(NotCanonical):
        parse(bytes.fromhex(given["hex"]))


@each("digest")
def test_an_envelope_has_this_digest(given):
    assert digest_of(given["envelope"]) == given["digest"]
    check_envelope({**given["envelope"], "digest": given["digest"]})


@each("seal")
def test_a_sealed_part_has_this_seal(given):
    salt = bytes.fromhex(given["salt"])
    assert seal_of(given["part"], salt) == given["seal"]
    assert sealed_bytes(given["part"], salt) == given["sealed"].encode()


@each("commitment")
def test_a_seed_has_this_commitment(given):
    assert commitment(given["seed"]) == given["commitment"]


@each("nonce")
def test_a_nonce_has_this_hash(given):
    assert nonce_hash(given["nonce"]) == given["hash"]


@each("key")
def test_seed_and_nonces_give_this_key(given):
    assert match_key(given["seed"], given["id"], given["nonces"]).hex() == given["key"]


@each("draw")
def test_a_key_gives_this_order_and_these_seals(given):
    drawn = Chance(bytes.fromhex(given["key"])).draw(given["label"], given["items"])
    assert list(drawn.order) == given["order"]
    assert list(drawn.seals) == given["seals"]


@each("reveal")
def test_a_reveal_fits_its_seal(given):
    label, position, item, salt = Reveal(*given["reveal"])
    assert seal(bytes.fromhex(salt), label, position, item) == given["seal"]


@each("bot")
def test_a_bot_has_this_chance(given):
    assert bot_key(bytes.fromhex(given["key"]), given["seat"], given["turn"]).hex() == given["chance"]


@each("partition")
def test_a_stream_has_this_key(given):
    assert stream_key(given["stream"]) == given["key"]


@each("export")
def test_a_file_is_read_or_refused(given):
    file = given["file"].encode()
    if given["refused"]:
        with pytest.raises(Malformed):
            read_export(file, REGISTRY)
    else:
        assert read_export(file, REGISTRY).id == "m1k2m3k4m5k6"


def test_the_text_cites_every_group_of_vectors():
    text = (DOCS / "ledger.md").read_text(encoding="utf-8")
    assert [name for name in VECTORS if f"`{name}`" not in text] == []
