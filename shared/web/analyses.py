"""The matches that wait for an analysis: scoring does them, pages ask for them."""

from typing import Any

from shared.settings import Settings
from shared.web.waiting import Waiting


def waiting_analyses(client: Any, settings: Settings) -> Waiting | None:
    """`client` is connected to RQ's server. None if matches are not analysed."""
    return Waiting(client, "analyses", settings.analyses_waiting) if settings.analysis else None
