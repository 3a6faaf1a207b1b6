"""Make bots, change them and give them new keys."""

from typing import Annotated, Literal

from dragoman.model import UNSET, BotAccount, File, Maybe, Secret
from dragoman.operations.operation import Answer, Done, Operation
from dragoman.operations.request import AsJson


class OwnBot(BotAccount):
    """A bot of one's own."""

    user_id: int | Maybe = UNSET  # type: ignore[assignment]
    """Feature level 474."""
    username: str | Maybe = UNSET
    """Its address."""
    api_key: Secret | Maybe = UNSET
    """Until feature level 473; ``GetBotApiKey`` tells it since."""


class OwnBotsFound(Answer):
    """One's own bots."""

    bots: tuple[OwnBot, ...]


class GetOwnBots(Operation[OwnBotsFound], method="GET", path="/bots"):
    """List the bots that one owns; for people but guests.

    Fails with code ``BAD_REQUEST`` for guests and bots.
    Source: not in the spec.
    """


class BotCreated(Answer):
    """A bot was made."""

    user_id: int
    api_key: Secret
    avatar_url: str | Maybe | None = UNSET
    default_sending_stream: str | Maybe | None = UNSET
    default_events_register_stream: str | Maybe | None = UNSET
    default_all_public_streams: bool | Maybe = UNSET


class CreateBot(Operation[BotCreated], method="POST", path="/bots"):
    """Make a bot that one owns; for people but guests.

    Fails with code ``BAD_REQUEST`` for a name that is taken or not valid, and when one may not; with
    ``BAD_IMAGE`` for a picture that is none.
    Source: not in the spec.
    """

    full_name: str
    short_name: str
    """What its address begins with."""
    bot_type: Literal[1, 2, 3, 4] | Maybe = UNSET
    """1 generic, 2 incoming web-hook, 3 outgoing web-hook, 4 embedded."""
    payload_url: Annotated[str | Maybe, AsJson] = UNSET
    """Where an outgoing web-hook sends to."""
    interface_type: Literal[1, 2] | Maybe = UNSET
    """1 as the server has it, 2 as Slack has it."""
    service_name: str | Maybe = UNSET
    config_data: dict[str, str] | Maybe = UNSET
    default_sending_stream: str | Maybe = UNSET
    """A channel's name; so is the next."""
    default_events_register_stream: str | Maybe = UNSET
    default_all_public_streams: bool | Maybe = UNSET
    file: File | Maybe = UNSET
    """Its picture."""


class BotChanged(Answer):
    """A bot as it is after a change."""

    full_name: str
    avatar_url: str | Maybe | None = UNSET
    service_interface: int | Maybe = UNSET
    """What was sent of its service; so for the next two."""
    service_payload_url: str | Maybe | None = UNSET
    config_data: dict[str, str] | Maybe | None = UNSET
    default_sending_stream: str | Maybe | None = UNSET
    default_events_register_stream: str | Maybe | None = UNSET
    default_all_public_streams: bool | Maybe = UNSET
    bot_owner: str | Maybe = UNSET
    """The address of who owns it."""


class UpdateBot(Operation[BotChanged], method="PATCH", path="/bots/{bot_id}", repeatable=True):
    """Change a bot; for its owner and for administrators.

    Fails with code ``BAD_REQUEST`` when there is none, one may not, or a value is not valid; with
    ``UNAUTHORIZED_PRINCIPAL`` for a role that only administrators or owners give; with ``BAD_IMAGE`` for a
    picture that is none.
    Source: not in the spec.
    """

    bot_id: int
    full_name: str | Maybe = UNSET
    role: Literal[100, 200, 300, 400, 600] | Maybe = UNSET
    bot_owner_id: int | Maybe = UNSET
    service_payload_url: Annotated[str | Maybe, AsJson] = UNSET
    service_interface: Literal[1, 2] | Maybe = UNSET
    config_data: dict[str, str] | Maybe = UNSET
    default_sending_stream: str | Maybe = UNSET
    default_events_register_stream: str | Maybe = UNSET
    default_all_public_streams: bool | Maybe = UNSET
    file: File | Maybe = UNSET
    """Its picture."""


class DeactivateBot(Operation[Done], method="DELETE", path="/bots/{bot_id}"):
    """Close a bot's account; for its owner and for administrators.

    Fails with code ``BAD_REQUEST`` when there is none or one may not.
    Source: not in the spec.
    """

    bot_id: int


class BotApiKey(Answer):
    """A bot's key."""

    api_key: Secret


class GetBotApiKey(Operation[BotApiKey], method="GET", path="/bots/{bot_id}/api_key", since=463):
    """Fetch a bot's key; for its owner and for administrators.

    Fails with code ``BAD_REQUEST`` when there is none or one may not.
    Source: not in the spec.
    """

    bot_id: int


class RegenerateBotApiKey(Operation[BotApiKey], method="POST", path="/bots/{bot_id}/api_key/regenerate"):
    """Get another key for a bot, whose present one is refused from then on.

    Fails with code ``BAD_REQUEST`` when there is none or one may not.
    Source: not in the spec.
    """

    bot_id: int
