"""Reads a script just far enough to know which words in it stand for variables."""

import re
from collections.abc import Iterator
from typing import NamedTuple

TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/)|(?P<string>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')|(?P<word>[A-Za-z_$][\w$]*)"
    r"|(?P<number>\d[\w.]*)|(?P<sign>\.\.\.|\?\.(?!\d)|=>|\S)",
    re.DOTALL,
)
PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
TEMPLATE = re.compile(r"[`}](?:\\.|\$(?!\{)|[^`\\$])*(?:`|\$\{)", re.DOTALL)
CLOSES = {")": "(", "]": "[", "}": "{"}
VALUE_FOLLOWS = {"return", "typeof", "case", "of", "in", "void", "delete", "throw", "new", "yield", "await"}
OBJECT_FOLLOWS = {*"(,=:[?&|!", "...", "const", "let", *VALUE_FOLLOWS}


class UnreadableScript(ValueError):
    """Brackets that do not close each other, or a text that does not end."""


class Token(NamedTuple):
    """`inside`: directly in which bracket it stands, `(`, `[`, `${`, or in what braces hold: block, object or class."""

    kind: str
    text: str
    inside: str
    depth: int


class Reader:
    def __init__(self, script: str) -> None:
        self.script = script
        self.at = 0
        self.brackets = ["block"]
        self.before = Token("sign", ";", "block", 1)  # the last that is no space
        self.names_class = False

    def tokens(self) -> Iterator[Token]:
        while self.at < len(self.script):
            kind, text = self._next()
            self.at += len(text)
            if text[0] in CLOSES and kind in ("sign", "template"):
                self._close(text[0])
            token = Token(kind, text, self.brackets[-1], len(self.brackets))
            yield token
            if kind != "space":
                self._open(token)
                self.before = token
        if self.brackets != ["block"]:
            raise UnreadableScript(f"the script ends within {self.brackets[-1]}")

    def _next(self) -> tuple[str, str]:
        letter = self.script[self.at]
        if letter == "`" or (letter == "}" and self.brackets[-1] == "${"):
            return "template", self._text(TEMPLATE)
        found = TOKEN.match(self.script, self.at)
        if not found or not found.lastgroup:
            raise UnreadableScript(f"nothing is written like this: {self.script[self.at : self.at + 40]}")
        if found[0] == "/" and not self._ends_value():
            return "pattern", self._text(PATTERN)
        return found.lastgroup, found[0]

    def _text(self, form: re.Pattern[str]) -> str:
        found = form.match(self.script, self.at)
        if not found:
            raise UnreadableScript(f"a text does not end: {self.script[self.at : self.at + 40]}")
        return found[0]

    def _ends_value(self) -> bool:
        """After a value a stroke divides; elsewhere a pattern begins."""
        if self.before.kind == "word":
            return self.before.text not in VALUE_FOLLOWS
        return self.before.kind != "sign" or self.before.text in CLOSES

    def _close(self, sign: str) -> None:
        opened = self.brackets.pop() if len(self.brackets) > 1 else ""
        if opened != CLOSES[sign] and (sign != "}" or opened not in ("block", "object", "class", "${")):
            raise UnreadableScript(f"{sign} closes {opened or 'nothing'}: {self.script[self.at - 40 : self.at]}")

    def _open(self, token: Token) -> None:
        if token.kind == "word" and token.text == "class" and self.before.text != ".":
            self.names_class = True
        elif token.kind == "template" and token.text.endswith("${"):
            self.brackets.append("${")
        elif token.kind == "sign" and token.text in "([":
            self.brackets.append(token.text)
        elif token.text == "{" and token.kind == "sign":
            is_object = self.before.text in OBJECT_FOLLOWS or (
                self.before.kind == "template" and self.before.text.endswith("${")
            )
            self.brackets.append("class" if self.names_class else "object" if is_object else "block")
            self.names_class = False
