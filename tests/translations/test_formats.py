"""Numbers, days and names as each language writes them, where what the library knows is not enough."""

import pytest

from frontend.presentation.tournament.standings import SHOWN
from shared.language import day, isolated, moment, short_month, speaking


@pytest.mark.parametrize(
    ("code", "first", "others"),
    [
        ("en", "1 May 2026", ("11 May 2026", "21 May 2026", "31 May 2026")),
        ("fr", "1er mai 2026", ("11 mai 2026", "21 mai 2026", "31 mai 2026")),
        ("it", "1 maggio 2026", ("11 maggio 2026", "21 maggio 2026", "31 maggio 2026")),
        ("nl", "1 mei 2026", ("11 mei 2026", "21 mei 2026", "31 mei 2026")),
    ],
)
def test_french_alone_counts_the_first_of_a_month(code: str, first: str, others: tuple[str, ...]):
    with speaking(code):
        assert day("2026-05-01") == first
        assert tuple(map(day, ("2026-05-11", "2026-05-21", "2026-05-31"))) == others


def test_a_moment_of_such_a_day_does_so_too():
    with speaking("fr"):
        assert moment("2026-05-01T10:01:00.000Z") == "1er mai 2026, 10:01 UTC"
        assert moment("2026-05-21T01:01:00.000Z") == "21 mai 2026, 01:01 UTC"


@pytest.mark.parametrize(
    ("code", "months"), [("en", "May Dec"), ("fr", "mai déc."), ("it", "mag dic"), ("nl", "mei dec")]
)
def test_a_month_above_the_number_of_a_day_is_short(code: str, months: str):
    with speaking(code):
        assert f"{short_month('2026-05-31')} {short_month('2026-12-01')}" == months


@pytest.mark.parametrize(("code", "said"), [("en", "1.66"), ("fr", "1,66"), ("it", "1,66"), ("nl", "1,66")])
def test_points_a_table_have_the_point_of_the_language_and_are_not_rounded_up(code: str, said: str):
    with speaking(code):
        assert SHOWN["average"](1666) == said
        assert SHOWN["average"](1669) == said


@pytest.mark.parametrize("name", ["ששש", "سسس", "Ada ששש"])
def test_a_name_from_the_right_is_isolated_and_no_other_is(name: str):
    assert isolated(name) == f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    assert [isolated(each) for each in ("Ada", "Žofie", "北京", "")] == ["Ada", "Žofie", "北京", ""]
