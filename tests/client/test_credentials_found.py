"""Credentials come from where people keep them: variables, a file, both, in the documented order."""

import ssl
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs
from structlog.testing import capture_logs

from client.certificate import server_context
from client.loopback import Loopback, answer
from dragoman.client import Credentials, Zulip
from dragoman.errors import ConfigurationError
from dragoman.model import Secret
from dragoman.operations import DeleteMessage, Done

KEY = "aBcDeFgHiJkLmNoPqRsTuVwXyZ012345"
OTHER_KEY = "x" * 32
FILE = f"[api]\nemail=file-bot@example.com\nkey={KEY}\nsite=https://file.example.com\n"
VARIABLES = {
    "ZULIP_EMAIL": "env-bot@example.com",
    "ZULIP_API_KEY": OTHER_KEY,
    "ZULIP_SITE": "https://env.example.com",
}
FROM_FILE = Credentials(site="https://file.example.com", email="file-bot@example.com", api_key=Secret(KEY))
FROM_VARIABLES = Credentials(
    site="https://env.example.com", email="env-bot@example.com", api_key=Secret(OTHER_KEY)
)


def write(path: Path, text: str = FILE, mode: int = 0o600) -> Path:
    path.write_text(text)
    path.chmod(mode)
    return path


def test_the_file_in_the_home_folder_is_found(tmp_path: Path) -> None:
    write(tmp_path / ".zuliprc")
    assert Credentials.find(environ={}, home=tmp_path) == FROM_FILE


def test_a_file_may_be_named_by_a_variable(tmp_path: Path) -> None:
    write(tmp_path / "rc")
    assert Credentials.find(environ={"ZULIP_CONFIG": str(tmp_path / "rc")}, home=tmp_path) == FROM_FILE


def test_variables_alone_are_enough(tmp_path: Path) -> None:
    assert Credentials.find(environ=VARIABLES, home=tmp_path) == FROM_VARIABLES


def test_each_variable_goes_before_the_file(tmp_path: Path) -> None:
    write(tmp_path / ".zuliprc")
    assert Credentials.find(environ=VARIABLES, home=tmp_path) == FROM_VARIABLES
    site_only = {"ZULIP_SITE": "https://env.example.com", "ZULIP_EMAIL": "  "}
    assert Credentials.find(environ=site_only, home=tmp_path) == structs.replace(
        FROM_FILE, site="https://env.example.com"
    )


def test_a_path_that_is_given_goes_before_the_variables(tmp_path: Path) -> None:
    path = write(tmp_path / "rc")
    environ = {**VARIABLES, "ZULIP_CONFIG": "/nowhere"}
    assert Credentials.find(path, environ=environ, home=tmp_path) == FROM_FILE


@pytest.mark.parametrize("by_path", [True, False])
def test_a_file_that_was_named_must_be_there(tmp_path: Path, by_path: bool) -> None:
    gone = tmp_path / "gone"
    environ = VARIABLES if by_path else {**VARIABLES, "ZULIP_CONFIG": str(gone)}
    with pytest.raises(ConfigurationError) as caught:
        Credentials.find(gone if by_path else None, environ=environ, home=tmp_path)
    named = "" if by_path else "ZULIP_CONFIG: "
    assert str(caught.value) == (
        f"{gone}: {named}there is no such file. Download it from the bot's settings, or mend the path."
    )


def test_what_is_nowhere_is_named_with_its_mend(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Credentials.find(environ={"ZULIP_EMAIL": "env-bot@example.com"}, home=tmp_path)
    assert str(caught.value) == (
        f"ZULIP_API_KEY: it is not set. Set it, or write {tmp_path}/.zuliprc.\n"
        f"ZULIP_SITE: it is not set. Set it, or write {tmp_path}/.zuliprc."
    )


def test_a_wrong_variable_is_named_and_not_repeated(tmp_path: Path) -> None:
    environ = {**VARIABLES, "ZULIP_API_KEY": "tiger-tank", "ZULIP_ALLOW_INSECURE": "true"}
    with pytest.raises(ConfigurationError) as caught:
        Credentials.find(environ=environ, home=tmp_path)
    assert [problem.place for problem in caught.value.problems] == ["ZULIP_API_KEY", "ZULIP_ALLOW_INSECURE"]
    assert "tiger" not in str(caught.value)


def test_a_certificate_of_one_s_own_is_found_beside_the_file(tmp_path: Path) -> None:
    for name in ("me.pem", "me.key", "ca.pem"):
        write(tmp_path / name, "")
    more = "client_cert=me.pem\nclient_cert_key=me.key\ncert_bundle=ca.pem\n"
    assert Credentials.from_zuliprc(write(tmp_path / "rc", FILE + more)) == structs.replace(
        FROM_FILE,
        client_cert=tmp_path / "me.pem",
        client_cert_key=tmp_path / "me.key",
        cert_bundle=tmp_path / "ca.pem",
    )


def test_certificates_may_be_named_by_variables(tmp_path: Path) -> None:
    for name in ("me.pem", "me.key"):
        write(tmp_path / name, "")
    environ = {
        **VARIABLES,
        "ZULIP_CERT": str(tmp_path / "me.pem"),
        "ZULIP_CERT_KEY": str(tmp_path / "me.key"),
    }
    assert Credentials.find(environ=environ, home=tmp_path) == structs.replace(
        FROM_VARIABLES, client_cert=tmp_path / "me.pem", client_cert_key=tmp_path / "me.key"
    )


def test_a_key_without_its_certificate_and_files_that_are_not_there_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "me.key", "")
    with pytest.raises(ConfigurationError, match="a key without its certificate"):
        Credentials.from_zuliprc(write(tmp_path / "rc", FILE + "client_cert_key=me.key\n"))
    with pytest.raises(ConfigurationError, match="the certificate file is not there"):
        Credentials.from_zuliprc(write(tmp_path / "rc", FILE + "client_cert=gone.pem\n"))


def test_a_key_file_that_others_may_read_is_told(tmp_path: Path) -> None:
    write(tmp_path / "me.pem", "")
    write(tmp_path / "me.key", "", 0o644)
    more = "client_cert=me.pem\nclient_cert_key=me.key\n"
    with capture_logs() as logs:
        Credentials.from_zuliprc(write(tmp_path / "rc", FILE + more))
    assert [(log["file"], log["mode"]) for log in logs] == [(str(tmp_path / "me.key"), "644")]


async def test_a_server_that_asks_is_shown_the_certificate(
    account: Callable[[str], Credentials], tmp_path: Path
) -> None:
    tls = server_context(tmp_path)
    tls.verify_mode = ssl.CERT_REQUIRED
    tls.load_verify_locations(tmp_path / "ca.pem")
    async with Loopback([answer('{"result":"success","msg":""}')], tls=tls) as server:
        credentials = structs.replace(
            account(server.url),
            cert_bundle=tmp_path / "ca.pem",
            client_cert=tmp_path / "ca.pem",
            client_cert_key=tmp_path / "key.pem",
        )
        async with Zulip(credentials) as zulip:
            assert await zulip(DeleteMessage(message_id=1)) == Done()


def test_a_certificate_that_cannot_be_read_is_a_problem_of_the_configuration(
    account: Callable[..., Credentials], tmp_path: Path
) -> None:
    junk = write(tmp_path / "junk.pem", "junk")
    with pytest.raises(ConfigurationError, match="holds no certificate that fits its key"):
        Zulip(structs.replace(account(), client_cert=junk))
