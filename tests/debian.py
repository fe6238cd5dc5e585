"""Programs that tests need: found by name, or installed from Debian's packages where that is allowed."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

UPDATE = ("apt-get", "update", "-qq")
INSTALL = ("apt-get", "install", "-qq", "--yes", "--no-install-recommends")


@dataclass(frozen=True, kw_only=True)
class Needed:
    """`need`: a sentence that says which tests need it. `variable` of the environment names a program of one's own.

    `names` are those it may have, the best one first, and paths where it may lie beside the PATH.
    """

    title: str
    need: str
    variable: str
    names: tuple[str, ...]
    packages: tuple[str, ...]
    environ: Mapping[str, str] = field(default_factory=dict)

    def path(self) -> str | None:
        """None where it isn't installed."""
        if named := os.environ.get(self.variable):
            return shutil.which(named)
        return next((path for name in self.names if (path := shutil.which(name))), None)

    @property
    def missing(self) -> str:
        install = f"apt-get install {' '.join(self.packages)}"
        return f"{self.need}: install it (Debian: {install}) or name its program in {self.variable}."

    def install(self) -> None:
        """Unless it is there. Raises SystemExit, with what to do, where it can't be installed."""
        if self.path():
            return
        if self.variable in os.environ or os.geteuid() != 0 or not shutil.which("apt-get"):
            sys.exit(self.missing)
        print(f"Installing {self.title} for the tests …", flush=True)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", **self.environ}
        for command in (UPDATE, (*INSTALL, *self.packages)):
            if subprocess.run(command, env=quiet, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False).returncode:
                sys.exit(self.missing)
        if not self.path():
            sys.exit(self.missing)
