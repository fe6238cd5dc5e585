"""`urbanist` speaks the language of the environment: what people read passes a catalogue, and codes do not."""

import argparse
import io
import json
import re
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest

from services.console.__main__ import main
from services.console.parser import parser
from services.console.usage import OF_ARGPARSE
from services.console.words import language_here
from shared.language import LANGUAGES, catalogues, language, negotiated, speak, translated
from shared.ledger.redis import stream_key
from shared.platform.streams import Streams
from tests.console.conftest import PLAY, Urbanist
from tests.plug_ins.packages import install
from tests.records import record

FRENCH = {"LC_ALL": "fr_FR.UTF-8"}
SAID = re.compile("«[^«»]*»")
SEVEN = "def move(*_):\n    return 7\n"  # no move of any game
WORD = re.compile(r"[A-Za-z][\w@:=-]*")


class Quoted(NullTranslations):
    """Puts every sentence into guillemets, so that one shows which has not passed here."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


@pytest.fixture
def french(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if there were a catalogue, and somebody whose environment asks for it."""
    monkeypatch.setattr(negotiated, "LANGUAGES", ("en", "fr"))
    monkeypatch.setattr(catalogues, "translations", lambda code: Quoted() if code == "fr" else NullTranslations())
    monkeypatch.setenv("LC_ALL", FRENCH["LC_ALL"])


def unsaid(text: str) -> str:
    """What stands outside of all guillemets."""
    while text != (text := SAID.sub("", text)):
        pass
    return text


# Which language.


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("environment", "chosen"),
    [
        (FRENCH, "fr"),
        ({"LC_ALL": "fr"}, "fr"),
        ({"LC_MESSAGES": "fr_CA.ISO-8859-1", "LANG": "en_US.UTF-8"}, "fr"),
        ({"LANG": "fr_BE.UTF-8@euro"}, "fr"),
        ({"LANGUAGE": "fr:en", "LANG": "de_DE.UTF-8"}, "fr"),
        ({"LC_ALL": "C", "LANGUAGE": "fr", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "en_GB.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "no such thing;"}, "en"),
        ({}, "en"),
    ],
)
def test_the_environment_chooses_the_language(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], chosen: str
):
    for name in ("LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LANGUAGE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_here() == chosen
    assert main(["verify"]) == 1
    assert language() == chosen


def test_without_a_catalogue_it_is_english(monkeypatch: pytest.MonkeyPatch, urbanist: Urbanist):
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert urbanist("verify").err == "urbanist: give files, or --all for every record of this server\n"


# Help.


def every_parser(one: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield one
    for action in one._actions:
        if isinstance(action.choices, dict):
            for inner in action.choices.values():
                yield from every_parser(inner)


def codes(one: argparse.ArgumentParser) -> Iterator[str]:
    """What stands in the help as it is typed, or in its place."""
    yield from one.prog.split()
    for action in one._actions:
        yield from (option.lstrip("-") for option in action.option_strings)
        yield from WORD.findall(str(action.metavar or f"{action.dest} {action.dest.upper()}"))
        yield from map(str, action.choices or ())
        if action.help and not SAID.search(action.help):  # an example of what is typed, or a list of words that are
            assert re.search("[=@]", action.help) or action.dest == "role", action.help
            yield from WORD.findall(action.help)


@pytest.mark.usefixtures("french")
def test_no_english_shows_through_in_any_help(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "1000")
    speak("fr")
    seen = [*every_parser(parser())]
    assert len(seen) > 30
    for one in seen:
        text = one.format_help()
        assert "«usage: »" in text
        assert "«show this help message and exit»" in text
        assert {*WORD.findall(unsaid(text))} - {*codes(one)} == set(), one.prog


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_argparse_fills_in_is_in_every_translation(code: str):
    """Its values are not in braces, and one that is missing would end the program."""
    values = re.compile(r"%(?:\(\w+\))?[a-z]")
    speak(code)
    for sentence in OF_ARGPARSE:
        assert values.findall(translated(sentence)) == values.findall(sentence), sentence


@pytest.mark.usefixtures("french")
def test_help_is_asked_for_in_the_language_of_the_environment(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main(["replay", "--help"])
    assert "«Show a record" not in (text := capsys.readouterr().out)
    assert "«show a record move by move»." in text


# Refusals.


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "«the following arguments are required: COMMAND»; see urbanist"),
        (("play",), "«the following arguments are required: game, --seats, --bots»; see urbanist play"),
        (("replay", "x", "y"), "«unrecognized arguments: y»; see urbanist"),
        (("replay", "x", "--to", "y"), "«argument --to: «invalid int value: 'y'»»; see urbanist replay"),
        (("replay", "x", "--to"), "«argument --to: «expected one argument»»; see urbanist replay"),
        (("verify", "--all=x"), "«argument --all: «ignored explicit argument 'x'»»; see urbanist verify"),
        (
            ("play", "quadropolis", "--se", "3"),
            "«ambiguous option: --se could match --seats, --seed»; see urbanist play",
        ),
        (
            ("play", "chess"),
            "«argument game: «invalid choice: 'chess' (choose from 'quadropolis', 'sprawlopolis')»»; see urbanist play",
        ),
        (("bot", "work"), "«the following arguments are required: NAME»; see urbanist bot work"),
    ],
)
def test_wrong_arguments_are_refused_in_it(urbanist: Urbanist, words: tuple[str, ...], said: str):
    assert urbanist(*words) == (1, "", f"urbanist: «{said} --help»\n")


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("verify",), "give files, or --all for every record of this server"),
        ((*PLAY, "--matches", "0"), "--matches: at least 1"),
        (("arena", "sprawlopolis", "--bots", "nobody"), "--bots: there is no bot nobody; there are "),
        (("bot", "new", "Novice"), "a bot's name has 2 to 31 of a-z, 0-9 and _, and begins with a letter"),
        (("abort", "abcdefghijkl", "--reason", " "), "--reason: 1 to 200 printable characters"),
        ((*PLAY, "--option", "mode=wild"), "--option: mode: «Must be one of classic, expert."),
    ],
)
def test_refusals_are_said_in_it(urbanist: Urbanist, words: tuple[str, ...], said: str):
    output = urbanist(*words)
    assert output.err.startswith(f"urbanist: «{said}")
    assert (output.code, output.out, unsaid(output.err)) == (1, "", "urbanist: \n")


# What commands print.


@pytest.mark.usefixtures("french")
def test_a_match_is_played_and_shown_in_it(urbanist: Urbanist, tmp_path: Path):
    played = urbanist(*PLAY, "--log", tmp_path)
    assert unsaid(played.err) == "\n"
    assert re.search(r"s: \d[\d\N{NARROW NO-BREAK SPACE}]* moves per second»", played.err)
    assert re.search(r"moves in \d+,\d\d s", played.err)  # as the French write it
    assert json.loads(played.out)["moves"] == 48
    lines = urbanist("replay", next(tmp_path.iterdir())).lines
    assert lines[0].startswith("«match ")
    assert unsaid(lines[0]) == ""
    assert lines[1].startswith("   1  service:console: match.started ")
    assert [unsaid(line) for line in lines[-2:]] == ["", ""]
    assert lines[-1].startswith("«winners: ")


@pytest.mark.usefixtures("french")
def test_the_standing_of_a_match_is_told_in_it(urbanist: Urbanist, tmp_path: Path):
    for way in ("aborted", "fair"):
        (tmp_path / way).write_bytes(record("sprawlopolis", way))
    assert "«the match was aborted: if it had ended here:»" in urbanist("replay", tmp_path / "aborted").lines
    fair = urbanist("replay", tmp_path / "fair").out
    assert re.search(r"  \(«\d+ of \d+»\)$", fair, re.MULTILINE)
    assert re.search(r"^«target: \d+»$", fair, re.MULTILINE)


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    "words", [("quadropolis", "--bots", "any_move,greedy"), ("sprawlopolis", "--bots", "any_move,greedy", "--tries", 2)]
)
def test_an_arena_tells_its_standings_in_it(urbanist: Urbanist, words: tuple[object, ...]):
    output = urbanist("arena", *words, "--matches", 4, "--cores", 1)
    assert output.code == 0
    assert [unsaid(line) for line in output.lines] == [""] * len(output.lines)
    assert "±" in output.out


@pytest.mark.usefixtures("french")
def test_the_package_of_a_bot_is_announced_in_it(urbanist: Urbanist, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    assert [unsaid(line) for line in urbanist("bot", "new", "novice").lines[-2:]] == ["", ""]


@pytest.mark.usefixtures("french")
def test_the_author_of_a_bot_reads_in_it_what_was_checked(
    urbanist: Urbanist, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.syspath_prepend(str(tmp_path))
    install(tmp_path, "novice", "GAMES = {'sprawlopolis': Plays((1,), {'difficulty': ('normal',)})}\n" + SEVEN)
    output = urbanist("bot", "check", "novice")
    assert output.code == 1
    assert "«ok     «loads, and is bot:novice@1»»" in output.lines
    assert "«WRONG  «plays «sprawlopolis for 1» difficulty=normal»:»" in output.lines
    assert {unsaid(line).strip() for line in output.lines} == {""}


@pytest.mark.server
@pytest.mark.usefixtures("french")
def test_operators_read_in_it_what_they_have_done(urbanist: Urbanist, streams: Streams, running: str):
    for words in (
        ("abort", running, "--reason", "stuck"),
        ("rebuild",),
        ("archive", "--days", "1"),
        ("anchors", "verify"),
        ("ratings",),
    ):
        output = urbanist(*words)
        assert (output.code, output.err) == (0, "")
        assert output.lines
        assert {unsaid(line) for line in output.lines} == {""}
    assert urbanist("abort", "nosuchmatch1", "--reason", "stuck").err == "urbanist: «there is no match nosuchmatch1»\n"


@pytest.mark.server
@pytest.mark.usefixtures("french")
def test_what_is_wrong_with_anchors_is_told_in_it(urbanist: Urbanist, streams: Streams, running: str):
    assert unsaid(urbanist("anchors", "verify").out) == "\n"
    urbanist("anchors", "make")
    streams.ledger.client.delete(stream_key(f"match:{running}"))  # type: ignore[attr-defined]
    output = urbanist("anchors", "verify")
    assert (output.code, [unsaid(line) for line in output.lines]) == (1, ["", ""])
    assert output.lines[0].startswith("«match:runningmatch was at version ")


# What programs read.


@pytest.mark.usefixtures("french")
def test_programs_are_answered_the_same_in_every_language(urbanist: Urbanist, monkeypatch: pytest.MonkeyPatch):
    said = []
    for locale in ("C.UTF-8", FRENCH["LC_ALL"]):
        monkeypatch.setenv("LC_ALL", locale)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"city": 1}\n{}\nx\n')))
        said.append(urbanist("score", "quadropolis").out)
    assert said[0] == said[1]
    assert said[0].count('"error"') == 3


@pytest.mark.usefixtures("french")
def test_verdicts_on_records_stay_in_the_words_of_the_verifiers(urbanist: Urbanist, tmp_path: Path):
    (tmp_path / "fair").write_bytes(record("quadropolis", "fair"))
    assert "«" not in urbanist("verify", tmp_path / "fair").out
