"""A hand plays the seat of a bot that the server runs. The rules allow each of these moves."""

from collections.abc import Iterator
from unittest.mock import patch

import shared.bots
from infra.verify import BROKEN, COMMITTED, PRACTICE, QUESTIONABLE
from shared.platform.match import SeatStandIn
from tests.attacks import honest
from tests.attacks.attack import FOR_ALL, PROVED_FAIR, Attack, Says
from tests.attacks.honest import against, cup, failed, until
from tests.attacks.scene import GREEDY, Scene, before
from tests.records import BOT, SERVICE

HOST = "the host"


def would(bot: str, words: str = BROKEN) -> Says:
    return Says(words, "bots", f"{bot} would have taken ")


def one_move(bot: str, kind: str, nth: int, game: str = "quadropolis", **options: str) -> Scene:
    """By hand, and all others by the bot. `kind` is the honest match."""
    scene = against(bot, game, **options).go_on(before(honest.honest(kind), bot, nth))
    return scene.go_on(1, otherwise={bot}).go_on()


def all_moves(bot: str, game: str = "quadropolis", **options: str) -> Scene:
    return against(bot, game, **options).go_on(otherwise={bot})


def cup_by_hand() -> bytes:
    """What the tournament calls greedy plays like any_move while it is held."""
    by_hand = [
        bot._replace(make=shared.bots.bot(BOT).make) if bot.player == GREEDY else bot for bot in shared.bots.BOTS
    ]
    with patch.object(shared.bots, "BOTS", tuple(by_hand)):
        return cup()


def greedy_replaced(seconds: int) -> Scene:
    """The stand-in comes because the host wants it to."""
    scene = until(against(GREEDY).go_on(4), GREEDY).wait(seconds)
    return scene.obey("match", SERVICE, SeatStandIn(seat=scene.match.players.index(GREEDY))).go_on()


def attacks() -> Iterator[Attack]:
    def by_hand(name: str, lie: str, kind: str, make: honest.Found, bot: str, alone: Says = PROVED_FAIR) -> Attack:
        return Attack(name, HOST, lie, kind, lambda: make().counted().file, alone, would(bot))

    yield by_hand(
        "greedy_first_move", "plays greedy's first move", "greedy", lambda: one_move(GREEDY, "greedy", 0), GREEDY
    )
    yield by_hand(
        "greedy_middle_move", "plays greedy's eighth move", "greedy", lambda: one_move(GREEDY, "greedy", 7), GREEDY
    )
    yield by_hand(
        "greedy_last_move", "plays greedy's last move", "greedy", lambda: one_move(GREEDY, "greedy", -1), GREEDY
    )
    yield by_hand("greedy_all_moves", "plays all of greedy's moves", "greedy", lambda: all_moves(GREEDY), GREEDY)
    yield by_hand(
        "greedy_expert",
        "plays greedy's moves in an expert match",
        "greedy_expert",
        lambda: all_moves(GREEDY, mode="expert"),
        GREEDY,
    )
    yield by_hand(
        "greedy_sprawlopolis",
        "plays greedy's moves in Sprawlopolis",
        "greedy_sprawlopolis",
        lambda: all_moves(GREEDY, "sprawlopolis"),
        GREEDY,
    )
    yield by_hand(
        "any_move_all_moves", "chooses for any_move, which leaves all to luck", "any_move", lambda: all_moves(BOT), BOT
    )
    yield by_hand(
        "any_move_one_move",
        "plays one move of any_move's in Sprawlopolis",
        "any_move_sprawlopolis",
        lambda: one_move(BOT, "any_move_sprawlopolis", 3, "sprawlopolis"),
        BOT,
    )
    yield by_hand(
        "level_2_by_hand", "plays the moves of level_2", "level_2", lambda: all_moves("bot:level_2@1"), "bot:level_2@1"
    )
    yield by_hand(
        "strong_by_hand",
        "plays the first move of strong",
        "strong",
        lambda: honest.against_strong(otherwise=True),
        honest.STRONG,
    )
    yield by_hand(
        "stand_in_by_hand",
        "plays for the bot that plays on for a person who resigned",
        "resigned",
        lambda: honest.resigned(by_hand=True),
        BOT,
    )
    yield by_hand(
        "stood_in_by_hand",
        "plays the one move that the stand-in made for a bot",
        "stood_in",
        lambda: honest.stood_in(by_hand=True),
        BOT,
    )
    yield by_hand(
        "out_of_time_by_hand",
        "plays the move of a person whose time ran out",
        "out_of_time",
        lambda: honest.out_of_time(by_hand=True),
        BOT,
    )
    yield by_hand(
        "deal_by_hand",
        "plays the bot's moves in a deal of the day",
        "of_a_deal",
        lambda: honest.of_a_deal(by_hand=True),
        BOT,
        Says(COMMITTED),
    )
    yield Attack(
        "tournament_by_hand",
        "the organiser",
        "plays greedy's moves in a round robin",
        "tournament",
        cup_by_hand,
        Says(PRACTICE),
        would(GREEDY),
    )
    yield Attack(
        "bot_replaced_at_once",
        HOST,
        "replaces a bot that was asked a second ago, and did not fail",
        "failed",
        lambda: failed(0).counted().file,
        Says(QUESTIONABLE, "course", "was replaced, and nothing here says that it had failed"),
    )
    yield Attack(
        "bot_said_to_have_failed",
        HOST,
        "lets a bot wait for twenty seconds and says that it failed",
        "greedy",
        lambda: greedy_replaced(20).counted().file,
        PROVED_FAIR,
        limit="whether a program answered is seen by its server alone; that the seat changed hands is in the record",
    )
    yield Attack(
        "bot_of_another_release",
        HOST,
        "names a version of a bot that nobody has",
        "any_move",
        unknown_version,
        PROVED_FAIR,
        Says(FOR_ALL, "bots", "not checked: bot:greedy@7 can't be run here"),
        limit="a bot can only be run again by who has it",
    )


def unknown_version() -> bytes:
    """It moves as any_move does, and may as well be a person."""
    return against("bot:greedy@7").go_on().counted().file
