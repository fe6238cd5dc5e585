"""What a browser calls itself, in words that its owner knows it by: "Firefox on Linux"."""

from frontend.sentences import Sentence
from shared.marked import marked
from shared.people.letters import on_one_line

# The first that its name holds: most browsers also name those that they are like.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", marked("{browser} on an iPhone")),
    ("iPad", marked("{browser} on an iPad")),
    ("Android", marked("{browser} on Android")),
    ("CrOS", marked("{browser} on ChromeOS")),
    ("Windows", marked("{browser} on Windows")),
    ("Macintosh", marked("{browser} on a Mac")),
    ("Linux", marked("{browser} on Linux")),
)
OTHER = marked("another browser")
LONGEST = 40  # characters of what a program calls itself


def in_words(agent: str) -> str:
    """Of the field User-Agent, which may hold anything. This is what is kept, in English."""
    browser = next((name for part, name in BROWSERS if part in agent), None)
    on_system = next((template for part, template in SYSTEMS if part in agent), None)
    if browser is None:
        return on_one_line(agent.partition("/")[0])[:LONGEST].strip() or OTHER
    return on_system.format(browser=browser) if on_system else browser


KEPT = {template.format(browser=name): (template, name) for _, template in SYSTEMS for _, name in BROWSERS}


def shown(words: str) -> Sentence | str:
    """What was kept, as a page or a mail says it to its reader."""
    if words == OTHER:
        return Sentence(OTHER, is_whole=True)
    template, name = KEPT.get(words, ("", ""))
    return Sentence(template, {"browser": name}, is_whole=True) if template else words
