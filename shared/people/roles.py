"""Who somebody is to this server, whatever match they sit in."""

from enum import StrEnum


class Role(StrEnum):
    """What `urbanist grant` gives to an account. Whoever has none of these is a player."""

    ORGANISER = "organiser"
    OPERATOR = "operator"
