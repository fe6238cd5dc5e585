"""What is going on, and what the visitor has to do: enter, check in, sit down, wait, or nothing."""

from typing import TypedDict

from frontend.presentation.tournament.rounds import TableContext, current, table_context
from frontend.presentation.tournament.shown import EntrantContext, Shown
from frontend.presentation.tournament.told import Hours, Told
from shared.ledger.envelope import moment
from shared.platform.tournament.decide_entrants import is_open_late
from shared.platform.tournament.pairings.elimination import alive
from shared.platform.tournament.progress import all_of_them, played
from shared.platform.tournament.rules import AT_START, NEVER


class OwnContext(TypedDict):
    """What the visitor is asked for. `does`: play (at `table`), wait (for it), bye, out, left, check_in, ready, watch.

    `table` counts from 1; its `match` has the page where they sit down. `is_awaited`: their part of the luck is.
    """

    does: str
    who: EntrantContext | None
    round: int | None
    table: TableContext | None
    sit_by: str | None
    others: list[EntrantContext]
    may_enter: bool
    may_withdraw: bool
    may_return: bool
    may_check_in: bool
    is_awaited: bool


class NowContext(TypedDict):
    """`state`: planned, running, paused, finished, early or called_off. `round` counts from 1; `of` is how many there
    will be, or None. `open` and `tables` are those of the round; `winner` is that of what has ended.

    `played` are the tables of all rounds that have ended, of `all` that there will be, None where nobody knows.
    `lasts`: it is an arena's, whose time runs or, if `is_time_over`, has run. Then `open` and `tables` count those of
    all rounds.

    `waits` is what the tournament waits for, until `at`; `left`: seconds until then, as the page was made.
    `disputed`: numbers of real tables whose players say different things of their end.
    """

    state: str
    stage: int
    lasts: bool
    is_time_over: bool
    round: int | None
    of: int | None
    tables: int
    open: int
    waits: str
    at: str | None
    left: int | None
    entrants: int
    played: int
    all: int | None
    note: str | None
    winner: EntrantContext | None
    disputed: list[int]


def now_context(shown: Shown, hours: Hours) -> NowContext:
    held, number = shown.held, current(shown)
    one = None if number is None else held.rounds[number]
    at = hours.ends if held.lasts or (one and not one.is_ended) else hours.next
    if held.lasts:
        open_, tables = sum(1 for _ in held.playing()), sum(len(each.tables) for each in held.rounds)
    else:
        open_, tables = len(one.open) if one and not one.is_ended else 0, len(one.tables) if one else 0
    return {
        "state": state_of(shown),
        "stage": held.stage,
        "round": _number_in_stage(shown),
        "of": held.length or None,
        "lasts": held.lasts,
        "is_time_over": held.is_time_over,
        "tables": tables,
        "open": open_,
        "waits": "play" if open_ else shown.due,
        "at": at,
        "left": max(0, (moment(at) - moment(hours.now)) // 1000) if at and hours.now else None,
        "entrants": sum(each.is_in for each in held.entrants),
        "played": played(held),
        "all": all_of_them(held),
        "note": held.ended.note if held.ended else None,
        "winner": _winner(shown),
        "disputed": [table + 1 for table in one.disputed] if one and not one.is_ended else [],
    }


def _number_in_stage(shown: Shown) -> int | None:
    return len(shown.held.of_stage) or None


def _winner(shown: Shown) -> EntrantContext | None:
    held = shown.held
    return shown.entrants[held.standings[0].entrant] if held.ended and held.standings else None


def state_of(shown: Shown) -> str:
    held = shown.held
    if held.ended:
        return held.ended.reason
    if held.nonces is None:
        return "planned"
    return "paused" if held.is_paused else "running"


def own_context(shown: Shown, told: Told, hours: Hours) -> OwnContext:
    held, you = shown.held, shown.you
    table = _own_table(shown)
    own = held.entrants[you] if you is not None else None
    return {
        "does": _does(shown, table),
        "who": shown.entrants[you] if you is not None else None,
        "round": len(held.rounds) or None,
        "table": table,
        "sit_by": hours.sit_by,
        "others": [seat["who"] for seat in table["seats"] if not seat["who"]["you"]] if table else [],
        "may_enter": own is None and told.is_welcome and is_open_to_new(shown),
        "may_withdraw": own is not None and own.is_in and not held.ended,
        "may_return": own is not None and not own.is_in and not held.ended and _may_return(shown, you or 0),
        "is_awaited": bool(own and own.nonce_hash and own.nonce is None and held.nonces is None),
        "may_check_in": own is not None and own.is_in and _may_check_in(shown, you or 0),
    }


def is_open_to_new(shown: Shown) -> bool:
    held = shown.held
    has_room = sum(one.is_in for one in held.entrants) < shown.rules.most
    return has_room and not held.ended and (held.nonces is None or is_open_late(shown.held))


def _may_return(shown: Shown, you: int) -> bool:
    return shown.held.nonces is None or you in shown.held.members or is_open_late(shown.held)


def _may_check_in(shown: Shown, you: int) -> bool:
    held, rule = shown.held, shown.rules.check_in
    next_ = len(held.rounds)
    if rule == NEVER or held.ended or next_ in held.entrants[you].checked_in:
        return False
    return held.nonces is None if rule == AT_START else shown.due != "end"


def _own_table(shown: Shown) -> TableContext | None:
    """The one where the visitor plays now."""
    for number, table, seats in shown.held.playing():
        if shown.you in seats and shown.you is not None:
            return table_context(shown, shown.held.rounds[number], table)
    return None


def _does(shown: Shown, table: TableContext | None) -> str:
    held, you = shown.held, shown.you
    if you is None or held.ended:
        return "watch"
    if table:
        return "play" if table["match"] else "wait"
    if not held.entrants[you].is_in:
        return "left"
    if _may_check_in(shown, you):
        return "check_in"
    number = current(shown)
    if number is not None and you in held.rounds[number].byes and not held.rounds[number].is_ended:
        return "bye"
    return "out" if held.is_knock_out and held.nonces is not None and you not in alive(held) else "ready"
