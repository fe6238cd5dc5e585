"""What a bot asks the system for while it is thinking: it needs nothing but a view, a list of moves and its luck."""

import sys
from typing import Any

FORBIDDEN = ("socket.", "subprocess.", "os.system", "os.fork", "os.exec", "os.posix_spawn", "os.listdir", "os.scandir")
MODULES = (".py", ".pyc", ".so", ".pth", ".zip")  # what an import opens


class Watched:
    """An audit hook can't be removed, so there is one, which listens between `begin` and `end`."""

    def __init__(self) -> None:
        self._is_on = False
        self._found: list[str] = []
        sys.addaudithook(self._hear)

    def begin(self) -> None:
        self._found.clear()
        self._is_on = True

    def end(self) -> tuple[str, ...]:
        """Each thing that was asked for, once."""
        self._is_on = False
        return tuple(dict.fromkeys(self._found))

    def _hear(self, event: str, given: tuple[Any, ...]) -> None:
        if not self._is_on:
            return
        if event == "open" and given and not str(given[0]).endswith(MODULES):
            self._found.append(f"the file {given[0]!s:.80}")
        elif event.startswith(FORBIDDEN) and not _is_import(event):
            self._found.append(event)


def _is_import(event: str) -> bool:
    """An import lists the folders that it looks through."""
    frame = sys._getframe()
    while frame := frame.f_back:  # type: ignore[assignment]
        if frame.f_globals.get("__name__", "").startswith("importlib."):
            return event in ("os.listdir", "os.scandir")
    return False
