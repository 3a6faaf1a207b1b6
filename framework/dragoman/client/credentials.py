"""Who a bot is to the messaging service: address, account and key, from a zuliprc file or the environment."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import structs

from dragoman.client.site import normalise_site
from dragoman.client.zuliprc import SECTION, Setting, read, warn_of_readers
from dragoman.errors import ConfigurationError, Problem
from dragoman.model import Record, Secret

VARIABLES = {
    "email": "ZULIP_EMAIL",
    "key": "ZULIP_API_KEY",
    "site": "ZULIP_SITE",
    "insecure": "ZULIP_ALLOW_INSECURE",
    "cert_bundle": "ZULIP_CERT_BUNDLE",
    "client_cert": "ZULIP_CERT",
    "client_cert_key": "ZULIP_CERT_KEY",
}
"""Which variable stands for which line of a zuliprc file."""
FILE_VARIABLE = "ZULIP_CONFIG"
"""The variable that names the file."""


class Credentials(Record):
    """An account of one organization; the key is not shown."""

    site: str
    """``https://host``; brought to this form when made."""
    email: str
    api_key: Secret
    cert_bundle: Path | None = None
    """A PEM file of the authorities to trust; the system's own when ``None``. TLS is always verified."""
    client_cert: Path | None = None
    """A PEM file to show to servers that ask who one is."""
    client_cert_key: Path | None = None
    """The key of it, if it is not in the same file."""

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
        """Read a zuliprc file: what stands below ``[api]``.

        ``email``, ``key`` and ``site`` are needed; ``cert_bundle``, ``client_cert``, ``client_cert_key`` may
        name files, whose paths begin at the folder of this one.
        Warns when others may read the file. Fails with ``ConfigurationError``, which names places and
        mends and never repeats what the file holds.
        """
        path = path.expanduser()
        return _Checking(read(path), lambda name: _missing_in(path, name)).credentials()

    @classmethod
    def find(
        cls,
        path: Path | None = None,
        *,
        environ: Mapping[str, str] | None = None,
        home: Path | None = None,
    ) -> "Credentials":
        """Find credentials where people keep them.

        Each value comes from its ``ZULIP_*`` variable if that is set, else from the file: ``path``, or the
        one that ``ZULIP_CONFIG`` names, or ``~/.zuliprc``. A ``path`` that is given precedes the variables.
        The file may be missing when the variables say all, unless it was named. Fails with
        ``ConfigurationError`` as ``from_zuliprc`` does.
        """
        variables = os.environ if environ is None else environ
        named = path or (Path(variables[FILE_VARIABLE]) if variables.get(FILE_VARIABLE) else None)
        file = (named or (home or Path.home()) / ".zuliprc").expanduser()
        said = {
            name: Setting(text=variables[variable].strip(), place=variable, folder=Path.cwd())
            for name, variable in VARIABLES.items()
            if variables.get(variable, "").strip()
        }
        if path is None and named is None and not file.exists():
            return _Checking(said, lambda name: _missing_everywhere(file, name)).credentials()
        written = read(file, named_by="" if path is not None or named is None else FILE_VARIABLE)
        settings = {**said, **written} if path is not None else {**written, **said}
        return _Checking(settings, lambda name: _missing_in(file, name)).credentials()


class _Checking:
    """One look at what was found, gathering its problems."""

    def __init__(self, settings: Mapping[str, Setting], missing: Callable[[str], Problem]) -> None:
        self.settings = settings
        self.missing = missing
        self.problems: list[Problem] = []

    def credentials(self) -> Credentials:
        email, key = self._needed("email"), self._needed("key")
        site, bundle = self._site(), self._file("cert_bundle", "the certificate file is not there")
        certificate = self._file("client_cert", "the certificate file is not there")
        its_key = self._file("client_cert_key", "the key file is not there")
        self._check_email(email)
        self._check_key(key)
        self._check_insecure(site)
        if its_key is not None and certificate is None:
            what, mend = "there is a key without its certificate", "name the certificate too"
            self._problem("client_cert_key", what, mend)
        if self.problems:
            raise ConfigurationError(tuple(sorted(self.problems, key=lambda problem: problem.line or 0)))
        if certificate is not None:
            warn_of_readers(its_key or certificate)
        return Credentials(
            site=site,
            email=email,
            api_key=Secret(key),
            cert_bundle=bundle,
            client_cert=certificate,
            client_cert_key=its_key,
        )

    def _text(self, name: str) -> str:
        return self.settings[name].text if name in self.settings else ""

    def _needed(self, name: str) -> str:
        text = self._text(name)
        if not text:
            if name in self.settings:
                mend = f"add a line {name} = ... below [{SECTION}]"
                self._problem(name, f"{name} is empty", mend)
            else:
                self.problems.append(self.missing(name))
        return text

    def _site(self) -> str:
        site = self._needed("site")
        if not site:
            return ""
        try:
            return normalise_site(site)
        except ConfigurationError as error:
            for problem in error.problems:
                self._problem("site", problem.what, problem.mend)
            return ""

    def _file(self, name: str, complaint: str) -> Path | None:
        text = self._text(name)
        if not text:
            return None
        file = self.settings[name].folder / Path(text).expanduser()
        if not file.is_file():
            self._problem(name, complaint, "name a PEM file")
        return file

    def _check_email(self, email: str) -> None:
        if email and ("@" not in email or ":" in email or any(sign.isspace() for sign in email)):
            self._problem("email", "this is no e-mail address", "copy the bot's address from its settings")

    def _check_key(self, key: str) -> None:
        if key and not (key.isascii() and key.isalnum()):
            mend = "copy the bot's key alone: quotes, and a comment on the same line, count as part of it"
            self._problem("key", "a key has only letters and digits, and this has more", mend)

    def _check_insecure(self, site: str) -> None:
        word = self._text("insecure").lower()
        if "insecure" in self.settings and word not in ("true", "false"):
            self._problem("insecure", "insecure is neither true nor false", "take it out")
        elif word == "true" and not site.startswith("http://"):
            mend = "take it out, and name your own authority's file with cert_bundle"
            self._problem("insecure", "TLS is always verified here", mend)

    def _problem(self, name: str, what: str, mend: str) -> None:
        setting = self.settings[name]
        self.problems.append(
            Problem(file=setting.file, line=setting.line, place=setting.place, what=what, mend=mend)
        )


def _missing_in(file: Path, name: str) -> Problem:
    mend = f"add a line {name} = ... below [{SECTION}]"
    return Problem(file=str(file), place=name, what="it is missing", mend=mend)


def _missing_everywhere(file: Path, name: str) -> Problem:
    variable = VARIABLES[name]
    return Problem(place=variable, what="it is not set", mend=f"set it, or write {file}")
