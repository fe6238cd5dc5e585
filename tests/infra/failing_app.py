"""A page that fails, one that refuses, one that is well, one that is large, and one that says what it was sent."""

from flask import Flask, request

LARGE = 4 << 20  # bytes: more than the system buffers for a visitor who does not read


def create_app() -> Flask:
    app = Flask(__name__)

    @app.get("/health")
    def health() -> str:
        return "well"

    @app.get("/refuses")
    def refuses() -> tuple[str, int]:
        return "no", 422

    @app.get("/fails")
    def fails() -> tuple[str, int]:
        return "ours", 500

    @app.get("/large")
    def large() -> bytes:
        return b"x" * LARGE

    @app.post("/echo")
    def echo() -> bytes:
        return request.get_data()

    return app
