"""Signatures of browsers: by WebCrypto and by the vendored implementation, against RFC 8032 and another library."""

import json
import secrets
import subprocess
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from frontend.bundles.made import STATIC
from shared.games.registry import GAMES
from shared.ledger.canonical import canonical
from tests.node import MISSING, node
from tests.records import record, rows

PROGRAM = Path(__file__).parent / "curve.mjs"
ORDER = 2**252 + 27742317777372353535851937790883648493
# RFC 8032, section 7.1: secret, key, message, signature.
VECTORS = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]
Ask = Callable[..., list[Any]]


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of the pages, where Node takes them for modules."""
    folder = copytree(STATIC, tmp_path_factory.mktemp("modules") / "static")
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


@pytest.fixture(params=["with WebCrypto", "without WebCrypto"])
def ask(request: pytest.FixtureRequest, modules: Path) -> Ask:
    path = node()
    assert path, MISSING
    command = [path, "--no-warnings", str(PROGRAM), request.param]

    def answers(*asked: dict[str, Any]) -> list[Any]:
        given = "".join(json.dumps(one) + "\n" for one in asked)
        said = subprocess.run(
            command, input=given, capture_output=True, check=False, timeout=60, text=True, cwd=modules
        )
        assert (said.returncode, said.stderr) == (0, "")
        return [json.loads(line) for line in said.stdout.splitlines()]

    return answers


def check(key: str, message: str, signature: str) -> dict[str, Any]:
    return {"way": "check", "key": key, "message": message, "signature": signature}


def is_signed(key: str, message: bytes, signature: str) -> bool:
    """What another library says."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message)
    except InvalidSignature:
        return False
    return True


def test_the_vectors_of_the_standard(ask: Ask):
    signed = ask(*({"way": "sign", "secret": secret, "message": message} for secret, _, message, _ in VECTORS))
    assert signed == [signature for *_, signature in VECTORS]
    assert ask(*(check(*rest) for _, *rest in VECTORS)) == [True] * len(VECTORS)


def test_what_a_browser_signs_another_library_takes(ask: Ask):
    messages = [secrets.token_bytes(size) for size in (0, 1, 63, 111, 112, 127, 128, 400, 5000)]
    for message, made in zip(messages, ask(*({"way": "make", "message": one.hex()} for one in messages)), strict=True):
        assert is_signed(made["key"], message, made["signature"])
        assert not is_signed(made["key"], message + b"x", made["signature"])
        assert made["said"] in (None, False)  # a key of WebCrypto can't be read out


def test_what_another_library_signs_a_browser_takes_and_nothing_else(ask: Ask):
    asked, expected = list[dict[str, Any]](), list[bool]()
    for size in (0, 1, 111, 112, 400):
        key, message = Ed25519PrivateKey.generate(), secrets.token_bytes(size)
        signature = key.sign(message)
        public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
        larger = int.from_bytes(signature[32:], "little") + ORDER  # the same point by another number
        for said, is_so in (
            (signature, True),
            (bytes([signature[0] ^ 1]) + signature[1:], False),
            (signature[:40] + bytes([signature[40] ^ 1]) + signature[41:], False),
            (signature[:32] + larger.to_bytes(32, "little"), False),
            (bytes(64), False),
            (signature[:63], False),
            (b"", False),
        ):
            asked.append(check(public, message.hex(), said.hex()))
            expected.append(is_so)
        asked += [check(public, (message + b"x").hex(), signature.hex()), check("ff" * 32, "", signature.hex())]
        expected += [False, False]
    assert ask(*asked) == expected


@pytest.mark.parametrize("game", GAMES)
def test_a_browser_signs_the_bytes_that_python_reads(ask: Ask, game: str):
    """Of each move of a match, and of orders."""
    envelopes = [line["envelope"] for line in rows(record(game, "fair"))[1:]]
    asked, expected = list[dict[str, Any]](), list[str]()
    for envelope in envelopes:
        if said := envelope["move"]:
            previous = envelope["previous"]
            asked.append({"way": "move", "match": "r3c0r4o5f6a7", "previous": previous, **said})
            row = ["urbanist-move-1", "r3c0r4o5f6a7", said["seat"], said["turn"], previous, said["move"]]
            expected.append(canonical(row).hex())
    for type_, data in (
        ("match.seat_resigned", {"seat": 0}),
        ("match.take_back_answered", {"seat": 1, "request": 7, "agrees": True}),
        ("match.ended", {"reason": "left"}),
        ("match.aborted", {"reason": "left", "note": None}),
    ):
        asked.append({"way": "order", "match": "r3c0r4o5f6a7", "previous": "ab" * 32, "type": type_, "data": data})
        expected.append(canonical(["urbanist-order-1", "r3c0r4o5f6a7", "ab" * 32, type_, data]).hex())
    assert len(asked) > 8
    assert ask(*asked) == expected
