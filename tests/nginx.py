"""Finds the nginx that the proxy recipe is tested with; run as a program, it installs one where that is allowed."""

import os
import shutil
import subprocess
import sys

MISSING = (
    "The test of the proxy recipe needs nginx: install it (Debian: apt-get install nginx-light) "
    "or name its program in NGINX."
)
UPDATE = ("apt-get", "update", "-qq")
INSTALL = ("apt-get", "install", "-qq", "--yes", "--no-install-recommends", "nginx-light")


def nginx() -> str | None:
    """The path of an nginx, or None. NGINX in the environment takes precedence."""
    if named := os.environ.get("NGINX"):
        return shutil.which(named)
    return shutil.which("nginx") or shutil.which("/usr/sbin/nginx")


def main() -> None:
    if nginx():
        return
    if "NGINX" in os.environ or os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.exit(MISSING)
    print("Installing nginx for the test of the proxy recipe …", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}  # installed, and not started
    for command in (UPDATE, INSTALL):
        if subprocess.run(command, env=quiet, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False).returncode:
            sys.exit(MISSING)
    if not nginx():
        sys.exit(MISSING)


if __name__ == "__main__":
    main()
