"""docs/research.md lists every part of an observation, as it is."""

import re
from pathlib import Path

import pytest

from shared.games.registry import GAMES
from shared.research.codings import CODINGS

TIMES = " \N{MULTIPLICATION SIGN} "
PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", CODINGS)
def test_the_page_lists_the_parts_of_each_observation(slug):
    section = PAGE.partition(f"### {GAMES[slug].title}\n")[2].partition("\n### ")[0]
    listed = re.findall(rf"^\| `(\w+)` \| ([\d{TIMES}]+) \|", section, re.MULTILINE)
    parts = [(part.name, TIMES.join(map(str, part.shape))) for part in CODINGS[slug].layout.parts]
    assert listed == parts


@pytest.mark.parametrize("slug", CODINGS)
def test_the_page_says_how_many_actions_there_are(slug):
    assert f"**{GAMES[slug].title}** has {CODINGS[slug].actions} actions" in PAGE


def test_the_first_lines_of_the_page_play_a_match(capsys):
    code = PAGE.partition("```python\n")[2].partition("```")[0]
    exec(code, {})
    assert "places=" in capsys.readouterr().out
