"""What scripts look for by its id stands in a template, or a script makes it: else they fail where it is needed."""

import re
from pathlib import Path

import pytest

FRONTEND = Path(__file__).parents[2] / "frontend"
BY_ID = re.compile(r'(?:getElementById|\$)\("([\w-]+)"\)')
SHOWN = re.compile(r'(?<![\w-])id=\\?"([\w-]+)')
MADE = re.compile(r'\bid: "([\w-]+)"')
SCRIPTS = {str(each.relative_to(FRONTEND)): each.read_text("utf-8") for each in (FRONTEND / "static").rglob("*.js")}
TEMPLATES = "".join(each.read_text("utf-8") for each in (FRONTEND / "templates").rglob("*.html"))
THERE = {*SHOWN.findall(TEMPLATES), *(made for script in SCRIPTS.values() for made in MADE.findall(script))}
ASKING = sorted(name for name, script in SCRIPTS.items() if BY_ID.search(script))


@pytest.mark.parametrize("name", ASKING)
def test_whatever_a_script_looks_for_by_its_id_is_there(name: str):
    assert {*BY_ID.findall(SCRIPTS[name])} - THERE == set()


def test_scripts_look_for_things_by_their_ids():
    assert len(ASKING) > 5
    assert {"verdict", "doubts", "parted"} <= THERE
