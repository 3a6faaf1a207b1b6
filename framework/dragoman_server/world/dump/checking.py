"""Checks a dump for what its shape cannot say: IDs that name nothing, and those given twice."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

import re2

from dragoman_server.markdown.link_pattern import LinkPattern
from dragoman_server.world.dump.schema import Channel, Holders, Message, Reaction, State, User
from dragoman_server.world.flags import NAMES
from dragoman_server.world.groups import ROLE
from dragoman_server.world.keys import is_key, is_password_hash
from dragoman_server.world.reading import Path
from dragoman_server.world.records import BotType, EmailVisibility, Role

Complain = Callable[[Path, str, str], None]
Record = TypeVar("Record")

_REMOVE = "Remove it, or add what it names."
_DEPRECATED_FLAGS = {"wildcard_mentioned"}


def check_state(state: State, complain: Complain) -> None:
    """Complain about everything in `state` that cannot be."""
    _Checker(state, complain).check()


class _Checker:
    def __init__(self, state: State, complain: Complain) -> None:
        self._state = state
        self._complain = complain
        self._users = {user.user_id for user in state.users}
        self._channels = {channel.stream_id for channel in state.channels}
        self._groups = {group.id for group in state.user_groups}
        self._folders = {folder.id for folder in state.channel_folders}

    def check(self) -> None:
        state = self._state
        if not any(not user.is_bot for user in state.users):
            self._complain(("users",), "there are no people", "Add at least one account that is no bot.")
        self._check_unique("users", "user_id", state.users, lambda user: user.user_id)
        self._check_unique("users", "delivery_email", state.users, lambda user: user.delivery_email.lower())
        self._check_unique("channels", "stream_id", state.channels, lambda channel: channel.stream_id)
        self._check_unique("channels", "name", state.channels, lambda channel: channel.name.casefold())
        self._check_unique("channel_folders", "id", state.channel_folders, lambda folder: folder.id)
        self._check_unique("user_groups", "id", state.user_groups, lambda group: group.id)
        self._check_unique("user_groups", "name", state.user_groups, lambda group: group.name.casefold())
        self._check_unique("messages", "id", state.messages, lambda message: message.id)
        for number, user in enumerate(state.users):
            self._check_user(("users", number), user)
        for number, channel in enumerate(state.channels):
            self._check_channel(("channels", number), channel)
        self._check_logins()
        self._check_subscriptions()
        self._check_groups()
        self._check_linkifiers()
        for number, message in enumerate(state.messages):
            self._check_message(("messages", number), message)
        self._check_recipients()
        self._check_holdings()
        for name, personal in state.per_user.items():
            self._check_name(name)
            for number, scheduled in enumerate(personal.scheduled_messages):
                to = (scheduled.to,) if isinstance(scheduled.to, int) else scheduled.to
                known = self._channels if scheduled.type == "stream" else self._users
                self._check_ids(
                    ("per_user", name, "scheduled_messages", number, "to"), to, known, "recipient"
                )

    def _check_holdings(self) -> None:
        state = self._state
        owners = (
            ("uploads", "owner_id", [one.owner_id for one in state.uploads]),
            ("reminders", "owner_id", [one.owner_id for one in state.reminders]),
            ("invitations", "inviter_id", [one.inviter_id for one in state.invitations]),
            ("bot_services", "user_profile_id", [one.user_profile_id for one in state.bot_services]),
        )
        for place, key, user_ids in owners:
            for number, user_id in enumerate(user_ids):
                self._check_id((place, number, key), user_id, self._users, "account")
        for user_id in state.bot_storage:
            self._check_id(("bot_storage", str(user_id)), user_id, self._users, "account")

    def _check_name(self, name: str) -> None:
        if name not in self._state.accounts:
            self._complain(("per_user", name), f"there is no {name!r} among `accounts`", _REMOVE)

    def _check_user(self, path: Path, user: User) -> None:
        self._check_choice((*path, "role"), user.role, [int(role) for role in Role])
        if user.is_bot:
            self._check_choice((*path, "bot_type"), user.bot_type, [int(one) for one in BotType])
        visible = [int(one) for one in EmailVisibility]
        self._check_choice((*path, "email_address_visibility"), user.email_address_visibility, visible)
        if user.bot_owner_id is not None and not user.is_system_bot:
            self._check_id((*path, "bot_owner_id"), user.bot_owner_id, self._users, "account")
        if user.date_joined is not None and not _is_time(user.date_joined):
            what = f"{user.date_joined!r} is no point in time"
            self._complain((*path, "date_joined"), what, "Write it as 2026-01-31T12:00:00+00:00.")
        self._check_key(path, user.api_key)
        if user.password_hash is not None and not is_password_hash(user.password_hash):
            what = "this is no digest of a password"
            self._complain((*path, "password_hash"), what, "Write `password` instead, in clear.")

    def _check_key(self, path: Path, key: str | None) -> None:
        if key is not None and not is_key(key):
            what = "an API key has 32 letters and digits"
            self._complain((*path, "api_key"), what, "Leave it out, and one is made.")

    def _check_logins(self) -> None:
        for name, login in self._state.accounts.items():
            self._check_id(("accounts", name, "user_id"), login.user_id, self._users, "account")
            self._check_key(("accounts", name), login.api_key)

    def _check_channel(self, path: Path, channel: Channel) -> None:
        if channel.creator_id is not None:
            self._check_id((*path, "creator_id"), channel.creator_id, self._users, "account")
        if channel.folder_id is not None:
            self._check_id((*path, "folder_id"), channel.folder_id, self._folders, "folder")
        self._check_choice((*path, "stream_post_policy"), channel.stream_post_policy, [1, 2, 3, 4])
        self._check_permissions(path, channel.groups)

    def _check_permissions(self, path: Path, permissions: Mapping[str, int | Holders]) -> None:
        for name, setting in permissions.items():
            if isinstance(setting, int):
                self._check_id((*path, name), setting, self._groups, "group")
                continue
            here = (*path, name)
            self._check_ids((*here, "direct_members"), setting.direct_members, self._users, "account")
            self._check_ids((*here, "direct_subgroups"), setting.direct_subgroups, self._groups, "group")

    def _check_subscriptions(self) -> None:
        state = self._state
        for place, some in (
            ("subscriptions", state.subscriptions),
            ("former_subscriptions", state.former_subscriptions),
        ):
            for number, one in enumerate(some):
                self._check_id((place, number, "user_id"), one.user_id, self._users, "account")
                self._check_id((place, number, "stream_id"), one.stream_id, self._channels, "channel")
        self._check_ids(("default_channels",), state.default_channels, self._channels, "channel")

    def _check_groups(self) -> None:
        for number, group in enumerate(self._state.user_groups):
            path: Path = ("user_groups", number)
            if group.name.startswith(ROLE) and not group.is_system_group:
                what = f"{group.name!r} is the name of a system group"
                self._complain((*path, "name"), what, "Add `is_system_group: true`, or choose another name.")
            self._check_permissions(path, group.groups)
            self._check_ids((*path, "members"), group.members, self._users, "account")
            self._check_ids((*path, "direct_subgroup_ids"), group.direct_subgroup_ids, self._groups, "group")

    def _check_linkifiers(self) -> None:
        self._check_unique("linkifiers", "id", self._state.linkifiers, lambda linkifier: linkifier.id)
        for number, linkifier in enumerate(self._state.linkifiers):
            try:
                LinkPattern(linkifier.pattern, linkifier.url_template)
            except re2.error:
                what = f"{linkifier.pattern!r} is no regular expression of RE2's language"
                self._complain(("linkifiers", number, "pattern"), what, "Correct it.")

    def _check_message(self, path: Path, message: Message) -> None:
        self._check_id((*path, "sender_id"), message.sender_id, self._users, "account")
        if message.type == "stream":
            self._check_id((*path, "stream_id"), message.stream_id, self._channels, "channel")
        elif message.type == "private":
            self._check_ids((*path, "to"), message.to, self._users, "account")
            if message.sender_id not in message.to:
                self._complain((*path, "to"), "the sender is not among the people", "Add the sender.")
        else:
            what = f"{message.type!r} is no type of message"
            self._complain((*path, "type"), what, "Write `stream` or `private`.")
        for user_id, words in message.user_flags.items():
            here = (*path, "user_flags", str(user_id))
            self._check_id(here, user_id, self._users, "account")
            for place, word in enumerate(words):
                if word not in NAMES and word not in _DEPRECATED_FLAGS:
                    self._complain(
                        (*here, place), f"there is no flag {word!r}", f"Known: {', '.join(NAMES)}."
                    )
        self._check_reactions(path, message.reactions)

    def _check_recipients(self) -> None:
        """Check that a number stands for one conversation and a conversation for one number."""
        spoken_of: dict[object, object] = {}
        for channel in self._state.channels:
            if channel.recipient_id is not None:
                spoken_of[channel.recipient_id] = channel.stream_id
        for number, message in enumerate(self._state.messages):
            people = frozenset(message.to)
            if message.type != "private" or len(people) < 3 or message.recipient_id is None:
                continue
            taken = spoken_of.setdefault(message.recipient_id, people) != people
            if taken or spoken_of.setdefault(people, message.recipient_id) != message.recipient_id:
                what = f"the number {message.recipient_id} and these people do not belong together elsewhere"
                self._complain(("messages", number, "recipient_id"), what, "Leave it out, and one is made.")

    def _check_reactions(self, path: Path, reactions: Iterable[Reaction]) -> None:
        for number, reaction in enumerate(reactions):
            here = (*path, "reactions", number, "user_id")
            self._check_id(here, reaction.user_id, self._users, "account")

    def _check_ids(self, path: Path, numbers: Iterable[int], known: Container[int | None], kind: str) -> None:
        for place, number in enumerate(numbers):
            self._check_id((*path, place), number, known, kind)

    def _check_id(self, path: Path, number: int | None, known: Container[int | None], kind: str) -> None:
        if number not in known:
            self._complain(path, f"there is no {kind} {number}", _REMOVE)

    def _check_choice(self, path: Path, value: int | None, choices: Sequence[int]) -> None:
        if value not in choices:
            self._complain(path, f"{value} is none of {', '.join(map(str, choices))}", "Choose one of them.")

    def _check_unique(
        self, place: str, key: str, records: Sequence[Record], value_of: Callable[[Record], object]
    ) -> None:
        counts = Counter(map(value_of, records))
        for number, record in enumerate(records):
            if counts[value_of(record)] > 1:
                what = f"{value_of(record)!r} is given twice"
                self._complain((place, number, key), what, "Remove one, or choose another.")


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
