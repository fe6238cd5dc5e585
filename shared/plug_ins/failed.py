"""Why a bot of another package did not play."""


class Failed(Exception):
    """The bot could not play: `reason` is one of the platform's (`match.stood_in`), `detail` is for its page."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class NoWall(Exception):
    """This system can't wall a bot off, and nobody has allowed bots without a wall."""
