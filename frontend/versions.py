"""Static files have a new address with every change, so that browsers may keep them for ever."""

from hashlib import sha256
from pathlib import Path

from flask import Flask, current_app, request

NAME = "versions"


class Versions:
    """The versions of static files, by their content."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[str, tuple[float, str]] = {}

    def __call__(self, file: str) -> str:
        changed = (self.folder / file).stat().st_mtime
        if self._known.get(file, (None, ""))[0] != changed:
            self._known[file] = changed, sha256((self.folder / file).read_bytes()).hexdigest()[:12]
        return self._known[file][1]


def offer_versions(app: Flask) -> None:
    """Give templates the function `version_of`."""
    app.extensions[NAME] = app.jinja_env.globals["version_of"] = Versions(Path(app.static_folder or ""))


def version_of(file: str) -> str:
    versions: Versions = current_app.extensions[NAME]
    return versions(file)


def is_asked_by_version() -> bool:
    """Whether the request for a static file names the version that this process has.

    While a release follows another one, a page of the new one may ask the old one for its files: what it is given then
    must not be kept.
    """
    return request.args.get("v") == version_of((request.view_args or {})["filename"])
