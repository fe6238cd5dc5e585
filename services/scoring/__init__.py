"""Counts points: the only writer of score and rating streams."""
