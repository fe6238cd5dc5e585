"""Which files of `static/` are joined into which bundle. A new script or style sheet of all pages is one line here."""

# On every page, in this order: ours listen before htmx starts, so that a first connection does not go by unheard.
SCRIPTS = (
    "urbanist.js",
    "live.js",
    "choices.js",
    "keys.js",
    "single_keys.js",
    "seat.js",
    "replay.js",
    "sheet.js",
    "shows.js",
    "when.js",
    "talk.js",
    "continuity.js",
    "fresh.js",
)
# What those import when it is needed.
LATER = ("followed.js", "verify/record.js")
HTMX = ("htmx/htmx.min.js", "htmx/hx-ws.min.js")
AUDIT = ("audit.js",)

# On every page, in this order. Those of a board, `boards/<game>.css`, come after them, on its pages alone.
STYLES = (
    "urbanist.css",
    "access.css",
)
