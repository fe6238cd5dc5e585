"""`urbanist grant`, `revoke` and `roles`: who may organise, and who may do what operators do."""

from argparse import Namespace

import redis

from services.console.words import say
from shared.errors import NotFound
from shared.ledger.redis import answering
from shared.people.directory import Directory
from shared.people.roles import Role
from shared.people.roles_kept import Roles
from shared.settings import settings


def grant(asked: Namespace) -> None:
    with_client = people()
    person = account(with_client, asked.name)
    Roles(with_client).grant(person, Role(asked.role))
    sentence = {
        Role.ORGANISER: say("{name} ({id}) is an organiser now", name=asked.name, id=person),
        Role.OPERATOR: say("{name} ({id}) is an operator now", name=asked.name, id=person),
    }
    print(sentence[Role(asked.role)])


def revoke(asked: Namespace) -> None:
    with_client = people()
    person = account(with_client, asked.name)
    Roles(with_client).revoke(person, Role(asked.role))
    sentence = {
        Role.ORGANISER: say("{name} ({id}) is not an organiser any more", name=asked.name, id=person),
        Role.OPERATOR: say("{name} ({id}) is not an operator any more", name=asked.name, id=person),
    }
    print(sentence[Role(asked.role)])


def show(asked: Namespace) -> None:
    """A line for each account that has a role: its id, its roles, its name."""
    with_client = people()
    for each in Roles(with_client).holders(Directory(with_client).accounts()):
        print(f"{each.person}  {','.join(sorted(each.standing.roles))}  {each.name}")


def account(client: "redis.Redis", said: str) -> str:
    """Raises NotFound."""
    if (person := Directory(client).account(said)) is None:
        raise NotFound("nobody has an account with the name or id {name}", name=said)
    return person


def people() -> "redis.Redis":
    """What is kept of people is text, unlike the ledger's bytes. Raises Unavailable."""
    client = redis.Redis.from_url(settings().redis_url, protocol=2, decode_responses=True)
    with answering():
        client.ping()
    return client
