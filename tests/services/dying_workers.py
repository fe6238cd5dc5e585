"""Workers that are killed at a moment that matters, as `--worker-class` names them."""

import os
import signal
from typing import Any

from infra.worker import Worker


class BeforeTheMove(Worker):
    """It has taken the job, and said so."""

    def perform_job(self, *given: Any, **more: Any) -> bool:
        os.kill(os.getpid(), signal.SIGKILL)
        return False


class AfterTheMove(Worker):
    """The move is stored; the queue has not heard of it."""

    def handle_execution_ended(self, *given: Any, **more: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)
