"""What the door itself answers to programs, described as the services' calls are."""

from functools import cache

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema

from shared.annotations import Json
from shared.web.described import PLAIN, described, examples_of
from shared.web.schemas import Hex32

SERVER = "server"


class HostKey(Schema):
    """`host_key` is the Ed25519 public key with which this server signs: records and receipts name it."""

    host_key = Hex32(required=True)


@cache
def document() -> Json:
    spec = APISpec("Urbanist server", "1", "3.1.0", [MarshmallowPlugin()])
    spec.components.schema(HostKey.__name__, schema=HostKey)
    answer = {"description": "OK", "content": {PLAIN: {"schema": {"$ref": "#/components/schemas/HostKey"}}}}
    summary = "The public key with which this server signs: note it, and records and receipts can be held against it."
    spec.path("/key", operations={"get": {"summary": summary, "responses": {"200": answer}}})
    return described(spec.to_dict(), examples_of(__package__))
