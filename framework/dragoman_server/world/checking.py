"""Checks a world for what its shape cannot say: names that name nobody, numbers given twice."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from dragoman_server import emoji
from dragoman_server.world.addresses import email_of
from dragoman_server.world.keys import is_key
from dragoman_server.world.reading import Path, suggest
from dragoman_server.world.schema import Bot, Channel, Conversation, Group, Organization, Person, Said

_AGO = re.compile(r"(?P<count>\d{1,6}) (?P<unit>second|minute|hour|day|week)s?")
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
_EMAIL = re.compile(r"[^@\s:]+@[^@\s:]+")

Complain = Callable[[Path, str, str], object]


class World(Protocol):
    """The parts of a world file."""

    @property
    def organization(self) -> Organization:
        """The organisation itself."""
        ...

    @property
    def people(self) -> tuple[Person, ...]:
        """Its people."""
        ...

    @property
    def bots(self) -> tuple[Bot, ...]:
        """Its bots."""
        ...

    @property
    def user_groups(self) -> tuple[Group, ...]:
        """Its groups."""
        ...

    @property
    def channels(self) -> tuple[Channel, ...]:
        """Its channels."""
        ...

    @property
    def direct_messages(self) -> tuple[Conversation, ...]:
        """Its direct messages."""
        ...


def read_ago(text: str) -> int | None:
    """Return the seconds of `3 days`; `None` if it is no span of time."""
    found = _AGO.fullmatch(text.strip())
    return int(found["count"]) * _SECONDS[found["unit"]] if found else None


def check_world(world: World, complain: Complain) -> None:
    """Complain about everything in `world` that cannot be."""
    _Checker(world, complain).check()


class _Checker:
    def __init__(self, world: World, complain: Complain) -> None:
        self._world = world
        self._complain = complain
        self._people = [person.name for person in world.people]
        self._everybody = [*self._people, *(bot.name for bot in world.bots)]

    def check(self) -> None:
        world = self._world
        if not world.people:
            self._complain((), "there are no people", "Add `people:` with at least one name.")
        self._check_unique("people", "name", world.people, self._everybody)
        self._check_unique("bots", "name", world.bots, self._everybody)
        for place, records in (("user_groups", world.user_groups), ("channels", world.channels)):
            self._check_unique(place, "name", records, [one.name for one in records])
            self._check_unique(place, "id", records, [one.id for one in records])
        accounts: tuple[Person | Bot, ...] = (*world.people, *world.bots)
        for place, some in (("people", world.people), ("bots", world.bots)):
            self._check_unique(place, "id", some, [one.id for one in accounts])
            self._check_unique(place, "email", some, [one.email for one in accounts])
        self._check_accounts()
        for number, group in enumerate(world.user_groups):
            self._check_names(("user_groups", number, "members"), group.members)
        for number, channel in enumerate(world.channels):
            self._check_channel(("channels", number), channel)
        for number, conversation in enumerate(world.direct_messages):
            self._check_conversation(("direct_messages", number), conversation)

    def _check_accounts(self) -> None:
        kinds: dict[str, Sequence[Person | Bot]] = {"people": self._world.people, "bots": self._world.bots}
        for place, accounts in kinds.items():
            for number, account in enumerate(accounts):
                if account.api_key is not None and not is_key(account.api_key):
                    what = "an API key has 32 letters and digits"
                    self._complain((place, number, "api_key"), what, "Leave it out, and one is made.")
                if account.email is not None and not _EMAIL.fullmatch(account.email):
                    self._complain(
                        (place, number, "email"), f"{account.email!r} is no address", "Write name@domain."
                    )
        for number, bot in enumerate(self._world.bots):
            if bot.owner is not None:
                self._check_name(("bots", number, "owner"), bot.owner, self._people)
            self._check_token(("bots", number, "token"), bot)
            if bot.url is not None and bot.type != "outgoing webhook":
                what = "only an outgoing webhook is called somewhere"
                self._complain(("bots", number, "url"), what, "Remove it, or write `type: outgoing webhook`.")
            elif bot.url is not None and not bot.url.startswith(("http://", "https://")):
                what = f"{bot.url!r} is no address of a web-hook"
                self._complain(("bots", number, "url"), what, "Write http://host:port/path.")
        self._check_made_addresses(kinds)

    def _check_token(self, place: Path, bot: Bot) -> None:
        if bot.token is None:
            return
        if bot.url is None:
            what = "only an outgoing webhook that is called somewhere has a token"
            self._complain(place, what, "Remove it, or write a `url:`.")
        elif not is_key(bot.token):
            self._complain(place, "a token has 32 letters and digits", "Leave it out, and one is made.")

    def _check_made_addresses(self, kinds: dict[str, Sequence[Person | Bot]]) -> None:
        """Complain when two names lead to one address."""
        domain = self._world.organization.domain
        made = Counter(email_of(one, domain).lower() for accounts in kinds.values() for one in accounts)
        for place, accounts in kinds.items():
            for number, account in enumerate(accounts):
                address = email_of(account, domain).lower()
                if account.email is None and made[address] > 1:
                    what = f"two accounts would have the address {address!r}"
                    self._complain((place, number, "name"), what, "Give one of them an `email:` of its own.")

    def _check_channel(self, path: Path, channel: Channel) -> None:
        if len(channel.name) > 60:
            self._complain((*path, "name"), "a channel's name has at most 60 characters", "Shorten it.")
        if channel.history == "protected" and channel.privacy != "private":
            what = "only a private channel can have a protected history"
            self._complain((*path, "history"), what, "Remove it, or write `privacy: private`.")
        if channel.creator is not None:
            self._check_name((*path, "creator"), channel.creator, self._everybody)
        if channel.subscribers != "everyone":
            self._check_names((*path, "subscribers"), channel.subscribers)
        for number, topic in enumerate(channel.topics):
            if len(topic.name) > 60:
                self._complain(
                    (*path, "topics", number, "name"), "a topic has at most 60 characters", "Shorten it."
                )
            self._check_messages((*path, "topics", number, "messages"), topic.messages, self._everybody)

    def _check_conversation(self, path: Path, conversation: Conversation) -> None:
        self._check_names((*path, "between"), conversation.between)
        self._check_messages((*path, "messages"), conversation.messages, list(conversation.between))

    def _check_messages(self, path: Path, messages: Iterable[Said], speakers: list[str]) -> None:
        for number, said in enumerate(messages):
            here = (*path, number)
            self._check_name((*here, "from"), said.sender, speakers)
            self._check_names((*here, "unread_by"), said.unread_by)
            if not said.text.strip():
                self._complain((*here, "text"), "a message must not be empty", "Write something.")
            if read_ago(said.ago) is None:
                what = f"{said.ago!r} is no span of time"
                self._complain((*here, "ago"), what, "Write `3 days`, `2 hours` or `15 minutes`.")
            for place, reaction in enumerate(said.reactions):
                self._check_name((*here, "reactions", place, "by"), reaction.by, self._everybody)
                if emoji.code_of(reaction.emoji) is None:
                    what = f"there is no emoji {reaction.emoji!r}"
                    self._complain((*here, "reactions", place, "emoji"), what, "Write a name such as `tada`.")

    def _check_names(self, path: Path, names: Iterable[str]) -> None:
        for number, name in enumerate(names):
            self._check_name((*path, number), name, self._everybody)

    def _check_name(self, path: Path, name: str, known: list[str]) -> None:
        if name not in known:
            self._complain(path, f"there is nobody called {name!r}", suggest(name, known))

    def _check_unique(
        self, place: str, key: str, records: Iterable[object], values: Sequence[object]
    ) -> None:
        twice = {value for value, count in Counter(values).items() if value is not None and count > 1}
        for number, record in enumerate(records):
            value = getattr(record, key)
            if value in twice:
                self._complain((place, number, key), f"{value!r} is given twice", "Choose another one.")
