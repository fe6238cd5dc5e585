"""Which of the system's calls a bot may not make, as a program for the kernel's filter (seccomp(2)).

They would give it memory that counts for none of its processes, such as shared segments and queues, or namespaces of
its own, in which it is root and other limits hold.
"""

import errno
import struct

NEW_SPACES = 0x7E020000  # of clone(2): every kind of namespace
OF_64_BIT = {
    "mq_open": 180,
    "msgget": 186,
    "semget": 190,
    "shmget": 194,
    "unshare": 97,
    "setns": 268,
    "memfd_create": 279,
    "io_uring_setup": 425,
    "memfd_secret": 447,
    "clone": 220,
    "clone3": 435,
}
OF_X86 = OF_64_BIT | {
    "mq_open": 240,
    "msgget": 68,
    "semget": 64,
    "shmget": 29,
    "unshare": 272,
    "setns": 308,
    "memfd_create": 319,
    "clone": 56,
}
MACHINES = {  # as uname(2) names them: the kernel's number of it, and its numbers of the calls
    "x86_64": (0xC000003E, OF_X86),
    "aarch64": (0xC00000B7, OF_64_BIT),
    "riscv64": (0xC00000F3, OF_64_BIT),
}
LOAD, EQUALS, AT_LEAST, HAS_ANY, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06  # of BPF
NUMBER, MACHINE, FLAGS = 0, 4, 16  # where they stand in what the filter is given
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
OTHER_NUMBERS = 0x40000000  # from here on the same calls are found once more, on x86


def refusing(machine: str) -> bytes:
    """The filter's program; empty where the numbers of the calls are not known."""
    if machine not in MACHINES:
        return b""
    known, numbers = MACHINES[machine]
    own = dict(numbers)
    clone, clone3 = own.pop("clone"), own.pop("clone3")
    return b"".join(
        [
            _step(LOAD, MACHINE),
            _step(EQUALS, known, past=1),
            _step(RETURN, KILL),
            _step(LOAD, NUMBER),
            _refused(AT_LEAST, OTHER_NUMBERS, errno.EPERM),
            _refused(EQUALS, clone3, errno.ENOSYS),  # its flags can't be seen; whoever calls it then calls clone
            *(_refused(EQUALS, number, errno.EPERM) for number in own.values()),
            _step(EQUALS, clone, otherwise=3),
            _step(LOAD, FLAGS),
            _refused(HAS_ANY, NEW_SPACES, errno.EPERM),
            _step(RETURN, ALLOW),
        ]
    )


def _refused(comparison: int, value: int, error: int) -> bytes:
    return _step(comparison, value, otherwise=1) + _step(RETURN, REFUSE | error)


def _step(code: int, value: int, past: int = 0, otherwise: int = 0) -> bytes:
    """How many steps are passed over if a comparison holds, and how many otherwise."""
    return struct.pack("=HBBI", code, past, otherwise, value)
