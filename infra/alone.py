"""One program of the product by itself, as in a container, in the foreground: python -m infra.alone PROGRAM

It has the same runner as all of them have together: what ends or hangs is started again. `python -m infra.prepare` has
checked the folder and the server before.
"""

import os
import sys

from infra.environment import allow_many_files, environment
from infra.healthy import ALIVE, SILENT, USUAL, date
from infra.programs import configuration_of_one, every_program
from infra.supervise import supervise
from shared.services import DOORS, SERVICES
from shared.settings import Settings, settings
from shared.variables import BadSetting

NO_SERVER = "REDIS_URL is not set: a program that runs alone needs the server that all others use"
UNKNOWN = "There is no program {name!r}. There are: {names}."


def main() -> None:
    try:
        chosen = settings()
    except BadSetting as error:
        sys.exit(str(error))
    if chosen.embedded:
        sys.exit(NO_SERVER)
    commands, name = every_program(chosen), " ".join(sys.argv[1:])
    if name not in commands:
        sys.exit(UNKNOWN.format(name=name, names=", ".join(commands)))
    allow_many_files()
    os.environ.update(environment(chosen) | {ALIVE: os.environ.get(ALIVE, str(USUAL))})
    sign(chosen, name)
    sys.exit(supervise(configuration_of_one(name, commands[name])))


def sign(chosen: Settings, name: str) -> None:
    """Leaves the file for the health check, as old as if there had never been a sign of life."""
    asked = {one.program: f"http://{chosen.near}:{chosen.ports[one.program]}/health" for one in (*DOORS, *SERVICES)}
    with open(os.environ[ALIVE], "w", encoding="ascii") as file:
        file.write(asked.get(name, ""))
    date(file.name, -SILENT)


if __name__ == "__main__":
    main()
