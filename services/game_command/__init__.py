"""Takes moves: the only writer of match streams."""
