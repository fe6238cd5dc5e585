"""The form of an envelope, field by field."""

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from shared.errors import Malformed
from shared.ledger.envelope import Envelope, digest_of, stamp
from shared.ledger.forms.check import check_envelope, check_named, is_sealed
from tests.ledger.tiny import ID, played

GOOD = Envelope.from_bytes(played().read(f"match:{ID}")[3].envelope).plain()
HASH = "ab" * 32


def test_every_stored_envelope_is_in_its_form():
    for entry in played().read(f"match:{ID}"):
        envelope = Envelope.from_bytes(entry.envelope)
        check_envelope(envelope.plain())
        assert envelope.to_bytes() == entry.envelope
        assert envelope.with_digest() == envelope
        assert digest_of(envelope.plain()) == envelope.digest


@pytest.mark.parametrize(
    ("field", "good"),
    [
        ("stream", "rating:quadropolis-classic"),
        ("stream", f"tournament:{ID}"),
        ("by", "bot:any_move@1"),
        ("by", "operator:root"),
        ("cause", f"table:{ID}#7:start_match"),
        ("move", None),
        ("reveals", []),
        ("reveals", [["round_1", 0, "R1-PAR-01", HASH]]),
        ("seal", HASH),
        ("previous", None),
        ("at", "2028-02-29T23:59:59.999Z"),
    ],
)
def test_these_are_in_their_form(field, good):
    check_envelope({**GOOD, field: good})


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("stream", "match:short"),
        ("stream", "match:M1K2M3K4M5K6"),
        ("stream", "{a}:match:m1k2m3k4m5k6"),
        ("stream", None),
        ("version", 0),
        ("version", True),
        ("version", "1"),
        ("type", "ended"),
        ("type", "match.Ended"),
        ("schema", 0),
        ("at", "2026-05-01T12:00:00Z"),
        ("at", "2026-05-01 12:00:00.000Z"),
        ("at", "2026-02-30T12:00:00.000Z"),
        ("at", 1),
        ("by", "anna"),
        ("by", "bot:greedy"),
        ("cause", ""),
        ("cause", "a b"),
        ("cause", "x" * 201),
        ("move", {}),
        ("move", []),
        ("move", {"move": {}, "seat": 0, "turn": 1}),
        ("move", {"move": {"name": "x"}, "seat": -1, "turn": 1}),
        ("move", {"move": {"name": "x"}, "seat": 0, "turn": 0}),
        ("move", {"move": {"name": "x"}, "seat": 0, "turn": 1, "more": 1}),
        ("data", []),
        ("reveals", None),
        ("reveals", [[]]),
        ("reveals", [["a", 0, "b"]]),
        ("reveals", [["a", -1, "b", HASH]]),
        ("reveals", [["a", True, "b", HASH]]),
        ("reveals", [["A", 0, "b", HASH]]),
        ("reveals", [["a", 0, "é", HASH]]),
        ("reveals", [["a", 0, "b", HASH.upper()]]),
        ("seal", "ab"),
        ("previous", HASH.upper()),
        ("digest", None),
    ],
)
def test_these_are_not(field, wrong):
    with pytest.raises(Malformed) as refused:
        check_envelope({**GOOD, field: wrong})
    assert list(refused.value.fields) == [field]


@pytest.mark.parametrize("field", sorted(GOOD))
def test_no_field_may_be_missing(field):
    with pytest.raises(Malformed) as refused:
        check_envelope({name: value for name, value in GOOD.items() if name != field})
    assert list(refused.value.fields) == [field]


def test_all_wrong_names_of_a_command_are_told_at_once():
    with pytest.raises(Malformed) as refused:
        check_named("x", "y", " ")
    assert refused.value.fields.keys() == {"stream", "by", "cause"}


@pytest.mark.parametrize(
    "wrong",
    [None, [], {}, {"part": {}}, {"part": [], "salt": "0" * 32}, {"part": {}, "salt": 1}, {"part": {}, "salt": "0"}],
)
def test_a_sealed_field_holds_a_part_and_its_salt(wrong: Any):
    assert not is_sealed(wrong)
    assert is_sealed({"part": {}, "salt": "0" * 32})


def test_a_time_in_another_zone_is_stored_in_utc():
    moment = datetime(2026, 5, 1, 14, 0, 0, 999_999, tzinfo=timezone(timedelta(hours=2)))
    assert stamp(moment) == "2026-05-01T12:00:00.999Z"
