"""Reads a dump: what is modelled, what is only kept, and everything that is wrong with it."""

import json
import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from dragoman_server.world.channel_folders import ChannelFolder
from dragoman_server.world.custom_emoji import OwnEmoji
from dragoman_server.world.dump.checking import check_state
from dragoman_server.world.dump.document import WorldDump
from dragoman_server.world.dump.places import find_place
from dragoman_server.world.dump.schema import (
    DERIVED,
    BotService,
    Channel,
    Group,
    Linkifier,
    Login,
    Message,
    Personal,
    Realm,
    RealmSettings,
    Reminder,
    State,
    Subscription,
    Upload,
    User,
)
from dragoman_server.world.invitations import Invitation
from dragoman_server.world.kept import Kept
from dragoman_server.world.organization_settings import PERMISSIONS
from dragoman_server.world.playgrounds import Playground
from dragoman_server.world.problems import Problem, WorldError
from dragoman_server.world.profile_fields import ProfileField
from dragoman_server.world.reading import Path, write_path

Record = TypeVar("Record", bound=msgspec.Struct)

TELLING = ("realm", "users", "messages")
"""The keys by which a dump is recognised."""

_LISTS: dict[str, type[msgspec.Struct]] = {
    "users": User,
    "channels": Channel,
    "subscriptions": Subscription,
    "former_subscriptions": Subscription,
    "user_groups": Group,
    "linkifiers": Linkifier,
    "bot_services": BotService,
    "playgrounds": Playground,
    "channel_folders": ChannelFolder,
    "messages": Message,
}
_TABLES: dict[str, type[msgspec.Struct]] = {"accounts": Login, "per_user": Personal, "realm_emoji": OwnEmoji}
_PLAIN: dict[str, Any] = {
    "custom_profile_fields": tuple[ProfileField, ...],
    "default_channels": tuple[int, ...],
    "next_ids": dict[str, int],
    "invitations": tuple[Invitation, ...],
    "uploads": tuple[Upload, ...],
    "reminders": tuple[Reminder, ...],
    "pictures": dict[str, bytes],
    "bot_storage": dict[int, dict[str, str]],
}

_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


def is_dump(text: str) -> bool:
    """Tell whether a text is meant as a dump, though it may be a broken one."""
    return text.lstrip().startswith("{") and all(f'"{key}"' in text for key in TELLING)


def parse_dump(text: str, file: str = "<dump>") -> WorldDump:
    """Return the dump in a text; `file` is only told.

    Fails with WorldError, which names all that is wrong.
    """
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        what, mend = f"this is no JSON: {error.msg}", "Correct it, or write the dump anew."
        raise WorldError(
            Problem(file=file, line=error.lineno, column=error.colno, place="", what=what, mend=mend)
        ) from None
    reader = _Reader(text, file)
    state, kept = reader.read(document)
    if not reader.problems:
        check_state(state, reader.complain_of_state)
    if reader.problems:
        raise WorldError(*reader.problems)
    return WorldDump(state=state, kept=kept)


class _Reader:
    """Reads one document; afterwards `problems` says what was wrong with it."""

    def __init__(self, text: str, file: str) -> None:
        self.problems: list[Problem] = []
        self._text = text
        self._file = file
        self._places: list[int] = []
        """Where in the document each of the users stands that are read."""

    def complain(self, path: Path, what: str, mend: str) -> None:
        """Note a problem at a path of the document."""
        line, column = find_place(self._text, path)
        place = write_path(path)
        self.problems.append(
            Problem(file=self._file, line=line, column=column, place=place, what=what, mend=mend)
        )

    def complain_of_state(self, path: Path, what: str, mend: str) -> None:
        """Note a problem at a path of the state, in which the users of other organisations do not count."""
        if path[0] == "users" and len(path) > 1:
            path = ("users", self._places[int(path[1])], *path[2:])
        self.complain(path, what, mend)

    def read(self, document: dict[str, Any]) -> tuple[State, Kept]:
        """Return what is modelled and what is only kept."""
        realm, kept_realm = self._read_realm(document.get("realm"))
        if not isinstance(document.get("server", {}), dict):
            self.complain(("server",), "keys with values are wanted", "Correct it.")
        read: dict[str, Any] = {
            name: self._read_list(document, name, record) for name, record in _LISTS.items()
        }
        read |= {name: self._read_table(document, name, record) for name, record in _TABLES.items()}
        read |= {
            name: self._convert(document[name], wanted, (name,))
            for name, wanted in _PLAIN.items()
            if name in document
        }
        if self.problems:
            return State(realm=realm), Kept()
        known = {"realm", *_LISTS, *_TABLES, *_PLAIN, *DERIVED}
        state = State(realm=realm, **read)
        names = {login.user_id: name for name, login in state.accounts.items()}
        ids = {name: user_id for user_id, name in names.items()}
        rest = _rest_of_table(document.get("per_user", {}), Personal, "per_user")
        return state, Kept(
            document={name: value for name, value in document.items() if name not in known},
            realm=kept_realm,
            per_user={ids[name]: fields for name, fields in rest.items() if name in ids},
            names=names,
            strangers=tuple(one for one in document.get("users", ()) if _is_foreign("users", one, document)),
            **{
                name: _rest_of_list(document, name)
                for name in ("users", "channels", "user_groups", "messages")
            },
        )

    def _read_realm(self, value: Any) -> tuple[Realm, Mapping[str, Any]]:
        if not isinstance(value, dict):
            self.complain(("realm",), "this is where the organisation's keys must stand", "Correct it.")
            return Realm(string_id=""), {}
        settings = value.get("settings", {})
        told = dict(settings) if isinstance(settings, dict) else {}
        other = _rest(told, RealmSettings, "realm.settings")
        permissions = {name: told[name] for name in PERMISSIONS if name in told}
        other = {name: one for name, one in other.items() if name not in permissions}
        extra = {"other_settings": other, "permissions": permissions}
        realm = self._convert({**value, **extra}, Realm, ("realm",))
        return realm or Realm(string_id=""), _rest(value, Realm, "realm")

    def _read_list(self, document: dict[str, Any], name: str, record: type[Record]) -> tuple[Record, ...]:
        value = document.get(name, [])
        if not isinstance(value, list):
            self.complain((name,), "a list is wanted", "Correct it.")
            return ()
        for number, one in enumerate(value):
            if _is_foreign(name, one, document) and not isinstance(one.get("user_id"), int):
                self.complain((name, number), "user_id, a whole number, is missing", "Add it.")
        places = [number for number, one in enumerate(value) if not _is_foreign(name, one, document)]
        if name == "users":
            self._places = places
        read = [self._convert(_with_groups(name, value[place]), record, (name, place)) for place in places]
        return tuple(one for one in read if one is not None)

    def _read_table(self, document: dict[str, Any], name: str, record: type[Record]) -> dict[str, Record]:
        value = document.get(name, {})
        if not isinstance(value, dict):
            self.complain((name,), "keys with values are wanted", "Correct it.")
            return {}
        read = {key: self._convert(one, record, (name, key)) for key, one in value.items()}
        return {key: found for key, found in read.items() if found is not None}

    def _convert(self, value: Any, wanted: Any, path: Path) -> Any:
        try:
            return msgspec.convert(value, wanted, str_keys=True)
        except msgspec.ValidationError as error:
            what, _, where = str(error).partition(" - at `$")
            steps = tuple(name or int(number) for name, number in _STEP.findall(where))
            mend = "Add it." if "missing" in what else "Correct it."
            self.complain((*path, *steps), what[0].lower() + what[1:].replace("`", ""), mend)
            return None


def _is_foreign(place: str, value: Any, document: Mapping[str, Any]) -> bool:
    """Tell whether a value of the list `place` is an account of another organisation."""
    if place != "users" or not isinstance(value, dict):
        return False
    realm = document.get("realm")
    string_id = realm.get("string_id", "") if isinstance(realm, dict) else ""
    elsewhere: bool = value.get("realm", string_id) != string_id
    return elsewhere and not value.get("is_system_bot", False)


def _is_group_setting(name: str) -> bool:
    return name.startswith("can_") and name.endswith("_group")


def _with_groups(place: str, value: Any) -> Any:
    """Return a channel or a group with its permission settings under one key; anything else as it is."""
    if place not in ("channels", "user_groups") or not isinstance(value, dict):
        return value
    return {**value, "groups": {name: one for name, one in value.items() if _is_group_setting(name)}}


def _rest(value: Mapping[str, Any], record: type[msgspec.Struct], place: str) -> dict[str, Any]:
    """Return the keys of `value` that `record` does not model."""
    known = {field.name for field in msgspec.structs.fields(record)}
    return {
        name: one
        for name, one in value.items()
        if name not in known
        and f"{place}.{name}" not in DERIVED
        and not (record in (Channel, Group) and _is_group_setting(name))
    }


def _rest_of_table(
    table: Mapping[str, Mapping[str, Any]], record: type[msgspec.Struct], place: str
) -> dict[str, dict[str, Any]]:
    rest = {key: _rest(value, record, f"{place}[]") for key, value in table.items()}
    return {key: fields for key, fields in rest.items() if fields}


def _rest_of_list(document: Mapping[str, Any], name: str) -> dict[int, dict[str, Any]]:
    record = _LISTS[name]
    key: str = record.KEY  # type: ignore[attr-defined]
    rest = {
        one[key]: _rest(one, record, f"{name}[]")
        for one in document.get(name, ())
        if not _is_foreign(name, one, document)
    }
    return {number: fields for number, fields in rest.items() if fields}
