"""What is sent when a request reaches no app: a page in our own words, or JSON for programs."""

import html
import json

from gunicorn.http import errors

SENTENCES = {
    400: ("We could not read this request.", "Go back and try something else."),
    403: ("This is not allowed.", "Go back to the front page."),
    408: ("This request did not arrive completely in time.", "Nothing was changed: try again."),
    414: ("This address is too long.", "Start again from the front page."),
    417: ("This request expects more than we can do.", "Nothing was changed: send it without the header Expect."),
    431: (
        "Your browser sent more cookies and headers than we read.",
        "Delete the cookies that other programs have set for this site in your browser, then reload this page.",
    ),
    500: ("Something went wrong here.", "What was stored before is safe. Try again in a moment."),
    501: ("This request is written in a way that we can't read.", "Nothing was changed: send it another way."),
    503: ("Too many requests are in progress.", "Nothing is lost: try again in a moment."),
}
KINDS: tuple[tuple[type[Exception], int], ...] = (
    (errors.LimitRequestLine, 414),
    (errors.LimitRequestHeaders, 431),
    (errors.ExpectationFailed, 417),
    (errors.UnsupportedTransferCoding, 501),
    (errors.ForbiddenProxyRequest, 403),
    (errors.ConfigurationProblem, 500),
    (errors.ParseException, 400),
)
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{sentence} · Urbanist</title>
<link rel="stylesheet" href="/static/urbanist.css">
</head>
<body>
<main id="content"><section class="narrow card">
<h1>{sentence}</h1>
<p>{advice}</p>
<p class="row"><a class="button quiet" href="/">To the front page</a></p>
</section></main>
</body>
</html>
"""
HEADERS = (
    "Connection: close\r\n"
    "Cache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: same-origin\r\n"
    "Content-Security-Policy: default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r\n"
)
REASONS = {400: "Bad Request", 408: "Request Timeout", 431: "Request Header Fields Too Large"}


def status_of(error: BaseException) -> int:
    """The status that says whose mistake it was; what isn't the sender's is ours."""
    return next((status for kind, status in KINDS if isinstance(error, kind)), 500)


def refusal(status: int, first_line: bytes) -> bytes:
    """A whole answer; `first_line` is as much of the request's as came."""
    sentence, advice = SENTENCES[status]
    is_program = b" /api/" in first_line or b" /health" in first_line
    if is_program:
        said = json.dumps({"code": f"http_{status}", "sentence": f"{sentence} {advice}"})
    else:
        said = PAGE.format(sentence=html.escape(sentence), advice=html.escape(advice))
    body = said.encode()
    kind = "application/json" if is_program else "text/html; charset=utf-8"
    head = (
        f"HTTP/1.1 {status} {REASONS.get(status, 'Refused')}\r\nServer: urbanist\r\n{HEADERS}"
        f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
