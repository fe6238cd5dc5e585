"""The store of events: what is appended stays, and everything else follows from it."""
