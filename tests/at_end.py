"""What is open as long as a process of tests: closed with its session, as nobody waits long for a process to end.

Whoever draws pages without pytest has no session: there it is closed as the process ends.
"""

import atexit
from contextlib import ExitStack

OPEN = ExitStack()
atexit.register(OPEN.close)
