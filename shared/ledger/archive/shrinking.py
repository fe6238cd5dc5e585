"""Room on the server's disk: its file still holds all that has left, until the server writes it anew."""

from typing import Any

from shared.ledger.redis import answering

WORTH_IT = 64 << 20  # bytes; a smaller file is read in no time
MOSTLY = 2  # times what the server holds in memory, which takes more than the same in its file


def shrink(client: Any) -> bool:
    """Asks the server to write its file anew, where most of it is of streams that were emptied. Whether it did ask."""
    with answering():
        facts, memory = client.info("persistence"), int(client.info("memory")["used_memory"])
        size = int(facts.get("aof_current_size", 0))
        if facts.get("aof_rewrite_in_progress") or size < max(WORTH_IT, MOSTLY * memory):
            return False
        client.bgrewriteaof()
    return True
