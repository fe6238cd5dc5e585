"""Joins modules of scripts into one script.

Ours import and export in a few fixed forms, and whatever has another one is refused. Each module becomes a function
that is called once. All modules that a bundle needs are in it, and those that an earlier one has made already are not
made again, so bundles may come in any order.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, join, normpath

from frontend.bundles.names import shortened

IMPORT = re.compile(r'import (?:\{ ([\w, ]+) \}|\* as (\w+)) from "(\.[^"]+)";(?: *//.*)?')
LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
EXPORT = re.compile(r"export ((?:async )?function|class|const) (\w+)\b.*")
SEVERAL = re.compile(r'export const \w+ = (?:"[^"]*"|\d+)(?:, \w+ = (?:"[^"]*"|\d+))+;.*')  # only of plain values
NAMED = re.compile(r"\b(\w+) = ")
TOGETHER = re.compile(r"export \{ (\w+(?:, \w+)*),? \};")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
OTHER = re.compile(r"import\b|export\b|await\b|.*(?:\bimport\.meta|\bimport\((?!\"\.)|\$ma[dk]e\b)")
VENDORED = "noble/"
# A module that fails is reported, and the others go on, as they do in files of their own.
BEGINNING = """const $made = globalThis.$made ??= {};
function $make(name, body) {
  try {
    $made[name] ??= body();
  } catch (error) {
    reportError(error);
  }
}
"""


class UnknownForm(ValueError):
    """A module is written in a way that can't be joined."""


@dataclass(frozen=True)
class Module:
    name: str
    lines: tuple[str, ...]
    needs: tuple[tuple[str, tuple[str, ...]], ...]  # other modules, each with the names that are taken from it
    later: tuple[str, ...]  # modules that it imports when it needs them
    exports: tuple[str, ...]


def read(folder: Path, name: str) -> Module:
    text = (folder / name).read_text("utf-8")
    if is_vendored(name):  # its examples have imports
        text = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    lines, needs, later, exports = list[str](), list[tuple[str, tuple[str, ...]]](), list[str](), list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        later += [resolved(name, other) for other in LATER.findall(line)]
        if found := IMPORT.fullmatch(line):
            needs.append((resolved(name, found[3]), tuple((found[1] or "").split(", ")) if found[1] else ()))
            line = f"const {found[2] or _taken(found[1])} = $made[{_quoted(needs[-1][0])}];"
        elif found := EXPORT.fullmatch(line):
            exports += NAMED.findall(line) if SEVERAL.fullmatch(line) else [found[2]]
            line = line.removeprefix("export ")
        elif found := TOGETHER.fullmatch(line):
            exports += found[1].split(", ")
            line = ""
        elif OTHER.match(line):
            raise UnknownForm(f"{name}, line {number}, has a form that can't be joined: {line}")
        lines.append(line)
    return Module(name, tuple(lines), tuple(needs), tuple(later), tuple(exports))


def is_vendored(name: str) -> bool:
    return name.startswith(VENDORED)


def resolved(name: str, other: str) -> str:
    """A path of an import, seen from the folder of all."""
    return normpath(join(dirname(name), other))


def closure(folder: Path, names: Iterable[str]) -> list[Module]:
    """The modules with all that they import, each after those that it needs."""
    done: dict[str, Module] = {}

    def add(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise UnknownForm(f"modules import each other in a circle: {' > '.join((*above, name))}")
        if name in done:
            return
        module = read(folder, name)
        for other, taken in module.needs:
            add(other, (*above, name))
            if missing := {one.split(" as ")[0] for one in taken} - set(done[other].exports):
                raise UnknownForm(f"{name} imports what {other} does not export: {', '.join(sorted(missing))}")
        done[name] = module

    for name in names:
        add(name, ())
    return list(done.values())


def joined(modules: Iterable[Module], address_of_later: Callable[[str], str]) -> str:
    """One script of all of them. `address_of_later` says in which bundle a module is that is imported when needed."""
    return BEGINNING + "".join(_wrapped(module, address_of_later) for module in modules)


def _wrapped(module: Module, address_of_later: Callable[[str], str]) -> str:
    def fetched(found: re.Match[str]) -> str:
        other = resolved(module.name, found[1])
        return f"import({_quoted(address_of_later(other))}).then(() => $made[{_quoted(other)}])"

    body = LATER.sub(fetched, "\n".join(module.lines))
    if not is_vendored(module.name):
        body = shortened(body, module.exports)
    return f"$make({_quoted(module.name)}, () => {{\n{body}\nreturn {{ {', '.join(module.exports)} }};\n}});\n"


def _taken(names: str) -> str:
    return f"{{ {names.replace(' as ', ': ')} }}"


def _quoted(text: str) -> str:
    return f'"{text}"'
