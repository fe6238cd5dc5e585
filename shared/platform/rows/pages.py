"""One page of a list whose rows are partly on the server and partly in the archive: as if all were in one place."""

from typing import Any

from shared.platform.rows.archived import ArchivedRows


def page(client: Any, archived: ArchivedRows, index: str, start: int, most: int) -> list[str]:
    """Ids, the newest first. Few rows on the server, if any, are older than one in the archive: the stragglers."""
    newest = archived.newest(index)
    if newest is None:
        return [id_.decode() for id_ in client.zrevrange(index, start, start + most - 1 if most > 0 else -1)]
    ahead = client.zcount(index, f"({newest}", "+inf")  # newer than all that is in the archive
    end = start + most if most > 0 else ahead
    found = [id_.decode() for id_ in client.zrevrange(index, start, min(end, ahead) - 1)] if start < ahead else []
    if most > 0 and end <= ahead:
        return found
    behind = client.zrevrange(index, ahead, -1, withscores=True)
    stragglers = [(int(position), id_.decode()) for id_, position in behind]
    further = merged(archived, index, stragglers, max(0, start - ahead), end - max(start, ahead) if most > 0 else -1)
    return list(dict.fromkeys([*found, *further]))  # a match that is archived at this moment may be in both


def merged(archived: ArchivedRows, index: str, stragglers: list[tuple[int, str]], start: int, most: int) -> list[str]:
    """A page of the archive's rows and the stragglers together.

    At most all stragglers come before a page, so the archive's part of it begins at most that many rows earlier.
    """
    low = max(0, start - len(stragglers))
    rows = archived.page(index, low, start - low + most if most > 0 else -1)
    both = sorted([*rows, *stragglers], reverse=True)
    return [id_ for _, id_ in both[start - low :][: most if most > 0 else None]]
