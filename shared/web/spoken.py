"""In which language an application speaks while it answers a request, and no longer: threads are used again."""

from collections.abc import Callable

from flask import Flask, g

from shared.language import language, speak

BEFORE = "spoken_before"


def speak_as_asked(app: Flask, asked: Callable[[], str]) -> None:
    """`asked` finds the language of the request. Whatever says no before that is worded in English."""

    def begin() -> None:
        setattr(g, BEFORE, language())
        speak(asked())

    def end(_: BaseException | None) -> None:
        if BEFORE in g:
            speak(g.pop(BEFORE))

    app.before_request(begin)
    app.teardown_request(end)
