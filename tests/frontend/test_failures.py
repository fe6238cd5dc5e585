"""Why a bot could not play is kept in English, and told in the language of who reads it."""

from markupsafe import escape

from frontend.presentation.failures import failure_lines, first_line
from shared.language import speaking
from shared.plug_ins.asking import ILLEGAL
from shared.plug_ins.greeting import NO_SENSE
from shared.roster.failures import NO_ANSWER


def test_what_the_platform_says_is_told_in_the_readers_language():
    kept = "\n".join((NO_ANSWER.format(seconds=5), ILLEGAL.format(answer="<b>"), NO_SENSE.format(why="no name")))
    assert [str(line) for line in failure_lines(kept)] == kept.splitlines()
    with speaking("fr"):
        told = [escape(line) for line in failure_lines(kept)]
    assert told[0] == "aucune réponse en 5 secondes"
    assert told[1].endswith("coup légal\u00a0: &lt;b&gt;")
    assert told[2] == "sa salutation n\u2019a pas de sens\u00a0: no name"


def test_what_a_program_said_stays_as_it_is():
    said = "ValueError: {nothing} fits\n<b>line 12</b>"
    with speaking("nl"):
        assert [escape(line) for line in failure_lines(said)] == [
            "ValueError: {nothing} fits",
            "&lt;b&gt;line 12&lt;/b&gt;",
        ]
        assert str(first_line(said)) == "ValueError: {nothing} fits"
        assert str(first_line("")) == ""
