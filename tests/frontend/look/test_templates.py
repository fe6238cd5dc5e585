"""The templates: every page renders from its contract, works without scripts, and says in words what is drawn."""

import re
from functools import cache
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlsplit

import pytest

from frontend.bundles.made import bundles
from tests.frontend.look.pages import FRONTEND, PAGES, drawn_with, environment, render
from tests.translations.messages import messages

SHEETS = [name for name in PAGES if name.startswith("score-")]
LAYING = [name for name in PAGES if name.startswith("laying-")]
LISTS = [name for name in PAGES if name.startswith("lists-")]
SEATS = [name for name in PAGES if name.startswith("seat-")]
PEOPLE = [name for name in PAGES if name.startswith(("me", "person"))]
# Without news.
ALONE = (
    "tables-new", "tables-new-refused", "table-private-outside", "help", "help-together", "audit",
    "audit-corrected", "audit-imported", "audit-tournament", "error", "error-hidden", "api", "evenings",
    "evenings-none",
    "evenings-long", "anchors", "anchor",
)  # fmt: skip
OPERATING = [name for name in PAGES if name.startswith(("operators", "report"))]
SETTINGS = [name for name in PAGES if name.startswith(("settings", "sign", "account", "tokens", "mailed", "provider"))]
BOTS = ("bots", "bots-brought", "bots-round-robin", "bot", "bot-failing", "bot-rated")
RATINGS = [name for name in PAGES if name.startswith(("ratings", "ladder"))]
DAILY = [name for name in PAGES if name.startswith("daily")]
LIVE_EVENTS = ("planned", "entered", "invited", "check-in", "running", "watched", "paused", "over", "large", "long")
EVENTS = [
    name
    for name in PAGES
    if name.startswith("tournament") and name not in [f"tournament-{moment}" for moment in LIVE_EVENTS]
]
WHOLE = (*ALONE, *SHEETS, *LAYING, *LISTS, *SEATS, *SETTINGS, *PEOPLE, *OPERATING, *BOTS, *RATINGS, *DAILY, *EVENTS)
SAME = re.compile(
    "/name|/language|/coach(/leave)?|/seat|/persons/(change|forget)|/t/[a-z0-9]{12}/seat(/revoke)?|/m/[a-z0-9]{12}/analysis"
    "|/settings/.*|/evenings(/remove)?|/sign(up|in|out)(/mail|/link|/provider)?|/account/.*|/operators/.*|/report"
    "|/p/[a-z0-9]{12}/[a-z]+"
)
TALKS = [name for name in PAGES if name.startswith("talk")]
QUEUED = [name for name in PAGES if name.startswith("queue")]  # asked again and again, whatever has happened
every_page = pytest.mark.parametrize("name", PAGES)
every_part = pytest.mark.parametrize("name", [name for name in PAGES if name not in (*WHOLE, *TALKS, *QUEUED)])


class Read(HTMLParser):
    """All elements with their attributes, and the forms with the fields in them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.forms: list[tuple[dict[str, str | None], list[str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.elements.append((tag, values))
        if tag == "form":
            self.forms.append((values, []))
        elif tag in ("input", "select", "button") and self.forms:
            self.forms[-1][1].append(values.get("name") or "")


@cache
def read(name: str) -> Read:
    return Read(render(name))


def words(html: str) -> str:
    together = html.replace("&nbsp;", " ").replace("&#8288;", "")  # on one line, which these tests don't see
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", together))


@every_page
def test_nothing_in_a_page_needs_an_exception_from_the_content_policy(name):
    for tag, attributes in read(name).elements:
        assert tag != "style"
        assert tag != "script" or attributes.get("src") or attributes["type"] == "application/json", "an inline script"
        assert not any(key == "style" or key.startswith(("on", "hx-on")) for key in attributes), (tag, attributes)
        assert not any((value or "").startswith(("js:", "javascript:")) for value in attributes.values())


@every_page
def test_what_is_only_heard_makes_no_page_wider(name):
    """A table takes the room that it needs, whatever its width is said to be."""
    tables = [attributes.get("class") or "" for tag, attributes in read(name).elements if tag == "table"]
    assert not [classes for classes in tables if "hidden-text" in classes.split()]


@every_page
def test_every_form_that_changes_something_carries_its_token(name):
    for form, fields in read(name).forms:
        assert form["action"]
        assert form["method"] == "get" or "csrf_token" in fields


@every_page
def test_every_form_that_gives_an_order_holds_a_key_of_its_own(name):
    """All but those that say the same however often they are sent, and are stored in no match."""
    for form, fields in read(name).forms:
        assert form["method"] == "get" or SAME.fullmatch(form["action"] or "") or "cause" in fields, form["action"]


@every_page
def test_every_link_has_an_address_and_every_swap_a_plain_way_too(name):
    for tag, attributes in read(name).elements:
        assert tag != "a" or "href" in attributes
        if "hx-get" in attributes and tag == "a":
            assert attributes["hx-get"] == (attributes["href"] or "").split("#")[0]
        if "hx-post" in attributes:
            assert attributes["hx-post"] == attributes["action"]


@every_page
def test_a_page_has_landmarks_a_way_past_the_top_and_names_for_its_drawings(name):
    html = render(name)
    assert '<a class="skip" href="#content">' in html
    assert html.count("<main ") == 1
    for tag, attributes in Read(html).elements:
        if tag == "svg":
            assert attributes.get("aria-hidden") or attributes.get("aria-label")


@every_page
def test_no_id_comes_twice(name):
    ids = [attributes["id"] for _, attributes in read(name).elements if "id" in attributes]
    assert len(ids) == len(set(ids))


@every_part
def test_the_part_is_one_element_that_names_its_version(name):
    html = render(name, part=True).strip()
    assert re.match(r"<div id=\"(match|table|lobby|result|tournament)\"", html)
    assert "data-head=" in html.split(">", 1)[0]
    assert html.endswith("</div>")


@pytest.mark.parametrize("name", TALKS)
def test_the_part_of_a_talk_is_one_element_that_names_its_newest_line(name):
    html = render(name, part=True).strip()
    assert html.startswith('<section id="talk" class="talk" data-talk="3"')
    assert html.count("<section") == 1 + (name == "talk-refused")
    assert html.endswith("</section>")


def test_a_push_of_a_match_leaves_the_talk_to_the_page():
    template, context = drawn_with("match-four")
    html = environment().get_template(template.replace("/page", "/_part")).render(context | {"talk": None})
    talk = html[html.index('<section id="talk"') :].split("</section>", 1)[0]
    assert 'data-talk="-1"' in talk
    assert "<li" not in talk


@pytest.mark.parametrize(
    "name", ["match-target", "city-put", "score-expert", "result-explored", *LAYING, "together-won"]
)
def test_what_is_swapped_has_no_ids_inside_of_drawings(name):
    """The morph of htmx 4.0.1 would make elements of HTML of them."""
    for drawing in re.findall(r"<svg.*?</svg>", render(name, part=True), re.DOTALL):
        assert " id=" not in drawing


@pytest.mark.parametrize("name", [*SHEETS, *LAYING, "result-explored"])
def test_every_step_of_a_sheet_is_a_link_that_scripts_find_too(name):
    html = render(name, part=True)
    steps = [attributes for tag, attributes in Read(html).elements if "data-press" in attributes]
    assert len(steps) >= 16
    for step in steps:
        said = dict(parse_qsl(urlsplit(str(step["href"])).query))
        assert (said["press"], said.get("on")) == (step["data-press"], step.get("data-on"))
    assert html.count("data-sheet=") == 1


@pytest.mark.parametrize("name", SHEETS)
def test_every_square_of_a_sheet_says_what_stands_there(name):
    squares = [each for _, each in read(name).elements if (each.get("class") or "").startswith("square put")]
    assert len(squares) == (20 if name in ("score-expert", "score-poor", "score-many") else 16)
    assert all(re.match(r"Row \d, column \d.*: \w+", str(each["aria-label"])) for each in squares)


@pytest.mark.parametrize("letter", "TSVPFH")
def test_each_kind_shows_its_letter(letter):
    assert f">{letter}</text>" in render("match-target")


def test_each_seat_has_a_shape_of_its_own():
    chips = environment().get_template("_seats.html").module
    assert len({re.sub(r"seat\d", "", str(chips.chip(seat))) for seat in range(4)}) == 4  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("match-architect", "Choose an architect"),
        ("match-slot", "Choose a slot on the edge"),
        ("match-slot-first", "Slot S5 is chosen. Choose an architect"),
        ("match-tile", "Choose who takes it and from where"),
        ("match-target", "Architect 4 at S5 takes a tower (2 inhabitants). Choose a lit square"),
        ("match-confirm", "Place architect 4 at S5: tower to row 2, column 4"),
        ("match-discard", "Place architect 4 at S5, discard the tower"),
        ("match-nothing", "reaches an empty square: nothing is taken"),
        ("match-refused", "slot E3 is taken by Ada's architect 2"),
        ("match-waiting", "Waiting for Ada."),
        ("match-stale", "See below what happened meanwhile, then choose again."),
        ("match-spectator", "You are watching."),
        ("match-replay", "To the result"),
        ("match-ended", "Cleo wins"),
        ("match-counting", "the points are being counted"),
        ("match-aborted", "called off and does not count"),
        ("match-adjudicated", "An operator decided the ranks in this match: “the other one has left the town”."),
        ("match-corrected", "“every park was counted twice”."),
        ("result-corrected", "whose secret numbers went into it; no number of Ada did."),
        ("result-adjudicated", "An operator decided this match: Ada wins"),
        ("match-read-only", "A newer release wrote opera.curtain_fell, which this one does not know"),
        ("result", "A tower of 4 floors"),
        ("score-classic", "A park beside 2 towers"),
        ("score-many", "A square beside 1 tower and 1 office"),
        ("score-classic", "A factory beside 2 shops and 1 harbour"),
        ("score-many", "A factory beside 1 shop, 1 harbour and 1 office"),
        ("score-many", "An office of 3 floors in a group of 2"),
        ("score-many", "A monument beside 2 shops and 1 public service"),
        ("expert-result", "A monument beside nothing that counts"),
        ("result-four", "No energy was left for a tower"),
        ("expert-result", "No inhabitant was left for a public service"),
        ("score-poor", "Neither an inhabitant nor energy was left for an office"),
        ("score-explored", "A factory was left inactive on purpose"),
        ("expert-result", "Left over: 8 energy, of which 1 park absorbs one"),
        ("result-four", "Cleo wins by more inhabitants in the city: 9 against 8."),
        ("result-aborted", "Nobody moved for too long."),
        ("result-explored", "38 best 38: as good as it gets"),
        ("score-empty", "Click a square to put a tower there; click it again for another floor."),
        ("score-classic", "61 points at best"),
        ("score-expert", "A factory beside 1 shop, 1 harbour and 2 offices square 5 of district 2"),
        ("score-wrong", "Inhabitants must be a whole number from 0 to 999, not \u201ca dozen\u201d; 0 is counted."),
        ("score-wrong", "\u201cO\u201d in row 1, column 3 is nothing that can stand in a city in classic mode."),
        ("score-explored", "In hand: 9 inhabitants, 3 energy"),
        ("match-talk-none", "Nobody has said anything yet."),
        ("match-talk-reader", "Only those who play here can talk; you can read along."),
        ("match-talk-hostile", "&lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt;bold&lt;/b&gt; &amp;amp;"),
        ("talk", "Cleo (you) 12:03 UTC Hello! Which mode shall we play?"),
        ("lobby", "Count a city of Quadropolis or Sprawlopolis"),
        ("table-given-up", "it was given up"),
        ("table-filled", "Everybody is here"),
        ("lobby-empty", "No match has ended yet."),
        ("error", "Nothing is lost: try again in a moment."),
    ],
)
def test_a_page_says_what_is_to_be_done_or_what_happened(name, sentence):
    assert sentence in words(render(name)).replace("&#39;", "'")


@pytest.mark.parametrize(
    "reason",
    [
        "architect 1 has already been used this round",
        "column 4 is closed by the urbanist",
        "slot E3 is taken by Ada&#39;s architect 2",
        "this square is taken",
        "architect 4 builds in row 4 or column 4",
    ],
)
def test_what_can_not_be_chosen_says_why(reason):
    html = render("match-target")
    assert f'data-why="{reason}"' in html
    assert re.search(rf"(<title>|title=\")[^<\"]*{re.escape(reason)}", html)


@pytest.mark.parametrize("name", ["match-target", "match-gains"])
def test_lit_squares_show_what_they_would_bring(name):
    squares = drawn_with(name)[1]["match"]["choices"]["squares"]
    hints = [(square["promise"], square["gain"]) for square in squares if not square["refusal"]]
    lit = re.findall(r'<a class="square want.*?</a>', render(name), re.DOTALL)
    assert len(hints) == 4
    for (promise, gain), drawing in zip(hints, lit, strict=True):
        promised, at_once = signed(promise), signed(gain)
        assert f">{promised}</text>" in drawing
        assert f">now {at_once}</text>" in drawing
        words = rf"promises {re.escape(promised)} points? by the end, changes {re.escape(at_once)} now"
        assert re.search(words, drawing)


def signed(points):
    return f"{points:+}".replace("-", "\u2212") if points else "±0"


def test_the_turn_is_sent_with_its_turn_its_key_and_its_move_only_when_complete():
    forms = {str(form["action"]): fields for form, fields in read("match-confirm").forms}
    fields = next(fields for action, fields in forms.items() if action.endswith("/moves"))
    assert {"csrf_token", "turn", "cause", "move"} <= set(fields)
    assert "/moves" not in render("match-target")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("match-replay", "The match starts."),
        ("match-replay", "Cleo is drawn as mayor and starts."),
        ("match-replay", "Round 1: the site is dealt; Cleo starts."),
        ("match-spectator", "Bartholomew of Antwerp: architect 3 at S2 finds an empty square."),
        ("match-discarded", "and discards it."),
        ("match-architect", "Ada: architect 4 at W1 takes a tower, builds it at row 2, column 1: 3 inhabitants."),
        ("match-architect", "builds it at row 2, column 1: 1 inhabitant and the mayor\u2019s sign."),
        ("match-waiting", "Round 1 ends; Cleo has the mayor."),
        ("match-resigned", "Ada resigns."),
        ("match-resigned", "The bot any move plays on for Ada."),
        ("match-read-only", "Something happened that this page has no words for."),
    ],
)
def test_the_log_tells_it_in_words(name, sentence):
    assert sentence in words(render(name))


def test_the_start_of_a_turn_is_no_line_of_the_log():
    assert "to move." not in words(render("match-waiting"))


def test_the_boards_are_there_in_words_too():
    said = words(render("match-architect"))
    assert "the urbanist stands on row 1, column 4" in said
    assert "Row 2, column 1: tower of 4 floors" in said
    assert "E3: Ada\u2019s architect 2" in said


def test_who_has_a_seat_may_resign_and_who_watches_may_not():
    assert "/resign" in render("match-waiting")
    assert "/resign" not in render("match-spectator")
    assert "/resign" not in render("match-ended")


def test_a_match_that_is_being_counted_asks_on_until_it_is():
    assert 'data-counted="no"' in render("match-counting", part=True)
    assert 'data-counted="yes"' in render("match-ended", part=True)


def test_an_inactive_building_is_struck_and_says_so():
    cities = drawn_with("result")[1]["result"]["cities"]
    inactive = [each for city in cities for row in city["squares"] for each in row if each and not each["active"]]
    assert len(inactive) == render("result").count('class="strike"') == 4
    assert {f"{each['building']}, not active" in words(render("result")) for each in inactive} == {True}


def test_every_file_that_a_page_asks_for_is_there():
    made = {bundle.address for bundle in bundles().values()}
    for address in set(re.findall(r'(?:src|href)="(/static/[^"?]+)', "".join(map(render, PAGES)))) - made:
        assert (FRONTEND / address.lstrip("/")).is_file(), address


@every_page
def test_links_that_only_choose_something_are_not_for_programs_that_follow_every_link(name):
    """There is no end of what can be chosen; pages of lists have one."""
    for tag, attributes in read(name).elements:
        asked = urlsplit(attributes.get("href") or "").query if tag == "a" else ""
        if asked and not asked.startswith("page="):
            assert "nofollow" in (attributes.get("rel") or "").split(), attributes["href"]


@every_page
def test_a_moment_says_its_zone_and_can_be_told_in_the_visitors_own(name):
    html = render(name)
    for tag, attributes in read(name).elements:
        if tag == "time":
            assert "data-when" in attributes, attributes
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", attributes["datetime"] or "")
    for told in re.findall(r"<time[^>]*>([^<]*)</time>", html):
        assert told.endswith(" UTC")
    if name in DAILY:
        return  # a day of UTC is the name of a deal, and no moment
    without = re.sub(r'<time[^>]*>[^<]*</time>|\b(?:value|datetime|data-moment|title)="[^"]*"', "", html)
    assert not re.findall(r"\b20\d\d-\d\d-\d\d\b", without), "a date outside of the macro"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("table-given-up", "While you wait"),
        ("table-called-off", "While you wait"),
        ("result-adjudicated", "The cities, and why"),
        ("city-dealt", "No card is left"),
        ("together-alone", "Rematch"),
        ("account-erase-refused", "Reload the page"),
        ("tournaments-new-twice", "Go on with what the page offers now"),
    ],
)
def test_a_page_says_nothing_that_does_not_fit_its_moment(name: str, said: str):
    assert any(said in each.one for each in messages()), "other pages say it in other words now"
    assert said not in render(name)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("table", "While you wait"),
        ("result", "The cities, and why"),
        ("result", "Rematch"),
        ("together-alone", "Play again"),
        ("tournaments-new-twice", "Correct it, then try again."),
    ],
)
def test_and_what_fits_it(name: str, said: str):
    assert said in render(name)
