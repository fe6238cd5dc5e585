"""Words of a record or a file, as a terminal may show them: they move no cursor and begin no line of their own."""


def printable(words: str) -> str:
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in words)
