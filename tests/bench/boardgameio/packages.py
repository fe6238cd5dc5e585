"""Node, and the packages that package-lock.json pins, installed by npm beside Python's own."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
FOLDER = Path(sys.prefix) / "boardgameio"
PINNED = ("package.json", "package-lock.json")
COMPLETE = "complete"  # a file that holds what was installed
MISSING = "{name} is not installed: this benchmark needs Node 20.10 or later, with npm"
FAILED = "npm could not install the packages of {here}, for which it needs the network:\n{said}"


def program(name: str) -> str:
    """Its path. Raises SystemExit where it isn't installed."""
    if found := shutil.which(name):
        return found
    raise SystemExit(MISSING.format(name=name))


def installed(folder: Path = FOLDER) -> Path:
    """Where Node finds the packages; they are installed again only when others are pinned. Raises SystemExit."""
    wanted, complete = "".join((HERE / name).read_text() for name in PINNED), folder / COMPLETE
    if not complete.exists() or complete.read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in PINNED:
            shutil.copy(HERE / name, folder)
        install(folder)
        complete.write_text(wanted)
    return folder / "node_modules"


def install(folder: Path) -> None:
    command = [program("npm"), "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--engine-strict"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(FAILED.format(here=HERE, said=done.stderr))


def versions(modules: Path) -> dict[str, str]:
    """Of Node and of the packages that this benchmark asks for."""
    said = subprocess.run([program("node"), "--version"], capture_output=True, text=True, check=True).stdout
    asked = json.loads((HERE / "package.json").read_text())["dependencies"]
    found = {name: json.loads((modules / name / "package.json").read_text())["version"] for name in asked}
    return {"Node": said.strip().removeprefix("v"), **found}
