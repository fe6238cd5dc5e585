"""Tonight on the front page: who waits, what is played, who won; and the boards that are played on, in miniature."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from frontend.miniatures import LOOKS, MOST, Miniatures
from shared.ledger.envelope import stamp
from shared.ledger.handler import utc_now
from shared.platform.rows import Row, row_of
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server


def row(pages: Pages, id_: str) -> Row:
    found = row_of(pages.site.streams, id_)
    assert found is not None
    return found


def tonight(visitor: Visitor) -> str:
    _, section, rest = visitor.get("/").text.partition('aria-labelledby="tonight"')
    return rest.partition("</section>")[0] if section else ""


def test_while_nothing_is_going_on_each_empty_list_is_one_sentence_and_no_card(pages: Pages):
    shown = tonight(pages.visitor())
    for said in ("No table is waiting", "Nobody is playing", "No match has ended", "You have no matches yet"):
        assert shown.count(said) == 1
    page = pages.visitor().get("/").text
    assert [name for name in ("mine", "open", "running", "finished") if f'id="{name}"' in page] == []


def test_a_list_that_has_rows_is_no_longer_said_to_be_empty(pages: Pages):
    ada = pages.visitor()
    ada.post(f"{pages.open_table(ada).location}/sit")
    pages.settle()
    shown = tonight(ada)
    assert "No table is waiting" not in shown
    assert "Nobody is playing" in shown
    assert 'id="open"' in ada.get("/").text


def test_a_table_with_somebody_is_told_and_an_empty_one_is_not(pages: Pages):
    ada, eve = pages.visitor(), pages.visitor()
    pages.open_table(ada)
    pages.settle()
    assert "Somebody waits" not in tonight(eve)
    table = pages.open_table(ada).headers["Location"]
    ada.post(f"{table}/sit")
    pages.settle()
    assert re.search(r"Somebody waits at <a [^>]*>1 table</a>\.", tonight(eve))


@pytest.mark.parametrize("game", ["quadropolis", "sprawlopolis"])
def test_a_running_match_is_shown_as_a_board_that_follows_it(pages: Pages, game: str):
    ada, eve = pages.visitor(), pages.visitor()
    id_ = pages.match(ada, game=game, bots=1)
    pages.site.rows.put(replace(row(pages, id_), listed=True, version=row(pages, id_).version + 1))
    before = tonight(eve)
    assert f'href="/m/{id_}"' in before
    assert '<svg class="mini"' in before
    for number in range(4):  # some of them build nothing
        ada.move(id_, cause=f"the-key-of-move-{number}")
        pages.settle()
    pages.site.rows.put(replace(row(pages, id_), listed=True, version=row(pages, id_).version + 9))
    drawings = [re.findall(r'<svg class="mini".*?</svg>', page, re.DOTALL)[0] for page in (before, tonight(eve))]
    assert drawings[0] != drawings[1]


def test_a_match_that_nobody_else_finds_is_no_board(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada, bots=1)
    assert not row(pages, id_).listed
    assert '<svg class="mini"' not in tonight(ada)


def test_who_won_is_told_for_an_evening(pages: Pages):
    ada, eve = pages.visitor(), pages.visitor()
    ended = replace(row(pages, pages.match(ada, bots=1)), status="ended", listed=True, points=[9, 3], winners=[1])
    for hours, told in ((1, True), (13, False)):
        at = stamp(utc_now() - timedelta(hours=hours))
        pages.site.rows.put(replace(ended, at=at, version=ended.version + hours))
        said = tonight(eve)
        assert (">1 match</a> has ended." in said) == ("greedy (bot) won Quadropolis" in said) == told


def rows_of(pages: Pages, count: int) -> list[Row]:
    found = row(pages, pages.match(pages.visitor(), bots=1))
    return [replace(found, version=found.version + number) for number in range(count)]


def counting(made: Miniatures, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The matches that are looked up from now on: each time another picture."""
    looked = list[str]()

    def look(id_: str) -> dict[str, int]:
        looked.append(id_)
        return {"look": len(looked)}

    monkeypatch.setattr(made, "_look", look)
    return looked


def test_a_board_is_looked_up_once_for_each_state(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    made = Miniatures(pages.site.streams)
    looked = counting(made, monkeypatch)
    (now,) = rows_of(pages, 1)
    assert made.of([now]) == made.of([now]) == {now.id: {"look": 1}}
    assert len(looked) == 1


def test_so_many_states_are_looked_up_in_a_second_and_then_the_last_one_stays(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
):
    now = [10.0]
    made = Miniatures(pages.site.streams, clock=lambda: now[0])
    looked = counting(made, monkeypatch)
    states = rows_of(pages, LOOKS + 2)
    for state in states[:-1]:
        seen = made.of([state])
    assert (len(looked), list(seen.values())) == (LOOKS, [{"look": LOOKS}])
    now[0] += 1
    assert list(made.of(states[-1:]).values()) == [{"look": LOOKS + 1}]


def test_the_boards_that_are_shown_stay_when_others_are_newer(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    made = Miniatures(pages.site.streams)
    counting(made, monkeypatch)
    (one,) = rows_of(pages, 1)
    rows = [replace(one, id=f"match{number:07}") for number in range(MOST + 2)]
    first = list(made.of(rows[2:]))
    assert sorted(made.of(rows)) == sorted(first)
    assert len(made.of(rows[:2] + rows[3:])) == MOST
