"""Calls about tournaments with values of any kind: each is carried out, or refused with a sentence and no trace."""

import re
from typing import Any

import pytest

from shared.rights import table
from shared.web.reservations import reservations
from tests.services.conftest import Platform
from tests.services.tournaments.bodies import (
    ASTRAY,
    BY_ENTRANT,
    OF_BOT,
    OF_BOT_INSIDE,
    OF_ORGANISER,
    PLANNED,
    RUNNING,
    SHEET,
    Body,
)
from tests.services.tournaments.hostile import ANN, VALUES, Call, check_values, planned, running
from tests.services.tournaments.played import HOST, desk, of_bots, opened, said, settle
from tests.services.tournaments.test_by_players import code
from tests.services.tournaments.test_remote_entrants import accept, as_bot, begun, bot

pytestmark = pytest.mark.server


def by(platform: Platform, who: str) -> Call:
    return lambda id_, act, body: said(platform, who, "POST", f"/tournaments/{id_}/{act}", **body)


def test_no_call_is_left_out():
    posted = [row.address for row in table() if (row.application, row.method) == ("matchmaking", "POST")]
    of_one = re.compile(r"/tournaments/<id_>/(.+)")
    acts = {found[1] for address in posted if (found := of_one.fullmatch(address))}
    assert {*PLANNED, *BY_ENTRANT, *RUNNING, *ASTRAY} == acts


@pytest.mark.parametrize("act", PLANNED)
def test_before_the_start_it_is_one_or_the_other(platform: Platform, act: str):
    def made() -> str:
        return planned(platform, check_in="never" if act == "start" else "start")

    call = by(platform, HOST)
    answer = call(made(), act, PLANNED[act])
    assert answer.status_code == 200, answer.text
    check_values(platform, made, call, act, PLANNED[act])


@pytest.mark.parametrize("act", BY_ENTRANT)
def test_so_it_is_where_an_entrant_calls(platform: Platform, act: str):
    call = by(platform, ANN)
    assert call(planned(platform), act, BY_ENTRANT[act]).status_code == 200
    check_values(platform, lambda: planned(platform), call, act, BY_ENTRANT[act])


@pytest.mark.parametrize("act", RUNNING)
def test_so_it_is_while_it_is_played(platform: Platform, act: str):
    def call(id_: str, act: str, body: Body) -> Any:
        known = {"code": code(platform, id_, 0)} if body.get("code") == SHEET else {}
        return said(platform, HOST, "POST", f"/tournaments/{id_}/{act}", **{**body, **known})

    answer = call(running(platform), act, RUNNING[act])
    assert answer.status_code == 200, answer.text
    check_values(platform, lambda: running(platform), call, act, RUNNING[act])


@pytest.mark.parametrize("act", ASTRAY)
def test_so_it_is_about_what_is_not_there(platform: Platform, act: str):
    call = by(platform, HOST)
    answer = call(running(platform), act, ASTRAY[act])
    assert answer.status_code in (403, 404, 409), answer.text
    check_values(platform, lambda: running(platform), call, act, ASTRAY[act])


@pytest.mark.parametrize(("act", "is_in"), [*((act, False) for act in OF_BOT), *((act, True) for act in OF_BOT_INSIDE)])
def test_so_it_is_where_a_remote_bot_calls(platform: Platform, act: str, is_in: bool):
    zaphod = bot("zaphod")

    def made() -> str:
        id_ = opened(platform, rounds=2, check_in="start")
        if is_in:
            assert call(id_, "enter", OF_BOT["enter"]).status_code == 200
        return id_

    def call(id_: str, act: str, body: Body) -> Any:
        return as_bot(platform, zaphod, f"/tournaments/{id_}/{act}", **body)

    body = {**OF_BOT, **OF_BOT_INSIDE}[act]
    answer = call(made(), act, body)
    assert answer.status_code == 200, answer.text
    check_values(platform, made, call, act, body)


@pytest.mark.parametrize("act", OF_ORGANISER)
def test_nothing_is_carried_out_for_a_remote_bot_at_the_desk_of_another(platform: Platform, act: str):
    zaphod = bot("zaphod")

    def call(id_: str, act: str, body: Body) -> Any:
        return as_bot(platform, zaphod, f"/tournaments/{id_}/{act}", **body)

    assert not check_values(platform, lambda: running(platform), call, act, OF_ORGANISER[act])


def test_so_it_is_where_the_next_season_is_opened(platform: Platform):
    def made() -> str:
        id_ = of_bots(platform, "league", divisions={"size": 2, "moves": 1})
        desk(platform, id_, "start")
        settle(platform)
        return id_

    assert check_values(platform, made, by(platform, HOST), "next", {"start": None}) > 1


def test_no_invitation_is_answered_with_such_a_key(platform: Platform):
    zaphod = bot("zaphod")
    begun(platform, zaphod, minds=["any_move"])
    ((invitation, _),) = reservations().invited(zaphod.player)
    for act in ("decline", "accept"):
        for value in VALUES:
            answer = as_bot(platform, zaphod, f"/tables/{invitation.table}/{act}", cause=value)
            assert (answer.status_code, bool(answer.json["sentence"])) == (400, True), (value, answer.text)
    assert accept(platform, zaphod) == 1
