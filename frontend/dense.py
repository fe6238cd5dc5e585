"""Leaves out of templates the white space that only makes them legible: indentation, and the ends of lines that hold
nothing but tags.

A browser shows many ends of lines as it shows one. A line of tags alone comes after the end of another line, which is
drawn; so its own is not needed, and no two words lose the space between them.
"""

import re

from jinja2 import Environment
from jinja2.ext import Extension

INDENTATION = re.compile(r"(?m)^[ \t]+")
PART = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|\n|[^\n{]+|\{", re.DOTALL)
NAME = re.compile(r"\{%[-+]?\s*(\w+)")
OPEN = {"if", "for"}
SAY_NOTHING = {"import", "from"}
EATS = ("-%}", "-#}", "-}}")  # and with it the end of the line that it stands on


class Dense(Extension):
    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return dense(source) if name and name.endswith(".html") else source


def dense(source: str) -> str:
    """The lines stay as many as they are, so that errors name the right one."""
    made, line, opened = list[str](), list[str](), list[bool]()
    is_needed = True  # whether the end of this line is: what comes before it may have drawn none
    for part in PART.findall(INDENTATION.sub("", source)):
        if part != "\n":
            line.append(part)
            continue
        is_alone = _follow(line, opened, is_needed)
        made += [*line, "{#\n#}" if is_alone else "\n"]
        is_needed = bool(line) and line[-1].endswith(EATS)
        line = []
    return "".join([*made, *line])


def _follow(line: list[str], opened: list[bool], is_needed: bool) -> bool:
    """Whether nothing but tags is on a line, and what they enclose stands on lines of its own."""
    is_alone = bool(line) and not is_needed and all(part.startswith(("{#", "{%")) for part in line)
    says = [is_alone]
    for part in line:
        name = NAME.match(part)
        if name is None:
            continue
        if name[1] in OPEN:
            opened.append(is_alone)
        elif name[1] in ("elif", "else"):
            says.append(opened[-1])
        elif name[1] in ("endif", "endfor"):
            says.append(opened.pop())
        else:
            says.append(name[1] in SAY_NOTHING or (name[1] == "set" and "=" in part))
    return all(says)


def draw_densely(templates: Environment) -> None:
    """Before the first template is compiled."""
    templates.add_extension(Dense)
