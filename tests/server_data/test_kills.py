"""A server in a process of its own is killed at random moments: a few of the many kills of `kills.py`."""

from pathlib import Path

from server_data.kills import trial


async def test_nothing_that_was_told_is_lost_by_a_kill(tmp_path: Path) -> None:
    told = await trial(tmp_path, kills=2, seed=20_270_115)
    assert told["lost"] == []
    assert told["answered"] > 0
    assert told["heard"] > 0
