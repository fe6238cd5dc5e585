"""Keys that a browser made and keeps: where no script can read them, or in local storage, or not at all."""

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.frontend.audit.conftest import Modules, modules

__all__ = ["modules"]

pytestmark = pytest.mark.browser

MAKE = """async ({ lacks }) => {
  const { newKey, signerOf } = await import("/signing/keys.js");
  localStorage.clear();
  const broken = {
    database: [indexedDB, "open"], curve: [crypto.subtle, "generateKey"], store: [Storage.prototype, "setItem"],
  };
  const mended = lacks.map(what => {
    const [owner, name] = broken[what], whole = owner[name];
    owner[name] = () => { throw new DOMException("not here", "NotSupportedError"); };
    return () => { owner[name] = whole; };
  });
  const key = await newKey();
  mended.forEach(mend => mend());
  const sign = key && await signerOf(key);
  const message = Uint8Array.of(1, 2, 3);
  const stored = Object.keys(localStorage), other = await signerOf("ab".repeat(32));
  return { key, signature: sign ? await sign(message) : null, stored, other };
}"""
KEPT = """async key => {
  const open = indexedDB.open("urbanist", 1);
  await new Promise(done => { open.onsuccess = done; });
  const asked = open.result.transaction("keys").objectStore("keys").get(key);
  await new Promise(done => { asked.onsuccess = done; });
  open.result.close();
  const { privateKey } = asked.result;
  const read = await crypto.subtle.exportKey("pkcs8", privateKey).then(() => true, () => false);
  return { extractable: privateKey.extractable, read };
}"""


def make(modules: Modules, *lacks: str) -> Any:
    said = modules.say(MAKE, {"lacks": lacks})
    assert said["other"] is None
    if said["signature"]:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(said["key"])).verify(
            bytes.fromhex(said["signature"]), bytes([1, 2, 3])
        )
    return said


def test_a_key_signs_and_no_script_can_read_it(modules: Modules):
    said = make(modules)
    assert len(said["signature"]) == 128
    assert said["stored"] == []
    assert modules.say(KEPT, said["key"]) == {"extractable": False, "read": False}


@pytest.mark.parametrize("lack", ["curve", "database"])
def test_where_that_can_not_be_the_secret_is_in_local_storage(modules: Modules, lack: str):
    said = make(modules, lack)
    assert len(said["signature"]) == 128
    assert said["stored"] == [f"urbanist-key-{said['key']}"]


def test_where_nothing_is_kept_there_is_no_key(modules: Modules):
    assert make(modules, "curve", "store")["key"] == ""
    assert make(modules, "database", "store")["key"] == ""


OLD = """async ages => {
  const { keepPrivate } = await import("/signing/kept.js");
  const { generated } = await import("/signing/curve.js");
  const made = await Promise.all([...ages, 0].map(generated)), now = Date.now, DAY = 24 * 3600 * 1000;
  for (const [at, age] of [...ages, 0].entries()) {
    Date.now = () => now() - age * DAY;
    await keepPrivate(made[at]);
  }
  Date.now = now;
  const { signerOf } = await import("/signing/keys.js");
  return Promise.all(made.map(async ({ key }) => Boolean(await signerOf(key))));
}"""


def test_keys_of_matches_that_must_be_over_are_forgotten(modules: Modules):
    assert modules.say(OLD, [800, 367, 365, 3]) == [False, False, True, True, True]
