"""Which files and folders a bot's process needs, wherever they live: all others are out of its sight."""

import json
import os
import sys
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path
from urllib.parse import unquote, urlsplit

LIBRARY = Path(__file__).resolve().parents[1]
SYSTEM = (
    *("/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/nix/store", "/gnu/store"),
    *("/etc/ld.so.cache", "/usr/share/zoneinfo", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"),
)
NETWORK = (
    *("/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/services"),
    *(
        "/etc/ssl/certs",
        "/etc/ssl/openssl.cnf",
        "/etc/pki/tls/certs",
        "/etc/pki/ca-trust",
        "/usr/share/ca-certificates",
    ),
)
OF_PYTHON = ("bin", "lib", "lib64", "pyvenv.cfg")
PACKAGES = ("site-packages", "dist-packages")


def needed(has_network: bool) -> tuple[str, ...]:
    """Absolute paths, which may lead through links. Some may not be there."""
    prefixes = {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}
    python = [os.path.join(prefix, part) for prefix in prefixes for part in OF_PYTHON]
    compiled = [sys.pycache_prefix] if sys.pycache_prefix else []
    found = [*SYSTEM, *(NETWORK if has_network else ()), *python, *compiled, *links(sys.executable), str(LIBRARY)]
    return tuple(sorted({*map(os.path.abspath, found), *filter(may_be_shown, (*on_path(), *edited()))}))


def links(path: str) -> Iterator[str]:
    """A file, and each that it leads to."""
    yield path
    while os.path.islink(path):
        path = os.path.join(os.path.dirname(path), os.readlink(path))
        yield path


def on_path() -> Iterator[str]:
    """Where this process finds its packages, without the folder in which it happens to run."""
    for entry in map(os.path.abspath, sys.path):
        if os.path.exists(entry) and (entry != os.getcwd() or os.path.basename(entry) in PACKAGES):
            yield entry


def edited() -> Iterator[str]:
    """Folders of packages that are installed where they are written (PEP 610)."""
    for package in distributions():
        try:
            origin = json.loads(package.read_text("direct_url.json") or "{}")
            if origin.get("dir_info", {}).get("editable"):
                yield os.path.abspath(unquote(urlsplit(origin["url"]).path))
        except (ValueError, OSError, LookupError, TypeError, AttributeError):  # whoever wrote it is not trusted
            continue


def may_be_shown(path: str) -> bool:
    """A folder around this library holds what is no bot's business, such as the settings of a checkout."""
    return os.path.basename(path) in PACKAGES or not LIBRARY.is_relative_to(os.path.realpath(path))
