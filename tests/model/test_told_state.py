"""What clients build from events is what a fresh register tells, whatever people do."""

import pytest

from model.walk import walk


@pytest.mark.parametrize(("seed", "level"), [(1, 261), (2, 334), (3, 496)])
async def test_clients_know_by_events_what_register_tells(seed: int, level: int) -> None:
    assert (await walk(seed, level, steps=60))["complaints"] == []
