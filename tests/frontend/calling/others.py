"""The others in a call: a push service with a browser behind it, and a mail server with somebody who reads its mail."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.servers import ports


class PushService:
    """Answers with `status`; keeps the headers of what it was sent, and what a browser reads."""

    def __init__(self) -> None:
        self.status = 201
        self.headers: list[dict[str, str]] = []
        self.read: list[dict[str, Any]] = []
        self.key, self.auth = generate_private_key(SECP256R1()), os.urandom(16)
        handler = type("Handler", (Handler,), {"service": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)

    @property
    def subscription(self) -> dict[str, Any]:
        """As a browser's script sends it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        port = self.server.server_address[1]
        return {"endpoint": f"http://127.0.0.1:{port}/send/1", "p256dh": encoded(point), "auth": encoded(self.auth)}

    def take(self, headers: dict[str, str], body: bytes) -> None:
        self.headers.append(headers)
        if self.status < 300:
            text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
            self.read.append(json.loads(text))


class Handler(BaseHTTPRequestHandler):
    service: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.service.take(dict(self.headers), body)
        self.send_response(self.service.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


def encoded(text: bytes) -> str:
    return urlsafe_b64encode(text).decode().rstrip("=")


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    thread = Thread(target=service.server.serve_forever)
    thread.start()
    yield service
    service.server.shutdown()
    thread.join()
    service.server.server_close()


class Mails:
    """What arrived; `refuses` names the answer to every recipient."""

    def __init__(self) -> None:
        self.arrived: list[EmailMessage] = []
        self.refuses: str | None = None

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:
        if self.refuses:
            return self.refuses
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        found = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.arrived.append(found)
        return "250 OK"


@contextmanager
def mail_server() -> Iterator[tuple[str, Mails]]:
    """Its address as a setting, and the mails."""
    mails, (port,) = Mails(), ports(1)
    controller = Controller(mails, hostname="127.0.0.1", port=port)
    controller.start()
    yield f"smtp://127.0.0.1:{port}", mails
    controller.stop()
