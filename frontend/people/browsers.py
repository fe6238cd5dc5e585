"""What a browser calls itself, in words that its owner knows it by: "Firefox on Linux"."""

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
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "a Mac"),
    ("Linux", "Linux"),
)
OTHER = "another browser"
LONGEST = 40  # characters of what a program calls itself


def in_words(agent: str) -> str:
    """Of the field User-Agent, which may hold anything."""
    browser = next((name for part, name in BROWSERS if part in agent), None)
    system = next((name for part, name in SYSTEMS if part in agent), None)
    if browser is None:
        return on_one_line(agent.partition("/")[0])[:LONGEST].strip() or OTHER
    return f"{browser} on {system}" if system else browser
