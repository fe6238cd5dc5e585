"""Tournaments as files: standings for a spreadsheet or a program, FIDE's report, and the whole record."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from flask import Response, jsonify

from services.matchmaking.tournaments.shown import row_shown, rules_shown, standings_shown
from shared.errors import NotAllowed
from shared.ledger.redis import answering
from shared.platform.player import is_person, player_from
from shared.platform.records.tournament_file import exported_by_parts
from shared.platform.tournament import Tournament, standings
from shared.platform.tournament.tables import standings_as_csv
from shared.platform.tournament.trf import trf
from shared.tournaments import tournament_row
from shared.web.client import shared_client
from shared.web.ledger import streams
from shared.web.tournaments import announcements


def as_csv(tournament: Tournament) -> Response:
    """The standings as they are now."""
    now = tournament if tournament.ended else tournament._replace(standings=standings(tournament))
    return file_of(tournament, standings_as_csv(now, names_in(tournament)), "csv", "text/csv; charset=utf-8")


def as_json(tournament: Tournament) -> Response:
    """The standings, with rules and names, and who played whom."""
    folded, announced = streams().tournaments.load(f"tournament:{tournament.id}"), announcements().of(tournament.id)
    said: dict[str, Any] = {
        **row_shown(tournament_row(tournament, folded.at), announced, None),
        "rules": rules_shown(tournament.rules),
        "names": [names_in(tournament)[number] for number in range(len(tournament.entrants))],
        **standings_shown(tournament),
    }
    answer = jsonify(said)
    answer.headers["Content-Disposition"] = f'attachment; filename="{tournament.id}.json"'
    return answer


def as_trf(tournament: Tournament) -> Response:
    if tournament.rules.seats != 2:
        raise NotAllowed("only a tournament at tables of two has a report of this kind")
    title = announcements().of(tournament.id).title
    return file_of(tournament, trf(tournament, title, names_in(tournament)), "trf", "text/plain; charset=utf-8")


def file_of(tournament: Tournament, text: str, kind: str, mimetype: str) -> Response:
    answer = Response(text, content_type=mimetype)
    answer.headers["Content-Disposition"] = f'attachment; filename="{tournament.id}.{kind}"'
    return answer


def record_of(tournament: Tournament) -> Iterator[bytes]:
    """Match by match, so that whoever passes it on soon hears something. Raises NotFound."""
    parts = exported_by_parts(streams().ledger, tournament.id)
    return chain([next(parts)], parts)


def names_in(tournament: Tournament) -> Mapping[int, str]:
    """By entrant: chosen names of people, names of bots, and of those who have neither a name nor an account the id."""
    named, players = announcements().names(tournament.id), [one.player for one in tournament.entrants]
    chosen = names_of([player for player in players if player and is_person(player)])
    return {
        number: named.get(number) or chosen.get(player or "") or player_from(player or f"entrant {number + 1}").name
        for number, player in enumerate(players)
    }


def names_of(players: list[str]) -> dict[str, str]:
    """Those that people have chosen."""
    with answering(), shared_client().pipeline(transaction=False) as pipe:
        for player in players:
            pipe.hget(player, "name")
        return {player: name for player, name in zip(players, pipe.execute(), strict=True) if name}


EXPORTS: Mapping[str, Callable[[Tournament], Response]] = {"csv": as_csv, "json": as_json, "trf": as_trf}
