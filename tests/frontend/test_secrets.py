"""What nobody may know yet is in no answer: not in pages, replays, logs, records or frames."""

from collections.abc import Callable, Iterator

import pytest

from shared.games.chance import Draw
from shared.games.quadropolis.play.board import BOARDS
from shared.games.quadropolis.play.state import State
from shared.games.quadropolis.play.tiles import TILES, decks
from shared.platform.match import Match
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server


def secrets_of(pages: Pages, id_: str) -> Iterator[str]:
    """What is sealed, and what the game itself hides by name."""
    yield from sealed_of(pages, id_)
    match = pages.streams.match(id_).state
    if match.started and match.started.game == "quadropolis":
        yield from tiles_to_come(match.state, len(long_draws(match)))


def sealed_of(pages: Pages, id_: str) -> Iterator[str]:
    """Seed, key, salts of the seals, and orders as they are stored."""
    match = pages.streams.match(id_).state
    assert match.started is not None
    yield match.started.seed
    yield match.key.hex()
    for stored in pages.streams.ledger.read(f"match:{id_}"):
        if stored.sealed is not None:
            yield stored.sealed.decode().split('"salt":"')[1].split('"')[0]
    for draw in long_draws(match):
        yield ",".join(map(str, draw.order[:8]))
        yield ", ".join(map(str, draw.order[:8]))


def long_draws(match: Match) -> list[Draw]:
    found = [draw for draw in match.draws.values() if len(draw.order) > 8]  # "1,0" may stand anywhere
    assert found
    return found


def tiles_to_come(state: State, rounds: int) -> Iterator[str]:
    """Of rounds that aren't dealt."""
    assert rounds == BOARDS[state.mode].rounds
    for number in range(2, rounds + 1):
        yield from (TILES[tile].id for tile in decks(state.mode, state.with_squares)[number])


def answers(visitor: Visitor, id_: str, last: int) -> Iterator[str]:
    for version in range(1, last + 1):
        yield visitor.get(f"/m/{id_}?at={version}").text
        yield visitor.get(f"/api/matches/{id_}?at={version}").text
    yield visitor.get(f"/m/{id_}").text
    yield visitor.get(f"/m/{id_}", htmx=True).text
    yield visitor.get(f"/m/{id_}?architect=2&slot=W3&target=discard").text
    yield visitor.get(f"/api/scoring/matches/{id_}").text
    yield visitor.get(f"/t/{id_}?have=0", htmx=True).text
    yield visitor.get(f"/api/tables/{id_}").text
    yield visitor.get("/").text


def built_together(bots: int) -> Callable[[Pages, Visitor], str]:
    return lambda pages, visitor: pages.match(visitor, "sprawlopolis", bots)


BEGINNINGS = {
    "classic": Pages.match,
    "expert": Pages.expert_match,
    **{f"together-{bots + 1}": built_together(bots) for bots in range(4)},
}


@pytest.mark.parametrize("begin", BEGINNINGS.values(), ids=BEGINNINGS)
def test_nothing_hidden_is_in_any_answer(pages: Pages, begin: Callable[[Pages, Visitor], str]):
    ada, eve = pages.visitor(), pages.visitor()
    id_ = begin(pages, ada)
    ada.move(id_)
    pages.settle()
    hidden = list(secrets_of(pages, id_))
    last = pages.streams.match(id_).version
    for visitor in (ada, eve):
        for answer in answers(visitor, id_, last):
            assert [secret for secret in hidden if secret in answer] == []


def test_tiles_that_lie_face_down_are_in_no_page(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    match = pages.streams.match(id_).state
    down = [TILES[tile].id for tile in decks("classic", False)[1] if TILES[tile].players > 2]
    assert len(down) == 9
    assert match.called
    assert [tile for tile in down if tile in ada.get(f"/m/{id_}").text] == []


def test_what_was_hidden_stays_hidden_in_the_replay_of_a_finished_match(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    ada.post(f"/m/{id_}/resign")
    pages.settle()
    past = pages.streams.matches.reader.past(f"match:{id_}").entries
    assert past[-1].envelope.type == "match.ended"
    dealt: set[str] = set()
    for entry in past:
        version = entry.envelope.version
        if entry.envelope.type == "quadropolis.site_dealt":
            dealt |= {tile for tile in entry.envelope.data["site"] if tile is not None}
            assert ada.get(f"/m/{id_}?at={version}").text.count(">face down</td>") == 9
        told = ada.get(f"/api/matches/{id_}?at={version}").text + ada.get(f"/m/{id_}?at={version}").text
        assert [tile.id for tile in TILES if tile.id in told and tile.id not in dealt] == []
    assert len(dealt) == 4 * 16


def test_nothing_hidden_is_in_a_frame_and_choices_are_the_movers_alone(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    shown = pages.frames(id_, [ada.person, None, pages.visitor().person])
    assert shown[0] != shown[1]
    assert shown[1] == shown[2]
    assert "your turn" in shown[0]
    assert "You are watching" in shown[1]
    hidden = list(secrets_of(pages, id_))
    assert [secret for secret in hidden for part in shown if secret in part] == []
