"""The terms of a match: which can be chosen, and how programs write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import NotAllowed
from shared.platform.terms import DAY, OUT, RANGES, USUAL, Clock, Terms, check_terms, plain, terms_in

CLOCKS = st.one_of(
    st.none(),
    *(
        st.builds(
            Clock,
            st.just(kind),
            st.sampled_from(seconds),
            *([st.integers(0, 3600)] * 2 if kind == "total" else [st.just(0)] * 2),
        )
        for kind, seconds in RANGES.items()
    ),
)


@given(CLOCKS, st.sampled_from(OUT), st.sampled_from([0, 30, DAY]), st.booleans())
def test_what_the_ranges_name_can_be_chosen_and_is_read_back(clock, out, absent, take_back):
    terms = Terms(clock, out, absent, rated=clock is not None, take_back=take_back)
    check_terms(terms)
    assert terms_in(plain(terms)) == terms


def test_whatever_is_not_said_is_usual():
    assert terms_in({}) == USUAL
    check_terms(USUAL)


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        (Terms(out="draw"), "when time runs out, the stand-in plays a turn, or on for good, or the match is lost"),
        (Terms(absent=29), "a bot plays on for who is away after 30 seconds to 24 hours, or never"),
        (Terms(absent=DAY + 1), "after 30 seconds to 24 hours, or never"),
        (Terms(rated=True), "a rated match needs a clock, so that nobody can hold it up for ever"),
        (Terms(Clock("sand", 60)), "a clock counts each turn, the whole match, or days"),
        (Terms(Clock("turn", 4)), "a turn takes 5 seconds to 24 hours"),
        (Terms(Clock("total", 29)), "a match takes each player 30 seconds to 10 days"),
        (Terms(Clock("days", DAY + 1)), "a turn takes 1 to 31 whole days"),
        (Terms(Clock("turn", 60, increment=5)), "only a clock for the whole match has an increment or a delay"),
        (Terms(Clock("total", 60, delay=3601)), "an increment and a delay take an hour at most"),
        (Terms(Clock("total", 60, increment=-1)), "an increment and a delay take an hour at most"),
    ],
)
def test_what_can_not_be_chosen_has_a_sentence(terms, said):
    with pytest.raises(NotAllowed, match=said):
        check_terms(terms)
