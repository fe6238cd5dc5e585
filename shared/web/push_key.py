"""The key by which push services know this server: one per folder, made when it is first needed, and kept beside the
gateway's. Browsers that asked to be called are bound to it: with another one they have to ask again.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)

from shared.once import write_once
from shared.web.key import BadKey

NAME = "push.pem"
POINT = 65  # bytes of a public key that is not compressed
BASE64 = re.compile("[A-Za-z0-9_-]{0,200}={0,2}")  # Python itself would skip whatever is none of it


def push_key(var: Path) -> EllipticCurvePrivateKey:
    """The folder's key; the first process to ask makes it. Raises BadKey."""
    path = var / NAME
    if not path.exists():
        _make(path)
    try:
        found = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except (OSError, ValueError) as error:
        raise BadKey(f"{path} holds no key: {error}. Restore it from a copy of the folder, or remove it.") from error
    if not isinstance(found, EllipticCurvePrivateKey) or not isinstance(found.curve, SECP256R1):
        raise BadKey(f"{path} holds a key of another kind. Restore it from a copy of the folder, or remove it.")
    return found


def public_part(key: EllipticCurvePrivateKey) -> str:
    """As browsers want to hear it (RFC 8292)."""
    point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")


def read_base64(text: str) -> bytes:
    """As browsers write keys; empty where it is none."""
    bare = text.rstrip("=")
    if not BASE64.fullmatch(text) or len(bare) % 4 == 1:
        return b""
    return urlsafe_b64decode(bare + "=" * (-len(bare) % 4))


def is_point(found: bytes) -> bool:
    """Whether a message can be sealed for it: it has the form, and lies on the curve."""
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), found)
    except ValueError:
        return False
    return len(found) == POINT


def _make(path: Path) -> None:
    text = generate_private_key(SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    with suppress(FileExistsError):
        write_once(path, text)
