"""The connections of this process to the services."""

from flask import Flask, current_app

from frontend.door.ask import Services
from shared.settings import Settings

NAME = "services"


def connect_services(app: Flask, settings: Settings, key: bytes) -> None:
    app.extensions[NAME] = Services(settings, key)


def services() -> Services:
    found: Services = current_app.extensions[NAME]
    return found
