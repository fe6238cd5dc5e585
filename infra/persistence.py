"""Says in words how a server could lose moves that it has acknowledged."""

import redis

EVERYSEC = (
    "appendfsync is {value}: when the machine stops, moves of the last moments are lost though they were acknowledged. "
    "Set appendfsync always."
)
NO_FILE = "appendonly is no: when the server stops, all moves since its last snapshot are lost. Set appendonly yes."
EVICTS = "maxmemory-policy is {value}: when its memory is full, the server throws matches away. Set noeviction."
BROKEN = "the last write to the append-only file failed (is the disk full?): the newest moves are in memory only."
UNSEEN = "CONFIG is refused here, so appendfsync could not be checked: make sure that it is always."


def weaknesses(client: "redis.Redis") -> list[str]:
    """One sentence for each way to lose moves; none for a server that keeps what it acknowledges."""
    facts = dict(client.info("persistence")) | dict(client.info("memory"))
    fsync = _fsync(client)
    found = {
        NO_FILE: not facts["aof_enabled"],
        BROKEN: facts.get("aof_last_write_status", "ok") != "ok",
        EVICTS.format(value=facts["maxmemory_policy"]): facts["maxmemory_policy"] != "noeviction",
        UNSEEN: fsync is None,
        EVERYSEC.format(value=fsync): fsync not in (None, "always"),
    }
    return [sentence for sentence, is_so in found.items() if is_so]


def _fsync(client: "redis.Redis") -> str | None:
    try:
        return client.config_get("appendfsync").get("appendfsync")
    except redis.ResponseError:  # hosted servers rename CONFIG or forbid it
        return None
