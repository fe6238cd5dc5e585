"""An OpenID Connect provider of the tests' own, on this machine, which may also lie, hang or be away."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from authlib.oauth2.rfc7636 import create_s256_code_challenge
from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

CLIENT, SECRET = "urbanist", "a secret between the two"


class OpenIdProvider:
    """`claims` and `head` replace what a sound token says; `signs` makes the token, `answers` what any path gives."""

    def __init__(self) -> None:
        self.key = RSAKey.generate_key(2048, {"kid": "one"})
        self.claims: dict[str, Any] = {"sub": "248289761001", "preferred_username": "Ada of the provider"}
        self.signs = self.signed
        self.answers: dict[str, tuple[int, Any]] = {}
        self.hangs = threading.Event()
        self.lets_go = threading.Event()
        self.codes: dict[str, dict[str, str]] = {}
        self.asked: list[str] = []
        handler = type("Handler", (Handler,), {"provider": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.issuer = f"http://127.0.0.1:{self.server.server_address[1]}"

    def authorize(self, address: str) -> tuple[str, str]:
        """What the browser comes back with after somebody has signed in there: code and state."""
        said = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert said["response_type"] == "code"
        assert (said["client_id"], said["code_challenge_method"]) == (CLIENT, "S256")
        code = f"code-{len(self.codes)}"
        self.codes[code] = said
        return code, said["state"]

    def token(self, form: dict[str, str], authorization: str) -> tuple[int, Any]:
        said = self.codes.pop(form["code"], None)
        if said is None or not authorization.startswith("Basic "):
            return 400, {"error": "invalid_grant"}
        assert create_s256_code_challenge(form["code_verifier"]) == said["code_challenge"]
        assert form["redirect_uri"] == said["redirect_uri"]
        now = int(time.time())
        sound = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": said["nonce"]}
        return 200, {"access_token": "unused", "token_type": "Bearer", "id_token": self.signs(sound | self.claims)}

    def signed(self, claims: dict[str, Any]) -> str:
        return jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.key)

    def answer(self, path: str, form: dict[str, str], authorization: str) -> tuple[int, Any]:
        self.asked.append(path)
        if self.hangs.is_set():
            self.lets_go.wait(30)
        if path in self.answers:
            return self.answers[path]
        if path == "/.well-known/openid-configuration":
            names = ("authorization_endpoint", "token_endpoint", "jwks_uri")
            where = {name: f"{self.issuer}/{name}" for name in names}
            return 200, {"issuer": self.issuer, **where}
        if path == "/jwks_uri":
            return 200, KeySet([self.key]).as_dict(private=False)
        return self.token(form, authorization)


class Handler(BaseHTTPRequestHandler):
    provider: OpenIdProvider

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self._answer({name: values[0] for name, values in parse_qs(body).items()})

    def _answer(self, form: dict[str, str]) -> None:
        status, said = self.provider.answer(self.path, form, self.headers.get("Authorization", ""))
        body = said if isinstance(said, bytes) else json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def open_id_provider() -> Iterator[OpenIdProvider]:
    provider = OpenIdProvider()
    thread = threading.Thread(target=provider.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        provider.lets_go.set()
        provider.server.shutdown()
        provider.server.server_close()
