"""Cities and positions as JSON Lines through the real command: an answer for each line, errors that name the field."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.console import lines
from shared.errors import IllegalMove
from shared.games.quadropolis.score.pad import PAD
from shared.games.registry import GAMES
from shared.ledger.forms.schema import made
from tests.damages import zipped

CASES = Path(__file__).parents[1] / "games/quadropolis"
GAME = GAMES["quadropolis"]


def read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_text("utf-8").splitlines()]


CITIES, POSITIONS = read("scored_cities.jsonl"), read("legal_moves.jsonl")
CITY = CITIES[0]["input"]
SCORE = [sys.executable, "-m", "services.console", "score", "quadropolis"]
POSITION = POSITIONS[0]["input"]
BARE = {"mode": "classic", "inhabitants": 0, "energy": 0, "city": [[None] * 4] * 4}


def ask(command: str, *asked: object) -> tuple[int, list[Any]]:
    """In a process of its own; what isn't bytes becomes a line of JSON."""
    given = b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in asked)
    words = [sys.executable, "-m", "services.console", command, "quadropolis"]
    done = subprocess.run(words, input=given, capture_output=True, check=False, timeout=60)
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_every_known_city_has_its_points():
    code, answers = ask("score", *(case["input"] for case in CITIES))
    assert (code, len(answers)) == (0, 18)
    for case, answer in zip(CITIES, answers, strict=True):
        assert answer["total"] == case["expect"]["total"] == sum(answer["lines"].values())
        assert list(answer["lines"]) == list(PAD)
        assert answer["lines"] | case["expect"].get("lines", {}) == answer["lines"], case["id"]
        assert sum(reason["points"] for reason in answer["explanation"]) == answer["total"]


def test_every_known_position_has_its_moves_in_order():
    code, answers = ask("moves", *(case["input"] for case in POSITIONS))
    assert code == 0
    assert answers == [case["expect"] for case in POSITIONS]


def test_an_answer_says_who_stands_where_row_by_row():
    city = [[{"building": "tower", "floors": 2}, {"building": "shop"}, None, None], *[[None] * 4] * 3]
    _, (answer,) = ask("score", {**BARE, "inhabitants": 3, "energy": 1, "city": city})
    tower, shop = {"active": True, "inhabitants": 0, "energy": 1}, {"active": False, "inhabitants": 0, "energy": 0}
    assert answer["allocation"] in (
        [[tower, shop, None, None], *[[None] * 4] * 3],
        [[shop, {"active": True, "inhabitants": 3, "energy": 1}, None, None], *[[None] * 4] * 3],
    )
    assert (answer["placed_inhabitants"], answer["empty_squares"]) == (3, 15)
    (shops,) = [reason for reason in answer["explanation"] if reason["message"] == "shop_customers"]
    reason = {
        "line": "shops",
        "squares": [[1, 2]],
        "points": 4,
        "message": "shop_customers",
        "values": {"customers": 3},
    }
    assert shops == reason


def answered(offered: Any, answer: Any, asked: Any) -> Any:
    return lines.answered(lambda value: answer(made(offered.asks, value)), json.dumps(asked).encode())


def counted(city: Any) -> Any:
    assert GAME.calculator is not None
    return answered(GAME.calculator, GAME.calculator.count, city)


def moved(position: Any) -> Any:
    assert GAME.positions is not None
    found = answered(GAME.positions, GAME.positions.moves, position)
    return found if isinstance(found, dict) else {"moves": found}


def row(*squares: Any) -> list[Any]:
    """Of a site; the other squares are empty."""
    return [*squares, *[None] * (5 - len(squares))]


def squares(row: int, column: int, **there: Any) -> list[list[Any]]:
    city: list[list[Any]] = [[None] * 4 for _ in range(4)]
    city[row][column] = there
    return city


@pytest.mark.parametrize(
    ("parts", "error"),
    [
        ({"mode": "easy"}, "mode: Must be one of classic, expert."),
        ({"inhabitants": "3"}, 'inhabitants: Not a whole number. Write 3, not "3".'),
        ({"energy": True}, "energy: Not a whole number. Write 1, not true."),
        ({"energy": 1.0}, "energy: Not a whole number. Write 1, not 1.0."),
        ({"energy": 1.5}, "energy: Not a whole number."),
        ({"energy": -1}, "energy: Must be greater than or equal to 0 and less than or equal to 999."),
        ({"mayor": 1}, "mayor: Unknown field."),
        ({"city": []}, "city: Must have 4 rows, not 0."),
        ({"city": [[None] * 5] * 4}, "city[0]: Must have 4 squares.; city[1]: Must have 4 squares.; "),
        ({"city": [None] * 4}, "city[0]: Field may not be null."),
        ({"city": squares(1, 2, building="castle")}, "city[1][2].building: Must be one of tower, "),
        ({"city": squares(1, 2, floors=2)}, "city[1][2].building: Missing data for required field."),
        ({"city": squares(1, 2, building="tower", floors=5)}, "city[1][2].floors: A tower has at most 4 in classic"),
        ({"city": squares(1, 2, building="tower", floors=0)}, "city[1][2].floors: Must be greater than or equal to 1"),
        ({"city": squares(0, 0, building="shop", floors=2)}, "city[0][0].floors: This kind of building does not stack"),
        ({"city": squares(0, 0, building="shop", points=2)}, "city[0][0].points: At most 0 are printed on this kind"),
        ({"city": squares(3, 3, building="office")}, "city[3][3].building: There is no office in classic mode."),
        ({"city": squares(3, 3, building="park", colour="red")}, "city[3][3].colour: Unknown field."),
    ],
)
def test_what_is_wrong_in_a_city_is_named(parts, error):
    answer = counted({**BARE, **parts})
    assert list(answer) == ["error"]
    assert answer["error"].startswith(error)


def test_lines_after_a_bad_one_are_answered_and_blank_ones_are_skipped():
    code, answers = ask("score", BARE, b"\n", b"  \r\n", b"{\n", b"[]\n", b"\xff\n", b'{"mode": NaN}\n', CITY)
    assert code == 1
    assert ["error" in answer for answer in answers] == [False, True, True, True, True, False]
    assert answers[1]["error"].startswith("this can't be read as JSON")
    assert answers[2] == {"error": "Not an object."}


MARK = b"\xef\xbb\xbf"


def test_a_byte_order_mark_and_line_ends_of_windows_cost_no_city():
    line = json.dumps(CITY).encode()
    code, answers = ask("score", MARK + line + b"\r\n" + line + b"\r\n" + MARK + line + b"\r\n\r\n")
    assert (code, len(answers)) == (0, 3)
    assert answers == [answers[0]] * 3 == ask("score", CITY)[1] * 3
    assert ask("moves", MARK + json.dumps(POSITION).encode() + b"\r\n") == ask("moves", POSITION)


LINE = json.dumps(BARE).encode() + b"\n"


@pytest.mark.parametrize("command", ["score", "moves"])
@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (LINE.decode().encode("utf-16"), "it is UTF-16: send UTF-8"),
        (LINE.decode().encode("utf-16-be"), "it is UTF-16: send UTF-8"),
        (gzip.compress(LINE, mtime=0), "it is packed by gzip: unpack it first"),
        (zipped(cities=LINE), "it is a zip archive: unpack it first"),
    ],
    ids=["UTF-16", "UTF-16BE", "gzip", "zip"],
)
def test_what_is_no_text_is_reported_once_and_not_line_by_line(command: str, given: bytes, reason: str):
    words = [sys.executable, "-m", "services.console", command, "quadropolis"]
    done = subprocess.run(words, input=given, capture_output=True, check=False, timeout=60, text=False)
    sentence = f"urbanist: standard input can't be read as lines of JSON: {reason}\n"
    assert (done.returncode, done.stdout, done.stderr.decode()) == (1, b"", sentence)


def test_a_program_can_ask_line_by_line():
    with subprocess.Popen(SCORE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as console:
        assert console.stdin is not None
        assert console.stdout is not None
        for inhabitants in range(3):
            console.stdin.write(json.dumps({**BARE, "inhabitants": inhabitants}).encode() + b"\n")
            console.stdin.flush()
            assert json.loads(console.stdout.readline())["total"] == -inhabitants


def test_an_answer_is_one_line_for_every_reader():
    """Even for readers that take more than LF for the end of a line."""
    line = json.dumps({"a\u2028b\x85": 1}, ensure_ascii=False).encode()
    done = subprocess.run(SCORE, input=line, capture_output=True, check=False, timeout=60)
    (answer,) = done.stdout.decode().splitlines()
    assert "a\u2028b\x85: Unknown field." in json.loads(answer)["error"]


def test_a_game_refuses_in_its_own_words():
    def refuse(kind: Any) -> Any:
        raise IllegalMove("there is no {kind} left", kind=kind)

    assert lines.answered(refuse, b'"park"') == {"error": "there is no park left"}


def test_much_garbage_has_a_short_answer():
    sentence = counted({**BARE, "city": [None] * 10_000})["error"]
    assert sentence.startswith("city[0]: Field may not be null.; city[1]: ")
    assert sentence.endswith("city[49]: Field may not be null.; and 9950 more")


def test_a_line_that_is_too_long_or_too_deep_is_refused_like_any_other():
    code, answers = ask("score", b'"' + b"x" * lines.LONGEST + b'"\n', b"[" * 5000 + b"]" * 5000 + b"\n", BARE)
    assert code == 1
    assert answers[0] == {"error": "this line is too long: at most 64 KiB are read"}
    assert answers[1]["error"].startswith("this can't be read as JSON: nested deeper")
    assert answers[2]["total"] == 0


@pytest.mark.parametrize(
    ("parts", "error"),
    [
        ({"players": 5}, "players: Must be greater than or equal to 2"),
        ({"urbanist": [1]}, "urbanist: Length must be 2."),
        ({"urbanist": "11"}, "urbanist: Not a list."),
        ({"urbanist": [0, 6]}, "urbanist[0]: Must be greater than or equal to 1"),
        ({"architects": [["N", 1], ["N", 1]]}, "architects: Two stand on the same slot."),
        ({"architects": [["X", 1]]}, "architects[0][0]: Must be one of N, E, S, W."),
        ({"available": [5]}, "available: There is no architect 5 in classic mode."),
        ({"site": [[None] * 5] * 4}, "site: Must have 5 rows, not 4."),
        ({"site": [row({}), *[row()] * 4]}, "site[0][0]: Must have a building, or be down."),
        ({"site": [*[row()] * 4, row(None, {"down": True, "energy": 1})]}, "site[4][1]: What lies face down is hidden"),
        ({"site": [*[row()] * 4, row({"building": "office"})]}, "site[4][0]: There is no office in classic mode."),
        ({"site": [row({"building": "park", "energy": 3}), *[row()] * 4]}, "site[0][0]: There is no such tile."),
    ],
)
def test_what_is_wrong_in_a_position_is_named(parts, error):
    answer = moved({**POSITION, **parts})
    assert list(answer) == ["error"]
    assert answer["error"].startswith(error)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@st.composite
def spoiled(draw, whole: Any) -> Any:
    """With something else somewhere inside."""
    if isinstance(whole, dict) and draw(st.booleans()):
        name = draw(st.sampled_from(sorted(whole)))
        return {**whole, name: draw(spoiled(whole[name]))}
    if isinstance(whole, list) and whole and draw(st.booleans()):
        place = draw(st.integers(0, len(whole) - 1))
        return [*whole[:place], draw(spoiled(whole[place])), *whole[place + 1 :]]
    return draw(anything)


@settings(max_examples=150, deadline=None)
@given(garbage=st.sampled_from(CITIES).flatmap(lambda case: spoiled(case["input"])))
def test_whatever_is_given_instead_of_a_city_has_one_answer(garbage):
    answer = counted(garbage)
    assert json.loads(json.dumps(answer)) == answer
    assert set(answer) - {"beyond_the_box"} in ({"error"}, set(counted(BARE)))


@settings(max_examples=150, deadline=None)
@given(garbage=st.sampled_from(POSITIONS).flatmap(lambda case: spoiled(case["input"])))
def test_whatever_is_given_instead_of_a_position_has_one_answer(garbage):
    assert set(moved(garbage)) in ({"error"}, {"moves"})


@st.composite
def garbled(draw) -> bytes:
    """A good line with a piece of it replaced by other bytes, or cut out."""
    line = json.dumps(draw(st.sampled_from(CITIES))["input"]).encode()
    first, cut = draw(st.tuples(st.integers(0, len(line)), st.integers(0, 8)))
    other: bytes = draw(st.binary(max_size=4))
    return line[:first] + other + line[first + cut :]


@settings(max_examples=150, deadline=None)
@given(line=garbled())
def test_whatever_bytes_are_given_have_one_answer(line):
    assert GAME.calculator is not None
    calculator = GAME.calculator
    answer = lines.answered(lambda value: calculator.count(made(calculator.asks, value)), line)
    assert set(answer) - {"beyond_the_box"} in ({"error"}, set(counted(BARE)))
    assert "\n" not in json.dumps(answer)
