"""Who a bot is to the messaging service: address, account and key, usually from a zuliprc file."""

import configparser
import stat
from pathlib import Path

import structlog
from msgspec import structs

from dragoman.client.site import normalise_site
from dragoman.errors import ConfigurationError, Problem
from dragoman.model import Record, Secret

SECTION = "api"
FILE_LIMIT = 64 * 1024
"""Bytes; a zuliprc has some two hundred."""

log = structlog.get_logger(__name__)


class Credentials(Record):
    """An account of one organization; the key is not shown."""

    site: str
    """``https://host``; brought to this form when made."""
    email: str
    api_key: Secret
    cert_bundle: Path | None = None
    """A PEM file of the authorities to trust; the system's own when ``None``. TLS is always verified."""

    def __post_init__(self) -> None:
        """Bring the address to its one form; fails with ``ConfigurationError``."""
        if ":" in self.email:
            # The colon ends the name where name and key travel together.
            what, mend = "an e-mail address here has no colon", "copy the bot's address from its settings"
            raise ConfigurationError((Problem(place="email", what=what, mend=mend),))
        structs.force_setattr(self, "site", normalise_site(self.site))

    @classmethod
    def anonymous(cls, site: str, cert_bundle: Path | None = None) -> "Credentials":
        """Make credentials that sign nothing, for the calls that need none."""
        return cls(site=site, email="", api_key=Secret(""), cert_bundle=cert_bundle)

    @property
    def is_anonymous(self) -> bool:
        """Whether requests go out unsigned."""
        return not self.api_key

    @classmethod
    def from_zuliprc(cls, path: Path) -> "Credentials":
        """Read a zuliprc file: below ``[api]``, ``email``, ``key``, ``site`` and perhaps ``cert_bundle``.

        Warns when others may read the file. Fails with ``ConfigurationError``, which names places and
        mends and never repeats what the file holds.
        """
        return _Zuliprc(path).credentials()


class _Zuliprc:
    """One reading of a file, gathering its problems."""

    def __init__(self, path: Path) -> None:
        self.path = path.expanduser()
        self.problems: list[Problem] = []
        self.lines: list[str] = []
        self.values: dict[str, str] = {}

    def credentials(self) -> Credentials:
        self._read()
        email, key = self._value("email"), self._value("key")
        site, bundle = self._site(), self._cert_bundle()
        self._check_email(email)
        self._check_key(key)
        self._check_insecure(site)
        self._raise_problems()
        return Credentials(site=site, email=email, api_key=Secret(key), cert_bundle=bundle)

    def _read(self) -> None:
        text = self._text()
        self.lines = text.splitlines()
        parser = configparser.ConfigParser(interpolation=None)
        try:
            parser.read_string(text)
        except configparser.MissingSectionHeaderError as error:
            self._problem("there is text before the first [section]", "begin with a line [api]", error.lineno)
        except (configparser.DuplicateOptionError, configparser.DuplicateSectionError) as error:
            self._problem("a section or key stands here a second time", "keep one of the two", error.lineno)
        except configparser.ParsingError as error:
            for number, _ in error.errors:
                self._problem("the line is no 'key = value'", "write key = value", number)
        self._raise_problems()
        if not parser.has_section(SECTION):
            self._problem(f"there is no section [{SECTION}]", f"begin with a line [{SECTION}]")
            self._raise_problems()
        self.values = dict(parser[SECTION])

    def _text(self) -> str:
        try:
            with self.path.open("rb") as file:
                mode = stat.S_IMODE(self.path.stat().st_mode)
                raw = file.read(FILE_LIMIT + 1)
            text = raw.decode("utf-8-sig")
        except FileNotFoundError:
            self._problem("there is no such file", "download it from the bot's settings, or mend the path")
        except UnicodeDecodeError:
            self._problem("the file is not UTF-8 text", "save it as UTF-8")
        except OSError as error:
            self._problem(
                f"the file cannot be read ({error.strerror})", "give this user the right to read it"
            )
        else:
            if len(raw) <= FILE_LIMIT:
                self._warn_of_readers(mode)
                return text
            self._problem("the file is far too large for a zuliprc", "mend the path")
        self._raise_problems()
        return ""

    def _warn_of_readers(self, mode: int) -> None:
        if mode & 0o077:
            mend = f"chmod 600 {self.path}"
            log.warning("credentials file open to others", file=str(self.path), mode=f"{mode:o}", mend=mend)

    def _value(self, key: str) -> str:
        value = self.values.get(key, "").strip()
        if not value:
            what = f"{key} is empty" if key in self.values else f"{key} is missing"
            self._problem(what, f"add a line {key} = ... below [{SECTION}]", place=key)
        return value

    def _site(self) -> str:
        site = self._value("site")
        if not site:
            return ""
        try:
            return normalise_site(site)
        except ConfigurationError as error:
            for problem in error.problems:
                self._problem(problem.what, problem.mend, place="site")
            return ""

    def _cert_bundle(self) -> Path | None:
        text = self.values.get("cert_bundle", "").strip()
        if not text:
            return None
        bundle = self.path.parent / Path(text).expanduser()
        if not bundle.is_file():
            self._problem("the certificate file is not there", "name a PEM file", place="cert_bundle")
        return bundle

    def _check_email(self, email: str) -> None:
        if email and ("@" not in email or ":" in email or any(sign.isspace() for sign in email)):
            self._problem(
                "this is no e-mail address", "copy the bot's address from its settings", place="email"
            )

    def _check_key(self, key: str) -> None:
        if key and not (key.isascii() and key.isalnum()):
            mend = "copy the bot's key alone; a comment on the same line counts as part of it"
            self._problem("a key has only letters and digits, and this has more", mend, place="key")

    def _check_insecure(self, site: str) -> None:
        word = self.values.get("insecure", "false").strip().lower()
        if word not in ("true", "false"):
            self._problem("insecure is neither true nor false", "remove the line", place="insecure")
        elif word == "true" and not site.startswith("http://"):
            mend = "remove the line, and name your own authority's file with cert_bundle"
            self._problem("TLS is always verified here", mend, place="insecure")

    def _problem(self, what: str, mend: str, line: int | None = None, place: str = "") -> None:
        line = line or self._line_of(place)
        self.problems.append(Problem(file=str(self.path), line=line, place=place, what=what, mend=mend))

    def _line_of(self, key: str) -> int | None:
        for number, line in enumerate(self.lines, 1):
            name = line.replace(":", "=", 1).partition("=")[0]
            if key and name.strip().lower() == key:
                return number
        return None

    def _raise_problems(self) -> None:
        if self.problems:
            raise ConfigurationError(tuple(sorted(self.problems, key=lambda problem: problem.line or 0)))
