"""Checks, before others are let in, that the secrets are secret; the answers are sentences."""

import os
from itertools import pairwise
from urllib.parse import unquote, urlsplit

from shared.addresses import is_loopback
from shared.settings import Settings
from shared.web.key import NAME

FEWEST = 12  # different bytes among 32 random ones; by chance there are fewer in one of 10^20 keys
KNOWN = {"", "admin", "changeme", "default", "foobared", "password", "redis", "secret", "test", "urbanist", "valkey"}
WEAK = (
    "{path} does not hold a random key, so anybody could forge cookies: remove it, and start once with "
    "URBANIST_ACCEPT_LOSS=key to get a new one."
)
READABLE = "{path} can be read by other users of this machine: chmod 600 {path}, then start again."
BARE = (
    "REDIS_URL names a server at {host} with {password}, while others can reach this machine: give the server a long "
    "password (requirepass), and write redis://:PASSWORD@{host}."
)
NO_NAMES = (
    "HOST is {host}, so everybody who reaches this machine can open it, without encryption: use it in a network that "
    "you trust, or put a proxy with https in front of it (docs/hosting.md)."
)


def why_not(chosen: Settings, key: bytes) -> list[str]:
    """What is wrong and what to do about it; a key that isn't random is always refused."""
    path = chosen.var / NAME
    found = [WEAK.format(path=path)] if is_weak(key) else []
    if chosen.is_public:
        if os.stat(path).st_mode & 0o077:
            found.append(READABLE.format(path=path))
        found += bare(chosen)
    return found


def warnings(chosen: Settings) -> list[str]:
    if not chosen.is_public:
        return bare(chosen)
    return [] if is_loopback(chosen.host) else [NO_NAMES.format(host=chosen.host)]


def is_weak(key: bytes) -> bool:
    """Whether it is zeros, a pattern, a sequence or words: what people write instead of something random."""
    steps = {(after - before) % 256 for before, after in pairwise(key)}
    return len(set(key)) < FEWEST or len(steps) < FEWEST or all(32 <= byte < 127 for byte in key)


def bare(chosen: Settings) -> list[str]:
    """A sentence for a server elsewhere that lets everybody in; nobody else reaches one on this machine or a socket."""
    address = urlsplit(chosen.redis_url)
    host = address.hostname or ""
    if address.scheme == "unix" or is_loopback(host):
        return []
    password = unquote(address.password or "")
    if password.lower() not in KNOWN:
        return []
    return [BARE.format(host=host, password="a password that everybody knows" if password else "no password")]
