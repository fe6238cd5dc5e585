"""Bots that other packages bring: how they are found, and how they are asked in a process of their own."""

from shared.plug_ins.plug_in import PlugIn
from shared.roster.offer import Plays

__all__ = ["Plays", "PlugIn"]
