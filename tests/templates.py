"""Templates are compiled once per test process, because most tests make an application of their own."""

from types import CodeType

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class Compiled(BytecodeCache):
    """A template that changed has another checksum and is compiled again."""

    def __init__(self) -> None:
        self.codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self.codes[bucket.key, bucket.checksum] = bucket.code


def share_templates() -> None:
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}
