"""The examples of docs/ledger.md: the verifier in the browser agrees with every one of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.frontend.audit.conftest import Modules

pytestmark = pytest.mark.browser

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[3] / "docs" / "vectors.json").read_text(encoding="utf-8")
)
# For each group what the modules say of one example, as an object that holds what the example says too.
SAID = {
    "canonical": """({ json, canonical }) => {
      const again = written(parse(ascii(canonical)));
      return { json, canonical: written(JSON.parse(json)) === again && again };
    }""",
    "refused_values": "given => ({ ...given, refused: isRefused(ascii(given.json)) })",
    "refused_bytes": "given => ({ ...given, refused: isRefused(raw(given.hex)) })",
    "digest": "async given => ({ ...given, digest: await digestOf({ ...given.envelope, digest: '' }) })",
    "seal": """async given => ({
      ...given, seal: await sealOf(given.part, given.salt), sealed: written({ part: given.part, salt: given.salt }),
    })""",
    "commitment": "async given => ({ ...given, commitment: await hashOf(given.seed) })",
    "nonce": "async given => ({ ...given, hash: await hashOf(given.nonce) })",
    "key": "async given => ({ ...given, key: hex(await keyOf(given.seed, given.id, given.nonces)) })",
    "draw": """async given => {
      const mac = await keyed(raw(given.key)), order = await orderOf(mac, given.label, given.items.length);
      const seals = await Promise.all(order.map((index, at) => sealAt(mac, given.label, at, given.items[index])));
      return { ...given, order, seals };
    }""",
    "reveal": """async given => {
      const [label, position, item, salt] = given.reveal;
      return { ...given, seal: await sealOfPosition(salt, label, position, item) };
    }""",
    "bot": """async given => {
      const mac = await keyed(raw(given.key));
      return { ...given, chance: hex(await mac(ascii(`bot:${given.seat}:${given.turn}`))) };
    }""",
    "below": """async given => {
      const mac = await keyed(raw(given.chance));
      return { ...given, number: Number(BigInt(`0x${hex(await mac(ascii(given.label)))}`) % BigInt(given.n)) };
    }""",
    "partition": """async given => {
      const first = (await sha256(ascii(given.stream.split(":")[1])))[0];
      return { ...given, key: `{${first}}:${given.stream}` };
    }""",
    "signature": """async given => {
      const isOne = await isSigned(given.key, new TextEncoder().encode(given.text), given.signature);
      return { ...given, signature: isOne && given.signature };
    }""",
    "export": """async given => {
      const { grade } = await verify(ascii(given.file));
      return { ...given, refused: ["broken", "damaged"].includes(grade) };
    }""",
}
EACH = """async all => {
  const { canonical, parse, written } = await import("/verify/canonical.js");
  const { digestOf, keyOf, sealOf } = await import("/verify/digests.js");
  const { ascii, hashOf, hex, keyed, orderOf, raw, sealAt, sealOfPosition, sha256 } = await import("/verify/hashes.js");
  const { isSigned } = await import("/signing/curve.js");
  const { verify } = await import("/verify.js");
  const isRefused = bytes => { try { parse(bytes); return false; } catch { return true; } };
  return Promise.all(all.map(%s));
}"""


@pytest.mark.parametrize("group", sorted(VECTORS.keys() - {"anchor"}))  # a browser takes no proof of an anchor
def test_the_modules_agree_with_every_example(modules: Modules, group: str):
    wanted = VECTORS[group]
    if group.startswith("refused"):
        wanted = [{**given, "refused": True} for given in wanted]
    if group == "export":
        wanted = [{**given, "refused": given["refused"] is not None} for given in wanted]
    assert modules.say(EACH % SAID[group], VECTORS[group]) == wanted


def test_an_example_that_is_wrong_would_be_noticed(modules: Modules):
    (given, *_) = VECTORS["nonce"]
    wrong = {**given, "nonce": "00" * 32}
    assert modules.say(EACH % SAID["nonce"], [wrong]) != [wrong]
