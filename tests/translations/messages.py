"""Every sentence in the code that a catalogue has to have, with the files that say it."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import nodes

from shared import errors
from shared.language import ENGLISH, LANGUAGES
from tests.frontend.look.pages import environment

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "frontend/templates"
CODE = ("shared", "services", "frontend")
SAYING = {"say": 1, "say_plain": 1, "marked": 1, "Sentence": 1, "worded": 1, "translated": 1}
FORMS = {"plural": 2, "forms": 2, "marked_forms": 2, "worded_forms": 2, "translated_forms": 2}
SENSES = {"sense", "marked_sense", "translated_as"}


class Message(NamedTuple):
    """As gettext has it: `many` is for several things, `context` tells apart what English has one word for."""

    one: str
    many: str | None = None
    context: str | None = None


class Found(NamedTuple):
    """What some file has, and the line; `message` is None where the sentence is no literal."""

    file: str
    line: int
    function: str
    message: Message | None


def refusals() -> set[str]:
    """The names of all verdicts: each begins with its template."""
    return {name for name, one in vars(errors).items() if isinstance(one, type) and issubclass(one, Exception)}


def as_message(function: str, given: list[Any]) -> Message | None:
    """`given` are the literals of a call, None for what is none."""
    match given:
        case [str() as context, str() as one, *_] if function in SENSES:
            return Message(one, context=context)
        case [str() as one, str() as many, *_] if function in FORMS:
            return Message(one, many)
        case [str() as one, *_] if function not in SENSES | FORMS.keys():
            return Message(one)
        case _:
            return None


def in_template(name: str, source: str) -> Iterator[Found]:
    tree = environment().parse(source)
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in SAYING.keys() | FORMS.keys() | SENSES:
            given = [arg.value if isinstance(arg, nodes.Const) else None for arg in call.args]
            yield Found(name, call.lineno, call.node.name, as_message(call.node.name, given))


def in_python(name: str, source: str) -> Iterator[Found]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            function = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
            if function in SAYING.keys() | FORMS.keys() | SENSES | refusals():
                given = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
                yield Found(name, node.lineno, function, as_message(function, given))


@cache
def found() -> tuple[Found, ...]:
    """All calls of functions that mark, in all files."""
    files = [file for file in sorted(TEMPLATES.rglob("*")) if file.is_file() and file.suffix != ".css"]
    seen = [*(each for file in files for each in in_template(_name(file), file.read_text(encoding="utf-8")))]
    for file in sorted(file for folder in CODE for file in (ROOT / folder).rglob("*.py")):
        seen.extend(in_python(_name(file), file.read_text(encoding="utf-8")))
    return tuple(seen)


def _name(file: Path) -> str:
    return str(file.relative_to(ROOT))


@cache
def messages() -> dict[Message, list[str]]:
    """Each message with the files that have it. One that is said alone and with a plural is the latter."""
    places = defaultdict[Message, set[str]](set)
    for each in found():
        if each.message and each.message.one:
            places[each.message].add(each.file)
    forms = {(one, context): Message(one, many, context) for one, many, context in places if many}
    merged = defaultdict[Message, set[str]](set)
    for message, files in places.items():
        merged[forms.get((message.one, message.context), message)] |= files
    in_order = sorted(merged.items(), key=lambda each: (min(each[1]), each[0].one))
    return {message: sorted(files) for message, files in in_order}


TRANSLATED = tuple(code for code in LANGUAGES if code != ENGLISH)
