"""A bot's folder: what is read from it, what may be replaced when it starts, and what is kept secret."""

from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.client import Credentials
from dragoman.errors import ConfigurationError
from dragoman.model import Secret
from dragoman.plugin import Duration, NoOptions, Plugin
from dragoman.runtime import Bot, available_plugins, check, describe, load_settings
from dragoman.runtime.catalogue import CommandDescription, OptionDescription
from dragoman.runtime.loader import Loader, NotLoaded, short_name

PLUGIN = '''
"""A sample."""

from typing import Annotated, Literal

import msgspec

from dragoman.events import StreamCreated
from dragoman.model import Secret
from dragoman.plugin import Context, Duration, MessageContext, Plugin, command, cron, on


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Options."""

    token: Secret
    """What opens the door."""
    every: Duration = Duration(hours=2)
    """How often it looks."""
    mood: Literal["calm", "wild"] = "calm"
    names: tuple[str, ...] = ()


class OnCall(Plugin[Options]):
    """Tells who is on call.

    And when.
    """

    @command("who [when]", help="Says who is on call.", access="member")
    async def who(self, context: MessageContext, when: str = "") -> None:
        """Say who is on call."""

    @on(StreamCreated)
    async def created(self, context: Context, event: StreamCreated) -> None:
        """Note it."""

    @cron("0 9 * * *")
    async def morning(self, context: Context) -> None:
        """Call."""


class Second(OnCall):
    """Another in the same file."""
'''
ZULIPRC = (
    "[api]\nemail=desk-bot@example.org\nkey=abcdefghijklmnopqrstuvwxyz123456\nsite=https://chat.example.org\n"
)
YAML = """\
name: desk
zulip: {zuliprc: ./zuliprc}
guide: {base_url: https://guide.example.org/}
plugins:
  - use: ./on_call.py:OnCall
    token: !env DOOR
    timeout: 5s
  - use: ./on_call.py:Second
    name: second
    token: !file ./token
    every: 1d
"""
ENVIRONMENT = {"DOOR": "open sesame"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "on_call.py").write_text(PLUGIN)
    (tmp_path / "bot.yaml").write_text(YAML)
    (tmp_path / "token").write_text("shibboleth\n")
    (tmp_path / "zuliprc").write_text(ZULIPRC)
    (tmp_path / "zuliprc").chmod(0o600)
    return tmp_path


def said(folder: Path) -> list[str]:
    return [str(problem).replace(f"{folder}/", "") for problem in check(folder, ENVIRONMENT)]


def test_a_folder_and_its_file_are_the_same(folder: Path) -> None:
    assert check(folder, ENVIRONMENT) == check(folder / "bot.yaml", ENVIRONMENT) == ()


def test_what_is_written_is_what_is_read(folder: Path) -> None:
    read = load_settings(folder, ENVIRONMENT)
    first, second = read.plugins
    assert (first.name, second.name) == ("on_call", "second")
    assert (first.timeout, second.timeout) == (Duration(seconds=5), None)
    assert first.options == first.kind.options_type(token=Secret("open sesame"), every=Duration(hours=2))
    assert second.options == second.kind.options_type(token=Secret("shibboleth"), every=timedelta(days=1))
    assert first.kind.options_type is second.kind.options_type
    assert read.guide_url() == "https://guide.example.org"
    assert read.credentials().email == "desk-bot@example.org"
    assert set(read.secrets) == {"open sesame", "shibboleth"}


def test_no_secret_is_shown_by_the_settings(folder: Path) -> None:
    read = load_settings(folder, ENVIRONMENT)
    assert "sesame" not in repr(read.plugins)


async def test_missing_credentials_count_only_where_none_are_handed_in(folder: Path) -> None:
    (folder / "zuliprc").unlink()
    read = load_settings(folder, ENVIRONMENT)
    assert said(folder) == [
        (
            "bot.yaml:2:18: zulip.zuliprc: there is no file ./zuliprc. "
            "Download it from the chat's settings, under Your bots, into the bot's folder."
        )
    ]
    with pytest.raises(ConfigurationError, match="there is no file"):
        async with Bot(read):
            pass
    handed = Credentials(site="http://127.0.0.1:9", email="a@example.org", api_key=Secret("k" * 32))
    async with Bot(read, credentials=handed) as bot:
        assert not bot.is_ready


async def test_a_missing_variable_of_the_guide_counts_only_where_no_guide_is_handed_in(folder: Path) -> None:
    text = YAML.replace("https://guide.example.org/", "!env NO_SUCH_GUIDE")
    (folder / "bot.yaml").write_text(text)
    read = load_settings(folder, ENVIRONMENT)
    with pytest.raises(ConfigurationError, match="NO_SUCH_GUIDE is not set"):
        async with Bot(read):
            pass
    async with Bot(read, guide_url="http://127.0.0.1:9"):
        pass


def test_a_key_that_others_can_read_is_refused_unless_that_is_wanted(folder: Path) -> None:
    (folder / "zuliprc").chmod(0o644)
    assert said(folder) == [
        (
            "bot.yaml:2:18: zulip.zuliprc: others on this machine can read the key in ./zuliprc. "
            "Run: chmod 600 ./zuliprc or add: others_may_read: true."
        )
    ]
    (folder / "bot.yaml").write_text(YAML.replace("./zuliprc}", "./zuliprc, others_may_read: true}"))
    assert said(folder) == []


def test_what_is_wrong_in_a_zuliprc_is_told_with_its_line(folder: Path) -> None:
    (folder / "zuliprc").write_text(ZULIPRC.replace("key=", "kay="))
    (problem,) = said(folder)
    assert problem.startswith("zuliprc: key: it is missing. Add a line key = ...")


def test_a_folder_without_a_bot_is_told_so(tmp_path: Path) -> None:
    assert said(tmp_path) == ["bot.yaml: the file cannot be read: no such file or directory. Check the path."]


def test_secrets_that_are_missing_or_written_as_numbers_are_told_without_them(folder: Path) -> None:
    (folder / "bot.yaml").write_text(YAML.replace("!env DOOR", "123456"))
    (problem,) = said(folder)
    assert "123456" not in problem
    assert "expected a secret text" in problem


@given(
    st.integers(0, len(YAML) - 1),
    st.integers(0, 5),
    st.text(alphabet=" \n:-[]{}'\"#&*!|>%@ab1\t", max_size=4),
)
@settings(max_examples=200)
def test_no_slip_of_the_finger_raises_anything(place: int, gone: int, typed: str) -> None:
    with TemporaryDirectory() as folder:
        (Path(folder) / "bot.yaml").write_text(YAML[:place] + typed + YAML[place + gone :])
        assert check(Path(folder), ENVIRONMENT), "the plugin's file is not there"


@pytest.mark.parametrize(
    ("use", "name"),
    [
        ("scheduler", "scheduler"),
        ("./on_call.py:OnCall", "on_call"),
        ("a.b:HTTPThing", "httpthing"),
        ("a.b:C2D", "c2_d"),
    ],
)
def test_a_plugin_without_a_name_is_called_after_its_class(use: str, name: str) -> None:
    assert short_name(use) == name


def test_built_in_plugins_are_found_by_their_short_names(tmp_path: Path) -> None:
    assert {"recovery_guide", "scheduler", "subscriptions"} <= set(available_plugins())
    assert Loader(tmp_path).load("recovery_guide").__name__ == "RecoveryGuide"


def test_an_installed_class_is_found_by_its_module(tmp_path: Path) -> None:
    assert Loader(tmp_path).load("dragoman.runtime.help:Help").__name__ == "Help"


@pytest.mark.parametrize(
    "use", ["", " ", "a b", "a:b:c", ":", "..:x", "a.b:", "/", "x.py:", "🙂", "a" * 3000]
)
def test_what_names_no_plugin_is_refused(tmp_path: Path, use: str) -> None:
    with pytest.raises(NotLoaded):
        Loader(tmp_path).load(use)


def test_a_file_that_has_changed_is_read_anew_by_another_loading(folder: Path) -> None:
    load_settings(folder, ENVIRONMENT)
    (folder / "on_call.py").write_text(PLUGIN.replace("Tells who is on call.", "Tells all."))
    (first, _) = load_settings(folder, ENVIRONMENT).plugins
    assert describe(first.kind).summary == "Tells all."


def test_a_plugin_is_described_with_all_that_it_offers(folder: Path) -> None:
    (first, _) = load_settings(folder, ENVIRONMENT).plugins
    described = describe(first.kind)
    assert described.summary == "Tells who is on call."
    assert described.documentation == "Tells who is on call.\n\nAnd when."
    assert described.commands == (
        CommandDescription(name="who", usage="who [when]", help="Says who is on call.", access="member"),
    )
    assert described.options == (
        OptionDescription(
            name="token", kind="a secret text", required=True, default="", help="What opens the door."
        ),
        OptionDescription(
            name="every",
            kind="a length of time such as 2h",
            required=False,
            default="2h",
            help="How often it looks.",
        ),
        OptionDescription(name="mood", kind="“calm” or “wild”", required=False, default="calm", help=""),
        OptionDescription(name="names", kind="a list", required=False, default="none", help=""),
    )
    assert described.events == ("StreamCreated",)
    assert described.timers == ("morning: 0 9 * * *",)


def test_a_plugin_without_anything_is_described_too() -> None:
    class Bare(Plugin[NoOptions]):
        """Is there."""

    described = describe(Bare)
    assert (described.commands, described.options, described.events, described.timers) == ((), (), (), ())
