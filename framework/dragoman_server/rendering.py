"""Renders message text for one sender, who mentions and links only what they may see."""

from dragoman_server.markdown import Rendered, render
from dragoman_server.markdown.directory import CustomEmoji, NamedChannel, NamedGroup, NamedUser
from dragoman_server.markdown.link_pattern import LinkPattern
from dragoman_server.world.access import may_see_channel
from dragoman_server.world.records import User
from dragoman_server.world.world import World


class SenderDirectory:
    """The names that `sender` may refer to."""

    def __init__(self, world: World, sender: User) -> None:
        """Look at `world` with the sender's eyes."""
        self._world = world
        self._sender = sender

    @property
    def realm_url(self) -> str:
        """The organisation's address."""
        return self._world.url

    @property
    def linkifiers(self) -> tuple[LinkPattern, ...]:
        """The organisation's linkifiers."""
        return self._world.linkifiers.patterns

    def user_named(self, full_name: str) -> NamedUser | None:
        """Return the one user of that name."""
        found = self._world.users.named(full_name)
        return _named(found[0]) if len(found) == 1 else None

    def user_with_id(self, user_id: int) -> NamedUser | None:
        """Return the user with that ID."""
        found = self._world.users.get(user_id)
        return None if found is None else _named(found)

    def group_named(self, name: str) -> NamedGroup | None:
        """Return the group of that name."""
        found = self._world.groups.named(name)
        return None if found is None else NamedGroup(group_id=found.id, name=found.name)

    def channel_named(self, name: str) -> NamedChannel | None:
        """Return the channel of exactly that name, if the sender may see it."""
        found = self._world.channel_named(name)
        if found is None or found.name != name or not may_see_channel(self._world, self._sender, found):
            return None
        return NamedChannel(channel_id=found.id, name=found.name)

    def emoji_named(self, name: str) -> CustomEmoji | None:
        """Return the organisation's own emoji of that name, if it is in use."""
        found = self._world.custom_emoji.named(name)
        return None if found is None else CustomEmoji(name=name, source_url=found.source_url)


def _named(user: User) -> NamedUser:
    return NamedUser(user_id=user.user_id, full_name=user.full_name, is_active=user.is_active)


def render_message(world: World, sender: User, content: str) -> Rendered:
    """Return what `content` looks like when `sender` says it, and whom it mentions."""
    return render(content, SenderDirectory(world, sender))


def render_description(world: World, author: User, description: str) -> str:
    """Return a channel's description as HTML."""
    return render(description, SenderDirectory(world, author)).html if description else ""
