"""A page that fails, one that refuses, and one that is well."""

from flask import Flask


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

    return app
