"""Tournaments on pages, with the real services behind them: set up, entered, played, corrected and looked at."""

import re
from io import BytesIO
from typing import Any

import pytest

from frontend.presentation.part import Viewer
from services.matchmaking.jobs import pair_round
from shared.platform.tournament import Tournament
from shared.platform.tournament.rules import TIE_BREAKS
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server

FORM: dict[str, Any] = {
    "game": "quadropolis",
    "title": "The cup",
    "format": "swiss",
    "seats": "2",
    "rounds": "2",
    "clock": "none",
}
PAGES = ("", "/standings", "/crosstable", "/rounds/1", "/entrants/1", "/rules", "/audit", "/boards", "/hall")
PRINTED = ("/desk", "/rounds/1/pairings", "/rounds/1/slips", "/rounds/1/tables/1")


def set_up(pages: Pages, host: Visitor, **more: Any) -> str:
    """The address of the tournament."""
    answer = host.post("/tournaments/new", **{**FORM, "bots": "yes", "late": "yes", "rest": "0"} | more)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def state(pages: Pages, at: str) -> Tournament:
    return pages.streams.tournaments.load(f"tournament:{at.rsplit('/', 1)[1]}").state


def club(pages: Pages, host: Visitor, **more: Any) -> str:
    """Four names on real tables, and the first round is paired."""
    at = set_up(pages, host, in_person="yes", **more)
    added = host.post(f"{at}/desk/add", kind="names", lines="Frida, 1500\nGustav\nHilde\nInes")
    assert added.status_code == 303, added.text
    assert host.post(f"{at}/desk/start", sure="yes").status_code == 303
    pages.settle()
    assert len(state(pages, at).rounds) == 1
    return at


def test_an_organiser_sets_it_up_and_players_enter_and_leave(pages: Pages):
    host, ada = pages.visitor(), pages.visitor()
    at = set_up(pages, host, start="2027-01-02T19:30", zone="60", text="Bring a friend")
    page = ada.get(at).text
    for said in ("The cup", "Bring a friend", "planned", "2 Jan 2027, 18:30 UTC"):
        assert said in page
    assert ada.post(f"{at}/enter").status_code == 303
    assert "You have entered." in ada.get(at).text
    again = ada.post(f"{at}/enter", htmx=True)
    assert "This player has entered already." in again.text
    assert ada.post(f"{at}/withdraw").status_code == 303
    assert "You have left this tournament." in ada.get(at).text
    assert ada.post(f"{at}/return").status_code == 303
    assert state(pages, at).entrants[0].is_in


def test_it_is_listed_and_on_the_front_page_unless_only_its_link_leads_there(pages: Pages):
    host, eve = pages.visitor(), pages.visitor()
    listed = set_up(pages, host, title="For everybody")
    hidden = set_up(pages, host, title="For friends", listed="no")
    pages.settle()
    for address in ("/tournaments", "/"):
        page = eve.get(address).text
        assert listed in page, address
        assert hidden not in page, address
    assert "For friends" in eve.get(hidden).text


@pytest.mark.parametrize(
    ("said", "field", "sentence"),
    [
        ({"title": ""}, "title", "Give it a title."),
        ({"title": "The \a cup"}, "title", "Must be 1 to 80 printable characters.</span>"),
        ({"rounds": "many"}, "rounds", "This must be a whole number."),
        ({"bye": "half"}, "bye", "This must be a number such as 1 or 1.5."),
        ({"start": "soon"}, "start", "This must be a day and a time."),
        ({"points": "1"}, "points", "There must be one number for each seat of a table, the best place first."),
        ({"points": "best"}, "points", "These must be numbers."),
    ],
)
def test_an_error_stands_at_its_field_and_nothing_typed_is_lost(
    pages: Pages, said: dict[str, str], field: str, sentence: str
):
    answer = pages.visitor().post("/tournaments/new", **{**FORM, "text": "Bring a friend", "final": "swiss"} | said)
    assert answer.status_code == 400
    assert f'id="wrong-{field}" role="alert">{sentence}' in answer.text
    assert "Bring a friend</textarea>" in answer.text
    assert 'name="final" value="swiss" checked' in answer.text


def chosen(page: str) -> list[str]:
    """The tie-breaks that the form has chosen, in its sequence."""
    selects = re.findall(r'<select id="break-\d" name="tie_breaks">(.*?)</select>', page)
    return [(re.findall(r'value="(\w+)" selected', each) or [""])[0] for each in selects]


def test_tie_breaks_are_chosen_in_any_sequence(pages: Pages):
    host = pages.visitor()
    usual = ["buchholz", "sonneborn_berger", "head_to_head", "points_scored", "", ""]
    form = host.get("/tournaments/new?game=quadropolis").text
    assert chosen(form) == usual
    assert len(usual) == len(TIE_BREAKS)
    assert chosen(host.get("/tournaments/new?game=sprawlopolis").text) == ["difference", "points_scored", *[""] * 4]
    assert "First places that nobody shared." in form
    at = set_up(pages, host, tie_breaks=["wins", "", "head_to_head", "buchholz", "", ""])
    assert state(pages, at).rules.tie_breaks == ("wins", "head_to_head", "buchholz")


@pytest.mark.parametrize(
    ("breaks", "sentence"),
    [
        (["wins", "", "wins"], "There is no such tie-break, or it is named twice."),
        (["difference"], "Only in a duplicate others have had the same seat and the same draws."),
    ],
)
def test_tie_breaks_that_the_rules_refuse_are_told_at_their_field(pages: Pages, breaks: list[str], sentence: str):
    answer = pages.visitor().post("/tournaments/new", **{**FORM, "tie_breaks": breaks})
    assert answer.status_code == 403
    assert f'id="wrong-tie_breaks" role="alert">{sentence}' in answer.text
    assert 'class="breaks" aria-describedby="wrong-tie_breaks"' in answer.text
    assert chosen(answer.text) == breaks + [""] * (6 - len(breaks))


def test_groups_come_before_a_final_and_the_rules_say_so(pages: Pages):
    at = set_up(pages, pages.visitor(), groups="2", final="elimination", final_entrants="4")
    assert state(pages, at).rules.groups == 2
    rules = pages.visitor().get(f"{at}/rules").text
    assert "It is played in 2 groups at most, each by itself." in rules
    assert "Then the best 4 play a final: Knock-out." in rules


def test_what_the_rules_forbid_is_said_in_a_sentence(pages: Pages):
    answer = pages.visitor().post("/tournaments/new", **{**FORM, "format": "double_elimination", "seats": "3"})
    assert answer.status_code == 403
    assert "Double elimination is for tables of two." in answer.text


def test_every_page_can_be_looked_at_by_everybody_at_every_moment(pages: Pages):
    host, eve = pages.visitor(), pages.visitor()
    at = club(pages, host)
    for visitor in (host, eve):
        for more in (*PAGES, *PRINTED):
            assert visitor.get(f"{at}{more}").status_code == 200, more
    assert eve.get(f"{at}/bracket").headers["Location"] == at
    for more in ("/rounds/0", "/rounds/2", "/entrants/9", "/rounds/1/tables/3", "/standings?page=x"):
        assert eve.get(f"{at}{more}").status_code == 404, more
    nothing = eve.get("/tournaments/nothere00000")
    assert nothing.status_code == 404
    assert "There is no such tournament." in nothing.text
    assert f"{at}/desk" not in eve.get(at).text
    assert f"{at}/desk" in host.get(at).text


def result(first: str, second: str, **more: str) -> dict[str, Any]:
    """What the form of a table of two sends."""
    return {"points-1": first, "points-2": second, **more}


def test_results_of_real_tables_are_entered_by_hand_and_corrected_with_a_reason(pages: Pages):
    host, eve = pages.visitor(), pages.visitor()
    at = club(pages, host)
    table = f"{at}/rounds/1/tables/1"
    assert "with the code on its sheet" in eve.get(table).text
    refused = eve.post(table, **result("40", "50"))
    assert refused.status_code == 403
    assert "Only who sits at this table, or holds its sheet with the code, can say how it ended." in refused.text
    wrong = host.post(table, **result("many", "50"))
    assert wrong.status_code == 400
    assert 'id="wrong-1">Write a whole number, or say that this player did not come.' in wrong.text
    assert 'name="points-2" type="number" min="-999" max="9999" inputmode="numeric" value="50"' in wrong.text
    assert host.post(table, **result("40", "50")).status_code == 303
    assert state(pages, at).rounds[0].results[0].places == (2, 1)
    assert "entered by hand" in eve.get(f"{at}/rounds/1").text
    assert host.post(table, **result("60", "50", note="a tower was missed")).status_code == 303
    assert "a tower was missed" in eve.get(f"{at}/rounds/1").text
    assert "/score/quadropolis?" in host.get(table).text


def test_a_count_of_the_calculator_becomes_the_result(pages: Pages):
    host = pages.visitor()
    at = club(pages, host)
    count = "/score/quadropolis?city=T3S-.V2&inhabitants=6&energy=3&who=A&p2=PPT2-HHHH~4~5~B"
    assert host.post(f"{at}/rounds/1/tables/1", count=count).status_code == 303
    result = state(pages, at).rounds[0].results[0]
    assert result.how == "by_hand"
    assert sorted(place or 0 for place in result.places) == [1, 2]


def test_acts_at_the_desk_need_a_reason_and_to_be_sure(pages: Pages):
    host, eve = pages.visitor(), pages.visitor()
    at = club(pages, host)
    unsure = host.post(f"{at}/desk/pause", note="the pizza is here")
    assert unsure.status_code == 400
    assert "Say that you are sure." in unsure.text
    assert eve.post(f"{at}/desk/pause", note="because", sure="yes").status_code == 403
    assert host.post(f"{at}/desk/nothing").status_code == 404
    assert host.post(f"{at}/desk/pause", note="the pizza is here", sure="yes").status_code == 303
    assert "The tournament is paused." in eve.get(at).text
    assert host.post(f"{at}/desk/resume").status_code == 303
    assert host.post(f"{at}/desk/drop", entrant="1", note="has gone home", sure="yes").status_code == 303
    assert not state(pages, at).entrants[0].is_in
    assert host.post(f"{at}/desk/bring-back", entrant="1").status_code == 303
    places = host.post(f"{at}/desk/adjudicate", table="1", places="first", note="a quarrel", sure="yes")
    assert "Write numbers with blanks between them, and nothing else." in places.text
    assert host.post(f"{at}/desk/adjudicate", table="1", places="1 -", note="a quarrel", sure="yes").status_code == 303
    assert state(pages, at).rounds[0].results[0].places == (1, None)
    assert host.post(f"{at}/desk/describe", title="The other cup", text="").status_code == 303
    assert "The other cup" in eve.get(at).text
    assert host.post(f"{at}/desk/end", note="the pub closes", sure="yes").status_code == 303
    assert "the pub closes" in eve.get(at).text
    assert "nothing can be changed any more" in host.get(f"{at}/desk").text


def test_a_pairing_is_changed_before_anything_is_played(pages: Pages):
    host = pages.visitor()
    at = club(pages, host)
    text = re.search(r'<textarea id="pairing"[^>]*>([^<]*)</textarea>', host.get(f"{at}/desk").text)
    assert text
    first, second = text[1].split("\n")
    turned = " ".join(reversed(first.split()))
    changed = host.post(f"{at}/desk/pairing", pairing=f"{second}\n{turned}", note="they are sisters", sure="yes")
    assert changed.status_code == 303, changed.text
    assert "The organiser has changed this pairing." in host.get(f"{at}/rounds/1").text


def test_players_come_from_a_file_and_nobody_is_no_list(pages: Pages):
    host = pages.visitor()
    at = set_up(pages, host, in_person="yes")
    nobody = host.post(f"{at}/desk/add", kind="names", lines=" ")
    assert "Name at least one player." in nobody.text
    file = (BytesIO("\ufeffrating;name\r\n1900;Zoë\r\n;Bo\r\n".encode()), "players.csv")
    said = {"csrf_token": host.token(), "kind": "names", "file": file}
    answer = host.client.post(f"{at}/desk/add", data=said, content_type="multipart/form-data")
    assert answer.status_code == 303, answer.text
    assert [one.strength for one in state(pages, at).entrants] == [1900, 0]
    assert "Zoë" in host.get(f"{at}/standings").text


def test_bots_play_it_to_its_end_and_all_of_it_can_be_read(pages: Pages):
    host, eve = pages.visitor(), pages.visitor()
    at = set_up(pages, host, rounds="1")
    assert host.post(f"{at}/desk/add", kind="bots", lines="any_move\nany_move").status_code == 303
    assert host.post(f"{at}/desk/start", sure="yes").status_code == 303
    for _ in range(40):
        if state(pages, at).ended:
            break
        pages.settle()
    assert state(pages, at).ended
    page = eve.get(at).text
    assert "has won." in page
    assert "Final standings" in page
    rules = eve.get(f"{at}/rules").text
    assert state(pages, at).opening.seed in rules
    assert f'href="/api{at}/record"' in rules
    assert eve.get(f"/api{at}/exports/csv").status_code == 200


def test_only_the_invited_may_enter(pages: Pages):
    host, bob, eve = pages.visitor(), pages.visitor(), pages.visitor()
    at = set_up(pages, host, entry="private", invited=f"/p/{bob.person}\n")
    assert "Enter</button>" in bob.get(at).text
    assert "Enter</button>" not in eve.get(at).text
    assert "whom" in eve.get(at).text
    assert eve.post(f"{at}/enter").status_code == 403
    assert bob.post(f"{at}/enter").status_code == 303
    assert f"/p/{bob.person}" in host.get(f"{at}/desk").text


def test_the_part_that_is_pushed_is_the_same_for_all_who_watch_one_that_is_over(pages: Pages):
    host, eve, bob = pages.visitor(), pages.visitor(), pages.visitor()
    at = club(pages, host)
    rendering = pages.rendering("tournament", at.rsplit("/", 1)[1])
    assert rendering.audience(Viewer(eve.person)) != rendering.audience(Viewer(bob.person))
    host.post(f"{at}/desk/end", note="the pub closes", sure="yes")
    rendering = pages.rendering("tournament", at.rsplit("/", 1)[1])
    assert rendering.audience(Viewer(eve.person)) == rendering.audience(Viewer(bob.person)) == Viewer(None)
    assert rendering.audience(Viewer(host.person)) == Viewer(host.person)
    assert 'id="tournament"' in rendering.html(Viewer(None))


@pytest.mark.parametrize("game", ["quadropolis", "sprawlopolis"])
def test_a_duplicate_is_set_up_played_and_shown_seat_by_seat(pages: Pages, game: str):
    host, eve = pages.visitor(), pages.visitor()
    assert "Duplicate" in host.get(f"/tournaments/new?game={game}").text
    usual = ["buchholz", "sonneborn_berger", "head_to_head", "points_scored"]
    at = set_up(pages, host, game=game, format="duplicate", seats="2", rounds="1", tie_breaks=usual)
    assert state(pages, at).rules.tie_breaks == ("difference", "points_scored")
    refused = host.post(f"{at}/desk/start", sure="yes")
    assert "A tournament needs at least 2 entrants" in refused.text
    assert host.post(f"{at}/desk/add", kind="bots", lines="any_move\nany_move\nany_move").status_code == 303
    assert "A duplicate needs entrants for at least two tables." in host.post(f"{at}/desk/start", sure="yes").text
    assert host.post(f"{at}/desk/add", kind="bots", lines="any_move").status_code == 303
    assert host.post(f"{at}/desk/start", sure="yes").status_code == 303
    pages.settle()
    found = state(pages, at)
    page = eve.get(f"{at}/rounds/1").text
    for said in ("Seat by seat", "Seat 2", "Above the mean", "Match points"):
        assert said in page
    match = found.rounds[0].matches[0]
    assert f"/m/{match}/result" in page
    assert f'href="{at}/rounds/1">How others did' in eve.get(f"/m/{match}/result").text
    assert eve.get(f"{at}/rules").text.count("All tables of a round have the same draws") == 1


def test_no_page_shows_a_table_of_a_duplicate_before_the_last_one_has_ended(pages: Pages):
    host, ada, eve = pages.visitor(), pages.visitor(), pages.visitor()
    at = set_up(pages, host, format="duplicate", rounds="1")
    assert ada.post(f"{at}/enter").status_code == 303
    assert host.post(f"{at}/desk/add", kind="bots", lines="any_move\nany_move\nany_move").status_code == 303
    assert host.post(f"{at}/desk/start", sure="yes").status_code == 303
    pages.settle()
    (one,) = state(pages, at).rounds
    mine = next(table for table, seats in enumerate(one.tables) if 0 in seats)
    own, other = one.matches[mine], one.matches[1 - mine]
    assert ada.post(f"/t/{own}/sit").status_code == 303
    pages.settle()
    assert ada.get(f"/m/{own}").status_code == 200
    for visitor in (host, eve):
        assert "No board can be shown at the moment." in visitor.get(f"{at}/boards").text
        for match in (own, other):
            for page in ("", "/result", "/log", "/audit", "/result.png"):
                assert visitor.get(f"/m/{match}{page}").status_code in (403, 404), page
            assert visitor.get(f"/m/{match}").status_code == 403
            assert f"/m/{match}" not in visitor.get(f"{at}/rounds/1").text
    assert ada.get(f"/m/{other}").status_code == 403
    assert "Seat by seat" not in ada.get(f"{at}/rounds/1").text
    ada.post(f"/m/{own}/resign")
    pages.settle()
    assert eve.get(f"/m/{other}/result").status_code == 200
    assert "Seat by seat" in eve.get(f"{at}/rounds/1").text


def test_the_last_person_at_a_table_of_a_duplicate_is_told_what_ending_it_brings(pages: Pages):
    host, ada, bob = pages.visitor(), pages.visitor(), pages.visitor()
    at = set_up(pages, host, format="duplicate", rounds="1")
    for visitor in (ada, bob):
        assert visitor.post(f"{at}/enter").status_code == 303
    assert host.post(f"{at}/desk/add", kind="bots", lines="any_move\nany_move").status_code == 303
    assert host.post(f"{at}/desk/start", sure="yes").status_code == 303
    pair_round(at.rsplit("/", 1)[1], 0)
    body = {"round": 0, "tables": [[0, 1], [2, 3]], "byes": [], "note": "they came together", "cause": "together"}
    pages.platform.ask(host.person, "POST", f"/tournaments/{at.rsplit('/', 1)[1]}/pairing", **body)
    pages.settle()
    own = state(pages, at).rounds[0].matches[0]
    for visitor in (ada, bob):
        assert visitor.post(f"/t/{own}/sit").status_code == 303
    pages.settle()
    ada.post(f"/m/{own}/resign")
    pages.settle()
    assert "this table brings you the average of the round" in bob.get(f"/m/{own}").text
    bob.post(f"/m/{own}/end")
    pages.settle()
    found = state(pages, at)
    assert found.ended
    assert {one.entrant: one.points for one in found.standings}[1] == 12


def test_table_match_and_result_of_a_tournament_lead_back_to_it(pages: Pages):
    host, eve = pages.visitor(), pages.visitor()
    at = set_up(pages, host, title="Cup <of> all", rounds="1", bots="yes")
    people = [pages.visitor(), pages.visitor()]
    for one in people:
        assert one.post(f"{at}/enter").status_code == 303
    assert host.post(f"{at}/desk/start", sure="yes").status_code == 303
    pages.settle()
    (match,) = state(pages, at).rounds[0].matches.values()
    back = f'<a href="{at}"><bdi>Cup &lt;of&gt; all</bdi></a> · round 1, table 1'
    assert back in people[0].get(f"/t/{match}").text
    for one in people:
        assert one.post(f"/t/{match}/sit").status_code == 303
    pages.settle()
    assert back in people[0].get(f"/m/{match}").text
    people[0].post(f"/m/{match}/resign")
    people[1].post(f"/m/{match}/resign")
    pages.settle()
    result = people[1].get(f"/m/{match}/result").text
    assert back in result
    assert f'<a class="button go" href="{at}">Next in the tournament</a>' in result
    other = pages.match(eve)
    assert "round 1, table 1" not in eve.get(f"/m/{other}").text
