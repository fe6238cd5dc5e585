"""What `make run` checks before it starts anything, for programs that run alone: python -m infra.prepare

It ends when all is well, or with a sentence that says what is not. It may run while the programs do.
"""

from contextlib import closing

from infra.checks import check_door, check_kept, refusing, warn
from infra.folder import make_usable
from infra.persistence import weaknesses
from shared.ledger.redis import connect
from shared.settings import settings
from shared.web.push_key import push_key


def main() -> None:
    with refusing():
        chosen = settings()
        make_usable(chosen.var)
        check_door(chosen, check_kept(chosen))
        push_key(chosen.var)  # before several programs need it at once
        if chosen.embedded:
            return
        with closing(connect(chosen.redis_url)) as client:
            warn(weaknesses(client))


if __name__ == "__main__":
    main()
