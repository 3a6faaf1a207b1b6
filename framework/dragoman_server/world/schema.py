"""The keys of a world file. Everything but names may be left out."""

from typing import Literal

import msgspec

RoleWord = Literal["owner", "administrator", "moderator", "member", "guest"]
BotTypeWord = Literal["generic", "incoming webhook", "outgoing webhook"]


class Organization(msgspec.Struct, frozen=True, kw_only=True):
    """The organisation itself."""

    name: str = "Organization"
    description: str = ""
    domain: str = "example.test"
    """What stands behind the @ of addresses that are not given."""

    short_name: str = "dragoman"
    empty_topic_name: str = "general chat"
    topics_required: bool = False


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody with an account."""

    name: str
    email: str | None = None
    role: RoleWord = "member"
    timezone: str = ""
    active: bool = True
    hides_email: bool = False
    """Whether only administrators see the address."""

    password: str | None = None
    api_key: str | None = None
    """Left out, a new random one is made at each start."""

    id: int | None = None


class Bot(msgspec.Struct, frozen=True, kw_only=True):
    """An account for a program."""

    name: str
    owner: str | None = None
    type: BotTypeWord = "generic"
    url: str | None = None
    """Where what is said to an outgoing-web-hook bot is posted."""

    token: str | None = None
    """What each such post carries. Left out, a new random one is made at each start."""

    role: RoleWord = "member"
    email: str | None = None
    active: bool = True
    api_key: str | None = None
    id: int | None = None


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """A named set of people, to be mentioned together."""

    name: str
    description: str = ""
    members: tuple[str, ...] = ()
    id: int | None = None


class Reacted(msgspec.Struct, frozen=True, kw_only=True):
    """An emoji under a message."""

    emoji: str
    by: str


class Said(msgspec.Struct, frozen=True, kw_only=True, rename={"sender": "from"}):
    """One message of the history."""

    sender: str
    text: str
    ago: str = "1 hour"
    """How long before the start it was said: `3 days`, `2 hours`, `15 minutes`."""

    reactions: tuple[Reacted, ...] = ()
    unread_by: tuple[str, ...] = ()
    """Who has not read it yet; history counts as read by everybody else."""

    id: int | None = None


class Topic(msgspec.Struct, frozen=True, kw_only=True):
    """What was said about one thing."""

    name: str
    messages: tuple[Said, ...] = ()


class Channel(msgspec.Struct, frozen=True, kw_only=True):
    """A place for topics."""

    name: str
    description: str = ""
    privacy: Literal["public", "private", "web-public"] = "public"
    history: Literal["shared", "protected"] = "shared"
    """Whether those who come later see what was said before; protected only for private channels."""

    posting: Literal["everyone", "full members", "moderators", "administrators"] = "everyone"
    topics_policy: Literal["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"] = (
        "inherit"
    )
    default: bool = False
    """Whether new people follow it from the start."""

    creator: str | None = None
    subscribers: Literal["everyone"] | tuple[str, ...] = ()
    topics: tuple[Topic, ...] = ()
    id: int | None = None


class Conversation(msgspec.Struct, frozen=True, kw_only=True):
    """Direct messages between a few."""

    between: tuple[str, ...]
    messages: tuple[Said, ...] = ()
