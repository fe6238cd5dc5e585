"""Headers that keep other sites' pages, scripts and frames out of ours."""

from functools import lru_cache
from urllib.parse import urlsplit

from flask import Flask, Response, request

from frontend.door.origins import check_host, live_address
from frontend.versions import is_asked_by_version

VARIES = ("HX-Request", "HX-Request-Type", "Cookie", "Accept-Language", "X-Language")
KEPT = "public, max-age=31536000, immutable"  # the address names the content


def guard(app: Flask) -> None:
    app.before_request(check_host)
    app.after_request(with_headers)


def with_headers(answer: Response) -> Response:
    headers = answer.headers
    headers["X-Content-Type-Options"] = "nosniff"
    if headers.get("Cache-Control") == KEPT:  # scripts, their sentences, styles: the same for everybody, and no page
        return answer
    headers["Referrer-Policy"] = "same-origin"
    headers["Content-Security-Policy"] = policy(live_address())
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if request.endpoint == "static" and answer.status_code < 400:  # what is wrong is said on a page
        if answer.status_code == 200 and request.method != "OPTIONS" and is_asked_by_version():
            headers["Cache-Control"] = KEPT
        return answer
    # One address has two sizes and several languages, and each visitor sees their own.
    if "Vary" in headers:
        answer.vary.update(VARIES)
    else:
        headers["Vary"] = ", ".join(VARIES)
    headers.setdefault("Cache-Control", "private, no-cache")
    return answer


@lru_cache(256)
def policy(live: str) -> str:
    """`live` is where the sockets are."""
    sockets = urlsplit(live)
    return "; ".join(
        (
            "default-src 'self'",
            f"connect-src 'self' {sockets.scheme}://{sockets.netloc}",
            "img-src 'self' data:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )
