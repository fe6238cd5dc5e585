"""Links of boards: what is chosen, and nothing that isn't."""

from markupsafe import Markup

from frontend.choosing import choosing


def test_choices_that_are_empty_are_left_out():
    assert choosing("abc", {"architect": 2, "slot": "", "target": None, "tile": Markup("1,3")}) == (
        "/m/abc?architect=2&amp;tile=1,3"
    )
    assert choosing("abc", {"architect": ""}) == "/m/abc"


def test_what_an_address_brought_stays_within_its_attribute():
    assert choosing("abc", {"city": '2"><b>'}) == "/m/abc?city=2&#34;&gt;&lt;b&gt;"
