"""What the tests of attacks share with those of the command line and of the audit page."""

from tests.console.conftest import urbanist
from tests.frontend.audit.conftest import modules

__all__ = ["modules", "urbanist"]
