"""The end of a job's time, which is not lost where Python can't raise it."""

import signal

from rq.timeouts import UnixSignalDeathPenalty

AGAIN = 1.0  # seconds between two tries to stop a job


class Alarm(UnixSignalDeathPenalty):
    """Goes off again each second until the job has ended.

    An exception that is raised while Python runs a finalizer or a weak reference's callback is printed and dropped,
    and RQ's own alarm goes off once: such a job would run for as long as it likes.
    """

    def setup_death_penalty(self) -> None:
        signal.signal(signal.SIGALRM, self.handle_death_penalty)
        signal.setitimer(signal.ITIMER_REAL, self._timeout, AGAIN)

    def cancel_death_penalty(self) -> None:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        finally:  # it may go off just before
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
