"""The examples of docs/ledger.md, three times: this code agrees with them, and so does the verifier that stands alone.

And so do ten lines of hashlib, hmac and json.
"""

import hmac
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from infra import verify as alone
from services.console.verify import verify as with_rules
from shared.errors import Malformed
from shared.evidence import Reveal
from shared.games.chance import Chance, bot_key, commitment, match_key, nonce_hash, seal
from shared.ledger.anchors import Anchor, Leaf
from shared.ledger.anchors.tree import levels_of, path_of, root_of
from shared.ledger.canonical import NotCanonical, canonical, parse
from shared.ledger.envelope import digest_of, seal_of, sealed_bytes
from shared.ledger.forms.check import check_envelope
from shared.ledger.redis import partition, stream_key
from shared.platform.records.read_export import read_export
from shared.platform.streams import REGISTRY
from shared.web.host_key import is_signed

DOCS = Path(__file__).parents[2] / "docs"
VECTORS: dict[str, list[dict[str, Any]]] = json.loads((DOCS / "vectors.json").read_text(encoding="utf-8"))


def each(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("given", VECTORS[name])


# What somebody writes who has read the document and nothing else.


def plain(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def hashed(*parts: bytes) -> str:
    return sha256(b"".join(parts)).hexdigest()


def mac(key: str, message: str | bytes) -> bytes:
    return hmac.new(bytes.fromhex(key), message.encode() if isinstance(message, str) else message, sha256).digest()


def is_plain(value: Any, deeper: int = 32) -> bool:
    """Whether a value has a canonical form."""
    match value:
        case None | bool():
            return True
        case int():
            return -(2**53) < value < 2**53
        case str():
            return not any(0xD800 <= ord(sign) < 0xE000 for sign in value)
        case list():
            return deeper > 0 and all(is_plain(one, deeper - 1) for one in value)
        case dict():
            signs = set("abcdefghijklmnopqrstuvwxyz0123456789_ ")
            are_keys = all(key and signs.issuperset(key) for key in value)
            return deeper > 0 and are_keys and all(is_plain(one, deeper - 1) for one in value.values())
    return False


def read_plainly(data: bytes) -> Any:
    """The value, or ValueError where these bytes are not its canonical form."""
    value = json.loads(data.decode("utf-8", "strict"))
    if not is_plain(value) or plain(value) != data:
        raise ValueError(data)
    return value


@each("canonical")
def test_a_value_has_this_canonical_form(given):
    value, said = json.loads(given["json"]), given["canonical"].encode()
    assert canonical(value) == plain(value) == alone.canonical(value) == said
    assert parse(said) == read_plainly(said) == alone.parse(said) == value


@each("refused_values")
def test_this_value_has_none(given):
    for refuse, error in ((parse, NotCanonical), (read_plainly, ValueError), (alone.parse, alone.Wrong)):
        with pytest.raises(error):
            refuse(given["json"].encode())


@each("refused_bytes")
def test_these_bytes_are_no_canonical_form(given):
    for refuse, error in ((parse, NotCanonical), (read_plainly, ValueError), (alone.parse, alone.Wrong)):
        with pytest.raises(error):
            refuse(bytes.fromhex(given["hex"]))


@each("digest")
def test_an_envelope_has_this_digest(given):
    assert digest_of(given["envelope"]) == hashed(plain(given["envelope"])) == given["digest"]
    assert alone.digest_of(given["envelope"]) == given["digest"]
    check_envelope({**given["envelope"], "digest": given["digest"]})


@each("seal")
def test_a_sealed_part_has_this_seal(given):
    part, salt = given["part"], bytes.fromhex(given["salt"])
    assert seal_of(part, salt) == hashed(salt, plain(part)) == alone.seal_of(part, given["salt"]) == given["seal"]
    assert sealed_bytes(part, salt) == plain({"part": part, "salt": salt.hex()}) == given["sealed"].encode()


@each("commitment")
def test_a_seed_has_this_commitment(given):
    assert commitment(given["seed"]) == hashed(bytes.fromhex(given["seed"])) == given["commitment"]
    assert alone.hash_of(given["seed"]) == given["commitment"]


@each("nonce")
def test_a_nonce_has_this_hash(given):
    assert nonce_hash(given["nonce"]) == hashed(bytes.fromhex(given["nonce"])) == given["hash"]
    assert alone.hash_of(given["nonce"]) == given["hash"]


@each("key")
def test_seed_and_nonces_give_this_key(given):
    seed, id_, nonces = given["seed"], given["id"], given["nonces"]
    assert match_key(seed, id_, nonces) == mac(seed, plain([id_, nonces])) == bytes.fromhex(given["key"])
    assert alone.key_of(seed, id_, nonces) == bytes.fromhex(given["key"])


@each("draw")
def test_a_key_gives_this_order_and_these_seals(given):
    key, label, items = given["key"], given["label"], given["items"]
    order = sorted(range(len(items)), key=lambda index: mac(key, f"{label}:{index}"))
    salts = [mac(key, f"salt:{label}:{position}") for position in range(len(items))]
    seals = [hashed(salts[at], f"{label}:{at}:{items[index]}".encode()) for at, index in enumerate(order)]
    assert (order, seals) == (given["order"], given["seals"])
    drawn = Chance(bytes.fromhex(key)).draw(label, items)
    assert (list(drawn.order), list(drawn.seals)) == (order, seals)
    assert alone.order_of(bytes.fromhex(key), label, len(items)) == order
    assert [alone.seal_at(bytes.fromhex(key), label, at, items[index]) for at, index in enumerate(order)] == seals
    assert [Chance(bytes.fromhex(key)).reveal(label, at, items[index]).salt for at, index in enumerate(order)] == [
        salt.hex() for salt in salts
    ]


@each("reveal")
def test_a_reveal_fits_its_seal(given):
    label, position, item, salt = Reveal(*given["reveal"])
    text = f"{label}:{position}:{item}".encode()
    assert seal(bytes.fromhex(salt), label, position, item) == hashed(bytes.fromhex(salt), text) == given["seal"]
    assert alone.seal_of_position(salt, label, position, item) == given["seal"]


@each("bot")
def test_a_bot_has_this_chance(given):
    key, seat, turn = given["key"], given["seat"], given["turn"]
    assert bot_key(bytes.fromhex(key), seat, turn) == mac(key, f"bot:{seat}:{turn}") == bytes.fromhex(given["chance"])


@each("below")
def test_a_chance_gives_this_number(given):
    chance, label, n = given["chance"], given["label"], given["n"]
    again = int.from_bytes(mac(chance, label), "big") % n
    assert Chance(bytes.fromhex(chance)).below(label, n) == again == given["number"]


@each("partition")
def test_a_stream_has_this_key(given):
    stream, key = given["stream"], given["key"]
    id_ = stream.split(":")[1]
    assert stream_key(stream) == f"{{{hashed(id_.encode())[0]}}}:{stream}" == key
    assert partition(id_) == key[1]


@each("export")
def test_a_file_is_read_or_refused(given):
    file = given["file"].encode()
    assert alone.verify(file).holds == with_rules(file).holds == (not given["refused"])
    if given["refused"]:
        with pytest.raises(Malformed):
            read_export(file, REGISTRY)
    else:
        assert read_export(file, REGISTRY).id == "m1k2m3k4m5k6"


@each("anchor")
def test_anchors(given):
    leaves, anchor = [plain(leaf) for leaf in given["leaves"]], Anchor.from_bytes(plain(given["anchor"]))
    levels = levels_of(leaves)
    assert leaves == sorted(leaves) == [Leaf(*leaf).to_bytes() for leaf in given["leaves"]]
    assert root_of(levels).hex() == anchor.root
    assert anchor.digest == given["digest"] == alone.hash_of_anchor(given["anchor"])
    for index, path in enumerate(given["paths"]):
        assert [step.hex() for step in path_of(levels, index)] == path
        steps = [bytes.fromhex(step) for step in path]
        assert alone.root_by(leaves[index], index, anchor.count, steps) == bytes.fromhex(anchor.root)


def test_each_anchor_of_the_examples_names_the_one_before():
    named = [given["anchor"]["previous"] for given in VECTORS["anchor"]]
    assert named == [None, *(given["digest"] for given in VECTORS["anchor"][:-1])]


def test_the_text_cites_every_group_of_vectors():
    text = (DOCS / "ledger.md").read_text(encoding="utf-8")
    assert [name for name in VECTORS if f"`{name}`" not in text] == []


@each("signature")
def test_a_text_has_this_signature(given):
    text, signature = given["text"].encode(), given["signature"]
    assert canonical(parse(text)) == text
    assert is_signed(given["key"], text, signature)
    assert alone.is_signed(given["key"], text, signature)
    assert not is_signed(given["key"], text + b" ", signature)
