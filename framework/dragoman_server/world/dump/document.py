"""A dump as it was read: an organisation with its IDs and its whole history."""

from collections.abc import Mapping
from typing import Any

import msgspec

from dragoman_server.world.addresses import local_part
from dragoman_server.world.dump.schema import BotService, State, Subscription, User
from dragoman_server.world.file import WorldFile
from dragoman_server.world.kept import Kept
from dragoman_server.world.records import BotType
from dragoman_server.world.schema import BotTypeWord

FIRST_COLOR = "#76ce90"

_KINDS: Mapping[BotTypeWord, BotType] = {
    "generic": BotType.GENERIC,
    "incoming webhook": BotType.INCOMING_WEBHOOK,
    "outgoing webhook": BotType.OUTGOING_WEBHOOK,
}


class WorldDump(WorldFile, frozen=True, kw_only=True):
    """A world file whose organisation is told by `state` instead of in words."""

    state: State
    kept: Kept = Kept()

    @property
    def unmodelled(self) -> tuple[str, ...]:
        """Where the document says what this server keeps and hands back but does not act on."""
        return self.kept.paths()

    def with_bot(self, name: str, *, owner: str | None = None, kind: BotTypeWord = "generic") -> "WorldDump":
        """Return the same world with a bot of that name, which follows the public channels.

        A world that has it already is returned as it is. Without an owner the first of the people is it.
        """
        if any(user.is_bot and user.full_name == name for user in self.state.users):
            return self
        people = [user for user in self.state.users if not user.is_bot and owner in (None, user.full_name)]
        taken = [*(user.user_id for user in self.state.users), *self._strange_ids()]
        email = f"{local_part(name).removesuffix('-bot')}-bot@{self.state.realm.settings.bot_domain}"
        bot = User(
            user_id=max(taken, default=0) + 1,
            full_name=name,
            delivery_email=email,
            email=email,
            is_bot=True,
            bot_type=_KINDS[kind],
            bot_owner_id=people[0].user_id if people else None,
        )
        followed = tuple(
            Subscription(user_id=bot.user_id, stream_id=channel.stream_id, color=FIRST_COLOR)
            for channel in self.state.channels
            if not channel.invite_only
        )
        return self._with_state(
            users=(*self.state.users, bot), subscriptions=(*self.state.subscriptions, *followed)
        )

    def with_keys(self, keys: Mapping[str, str], tokens: Mapping[str, str] | None = None) -> "WorldDump":
        """Return the same world in which the accounts with these addresses have these API keys.

        Outgoing-web-hook bots have these tokens. What the dump itself gives is kept.
        """
        addresses = {user.user_id: user.delivery_email for user in self.state.users}
        given = {login.user_id for login in self.state.accounts.values() if login.api_key is not None}
        return self._with_state(
            users=tuple(
                user
                if user.api_key is not None or user.user_id in given
                else msgspec.structs.replace(user, api_key=keys.get(user.delivery_email))
                for user in self.state.users
            ),
            bot_services=tuple(
                _with_token(one, (tokens or {}).get(addresses.get(one.user_profile_id, ""), ""))
                for one in self.state.bot_services
            ),
        )

    def _strange_ids(self) -> list[int]:
        return [user["user_id"] for user in self.kept.strangers if isinstance(user.get("user_id"), int)]

    def _with_state(self, **changes: Any) -> "WorldDump":
        return msgspec.structs.replace(self, state=msgspec.structs.replace(self.state, **changes))


def _with_token(service: BotService, token: str) -> BotService:
    return service if service.token else msgspec.structs.replace(service, token=token)
