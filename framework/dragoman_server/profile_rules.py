"""What a field of a profile may be, and what may be said in it."""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

import msgspec

from dragoman_server import failures, levels
from dragoman_server.conversion import KEY_MISSING, WRONG_TYPE
from dragoman_server.world.profile_fields import (
    DATE,
    EXTERNAL,
    LINK,
    LONG_TEXT,
    PRONOUNS,
    SELECT,
    SHORT_TEXT,
    USERS,
    ProfileField,
)
from dragoman_server.world.world import World

LONGEST_NAME, LONGEST_HINT = 40, 80
LONGEST_SHORT_TEXT = 50
MOST_IN_SUMMARY = 2
EXTERNAL_ACCOUNTS = {"twitter": "Twitter username", "github": "GitHub username"}
"""The accounts elsewhere that have a name of their own for the field."""

LINK_FORM = re.compile(r"https?://[^\s/?#.]+(?:\.[^\s/?#.]+)*(?:[/?#]\S*)?", re.IGNORECASE)
"""What counts as the address of a page."""

FIELD_FAILS = (
    *(failures.BLANK_LABEL, failures.TOO_LONG, failures.BAD_FIELD_TYPE, failures.NO_CHOICES),
    *(failures.DOUBLE_CHOICES, failures.BAD_SUBTYPE, failures.BAD_URL_PATTERN, failures.FULL_SUMMARY),
    *(failures.NOT_IN_SUMMARY, failures.LABEL_TAKEN, failures.NOT_FOR_MATCHING),
)
"""How `check_field` refuses."""

SAID_FAILS = (
    *(failures.NO_SUCH_FIELD, failures.TOO_LONG, failures.NOT_A_DATE, failures.NOT_A_LINK),
    *(failures.NOT_A_CHOICE, failures.NOT_SAID_HERE, failures.SAID_OF_NOBODY, failures.SAID_OF_BOT),
    failures.SAID_OF_FORMER,
)
"""How `check_said` refuses."""


def check_field(world: World, field: ProfileField, data: Mapping[str, Any]) -> ProfileField:
    """Return the field as it is to be kept, with its data; refuses what no field may be."""
    if not SHORT_TEXT <= field.type <= PRONOUNS:
        raise failures.BAD_FIELD_TYPE
    name = field.name
    if field.type == EXTERNAL:
        name = _check_external(data) or name
    if not name.strip():
        raise failures.BLANK_LABEL
    for key, text, limit in (("name", name, LONGEST_NAME), ("hint", field.hint, LONGEST_HINT)):
        if len(text) > limit:
            raise failures.TOO_LONG(name=key, limit=limit)
    if field.type == SELECT:
        _check_choices(data)
    _check_summary(world, field)
    if field.use_for_user_matching and field.type not in (SHORT_TEXT, EXTERNAL):
        raise failures.NOT_FOR_MATCHING
    if any(one.name == name and one.id != field.id for one in world.profile_fields):
        raise failures.LABEL_TAKEN
    kept = msgspec.json.encode(data).decode() if field.type in (SELECT, EXTERNAL) else ""
    return msgspec.structs.replace(field, name=name, field_data=kept)


def _check_choices(data: Mapping[str, Any]) -> None:
    if not data:
        raise failures.NO_CHOICES
    for choice in data.values():
        if not isinstance(choice, dict):
            raise WRONG_TYPE(place="field_data", kind="a dict")
        for key in ("text", "order"):
            if key not in choice:
                raise KEY_MISSING(key=key, place="field_data")
            if not isinstance(choice[key], str):
                raise WRONG_TYPE(place=f'field_data["{key}"]', kind="a string")
    if len({choice["text"] for choice in data.values()}) < len(data):
        raise failures.DOUBLE_CHOICES


def _check_external(data: Mapping[str, Any]) -> str:
    """Return the name that comes with the account; empty for one of one's own making."""
    if "subtype" not in data:
        raise KEY_MISSING(key="subtype", place="field_data")
    subtype = data["subtype"]
    if subtype in EXTERNAL_ACCOUNTS:
        return EXTERNAL_ACCOUNTS[subtype]
    if subtype != "custom":
        raise failures.BAD_SUBTYPE
    if "url_pattern" not in data:
        raise KEY_MISSING(key="url_pattern", place="field_data")
    if str(data["url_pattern"]).count("%(username)s") != 1:
        raise failures.BAD_URL_PATTERN
    return ""


def _check_summary(world: World, field: ProfileField) -> None:
    if not field.display_in_profile_summary:
        return
    paragraphs = () if world.level >= levels.SUMMARY_OF_PARAGRAPHS else (LONG_TEXT,)
    if field.type in (USERS, *paragraphs):
        raise failures.NOT_IN_SUMMARY
    others = [one for one in world.profile_fields if one.id != field.id and one.display_in_profile_summary]
    if len(others) >= MOST_IN_SUMMARY:
        raise failures.FULL_SUMMARY


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What a person says in a field; `None` takes it back."""

    id: int
    value: str | list[int] | None


def check_said_all(
    world: World, said: Iterable[Said], *, by_owner: bool
) -> list[tuple[ProfileField, str | list[int] | None]]:
    """Return the fields with what may be said in them; refuses what may not.

    An administrator who says nothing for somebody takes back what they said.
    """
    wanted = [one if one.value or by_owner else Said(id=one.id, value=None) for one in said]
    return [(_check_said_one(world, one, by_owner=by_owner), one.value) for one in wanted]


def _check_said_one(world: World, said: Said, *, by_owner: bool) -> ProfileField:
    if said.value is not None:
        return check_said(world, said.id, said.value, by_owner=by_owner)
    field = world.profile_fields.get(said.id)
    if field is None:
        raise failures.NO_SUCH_FIELD(field_id=said.id)
    if by_owner and not field.editable_by_user:
        raise failures.NOT_SAID_HERE
    return field


def check_said(world: World, field_id: int, value: str | list[int], *, by_owner: bool) -> ProfileField:
    """Return the field in which `value` may be said; refuses what may not."""
    field = world.profile_fields.get(field_id)
    if field is None:
        raise failures.NO_SUCH_FIELD(field_id=field_id)
    if by_owner and not field.editable_by_user:
        raise failures.NOT_SAID_HERE
    if field.type == USERS:
        _check_people(world, field, value)
    elif not isinstance(value, str):
        raise WRONG_TYPE(place=field.name, kind="a string")
    elif value:
        _check_text(field, value)
    return field


def _check_text(field: ProfileField, text: str) -> None:
    if field.type in (SHORT_TEXT, EXTERNAL, PRONOUNS) and len(text) > LONGEST_SHORT_TEXT:
        raise failures.TOO_LONG(name=field.name, limit=LONGEST_SHORT_TEXT)
    if field.type == SELECT and text not in msgspec.json.decode(field.field_data):
        raise failures.NOT_A_CHOICE(value=text, name=field.name)
    if field.type == DATE and not _is_date(text):
        raise failures.NOT_A_DATE(name=field.name)
    if field.type == LINK and not LINK_FORM.fullmatch(text):
        raise failures.NOT_A_LINK(name=field.name)


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _check_people(world: World, field: ProfileField, value: str | list[int]) -> None:
    if isinstance(value, str):
        raise WRONG_TYPE(place=field.name, kind="a list")
    for user_id in value:
        user = world.users.get(user_id)
        if user is None:
            raise failures.SAID_OF_NOBODY(user_id=user_id)
        if not user.is_active:
            raise failures.SAID_OF_FORMER(user_id=user_id)
        if user.is_bot:
            raise failures.SAID_OF_BOT(user_id=user_id)
