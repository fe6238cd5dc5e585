"""The key with which the gateway signs a visitor's identity: one per folder, known to our own processes only."""

import os
import secrets
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from shared.mark import digest_of, read_mark, write_mark
from shared.once import write_once

NAME = "gateway.key"
SIZE = 32  # bytes, kept as hex
NEW_ONE = (
    "Restore it from a copy of the folder, or start once with URBANIST_ACCEPT_LOSS=key to go on with a new key: then "
    "everybody who has played here becomes a new guest, and can't reach their former seats."
)


class BadKey(Exception):
    """The file is gone, or holds no key, or not the one that was there before."""


def gateway_key(var: Path) -> bytes:
    """The folder's key; the first process to ask makes it."""
    path = var / NAME
    known = read_mark(var)
    if not path.exists():
        if known and known.key:
            raise BadKey(f"{path} is missing. {NEW_ONE}")
        make_key(path)
    key = key_in(path)
    if known and known.key not in (None, digest_of(key)):
        raise BadKey(f"{path} is not the key with which Urbanist ran last. {NEW_ONE}")
    return key


def key_in(path: Path) -> bytes:
    try:
        key = bytes.fromhex(path.read_text("ascii"))
    except ValueError:
        key = b""
    except OSError as error:
        raise BadKey(f"{path} can't be read: {error.strerror}. {NEW_ONE}") from error
    if len(key) != SIZE:
        raise BadKey(f"{path} does not hold {SIZE} bytes in hex. {NEW_ONE}")
    return key


def accept_new_key(var: Path) -> None:
    """If the earlier key is gone or unusable, the next process that asks makes a new one."""
    try:
        gateway_key(var)
    except BadKey:
        path, known = var / NAME, read_mark(var)
        if known:
            write_mark(var, replace(known, key=None))
        try:
            key_in(path)
        except BadKey:
            set_aside(path)


def set_aside(path: Path) -> None:
    """A file without a key is kept under another name: it may help to find the right one."""
    if os.path.lexists(path):
        path.rename(path.with_name(f"{NAME}.bad-{secrets.token_hex(4)}"))


def make_key(path: Path) -> None:
    """Nothing happens where another process was faster."""
    with suppress(FileExistsError):
        write_once(path, secrets.token_hex(SIZE).encode())
