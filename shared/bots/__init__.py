"""Minds without hands: a view, the legal moves and a chance go in, a move comes out."""
