"""Quick phrases of the talk: each reader sees them in their own words, so two people need no common language.

A line keeps a phrase by its id, and beside it the English sentence, for programs and exports. An id is never given
another meaning; a phrase that is no longer offered keeps its words here.
"""

from collections.abc import Mapping

from shared.marked import marked

PHRASES: Mapping[str, str] = {
    "good_luck": marked("Good luck!"),
    "thank_you": marked("Thank you!"),
    "nice_move": marked("Nice move!"),
    "well_played": marked("Well played!"),
    "your_turn": marked("It is your turn."),
    "one_moment": marked("One moment, please."),
    "take_back": marked("Shall we take that back?"),
    "another_match": marked("Another match?"),
    "yes": marked("Yes, gladly."),
    "no": marked("Rather not."),
    "sorry": marked("Sorry!"),
    "must_go": marked("Sorry, I have to go."),
    "at_the_edge": marked("I would put it at the edge."),
    "join_roads": marked("Let us join the roads."),
    "larger_group": marked("Let us make that group larger."),
    "cover_nothing": marked("Better cover nothing there."),
}
TOGETHER = frozenset({"at_the_edge", "join_roads", "larger_group", "cover_nothing"})
"""Of those who plan one city together: pages offer them there alone."""


def offered(together: bool) -> list[str]:
    """In the order in which they are shown; where all plan together, what is about their plan comes first."""
    about = [phrase for phrase in PHRASES if phrase in TOGETHER] if together else []
    return [*about, *(phrase for phrase in PHRASES if phrase not in TOGETHER)]
