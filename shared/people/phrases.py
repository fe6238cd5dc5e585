"""Quick phrases of the talk: each reader sees them in their own words, so two people need no common language.

A line keeps a phrase by its id, and beside it the English sentence, for programs and exports. An id is never given
another meaning; a phrase that is no longer offered keeps its words here.
"""

from collections.abc import Mapping

PHRASES: Mapping[str, str] = {
    "good_luck": "Good luck!",
    "thank_you": "Thank you!",
    "nice_move": "Nice move!",
    "well_played": "Well played!",
    "your_turn": "It is your turn.",
    "one_moment": "One moment, please.",
    "take_back": "Shall we take that back?",
    "another_match": "Another match?",
    "yes": "Yes, gladly.",
    "no": "Rather not.",
    "sorry": "Sorry!",
    "must_go": "Sorry, I have to go.",
    "at_the_edge": "I would put it at the edge.",
    "join_roads": "Let us join the roads.",
    "larger_group": "Let us make that group larger.",
    "cover_nothing": "Better cover nothing there.",
}
TOGETHER = frozenset({"at_the_edge", "join_roads", "larger_group", "cover_nothing"})
"""Of those who plan one city together: pages offer them there alone."""


def offered(together: bool) -> list[str]:
    """In the order in which they are shown; where all plan together, what is about their plan comes first."""
    about = [phrase for phrase in PHRASES if phrase in TOGETHER] if together else []
    return [*about, *(phrase for phrase in PHRASES if phrase not in TOGETHER)]
