"""One template in two sizes: htmx gets the part that changes, everybody else the whole page."""

from typing import Any

from flask import render_template, request


def render(page: str, whole: bool = False, **context: Any) -> str:
    """`whole` is for pages without a part."""
    name = f"{page}/_part.html" if asked_by_htmx() and not whole else f"{page}/page.html"
    return render_template(name, **context)


def asked_by_htmx() -> bool:
    """Not when htmx wants the whole page: a boosted link, or a step back in the browser's history."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-Request-Type", "partial") != "full"
