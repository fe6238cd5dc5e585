"""What calls about tournaments are made with: all that each of them takes."""

from typing import Any

from tests.services.tournaments.played import HASH, NONCE

Body = dict[str, Any]
SHEET = "the code of the sheet at table 1"

# What is carried out as it stands here, by the moment at which it is: so that each of its values is looked at.
PLANNED: dict[str, Body] = {
    "enter": {"nonce_hash": "ab" * 32},
    "add": {"bots": [], "every_bot": False, "people": [], "names": ["Eve", "Fay"], "strengths": [1, 2]},
    "attend": {"entrant": 1},
    "describe": {"title": "The bowl", "text": "", "start": None, "listed": True, "invited": []},
    "start": {},
}
BY_ENTRANT: dict[str, Body] = {"nonces": {"nonce": NONCE}, "check-in": {}, "withdraw": {}}
RUNNING: dict[str, Body] = {
    "enter": {"nonce_hash": None},
    "add": {"bots": [], "every_bot": False, "people": [], "names": ["Eve", "Fay"], "strengths": [1, 2]},
    "drop": {"entrant": 1, "note": "why"},
    "bring-back": {"entrant": 3},
    "pause": {"note": "why"},
    "end": {"note": "why"},
    "pairing": {"round": 0, "tables": [[3, 2], [1, 0]], "byes": [], "note": "why"},
    "results": {"round": 0, "table": 0, "places": [1, 2], "points": [1, 2], "note": None},
    "adjudicate": {"round": 0, "table": 0, "places": [1, 2], "note": "why"},
    "unname": {"entrant": 1},
    "describe": {"title": "The bowl", "text": "", "start": None, "listed": True, "invited": []},
    "entries": {"round": 0, "table": 0, "places": [1, 2], "points": [1, 2], "seat": 0, "code": SHEET},
}
OF_BOT: dict[str, Body] = {"enter": {"nonce_hash": HASH}}
OF_BOT_INSIDE: dict[str, Body] = {"nonces": {"nonce": NONCE}, "check-in": {}, "withdraw": {}}

# About what is not there, or by who may not.
ASTRAY: dict[str, Body] = {
    "nonces": {"nonce": NONCE},
    "drop": {"entrant": 99, "note": "why"},
    "bring-back": {"entrant": 99},
    "attend": {"entrant": 99},
    "pairing": {"round": 0, "tables": [[0, 99]], "byes": [], "note": "why"},
    "results": {"round": 0, "table": 9, "places": [1, 2], "points": [1, 2], "note": None},
    "adjudicate": {"round": 0, "table": 9, "places": [1, 2], "note": "why"},
    "entries": {"round": 0, "table": 9, "places": [1, 2], "points": [1, 2], "seat": 0, "code": "ab" * 6},
    "unname": {"entrant": 99},
    "erase-name": {"entrant": 1},
    "next": {"start": None},
    "return": {},
    "resume": {},
}
OF_ORGANISER = {
    act: body
    for act, body in {**ASTRAY, **PLANNED, **RUNNING}.items()
    if act not in ("nonces", "entries", "return", "enter")
}

NEW: Body = {
    "game": "quadropolis",
    "options": {},
    "title": "The cup",
    "text": "",
    "format": "swiss",
    "seats": 2,
    "rounds": 1,
    "shortest": 2,
    "points": [12, 0],
    "bye": 12,
    "tie_breaks": [],
    "terms": {},
    "check_in": "never",
    "absent": "forfeit",
    "late": True,
    "bots": True,
    "most": 10,
    "minutes": 0,
    "third_place": False,
    "groups": 1,
    "final": None,
    "divisions": None,
    "start": None,
    "entry": "public",
    "invited": [],
    "listed": True,
    "in_person": True,
    "to_sit": 5,
    "rest": 0,
}
INSIDE: dict[str, Body] = {  # the fields of what is a field itself, and what else a tournament with it needs
    "divisions": {"format": "league", "rounds": 0, "divisions": {"size": 2, "moves": 1}},
    "final": {"final": {"format": "elimination", "rounds": 0, "entrants": 4}},
    "terms": {"terms": {"out": "turn", "absent": 0, "rated": False, "take_back": True, "substitutes": False}},
}
