"""`urbanist tournament`: bots play a whole tournament in this process, which is kept as a record with all its matches.

Nothing is asked of a server. The same seed plays the same matches and writes the same bytes, on however many cores.
"""

import json
from argparse import Namespace
from typing import Any

from services.console.cup.held import Asked, held
from services.console.cup.named import entrants
from services.console.cup.told import told
from services.console.kept import write_whole
from services.console.play import check_lineup, options_of
from shared.bots import names
from shared.errors import Malformed, NotAllowed
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.platform.tournament import Final, Rules, rules_for
from shared.platform.tournament.decide import check_divided
from shared.platform.tournament.rules import check_rules, lasts
from shared.platform.tournament.season import Season


def run(asked: Namespace) -> None:
    game, bots = GAMES[asked.game], entrants(asked.entrants)
    options, rules = options_of(game, asked.option), rules_of(game, asked)
    check_lineup(game, rules.seats, bots, names())
    if len(bots) > rules.most or len(bots) < 2:
        raise Malformed("--entrants: 2 to {most} bots", most=rules.most)
    if asked.cores < 1:
        raise Malformed("--cores: at least 1")
    if asked.log and asked.log.exists():
        raise NotAllowed("{file} is there already: name another file", file=str(asked.log))
    season = season_of(rules, asked)
    record, tournament, there = held(Asked(game, options, rules, bots, asked.seed, season), asked.cores, asked.seasons)
    for row in told(tournament, there):
        print(json.dumps(row), flush=True)
    if asked.log:
        with asked.log.open("xb") as file:
            write_whole(record(), file, asked.log)


def rules_of(game: Game, asked: Namespace) -> Rules:
    """Raises NotAllowed, with what a person can put right."""
    seats = asked.seats or game.seats[0]
    more: dict[str, Any] = {"tie_breaks": asked.tie_breaks.split(",") if asked.tie_breaks else None}
    more |= {"third_place": asked.third_place, "groups": asked.groups, "minutes": asked.minutes}
    rules = rules_for(game, asked.format, max(seats, 2), asked.rounds, **more)
    if rules.minutes and not lasts(rules):
        raise Malformed("--minutes: only an arena without --rounds lasts for a span of time here")
    if asked.final:
        rules = rules._replace(final=final_of(asked.final))
    check_rules(game, rules)
    return rules


def season_of(rules: Rules, asked: Namespace) -> Season | None:
    """The first one, where it is a league in divisions. Raises NotAllowed, Malformed."""
    if asked.division is None:
        if asked.seasons != 1:
            raise Malformed("--seasons: only a league with --division has more than one")
        return None
    if not 1 <= asked.seasons <= 100:
        raise Malformed("--seasons: 1 to 100")
    season = Season(1, asked.division, asked.moves)
    check_divided(rules, season)
    return season


def final_of(words: str) -> Final:
    """`elimination:8`, or with its rounds `swiss:8:3`."""
    format_, entrants_, rounds = [*words.split(":"), "0", "0"][:3]
    if not (entrants_.isascii() and entrants_.isdigit() and rounds.isascii() and rounds.isdigit()):
        raise Malformed("--final: as elimination:8, or swiss:8:3 with its rounds")
    return Final(format_, int(rounds), int(entrants_))
