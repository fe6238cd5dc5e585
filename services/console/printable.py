"""Text from records and files made safe for a terminal: it can neither move the cursor nor start a new line."""


def printable(words: str) -> str:
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in words)
