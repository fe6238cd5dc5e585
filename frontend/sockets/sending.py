"""Sends bytes to a socket without waiting, and without letting another thread take its turn in between.

Python's own `send` hands the interpreter on at every call, because it might wait. Beside threads that compute, each of
a thousand writes then waits until one of them hands it back.
"""

import ctypes
import socket

_send = ctypes.PyDLL(None).send  # unlike CDLL, it keeps the interpreter
_send.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int)
_send.restype = ctypes.c_ssize_t


def send_at_once(descriptor: int, data: bytes) -> bool:
    """Whether the system took all of it."""
    size = len(data)
    return bool(_send(descriptor, data, size, socket.MSG_DONTWAIT) == size)
