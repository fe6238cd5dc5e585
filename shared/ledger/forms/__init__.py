"""The forms of values: what comes from outside is checked against them, and events are written and read in them."""
