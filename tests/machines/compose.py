"""docker-compose.yml as Compose reads it: anchors merged, and variables put in."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docker-compose.yml"
VARIABLE = re.compile(r"\$(?:(\$)|\{(\w+)(?::([-?])([^}]*))?\})")


class Missing(Exception):
    """A variable that has to be set is not."""


def read(environ: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = put_in(YAML(typ="safe").load(FILE.read_text("utf-8")), environ)
    return found


def put_in(found: Any, environ: Mapping[str, str]) -> Any:
    if isinstance(found, dict):
        return {name: put_in(value, environ) for name, value in found.items()}
    if isinstance(found, list):
        return [put_in(value, environ) for value in found]
    return VARIABLE.sub(lambda match: value_of(match, environ), found) if isinstance(found, str) else found


def value_of(match: re.Match[str], environ: Mapping[str, str]) -> str:
    if match[1]:
        return "$"
    if value := environ.get(match[2]):
        return value
    if match[3] == "?":
        raise Missing(match[4])
    return match[4] or ""


def depends_on(service: Mapping[str, Any]) -> dict[str, str]:
    """What must have come how far before this one starts."""
    return {name: facts["condition"] for name, facts in service.get("depends_on", {}).items()}
