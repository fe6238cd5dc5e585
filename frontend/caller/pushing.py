"""Messages to browsers, through the services of their makers: sealed for the browser, signed with our key."""

import time
from collections.abc import Callable, Sequence
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import NamedTuple
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
GONE = {403, 404, 410}  # it was given up, or it belongs to another key than ours; 401 says that of our clock as well
REST = 60.0  # seconds for which a service that can't be reached is left alone
WAITS = (60.0, 3600.0)  # seconds until the next attempt, at least and at most, whatever the service asks for


class Outcome(Enum):
    TAKEN = "taken"
    GONE = "gone"
    LATER = "later"
    REFUSED = "refused"  # the message, not the browser


class Sent(NamedTuple):
    """`wait`: seconds until it makes sense to try LATER."""

    outcome: Outcome
    wait: float = WAITS[0]


class Pusher:
    """Safe for threads."""

    def __init__(self, key: EllipticCurvePrivateKey, contact: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._rests: dict[str, float] = {}  # services, until when
        self.vapid = Vapid02(key)
        self.public = public_part(key)
        self.contact = f"mailto:{contact}"
        # No proxy and no redirect: where a message goes was checked.
        self.client = httpx.Client(timeout=PATIENCE, trust_env=False, follow_redirects=False)

    def rests(self, browser: Browser) -> float:
        """Seconds for which nothing should be sent by this browser's service, which did not answer just now."""
        return max(0.0, self._rests.get(service_of(browser), 0.0) - self.clock())

    def send(self, browser: Browser, text: bytes, topic: str, services: Sequence[str]) -> Sent:
        """A newer message with the same topic takes the place of one that the browser has not got yet."""
        if browser.key != self.public or not is_believed(browser.endpoint, services):
            return Sent(Outcome.GONE)
        try:
            status, retry_after = self._post(browser, text, topic)
        except (NotReachable, httpx.HTTPError) as error:
            self._rests[service_of(browser)] = self.clock() + REST
            log.warning("push_not_sent", service=service_of(browser), reason=str(error) or repr(error))
            return Sent(Outcome.LATER)
        if status in GONE:
            return Sent(Outcome.GONE)
        if status == 429 or status >= 500:
            return Sent(Outcome.LATER, waits(retry_after, time.time()))
        if status >= 300:
            log.warning("push_refused", service=service_of(browser), status=status)
            return Sent(Outcome.REFUSED)
        return Sent(Outcome.TAKEN)

    def _post(self, browser: Browser, text: bytes, topic: str) -> tuple[int, str]:
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
            return answer.status_code, answer.headers.get("Retry-After", "")  # of its body nothing is read


def service_of(browser: Browser) -> str:
    return urlsplit(browser.endpoint).hostname or ""


def waits(retry_after: str, now: float) -> float:
    """What a service asks for: seconds or a date (RFC 9110, section 10.2.3)."""
    least, most = WAITS
    if retry_after.isascii() and retry_after.isdecimal():
        return min(max(float(retry_after[:9]), least), most)
    try:
        return min(max(parsedate_to_datetime(retry_after).timestamp() - now, least), most)
    except (ValueError, OverflowError):
        return least
