"""Files that were changed on their way: every command refuses them and says why; `urbanist mend` restores them."""

from pathlib import Path

import pytest

from infra.verify import BROKEN, DAMAGED
from services.console.imports import verified
from services.console.verify import verify
from shared.errors import Malformed
from tests.console.conftest import Urbanist
from tests.damages import HINTED, MENDED, forged, with_note
from tests.records import at, record, rows
from tests.records import forged as made_to_fit

COMMANDS = ("replay", "position", "import")


@pytest.fixture
def windows(tmp_path: Path) -> Path:
    file = tmp_path / "windows.jsonl"
    file.write_bytes(with_note().replace(b"\n", b"\r\n"))
    return file


@pytest.mark.parametrize("name", MENDED)
def test_each_damage_is_named_with_the_rules_too_and_never_imported(name):
    change, cause = MENDED[name]
    verdict = verify(change(with_note()))
    assert (verdict.grade, verdict.holds, verdict.cause) == (DAMAGED, False, f"{cause} this record is: fair")
    with pytest.raises(Malformed, match=r"^this file is damaged: "):
        verified(change(with_note()))
    with pytest.raises(Malformed, match=r"^this record is broken: "):
        verified(change(forged()))


def test_a_mended_record_is_checked_by_the_rules_too():
    lines = rows(record("quadropolis", "fair"))
    lines[-1]["envelope"]["data"]["points"] = [99, 0]
    verdict = verify(b"\xef\xbb\xbf" + made_to_fit(lines))
    assert verdict.grade == BROKEN
    line = at(lines, "score.counted") + 1
    assert f"without it this record is: broken: line {line}, score version 1: points: " in verdict.cause


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_says_what_happened_and_what_to_do(urbanist: Urbanist, windows: Path, command: str):
    output = urbanist(command, windows)
    assert (output.code, output.out) == (1, "")
    assert output.err == (
        "urbanist: this file is damaged: line ends were changed to CR LF; with LF this record is: fair;"
        " download it again, or write it anew: urbanist mend FILE > NEW\n"
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_says_what_it_got_instead_of_a_record(urbanist: Urbanist, tmp_path: Path, command: str):
    (tmp_path / "page").write_bytes(HINTED["page without text"][0](b""))
    output = urbanist(command, tmp_path / "page")
    assert output.code == 1
    assert output.err.endswith("; this is a web page and not a record: download the record itself\n")


def test_the_mended_record_is_the_original_one(urbanist: Urbanist, windows: Path):
    output = urbanist("mend", windows)
    assert (output.code, output.err) == (0, "line ends were changed to CR LF; what is written now is: fair\n")
    assert output.out.encode() == with_note()
    windows.write_bytes(with_note())
    assert urbanist("mend", windows).err == "nothing happened to this file; what is written now is: fair\n"


def test_no_forgery_is_mended(urbanist: Urbanist, windows: Path):
    windows.write_bytes(forged().replace(b"\n", b"\r\n"))
    output = urbanist("mend", windows)
    assert (output.code, output.out) == (1, "")
    assert output.err.startswith("urbanist: this record can't be mended: line 2, table version 1: digest: ")


def test_a_forgery_that_was_changed_on_its_way_is_reported_as_both(urbanist: Urbanist, windows: Path):
    windows.write_bytes(forged().replace(b"\n", b"\r\n"))
    form = "this value can be written in one way only, and these bytes are another one"
    cause = "line ends were changed to CR LF; with LF this record is: broken: line 2, table version 1: digest: "
    assert urbanist("import", windows).err.startswith(f"urbanist: this record is broken: line 1: form: {form}; {cause}")
    assert urbanist("replay", windows).err.startswith("urbanist: line 1: ")
