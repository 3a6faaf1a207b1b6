"""The pytest plugin, run on small test files of its own."""

import subprocess
import sys

import pytest

HEAD = """
import asyncio
import pytest
from dragoman_server import Act
"""


UNDECLARED = """
    from dragoman_server.event import Event
    from dragoman_server.ledger import Deed
    with dragoman_server.world.ledger.acting(Deed("nobody", (), ())):
        dragoman_server.world.send_to_all(Event("odd"))
"""


def run(pytester: pytest.Pytester, options: tuple[str, ...], text: str) -> pytest.RunResult:
    pytester.makepyfile(HEAD + text)
    return pytester.runpytest_subprocess(*options)


def test_a_test_gets_a_server_people_the_clock_and_faults(
    pytester: pytest.Pytester, options: tuple[str, ...]
) -> None:
    run(
        pytester,
        options,
        """
async def test_talk(dragoman_server):
    paulo, nell = dragoman_server.person("Paulo Reis"), dragoman_server.person("Nell Ashby")
    await paulo.says("Soup?", to="#general > lunch")
    await nell.says("psst", to="Paulo Reis")
    heard = await nell.messages("#general > lunch")
    assert (heard[-1].sender, heard[-1].to, heard[-1].content) == ("Paulo Reis", "#general > lunch", "Soup?")
    assert (await paulo.messages("@Nell Ashby"))[-1].content == "psst"
    assert (await paulo.messages(most=1))[0].to == "Nell Ashby, Paulo Reis"
    assert dragoman_server.clock.now() == 1_800_000_000
    await dragoman_server.clock.advance(60)
    await paulo.says("Later", to="#general > lunch")
    assert (await paulo.messages("#general > lunch"))[-1].timestamp == 1_800_000_060


async def test_fresh(dragoman_server):
    paulo = dragoman_server.person("Paulo Reis")
    assert "Soup?" not in [one.content for one in await paulo.messages("#general")]
    dragoman_server.faults.add(Act(status=503, body="{}"), account="Paulo Reis")
    assert (await paulo.calls("GET", "/users/me")).status == 503
    dragoman_server.faults.clear()
    assert (await paulo.calls("GET", "/users/me")).body["full_name"] == paulo.full_name


async def test_live(dragoman_live_server):
    assert not dragoman_live_server.clock.frozen
""",
    ).assert_outcomes(passed=3)


def test_world_and_settings_are_of_ones_choice(pytester: pytest.Pytester, options: tuple[str, ...]) -> None:
    run(
        pytester,
        options,
        """
from dragoman_server import ServerSettings, default_world


@pytest.fixture
def dragoman_world():
    return default_world().with_bot("Echo")


@pytest.fixture
def dragoman_settings():
    return ServerSettings(feature_level=300)


async def test_chosen(dragoman_server):
    assert dragoman_server.account("Echo").is_bot
    answer = await dragoman_server.person("Echo").calls("GET", "/server_settings")
    assert answer.body["zulip_feature_level"] == 300
""",
    ).assert_outcomes(passed=1)


def test_a_failure_comes_with_the_transcript(pytester: pytest.Pytester, options: tuple[str, ...]) -> None:
    result = run(
        pytester,
        options,
        """
async def test_wrong(dragoman_server):
    paulo = dragoman_server.person("Paulo Reis")
    await paulo.says("Soup?", to="#general > lunch")
    await paulo.says("psst", to="Nell Ashby")
    assert False
""",
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*dragoman transcript*",
            "said:",
            "08:00:00 Paulo Reis in #general > lunch: Soup[?]",
            "08:00:00 Paulo Reis in Paulo Reis, Nell Ashby: psst",
            "asked:",
            "08:00:00 POST /api/v1/messages by paulo@lighthouse.example: 200",
        ]
    )


def test_a_refused_message_fails_where_it_is_said(
    pytester: pytest.Pytester, options: tuple[str, ...]
) -> None:
    result = run(
        pytester,
        options,
        """
async def test_refused(dragoman_server):
    await dragoman_server.person("Theo Lind").says("hi", to="#nowhere > x")
""",
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*WasRefused: Theo Lind could not say 'hi' to #nowhere > x: 400 *nowhere*"])


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        (
            'dragoman_server.world.keys.key_fits = None\n    await paulo.calls("GET", "/users/me")',
            "GET /api/v1/users/me was answered with 500",
        ),
        (
            UNDECLARED,
            "nobody emitted without declaring it: odd",
        ),
    ],
)
def test_a_server_that_misbehaved_fails_the_test_at_its_end(
    pytester: pytest.Pytester, options: tuple[str, ...], deed: str, told: str
) -> None:
    result = run(
        pytester,
        options,
        f"""
async def test_odd(dragoman_server):
    paulo = dragoman_server.person("Paulo Reis")
    {deed}
""",
    )
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(
        ["*ServerMisbehaved: the server misbehaved:", f"*{told}", "*dragoman transcript*"]
    )


def test_a_fault_that_was_set_is_no_misbehaviour(pytester: pytest.Pytester, options: tuple[str, ...]) -> None:
    run(
        pytester,
        options,
        """
async def test_meant(dragoman_server):
    dragoman_server.faults.add(Act(status=500))
    assert (await dragoman_server.person("Paulo Reis").calls("GET", "/users/me")).status == 500
""",
    ).assert_outcomes(passed=1)


def test_whoever_does_not_ask_for_a_server_does_not_load_it(
    pytester: pytest.Pytester, options: tuple[str, ...]
) -> None:
    pytester.makepyfile(
        """
import sys


def test_nothing():
    assert not [name for name in sys.modules if name.startswith(("dragoman_server", "aiohttp"))]
"""
    )
    pytester.runpytest_subprocess(*options).assert_outcomes(passed=1)


def test_the_server_does_not_load_pytest() -> None:
    code = "import sys, dragoman_server.testing; sys.exit('pytest' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_test_gets_its_bot_at_work_on_a_clock_that_it_moves(
    pytester: pytest.Pytester, options: tuple[str, ...]
) -> None:
    pytester.makefile(".yaml", bot="name: desk\nplugins: [{use: scheduler}]\n")
    result = run(
        pytester,
        options,
        """
async def test_reminder(desk):
    paulo = desk.person("Paulo Reis")
    await paulo.says("@**Desk** remind me in 20m to drink", to="#general > tea")
    await desk.clock.advance(minutes=20)
    assert desk.last_message(to=paulo).content == "drink"


async def test_silence(desk):
    await desk.person("Paulo Reis").says("Hello?", to="#general > tea")
    desk.last_message(to="#general > tea")
""",
    )
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ["*Desk has said nothing to #general > tea", "*Paulo Reis in #general > tea: Hello?"]
    )
