"""Checks the ``zulip`` section of a bot.yaml: does it say who the bot is, and is the key kept safe?"""

import stat
from pathlib import Path

from dragoman.client import Credentials
from dragoman.errors import ConfigurationError, Problem
from dragoman.runtime.nodes import Entry, Mapping
from dragoman.runtime.record_reader import RecordReader
from dragoman.runtime.sections import ZulipSettings


def check_zulip(
    folder: Path, root: Mapping, zulip: ZulipSettings | None, reader: RecordReader
) -> tuple[Problem, ...]:
    """Note what is wrong with the section, None when it cannot be read; return what is in a zuliprc."""
    entry = root.entry("zulip")
    if entry is None:
        reader.note(root.place, "zulip", "the key “zulip” is missing", "Add: zulip: {zuliprc: ./zuliprc}")
        return ()
    if zulip is None:
        return ()
    direct = {"site": zulip.site, "email": zulip.email, "api_key": zulip.api_key}
    missing = [key for key, value in direct.items() if value is None]
    if zulip.zuliprc is None:
        if missing:
            what = f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
            reader.note(entry.place, "zulip", what, "Give zuliprc, or all of site, email and api_key")
        return ()
    if len(missing) < len(direct):
        what = "zuliprc and site, email or api_key are both given"
        reader.note(entry.place, "zulip", what, "Keep the one or the others")
    return _check_zuliprc(folder, entry, zulip, reader)


def _check_zuliprc(
    folder: Path, entry: Entry, zulip: ZulipSettings, reader: RecordReader
) -> tuple[Problem, ...]:
    at = entry.value.entry("zuliprc") if isinstance(entry.value, Mapping) else None
    place = at.value.place if at is not None else entry.place
    path = folder / Path(zulip.zuliprc or "").expanduser()
    if not path.is_file():
        mend = "Download it from the chat's settings, under Your bots, into the bot's folder"
        reader.note(place, "zulip.zuliprc", f"there is no file {zulip.zuliprc}", mend)
    elif not zulip.others_may_read and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        what = f"others on this machine can read the key in {zulip.zuliprc}"
        reader.note(
            place, "zulip.zuliprc", what, f"Run: chmod 600 {zulip.zuliprc} or add: others_may_read: true"
        )
    else:
        try:
            Credentials.from_zuliprc(path)
        except ConfigurationError as error:
            return error.problems
    return ()
