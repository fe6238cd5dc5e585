"""Which names there are: one rule for names and talk, nobody else called like a bot, nobody mistaken for another."""

import unicodedata
from typing import Any

import pytest

from frontend.presentation.seats import distinct_names
from shared.errors import Malformed
from shared.people.letters import on_one_line
from shared.people.lookalikes import shows, skeleton
from shared.people.names import BOT_MARK, tidy
from tests.frontend.conftest import Pages

ZWNJ, ZWJ, VARIANT = "\u200c", "\u200d", "\ufe0f"
NAMES = [
    f"علی{ZWNJ}رضا",  # Persian
    f"അവന{chr(0xD4D)}{ZWJ}",  # a Malayalam chillu as a sequence, at the end of a word
    "അവൻ",  # and as a letter of its own
    f"क{chr(0x94D)}{ZWJ}ष",  # Hindi: half a letter
    f"শ্র{ZWNJ}ী",  # Bengali
    f"ක{chr(0xDCA)}{ZWJ}ය",  # Sinhala
    f"Eva 👩{ZWJ}🌾",
    f"I ❤{VARIANT} cities",
    f"❤{VARIANT}{ZWJ}🔥",
    f"👩🏽{ZWJ}⚕{VARIANT} Ana",
    f"🏳{VARIANT}{ZWJ}🌈",
    f"👨{ZWJ}👩{ZWJ}👧",
    f"1{VARIANT}\u20e3 Ben",
    "🇳🇱 Jan",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "葛\U000e0100",
    "Zoë O’Neill-Þór",
]
LOST = {
    "a joiner before a word": f"{ZWJ}Anna",
    "a joiner after one": f"Anna{ZWJ}",
    "two joiners": f"An{ZWJ}{ZWJ}na",
    "a joiner beside a space": f"Anna {ZWNJ}Bo",
    "a joiner between a letter and a pictograph": f"Anna{ZWJ}🌾",
    "a non-joiner between pictographs": f"👩{ZWNJ}🌾",
    "half of a pair of pictographs": f"👩{ZWJ}",
    "a look for nothing": f"{VARIANT}Anna",
    "two looks": f"❤{VARIANT}{VARIANT}",
    "a look for a space": f"A {VARIANT}B",
    "a zero-width space": "An\u200bna",
    "writing turned round": "Anna\u202e",
    "an isolate": "\u2067Anna\u2069",
    "a mark of direction": "Anna\u200f",
    "a soft hyphen": "An\u00adna",
    "a word joiner": "An\u2060na",
    "tags without a flag": "Anna\U000e0067\U000e007f",
    "a flag without an end": "🏴\U000e0067\U000e0062",
}


@pytest.mark.parametrize("name", NAMES)
def test_what_shapes_a_word_or_a_pictograph_is_part_of_a_name_and_of_what_is_said(name: str):
    assert tidy(f" {name} ") == on_one_line(f" {name} ") == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("name", LOST.values(), ids=LOST)
def test_what_shapes_nothing_is_refused_in_a_name_and_left_out_of_what_is_said(name: str):
    with pytest.raises(Malformed, match="a name is made of characters that can be seen"):
        tidy(name)
    said = on_one_line(name)
    assert said != name
    assert tidy(said) == said


@pytest.mark.parametrize(
    "name",
    [
        "greedy (bot)",
        "greedy (bоt)",  # a Cyrillic о
        "greedy (ВОТ)",  # Cyrillic capitals
        "(вот)",
        "(bοt)",  # a Greek one
        "(Ьot)",
        "(ƅot)",
        "❨bot❩",
        "（ＢＯＴ）",
        "(𝐛𝐨𝐭)",
        "(𝖻𝗈𝗍)",
        "(ⓑⓞⓣ)",
        f"(b{ZWJ}o{ZWNJ}t)",
        "(b0t)",
        "(ḅọṭ)",
        "( b o t )",
        "x(Bot)y",
    ],
)
def test_nobody_else_is_called_like_a_bot(name: str):
    with pytest.raises(Malformed, match=r"only bots are called \(bot\)"):
        tidy(name)


@pytest.mark.parametrize("name", ["robot", "Bot", "(Bob)", "(both)", "(об)", "Борис (Бот)", "(bat)", "Abbott"])
def test_names_that_only_hold_the_word_are_fine(name: str):
    assert tidy(name) == name
    assert not shows(name, BOT_MARK)


def test_names_that_look_the_same_are_numbered():
    assert distinct_names(["Anna", "Аnnа", "Ben"]) == ["Anna 1", "Аnnа 2", "Ben"]
    assert distinct_names(["Pаul", "Paul", "Pau1"]) == ["Pаul 1", "Paul 2", "Pau1 3"]
    assert distinct_names(["A\u200dnna", "Anna"]) == ["A\u200dnna 1", "Anna 2"]
    assert distinct_names(["greedy", "greedy", "greedy 1"]) == ["greedy 2", "greedy 3", "greedy 1"]
    assert distinct_names(["León", "Leon", "Eva", "EVA"]) == ["León", "Leon", "Eva", "EVA"]


def test_a_skeleton_of_a_skeleton_is_the_same():
    for name in [*NAMES, "Ji11", "𝓐nna", "ﬁn"]:
        assert skeleton(skeleton(name)) == skeleton(name)


@pytest.mark.server
def test_a_page_asks_for_each_name_once(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    id_, (ada, _) = pages.seated("quadropolis", 2)
    asked = list[str]()
    pipeline = pages.site.accounts.redis.pipeline

    def counted(**options: Any) -> Any:
        found = pipeline(**options)
        hmget = found.hmget

        def ask(key: str, *fields: str) -> Any:
            asked.extend([key] if key.startswith("person:") else [])
            return hmget(key, *fields)

        monkeypatch.setattr(found, "hmget", ask)
        monkeypatch.setattr(pages.site.accounts.redis, "hget", None)  # nor the coach by itself
        return found

    monkeypatch.setattr(pages.site.accounts.redis, "pipeline", counted)
    ada.get(f"/m/{id_}")
    assert len(asked) == len(set(asked)) == 2


@pytest.mark.server
def test_a_new_name_counts_within_its_request(pages: Pages):
    with pages.app.test_request_context("/"):
        accounts = pages.site.accounts
        assert accounts.name("aaaaaaaaaaaa") == "Guest aaaa"
        accounts.rename("aaaaaaaaaaaa", "Ada")
        assert accounts.names(["bot:greedy@1", "person:aaaaaaaaaaaa"]) == {
            "bot:greedy@1": "greedy (bot)",
            "person:aaaaaaaaaaaa": "Ada",
        }
