"""The others in a call: a push service with a browser behind it, and a mail server with somebody who reads its mail."""

from __future__ import annotations

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.servers import ports


class PushService:
    """Answers with `status`, after `hangs` seconds; keeps the headers of what it was sent, and what a browser reads.

    Like a real one it refuses what is not signed for it, by the key that it names, for a time that is allowed.
    """

    def __init__(self) -> None:
        self.status = 201
        self.hangs = 0.0
        self.answers: dict[str, str] = {}
        self.claims: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.read: list[dict[str, Any]] = []
        self.refused: list[str] = []  # why
        self.key, self.auth = generate_private_key(SECP256R1()), os.urandom(16)
        handler = type("Handler", (Handler,), {"service": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)

    @property
    def subscription(self) -> dict[str, Any]:
        """As a browser's script sends it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        port = self.server.server_address[1]
        return {"endpoint": f"http://127.0.0.1:{port}/send/1", "p256dh": encoded(point), "auth": encoded(self.auth)}

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def take(self, headers: dict[str, str], body: bytes) -> None:
        self.headers.append(headers)
        self.claims.append(verified(headers["Authorization"]))
        assert self.claims[-1]["aud"] == self.origin
        assert time.time() < self.claims[-1]["exp"] <= time.time() + 86_400
        assert headers["Content-Encoding"] == "aes128gcm"
        assert len(body) <= 4096
        if self.status < 300:
            text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
            self.read.append(json.loads(text))


class Handler(BaseHTTPRequestHandler):
    service: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            self.service.take(dict(self.headers), body)
        except Exception as error:
            self.service.refused.append(repr(error))
            self.service.status = 400
        time.sleep(self.service.hangs)  # a slow service is what some tests are about
        self.send_response(self.service.status)
        for name, value in self.service.answers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


def verified(authorization: str) -> dict[str, Any]:
    """The claims of a VAPID header (RFC 8292), signed as a JWT with ES256. Raises InvalidSignature, ValueError."""
    scheme, _, said = authorization.partition(" ")
    assert scheme == "vapid"
    token, key = (dict(each.strip().split("=", 1) for each in said.split(","))[name] for name in "tk")
    signed, _, signature = token.rpartition(".")
    head, claims = (json.loads(decoded(part)) for part in signed.split("."))
    assert head["alg"] == "ES256"
    raw = decoded(signature)
    both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), decoded(key))
    public.verify(both, signed.encode(), ECDSA(SHA256()))
    return {**claims, "key": key}


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(text: bytes) -> str:
    return urlsafe_b64encode(text).decode().rstrip("=")


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    thread = Thread(target=service.server.serve_forever)
    thread.start()
    yield service
    assert service.refused == []
    service.server.shutdown()
    thread.join()
    service.server.server_close()


class Mails:
    """What arrived; `refuses` names the answer to every recipient, `meanwhile` is done before a mail is taken."""

    def __init__(self) -> None:
        self.meanwhile: Callable[[], None] = lambda: None
        self.goodbye = "221 Bye"
        self.asked = 0  # recipients
        self.arrived: list[EmailMessage] = []
        self.refuses: str | None = None

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:
        self.asked += 1
        if self.refuses:
            return self.refuses
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        found = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.meanwhile()
        self.arrived.append(found)
        return "250 OK"

    async def handle_QUIT(self, _server: Any, _session: Any, _envelope: Any) -> str:
        return self.goodbye


@contextmanager
def mail_server() -> Iterator[tuple[str, Mails]]:
    """Its address as a setting, and the mails."""
    mails, (port,) = Mails(), ports(1)
    controller = Controller(mails, hostname="127.0.0.1", port=port)
    controller.start()
    yield f"smtp://127.0.0.1:{port}", mails
    controller.stop()
