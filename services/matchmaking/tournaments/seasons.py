"""The next season of a league in divisions: a tournament of its own, into which everybody is carried over."""

import secrets
from typing import Any

from services.matchmaking.tournaments.asking import check_organiser, known, season_id
from services.matchmaking.tournaments.bots import remote
from services.matchmaking.tournaments.entering import note_part
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.platform.player import is_person
from shared.platform.streams import cite
from shared.platform.tournament import Command, Tournament
from shared.platform.tournament.commands import OpenTournament
from shared.platform.tournament.divisions import season_after
from shared.platform.tournament.season import Season
from shared.web.ledger import streams
from shared.web.tournaments import announcements, tournament_rows


def open_next(id_: str, cause: str, by: str, start: int | None) -> dict[str, Any]:
    """Under the same rules, and announced in the same way. Who asks again finds the one that is there."""
    folded = known(id_)
    check_organiser(folded.state.opening.organiser, by)
    season, next_ = season_after(folded.state, cite(folded)), season_id(id_)
    stream = f"tournament:{next_}"
    if not streams().tournaments.load(stream).version:
        announcements().keep(next_, announcements().of(id_)._replace(start=start, next=None))
        message: Message[Command] = Message(stream=stream, by=by, cause=cause, command=command(folded.state, season))
        streams().tournaments.handle(message)
    now = streams().tournaments.load(stream)
    if announcements().of(id_).next is None:
        carry_over(folded.state, now.state)
    tournament_rows().put(now)
    return {"id": next_, "version": now.version, "commitment": now.state.opening.commitment}


def command(former: Tournament, season: Season) -> OpenTournament:
    opened = former.opening
    game = GAMES[opened.game]
    return OpenTournament(
        by=opened.organiser,
        game=game,
        options=game.options(**opened.options),
        rules=opened.rules,
        seed=secrets.token_hex(32),
        season=season,
    )


def carry_over(former: Tournament, now: Tournament) -> None:
    """What is not in the record: names, lists of people and of bots' owners, and at last where the next season is.

    So a crash repeats it, and nothing else does: what is removed there stays removed.
    """
    kept, names = announcements(), announcements().names(former.id)
    numbers = [one for division in now.season.carried for one in division] if now.season else []
    for number, one in enumerate(numbers):
        player = now.entrants[number].player
        if player is None and one in names:
            kept.name(now.id, number, names[one])
        elif player and (is_person(player) or remote(player)):
            note_part(player, now.id)
    note_part(now.opening.organiser, now.id)
    kept.keep(former.id, kept.of(former.id)._replace(next=now.id))
