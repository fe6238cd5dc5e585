"""The key by which this server signs what it says itself: one Ed25519 key per folder, made when it is first needed.

Its public half stands in every record that begins here. Whoever restores a folder without it goes on with a new one:
earlier records and receipts keep the key that they name.
"""

from contextlib import suppress
from functools import cache
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from shared.once import write_once
from shared.settings import settings
from shared.web.key import BadKey

NAME = "host.pem"


def host_key() -> Ed25519PrivateKey:
    """That of this process's folder. Raises BadKey."""
    return key_in(settings().var)


def public_host_key() -> str:
    return public_half(host_key())


def known_host_key() -> Ed25519PrivateKey | None:
    """The same; None where this folder has none. Workers on their own, which only sign, make no second one."""
    var = settings().var
    return key_in(var) if (var / NAME).exists() else None


@cache
def key_in(var: Path) -> Ed25519PrivateKey:
    """The folder's key; the first process to ask makes it. Raises BadKey."""
    path = var / NAME
    if not path.exists():
        _make(path)
    try:
        found = load_pem_private_key(path.read_bytes(), password=None)
    except (OSError, ValueError) as error:
        raise BadKey(f"{path} holds no key: {error}. Restore it from a copy of the folder, or remove it.") from error
    if not isinstance(found, Ed25519PrivateKey):
        raise BadKey(f"{path} holds a key of another kind. Restore it from a copy of the folder, or remove it.")
    return found


def public_half(key: Ed25519PrivateKey) -> str:
    """32 bytes as hex."""
    return key.public_key().public_bytes_raw().hex()


def is_signed(key: str, message: bytes, signature: str) -> bool:
    """Whether the signature is that of this public key; both are hex."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _make(path: Path) -> None:
    text = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    with suppress(FileExistsError):
        write_once(path, text)
