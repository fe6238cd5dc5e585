"""Answers leave compressed, where that tells nobody anything (0047)."""

from flask import Flask, Response, g, request

from frontend.compressing import gzipped, is_accepted

LEAST = 1000  # bytes: less fits into one packet anyway
TYPES = ("text/", "application/json", "application/x-ndjson", "image/svg+xml")
# They show what opens a seat, or lets a program act, for as long as it is not revoked.
NEVER = frozenset({"seat", "tokens"})
OTHERS = ("cross-site", "same-site")  # another site's page made the browser ask, with words of its choice


def compress_answers(app: Flask) -> None:
    app.after_request(compress)


def compress(answer: Response) -> Response:
    if not is_worth_it(answer):
        return answer
    answer.vary.add("Accept-Encoding")
    if is_wanted():
        token = str(g.get("csrf_token", "")).encode()  # where flask_wtf keeps the one of this answer
        answer.set_data(gzipped(answer.get_data(), token))
        answer.headers["Content-Encoding"] = "gzip"
    return answer


def is_worth_it(answer: Response) -> bool:
    if answer.is_streamed or answer.direct_passthrough or "Content-Encoding" in answer.headers:
        return False
    length = answer.calculate_content_length() or 0
    return length >= LEAST and (answer.mimetype or "").startswith(TYPES) and request.blueprint not in NEVER


def is_wanted() -> bool:
    if request.headers.get("Sec-Fetch-Site") in OTHERS:
        return False
    return is_accepted("gzip", request.headers.get("Accept-Encoding", ""))
