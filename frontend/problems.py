"""What went wrong, why, and what to do now: in sentences, on a page, in a part of one, or as JSON.

Pages get each sentence as a template with its values and put it together when they show it.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any

import redis
import structlog
from flask import Flask, Response, jsonify, make_response, redirect, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed, TooManyRequests

from frontend.door.ask import Refusal
from frontend.door.origins import came_from
from frontend.pasted import straightened
from frontend.people.acting import FOR_EVERYBODY
from frontend.people.cookies import brings_cookie
from frontend.people.languages import spoken_here
from frontend.render import asked_by_htmx
from frontend.sentences import Sentence
from frontend.site import site
from shared.annotations import Json
from shared.errors import UrbanistError
from shared.language import speak
from shared.ledger.redis import away, is_away
from shared.marked import marked, marked_forms
from shared.space import because_of_the_disk
from shared.web.answers import operators, said, status_of

log = structlog.get_logger()

TOO_OLD = ("page_too_old", marked("this page is too old"), marked("Reload it, then try again."))
NO_COOKIES = (
    "cookies_needed",
    marked("this browser sent no cookie, and without one nobody can tell who you are"),
    marked("Allow cookies for this site in the browser's settings, reload the page, then try again."),
)
AT_FAULT = (
    "http_500",
    marked("something went wrong here"),
    marked("What was stored before is safe. Try again in a moment."),
)
STORED = ("stored", marked("what you sent is stored"), marked("This page can't be shown now: reload it in a moment."))
# What no page of ours sends: it is old, or was changed on its way.
MISFIT = marked("Reload the page, choose again, then send it.")
BY_STATUS: Mapping[int, tuple[str, str, str]] = {
    400: ("malformed", marked("what was sent can't be understood"), MISFIT),
    403: ("http_403", marked("this is not allowed"), marked("Start again from the front page.")),
    404: (
        "not_found",
        marked("there is nothing at this address"),
        marked("Check the link, or start from the front page."),
    ),
    405: ("http_405", marked("nothing can be sent to this address"), marked("Go back and use the page's own buttons.")),
    413: (
        "too_large",
        marked("what was sent is too long: at most 64 KiB are read"),
        marked("Shorten it, then send it again."),
    ),
    415: ("http_415", marked("the body must be JSON"), marked("Send it with the content type application/json.")),
    421: (
        "not_our_name",
        marked("this server does not answer to the name in this address"),
        marked("If it is yours, add the name to URBANIST_NAMES and start it again (docs/hosting.md)."),
    ),
    429: (
        "too_many_requests",
        marked("too many requests in a short time"),
        marked("Nothing is lost: try again later."),
    ),
    500: AT_FAULT,
    503: ("unavailable", marked("the server is not answering"), marked("Nothing is lost: try again in a moment.")),
}
IN_SECONDS = marked_forms(
    "Nothing is lost: try again in {n} second.",
    "Nothing is lost: try again in {n} seconds.",
)
IN_MINUTES = marked_forms(
    "Nothing is lost: try again in {n} minute.",
    "Nothing is lost: try again in {n} minutes.",
)
WHAT_TO_DO = {
    "stale_turn": marked("See below what happened meanwhile, then choose again."),
    "not_your_turn": marked("Wait until you are called: this page shows it by itself."),
    "illegal_move": marked("Choose something else."),
    "match_over": marked("Nothing can be changed any more: see the result."),
    "table_not_open": marked("Open another table, or go back to the front page."),
    "not_your_seat": marked("You can still watch."),
    "not_allowed": marked("Nothing was changed. Go on with what the page offers now."),
    "unidentified": marked("Nothing was changed. Tokens are made at /account/tokens."),
    "out_of_scope": marked("Nothing was changed: make another token at /account/tokens."),
    "no_right": marked("Start again from the front page."),
    "not_shown": marked("Come back when it is over, or start again from the front page."),
    "full": marked("Nothing that was stored is lost: try again later."),
    "writes_refused": marked("Nothing that was stored is lost: try again later."),
    "key_reused": marked("Reload the page, choose again, then send it."),
    "malformed": marked("Correct it, then try again."),
    "read_only": marked("It can still be looked at."),
    "broken": marked("Nobody can play it on; the operators can end it. Nothing else is affected."),
}
# Where a verdict speaks of what only programs know.
SAID_TO_PEOPLE = {"key_reused": marked("this form was sent before, and with something else in it")}


def problem(status: int, code: str, sentence: Sentence, advice: Sentence, missed: Sequence[Any] = ()) -> Json:
    return {"status": status, "code": code, "sentence": sentence, "what_to_do": advice, "missed": list(missed)}


def plainly(status: int, code: str, sentence: str, advice: str) -> Json:
    """A problem whose sentences need no values."""
    return problem(status, code, Sentence(sentence), Sentence(advice))


def problem_of(status: int, verdict: Mapping[str, Any]) -> Json:
    """A verdict of a service, or of our own, as people read it: names of fields and codes are for programs."""
    code, usual, advice = BY_STATUS.get(status, AT_FAULT)
    code = verdict.get("code", code)
    sentence = sentence_of(verdict, code) or Sentence(usual)
    wrong = [*_reasons(verdict.get("fields", {}))]
    misfits = wrong and sentence.clause not in wrong  # otherwise somebody typed it and can do better
    to_do = MISFIT if misfits else WHAT_TO_DO.get(code, advice)
    return problem(status, code, sentence, Sentence(to_do), verdict.get("missed", ()))


def sentence_of(verdict: Mapping[str, Any], code: str) -> Sentence | None:
    """What the verdict says as a whole. Where fields are wrong, its own `sentence` is that of the first of them."""
    if code in SAID_TO_PEOPLE:
        return Sentence(SAID_TO_PEOPLE[code])
    if template := verdict.get("template"):
        return Sentence(template, verdict.get("values", {}))
    sentence = verdict.get("sentence")
    return Sentence(sentence) if sentence and not verdict.get("fields") else None


def _reasons(fields: Any) -> Iterator[str]:
    """What is wrong with each field, however deep it lies."""
    if isinstance(fields, Mapping | list | tuple):
        for each in fields.values() if isinstance(fields, Mapping) else fields:
            yield from _reasons(each)
    else:
        yield str(fields)


def answer_errors(app: Flask) -> None:
    """A traceback goes to the log and to nobody else."""
    app.register_error_handler(CSRFError, _without_token)
    app.register_error_handler(HTTPException, _refused_by_http)
    app.register_error_handler(Refusal, lambda refusal: answer(problem_of(refusal.status, refusal.verdict)))
    app.register_error_handler(UrbanistError, _verdict)
    app.register_error_handler(redis.RedisError, _server_away)
    app.register_error_handler(Exception, _unexpected)


def _without_token(error: CSRFError) -> Response:
    """A visitor with a cookie has an old page; one without could reload it for ever."""
    return answer(plainly(403, *TOO_OLD) if brings_cookie() else plainly(400, *NO_COOKIES))


def _refused_by_http(error: HTTPException) -> Response:
    if error.code is None or error.code < 400:  # a redirect of the router's
        return make_response(error.get_response())
    if isinstance(error, TooManyRequests) and isinstance(error.retry_after, int):
        return _too_early(error.retry_after)
    others = f"http_{error.code}", BY_STATUS[400 if error.code < 500 else 500][1], marked("Go back.")
    found = answer(plainly(error.code, *BY_STATUS.get(error.code, others)))
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        found.headers["Allow"] = ", ".join(error.valid_methods)
    return found


def _too_early(seconds: int) -> Response:
    code, sentence, _ = BY_STATUS[429]
    found = answer(problem(429, code, Sentence(sentence), try_again_in(seconds)))
    found.headers["Retry-After"] = str(seconds)
    return found


def try_again_in(seconds: int) -> Sentence:
    """In whole minutes from one on, and never too early."""
    (one, many), n = (IN_SECONDS, seconds) if seconds < 60 else (IN_MINUTES, ceil(seconds / 60))
    return Sentence(one, {"n": n}, is_whole=True, many=many)


def _verdict(verdict: UrbanistError) -> Response:
    answered = because_of_the_disk(verdict, site().settings)
    operators.hear(answered)
    return answer(problem_of(status_of(answered), said(answered)))


def _server_away(error: redis.RedisError) -> Response:
    if is_away(error):
        return _verdict(away(error))
    return _unexpected(error)


def _unexpected(error: Exception) -> Response:
    log.error("request_failed", exc_info=error)
    return answer(plainly(500, *AT_FAULT))


def answer(found: Json) -> Response:
    status = found["status"]
    if request.endpoint in FOR_EVERYBODY:  # whose other answers are the same in all languages
        speak(spoken_here(site().accounts))
    if request.path.startswith("/api/") or request.path == "/health":
        sentence = f"{found['sentence']} {found['what_to_do']}"
        return make_response(jsonify({"code": found["code"], "sentence": sentence}), status)
    if status == 404 and (meant := _meant_address()):
        return make_response(redirect(meant))
    shown = make_response(render_template("error/page.html", error={**found, **ways_on(status)}), status)
    if asked_by_htmx() and request.method == "GET" and "have" in request.args:
        shown.headers["HX-Reswap"] = "none"  # a poll that fails says nothing: the badge does
    return shown


def _meant_address() -> str | None:
    """The table or match that a mistyped address means: with other case, or with marks and signs around it."""
    meant = straightened(request.path) if request.method in ("GET", "HEAD") else None
    if meant is None or meant == request.path:
        return None
    query = request.query_string.decode("ascii", "replace")
    return f"{meant}?{query}" if query else meant


def stored() -> Response:
    """The command is stored, but its result can't be shown: an error page would suggest that it was lost."""
    found = plainly(200, *STORED)
    return make_response(render_template("error/page.html", error={**found, **ways_on(200)}))


def ways_on(status: int) -> Json:
    """`back` is the page whose form was refused; `again` says whether a second try may help."""
    is_form = request.method == "POST"
    return {"back": came_from() if is_form else None, "again": not is_form and status != 404}
