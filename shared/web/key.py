"""The key with which the gateway signs who somebody is: made once per folder, known to our own processes only."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

NAME = "gateway.key"
SIZE = 32  # bytes, kept as hex


class BadKey(Exception):
    """The file is there, and it holds no key."""


def gateway_key(var: Path) -> bytes:
    """The folder's key; the first process to ask makes it."""
    path = var / NAME
    if not path.exists():
        make_key(path)
    try:
        key = bytes.fromhex(path.read_text("ascii"))
    except ValueError:
        key = b""
    if len(key) != SIZE:
        raise BadKey(f"{path} does not hold {SIZE} bytes in hex: remove it, and the next start makes a new one")
    return key


def make_key(path: Path) -> None:
    """Whole or not at all, and never twice: a link fails where another process was faster."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{NAME}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(SIZE))
        file.flush()
        os.fsync(descriptor)
    with suppress(FileExistsError):
        os.link(draft, path)
    draft.unlink()
