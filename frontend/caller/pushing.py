"""Messages to browsers, through the services of their makers: sealed for the browser, signed with our key."""

import time
from collections.abc import Sequence
from enum import Enum
from urllib.parse import urlsplit

import httpx
import structlog
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from py_vapid import Vapid02
from pywebpush import WebPusher

from frontend.people.endpoints import NotReachable, is_believed, place_of
from frontend.people.ways import Browser
from shared.web.push_key import public_part

log = structlog.get_logger()

PATIENCE = 5.0  # seconds for each step
KEEP = 4 * 3600  # seconds that the service keeps a message for a browser that is off
SIGNED_FOR = 12 * 3600  # seconds; at most a day is allowed
GONE = {401, 403, 404, 410}  # it was given up, or it belongs to another key than ours


class Outcome(Enum):
    TAKEN = "taken"
    GONE = "gone"
    LATER = "later"
    REFUSED = "refused"  # the message, not the browser


class Pusher:
    """Safe for threads."""

    def __init__(self, key: EllipticCurvePrivateKey, contact: str) -> None:
        self.vapid = Vapid02(key)
        self.public = public_part(key)
        self.contact = f"mailto:{contact}"
        # No proxy and no redirect: where a message goes was checked.
        self.client = httpx.Client(timeout=PATIENCE, trust_env=False, follow_redirects=False)

    def send(self, browser: Browser, text: bytes, topic: str, services: Sequence[str]) -> Outcome:
        """A newer message with the same topic takes the place of one that the browser has not got yet."""
        if browser.key != self.public or not is_believed(browser.endpoint, services):
            return Outcome.GONE
        try:
            status = self._post(browser, text, topic)
        except (NotReachable, httpx.HTTPError) as error:
            log.warning("push_not_sent", service=urlsplit(browser.endpoint).hostname, reason=str(error) or repr(error))
            return Outcome.LATER
        if status in GONE:
            return Outcome.GONE
        if status == 429 or status >= 500:
            return Outcome.LATER
        if status >= 300:
            log.warning("push_refused", service=urlsplit(browser.endpoint).hostname, status=status)
            return Outcome.REFUSED
        return Outcome.TAKEN

    def _post(self, browser: Browser, text: bytes, topic: str) -> int:
        """Connects to the address that was looked at, whatever the name leads to by now."""
        place, parts = place_of(browser.endpoint), urlsplit(browser.endpoint)
        address = f"[{place.address}]" if ":" in place.address else place.address
        url = parts._replace(netloc=f"{address}:{place.port}").geturl()
        keys = {"p256dh": browser.p256dh, "auth": browser.auth}
        sealed = WebPusher({"endpoint": browser.endpoint, "keys": keys}).encode(text, "aes128gcm")
        claims = {"sub": self.contact, "aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + SIGNED_FOR}
        headers = {
            **self.vapid.sign(claims),
            "Host": parts.netloc,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEEP),
            "Urgency": "normal",
            "Topic": topic,
        }
        named = {"sni_hostname": place.host}
        with self.client.stream("POST", url, content=sealed["body"], headers=headers, extensions=named) as answer:
            return answer.status_code  # of its body nothing is read
