"""What follows from a new event: its sample, and its rows in both verifiers. Run it once its class is listed:

    python -m tests.ledger.add_events

It writes only what is missing and changes nothing that is there. The rows are the verifiers' own from then on: a form
that is narrower than its type (a hash is more than a text) is corrected there by hand.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from shared.games.game import Option
from shared.ledger.codec import Codec, Registry
from shared.platform.cited import Branch, Cited, OfDeal
from shared.platform.rating.events import Carried, Rating, Rerated
from shared.platform.records.export import KINDS
from shared.platform.score.events import Judged
from shared.platform.streams import REGISTRY
from shared.platform.terms import Terms
from shared.platform.tournament.events import Played, Standing
from shared.platform.tournament.rules import Final, Rules

ROOT = Path(__file__).parents[2]
SAMPLES = Path(__file__).parent / "old_events"
VERIFIER = ROOT / "infra" / "verify.py"
PAGES = ROOT / "frontend" / "static" / "verify" / "forms.js"

CLOCK = {"delay": 2, "increment": 5, "kind": "total", "seconds": 600}
TERMS = {"absent": 60, "clock": CLOCK, "out": "loss", "rated": True, "substitutes": True, "take_back": False}
CITED = {"digest": "cc" * 32, "version": 1}
WORTH = {"mu": 25_600_000, "player": "person:anna", "sigma": 8_100_000}
FINAL = {"entrants": 8, "format": "elimination", "rounds": 0}
RULES = {
    "absent": "stand_in",
    "bots": True,
    "bye": 18,
    "check_in": "never",
    "final": FINAL,
    "format": "swiss",
    "go_on": 2,
    "groups": 1,
    "late": True,
    "minutes": 0,
    "most": 2000,
    "points": [36, 24, 12, 0],
    "rounds": 6,
    "seats": 4,
    "shortest": 3,
    "terms": TERMS,
    "third_place": False,
    "tie_breaks": ["buchholz"],
}
KEPT = (*KINDS, "tournament")  # what is found in files


class Form(NamedTuple):
    """How a type is checked in Python and in JavaScript, and a value of it."""

    python: str
    script: str
    value: Any


FORMS: Mapping[Any, Form] = {
    int: Form("is_number", "number", 1),
    str: Form("is_text", "text", "words"),
    bool: Form("is_truth", "truth", True),
    Option: Form("is_option", "option", 1),
    Cited: Form("CITED", "cited", CITED),
    Branch: Form("BRANCH", "branch", {**CITED, "match": "m1k2m3k4m5k6", "settled": {"start": 2}}),
    OfDeal: Form("OF_DEAL", "ofDeal", {**CITED, "deal": "d1e2a3l4d5e6", "name": "words"}),
    Terms: Form("TERMS", "terms", TERMS),
    Final: Form("FINAL", "final", FINAL),
    Rules: Form("RULES", "rules", RULES),
    Played: Form(
        "PLAYED",
        "played",
        {"digest": "cc" * 32, "match": "m1k2m3k4m5k6", "score": 1, "score_digest": "cc" * 32, "version": 1},
    ),
    Standing: Form("STANDING", "standing", {"entrant": 1, "numbers": [1], "place": 1, "points": 12}),
    Rating: Form("RATING", "rating", WORTH),
    Carried: Form("CARRIED", "carried", {**WORTH, "matches": 1}),
    Rerated: Form("RERATED", "rerated", {"match": "m1k2m3k4m5k6", "places": [1], "score": CITED}),
    Judged: Form("JUDGED", "judged", {"best": "{}", "doubt": 1, "given_away": 1, "seat": 1, "turn": 1}),
}


def main() -> None:
    for path in (*add_rows(REGISTRY), *add_samples(REGISTRY, SAMPLES)):
        print(f"{path.relative_to(ROOT)}: added")


def add_samples(registry: Registry, folder: Path) -> Iterator[Path]:
    """A sample of each type that has none, in the shape that it is written in today."""
    for name, cls in registry.classes.items():
        path = folder / f"{name}@{registry.schema(name)}.json"
        if not path.exists():
            path.write_text(json.dumps(sample(cls), indent=1, sort_keys=True) + "\n", encoding="utf-8")
            yield path


def add_rows(registry: Registry) -> Iterator[Path]:
    """A row of each type that a record may hold, beside those of the same kind of stream."""
    for path, row in ((VERIFIER, python_row), (PAGES, script_row)):
        text = path.read_text(encoding="utf-8")
        if new := missing(registry, text):
            path.write_text(with_rows(text, {name: row(name, registry) for name in new}), encoding="utf-8")
            yield path


def missing(registry: Registry, text: str) -> list[str]:
    return [name for name in registry.classes if kind(name) in KEPT and f'"{name}@' not in text]


def with_rows(text: str, rows: Mapping[str, str]) -> str:
    for name, row in rows.items():
        last = list(re.finditer(rf'^ +"{kind(name)}\.\w+@\d+": .*\n', text, re.MULTILINE))[-1]
        text = text[: last.end()] + row + text[last.end() :]
    return text


def kind(name: str) -> str:
    return name.partition(".")[0]


def sample(cls: type) -> Mapping[str, Any]:
    codec, forms = Codec.of(cls), forms_of(cls)
    data, part = ({name: forms[name].value for name in names} for names in (codec.public, codec.sealed))
    return {"data": data, "sealed": part or None}


def python_row(name: str, registry: Registry) -> str:
    codec, forms = registry.codec(name), forms_of(registry.classes[name])
    data, part = (", ".join(f"{at}={forms[at].python}" for at in names) for names in (codec.public, codec.sealed))
    return f'    "{name}@{registry.schema(name)}": (fields({data}), {f"fields({part})" if part else None}),\n'


def script_row(name: str, registry: Registry) -> str:
    codec, forms = registry.codec(name), forms_of(registry.classes[name])
    parts = [", ".join(f"{at}: {forms[at].script}" for at in names) for names in (codec.public, codec.sealed) if names]
    shown = ", ".join(f"fields({{ {part} }})" for part in parts) or "fields({})"
    return f'  "{name}@{registry.schema(name)}": [{shown}],\n'


def forms_of(cls: type) -> dict[str, Form]:
    return {name: form(hint) for name, hint in get_type_hints(cls).items()}


def form(hint: Any) -> Form:
    """TypeError where a type has no form yet: then its row in FORMS, and its forms in both verifiers, come first."""
    if hint in FORMS:
        return FORMS[hint]
    inner = [one for one in get_args(hint) if one not in (type(None), Ellipsis)]
    if get_origin(hint) in (UnionType, Union) and len(inner) == 1:
        one = form(inner[0])
        return Form(f"or_null({one.python})", f"orNull({one.script})", one.value)
    if get_origin(hint) is tuple and len(inner) == 1:
        one = form(inner[0])
        return Form(f"each({one.python})", f"each({one.script})", [one.value])
    if get_origin(hint) is Mapping:
        one = form(inner[1])
        return Form(f"by_name({one.python})", f"byName({one.script})", {"name": one.value})
    raise TypeError(f"{hint} has no form: give it one in FORMS, and in both verifiers")


if __name__ == "__main__":
    main()
