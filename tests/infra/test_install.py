"""It installs again only when something changed, and says what is missing."""

import re
import shutil
import subprocess
import tomllib
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.lock", "requirements-dev.lock")


@pytest.fixture
def tree(tmp_path):
    """A checkout in which nothing is installed, on a machine that has the tools in bin and no others."""
    (tmp_path / "bin").mkdir()
    for tool in ("cat", "rm", "sh"):
        found = shutil.which(tool)
        assert found
        (tmp_path / "bin" / tool).symlink_to(found)
    for name in ("pyproject.toml", *LOCKS):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def python(tree, name, *, new_enough, has_venv=True):
    """A Python that answers these two questions, and otherwise says who it is."""
    answers = (f"-c) exit {int(not new_enough)};;", f"-m) echo {name} >> asked; exit {int(not has_venv)};;")
    path = tree / "bin" / name
    path.write_text(f"#!/bin/sh\ncase $1 in {' '.join(answers)} esac\n")
    path.chmod(0o755)


def install(tree):
    command = ["sh", str(ROOT / "infra" / "install.sh"), "requirements.lock"]
    return subprocess.run(
        command, cwd=tree, env={"PATH": str(tree / "bin")}, capture_output=True, text=True, timeout=30, check=False
    )


def test_without_a_new_enough_python_one_sentence_says_what_to_do(tree):
    python(tree, "python3", new_enough=False)
    done = install(tree)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("Urbanist needs Python 3.11 or newer")


def test_without_venv_one_sentence_says_what_to_do(tree):
    python(tree, "python3", new_enough=True, has_venv=False)
    done = install(tree)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "python3-venv" in done.stderr
    assert not (tree / ".venv").exists()


def test_a_newer_python_beside_an_old_python3_is_used(tree):
    python(tree, "python3", new_enough=False)
    python(tree, "python3.12", new_enough=True, has_venv=False)
    install(tree)
    assert (tree / "asked").read_text() == "python3.12\n"


def locked(name):
    return dict(re.findall(r"^([a-z0-9.-]+)(?:\[.*\])?==(\S+)", (ROOT / name).read_text(), re.MULTILINE))


def test_both_locks_hold_the_same_versions_of_what_runs():
    assert locked("requirements.lock").items() <= locked("requirements-dev.lock").items()


def test_the_product_needs_nothing_that_is_only_for_development():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    to_develop = {re.split(r"[^a-z0-9-]", line)[0] for line in project["optional-dependencies"]["dev"]}
    assert not to_develop & set(locked("requirements.lock"))
    assert to_develop <= set(locked("requirements-dev.lock"))


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_hashes_and_neither_hosts_nor_folders(name):
    text = (ROOT / name).read_text()
    assert "://" not in text
    assert not re.search(r"(^|\s)/", text)
    assert text.count("==") <= text.count("--hash=sha256:")


def test_every_library_has_a_line_that_says_why_it_is_there():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    wanted = [re.split(r"[^a-z0-9-]", line)[0] for line in asked]
    said = re.findall(r"^\| ([a-z0-9-]+) \|", (ROOT / "docs/decisions/0009-libraries.md").read_text(), re.MULTILINE)
    assert sorted(wanted) == sorted(set(said) - {"library"})


def test_the_record_of_libraries_counts_the_packages_of_both_locks():
    said = (ROOT / "docs/decisions/0009-libraries.md").read_text()
    never = {"async-timeout", "colorama"}  # for early 3.11 and for Windows
    for name, words in zip(LOCKS, ("to run takes", "it is"), strict=True):
        count = len(locked(name).keys() - never)
        assert re.search(rf"{words} \d+ MB in {count} packages", said), f"{name} holds {count}, and how large?"


def test_make_alone_lists_every_target():
    listed = subprocess.run(["make", "-C", str(ROOT)], capture_output=True, text=True, check=True).stdout
    (phony,) = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for target in phony.split():
        assert re.search(rf"^{target} +\S", listed, re.MULTILINE)
