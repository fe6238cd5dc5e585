"""Deciding again: whether the rules of this release still lead to what is stored."""
