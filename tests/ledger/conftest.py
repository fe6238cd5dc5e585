"""What tests of the ledger share."""

from tests.openssl import authority

__all__ = ["authority"]
