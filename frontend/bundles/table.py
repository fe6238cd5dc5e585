"""Which files of `static/` are joined into which bundle. A new script or style sheet of all pages is one line here."""

# On every page, in this order: ours listen before htmx starts, so that a first connection does not go by unheard.
SCRIPTS = (
    "urbanist.js",
    "live.js",
    "choices.js",
    "keys.js",
    "single_keys.js",
    "waiting.js",
    "replay.js",
    "when.js",
    "talk.js",
    "happened.js",
    "continuity.js",
    "fresh.js",
    "teach.js",
    "heard.js",
    "calling.js",
    "signer.js",
)
# Besides those, and after them: of pages that name one in `loads`.
MORE_SCRIPTS = {
    "tables": ("seat.js",),
    "queue": ("queue.js",),
    "counting": ("sheet.js", "shows.js", "ending.js"),
    "clocks": ("clocks.js",),
    "keyed": ("keyed.js",),
    "rounds": ("rounds.js",),
    "hall": ("hall.js",),
    "tournaments": ("proof.js",),
}
# What those import when it is needed, in bundles of their own. What a bundle here imports later stands before it.
LATER = {
    "later": ("followed.js", "verify/record.js"),
    "noble": ("noble/ed25519.js", "noble/sha2.js"),
    "signing": ("signing/keys.js", "signing/orders.js", "signing/receipts.js"),
}
HTMX = ("htmx/htmx.min.js", "htmx/hx-ws.min.js")
AUDIT = ("audit.js",)
# At addresses of their own: that of the settings, and what a browser runs while no page is open.
ALONE = ("ways.js", "service-worker.js")

# On every page, in this order. Those of a board, `boards/<game>.css`, come after them, on its pages alone.
STYLES = (
    "urbanist.css",
    "happened.css",
    "teach.css",
    "hints.css",
    "pages.css",
    "bar.css",
    "access.css",
)
# With that of a board, and before it.
BOARD_STYLES = {"quadropolis": ("opponents.css",)}
# Besides those, and after them: of pages that name one in `loads`.
MORE_STYLES = {
    "choosing": ("choosing.css",),
    "lobby": ("lobby.css",),
    "tables": ("tables.css",),
    "queue": ("queue.css",),
    "house": ("house.css",),
    "counting": ("counting.css", "ending.css", "print.css"),
    "audit": ("audit.css",),
    "tokens": ("tokens.css",),
    "calling": ("calling.css",),
    "operators": ("operators.css",),
    "people": ("people.css",),
    "ratings": ("ratings.css",),
    "daily": ("ratings.css", "daily.css"),
    "clocks": ("clocks.css",),
    "tournament": ("scrolled.css", "tournament.css"),
    "hall": ("hall.css",),
    "longer": ("longer.css",),
}
