"""The table of what is kept about people."""

from types import SimpleNamespace

import pytest

from shared.people.kept import FAMILIES, OWN, Given, families_of
from tests.ledger.keys import unlisted

ADA = "adalovelace1"


def test_every_key_of_a_person_has_its_row():
    found, *_ = families_of(f"person:{ADA}:evenings")
    assert found.title == "evenings"
    assert found.of(ADA) == f"person:{ADA}:evenings"


def test_a_key_that_nobody_has_thought_of_has_none():
    assert families_of(f"person:{ADA}:diary") == []


def test_keys_without_people_have_none():
    assert families_of("{3}:match:adalovelace1") == families_of("rows:open") == []


@pytest.mark.parametrize("family", OWN, ids=lambda family: family.key)
def test_an_own_key_is_the_row_that_was_meant(family):
    assert families_of(family.of(ADA))[0] is family


def test_titles_of_the_export_differ():
    titles = [family.title for family in FAMILIES if family.given is not Given.NOTHING]
    assert len(titles) == len(set(titles))


def test_a_key_about_a_person_that_no_row_names_is_found():
    client = fakes({"person:adalovelace1:diary": "hash", "person:adalovelace1": "hash", "rows:open": "zset"})
    assert unlisted(client) == ["person:adalovelace1:diary"]


def test_so_is_one_of_another_type():
    assert unlisted(fakes({"person:adalovelace1:follows": "zset"})) == ["person:adalovelace1:follows"]


def fakes(types: dict[str, str]) -> SimpleNamespace:
    """As much of a server's client as is asked."""
    return SimpleNamespace(keys=lambda pattern: [*types], type=types.__getitem__)
