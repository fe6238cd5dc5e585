"""Programs that bring a token to the public door (`Authorization: Bearer …`) act as its owner, without any cookie.

Pages and sockets ignore that header: there the cookie alone says who acts.
"""

from flask import Response, g, request

from frontend.people.cookies import brings_token
from frontend.people.sessions import act_as
from shared.errors import NotFound, OutOfScope, Unidentified
from shared.people.scopes import Scope, allows, is_for_all, scope_of
from shared.people.tokens import Bearer, Tokens

SCHEME = "bearer"
PREFIX = "/api"
WRONG = 'Bearer error="invalid_token"'  # RFC 6750, section 3


def identify(tokens: Tokens) -> None:
    """Raises Unidentified, OutOfScope, NotFound, Unavailable."""
    if not brings_token(request):
        return
    bearer = bearer_in(request.headers["Authorization"], tokens)
    path = request.path.removeprefix(PREFIX)
    needed = scope_of(request.method, path)
    if needed is None:
        raise NotFound("there is no command at this address")
    if not is_for_all(request.method, path):
        check(bearer, needed)
    g.bearer = bearer
    act_as(bearer.person)


def bearer_in(header: str, tokens: Tokens) -> Bearer:
    scheme, _, text = header.strip().partition(" ")
    if scheme.lower() != SCHEME:
        g.challenge = "Bearer"
        raise Unidentified("only tokens say here who acts: send yours as Authorization: Bearer, or no such header")
    if (found := tokens.find(text.strip())) is None:
        g.challenge = WRONG
        raise Unidentified("this token does not work: it is mistyped, it has ended, or it was revoked")
    return found


def check(bearer: Bearer, needed: Scope) -> None:
    if allows(bearer.scopes, needed):
        return
    g.challenge = f'Bearer error="insufficient_scope", scope="{needed}"'
    held = ", ".join(scope for scope in Scope if scope in bearer.scopes) or "none"
    raise OutOfScope(
        "this needs a token with the scope {needed}, and the scopes of this one are: {held}",
        needed=str(needed),
        held=held,
    )


def acting_bearer() -> Bearer | None:
    """The one whose token came with this request, None where a cookie says who acts."""
    found: Bearer | None = g.get("bearer")
    return found


def with_challenge(answer: Response) -> Response:
    """Says what kind of identity is missing; and caches tell the answer for one token from that for another."""
    answer.vary.add("Authorization")
    if challenge := g.pop("challenge", None):
        answer.headers["WWW-Authenticate"] = challenge
    return answer
