"""The match: pieces, moves, and what each move leads to."""
