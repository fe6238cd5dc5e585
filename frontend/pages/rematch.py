"""A rematch: the same people and bots, with the same options, at one table."""

from frontend.pages.commands import send
from frontend.people.sessions import visiting_person
from frontend.people.who import kind_of, player_of
from frontend.presentation.table import USUAL_BOT
from frontend.site import site
from shared.errors import MatchNotFound, NotAllowed
from shared.people.house import Entry
from shared.platform.match.events import MatchStarted
from shared.platform.player import is_person, player_from
from shared.platform.terms import plain
from shared.roster import fitting

MOST = 100  # rematches in a row that are followed


def table_of_rematch(id_: str, key: str) -> str:
    """The open table where the players of this match meet again, or a new one, opened with this key.

    Raises NotAllowed, MatchNotFound.
    """
    started, me = _played(id_), player_of(visiting_person())
    if all(player == me or kind_of(player) == "bot" for player in started.players):
        return _open(id_, started, key)
    last = newest_rematch(id_)
    if _is_open(last):
        return last
    opened = _open(id_, started, key)
    kept = site().rematches.keep(last, opened) if opened != last else opened  # the same form again: the same table
    if kept != opened:
        send("matchmaking", f"/tables/{opened}/close", cause=f"{key}-close")
    return kept


def newest_rematch(id_: str) -> str:
    """The last of the tables that follow this match; the match itself if there is none."""
    for _ in range(MOST):
        following = site().rematches.after(id_)
        if following is None:
            break
        id_ = following
    return id_


def waits_for_players(id_: str) -> bool:
    """Whether a table for the rematch of this match is open."""
    return _is_open(newest_rematch(id_))


def _played(id_: str) -> MatchStarted:
    match = site().streams.match(id_).state
    if match.started is None:
        raise MatchNotFound("there is no match {id}", id=id_)
    if player_of(visiting_person()) not in match.started.players:
        raise NotAllowed("only those who played a match can ask for a rematch")
    if not match.is_over:
        raise NotAllowed("you can ask for a rematch when the match is over")
    return match.started


def _is_open(id_: str) -> bool:
    table = site().streams.tables.load(f"table:{id_}").state  # a match for practice has none
    return table.opened is not None and not table.is_filled and table.closed is None


def _open(id_: str, started: MatchStarted, key: str) -> str:
    """With the house rules of the match; its players are invited where it was private."""
    house = site().houses.begun(id_)
    is_private = house.entry is Entry.PRIVATE
    minds = [each.name for each in map(player_from, started.players) if each.is_bot]
    fit = {offer.name for offer in fitting(site().roster, started.game, len(started.players), started.options)}
    bots = [mind if mind in fit else USUAL_BOT for mind in minds]
    opened = send(
        "matchmaking",
        "/tables",
        game=started.game,
        options=dict(started.options),
        seats=len(started.players),
        entry=str(Entry.PRIVATE if is_private else Entry.LINK),
        invited=[player for player in started.players if is_person(player)] if is_private else [],
        talk=str(house.talk),
        watch=str(house.watch),
        hints=started.hints,
        terms=plain(started.terms),
        bots=bots,
        cause=key,
    )
    return str(opened["id"])
