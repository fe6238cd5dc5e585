"""Tournaments as programs read them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from shared.ledger.envelope import stamp
from shared.ledger.fold import Folded
from shared.people.houses import players
from shared.platform.terms import plain
from shared.platform.tournament import Entrant, Round, Rules, Tournament, due, standings
from shared.platform.tournament.pairings.field import groups_of
from shared.platform.tournament.progress import played
from shared.platform.tournament.rules import EACH_ROUND
from shared.tournaments import Announcement, Moments, TournamentRow, tournament_row
from shared.web.ledger import streams
from shared.web.tournaments import announcements, times

Shown = dict[str, Any]


def row_shown(row: TournamentRow, announced: Announcement, name: str | None) -> Shown:
    """`name`: of a winner who is no player."""
    said = {each: getattr(row, each) for each in ("id", "organiser", "game", "format", "seats", "status", "entrants")}
    return {
        **said,
        "title": announced.title,
        "start": announced.start and at(announced.start),
        "entry": announced.entry,
        "in_person": announced.in_person,
        "rounds": row.rounds,
        "length": row.length,
        "playing": row.playing,
        "winner": row.player or name,
        "at": row.at,
    }


def rows_shown(rows: Sequence[TournamentRow]) -> list[Shown]:
    found = announcements().of_each([row.id for row in rows])
    return [row_shown(row, announced, winner_named(row)) for row, announced in zip(rows, found, strict=True)]


def winner_named(row: TournamentRow) -> str | None:
    is_named = row.winner is not None and row.player is None
    return announcements().names(row.id).get(row.winner or 0) if is_named else None


def shown(folded: Folded[Tournament], asker: str) -> Shown:
    tournament, announced = folded.state, announcements().of(folded.state.id)
    row, moments = tournament_row(tournament, folded.at), times().of(tournament.id)
    opened, ended = tournament.opening, tournament.ended
    names = announcements().names(tournament.id)
    return {
        **row_shown(row, announced, names.get(row.winner) if row.winner is not None else None),
        "version": folded.version,
        "text": announced.text,
        "listed": announced.listed,
        "invited": players(announced.invited) if asker == opened.organiser else None,
        "to_sit": announced.to_sit,
        "rest": announced.rest,
        "options": opened.options,
        "rules": rules_shown(tournament.rules),
        "season": season_shown(tournament, announced),
        "commitment": opened.commitment,
        "seed": opened.seed if ended else None,
        "reason": ended.reason if ended else None,
        "note": ended.note if ended else None,
        "entered": [entrant_shown(tournament, number, names) for number in range(len(tournament.entrants))],
        "running": [round_shown(tournament, one, moments) for one in running(tournament)],
        "progress": {
            "tables": sum(len(one.tables) for one in tournament.rounds),
            "results": played(tournament),
        },
        "next": next_shown(tournament, announced, moments),
        "me": me_shown(tournament, announced, moments, asker),
    }


def running(tournament: Tournament) -> list[Round]:
    """After an early end there are none."""
    return [one for one in tournament.rounds if not one.is_ended and not tournament.ended]


def rules_shown(rules: Rules) -> Shown:
    final = rules.final and rules.final._asdict()
    return {**rules._asdict(), "terms": plain(rules.terms), "final": final}


def season_shown(tournament: Tournament, announced: Announcement) -> Shown | None:
    """Of a league in divisions; these are known from its start on."""
    season = tournament.season
    if season is None:
        return None
    return {
        "number": season.number,
        "size": season.size,
        "moves": season.moves,
        "former": season.former,
        "next": announced.next,
        "divisions": groups_of(tournament) or [tournament.members] if tournament.nonces is not None else [],
    }


def entrant_shown(tournament: Tournament, number: int, names: Mapping[int, str]) -> Shown:
    one = tournament.entrants[number]
    return {
        "entrant": number,
        "player": one.player,
        "name": names.get(number),
        "strength": one.strength,
        "is_in": one.is_in,
        "checked_in": len(tournament.rounds) in one.checked_in,
        "shown": not awaits_nonce(tournament, one),
    }


def awaits_nonce(tournament: Tournament, one: Entrant) -> bool:
    return tournament.nonces is None and one.nonce_hash is not None and one.nonce is None


def round_shown(tournament: Tournament, one: Round, moments: Moments) -> Shown:
    began = moments.paired.get(one.number)
    minutes = tournament.minutes_of(one)
    return {
        "round": one.number,
        "stage": one.stage,
        "by": one.by,
        "began": began,
        "ends": later(began, minutes) if began and minutes and not one.is_ended else None,
        "is_ended": one.is_ended,
        "byes": one.byes,
        "tables": [table_shown(one, table) for table in range(len(one.tables))],
    }


def table_shown(one: Round, table: int) -> Shown:
    result = one.results.get(table)
    return {
        "table": table,
        "entrants": one.tables[table],
        "match": one.matches.get(table),
        "how": result and result.how,
        "places": result and result.places,
        "points": result and result.points,
        "note": result and result.note,
        "entered": [
            {"seat": said.seat, "places": said.places, "points": said.points} for said in one.entered.get(table, ())
        ],
        "disputed": table in one.disputed,
    }


def next_shown(tournament: Tournament, announced: Announcement, moments: Moments) -> Shown:
    """Times are as planned: where the product was away, or in a pause, it takes as much longer."""
    step = due(tournament)
    if step == "over" or step == "start":
        return {"what": step, "at": at(announced.start) if step == "start" and announced.start else None}
    if tournament.is_paused:
        return {"what": "pause", "at": None}
    if tournament.lasts and not tournament.is_time_over:
        began, minutes = moments.started, tournament.rules.minutes
        return {"what": step, "at": later(began, minutes) if began else None}
    if step == "play":
        return {"what": "play", "at": min(filter(None, ends(tournament, moments)), default=None)}
    ended = moments.ended.get(len(tournament.rounds) - 1)
    checks_in = tournament.rules.check_in == EACH_ROUND
    return {"what": "check_in" if checks_in else "pair", "at": later(ended, announced.rest) if ended else None}


def ends(tournament: Tournament, moments: Moments) -> list[str | None]:
    return [round_shown(tournament, one, moments)["ends"] for one in running(tournament)]


def me_shown(tournament: Tournament, announced: Announcement, moments: Moments, asker: str) -> Shown | None:
    number = tournament.entrant_of(asker)
    if number is None:
        return None
    one = tournament.entrants[number]
    return {
        "entrant": number,
        "is_in": one.is_in,
        "checked_in": len(tournament.rounds) in one.checked_in,
        "nonce_awaited": awaits_nonce(tournament, one),
        "tables": [
            own_table(tournament.rounds[round_], table, seats.index(number), asker, announced, moments)
            for round_, table, seats in tournament.playing()
            if number in seats
        ],
    }


def own_table(one: Round, table: int, seat: int, asker: str, announced: Announcement, moments: Moments) -> Shown:
    match, began = one.matches.get(table), moments.paired.get(one.number)
    status = status_at(match, asker) if match else "wait"
    return {
        "round": one.number,
        "table": table,
        "seat": seat,
        "match": match,
        "status": status,
        "sit_by": later(began, announced.to_sit) if began and status == "sit" else None,
    }


def status_at(match: str, asker: str) -> str:
    """sit, wait or play."""
    table = streams().tables.load(f"table:{match}").state
    if table.closed:
        return "play" if table.closed.match else "wait"
    return "sit" if table.opened and table.seat_of(asker) is None else "wait"


def standings_shown(tournament: Tournament) -> Shown:
    names = announcements().names(tournament.id)
    found = tournament.ended.standings if tournament.ended else standings(tournament)
    return {
        "columns": tournament.columns,
        "standings": [
            {
                "entrant": one.entrant,
                "player": tournament.entrants[one.entrant].player,
                "name": names.get(one.entrant),
                "place": one.place,
                "points": one.points,
                "numbers": dict(zip(tournament.columns, one.numbers, strict=True)),
            }
            for one in found
        ],
    }


def at(milliseconds: int) -> str:
    return stamp(datetime.fromtimestamp(milliseconds / 1000, UTC))


def later(moment: str, minutes: int) -> str:
    return stamp(datetime.fromisoformat(moment) + timedelta(minutes=minutes))
