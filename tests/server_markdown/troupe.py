"""A small organisation to render messages for."""

from dragoman_server.markdown import CustomEmoji, NamedChannel, NamedGroup, NamedUser
from dragoman_server.markdown.link_pattern import LinkPattern

USERS = (
    NamedUser(user_id=26, full_name="Cordelia, Lear's daughter"),
    NamedUser(user_id=28, full_name="King Hamlet"),
    NamedUser(user_id=29, full_name="Iago"),
    NamedUser(user_id=32, full_name="Prospero", is_active=False),
    NamedUser(user_id=40, full_name="Twin"),
    NamedUser(user_id=41, full_name="Twin"),
    NamedUser(user_id=42, full_name='<b>&"Eve"'),
)
GROUPS = (
    NamedGroup(group_id=65, name="hamletcharacters"),
    NamedGroup(group_id=66, name="disbanded", is_active=False),
)
CHANNELS = (
    NamedChannel(channel_id=17, name="Verona"),
    NamedChannel(channel_id=24, name="Denmark"),
    NamedChannel(channel_id=30, name="core team & co"),
)


class Troupe:
    """The organisation as the renderer asks about it."""

    realm_url = "https://chat.example"
    linkifiers: tuple[LinkPattern, ...] = ()

    def user_named(self, full_name: str) -> NamedUser | None:
        found = [user for user in USERS if user.full_name.lower() == full_name.lower()]
        return found[0] if len(found) == 1 else None

    def user_with_id(self, user_id: int) -> NamedUser | None:
        return next((user for user in USERS if user.user_id == user_id), None)

    def group_named(self, name: str) -> NamedGroup | None:
        return next((group for group in GROUPS if group.name == name.lower()), None)

    def channel_named(self, name: str) -> NamedChannel | None:
        return next((channel for channel in CHANNELS if channel.name == name), None)

    def emoji_named(self, name: str) -> CustomEmoji | None:
        if name != "green_tick":
            return None
        return CustomEmoji(name=name, source_url="/user_avatars/6/emoji/images/2.png")
