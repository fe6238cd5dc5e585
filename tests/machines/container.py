"""Becomes a container: python -m tests.machines.container SPEC, as the first process of namespaces of its own.

What Docker does with an image is done here step by step: its layers become the root, volumes and a small /tmp are put
into it, the rest can only be read, and the program runs as the image's user without any capability.
"""

import ctypes
import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.machines import names

NO_NEW_PRIVILEGES, DROP_FROM_BOUNDING_SET = 38, 24  # prctl(2)
CAPABILITIES = 41


@dataclass(frozen=True, kw_only=True)
class Spec:
    layers: list[str]  # folders, the uppermost first
    folder: str  # empty, for what belongs to this container alone
    upper: str  # where writes go, which stay in the image while it is built
    command: list[str]
    environ: dict[str, str]
    cwd: str = "/"
    uid: int = 0
    gid: int = 0
    read_only: bool = False
    binds: dict[str, str] = field(default_factory=dict)  # a folder by the place where it appears
    tmpfs: list[str] = field(default_factory=list)
    resolves: dict[str, list[str]] | None = None  # addresses by name; None shares the network of whoever starts it

    def written(self) -> str:
        return json.dumps(asdict(self))


def main() -> None:
    spec = Spec(**json.loads(sys.argv[1]))
    root = furnished(spec)
    if spec.resolves is not None:
        print("ready for its network", flush=True)
        sys.stdin.readline()
        if os.fork() == 0:
            names.serve(spec.resolves)
    os.chroot(root)
    os.chdir(spec.cwd)
    become(spec)
    os.execvpe(spec.command[0], spec.command, spec.environ)


def furnished(spec: Spec) -> Path:
    root, work = Path(spec.folder, "root"), Path(spec.folder, "work")
    for made in (root, work, Path(spec.upper)):
        made.mkdir(parents=True, exist_ok=True)
    layers = ":".join(spec.layers)
    mount("-t", "overlay", "overlay", "-o", f"lowerdir={layers},upperdir={spec.upper},workdir={work}", str(root))
    if spec.resolves is not None:
        Path(root, "etc/resolv.conf").unlink(missing_ok=True)
        Path(root, "etc/resolv.conf").write_text(f"nameserver {names.ADDRESS}\n")
    for place, folder in spec.binds.items():
        Path(root, place[1:]).mkdir(parents=True, exist_ok=True)
        mount("--rbind", folder, f"{root}{place}")
    for place, _, options in (each.partition(":") for each in spec.tmpfs):
        mount("-t", "tmpfs", "-o", options, "tmpfs", f"{root}{place}")
    mount("-t", "proc", "proc", f"{root}/proc")
    mount("--rbind", "/dev", f"{root}/dev")
    if spec.read_only:
        mount("-o", "remount,ro", str(root))
    return root


def become(spec: Spec) -> None:
    """Its user, unless it builds an image; nothing that it starts can ever be more."""
    if not spec.uid:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    for each in range(CAPABILITIES):
        libc.prctl(DROP_FROM_BOUNDING_SET, each, 0, 0, 0)
    os.fchown(1, spec.uid, spec.gid)  # as Docker does, so that it can open /dev/stdout
    os.setgroups([])
    os.setresgid(spec.gid, spec.gid, spec.gid)
    os.setresuid(spec.uid, spec.uid, spec.uid)
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)


def mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True)


if __name__ == "__main__":
    main()
