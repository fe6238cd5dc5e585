"""Tournaments run themselves: whatever is due is done, by the only writer of their streams."""
