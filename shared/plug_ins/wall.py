"""Walls a process off, then becomes a bot's: python -m shared.plug_ins.wall LIMITS CALLS COMMAND …

Standard library alone. In namespaces of its own the process sees no other process, no network, no file but those
`shown`, and can write none; whatever it starts goes when it goes. `LIMITS` is JSON, see `Limits`; `CALLS` is the
program of a filter of the system's calls (calls.py), in hexadecimal digits.
"""

import ctypes
import errno
import json
import os
import resource
import signal
import struct
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

NEW_USER, NEW_PID, NEW_NET, NEW_MOUNTS, NEW_IPC = 0x10000000, 0x20000000, 0x40000000, 0x00020000, 0x08000000
PRIVATE, BIND, RECURSIVE, DETACH = 0x40000, 0x1000, 0x4000, 2  # of mount(2) and umount(2)
MOUNT_SETATTR, HERE, ALL_BELOW, READ_ONLY = 442, -100, 0x8000, 1
DEATH_SIGNAL, NO_NEW_PRIVILEGES, SECCOMP, FILTER = 1, 38, 22, 2  # of prctl(2)
OLD = "/old"  # where the system's files stand meanwhile
EMPTY = ("/proc", "/tmp", "/dev/shm")
SOMEBODY = 65_534  # in place of root, so that nothing inside has any privilege
NO_WALL = 96  # the exit code where the system allows no such wall
STEP = 8  # bytes of each step of a filter
FILES = 64
THREADS = 64
NICE = 5


class Limits(NamedTuple):
    """`memory` in bytes; `shown` are all files and folders that the bot sees, without those `hidden` in them."""

    memory: int
    is_walled: bool = True
    has_network: bool = False
    hidden: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()


def main() -> None:
    limits, calls, command = Limits(**json.loads(sys.argv[1])), bytes.fromhex(sys.argv[2]), sys.argv[3:]
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever asks; the bot inherits this
    os.nice(NICE)
    if not limits.is_walled:
        become(limits, command)
    with or_none():
        leave(limits)
    if child := os.fork():
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 0xFF)
    die_with_parent()
    with or_none():
        hide(limits)
        give_up_privileges()
        refuse(calls)
    become(limits, command)


@contextmanager
def or_none() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        print(f"this system does not allow to wall a bot off: {error}", file=sys.stderr, flush=True)
        os._exit(NO_WALL)


def die_with_parent() -> None:
    """However that ends; also where the bot is not walled off. Other systems than Linux have no such thing."""
    if sys.platform != "linux":
        return
    parent = os.getppid()
    _checked(_libc().prctl(DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0))
    if os.getppid() != parent:
        os._exit(1)


def leave(limits: Limits) -> None:
    """The next process that this one starts is the first of its namespaces."""
    user, group = os.getuid(), os.getgid()
    spaces = NEW_USER | NEW_PID | NEW_MOUNTS | NEW_IPC | (0 if limits.has_network else NEW_NET)
    _checked(_libc().unshare(spaces))
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user or SOMEBODY} {user} 1"),
        ("gid_map", f"{group or SOMEBODY} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def hide(limits: Limits) -> None:
    """Everything but what is shown, in a root of its own that nothing can be written to."""
    shown, hidden = seen(limits.shown), [os.path.realpath(path) for path in limits.hidden]
    _mount("none", "/", None, PRIVATE | RECURSIVE)
    enter(os.path.dirname(os.path.abspath(__file__)))
    for path, real in shown.items():
        show(path, real)
        for each in hidden:
            if os.path.commonpath([each, real]) == real:
                cover(os.path.normpath(os.path.join(path, os.path.relpath(each, real))))
    _checked(_libc().umount2(OLD.encode(), DETACH))
    os.rmdir(OLD)
    attributes = (ctypes.c_uint64 * 4)(READ_ONLY, 0, 0, 0)
    size = ctypes.sizeof(attributes)
    _checked(_libc().syscall(MOUNT_SETATTR, HERE, b"/", ALL_BELOW, ctypes.byref(attributes), size))


def seen(paths: Sequence[str]) -> dict[str, str]:
    """What is to stand where. Links inside of a folder lead out of it, so what they lead to stands there as well."""
    found = dict[str, str]()
    wanted = {(each, os.path.realpath(path)) for path in paths for each in (path, os.path.realpath(path))}
    for path, real in sorted(wanted, key=lambda pair: (pair[0].count("/"), pair)):
        is_inside = any(os.path.commonpath([path, other]) == other for other in found)
        if os.path.exists(real) and not is_inside:
            found[path] = real
    return found


def enter(folder: str) -> None:
    """An empty root. The folder, which may be any, is covered for a moment only."""
    _mount("none", folder, "tmpfs")
    for name in (OLD, *EMPTY):
        os.makedirs(folder + name)
    with suppress(OSError):  # parts of the system's own are hidden, as in most containers: then there is none
        _mount("proc", f"{folder}/proc", "proc")
    _checked(_libc().pivot_root(os.fsencode(folder), os.fsencode(folder + OLD)))
    os.chdir("/")


def show(path: str, real: str) -> None:
    source = OLD + real
    if os.path.isdir(source):
        os.makedirs(path, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "x").close()
    _mount(source, path, None, BIND | RECURSIVE)


def cover(path: str) -> None:
    if os.path.isdir(path):
        _mount("none", path, "tmpfs")
    elif os.path.exists(path):
        _mount(f"{OLD}/dev/null", path, None, BIND)


def become(limits: Limits, command: Sequence[str]) -> None:
    """Privileges inside of the namespaces end here, as nobody there is root."""
    most = {resource.RLIMIT_AS: limits.memory, resource.RLIMIT_NOFILE: FILES}
    most |= {resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: 0}
    if limits.is_walled:  # otherwise all others of the same user count as well
        most[resource.RLIMIT_NPROC] = THREADS
    for limit, number in most.items():
        resource.setrlimit(limit, (number, number))
    give_up_privileges()
    os.execv(command[0], list(command))


def give_up_privileges() -> None:
    """Programs with more rights than whoever starts them get none here. Safe to repeat."""
    if sys.platform == "linux":
        _checked(_libc().prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0))


def refuse(calls: bytes) -> None:
    """From now on, for this process and all that it starts."""
    if not calls:
        raise OSError(errno.ENOSYS, f"the numbers of the calls of {os.uname().machine} are not known")
    steps = ctypes.create_string_buffer(calls, len(calls))
    program = struct.pack("HP", len(calls) // STEP, ctypes.addressof(steps))
    _checked(_libc().prctl(SECCOMP, FILTER, ctypes.c_char_p(program), 0, 0))


def _mount(source: str, target: str, type_: str | None, flags: int = 0) -> None:
    kind = type_.encode() if type_ else None
    _checked(_libc().mount(os.fsencode(source), os.fsencode(target), kind, flags, None))


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> None:
    if result:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


if __name__ == "__main__":
    main()
