"""Services say which of their processes has answered, so that requests about the same match can go to the same one."""

import os

from flask import Flask, Response

PROCESS = "x-urbanist-process"  # the header's name; the gateway passes it on to nobody


def name_process(app: Flask) -> None:
    app.after_request(_named)


def _named(answer: Response) -> Response:
    answer.headers[PROCESS] = str(os.getpid())
    return answer
