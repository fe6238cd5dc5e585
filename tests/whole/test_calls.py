"""The product's own caller reaches somebody who has no page open: by push and by mail."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import redis

from frontend.people.ways import Mailbox, Ways
from shared.platform.streams import Streams
from shared.web.ledger import ledger
from shared.web.push_key import NAME, public_part, push_key
from tests.frontend.calling.others import Mails, PushService, mail_server, push_service
from tests.waiting import until
from tests.whole.matches import begin
from tests.whole.product import Product

pytestmark = [pytest.mark.server, pytest.mark.slow]
PERSON = "awayfromhome"
ORIGIN = "http://localhost:8000"


@pytest.fixture
def others() -> Iterator[tuple[PushService, str, Mails]]:
    with push_service() as push, mail_server() as (url, mails):
        yield push, url, mails


def test_somebody_without_a_page_is_called_by_push_and_by_mail(
    var: Path, free_ports: list[int], tmp_path: Path, others: tuple[PushService, str, Mails]
) -> None:
    push, url, mails = others
    soon = {"URBANIST_CALL_AFTER": "1", "URBANIST_MAIL_AFTER": "1"}
    named = {"URBANIST_PUSH_SERVICES": "127.0.0.1", "URBANIST_SMTP_URL": url}
    product = Product(var, free_ports, tmp_path / "log", **soon, **named).start()
    try:
        until((var / NAME).exists, why="the key is made at the first start")
        with closing(redis.Redis.from_url(product.settings.redis_url, protocol=2, decode_responses=True)) as client:
            ways = Ways(client)
            ways.add_browser(PERSON, push.subscription, ORIGIN, public_part(push_key(var)))
            ways.keep_mailbox(PERSON, Mailbox(address="me@example.org", every=3600, origin=ORIGIN, serial="1"))
        id_ = begin(Streams(ledger(product.settings)), 7, (f"person:{PERSON}", "bot:greedy@1"))
        until(lambda: push.read and mails.arrived, why=lambda: product.log.read_text())
        assert push.read[0]["path"] == f"/m/{id_}"
        assert f"{ORIGIN}/m/{id_}" in mails.arrived[0].get_content()
    finally:
        product.stop()
