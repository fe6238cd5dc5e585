"""Every lie is named by the verifiers as docs/audit.md says, and every match without the lie stays what it is."""

from pathlib import Path

import pytest

from infra import verify as alone
from infra.verify import is_tournament
from services.console import verify as by_rules
from tests.attacks.honest import HONEST, honest
from tests.attacks.table import attacks, file_of, rows
from tests.console.conftest import Urbanist
from tests.frontend.audit.conftest import Modules
from tests.frontend.audit.test_verifier import agreed

DOCS = (Path(__file__).parents[2] / "docs" / "audit.md").read_text(encoding="utf-8")
BESIDE = [name for name, attack in attacks().items() if attack.beside]
every_attack = pytest.mark.parametrize("name", attacks())
every_honest_match = pytest.mark.parametrize("name", HONEST)


@every_attack
def test_verdict(name: str):
    """Of the verifier that stands alone, and of the one with the rules."""
    attack, file = attacks()[name], file_of(name)
    assert attack.says.differs(alone.verify(file)) == ""
    assert (attack.rules or attack.says).differs(by_rules.verify(file)) == ""


@every_attack
def test_a_lie_is_another_file_unless_nothing_can_be_seen_of_it(name: str):
    attack = attacks()[name]
    is_same = file_of(name) == honest(attack.honest)
    assert not is_same or attack.limit or attack.beside


@every_honest_match
def test_without_the_lie_it_is_what_it_is(name: str):
    file, (_, says) = honest(name), HONEST[name]
    assert says.differs(alone.verify(file)) == ""
    assert says.differs(by_rules.verify(file)) == ""


@pytest.mark.parametrize("name", BESIDE)
def test_what_somebody_has_kept_says_more(
    name: str, tmp_path: Path, urbanist: Urbanist, capsys: pytest.CaptureFixture[str]
):
    beside, record, kept = attacks()[name].beside, tmp_path / "record.jsonl", tmp_path / "kept"
    assert beside
    record.write_bytes(file_of(name))
    kept.write_bytes(beside.file())
    code = alone.main([str(record), beside.option, str(kept)])
    _, *said = [line for line in capsys.readouterr().out.splitlines() if line.startswith(f"{record}: ")]
    assert any(beside.says in line for line in said)
    output = urbanist("verify", record, beside.option, kept)
    assert (output.code, output.lines[-len(said) :]) == (code, said)
    assert code == (name not in ("anchor_made_later", "key_exchanged_live"))


def test_a_receipt_is_held_to_one_record(urbanist: Urbanist):
    said = "urbanist: a receipt is beside one record: give its file\n"
    assert urbanist("verify", "--all", "--receipt", "kept").err == said


@pytest.mark.browser
@every_attack
def test_a_browser_says_the_same(modules: Modules, name: str):
    file = file_of(name)
    if is_tournament(file):  # which has a page of its own: tests/frontend/audit/test_tournament.py
        assert alone.verify(file).holds
    else:
        agreed(modules, file)


@pytest.mark.browser
@every_honest_match
def test_a_browser_finds_no_lie_where_there_is_none(modules: Modules, name: str):
    if not is_tournament(honest(name)):
        agreed(modules, honest(name))


# What is written about them.


def test_there_are_those_that_were_asked_for():
    assert len(attacks()) >= 33 + 10
    assert len({*map(file_of, attacks())}) >= 33 + 10


def test_docs_list_exactly_these_attacks():
    table = "\n".join(rows())
    assert table in DOCS, "print the table with python -m tests.attacks.table, and put it into docs/audit.md"
    named = [line.split("`")[1] for line in DOCS.splitlines() if line.startswith("| `")]
    assert [name for name in named if name in attacks()] == [
        line.split("`")[1] for line in rows() if line.startswith("| `")
    ]
