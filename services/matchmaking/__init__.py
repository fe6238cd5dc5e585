"""Brings players together: the only writer of table streams."""
