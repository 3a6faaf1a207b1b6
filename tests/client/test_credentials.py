"""Addresses are brought to one form; a zuliprc is read, and complained of without repeating it."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from dragoman.client import Credentials, Guide, Zulip, normalise_site
from dragoman.errors import ConfigurationError
from dragoman.model import Secret

KEY = "aBcDeFgHiJkLmNoPqRsTuVwXyZ012345"
GOOD = f"[api]\nemail=desk-bot@example.com\nkey={KEY}\nsite=https://chat.example.com\n"
NOT_A_KEY = "tiger-in-the-tank"


@pytest.mark.parametrize(
    ("text", "site"),
    [
        ("https://chat.example.com", "https://chat.example.com"),
        ("https://chat.example.com/", "https://chat.example.com"),
        (" HTTPS://chat.example.com/api ", "https://chat.example.com"),
        ("https://chat.example.com/api/v1/", "https://chat.example.com"),
        ("https://example.com/chat/api/", "https://example.com/chat"),
        ("chat.example.com", "https://chat.example.com"),
        ("chat.example.com:9443/", "https://chat.example.com:9443"),
        ("localhost:9991", "http://localhost:9991"),
        ("127.0.0.1:9991", "http://127.0.0.1:9991"),
        ("[::1]:9991", "http://[::1]:9991"),
        ("http://127.0.0.1:9991/api", "http://127.0.0.1:9991"),
    ],
)
def test_an_address_has_one_form(text: str, site: str) -> None:
    assert normalise_site(text) == site
    assert normalise_site(site) == site


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "has no host"),
        ("https://", "has no host"),
        ("ftp://chat.example.com", "ftp:// is not a way"),
        ("https://chat.example.com:port", "cannot be read"),
        ("https://[::1", "cannot be read"),
        ("https://bot:key@chat.example.com", "name or password"),
        ("https://chat.example.com/?x=1", "a ? or #"),
        ("https://chat.example.com/#narrow", "a ? or #"),
        ("https://chat example.com", "a space"),
    ],
)
def test_an_address_that_is_none_is_refused_with_the_mend(text: str, what: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        normalise_site(text)
    (problem,) = caught.value.problems
    assert what in problem.what
    assert problem.mend


@given(st.text(max_size=30))
def test_no_text_makes_reading_an_address_fail_otherwise(text: str) -> None:
    try:
        site = normalise_site(text)
    except ConfigurationError:
        return
    assert site.startswith(("http://", "https://"))


@pytest.mark.parametrize(
    "site", ["http://chat.example.com", "http://127.0.0.1.example.com", "http://192.168.0.1"]
)
def test_a_key_does_not_travel_in_the_clear(site: str) -> None:
    credentials = Credentials(site=site, email="a@b.c", api_key=Secret(KEY))
    with pytest.raises(ConfigurationError, match="would carry the API key unencrypted"):
        Zulip(credentials)
    Zulip(credentials, allow_plain_http=True)


@pytest.mark.parametrize(
    "site", ["http://localhost:1", "http://a.localhost", "http://127.0.0.2", "http://[::1]:5"]
)
def test_plain_http_will_do_on_this_machine(site: str) -> None:
    Zulip(Credentials(site=site, email="a@b.c", api_key=Secret(KEY)))


def test_a_colon_cannot_move_part_of_the_name_into_the_key() -> None:
    with pytest.raises(ConfigurationError, match="no colon"):
        Credentials(site="https://x.example", email="a:b@c.example", api_key=Secret(KEY))


def test_the_guide_has_no_key_to_lose() -> None:
    assert repr(Guide("http://guide.example.com/")) == "<Guide at http://guide.example.com>"


def zuliprc(folder: Path, text: str | bytes, mode: int = 0o600) -> Path:
    path = folder / "zuliprc"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    path.chmod(mode)
    return path


def test_a_zuliprc_is_read(tmp_path: Path) -> None:
    with capture_logs() as logs:
        credentials = Credentials.from_zuliprc(zuliprc(tmp_path, GOOD))
    assert credentials == Credentials(
        site="https://chat.example.com", email="desk-bot@example.com", api_key=Secret(KEY)
    )
    assert logs == []


@pytest.mark.parametrize(
    "text",
    [
        f"\ufeff[api]\r\nEmail = desk-bot@example.com\r\nkey: {KEY}\r\nsite = chat.example.com/\r\n",
        "# mine\n; all mine\n" + GOOD + "insecure=false\nclient_cert=\n[other]\nkey=x\n",
        GOOD.replace("https://chat.example.com", "https://chat.example.com/api") + "colour = 50%\n",
    ],
)
def test_a_zuliprc_may_be_written_in_several_ways(tmp_path: Path, text: str) -> None:
    credentials = Credentials.from_zuliprc(zuliprc(tmp_path, text))
    assert (credentials.site, credentials.api_key.reveal()) == ("https://chat.example.com", KEY)


def test_a_certificate_file_is_found_beside_the_zuliprc(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("x")
    credentials = Credentials.from_zuliprc(zuliprc(tmp_path, GOOD + "cert_bundle = ca.pem\n"))
    assert credentials.cert_bundle == tmp_path / "ca.pem"


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620])
def test_a_zuliprc_that_others_may_read_is_warned_of(tmp_path: Path, mode: int) -> None:
    path = zuliprc(tmp_path, GOOD, mode)
    with capture_logs() as logs:
        Credentials.from_zuliprc(path)
    assert logs == [
        {
            "event": "credentials file open to others",
            "log_level": "warning",
            "file": str(path),
            "mode": f"{mode:o}",
            "mend": f"chmod 600 {path}",
        }
    ]


BROKEN: list[tuple[str | bytes, list[str]]] = [
    ("", ["there is no section [api]. Begin with a line [api]."]),
    ("[API]\nkey=x\n", ["there is no section [api]"]),
    ("key=x\n", ["1: there is text before the first [section]"]),
    ("[api]\n\nnonsense here\n", ["3: the line is no 'key = value'"]),
    ("[api]\nkey=a\nsite=b\nkey=c\n", ["4: a section or key stands here a second time"]),
    ("[api]\n[api]\n", ["2: a section or key stands here a second time"]),
    ("[api]\nemail=a@b.c\n", ["key: it is missing", "site: it is missing"]),
    (f"[api]\nemail=\nkey={KEY}\nsite=x.example\n", ["2: email: email is empty"]),
    (f"[api]\nemail=desk\nkey={KEY}\nsite=x.example\n", ["2: email: this is no e-mail address"]),
    (f"[api]\nemail=a@b.c\nkey={NOT_A_KEY}\nsite=x.example\n", ["3: key: a key has only letters and digits"]),
    (
        f"[api]\nemail=a@b.c\nkey={KEY} ; mine\nsite=x.example\n",
        ["3: key: a key has only letters and digits"],
    ),
    (f"[api]\nemail=a@b.c\nkey={KEY}\nsite=ftp://x.example\n", ["4: site: ftp:// is not a way"]),
    (GOOD + "insecure=true\n", ["5: insecure: TLS is always verified here"]),
    (GOOD + "insecure=yes\n", ["5: insecure: insecure is neither true nor false"]),
    (GOOD + "cert_bundle=gone.pem\n", ["5: cert_bundle: the certificate file is not there"]),
    (b"[api]\nkey=\xff\xfe\n", ["the file is not UTF-8 text"]),
    ("[api]\n" + "#" * 70_000, ["the file is far too large"]),
    (
        "[api]\nemail=x\nkey=y-z\nsite=ftp://q\ninsecure=maybe\n",
        ["2: email:", "3: key:", "4: site:", "5: insecure:"],
    ),
]


@pytest.mark.parametrize(("text", "problems"), BROKEN)
def test_a_broken_zuliprc_is_told_by_file_line_and_mend(
    tmp_path: Path, text: str | bytes, problems: list[str]
) -> None:
    path = zuliprc(tmp_path, text)
    with pytest.raises(ConfigurationError) as caught:
        Credentials.from_zuliprc(path)
    lines = str(caught.value).split("\n")
    assert len(lines) == len(problems)
    for line, problem in zip(lines, problems, strict=True):
        assert line.startswith(f"{path}:")
        assert line.removeprefix(f"{path}:").strip().startswith(problem)
    assert all(problem.mend for problem in caught.value.problems)


@pytest.mark.parametrize(("text", "problems"), BROKEN)
def test_a_broken_zuliprc_is_never_repeated(tmp_path: Path, text: str | bytes, problems: list[str]) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Credentials.from_zuliprc(zuliprc(tmp_path, text))
    error = caught.value
    chain = [error, error.__cause__, error.__context__]
    told = " ".join(f"{link} {link!r}" for link in chain if link is not None)
    assert [word for word in (KEY, NOT_A_KEY, "nonsense here") if word in told] == []


def test_insecure_does_no_harm_where_there_is_no_tls(tmp_path: Path) -> None:
    text = GOOD.replace("https://chat.example.com", "http://127.0.0.1:9991") + "insecure=true\n"
    assert Credentials.from_zuliprc(zuliprc(tmp_path, text)).site == "http://127.0.0.1:9991"


def test_a_zuliprc_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="gone: there is no such file"):
        Credentials.from_zuliprc(tmp_path / "gone")


def test_a_folder_is_no_zuliprc(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"this is a folder\. Name the file in it"):
        Credentials.from_zuliprc(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_zuliprc_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        Credentials.from_zuliprc(zuliprc(tmp_path, GOOD, 0o000))


@given(st.binary(max_size=200))
def test_no_file_makes_reading_fail_otherwise(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any-zuliprc"
    path.write_bytes(raw)
    path.chmod(0o600)
    with pytest.raises(ConfigurationError):
        Credentials.from_zuliprc(path)
