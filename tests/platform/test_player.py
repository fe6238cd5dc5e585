"""Players: taken apart and put together again without changing what is stored."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bots import stand_in
from shared.errors import MatchOver, NotFound, ReadOnly, TableNotFound
from shared.games.registry import GAMES
from shared.ledger.forms.check import BY
from shared.ledger.memory import MemoryLedger
from shared.platform.match import Match
from shared.platform.player import Player, as_player, is_bot, is_person, player_from
from shared.platform.streams import Streams, cite
from shared.platform.table import Table


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("person:k3f9", Player("person", "k3f9")),
        ("bot:greedy@1", Player("bot", "greedy", "1")),
        ("bot:look_ahead@2-rc1", Player("bot", "look_ahead", "2-rc1")),
        ("bot:greedy", Player("bot", "greedy")),
        ("person:a@b", Player("person", "a@b")),
        ("service:scoring", Player("service", "scoring")),
    ],
)
def test_a_player_is_made_of_what_its_text_says(text, player):
    assert player_from(text) == player
    assert str(player) == text


@given(st.from_regex(BY, fullmatch=True))
def test_who_may_stand_in_the_ledger_comes_back_letter_by_letter(text):
    assert str(player_from(text)) == text


def test_any_text_is_taken():
    assert player_from("nobody") == Player("nobody", "")
    assert player_from("bot:greedy@") == Player("bot", "greedy", "")


def test_a_player_is_a_person_or_a_bot_and_nobody_else_is_either():
    assert is_person("person:k3f9")
    assert is_person(as_player("k3f9"))
    assert not is_bot("person:k3f9")
    assert is_bot(stand_in())
    assert not is_person(stand_in())
    for other in ("", "operator:ada", "service:scoring", "robot:greedy@1", "personal:1"):
        assert not is_bot(other)
        assert not is_person(other)


def test_what_is_missing_is_said_in_one_sentence_each():
    nothing = Match(id="k3f9", games=GAMES)
    with pytest.raises(ReadOnly, match="this server does not have the rules of this match"):
        _ = nothing.rules
    with pytest.raises(MatchOver, match="the match has not started"):
        _ = nothing.start
    with pytest.raises(TableNotFound, match="there is no such table"):
        _ = Table().opening
    with pytest.raises(NotFound, match="match:k3f9 has no event"):
        cite(Streams(MemoryLedger()).matches.load("match:k3f9"))
