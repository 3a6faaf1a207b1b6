"""The file in which people keep a bot's credentials: what stands where."""

import configparser
import stat
from pathlib import Path

from dragoman.client.log import Log
from dragoman.errors import ConfigurationError, Problem
from dragoman.model import Record

SECTION = "api"
FILE_LIMIT = 64 * 1024
"""Bytes; a zuliprc has some two hundred."""

log = Log(__name__)


class Setting(Record):
    """One value, and where it stands."""

    text: str
    place: str
    """The key of the file, or the variable."""
    folder: Path
    """Where the paths in it begin."""
    file: str = ""
    line: int | None = None

    def __repr__(self) -> str:
        """Show where it stands, not what: it may be a key."""
        return f"Setting(place={self.place!r}, file={self.file!r}, line={self.line!r})"


def read(path: Path, *, named_by: str = "") -> dict[str, Setting]:
    """Read what stands below ``[api]``, warning when others may read the file.

    ``named_by`` is the variable that named the file, if one did.
    Fails with ``ConfigurationError``, which names places and mends and never repeats what the file holds.
    """
    text = _text(path, named_by)
    lines = text.splitlines()
    return {
        key: Setting(
            text=value.strip(), place=key, folder=path.parent, file=str(path), line=_line_of(key, lines)
        )
        for key, value in _section(path, text).items()
    }


def _section(path: Path, text: str) -> dict[str, str]:
    parser = configparser.ConfigParser(interpolation=None)
    problems: tuple[Problem, ...]
    try:
        parser.read_string(text)
    except configparser.MissingSectionHeaderError as error:
        what, mend = "there is text before the first [section]", f"begin with a line [{SECTION}]"
        problems = (Problem(file=str(path), line=error.lineno, what=what, mend=mend),)
    except (configparser.DuplicateOptionError, configparser.DuplicateSectionError) as error:
        what, mend = "a section or key stands here a second time", "keep one of the two"
        problems = (Problem(file=str(path), line=error.lineno, what=what, mend=mend),)
    except configparser.ParsingError as error:
        what, mend = "the line is no 'key = value'", "write key = value"
        problems = tuple(Problem(file=str(path), line=line, what=what, mend=mend) for line, _ in error.errors)
    else:
        if parser.has_section(SECTION):
            return dict(parser[SECTION])
        what, mend = f"there is no section [{SECTION}]", f"begin with a line [{SECTION}]"
        problems = (Problem(file=str(path), what=what, mend=mend),)
    # Raised here, not in the handlers: the parser's errors repeat the lines.
    raise ConfigurationError(problems)


def _text(path: Path, named_by: str) -> str:
    try:
        with path.open("rb") as file:
            raw = file.read(FILE_LIMIT + 1)
        text = raw.decode("utf-8-sig")
    except FileNotFoundError:
        what, mend = "there is no such file", "download it from the bot's settings, or mend the path"
    except IsADirectoryError:
        what, mend = "this is a folder", "name the file in it"
    except UnicodeDecodeError:
        what, mend = "the file is not UTF-8 text", "save it as UTF-8"
    except OSError as error:
        what, mend = f"the file cannot be read ({error.strerror})", "give this user the right to read it"
    else:
        if len(raw) <= FILE_LIMIT:
            warn_of_readers(path)
            return text
        what, mend = "the file is far too large for a zuliprc", "mend the path"
    raise ConfigurationError((Problem(file=str(path), place=named_by, what=what, mend=mend),))


def warn_of_readers(path: Path) -> None:
    """Warn when others than its owner may read a file."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        mend = f"chmod 600 {path}"
        log.warning("credentials file open to others", file=str(path), mode=f"{mode:o}", mend=mend)


def _line_of(key: str, lines: list[str]) -> int | None:
    for number, line in enumerate(lines, 1):
        name = line.replace(":", "=", 1).partition("=")[0]
        if name.strip().lower() == key:
            return number
    return None
