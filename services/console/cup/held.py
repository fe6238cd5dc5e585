"""A tournament of bots from its opening to its end, in memory, or one season of a league after the other."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from os import fsencode
from typing import Any, NamedTuple

from services.console.cup.course import Course, workers
from services.console.cup.moments import Clock, still
from services.console.cup.named import names
from services.console.cup.span import Span
from services.console.cup.table import salts
from services.console.practice import SERVICE
from shared.bots import player
from shared.games.game import Game
from shared.ledger.ids import id_from
from shared.ledger.memory import MemoryLedger
from shared.platform.records.tournament_file import exported, matches_of
from shared.platform.streams import Streams, cite
from shared.platform.tournament import Rules, Tournament
from shared.platform.tournament.commands import Enter, OpenTournament, StartTournament
from shared.platform.tournament.divisions import season_after
from shared.platform.tournament.season import Season


class Asked(NamedTuple):
    """What is to be held. `bots` by entrant; `season` is the first one of a league in divisions."""

    game: Game
    options: Any
    rules: Rules
    bots: Sequence[str]
    seed: str
    season: Season | None = None


class Held(NamedTuple):
    """What gives its record, the tournament at its end, and what its entrants are called, in every season the same."""

    record: Callable[[], bytes]
    tournament: Tournament
    named: Sequence[str]


def held(asked: Asked, cores: int, seasons: int = 1) -> Held:
    """The last one of so many seasons; each follows from the one before."""
    streams, former, named = Streams(MemoryLedger()), b"", names(asked.bots)
    course = held_once(streams, asked, cores)
    for number in range(1, seasons):
        now, former = course.now, without_matches(course)
        season = season_after(now, cite(streams.tournaments.load(f"tournament:{now.id}")))
        order = [one.entrant for division in season.carried for one in division]
        named = tuple(named[one] for one in order)
        bots = [course.bots[one] for one in order]
        course = held_once(streams, asked._replace(bots=bots, seed=f"{asked.seed}:{number}", season=season), cores)
    return Held(lambda: with_matches(course) + former, course.now, named)


def held_once(streams: Streams, asked: Asked, cores: int) -> Course:
    game, options, rules, bots, seed, _ = asked
    own = sha256(fsencode(f"tournament:{game.slug}:{options}:{rules}:{','.join(bots)}:{seed}")).hexdigest()
    clock = Clock()
    still(streams.tournaments, salts(own, "tournament"), clock)
    course = Course(streams, id_from(bytes.fromhex(own)), bots, Span(clock, rules.minutes * 60))
    start(course, asked, own)
    with workers(cores) as pool:
        course.run(pool)
    return course


def start(course: Course, asked: Asked, seed: str) -> None:
    """With all entrants, but for those whom a season carries over: they have entered by its opening."""
    game, options, rules, bots, _, season = asked
    course.obey(OpenTournament(by=SERVICE, game=game, options=options, rules=rules, seed=seed, season=season), "open")
    for number, bot in enumerate(bots[len(course.now.entrants) :]):
        course.obey(Enter(by=SERVICE, player=player(bot)), f"enter-{number}")
    course.obey(StartTournament(by=None), "start")


def with_matches(course: Course) -> bytes:
    ids = matches_of(course.now)
    return _exported(course, {one: course.files[one] for one in ids})


def without_matches(course: Course) -> bytes:
    return _exported(course, dict.fromkeys(matches_of(course.now), b""))


def _exported(course: Course, files: dict[str, bytes]) -> bytes:
    return exported(course.id, course.streams.ledger.read(f"tournament:{course.id}"), files)
