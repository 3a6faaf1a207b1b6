"""``dragoman check``, ``run`` and ``plugins``: what they say of a bot's files."""

import json
import shutil
from pathlib import Path

import pytest

from cli.commands import BOTS, Ran, invoke

BROKEN = """name: desk
zulip: {site: http://127.0.0.1:9991, email: desk-bot@tiny.example, api_key: !env DESK_KEY_THAT_IS_NOT_SET}
plugins:
  - use: recovry_guide
"""


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    file = tmp_path / "bot.yaml"
    file.write_text(BROKEN)
    return file


def test_what_is_wrong_is_said_with_file_line_column_and_the_mend(broken: Path) -> None:
    ran = invoke("check", broken.parent)
    assert (ran.code, ran.err) == (1, "")
    key, use = ran.out.splitlines()
    assert key == (
        f"{broken}:2:77: the environment variable DESK_KEY_THAT_IS_NOT_SET is not set."
        " Set it, or give a default: !env {name: DESK_KEY_THAT_IS_NOT_SET, default: ...}."
    )
    assert use == (
        f"{broken}:4:10: plugins[0].use: there is no plugin “recovry_guide”. Did you mean “recovery_guide”?"
    )


def test_the_same_is_there_as_json(broken: Path) -> None:
    ran = invoke("check", broken, "--json")
    assert ran.code == 1
    assert json.loads(ran.out)[1] == {
        "file": str(broken),
        "line": 4,
        "column": 10,
        "place": "plugins[0].use",
        "what": "there is no plugin “recovry_guide”",
        "mend": "Did you mean “recovery_guide”?",
    }


def test_run_refuses_the_same_files_before_anything_starts(broken: Path) -> None:
    ran = invoke("run", broken)
    assert (ran.code, ran.out) == (78, "")
    assert invoke("check", broken).out.splitlines() == sorted(ran.err.splitlines())


@pytest.mark.parametrize("name", ["recovery_desk", "ops"])
def test_the_bots_to_copy_are_good_once_their_zuliprc_is_there(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    shutil.copytree(BOTS / name, folder)
    (folder / "zuliprc").write_text(
        "[api]\nemail=desk-bot@tiny.example\nkey=0123456789abcdef0123456789abcdef\nsite=http://127.0.0.1:9991\n"
    )
    (folder / "zuliprc").chmod(0o600)
    assert invoke("check", folder) == Ran(0, f"good: nothing is wrong with {folder}\n", "")


def test_the_built_in_plugins_are_listed() -> None:
    ran = invoke("plugins", "list", "--json")
    assert [one["name"] for one in json.loads(ran.out)] == ["recovery_guide", "scheduler", "subscriptions"]


def test_a_plugin_is_shown_with_its_commands_and_options() -> None:
    shown = json.loads(invoke("plugins", "show", "scheduler", "--json").out)
    assert shown["kind"] == "dragoman_plugins.scheduler.plugin:Scheduler"
    assert "(schedules|reminders) [which...]" in [command["usage"] for command in shown["commands"]]
    assert "timezone" in [option["name"] for option in shown["options"]]
    told = invoke("plugins", "show", "scheduler").out
    for line in ("Commands", "(unschedule|cancel) <which...>", "Options, in bot.yaml", "timezone"):
        assert line in told


def test_a_plugin_that_is_not_there_is_explained() -> None:
    said = "there is no plugin “schedular”. Did you mean “scheduler”?\n"
    assert invoke("plugins", "show", "schedular") == Ran(78, "", said)
