"""What must be so before anything starts; what is not ends the process with a sentence for whoever started it."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from infra.archived import check_archive
from infra.folder import Unusable, reason
from infra.known import check_server
from infra.lost import Lost
from infra.notes import note
from infra.open_door import why_not
from shared.errors import Unavailable
from shared.mark import BadMark, digest_of
from shared.settings import Settings, settings
from shared.variables import BadSetting
from shared.web.host_key import key_in
from shared.web.key import BadKey, accept_new_key, gateway_key


@contextmanager
def refusing() -> Iterator[None]:
    """Turns what is wrong into a sentence at the end of the process."""
    try:
        yield
    except (BadSetting, Unusable, BadMark, BadKey, Lost) as error:
        sys.exit(str(error))
    except Unavailable as error:  # only an external server is asked this early
        sys.exit(f"Urbanist does not start, because of the server that REDIS_URL names: {error} ({error.reason}).")
    except OSError as error:
        sys.exit(reason(settings().var, error))


def check_kept(chosen: Settings) -> bytes:
    """Returns the key. It must be the one that was there before, and so must the ledger of an external server; the
    embedded server checks its files itself."""
    if chosen.accept_loss == "key":
        accept_new_key(chosen.var)
    key = gateway_key(chosen.var)
    note(chosen.var, key=digest_of(key))
    with suppress(OSError):  # with a full disk everything can still be read, and the first table makes it later
        key_in(chosen.var)
    if not chosen.embedded:
        check_server(chosen)
    check_archive(chosen)
    return key


def check_door(chosen: Settings, key: bytes) -> None:
    """Lets nobody in while the secrets that keep visitors apart are known to others."""
    if reasons := why_not(chosen, key):
        sys.exit("\n".join(reasons))


def warn(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        print(f"WARNING: {sentence}", flush=True)
