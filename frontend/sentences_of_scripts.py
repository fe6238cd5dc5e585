"""The sentences that scripts say, as files of their own: pages name them by their content, so browsers may keep them.

Each language has its own. They are templates, `sentences/<kind>.js`, so a translation finds them where it finds all
others.
"""

from functools import cache, partial
from hashlib import sha256

from jinja2 import Environment

from shared.language import language, speaking

KINDS = ("page", "match", "audit", "tournament")


def text_of(templates: Environment, kind: str, code: str) -> str:
    """All that the scripts of this kind of page say in that language; the same for every visitor."""
    with speaking(code):
        return _text_of(templates, kind, code)


@cache
def _text_of(templates: Environment, kind: str, _: str) -> str:
    return templates.get_template(f"sentences/{kind}.js").render()


@cache
def version_of(templates: Environment, kind: str, code: str) -> str:
    return sha256(text_of(templates, kind, code).encode()).hexdigest()[:12]


def address_of(templates: Environment, kind: str) -> str:
    return f"/sentences/{language()}/{kind}.js?v={version_of(templates, kind, language())}"


def offer_sentences_of_scripts(templates: Environment) -> None:
    """Give templates the function `sentences_at`."""
    templates.globals["sentences_at"] = partial(address_of, templates)
