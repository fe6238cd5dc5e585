"""What crawlers are asked to leave alone: addresses without end, and pages that nobody searches for.

Links that only choose something on a page say `nofollow` as well, for crawlers that do not know `*`.
"""

from flask import Blueprint, Flask, Response, request

from shared.games.registry import GAMES

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
    said = Response(RULES.format(calculators=calculators), content_type="text/plain; charset=utf-8")
    said.headers["Cache-Control"] = KEPT
    return said


def mark_choices(app: Flask) -> None:
    """Tell crawlers that come anyway that a page with choices in its address is not to be indexed."""

    @app.after_request
    def with_mark(answer: Response) -> Response:
        if request.endpoint != "static" and not PAGES.issuperset(request.args):
            answer.headers["X-Robots-Tag"] = ALONE
        return answer
