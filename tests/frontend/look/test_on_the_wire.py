"""How many bytes pages and live updates are on their way to a browser."""

import re

import pytest

from frontend.bundles.made import bundles
from frontend.compressing import deflated_around, gzipped
from frontend.sentences_of_scripts import text_of
from frontend.sockets.frames import LEVEL, deflated_frame_around
from tests.frontend.look.pages import FRONTEND, PAGES, environment, render

# Live updates show what nobody has chosen anything in.
UPDATES = (
    "coach-architect", "coach-expert-architect",
    "expert-architect", "expert-spectator", "expert-ended", "city-card", "city-waiting", "city-long-waiting",
    "city-watched", "city-dealt", "match-four", "match-long", "match-architect", "result-four", "lobby", "table-filled",
    "tournament-planned", "tournament-running", "tournament-large", "tournament-long",
)  # fmt: skip
UPDATE, FIRST = 12_000, 60_000
BY_GZIP = 5_100  # what it adds to a first page
TOKEN = "IjJiNmY4ZjE0YzA4Y2Y3ZTI5YTM0ZjFkZWZiNGM2ZjE0NzY4ZjE0YzAi.aSr2bw.8Rk3vWmPz0QxLt5yJcHnUeBdGsA"


@pytest.mark.parametrize("name", UPDATES)
def test_a_live_update_is_small_on_the_wire(name: str):
    """With its forms, each with the token of a visitor."""
    parts = [part.encode() for part in render(name, part=True).split("t0ken")]
    frame = deflated_frame_around(deflated_around(parts, len(TOKEN), LEVEL), TOKEN.encode())
    assert len(frame) <= UPDATE


def first(name: str, encoding: str) -> int:
    """A page with all that it asks for."""
    page = render(name).replace("t0ken", TOKEN)
    made = {bundle.address: len(bundle.encoded[encoding]) for bundle in bundles().values()}
    page = re.sub(r'<link rel="(?:icon" type="image/png|apple-touch-icon)"[^>]*>', "", page)  # for who installs it
    asked = set(re.findall(r'(?:src|href)="(/(?:static|sentences)/[^"]+)"', page))
    assert len(asked & made.keys()) >= 3
    (kind,) = {re.sub(r"/sentences/en/(\w+)\.js.*", r"\1", each) for each in asked if each.startswith("/sentences/")}
    others = (each.partition("?")[0] for each in asked - made.keys() if each.startswith("/static/"))
    return sum((
        len(gzipped(page.encode(), TOKEN.encode())),
        len(gzipped(text_of(environment(), kind, "en").encode())),
        *(made[each] for each in asked & made.keys()),
        *((FRONTEND / each.lstrip("/")).stat().st_size for each in others),
    ))  # fmt: skip


@pytest.mark.parametrize("name", [name for name in PAGES if not name.startswith("audit")])
def test_a_first_page_is_small_on_the_wire(name: str):
    """Over https and on this machine; the audit loads what checks a record as well."""
    assert first(name, "br") <= FIRST


@pytest.mark.parametrize("name", UPDATES)
def test_where_gzip_alone_is_spoken_it_is_small_as_well(name: str):
    """Browsers speak nothing else over plain http."""
    assert first(name, "gzip") <= FIRST + BY_GZIP
