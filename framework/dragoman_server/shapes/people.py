"""Users and bots."""

from typing import Annotated, NotRequired, TypedDict

from dragoman_server import levels
from dragoman_server.parameters import Offered


class Said(TypedDict):
    """What somebody wrote into a field of their profile."""

    value: str
    rendered_value: NotRequired[str]


class Known(TypedDict):
    """What everybody may know of an account."""

    user_id: int
    email: str
    delivery_email: str | None
    full_name: str
    role: int
    is_owner: bool
    is_admin: bool
    is_guest: bool
    is_bot: bool
    date_joined: str
    avatar_url: str | None
    avatar_version: int
    is_system_bot: NotRequired[bool]
    profile_data: NotRequired[dict[str, Said]]


class Listed(Known):
    """An account in the state, where active and former ones stand apart; visitors see less of it."""

    timezone: NotRequired[str]
    is_billing_admin: NotRequired[Annotated[bool, Offered(until=levels.BILLING_ADMIN_GONE)]]
    is_imported_stub: NotRequired[Annotated[bool, Offered(since=levels.IMPORTED_STUB)]]
    bot_type: NotRequired[int | None]
    bot_owner_id: NotRequired[int | None]


class Person(Known):
    """An account as another one sees it."""

    timezone: str
    is_billing_admin: Annotated[bool, Offered(until=levels.BILLING_ADMIN_GONE)]
    is_imported_stub: Annotated[bool, Offered(since=levels.IMPORTED_STUB)]
    bot_type: NotRequired[int | None]
    bot_owner_id: NotRequired[int | None]


class User(Person):
    """An account as another one sees it."""

    is_active: bool


class OwnUserFound(User):
    """The account that asks."""

    max_message_id: int


class UserFound(TypedDict):
    """One account."""

    user: User


class UsersFound(TypedDict):
    """All accounts that one may see."""

    members: list[User]


class UserCreated(TypedDict):
    """The ID of a new account."""

    user_id: int


class AvatarChanged(TypedDict):
    """The address of the account's picture."""

    avatar_url: str


class Service(TypedDict):
    """Where an outgoing-webhook bot is called."""

    base_url: str
    interface: int
    token: str


class Bot(TypedDict):
    """What a bot's keepers see of it beside the user."""

    user_id: int
    default_sending_stream: str | None
    default_events_register_stream: str | None
    default_all_public_streams: bool
    services: list[Service]
    email: Annotated[str, Offered(until=levels.BOT_OBJECTS_SLIM)]
    full_name: Annotated[str, Offered(until=levels.BOT_OBJECTS_SLIM)]
    bot_type: Annotated[int, Offered(until=levels.BOT_OBJECTS_SLIM)]
    is_active: Annotated[bool, Offered(until=levels.BOT_OBJECTS_SLIM)]
    api_key: Annotated[str, Offered(until=levels.BOT_OBJECTS_SLIM)]
    owner_id: Annotated[int | None, Offered(until=levels.BOT_OBJECTS_SLIM)]
    avatar_url: Annotated[str | None, Offered(until=levels.BOT_OBJECTS_SLIM)]


class BotDefaults(TypedDict):
    """Where a bot sends and listens if it does not say otherwise."""

    default_sending_stream: str | None
    default_events_register_stream: str | None
    default_all_public_streams: bool


class OwnBot(BotDefaults):
    """A bot in the list of one's own."""

    username: str
    full_name: str
    api_key: str
    avatar_url: str


class OwnBotsFound(TypedDict):
    """The bots that one owns."""

    bots: list[OwnBot]


class BotCreated(BotDefaults):
    """A new bot with its key."""

    user_id: int
    api_key: str
    avatar_url: str


class BotChanged(BotDefaults):
    """A bot as it is after a change, with what was sent of its service."""

    full_name: str
    avatar_url: str
    service_interface: int
    service_payload_url: str | None
    config_data: dict[str, str] | None
    bot_owner: NotRequired[str]


class KeyFound(TypedDict):
    """A key."""

    api_key: str


class Login(TypedDict):
    """With which address somebody logs in, and where."""

    email: str
    realm_url: str


class LoginsFound(TypedDict):
    """The people of a development server."""

    direct_admins: list[Login]
    direct_users: list[Login]
