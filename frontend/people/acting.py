"""Who acts if a visitor is several people in one browser: whoever the form was drawn for, or else who sits there."""

from flask import Flask, request

from frontend.people.sessions import act_as, held_persons, known_person
from frontend.people.who import player_of
from shared.errors import NotAllowed
from shared.platform.streams import Streams

# Whoever asks: caches keep them, so no session is looked into.
FOR_EVERYBODY = ("static", "bundles.show", "sentences.show")


def choose_who_acts(app: Flask, streams: Streams) -> None:
    app.before_request(lambda: choose(streams))


def choose(streams: Streams) -> None:
    """Raises NotAllowed, Unavailable."""
    if request.endpoint in FOR_EVERYBODY:
        return
    held = held_persons()
    if held and not request.is_json and (named := request.form.get("drawn_for")):
        if named not in held:
            raise NotAllowed("this page was drawn for somebody who is not in this browser any more: reload it")
        act_as(named)
        return
    if len(held) < 2 or (id_ := _id_asked_for()) is None:
        return
    sitting = [person for player in players_at(streams, id_) for person in held if player_of(person) == player]
    if sitting and known_person() not in sitting:
        act_as(sitting[0])


def _id_asked_for() -> str | None:
    """The id of a table or match in a request to a page, a socket or the public door; a rematch names its match."""
    said = request.view_args or {}
    return said.get("id_") or str(said.get("rest", "")).partition("/")[0] or request.form.get("rematch")


def players_at(streams: Streams, id_: str) -> list[str]:
    """First the players who are called, then those who play or played, those who wait, and who opened the table."""
    match = streams.blind.load(f"match:{id_}").state
    table = streams.tables.load(f"table:{id_}").state
    called = [match.players[seat] for seat in match.called]
    return [*called, *match.seating.everybody, *table.players, *([table.opened.opener] if table.opened else ())]
