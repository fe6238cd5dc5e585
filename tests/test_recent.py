"""What was used last is kept, and no more of it than was said."""

from shared.recent import Recent


def test_the_one_that_was_used_longest_ago_makes_room():
    kept, made = Recent[str](2), list[str]()

    def get(key: str) -> str:
        def make() -> str:
            made.append(key)
            return key.upper()

        return kept.get(key, make)

    assert [get(key) for key in "abacab"] == [*"ABACAB"]
    assert made == [*"abcb"]


def test_what_is_kept_can_be_looked_at_without_making_it():
    kept = Recent[int](1)
    assert kept.known("a") is None
    assert (kept.get("a", lambda: 1), kept.known("a")) == (1, 1)


def test_nothing_is_a_value_too():
    kept = Recent[list[int]](1)
    empty: list[int] = []
    assert kept.get("a", lambda: empty) is empty
    assert kept.get("a", lambda: [1]) is empty


def test_none_can_be_kept_where_none_may_be():
    kept, made = Recent[int](0), iter((1, 2))
    assert [kept.get("a", lambda: next(made)) for _ in range(2)] == [1, 2]
