"""The address of a match's page with what has been chosen so far: boards have dozens of such links."""

from collections.abc import Mapping

from jinja2 import Environment
from markupsafe import Markup, escape


def choosing(id_: str, choices: Mapping[str, object]) -> Markup:
    """Choices that are empty are left out."""
    said = "&amp;".join(f"{name}={escape(value)}" for name, value in choices.items() if value)
    return Markup(f"/m/{escape(id_)}?{said}" if said else f"/m/{escape(id_)}")


def offer_choosing(templates: Environment) -> None:
    templates.globals["choosing"] = choosing
