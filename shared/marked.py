"""Marks sentences that are translated where they are shown: tests/translations/messages.py finds what these are given."""


def marked(sentence: str) -> str:
    """As gettext's `N_`: the sentence itself, in English."""
    return sentence


def marked_forms(one: str, many: str) -> tuple[str, str]:
    """As `ngettext` takes them: the sentence for one thing and the one for several, both with `{n}`."""
    return one, many
