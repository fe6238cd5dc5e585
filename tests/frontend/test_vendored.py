"""What we have of others is what they released, with its licence."""

import re
from hashlib import sha256

import pytest

from frontend.bundles.made import STATIC

ROW = re.compile(r"^\| `([\w.-]+)` \|.*\| `([0-9a-f]{64})` \|$", re.MULTILINE)


@pytest.mark.parametrize("folder", ["htmx", "noble"])
def test_vendored_files_are_unchanged(folder: str):
    sums = dict(ROW.findall((STATIC / folder / "README.md").read_text("utf-8")))
    files = {file.name: sha256(file.read_bytes()).hexdigest() for file in (STATIC / folder).glob("*.js")}
    assert files == sums


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("htmx/LICENSE", "Zero-Clause BSD"),
        ("noble/LICENSE-ed25519", "Copyright (c) 2019 Paul Miller"),
        ("noble/LICENSE-hashes", "Copyright (c) 2022 Paul Miller"),
    ],
)
def test_their_licences_stand_beside_them(name: str, words: str):
    assert words in (STATIC / name).read_text("utf-8")
