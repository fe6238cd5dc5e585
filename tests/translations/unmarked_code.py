"""Sentences in Python that pass no function that marks them."""

import ast
import re
from collections.abc import Iterator
from functools import cache

from tests.translations.messages import FORMS, SAYING, SENSES, messages, refusals

SENTENCE = re.compile(r"[A-Za-z]{2,},? [a-z]{2,},? [a-z]{2,}")  # three words


def unmarked_code(source: str) -> Iterator[str]:
    """Each text of three words that is no docstring and in no catalogue."""
    tree = ast.parse(source)
    known = {id(text) for node in ast.walk(tree) for text in _marked(node)}
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in known)
    for said in (node.value for node in texts if isinstance(node.value, str)):
        if SENTENCE.search(said) and said not in _said():
            yield said


def _marked(node: ast.AST) -> Iterator[ast.AST]:
    """What a call is given that marks, and the docstring of whatever has one."""
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
        if name in SAYING.keys() | FORMS.keys() | SENSES | refusals():
            yield from (part for given in node.args for part in ast.walk(given))
    elif isinstance(node, ast.Expr):
        yield node.value  # of a module, a class or a function, or below an attribute


@cache
def _said() -> set[str]:
    return {form for message in messages() for form in (message.one, message.many) if form}
