"""What a page gives a browser to sign is what the service checks and stores, in every form that orders something."""

import json
import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from infra.verify import OK, verify
from shared.annotations import Json
from shared.platform.signed import move_bytes, order_bytes
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.test_clocks import hour, keep, match
from tests.frontend.test_forms import form, send
from tests.services.test_clocks import Hour

pytestmark = pytest.mark.server
__all__ = ["hour"]


@dataclass
class Signer:
    """A browser with a key of its own. `moves` and `gives` are refused where a signature is not that of the order."""

    visitor: Visitor
    key: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)

    @property
    def public(self) -> str:
        return self.key.public_key().public_bytes_raw().hex()

    @property
    def by(self) -> str:
        return f"person:{self.visitor.person}"

    def page(self, id_: str, address: str = "") -> str:
        return self.visitor.get(f"/m/{id_}{address}").text

    def gives(self, pages: Pages, id_: str, command: str, address: str = "", **more: str) -> Json:
        """The first event of what follows, which is that of the form's `data-order`."""
        action, page = f"/m/{id_}/{command}", self.page(id_, address)
        found = re.search(rf'<form[^>]* action="{action}"[^>]* data-order=\'([^\']*)\'', page)
        assert found, action
        order, previous = json.loads(unescape(found[1])), digest_in(page)
        signature = self.key.sign(order_bytes(id_, order["type"], order["data"], previous)).hex()
        answer = send(self.visitor, action, form(page, action), signed_previous=previous, signature=signature, **more)
        assert answer.status_code == 303
        row = first_of_newest(pages, id_, self.by)
        assert (row["type"], row["data"], row["signed"]["signature"]) == (order["type"], order["data"], signature)
        return row

    def moves(self, id_: str, previous: str | None = None, key: Ed25519PrivateKey | None = None) -> Any:
        """The first legal move, in the way in which a browser signs what stands in its form."""
        seen, page = self.visitor.seen(id_), self.page(id_)
        previous = previous or digest_in(page)
        asked = {"seat": seen["seat"], "turn": seen["turn"], "move": seen["legal_moves"][0]}
        signature = (key or self.key).sign(move_bytes(id_, asked, previous)).hex()
        cause = form(page, f"/m/{id_}/resign")["cause"]
        return self.visitor.move(id_, seen, signed_previous=previous, signature=signature, cause=cause)


def digest_in(page: str) -> str:
    found = re.search(r'data-digest="([0-9a-f]{64})"', page)
    assert found
    return found[1]


def first_of_newest(pages: Pages, id_: str, by: str) -> Json:
    rows = [json.loads(one.envelope) for one in pages.streams.ledger.read(f"match:{id_}", 0)]
    cause = next(row["cause"] for row in reversed(rows) if row["by"] == by)
    return next(row for row in rows if (row["by"], row["cause"]) == (by, cause))


def seated(pages: Pages, count: int = 2, **more: str) -> tuple[str, list[Signer]]:
    """Whoever is called first comes first."""
    people = [Signer(pages.visitor()) for _ in range(count)]
    opening: Any = {"game": "quadropolis", "seats": str(count), "listed": "yes", **more}
    table = people[0].visitor.post("/tables/new", **opening).headers["Location"]
    for one in people:
        assert one.visitor.post(f"{table}/sit", key=one.public).status_code == 303
    pages.settle()
    id_ = table.rsplit("/", 1)[1]
    return id_, sorted(people, key=lambda one: not one.visitor.seen(id_)["legal_moves"])


def test_a_page_names_the_key_of_its_viewer_alone(pages: Pages):
    id_, (ada, bob) = seated(pages)
    for one, other in ((ada, bob), (bob, ada)):
        assert f'data-signs="{one.public}"' in one.page(id_)
        assert other.public not in one.page(id_)
    watched = pages.visitor().get(f"/m/{id_}").text
    assert "data-signs" not in watched
    assert "data-order" not in watched


def test_a_move_is_signed_as_it_stands_in_the_form(pages: Pages):
    id_, (ada, bob) = seated(pages)
    for one in (ada, bob):
        assert one.moves(id_).status_code == 303
        assert "signed" in first_of_newest(pages, id_, one.by)
    assert verify(ada.visitor.get(f"/m/{id_}/export").data).checks["signature"] == OK


def test_a_wrong_signature_is_refused_in_a_sentence_and_the_move_goes_without_it(pages: Pages):
    id_, (ada, bob) = seated(pages)
    head = match(id_).version
    for refused, sentence in (
        (ada.moves(id_, key=bob.key), "this signature is not that of the key that was given for this seat"),
        (ada.moves(id_, previous="ab" * 32), "the signature is about a moment that this match has not had"),
    ):
        assert refused.status_code == 400
        assert sentence in refused.text.lower()
        assert 'data-code="bad_signature"' in refused.text
    assert match(id_).version == head
    assert ada.visitor.move(id_).status_code == 303
    assert "signed" not in first_of_newest(pages, id_, ada.by)


def test_nobody_signs_who_sat_down_without_a_key(pages: Pages):
    id_ = pages.match(visitor := pages.visitor())
    page = visitor.get(f"/m/{id_}").text
    assert "data-signs" not in page
    assert "data-order" not in page
    refused = Signer(visitor).moves(id_)
    assert refused.status_code == 400
    assert "nobody has given a key for this seat: send it without a signature" in refused.text.lower()


def test_taking_back_and_resigning_are_signed(pages: Pages):
    id_, (ada, bob) = seated(pages)
    ada.moves(id_)
    ada.gives(pages, id_, "take-back", "?back")
    ada.gives(pages, id_, "take-back/withdraw")
    ada.gives(pages, id_, "take-back", "?back")
    bob.gives(pages, id_, "take-back/answer")
    ada.moves(id_)
    ada.gives(pages, id_, "resign")
    assert verify(bob.visitor.get(f"/m/{id_}/export").data).checks["signature"] == OK


def test_against_bots_one_click_takes_back_and_is_signed(pages: Pages):
    ada = Signer(pages.visitor())
    address = ada.visitor.post("/tables/new", game="quadropolis", seats="2", listed="yes").headers["Location"]
    ada.visitor.post(f"{address}/bots", bot="greedy")
    ada.visitor.post(f"{address}/sit", key=ada.public)
    pages.settle()
    id_ = address.rsplit("/", 1)[1]
    ada.moves(id_)
    pages.settle()
    ada.gives(pages, id_, "take-back")


def test_orders_about_clocks_are_signed(pages: Pages, hour: Hour):
    id_, people = seated(pages, clock="turn-60-0-0")
    for command in ("pause", "resume"):
        for one in people:
            one.gives(pages, id_, command)
    assert match(id_).time.paused is None


def test_who_waits_signs_that_a_bot_may_play(pages: Pages, hour: Hour):
    id_, (_, bob) = seated(pages)
    hour.passes(seconds=600)
    bob.gives(pages, id_, "stand_in")


@pytest.mark.parametrize("rated", ["no", "yes"])
def test_who_comes_back_and_who_ends_a_match_that_all_others_left_sign_it(pages: Pages, hour: Hour, rated: str):
    """A rated match is decided then, and another one called off: these are different events."""
    id_, (away, stays) = seated(pages, clock="turn-3600-0-0", absent="60", rated=rated)
    for seconds in (50, 11):
        hour.passes(seconds=seconds)
        keep(pages)
    away.gives(pages, id_, "reclaim")
    away.gives(pages, id_, "resign")
    pages.settle()
    ended = stays.gives(pages, id_, "end")
    assert ended["type"] == ("match.ended" if rated == "yes" else "match.aborted")


def test_who_takes_a_seat_over_signs_with_a_key_of_their_own(pages: Pages, hour: Hour):
    id_, _ = seated(pages, clock="turn-3600-0-0", absent="60", substitutes="yes")
    for seconds in (50, 11):
        hour.passes(seconds=seconds)
        keep(pages)
    (seat,) = match(id_).on_offer
    eve = Signer(pages.visitor())
    page = eve.page(id_)
    assert re.search(rf'action="/m/{id_}/take_over"[^>]* data-keyed>', page)
    given = form(page, f"/m/{id_}/take_over") | {"key": eve.public}
    assert send(eve.visitor, f"/m/{id_}/take_over", given).status_code == 303
    assert match(id_).took_over == {eve.by: seat}
    assert match(id_).keys_of(eve.by) == frozenset({eve.public})
    assert f'data-signs="{eve.public}"' in eve.page(id_)
    eve.gives(pages, id_, "resign")


def test_the_daily_deal_takes_a_key(pages: Pages):
    text = pages.visitor().get("/daily").text
    assert 'action="/daily" data-keyed' in text or 'action="/daily"' not in text
