"""Sample contexts: what every template gets, in every state that a person may meet."""

from typing import Any
from urllib.parse import urlencode

import segno

from frontend.presentation.games import games_context
from frontend.presentation.sheet import sheet_context
from shared.annotations import Json
from shared.games.registry import GAMES
from tests.frontend.look.boards import FULL, choices, city, final_squares, plain, refusal

GAME: Json = {"slug": "quadropolis", "title": "Quadropolis", "has_board": True}
TOGETHER: Json = {"slug": "sprawlopolis", "title": "Sprawlopolis", "has_board": True}
CLASSIC: Json = {"mode": "classic", "squares": False}
SEAL = "9f2c4be1" * 8
NAMES = ("Cleo", "Ada", "greedy", "Bartholomew of Antwerp")
LINES = {"towers": 9, "shops": 4, "services": 6, "parks": 8, "factories": 5, "harbours": 0, "unplaced": -2}
NEAR_MONUMENT = dict.fromkeys(["factories", "harbours", "services", "shops", "parks", "squares"], 0)
EXPLANATIONS: tuple[tuple[str, tuple[int, ...], int, str, dict[str, int]], ...] = (
    ("towers", (0,), 10, "tower_floors", {"floors": 4}),
    ("shops", (4,), 7, "shop_customers", {"customers": 4}),
    ("services", (12, 15), 5, "service_districts", {"districts": 2}),
    ("services", (12,), 1, "service_printed", {"points": 1}),
    ("parks", (1,), 4, "park_beside_towers", {"towers": 2, "offices": 0}),
    ("factories", (5,), 7, "factory_beside", {"shops": 2, "harbours": 1, "offices": 0}),
    ("harbours", (8, 9, 10, 11), 12, "harbour_row", {"length": 4}),
    ("harbours", (8,), 0, "harbour_column", {"length": 1}),
    ("harbours", (8,), 2, "harbour_printed", {"points": 2}),
    ("parks", (2,), 4, "square_beside_towers", {"towers": 1, "offices": 1}),
    ("factories", (6,), 9, "factory_beside", {"shops": 1, "harbours": 1, "offices": 1}),
    ("offices", (3,), 6, "office_group", {"floors": 3, "group": 2}),
    ("monuments", (7,), 3, "monument_beside", {**NEAR_MONUMENT, "services": 1, "shops": 2, "harbours": 1}),
    ("monuments", (14,), 0, "monument_beside", NEAR_MONUMENT),
    ("towers", (13,), 0, "lacked_energy", {}),
    ("services", (13,), 0, "lacked_inhabitant", {}),
    ("offices", (13,), 0, "lacked_both", {}),
    ("factories", (13,), 0, "left_inactive", {}),
    ("unplaced", (), -1, "inhabitants_left", {"inhabitants": 1}),
    ("unplaced", (1,), -2, "energy_left", {"energy": 3, "parks": 1}),
)
SAID = ((None, "Is this the table for beginners?"), (1, "Yes, sit down."), (0, "Hello! Which mode shall we play?"))
HOSTILE = (
    (1, "<script>alert(1)</script> <b>bold</b> &amp; \"quotes\""),
    (1, "x" * 300),
    (2, "שלום עולם, how are you?"),
    (3, "👩‍👩‍👧‍👦 🏳️‍🌈 fine, thank you ❤️"),
    (3, "Z" + "\u0300\u0301\u0302\u0303\u0310\u0316\u0317" * 20 + "algo"),
    (0, "see https://elsewhere.example/?a=1&b=2"),
)
# Cities as addresses tell them: the rules themselves count these.
CLASSIC = {"city": "T4PT2P-SFST-H2HHH-V1FSV", "inhabitants": "12", "energy": "7"}
EXPERT = {"mode": "expert", "city": ".OFH.-TPOFS-QTPOF-T4QT.S", "inhabitants": "17", "energy": "9"}
WRONG = {"city": "T4PO", "inhabitants": "a dozen", "energy": "100"}
MOVED = {**CLASSIC, "given": "e.e-e2ie1-iii", "at": "2,1"}


IMPORTED = {"at": "2026-05-01T12:00:00.000Z", "by": "operator:root", "file": "match.jsonl"}


def audit(**more: Any) -> Json:
    return {"id": "7xk2m9qa4b1c", "back": "/m/7xk2m9qa4b1c", "imported": None, **more}


def person() -> Json:
    return {"id": "p1", "name": "Cleo", "is_guest": True}


def common() -> Json:
    return {"person": person(), "others": [], "live_url": "ws://127.0.0.1:8001", "talk": talk(), "has_match": True}


def talk(*said: tuple[int | None, str], **more: Any) -> Json:
    """`said` is who spoke, by seat, and what; Cleo reads it, who sits at 0."""
    lines = [
        {
            "number": number,
            "at": f"2026-03-01T12:{number % 60:02}:00.000Z",
            "seat": seat,
            "name": "Guest who left" if seat is None else NAMES[seat],
            "you": seat == 0,
            "text": text,
        }
        for number, (seat, text) in enumerate(said or SAID, 1)
    ]
    return {
        "id": "7xk2m9qa4b1c",
        "version": len(lines),
        "lines": lines,
        "can_talk": True,
        "is_open": True,
        "cause": "c0ffee",
        "typed": "",
        "error": None,
        **more,
    }


def log() -> list[Json]:
    took: Json = {"seat": 1, "architect": 3, "slot": {"side": "N", "line": 1}, "square": {"row": 2, "column": 1}}
    got: Json = {"inhabitants": 2, "energy": 0, "mayor": True}
    none: Json = {"inhabitants": 0, "energy": 0, "mayor": False}
    events: list[tuple[str, Json, int | None]] = [
        ("match.started", {"practice": False}, None),
        ("match.drawn", {}, None),
        ("quadropolis.mayor_drawn", {"seat": 1}, 1),
        ("quadropolis.site_dealt", {"round": 1, "starts": 1, "site": []}, None),
        ("match.turn_started", {"seats": [1]}, None),
        ("quadropolis.tile_taken", {**took, "tile": None, "target": None, **none}, 1),
        ("quadropolis.tile_taken", {**took, "seat": 0, "tile": "R1-HAR-04", "target": None, **none}, 0),
        ("match.seat_resigned", {"seat": 1}, 1),
        ("match.stand_in_seated", {"seat": 1, "player": "bot:greedy@1"}, 1),
        ("quadropolis.round_ended", {"round": 1, "mayor": 1}, None),
        ("match.paused", {"reason": "maintenance"}, None),
        ("match.resumed", {}, None),
        ("opera.curtain_fell", {}, None),
        ("quadropolis.tile_taken", {**took, "tile": "R1-TOW-03", "target": {"row": 1, "column": 1}, **got}, 1),
    ]
    entries = [
        {
            "version": version,
            "at": f"2026-03-01T12:{version:02}:00.000Z",
            "seat": seat,
            "name": None if seat is None else NAMES[seat],
            "type": type_,
            "data": data,
            "is_last": version == len(events),
        }
        for version, (type_, data, seat) in enumerate(events, 1)
    ]
    return entries[::-1]


def seat_at(seat: int, **more: Any) -> Json:
    return {
        "seat": seat,
        "name": NAMES[seat],
        "kind": "bot" if seat == 2 else "person",
        "you": seat == 0,
        "resigned": False,
        "stand_in": None,
        "called": seat == 0,
        "points": (21, 24, 19, -3)[seat],
        "lines": LINES,
        "place": None,
        **more,
    }


def urls(id_: str = "7xk2m9qa4b1c") -> Json:
    return {
        "self": f"/m/{id_}",
        "result": f"/m/{id_}/result",
        "export": f"/m/{id_}/export",
        "audit": f"/m/{id_}/audit",
        "replay_first": f"/m/{id_}?at=4",
        "replay_prev": f"/m/{id_}?at=6",
        "replay_next": f"/m/{id_}?at=8",
        "replay_last": f"/m/{id_}?at=14",
        "branch": None,
    }


def match(seats: int = 2, chosen: Json | None = None, **more: Any) -> Json:
    """Mid-game and my turn, with what is chosen so far."""
    said = chosen or {}
    board = plain(seats)
    offered = choices(board, **said)
    return {
        "id": "7xk2m9qa4b1c",
        "game": GAME,
        "options": CLASSIC,
        "version": 31,
        "head": 31,
        "digest": SEAL,
        "tail": '{"at":"2026-03-01T12:14:00.000Z","data":{"text":"<&>"}}',
        "is_replay": False,
        "has_ended": False,
        "status": "playing",
        "read_only": None,
        "absent": [],
        "has_resigned": False,
        "patience": 180,
        "replaced": False,
        "turn": 31,
        "your_turn": True,
        "you": 0,
        "called": [0],
        "seats": [seat_at(seat) for seat in range(seats)],
        "team": None,
        "plain": board,
        "choices": offered,
        "chosen": said,
        "cause": "c0ffee",
        "move_json": '{"name":"take_tile"}' if offered["move"] else None,
        "log": log(),
        "error": None,
        "counted": False,
        "commitment": SEAL,
        "grade": None,
        "branch_of": None,
        "not_rated": None,
        "urls": urls(),
        "steps": [4, 6, 7, 14, 31],
        **more,
    }


def waiting(**more: Any) -> Json:
    said: Json = {"your_turn": False, "choices": None, "called": [1], "seats": [_called(0, 1), _called(1, 1)]}
    return match() | said | more


def _called(seat: int, called: int, **more: Any) -> Json:
    return seat_at(seat, called=seat == called, **more)


def refused() -> Json:
    said = match(chosen={"architect": "4"})
    why = refusal("slot {slot} is taken by {seat}'s architect {architect}", slot="N2", seat=1, architect=3)
    said["choices"]["refused"] = why
    return said


def spectator(seats: int = 4) -> Json:
    said = match(seats, your_turn=False, you=None, choices=None, called=[1])
    said["seats"] = [_called(seat, 1, you=False) for seat in range(seats)]
    return said


def replay() -> Json:
    return spectator(2) | {"is_replay": True, "version": 14, "chosen": {"city": "2"}}


def ended(counted: bool = True) -> Json:
    done = waiting(status="ended", called=[], counted=counted, grade="fair")
    done["plain"] |= {"to_move": [], "turns_left": 0, "round": 4}
    done["plain"]["cities"] = [city(0, FULL, available=[]), city(1, FULL, available=[])]
    done["seats"] = [seat_at(0, called=False, points=47, place=1), seat_at(1, called=False, points=43, place=2)]
    return done


def stale() -> Json:
    return waiting(
        error={
            "sentence": "Your move was not taken: the turn it answers is over.",
            "what_to_do": "Look at what happened meanwhile and choose again.",
            "missed": log()[:2],
            "code": "StaleTurn",
        }
    )


def result(seats: int = 2, **more: Any) -> Json:
    done = ended()
    done["seats"] = [seat_at(seat, points=47 - 4 * seat, place=seat + 1) for seat in range(seats)]
    reasons = [
        dict(zip(("line", "squares", "points", "key", "values"), each, strict=True)) for each in EXPLANATIONS
    ]
    return {
        "match": done,
        "places": list(range(1, seats + 1)),
        "lines": [{"name": name, "points_by_seat": [points] * seats} for name, points in LINES.items()],
        "totals": [47 - 4 * seat for seat in range(seats)],
        "tie_break_note": None,
        "tie_breaks": [],
        "unread": [],
        "cities": [{"seat": seat, "squares": final_squares()} for seat in range(seats)],
        "explanations": [reasons for _ in range(seats)],
        "counted": True,
        "aborted_reason": None,
        "corrected": False,
        "operators_note": None,
        "rematch": {"others": ["Ada"], "waits": False},
        "explored": None,
        "analysis": analysis(seats),
        "unanalysed": None,
        "calculators": [f"/score/quadropolis?{urlencode(CLASSIC)}"] * seats,
        "share": "http://127.0.0.1:8000/m/7xk2m9qa4b1c/result",
        "only_here": None,
        "export": "/m/7xk2m9qa4b1c/export",
        **more,
    }


def analysis(seats: int = 2) -> Json:
    """Every seat's turns, one after the other, and the two that cost most."""
    given = [0, 1500, 250, 0, 0, 4000, 0, 750, 0, 0, 3125, 0] * 2
    turns = [{"at": at, "turn": 5 + 2 * at, "given_away": each} for at, each in enumerate(given)]
    lanes = [turns[seat::seats] for seat in range(seats)]
    taken = next(entry for entry in log() if entry["type"] == "quadropolis.tile_taken")
    return {
        "bot": "look ahead",
        "most": 4000,
        "lanes": [{"given_away": sum(turn["given_away"] for turn in lane), "turns": lane} for lane in lanes],
        "worst": [
            {"turn": 15, "seat": 1, "given_away": 4000, "played": taken, "better": taken},
            {"turn": 25, "seat": 0, "given_away": 3125, "played": taken, "better": None},
        ],
    }


def sheet(**told: str) -> Json:
    """What the rules themselves say to an address."""
    found = GAMES["quadropolis"].calculator
    assert found is not None
    return dict(sheet_context(found, told, "/score/quadropolis", "#score"))


def explored() -> Json:
    found = GAMES["quadropolis"].calculator
    assert found is not None
    has = {name: CLASSIC[name] for name in ("city", "inhabitants", "energy")} | {"mode": "classic"}
    told = {"given": MOVED["given"], "at": "1,2"}
    path = "/m/7xk2m9qa4b1c/result?explore=1"
    return result(explored={"seat": 0, "sheet": sheet_context(found, told, path, "#result", has, "final-0")})


def table_alone(**more: Any) -> Json:
    seat = {"seat": 0, "name": None, "kind": None, "player": None, "you": False, "nonce": "none", "before": None}
    return table(game=TOGETHER, options={}, seats=[seat], you=None, can_sit=True, can_leave=False) | more


def table(**more: Any) -> Json:
    none: Json = {"player": None, "you": False, "nonce": "none", "before": None}
    seats: list[Json] = [
        {**none, "seat": 0, "name": "Cleo", "kind": "person", "player": "person:p1", "you": True, "nonce": "hashed"},
        {**none, "seat": 1, "name": None, "kind": None},
        {**none, "seat": 2, "name": "greedy", "kind": "bot", "player": "bot:greedy@1"},
    ]
    return {
        "id": "t4b1e0000001",
        "game": GAME,
        "options": CLASSIC,
        "status": "open",
        "seats": seats,
        "you": 0,
        "can_sit": False,
        "can_leave": True,
        "can_close": True,
        "link": "http://127.0.0.1:8000/t/t4b1e0000001",
        "only_here": {"name": None, "address": None},
        "commitment": SEAL,
        "branch_of": None,
        "version": 3,
        "match_url": None,
        "reason": None,
        "bots": [{"name": "greedy"}, {"name": "any_move"}],
        "opened_by_you": True,
        "sent_away": False,
        **more,
    }


def seat(**more: Any) -> Json:
    about: Json = {"id": "7xk2m9qa4b1c", "name": NAMES[0], "sits": True, "players": NAMES[:2], "game": GAME}
    about |= {"home": "/m/7xk2m9qa4b1c", "is_match": True, "link": None, "picture": None, "only_here": None}
    return {**about, "token": "t0ken", "is_held": False, "also": ["Guest k3f9"], **more}


def seat_linked() -> Json:
    link = f"http://127.0.0.1:8000/seat?link={'a1-_' * 11}"
    picture = segno.make_qr(link).svg_data_uri(scale=6, border=3, light="#fff")
    return seat(link=link, picture=picture, only_here={"name": None, "address": None})


def others() -> list[Json]:
    return [{"id": "p2", "name": "Guest k3f9", "is_guest": True}]


def absent() -> list[Json]:
    return [{"seat": 1, "name": NAMES[1], "agreed": [NAMES[0]], "you_agreed": True}]


def lobby(**more: Any) -> Json:
    played: Json = {"game": GAME, "options": CLASSIC}
    return {
        "version": 12,
        "games": games_context(),
        "calculators": [
            {"title": "Quadropolis", "address": "/score/quadropolis"},
            {"title": "Sprawlopolis", "address": "/score/sprawlopolis"},
        ],
        "open_tables": [
            {
                "id": "t4b1e0000001",
                **played,
                "seats": [{"name": "Ada", "kind": "person"}, {"name": None, "kind": None}],
                "free": 1,
                "yours": False,
                "opened_at": "2026-03-01T12:00:00.000Z",
            }
        ],
        "running": [
            {
                "id": "7xk2m9qa4b1c",
                **played,
                "names": ["Ada", "greedy"],
                "watching_url": "/m/7xk2m9qa4b1c",
                "your_turn": False,
                "yours": False,
                "round_text": "round 2 of 4",
            }
        ],
        "mine": [
            {
                "id": "7xk2m9qa4b1c",
                **played,
                "names": ["Cleo", "Ada"],
                "status": "playing",
                "your_turn": True,
                "replaced": False,
                "won": False,
                "lost_together": False,
                "points": None,
                "target": None,
            },
            {
                "id": "7xk2m9qa4b1d",
                **played,
                "names": ["Cleo", "greedy"],
                "status": "ended",
                "your_turn": False,
                "replaced": False,
                "won": True,
                "lost_together": False,
                "points": 47,
                "target": None,
            },
            *(ended_together(points=points) for points in (38, 31)),
        ],
        "finished": [
            {
                "id": "7xk2m9qa4b1d",
                **played,
                "names": ["Cleo", "greedy"],
                "winners": ["Cleo"],
                "together": None,
                "at": "2026-03-01T12:00:00.000Z",
            },
            *(finished_together(points=points, alone=points == 31) for points in (38, 31)),
        ],
        "more": {"finished": 5700},
        **more,
    }


def listed(name: str, page: int = 1, pages: int = 1) -> Json:
    """A page of a list."""
    return {"name": name, "rows": lobby()[name], "page": page, "pages": pages}


def ended_together(points: int) -> Json:
    """One of my matches, in which 34 points were needed."""
    return {
        "id": f"7xk2m9qa4b{points}",
        "game": TOGETHER,
        "options": {"difficulty": "harder"},
        "names": ["Cleo", "Ada"],
        "status": "ended",
        "your_turn": False,
        "replaced": False,
        "won": points >= 34,
        "lost_together": points < 34,
        "points": points,
        "target": 34,
    }


def finished_together(points: int, alone: bool) -> Json:
    return {
        "id": f"7xk2m9qa4b{points}",
        "game": TOGETHER,
        "options": {"difficulty": "normal"},
        "names": ["Cleo"] if alone else ["Cleo", "Ada"],
        "winners": [],
        "together": {"won": points >= 34, "points": points, "target": 34, "alone": alone},
        "at": "2026-03-01T12:00:00.000Z",
    }


def error() -> Json:
    return {
        "sentence": "The ledger does not answer now.",
        "what_to_do": "Nothing is lost. Try again in a moment.",
        "code": "Unavailable",
        "back": None,
        "again": True,
    }
