"""What is quickly found to fit is what marshmallow lets pass, and of the ledger's own values that is all."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.errors import Malformed
from shared.games.registry import GAMES
from shared.ledger.canonical import LARGEST
from shared.ledger.codec import Codec
from shared.ledger.forms.check import check_fields
from shared.ledger.forms.quick import fits
from shared.platform.events import EVENTS
from tests.ledger.values import json_values, values_of

KINDS = [cls for events in (EVENTS, *(game.events for game in GAMES.values())) for cls in events.values()]
ODD: tuple[Any, ...] = (None, True, 0, -1, 20, 1.0, LARGEST + 1, "", "x", [], [1], [None], ["x"], {}, {"x": 1}, [{}])


def values(event: Any) -> dict[str, Any]:
    data, part = Codec.of(type(event)).split(event)
    return {**data, **(part or {})}


@settings(max_examples=20)
@given(st.data())
@pytest.mark.parametrize("cls", KINDS)
def test_every_event_fits(cls: type, data: st.DataObject):
    assert fits(cls, values(data.draw(values_of(cls))))


@settings(max_examples=20)
@given(st.data())
@pytest.mark.parametrize("cls", KINDS)
def test_what_fits_is_what_may_be_stored(cls: type, data: st.DataObject):
    """With a field of another kind, one too few, or one too many."""
    good = values(data.draw(values_of(cls)))
    name = data.draw(st.sampled_from([*good, "another"]))
    other = data.draw(st.sampled_from(ODD) | json_values())
    for said in ({**good, name: other}, {key: value for key, value in good.items() if key != name}):
        if fits(cls, said):
            check_fields(cls, said)


def test_what_does_not_fit_is_refused_with_the_names_of_its_fields():
    cls = EVENTS["match.turn_started"]
    with pytest.raises(Malformed) as refused:
        check_fields(cls, {"seats": ["x"]})
    assert not fits(cls, {"seats": ["x"]})
    assert "seats" in refused.value.fields
