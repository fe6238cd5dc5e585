"""Every page in every sample state, rendered by plain Jinja2: a field that is missing is an error."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from frontend.presentation.games import games_context
from frontend.sentences import offer_sentences
from tests.frontend.look import building, contexts, long, together
from tests.frontend.look.expert import expert, expert_result

FRONTEND = Path(__file__).parents[3] / "frontend"
GAME = {"slug": "quadropolis", "title": "Quadropolis"}
TOGETHER = {"slug": "sprawlopolis", "title": "Sprawlopolis"}
Page = tuple[str, Callable[[], dict[str, Any]]]

SOME = {"architect": "2"}
SLOT = {"slot": "S5"}
SQUARE = {"target": "3,2"}

PAGES: dict[str, Page] = {
    "lobby": ("lobby/page.html", lambda: contexts.lobby()),
    "lobby-empty": ("lobby/page.html", lambda: contexts.lobby(open_tables=[], running=[], mine=[], finished=[])),
    "lists-finished": ("list/page.html", lambda: {"list": contexts.listed("finished", page=2, pages=285)}),
    "lists-mine": ("list/page.html", lambda: {"list": contexts.listed("mine")}),
    "lists-shrunk": ("list/page.html", lambda: {"list": {"name": "open", "rows": [], "page": 9, "pages": 2}}),
    "tables-new": ("tables_new/page.html", lambda: {"games": games_context(), "chosen": {}}),
    "table": ("table/page.html", lambda: {"table": contexts.table()}),
    "table-stranger": (
        "table/page.html",
        lambda: {"table": contexts.table(you=None, can_sit=True, can_leave=False, opened_by_you=False)},
    ),
    "table-filled": ("table/page.html", lambda: {"table": contexts.table(status="filled", can_leave=False)}),
    "table-started": (
        "table/page.html",
        lambda: {"table": contexts.table(status="closed", match_url="/m/7xk2m9qa4b1c")},
    ),
    "table-sent-away": (
        "table/page.html",
        lambda: {"table": contexts.table(you=None, can_sit=True, opened_by_you=False, sent_away=True)},
    ),
    "seat-make": ("seat/page.html", lambda: {"seat": contexts.seat()}),
    "seat-link": ("seat/page.html", lambda: {"seat": contexts.seat_linked()}),
    "seat-elsewhere": ("seat/page.html", lambda: {"seat": contexts.seat(sits=False)}),
    "seat-opened": ("seat_opened/page.html", lambda: {"seat": contexts.seat(), "others": contexts.others()}),
    "seat-held": ("seat_opened/page.html", lambda: {"seat": contexts.seat(is_held=True)}),
    "match-absent": ("match/page.html", lambda: {"match": contexts.waiting(absent=contexts.absent())}),
    "match-replaced": ("match/page.html", lambda: {"match": contexts.spectator() | {"replaced": True}}),
    "table-given-up": ("table/page.html", lambda: {"table": contexts.table(status="closed", reason="given_up")}),
    "match-architect": ("match/page.html", lambda: {"match": contexts.match()}),
    "match-slot": ("match/page.html", lambda: {"match": contexts.match(chosen={"architect": "4"})}),
    "match-slot-first": ("match/page.html", lambda: {"match": contexts.match(chosen={"slot": "W4"})}),
    "match-tile": ("match/page.html", lambda: {"match": contexts.match(chosen={"tile": "3,2"})}),
    "match-target": ("match/page.html", lambda: {"match": contexts.match(chosen={"architect": "4", "slot": "W4"})}),
    "match-confirm": (
        "match/page.html",
        lambda: {"match": contexts.match(chosen={"architect": "4", "slot": "W4", "target": "3,4"})},
    ),
    "match-discard": (
        "match/page.html",
        lambda: {"match": contexts.match(chosen={"architect": "4", "slot": "W4", "target": "discard"})},
    ),
    "match-nothing": ("match/page.html", lambda: {"match": contexts.match(chosen={"architect": "4", "slot": "E4"})}),
    "match-refused": ("match/page.html", lambda: {"match": contexts.refused()}),
    "match-four": ("match/page.html", lambda: {"match": contexts.match(4, chosen={"architect": "4", "slot": "W4"})}),
    "match-waiting": ("match/page.html", lambda: {"match": contexts.waiting()}),
    "match-stale": ("match/page.html", lambda: {"match": contexts.stale()}),
    "match-spectator": ("match/page.html", lambda: {"match": contexts.spectator()}),
    "match-replay": ("match/page.html", lambda: {"match": contexts.replay()}),
    "match-ended": ("match/page.html", lambda: {"match": contexts.ended()}),
    "match-counting": ("match/page.html", lambda: {"match": contexts.ended(counted=False)}),
    "match-aborted": ("match/page.html", lambda: {"match": contexts.waiting(status="aborted", called=[])}),
    "match-adjudicated": ("match/page.html", lambda: {"match": contexts.waiting(status="adjudicated", called=[])}),
    "match-read-only": (
        "match/page.html",
        lambda: {"match": contexts.waiting(read_only="A newer release wrote something that this one does not know.")},
    ),
    "result": ("result/page.html", lambda: {"result": contexts.result()}),
    "result-four": ("result/page.html", lambda: {"result": contexts.result(4, tie_break_note="Cleo placed more.")}),
    "result-unanalysed": (
        "result/page.html",
        lambda: {"result": contexts.result(analysis=None, unanalysed={"before": None})},
    ),
    "result-waiting": (
        "result/page.html",
        lambda: {"result": contexts.result(analysis=None, unanalysed={"before": 3})},
    ),
    "result-counting": ("result/page.html", lambda: {"result": contexts.result(counted=False)}),
    "result-aborted": (
        "result/page.html",
        lambda: {"result": contexts.result(aborted_reason="Nobody moved for too long.")},
    ),
    "match-talk-none": (
        "match/page.html",
        lambda: {"match": contexts.match(), "talk": contexts.talk() | {"lines": [], "version": 0, "is_open": False}},
    ),
    "match-talk-hostile": (
        "match/page.html",
        lambda: {"match": contexts.match(4), "talk": contexts.talk(*contexts.HOSTILE)},
    ),
    "match-talk-reader": (
        "match/page.html",
        lambda: {"match": contexts.spectator(), "talk": contexts.talk(can_talk=False)},
    ),
    "talk": ("talk/page.html", lambda: {"talk": contexts.talk()}),
    "talk-refused": (
        "talk/page.html",
        lambda: {"talk": contexts.talk(error=contexts.error() | {"missed": []}, typed='so "long" a line')},
    ),
    "expert-architect": ("match/page.html", lambda: {"match": expert()}),
    "expert-slot": ("match/page.html", lambda: {"match": expert(chosen=SOME)}),
    "expert-target": ("match/page.html", lambda: {"match": expert(chosen=SOME | SLOT)}),
    "expert-confirm": ("match/page.html", lambda: {"match": expert(chosen=SOME | SLOT | SQUARE)}),
    "expert-spectator": (
        "match/page.html",
        lambda: {"match": expert(you=None, your_turn=False, choices=None, chosen={"city": "2"})},
    ),
    "expert-ended": ("match/page.html", lambda: {"match": expert(None, status="ended", counted=True)}),
    "expert-result": ("result/page.html", lambda: {"result": expert_result()}),
    "help": ("help/page.html", lambda: {"game": GAME, "calculator": "/score/quadropolis"}),
    "score-empty": ("score/page.html", lambda: {"game": GAME, "sheet": contexts.sheet()}),
    "score-classic": ("score/page.html", lambda: {"game": GAME, "sheet": contexts.sheet(**contexts.CLASSIC)}),
    "score-expert": ("score/page.html", lambda: {"game": GAME, "sheet": contexts.sheet(**contexts.EXPERT)}),
    "score-wrong": ("score/page.html", lambda: {"game": GAME, "sheet": contexts.sheet(**contexts.WRONG)}),
    "score-explored": ("score/page.html", lambda: {"game": GAME, "sheet": contexts.sheet(**contexts.MOVED)}),
    "result-explored": ("result/page.html", lambda: {"result": contexts.explored()}),
    "table-alone": ("table/page.html", lambda: {"table": contexts.table_alone()}),
    "table-alone-filled": ("table/page.html", lambda: {"table": contexts.table_alone(status="filled", can_sit=False)}),
    "together-running": ("match/page.html", lambda: {"match": together.match(together.WON, moves=4)}),
    "together-ended": ("match/page.html", lambda: {"match": together.match(together.WON)}),
    "together-won": ("result/page.html", lambda: {"result": together.result(together.WON)}),
    "together-lost": ("result/page.html", lambda: {"result": together.result(together.LOST)}),
    "together-alone": ("result/page.html", lambda: {"result": together.result(together.ALONE)}),
    "together-watched": ("result/page.html", lambda: {"result": together.result(together.ALONE, you=None)}),
    "help-together": ("help/page.html", lambda: {"game": TOGETHER, "calculator": "/score/sprawlopolis"}),
    "laying-empty": ("score/page.html", lambda: {"game": TOGETHER, "sheet": together.sheet()}),
    "laying-first": ("score/page.html", lambda: {"game": TOGETHER, "sheet": together.sheet(card="7")}),
    "laying-counted": ("score/page.html", lambda: {"game": TOGETHER, "sheet": together.sheet(**together.SHEET)}),
    "laying-card": (
        "score/page.html",
        lambda: {"game": TOGETHER, "sheet": together.sheet(**together.SHEET, card="7", turned="yes")},
    ),
    "laying-wrong": ("score/page.html", lambda: {"game": TOGETHER, "sheet": together.sheet(goals="1,x", city="bee??")}),
    "city-card": ("match/page.html", lambda: {"match": building.turn()}),
    "city-place": ("match/page.html", lambda: {"match": building.turn(building.CARD)}),
    "city-put": ("match/page.html", lambda: {"match": building.somewhere(building.CARD | building.TURNED)}),
    "city-refused": ("match/page.html", lambda: {"match": building.at_a_corner(building.CARD)}),
    "city-shown": ("match/page.html", lambda: {"match": building.turn(building.CARD | {"show": "goal-17"})}),
    "city-waiting": ("match/page.html", lambda: {"match": building.turn({"show": "park"}, moves=building.MOVES + 1)}),
    "city-watched": ("match/page.html", lambda: {"match": building.turn({"show": "roads"}, you=None)}),
    "city-replay": ("match/page.html", lambda: {"match": building.turn({"show": "goal-18", "zoom": "2"}, at=24)}),
    "city-dealt": ("match/page.html", lambda: {"match": building.turn(at=3)}),
    "audit": ("audit/page.html", lambda: {"audit": contexts.audit()}),
    "audit-imported": ("audit/page.html", lambda: {"audit": contexts.audit(imported=contexts.IMPORTED)}),
    "error": ("error/page.html", lambda: {"error": contexts.error()}),
    "lobby-long": ("lobby/page.html", lambda: long.named(contexts.lobby())),
    "lobby-pasted": ("lobby/page.html", lambda: contexts.lobby(pasted={"said": "what?", "wrong": "No link."})),
    "table-long": ("table/page.html", lambda: {"table": long.named(contexts.table())}),
    "match-long": (
        "match/page.html",
        lambda: {"match": long.named(contexts.match(4, chosen=SOME)), "talk": long.named(contexts.talk())},
    ),
    "match-long-waiting": ("match/page.html", lambda: {"match": long.named(contexts.spectator())}),
    "match-long-ended": ("match/page.html", lambda: {"match": long.named(contexts.ended())}),
    "match-long-replay": ("match/page.html", lambda: {"match": long.named(contexts.replay())}),
    "city-long": ("match/page.html", lambda: {"match": long.named(building.turn(building.CARD))}),
    "city-long-waiting": ("match/page.html", lambda: {"match": long.named(building.turn(moves=building.MOVES + 1))}),
    "result-long": ("result/page.html", lambda: {"result": long.result(4)}),
    "together-long": ("result/page.html", lambda: {"result": long.named(together.result(together.WON))}),
    "talk-long": ("talk/page.html", lambda: {"talk": long.named(contexts.talk())}),
    "api": ("api/page.html", lambda: {"services": long.SERVICES}),
}


@cache
def environment() -> Environment:
    made = Environment(loader=FileSystemLoader(FRONTEND / "templates"), autoescape=True, undefined=StrictUndefined)
    offer_sentences(made)
    made.globals.update(csrf_token=lambda: "t0ken", version_of=lambda file: "1", **contexts.common())
    made.globals.update(new_key=lambda: "k3y-of-a-form", can_be_forgotten=lambda person: person != "p1")
    return made


@cache
def render(name: str, part: bool = False) -> str:
    template, context = PAGES[name]
    return environment().get_template(template.replace("/page", "/_part") if part else template).render(context())
