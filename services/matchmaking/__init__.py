"""Brings players together: the only writer of table and tournament streams."""
