"""The bundles of this process, made once when they are first asked for: they change with a release only."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

import brotli
from jinja2 import Environment
from rcssmin import cssmin
from rjsmin import jsmin

from frontend.bundles.modules import closure, joined
from frontend.bundles.table import AUDIT, BOARD_STYLES, HTMX, LATER, MORE_SCRIPTS, MORE_STYLES, SCRIPTS, STYLES
from frontend.compressing import gzipped

STATIC = Path(__file__).parents[1] / "static"
NOTHING: Mapping[str, "Bundle"] = MappingProxyType({})
TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


@dataclass(frozen=True)
class Bundle:
    name: str
    kind: str
    content: bytes
    digest: str

    @cached_property
    def encoded(self) -> dict[str, bytes]:
        """Compressed as much as it can be, once, when a browser first asks: by encoding, the smallest first."""
        return {"br": brotli.compress(self.content), "gzip": gzipped(self.content, level=9)}

    @property
    def address(self) -> str:
        return f"/static/{self.name}.{self.digest}.{self.kind}"


@cache
def bundles() -> dict[str, Bundle]:
    """By name and kind: `page.css`, `page.js`, and those of single pages and boards."""
    boards = STATIC / "boards"
    sheets = sorted(boards.glob("*.css"))
    later = dict[str, Bundle]()
    for name, files in LATER.items():
        bundle = _scripts(name, files, later, without=SCRIPTS)
        later |= dict.fromkeys(files, bundle)
    made = [
        *dict.fromkeys(later.values()),
        _scripts("page", SCRIPTS, later),
        _scripts("audit", AUDIT, later),
        _bundle("htmx", "js", "\n".join(map(_text, HTMX))),
        _styles("page", STYLES),
        *(_scripts(name, files, later, without=SCRIPTS) for name, files in MORE_SCRIPTS.items()),
        *(_styles(name, files) for name, files in MORE_STYLES.items()),
        *(_scripts(file.stem, (f"boards/{file.name}",)) for file in sorted(boards.glob("*.js"))),
        *(_styles(file.stem, (*BOARD_STYLES.get(file.stem, ()), f"boards/{file.name}")) for file in sheets),
    ]
    return {f"{one.name}.{one.kind}": one for one in made}


def address_of(name: str) -> str:
    return bundles()[name].address


def offer_bundles(templates: Environment) -> None:
    """Give templates the function `bundle_at`."""
    bundles()
    templates.globals["bundle_at"] = address_of


def _scripts(
    name: str, files: tuple[str, ...], later: Mapping[str, Bundle] = NOTHING, without: tuple[str, ...] = ()
) -> Bundle:
    """`later`: where the modules are that can be imported when needed. `without`: files of a bundle that has run before
    this one is asked for.
    """
    there = {module.name for module in closure(STATIC, without)}
    modules = [module for module in closure(STATIC, files) if module.name not in there]

    def address_of_later(module: str) -> str:
        if module not in later:
            raise LookupError(f"{module} is imported later and not named in frontend/bundles/table.py")
        return later[module].address

    return _bundle(name, "js", jsmin(joined(modules, address_of_later)))


def _styles(name: str, files: tuple[str, ...]) -> Bundle:
    return _bundle(name, "css", cssmin("\n".join(map(_text, files))))


def _text(file: str) -> str:
    return (STATIC / file).read_text("utf-8")


def _bundle(name: str, kind: str, text: str) -> Bundle:
    content = text.encode()
    return Bundle(name, kind, content, sha256(content).hexdigest()[:12])
