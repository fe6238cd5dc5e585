"""Bots get a view, its legal moves and luck of their own, and return one of the moves."""

import pytest

from shared.bots import BOTS, bot, mind, names, player, plays_on, stand_in
from shared.errors import NotFound
from shared.games.registry import GAMES
from tests.bots.matches import ended
from tests.bots.registered import release
from tests.games.scenario import evolved, key, play
from tests.games.secret_bids import GAME as SECRET_BIDS

every_bot = pytest.mark.parametrize("name", names())
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
@every_bot
def test_a_bot_plays_one_of_its_moves(game, name):
    state = play(game, max(game.seats), 1, 10).state
    (seat,) = game.to_move(state)
    moves = game.legal_moves(state, seat)
    bot = mind(player(name), game, seat)
    chosen = [bot(game.view(state, seat), moves, key(luck)) for luck in range(2)]
    assert all(move in moves for move in chosen)
    assert chosen == [bot(game.view(state, seat), moves, key(luck)) for luck in range(2)]


@every_game
@pytest.mark.parametrize("name", ["any_move", "greedy"])  # when looking ahead, few moves are equal
def test_luck_chooses_between_equal_moves(game, name):
    assert max(choices_at_the_start(game, name, seed) for seed in range(5)) > 1  # in some of them one move is best


def choices_at_the_start(game, name, seed) -> int:
    state = play(game, 2, seed, 0).state
    (seat,) = game.to_move(state)
    moves = game.legal_moves(state, seat)
    bot = mind(player(name), game, seat)
    return len({bot(game.view(state, seat), moves, key(luck)) for luck in range(12)})


@every_game
def test_greedy_takes_what_is_worth_most_at_once(game):
    state = play(game, 2, 5, 11).state
    (seat,) = game.to_move(state)
    moves = game.legal_moves(state, seat)
    chosen = mind("bot:greedy@1", game, seat)(game.view(state, seat), moves, key(3))
    worth = {move: game.points(evolved(game, state, game.decide(state, seat, move)), seat) for move in moves}
    assert worth[chosen] == max(worth.values())
    assert worth[chosen] > min(worth.values())


def test_greedy_plays_for_its_own_seat_when_all_are_called_at_once():
    drawn = SECRET_BIDS.setup(3, SECRET_BIDS.options(), key(1))
    state = evolved(SECRET_BIDS, SECRET_BIDS.initial(3, SECRET_BIDS.options(), 1), drawn)
    moves = SECRET_BIDS.legal_moves(state, 2)
    assert SECRET_BIDS.to_move(state) == (0, 1, 2)
    assert mind("bot:greedy@1", SECRET_BIDS, 2)(SECRET_BIDS.view(state, 2), moves, key(1)) == max(
        moves, key=lambda move: move.coins
    )


@every_game
def test_greedy_does_better_than_any_move(game):
    for luck in range(3):
        alone = ended(game, luck, "greedy", "any_move")
        together, careless = ended(game, luck, "greedy", "greedy"), ended(game, luck, "any_move", "any_move")
        if alone.target is None:
            assert alone.places[0] == 1
        assert sum(together.points) > sum(careless.points)


@pytest.mark.parametrize("named", ["bot:greedy@2", "bot:nobody@1", "greedy", "person:abc"])
def test_an_unknown_bot_or_version_is_not_found(named):
    with pytest.raises(NotFound, match=f"there is no player {named} among the bots"):
        mind(named, next(iter(GAMES.values())), 0)


def test_a_bot_is_named_with_its_version():
    assert player("greedy") == "bot:greedy@1"
    with pytest.raises(NotFound, match="there is no bot nobody"):
        player("nobody")


def test_the_registry_names_every_version_once_and_replaces_only_older_ones():
    assert len({bot.player for bot in BOTS}) == len(BOTS)
    assert all(old < bot.version for bot in BOTS for old in bot.replaces)
    assert stand_in() in {bot.player for bot in BOTS}


def test_the_newest_version_sits_down_and_an_older_one_plays_on(monkeypatch):
    newer = [BOTS[1]._replace(version=version, replaces=older) for version, older in ((4, (2,)), (5, (2, 3)), (6, ()))]
    release(monkeypatch, bot("bot:greedy@1"), *newer)
    assert (player("greedy"), names().count("greedy")) == ("bot:greedy@6", 1)
    heirs = [plays_on(f"bot:greedy@{version}") for version in range(1, 8)]
    assert heirs == [f"bot:greedy@{version}" if version else None for version in (1, 5, 5, 4, 5, 6, 0)]
    assert [plays_on(other) for other in ("bot:nobody@2", "greedy", "person:abc")] == [None] * 3
