"""Who plays with whom: laws of the matcher, whoever waits, however strong they are, and whoever blocked whom."""

from itertools import combinations

from hypothesis import example, given
from hypothesis import strategies as st

from shared.platform.queue import Pool, Ticket, expected, match, pool_from, rating_of, terms_of
from shared.platform.queue.match import EVERYBODY, SECOND, allowed, are_apart
from shared.platform.rating import START, Book, Point, Worth
from shared.platform.terms import Clock, check_terms
from tests.platform.test_terms import CLOCKS

NOW = 1_000_000
POOL = "quadropolis|{}|2|none"
PEOPLE = "abcdefghi"
Blocked = dict[str, frozenset[str]]


def ticket(person: str, waited: float = 0, mu: int = START.mu) -> Ticket:
    return Ticket(f"ticket-{person}", person, POOL, NOW - int(waited * SECOND), mu)


def people(*groups: tuple[Ticket, ...]) -> list[str]:
    return ["".join(sorted(one.person for one in group)) for group in groups]


TICKETS = st.lists(
    st.builds(ticket, st.sampled_from(PEOPLE), st.integers(-5, 200), st.integers(0, 50).map(lambda mu: mu * 10**6)),
    max_size=len(PEOPLE),
    unique_by=lambda one: one.person,
)
BLOCKED = st.dictionaries(st.sampled_from(PEOPLE), st.frozensets(st.sampled_from(PEOPLE), max_size=4))
SEATS = st.integers(2, 4)


def all_fit(group: tuple[Ticket, ...], blocked: Blocked) -> bool:
    """Whatever the ratings are."""
    return not any(are_apart(one.person, other.person, blocked) for one, other in combinations(group, 2))


@given(TICKETS, SEATS, BLOCKED)
def test_nobody_is_matched_twice_and_groups_are_full(tickets, seats, blocked):
    groups = match(tickets, seats, NOW, blocked)
    assert all(len(group) == seats for group in groups)
    matched = [one for group in groups for one in group]
    assert len(matched) == len({one.person for one in matched})
    assert set(matched) <= set(tickets)


@given(TICKETS, SEATS, BLOCKED)
def test_two_who_blocked_each_other_are_never_together(tickets, seats, blocked):
    assert all(all_fit(group, blocked) for group in match(tickets, seats, NOW, blocked))


@given(TICKETS, SEATS, BLOCKED)
def test_ratings_lie_as_far_apart_as_the_longest_waiting_allows(tickets, seats, blocked):
    for group in match(tickets, seats, NOW, blocked):
        far = allowed(min(group, key=lambda one: one.since), NOW)
        assert far is None or all(abs(one.mu - other.mu) <= far for one, other in combinations(group, 2))


@given(TICKETS, SEATS, BLOCKED)
def test_nobody_who_can_be_grouped_is_left_once_they_have_waited_long(tickets, seats, blocked):
    later = NOW + 5 * SECOND + EVERYBODY
    matched = {one for group in match(tickets, seats, later, blocked) for one in group}
    left = [one for one in tickets if one not in matched]
    assert not any(all_fit(group, blocked) for group in combinations(left, seats))


@given(TICKETS, SEATS, BLOCKED)
def test_whoever_has_waited_longest_is_in_a_group_if_there_is_any_for_them(tickets, seats, blocked):
    later = NOW + 5 * SECOND + EVERYBODY
    if tickets:
        first = min(tickets, key=lambda one: (one.since, one.person))
        could = any(all_fit((first, *some), blocked) for some in combinations(set(tickets) - {first}, seats - 1))
        assert any(first in group for group in match(tickets, seats, later, blocked)) is could


@given(st.permutations([ticket(person, at) for at, person in enumerate(PEOPLE)]))
def test_the_order_in_which_tickets_are_told_changes_nothing(tickets):
    assert people(*match(tickets, 2, NOW, {})) == ["hi", "fg", "de", "bc"]


def test_those_near_in_rating_play_at_once_and_others_after_a_while():
    near, far = ticket("b", 0, START.mu + 3_000_000), ticket("b", 0, START.mu + 3_000_001)
    assert people(*match([ticket("a"), near], 2, NOW, {})) == ["ab"]
    assert match([ticket("a"), far], 2, NOW, {}) == []
    assert people(*match([ticket("a", 1), far], 2, NOW, {})) == ["ab"]
    master = ticket("b", 0, START.mu + 40_000_000)
    assert match([ticket("a", 59.9), master], 2, NOW, {}) == []
    assert people(*match([ticket("a", 60), master], 2, NOW, {})) == ["ab"]


def test_a_clock_that_was_set_back_makes_nobody_choosier_than_at_first():
    assert allowed(ticket("a", -3600), NOW) == allowed(ticket("a"), NOW)


def test_a_crowd_who_blocked_each_other_is_given_up_and_keeps_nobody_else_waiting():
    crowd = [ticket(f"{number:04}", 100) for number in range(600)]
    everybody = frozenset(one.person for one in crowd)
    blocked = {one.person: everybody - {one.person} for one in crowd}
    assert match([ticket("x", 200), *crowd], 3, NOW, blocked) == []
    friends = [ticket(person, 61) for person in "yz"]
    assert people(*match([*crowd, *friends], 3, NOW, blocked)) == ["0000yz"]


@given(CLOCKS, st.integers(2, 4))
@example(Clock("total", 600, 10, 0), 2)
def test_a_pool_is_read_back_from_its_text(clock, seats):
    pool = Pool("quadropolis", {"mode": "ex|pert", "squares": True}, seats, clock)
    assert pool_from(str(pool)) == pool
    check_terms(terms_of(pool))


def test_the_same_wishes_are_one_pool():
    assert (
        str(Pool("g", {"a": 1, "b": True}, 2)) == str(Pool("g", {"b": True, "a": 1}, 2)) == 'g|{"a":1,"b":true}|2|none'
    )


def test_what_one_waits_as_a_rule_is_the_middle_of_what_others_waited():
    assert expected([]) is None
    assert expected([4000]) == 4000
    assert expected([9000, 1000, 4000]) == 4000


def test_whoever_waits_is_as_strong_as_the_book_says_and_others_are_all_alike():
    book = Book(players={"person:ada": Point(worth=Worth(31_000_000, 4_000_000))})
    assert rating_of("ada", book) == ("person:ada", 31_000_000, 4_000_000)
    assert rating_of("bob", book) == ("person:bob", *START[:2])
