"""The manual's chapter on plugins does what it says."""

import re
from pathlib import Path

import pytest

from dragoman.plugin import Plugin
from dragoman.plugin.commands import commands_of
from dragoman.plugin.matching import Mismatch
from dragoman.runtime import check, load_settings
from dragoman.runtime.dispatch import Dispatch, Match
from dragoman_plugins.recovery_guide import RecoveryGuide
from dragoman_plugins.scheduler import Scheduler
from dragoman_plugins.subscriptions import Subscriptions
from plugins.desk import GENERAL, OPS, Desk, People
from plugins.readme import commands_said, examples

PAGE = "plugins/README.md"
ZULIPRC = "[api]\nemail=desk-bot@chat.example.org\nkey=abcdefghijklmnopqrstuvwxyz012345\nsite=https://chat.example.org\n"
HEAD = 'name: example\nzulip: {zuliprc: ./zuliprc}\nguide: {base_url: "https://guide.example.org"}\n'
IRIS_IS_ENOUGH = {"announcements": GENERAL.name, "#ops": f"#{OPS.name}", "@**Iris**": "@**Iris Adler**"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    zuliprc = tmp_path / "zuliprc"
    zuliprc.write_text(ZULIPRC)
    zuliprc.chmod(0o600)
    return tmp_path


@pytest.mark.parametrize("text", examples(PAGE, "yaml"))
def test_every_yaml_example_is_a_bot_without_problems(folder: Path, text: str) -> None:
    for source in examples(PAGE, "python"):
        (folder / file_of(source)).write_text(source)
    (folder / "bot.yaml").write_text(text if text.startswith("name:") else HEAD + text)
    assert check(folder) == ()
    assert load_settings(folder).plugins


@pytest.mark.parametrize("source", examples(PAGE, "python"), ids=lambda source: file_of(source))
def test_every_python_example_is_a_plugin(folder: Path, source: str) -> None:
    file = file_of(source)
    name = re.search(r"class (\w+)\(Plugin", source)
    assert name is not None
    (folder / file).write_text(source)
    options = '    to: "#general > day"\n' if "ChannelTopic" in source else ""
    (folder / "bot.yaml").write_text(f"{HEAD}plugins:\n  - use: ./{file}:{name[1]}\n{options}")
    (plugin,) = load_settings(folder).plugins
    assert issubclass(plugin.kind, Plugin)


def test_the_test_file_of_the_page_passes(pytester: pytest.Pytester) -> None:
    (file,) = examples(PAGE, "pytest")
    (bot,) = [text for text in examples(PAGE, "yaml") if text.startswith("name: pings\n")]
    pytester.makepyfile(file)
    (pytester.path / "bot.yaml").write_text(bot)
    for source in examples(PAGE, "python"):
        (pytester.path / file_of(source)).write_text(source)
    ran = pytester.runpytest_subprocess("-o", "asyncio_mode=auto", "-p", "no:cacheprovider")
    ran.assert_outcomes(passed=2)


@pytest.mark.parametrize("said", commands_said(PAGE))
def test_every_command_of_the_tables_is_one(said: str) -> None:
    for shown, meant in IRIS_IS_ENOUGH.items():
        said = said.replace(shown, meant)
    plugins = (RecoveryGuide(), Scheduler(), Subscriptions())
    dispatch = Dispatch(command for plugin in plugins for command in commands_of(plugin))
    found = dispatch.find(said, Desk(People()).said(said), prefixed=True)
    assert isinstance(found, Match), found
    assert not isinstance(found.arguments, Mismatch)


def file_of(source: str) -> str:
    """Return the file that a plugin of the page would stand in: named after its class."""
    found = re.search(r"class (\w+)\(Plugin", source)
    return f"{found[1].lower()}.py" if found else "plugin.py"
