"""Finds the nginx that the proxy recipe is tested with; run as a program, it installs one where that is allowed."""

from tests.debian import Needed

NGINX = Needed(
    title="nginx",
    need="The test of the proxy recipe needs nginx",
    variable="NGINX",
    names=("nginx", "/usr/sbin/nginx"),
    packages=("nginx-light",),
    environ={"RUNLEVEL": "1"},  # installed, and not started
)
nginx = NGINX.path
MISSING = NGINX.missing

if __name__ == "__main__":
    NGINX.install()
