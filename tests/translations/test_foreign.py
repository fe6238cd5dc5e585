"""The look for sentences of other languages finds them wherever they are said."""

import pytest

from shared.language import LANGUAGES, speaking, translated
from tests.translations.foreign import foreign, foreign_in
from tests.translations.messages import TRANSLATED

ENGLISH = "It is your turn."


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_sentence_of_another_language_is_found(code: str):
    with speaking(code):
        own = translated(ENGLISH)
    assert own != ENGLISH
    assert foreign_in(f"<p>{own}</p>", code) == []
    assert f"en: {ENGLISH}" in foreign_in(f"<p>{own} {ENGLISH}</p>", code)
    assert f"en: {ENGLISH}" in foreign_in(f'<p title="{ENGLISH}"></p>', code)
    assert foreign_in(f'<p lang="en">{ENGLISH}</p><p lang="">{ENGLISH}</p><bdi>{ENGLISH}</bdi>', code) == []
    assert foreign_in(f"<p>{own}</p>", "en") != []


@pytest.mark.parametrize("code", LANGUAGES)
def test_there_is_much_to_be_found(code: str):
    found = [piece.language for each in foreign(code).values() for piece in each]
    assert len(found) > 3000
    assert set(found) == set(LANGUAGES) - {code}


def test_a_short_one_is_found_where_it_stands_alone():
    assert foreign_in("<button>Close</button>", "fr") == ["en: Close"]
    assert foreign_in("<button>Fermer</button>", "fr") == []
    assert foreign_in("<p>Close enough</p>", "fr") == []
