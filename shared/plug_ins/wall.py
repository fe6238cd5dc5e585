"""Walls a process off, then becomes a bot's: python -m shared.plug_ins.wall LIMITS CALLS COMMAND …

Standard library alone. In namespaces of its own the process sees no other process, no network, none of the `hidden`
paths, and can write no file; whatever it starts goes when it goes. `LIMITS` is JSON, see `Limits`; `CALLS` is the
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
from contextlib import contextmanager
from typing import NamedTuple

NEW_USER, NEW_PID, NEW_NET, NEW_MOUNTS, NEW_IPC = 0x10000000, 0x20000000, 0x40000000, 0x00020000, 0x08000000
PRIVATE, BIND, RECURSIVE = 0x40000, 0x1000, 0x4000  # of mount(2)
MOUNT_SETATTR, HERE, ALL_BELOW, READ_ONLY = 442, -100, 0x8000, 1
DEATH_SIGNAL, NO_NEW_PRIVILEGES, SECCOMP, FILTER = 1, 38, 22, 2  # of prctl(2)
SOMEBODY = 65_534  # in place of root, so that nothing inside has any privilege
NO_WALL = 96  # the exit code where the system allows no such wall
STEP = 8  # bytes of each step of a filter
FILES = 64
THREADS = 64
NICE = 5


class Limits(NamedTuple):
    """`memory` in bytes; `hidden` are files and folders that the bot must not see."""

    memory: int
    is_walled: bool = True
    has_network: bool = False
    hidden: tuple[str, ...] = ()


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
    _mount(b"none", b"/", None, PRIVATE | RECURSIVE)
    try:
        _mount(b"proc", b"/proc", b"proc")
    except OSError:  # parts of the system's own are hidden, as in most containers
        _mount(b"none", b"/proc", b"tmpfs")
    for path in limits.hidden:
        if os.path.isdir(path):
            _mount(b"none", os.fsencode(path), b"tmpfs")
        elif os.path.exists(path):
            _mount(b"/dev/null", os.fsencode(path), None, BIND)
    attributes = (ctypes.c_uint64 * 4)(READ_ONLY, 0, 0, 0)
    size = ctypes.sizeof(attributes)
    _checked(_libc().syscall(MOUNT_SETATTR, HERE, b"/", ALL_BELOW, ctypes.byref(attributes), size))


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


def _mount(source: bytes, target: bytes, type_: bytes | None, flags: int = 0) -> None:
    _checked(_libc().mount(source, target, type_, flags, None))


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> None:
    if result:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


if __name__ == "__main__":
    main()
