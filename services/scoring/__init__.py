"""Counts points and ratings: the only writer of score and rating streams."""
