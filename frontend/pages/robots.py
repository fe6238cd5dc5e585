"""What crawlers are asked to leave alone: addresses without end, and pages that nobody searches for.

Links that only choose something on a page say `nofollow` as well, for crawlers that do not know `*`. Whatever may be
found names itself in all languages, in a header: searchers are led to the page in their own.
"""

import re
from urllib.parse import quote, urlencode

from flask import Blueprint, Flask, Response, request

from frontend.door.origins import origin
from frontend.people.languages import PARAMETER
from frontend.render import asked_by_htmx
from shared.games.registry import GAMES
from shared.language import LANGUAGES, known

robots = Blueprint("robots", __name__)
KEPT = "public, max-age=86400"
PAGES = {"page"}  # what an address may say and still be a page of its own
ALONE = "noindex, nofollow"

# Every choice, press and moment is an address with a question mark, and there is no end of them. RFC 9309 knows `*`;
# the calculators stand there by name as well.
RULES = """User-agent: *
Allow: /static/
Allow: /sentences/
Allow: /lists/*?page=
{languages}
Disallow: /*?
{calculators}
Disallow: /api/
Disallow: /lists/mine
Disallow: /me
Disallow: /p/
Disallow: /evenings
Disallow: /account/
Disallow: /operators
Disallow: /m/*/export
Disallow: /m/*/audit
Disallow: /t/
Disallow: /tournaments/new
Disallow: /tournaments/*/hall
Disallow: /tournaments/*/desk
Disallow: /tournaments/*/boards
Disallow: /tournaments/*/audit
Disallow: /tournaments/*/entrants/
Disallow: /tournaments/*/rounds/*/
"""


@robots.get("/robots.txt")
def say() -> Response:
    calculators = "\n".join(f"Disallow: /score/{slug}?" for slug, game in GAMES.items() if game.calculator)
    places = ["/*", *(f"/score/{slug}" for slug, game in GAMES.items() if game.calculator)]
    languages = "\n".join(f"Allow: {place}?{PARAMETER}={code}$" for place in places for code in LANGUAGES)
    rules = RULES.format(languages=languages, calculators=calculators)
    said = Response(rules, content_type="text/plain; charset=utf-8")
    said.headers["Cache-Control"] = KEPT
    return said


LEFT_ALONE = re.compile("|".join(
    re.escape(path).replace(r"\*", ".*") for path in re.findall(r"Disallow: ([^?\s]+)\n", RULES)
))  # fmt: skip


def mark_choices(app: Flask) -> None:
    """Tell crawlers that come anyway that a page with choices in its address is not to be indexed."""

    @app.after_request
    def with_mark(answer: Response) -> Response:
        if request.endpoint != "static" and not _is_a_page_of_its_own():
            answer.headers["X-Robots-Tag"] = ALONE
        elif _is_to_be_found(answer):
            answer.headers.add("Link", alternates())
        return answer


def _is_a_page_of_its_own() -> bool:
    if PARAMETER not in request.args:
        return PAGES.issuperset(request.args)
    is_ours = known(request.args[PARAMETER]) and len(request.args.getlist(PARAMETER)) == 1
    return bool(is_ours) and {*PAGES, PARAMETER}.issuperset(request.args) and not LEFT_ALONE.match(request.path)


def _is_to_be_found(answer: Response) -> bool:
    is_page = answer.status_code == 200 and answer.mimetype == "text/html" and not asked_by_htmx()
    return is_page and request.method in ("GET", "HEAD") and not LEFT_ALONE.match(request.path)


def alternates() -> str:
    """This page in each language, and where it is in that of whoever comes, as fields of `Link` (RFC 8288)."""
    here = f"{origin()}{quote(request.path)}"
    kept = [(name, value) for name, value in request.args.items(multi=True) if name != PARAMETER]

    def link(code: str, query: list[tuple[str, str]]) -> str:
        address = f"{here}?{urlencode(query)}" if query else here
        return f'<{address}>; rel="alternate"; hreflang="{code}"'

    links = [link(code, [*kept, (PARAMETER, code)]) for code in LANGUAGES]
    return ", ".join([*links, link("x-default", kept)])
