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
    "happened.js",
    "continuity.js",
    "fresh.js",
    "teach.js",
    "ending.js",
    "heard.js",
    "calling.js",
)
# What those import when it is needed.
LATER = ("followed.js", "verify/record.js")
HTMX = ("htmx/htmx.min.js", "htmx/hx-ws.min.js")
AUDIT = ("audit.js",)
# At addresses of their own: that of the settings, and what a browser runs while no page is open.
ALONE = ("ways.js", "service-worker.js")

# On every page, in this order. Those of a board, `boards/<game>.css`, come after them, on its pages alone.
STYLES = (
    "urbanist.css",
    "opponents.css",
    "lobby.css",
    "happened.css",
    "teach.css",
    "calling.css",
    "hints.css",
    "ending.css",
    "bar.css",
    "print.css",
    "access.css",
)
