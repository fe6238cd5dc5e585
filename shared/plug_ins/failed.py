"""Why a bot of another package did not play."""

from collections.abc import Sequence


class Failed(Exception):
    """The bot could not play: `reason` is one of the platform's (`match.stood_in`), `detail` is for its page.

    `beside` are other matches that the same process has seen, of which `detail` may tell.
    """

    def __init__(self, reason: str, detail: str, beside: Sequence[str] = ()) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail
        self.beside = tuple(beside)


class NoWall(Exception):
    """This system can't wall a bot off, and nobody has allowed bots without a wall."""
