"""Each cell of the table of rights is tried, at applications as they start."""

import pytest

from shared.rights import APPLICATIONS
from tests.frontend.conftest import pages, platform
from tests.rights.walk import walk
from tests.rights.world import World, uncounted, world

__all__ = ["pages", "platform", "uncounted", "world"]  # fixtures

pytestmark = pytest.mark.server


@pytest.mark.parametrize("application", APPLICATIONS)
def test_every_cell_is_as_the_table_says(world: World, application: str):
    tried = list(walk(world, application))
    wrong = [str(asked) for asked in tried if not asked.is_as_said]
    assert not wrong, "\n".join(wrong)
    assert len(tried) > 8
