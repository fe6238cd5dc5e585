"""Every page in every state, as the product gives it to its template, rendered by plain Jinja2.

A field that a template asks for and the product does not give is an error.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from unittest.mock import patch
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from frontend.bundles.made import offer_bundles
from frontend.choosing import offer_choosing
from frontend.compiled import draw_faster
from frontend.dense import draw_densely
from frontend.kept import Kept
from frontend.presentation.evenings import evening_of
from frontend.sentences import offer_sentences
from frontend.sentences_of_scripts import offer_sentences_of_scripts
from shared.annotations import Json
from shared.language import language, speaking
from shared.ledger.redis import connect
from shared.roster import Kind, Offer, Plays
from tests.frontend.look import bots, building, cups, dealt, people, played, queued, rated, tables, together, tokens
from tests.frontend.look.house import ADA, BART, CLEO, DORA, EVE, LONG, ODD, Page
from tests.frontend.look.samples import house, worst_turn

NOBODY = "redis://127.0.0.1:1"
FRONTEND = Path(__file__).parents[3] / "frontend"

# What is chosen in the address, in the match `my_turn` and in expert mode.
ARCHITECT, SLOT, SQUARE = {"architect": "4"}, {"slot": "S5"}, {"target": "2,4"}
COMMON, SIDE, PLOT = {"architect": "2"}, {"slot": "N1"}, {"target": "2,4"}
CLASSIC = {"city": "T4PT2P-SFST-H2HHH-V1FSV", "inhabitants": "12", "energy": "7"}
EXPERT = {"mode": "expert", "city": ".OFH.-TPOFS-QTPOF-T4QT.S", "inhabitants": "17", "energy": "9"}
POOR = {"mode": "expert", "city": "OOFT.-TSPVS-MTPHF-TFVT.S", "inhabitants": "2", "energy": "3"}
MANY = {"mode": "expert", "city": ".S.TQ-SMVSO3-.HHFO-M", "inhabitants": "30", "energy": "30"}
ROUND = {**CLASSIC, "who": "Ada", "p2": "T3S-.V2~6~3~Bartholomew of Antwerp", "p3": "PPT2-HHHH~4~5~", "p4": "~~~Cleo"}
TIED = {"city": "T3S-.V2", "inhabitants": "6", "energy": "3", "who": "Ada", "p2": "PPT2-HHHH~4~5~Bo"}
ENDLESS = {**CLASSIC, "who": "W" * 48, "p2": f"T3S-.V2~6~3~{ODD[ADA] * 2}", "p3": f"~~~{ODD[CLEO]}"}
WRONG = {"city": "T4PO", "inhabitants": "a dozen", "energy": "100"}
SHARED = f"/score/sprawlopolis?{urlencode(together.SHEET)}"
MOVED = {**CLASSIC, "given": "e.e-e2ie1-iii", "at": "2,1"}


def ask(address: Callable[[], str] | str, person: str = CLEO, **said: str) -> Callable[[], Page]:
    """What somebody gets at an address, or at the match that is made for it."""

    def page() -> Page:
        path = address if isinstance(address, str) else f"/m/{address()}"
        return house().get(person, f"{path}?{urlencode(said)}" if said else path)

    return page


def at_table(table: Callable[[], str], person: str = CLEO, more: str = "") -> Callable[[], Page]:
    """With `have`: who has the page already is not sent on to the match."""
    return lambda: house().get(person, f"/t/{table()}{more or '?have=0'}")


def result(match: Callable[[], str], person: str = CLEO, **said: str) -> Callable[[], Page]:
    return lambda: house().get(person, f"/m/{match()}/result?{urlencode(said)}")


def lobby(address: str = "/", status: int = 200) -> Callable[[], Page]:
    def page() -> Page:
        tables.fill_lists()
        return house().get(CLEO, address, status)

    return page


def long(page: Callable[[], Page], names: Mapping[str, str] = LONG) -> Callable[[], Page]:
    """With the longest names that people may have."""

    def renamed() -> Page:
        page()  # what it shows is made before
        with house().called(names):
            return page()

    return renamed


def of_city(context: Callable[[], Json], name: str = "match") -> Callable[[], Page]:
    """A match in a ledger of its own (`building.py`, `together.py`), on the page of one that is stored here."""

    def page() -> Page:
        _, around = house().get(CLEO, f"/m/{tables.silent()}")
        return f"{name}/page.html", {**around, name: context()}

    return page


def of_long_city(context: Callable[[], Json], name: str = "match") -> Callable[[], Page]:
    def page() -> Page:
        with together.called(LONG[CLEO]):
            return of_city(context, name)()

    return page


def replay(person: str = EVE) -> Page:
    """Of a turn in the middle, with a city that somebody looks at."""
    steps = house().site.logs.of(house().streams.match(tables.ended())).steps
    return house().get(person, f"/m/{tables.ended()}?at={steps[len(steps) // 2]}&city=2")


def coached(match: Callable[[], str], lesson: int, **said: str) -> Callable[[], Page]:
    """Of whoever is taught there."""

    def page() -> Page:
        with house().coaching(CLEO, match(), lesson):
            return house().get(CLEO, f"/m/{match()}?{urlencode(said)}")

    return page


def coached_in_city(lesson: int) -> Callable[[], Page]:
    def context() -> Json:
        return {**building.turn(building.CARD), "coach": {"lesson": lesson, "lessons": 3}}

    return of_city(context)


def judged_replay() -> Page:
    """Of the turn that cost most, with arrows."""
    return house().get(EVE, f"/m/{tables.ended()}?at={worst_turn(tables.ended())}")


def failing_bot() -> Page:
    """One that is benched, with a failure in a match that is over and others in one that still runs."""
    roster = house().site.roster
    novice = Offer("novice_bot", 7, Kind.PLUG_IN, {"quadropolis": Plays((2,), {"mode": ("classic",)})}, 1)
    roster.announce(novice)
    long = "ValueError: " + "nothing fits here " * 12
    roster.failed(novice.player, tables.ended(), 12, f"{long}\nbot_novice.py, line 12: raise ValueError(nothing)")
    for turn in (7, 8, 9):
        roster.failed(novice.player, tables.my_turn(), turn, "it did not answer in time")
    page = house().get(CLEO, "/bots/novice_bot")
    roster.unbench(novice.player)
    roster.withdraw(novice.player)
    return page


def stale() -> Page:
    """Cleo answers a turn that is over."""
    old = house().site.logs.of(house().streams.match(tables.my_turn())).steps[-3]
    move = '{"architect":4,"name":"take_tile","slot":{"line":4,"side":"S"},"target":null}'
    answers = {"turn": str(old), "move": move, "cause": "the-key-of-a-form"}
    return house().post(CLEO, f"/m/{tables.my_turn()}/moves", 409, **answers)


def unknown_guest() -> Page:
    """Of a private table, for somebody with whom nobody here has an account."""
    form = {"game": "quadropolis", "seats": "2", "entry": "private", "names": "Somebody Else"}
    return house().post(CLEO, "/tables/new", 400, **form)


def too_long() -> Page:
    return house().post(CLEO, f"/t/{tables.my_turn()}/talk", 400, text='so "long" a line ' * 20)


def link_opened(person: str, *also: str) -> Callable[[], Page]:
    return lambda: house().get(person, f"/seat?link={tables.linked()}", also=also)


def evenings(person: str = CLEO, count: Mapping[str, str] = ROUND, who: str = "Ada, Cleo") -> Page:
    """Of a round, and of a city that was shared."""
    for address, names in ((f"/score/quadropolis?{urlencode(count)}", ""), (SHARED, who)):
        house().site.evenings.keep(person, evening_of(address, names, house().now()))
    return house().get(person, "/evenings")


def operating(address: Callable[[], str] | str, has_reports: bool = True, muted: bool = False) -> Callable[[], Page]:
    """What an operator gets, in a house of which somebody has complained."""

    def page() -> Page:
        with bots.brought(), tables.operator(EVE), tables.reported(has_reports), tables.under(muted):
            return house().get(EVE, address if isinstance(address, str) else address())

    return page


def report_refused() -> Page:
    """Nothing was chosen; what was typed stays."""
    form = {"about": BART, "in": tables.loud(), "kind": "", "text": 'he says "so" <all> the time', "cause": "a-key"}
    return house().post(EVE, "/report", 400, **form)


def programs() -> Page:
    with house().services_here():
        return house().get(CLEO, "/api/")


def nothing_listed() -> Page:
    """Before anybody has played here."""
    rows = house().site.rows
    rows.forget(rows.ids())
    return house().get(CLEO, "/")


def server_away() -> Page:
    with patch.object(house().site.rows, "client", connect(NOBODY)):
        return house().get(CLEO, "/", status=503)


PAGES: Mapping[str, Callable[[], Page]] = {
    "lobby": lobby(),
    "lobby-empty": nothing_listed,
    "lists-finished": lobby("/lists/finished?page=2"),
    "lists-mine": lobby("/lists/mine"),
    "lists-shrunk": lobby("/lists/open?page=9"),
    "settings": ask("/settings", EVE),
    "settings-chosen": lambda: (tables.called(), house().get(CLEO, "/settings?done=push"))[1],
    "settings-asked": lambda: (tables.asked(), house().get(BART, "/settings?done=asked"))[1],
    "settings-confirm": lambda: house().get(BART, f"/settings/mail/confirm?link={tables.asked()}"),
    "settings-end": lambda: house().get(BART, f"/settings/mail/end?link={tables.called()}"),
    "settings-used": lambda: house().get(BART, f"/settings/mail/end?link={tables.called(of='another')}"),
    "signup": ask("/signup", EVE),
    "signup-refused": lambda: house().post(EVE, "/signup", status=400, name="Eve", password="short"),
    "signin": ask("/signin?next=/m/m1k2m3k4m5k6", EVE),
    "signin-ended": ask("/signin?ended=yes", EVE),
    "signin-refused": lambda: house().post(EVE, "/signin", status=400, name="Eve", password="not the password"),
    "signin-sent": ask("/signin?sent=yes", EVE),
    "mailed-signin": lambda: house().get(EVE, f"/signin/link?link={people.noted('signin')}"),
    "mailed-address": lambda: house().get(EVE, f"/account/address/confirm?link={people.noted('address')}"),
    "mailed-over": ask("/signin/link?link=used", EVE),
    "account-address": lambda: (people.with_address(), house().get(people.ZOE, "/account?done=address"))[1],
    "signin-provider": people.with_provider("/signin", EVE),
    "account-provider": people.with_provider("/account", people.ZOE),
    "provider": people.led_on,
    "provider-name": people.names_oneself,
    "account-guest": ask("/account", EVE),
    "account": lambda: (people.signed_up(), house().get(people.ZOE, "/account?done=made"))[1],
    "account-erase": ask("/account/erase"),
    "account-erase-refused": lambda: house().post(CLEO, "/account/erase", 400, name="somebody else"),
    "account-erased": ask("/account/erased", EVE),
    "tables-new": ask("/tables/new"),
    "queue": queued.chooses,
    "queue-refused": queued.refused,
    "queue-waiting": queued.waiting,
    "queue-offered": queued.offered,
    "table-met": queued.meets,
    "table": at_table(tables.met),
    "table-stranger": at_table(tables.met, BART),
    "table-asked": bots.asked,
    "table-filled": at_table(tables.filled),
    "table-started": at_table(tables.my_turn),
    "table-sent-away": at_table(tables.sent_away, BART),
    "seat-make": at_table(tables.met, more="/seat"),
    "seat-link": lambda: (tables.linked(), house().get(CLEO, f"/t/{tables.linked_table()}/seat"))[1],
    "seat-elsewhere": at_table(tables.met, BART, more="/seat"),
    "seat-opened": link_opened(BART, EVE),
    "seat-held": link_opened(CLEO),
    "match-absent": ask(tables.absent),
    "match-take-back": ask(tables.asked_back),
    "match-take-back-asked": ask(tables.asked_back, ADA),
    "match-take-back-watched": ask(tables.asked_back, EVE),
    "match-take-back-chosen": ask(tables.my_turn, back=""),
    "match-taken-back": ask(tables.taken_back, ADA),
    "match-replaced": ask(tables.replaced, ADA),
    "match-resigned": ask(tables.resigned),
    "match-on-offer": ask(tables.on_offer, EVE),
    "match-left-alone": ask(tables.left_alone),
    "tables-new-refused": unknown_guest,
    "table-private": at_table(tables.private),
    "table-private-outside": lambda: house().get(EVE, f"/t/{tables.private()}", 403),
    "match-talk-silent": ask(tables.hidden),
    "error-hidden": lambda: house().get(EVE, f"/m/{tables.hidden()}", 403),
    "table-given-up": at_table(tables.closed),
    "table-called-off": at_table(tables.called_off),
    "match-architect": ask(tables.my_turn),
    "match-timed": ask(tables.timed),
    "match-timed-four": ask(tables.timed_four),
    "match-timed-watched": ask(tables.timed, ADA),
    "match-slot": ask(tables.my_turn, **ARCHITECT),
    "match-slot-first": ask(tables.my_turn, **SLOT),
    "match-tile": ask(tables.my_turn, tile="2,5"),
    "match-target": ask(tables.my_turn, **ARCHITECT, **SLOT),
    "match-hinted": ask(tables.my_turn, **ARCHITECT, **SLOT, **SQUARE, hint="yes"),
    "match-confirm": ask(tables.my_turn, **ARCHITECT, **SLOT, **SQUARE),
    "match-discard": ask(tables.my_turn, **ARCHITECT, **SLOT, target="discard"),
    "match-gains": ask(tables.my_turn, **ARCHITECT, slot="W5"),
    "match-nothing": ask(tables.my_turn, **ARCHITECT, slot="E4"),
    "match-refused": ask(tables.my_turn, **ARCHITECT, slot="E3"),
    "coach-architect": coached(tables.my_turn, 1),
    "coach-timed": coached(tables.timed, 1),
    "coach-refused": coached(tables.my_turn, 1, **ARCHITECT, slot="E3"),
    "coach-discard": coached(tables.my_turn, 2, **ARCHITECT, **SLOT, target="discard"),
    "coach-four": coached(tables.four, 3),
    "coach-four-refused": coached(tables.four, 3, architect="1", slot="N1"),
    "coach-four-building": coached(tables.four, 2, architect="4", slot="N1"),
    "coach-four-discard": coached(tables.four, 2, architect="4", slot="N1", target="discard"),
    "coach-building": coached(tables.my_turn, 2, **ARCHITECT, **SLOT),
    "coach-confirm": coached(tables.my_turn, 2, **ARCHITECT, **SLOT, **SQUARE),
    "coach-points": coached(tables.my_turn, 3),
    "coach-expert-architect": coached(tables.expert, 1),
    "coach-expert-building": coached(tables.expert, 2),
    "coach-expert-confirm": coached(tables.expert, 2, **COMMON, **SIDE, **PLOT),
    "coach-expert-points": coached(tables.expert, 3),
    "coach-card": coached_in_city(1),
    "coach-groups": coached_in_city(2),
    "coach-goals": coached_in_city(3),
    "match-four": ask(tables.four, architect="4"),
    "match-waiting": ask(tables.adas_turn),
    "match-discarded": ask(tables.discarding),
    "match-stale": stale,
    "match-spectator": ask(tables.four, EVE),
    "match-replay": replay,
    "match-judged": judged_replay,
    "match-unhinted": ask(tables.unhinted, **ARCHITECT, **SLOT),
    "table-unhinted": at_table(tables.unhinted_table),
    "match-ended": ask(tables.ended),
    "match-counting": ask(tables.uncounted),
    "match-aborted": ask(tables.aborted),
    "match-adjudicated": ask(tables.adjudicated),
    "match-corrected": ask(tables.corrected),
    "match-read-only": ask(tables.newer),
    "result": result(tables.ended),
    "result-four": result(tables.tie),
    "result-unanalysed": result(tables.unanalysed, EVE),
    "result-waiting": result(tables.waiting),
    "result-counting": result(tables.uncounted),
    "result-aborted": result(tables.aborted),
    "result-adjudicated": result(tables.adjudicated),
    "result-corrected": result(tables.corrected),
    "match-talk-none": ask(tables.silent),
    "match-talk-hostile": ask(tables.loud),
    "match-talk-reader": ask(tables.my_turn, EVE),
    "talk": at_table(tables.my_turn, more="/talk"),
    "talk-refused": too_long,
    "expert-architect": ask(tables.expert),
    "expert-slot": ask(tables.expert, **COMMON),
    "expert-target": ask(tables.expert, **COMMON, **SIDE),
    "expert-confirm": ask(tables.expert, **COMMON, **SIDE, **PLOT),
    "expert-spectator": ask(tables.expert, EVE, city="2"),
    "expert-ended": ask(tables.expert_ended),
    "expert-result": result(tables.expert_ended),
    "me-bots": bots.of_dora,
    "bots": ask("/bots"),
    "bots-brought": bots.of_everybody,
    "bots-round-robin": bots.after_a_round_robin,
    "tournament-bots": bots.entering,
    "bot": ask("/bots/greedy"),
    "bot-failing": failing_bot,
    "help": ask("/help/quadropolis"),
    "score-empty": ask("/score/quadropolis"),
    "score-classic": ask("/score/quadropolis", **CLASSIC),
    "score-expert": ask("/score/quadropolis", **EXPERT),
    "score-poor": ask("/score/quadropolis", **POOR),
    "score-many": ask("/score/quadropolis", **MANY),
    "score-wrong": ask("/score/quadropolis", **WRONG),
    "score-round": ask("/score/quadropolis", **ROUND),
    "score-tie": ask("/score/quadropolis", **TIED),
    "evenings": evenings,
    "operators": operating("/operators?who=Cleo"),
    "account-operator": operating("/account"),
    "operators-quiet": operating("/operators?who=nobody&done=settled", has_reports=False),
    "operators-person": operating(f"/operators/people/{CLEO}?done=muted", muted=True),
    "operators-closed": operating(f"/operators/people/{ADA}"),
    "operators-match": operating(lambda: f"/operators/matches/{tables.loud()}"),
    "operators-table": operating(lambda: f"/operators/matches/{tables.filled()}"),
    "operators-over": operating(lambda: f"/operators/matches/{tables.adjudicated()}?done=adjudicated"),
    "report": lambda: house().get(EVE, f"/report?in={tables.loud()}"),
    "report-refused": report_refused,
    "report-sent": ask("/report/sent", EVE),
    "report-nobody": lambda: house().get(CLEO, f"/report?in={tables.silent()}"),
    "evenings-none": ask("/evenings", EVE),
    "tokens": tokens.some,
    "tokens-guest": ask("/account/tokens", EVE),
    "tokens-made": tokens.made,
    "tokens-long": tokens.all_of_them,
    "score-explored": ask("/score/quadropolis", **MOVED),
    "result-explored": result(tables.ended, explore="1", given="best"),
    "table-alone": at_table(tables.alone),
    "table-alone-filled": at_table(tables.alone_filled),
    "together-running": of_city(lambda: together.match(together.WON, moves=4)),
    "together-ended": of_city(lambda: together.match(together.WON)),
    "together-won": of_city(lambda: together.result(together.WON), "result"),
    "together-lost": of_city(lambda: together.result(together.LOST), "result"),
    "together-alone": of_city(lambda: together.result(together.ALONE), "result"),
    "together-watched": of_city(lambda: together.result(together.ALONE, you=None), "result"),
    "help-together": ask("/help/sprawlopolis"),
    "laying-empty": ask("/score/sprawlopolis"),
    "laying-first": ask("/score/sprawlopolis", card="7"),
    "laying-counted": ask("/score/sprawlopolis", **together.SHEET),
    "laying-card": ask("/score/sprawlopolis", **together.SHEET, card="7", turned="yes"),
    "laying-wrong": ask("/score/sprawlopolis", goals="1,x", city="bee??"),
    "city-card": of_city(lambda: building.turn()),
    "city-place": of_city(lambda: building.turn(building.CARD)),
    "city-hinted": of_city(building.hinted),
    "city-unhinted": of_city(lambda: building.turn(building.CARD, hints=False)),
    "city-judged": of_city(building.judged),
    "city-put": of_city(lambda: building.somewhere(building.CARD | building.TURNED)),
    "city-refused": of_city(lambda: building.at_a_corner(building.CARD)),
    "city-shown": of_city(lambda: building.turn(building.CARD | {"show": "goal-17"})),
    "city-showing": of_city(lambda: building.revealing("cleo")),
    "city-discussed": of_city(lambda: building.revealing(None)),
    "city-waiting": of_city(lambda: building.turn({"show": "park"}, moves=building.MOVES + 1)),
    "city-watched": of_city(lambda: building.turn({"show": "roads"}, you=None)),
    "city-replay": of_city(lambda: building.turn({"show": "goal-18", "zoom": "2"}, at=24)),
    "city-dealt": of_city(lambda: building.turn(at=3)),
    "audit": lambda: (tables.anchored(), house().get(EVE, f"/m/{tables.my_turn()}/audit"))[1],
    "audit-corrected": lambda: house().get(ADA, f"/m/{tables.corrected()}/audit"),
    "audit-imported": lambda: (tables.anchored(), house().get(EVE, f"/m/{tables.imported()}/audit"))[1],
    "anchors": lambda: (tables.anchored(), house().get(EVE, "/anchors"))[1],
    "anchor": lambda: house().get(EVE, tables.anchored()),
    "error": server_away,
    "lobby-long": long(lobby()),
    "lobby-pasted": lobby("/t/?link=what%3F", 400),
    "table-long": long(at_table(tables.met)),
    "match-long": long(ask(tables.four, architect="4")),
    "match-long-waiting": long(ask(tables.four, EVE)),
    "match-long-ended": long(ask(tables.ended)),
    "match-long-replay": long(replay),
    "city-long": of_long_city(lambda: building.turn(building.CARD)),
    "city-long-waiting": of_long_city(lambda: building.turn(moves=building.MOVES + 1)),
    "result-long": long(result(tables.tie)),
    "together-long": of_long_city(lambda: together.result(together.WON), "result"),
    "lists-long": long(lobby("/lists/mine"), ODD),
    "lobby-odd": long(lobby(), ODD),
    "table-odd": long(at_table(tables.met), ODD),
    "table-sent-long": long(at_table(tables.sent_away, BART)),
    "seat-long": long(lambda: (tables.linked(), house().get(CLEO, f"/t/{tables.linked_table()}/seat"))[1]),
    "seat-opened-long": long(link_opened(BART, EVE)),
    "settings-long": long(lambda: (tables.called(), house().get(CLEO, "/settings"))[1]),
    "result-odd": long(result(tables.tie), ODD),
    "score-long": ask("/score/quadropolis", **ENDLESS),
    "evenings-long": lambda: evenings(ADA, ENDLESS, "W" * 60 + ", " + "w" * 58),
    "talk-long": long(at_table(tables.my_turn, more="/talk")),
    "api": programs,
    **played.PAGES,
    **rated.PAGES,
    **dealt.PAGES,
    **cups.PAGES,
    "me-long": long(played.PAGES["me"], {**ODD, DORA: "W" * 24}),
    "person-long": long(played.PAGES["person"]),
}


@cache
def environment(most: int = 0) -> Environment:
    """`most` parts are kept, none where contexts are changed by hand."""
    made = Environment(loader=FileSystemLoader(FRONTEND / "templates"), autoescape=True, undefined=StrictUndefined)
    made.globals["kept"] = Kept(most)
    offer_bundles(made)
    offer_sentences(made)
    offer_choosing(made)
    offer_sentences_of_scripts(made)
    draw_faster(made)
    draw_densely(made)
    made.globals.update(csrf_token=lambda: "t0ken", version_of=lambda file: "1", new_key=lambda: "k3y-of-a-form")
    return made


def drawn_with(name: str) -> Page:
    """The template of a page, and what the product gave to it, in the language that is spoken."""
    return _drawn_with(name, language())


@cache
def _drawn_with(name: str, code: str) -> Page:
    with speaking(code):  # each request speaks the language that it asks for, and no other test is to hear that
        return PAGES[name]()


def render(name: str, part: bool = False) -> str:
    return _render(name, part, language())


@cache
def _render(name: str, part: bool, _: str) -> str:
    template, context = drawn_with(name)
    if not part:
        return environment().get_template(template).render(context)
    return environment().get_template(template.replace("/page", "/_part")).render(context, pushed=True)
