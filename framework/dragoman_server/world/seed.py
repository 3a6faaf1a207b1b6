"""Makes a living world of a world file; IDs that are not given follow from the order of the file."""

from collections.abc import Iterable

from dragoman_server import emoji
from dragoman_server.actions.messages import held_by
from dragoman_server.clock import Clock
from dragoman_server.payloads.channels import new_subscription
from dragoman_server.rendering import render_description, render_message
from dragoman_server.settings import ServerSettings
from dragoman_server.world.addresses import email_of
from dragoman_server.world.checking import check_world, read_ago
from dragoman_server.world.file import WorldFile
from dragoman_server.world.flags import Flag
from dragoman_server.world.groups import ADMINISTRATORS, FULL_MEMBERS, MODERATORS
from dragoman_server.world.keys import random_key
from dragoman_server.world.problems import Problem, WorldError
from dragoman_server.world.reading import Path, write_path
from dragoman_server.world.records import (
    BotService,
    BotType,
    Channel,
    EmailVisibility,
    Group,
    GroupSetting,
    Message,
    Organization,
    Reaction,
    Recipient,
    Role,
    User,
)
from dragoman_server.world.schema import Bot, Person, Said
from dragoman_server.world.schema import Channel as ChannelWords
from dragoman_server.world.world import World

# Each kind begins at a number of its own, so that an ID of one kind taken for another is noticed.
FIRST_USER, FIRST_GROUP, FIRST_CHANNEL, FIRST_MESSAGE = 11, 21, 31, 101

_ROLES = {
    "owner": Role.OWNER,
    "administrator": Role.ADMINISTRATOR,
    "moderator": Role.MODERATOR,
    "member": Role.MEMBER,
    "guest": Role.GUEST,
}
_BOT_TYPES = {
    "generic": BotType.GENERIC,
    "incoming webhook": BotType.INCOMING_WEBHOOK,
    "outgoing webhook": BotType.OUTGOING_WEBHOOK,
}
_POSTING = {"full members": FULL_MEMBERS, "moderators": MODERATORS, "administrators": ADMINISTRATORS}
_DAY = 86400


def seed_world(file: WorldFile, settings: ServerSettings, clock: Clock) -> World:
    """Return the organisation of `file` as it is at this moment of `clock`."""
    _check(file)
    organization = Organization(
        name=file.organization.name,
        description=file.organization.description,
        string_id=file.organization.short_name,
        bot_domain=file.organization.domain,
        date_created=int(clock.now()) - 90 * _DAY,
        empty_topic_name=file.organization.empty_topic_name,
        mandatory_topics=file.organization.topics_required,
    )
    seeder = _Seeder(file, World(organization, settings, clock))
    seeder.seed()
    return seeder.world


def _check(file: WorldFile) -> None:
    problems: list[Problem] = []

    def complain(path: Path, what: str, mend: str) -> None:
        place = write_path(path)
        problems.append(Problem(file="", line=0, column=0, place=place, what=what, mend=mend))

    check_world(file, complain)
    if problems:
        raise WorldError(*problems)


def _services(account: Person | Bot) -> tuple[BotService, ...]:
    """Return what a bot is called for."""
    if not isinstance(account, Bot) or account.url is None:
        return ()
    return (BotService(name=account.name, base_url=account.url, token=account.token or random_key()),)


class _Seeder:
    def __init__(self, file: WorldFile, world: World) -> None:
        self.world = world
        self._file = file
        self._ids: dict[str, int] = {}
        """Who is who, by name."""

    def seed(self) -> None:
        world = self.world
        self._add_notification_bot()
        accounts: tuple[Person | Bot, ...] = (*self._file.people, *self._file.bots)
        numbers = _number([one.id for one in accounts], FIRST_USER)
        self._ids = {account.name: number for account, number in zip(accounts, numbers, strict=True)}
        for account in accounts:
            self._add_account(account)
        self._add_groups()
        for words, number in zip(
            self._file.channels, _number([one.id for one in self._file.channels], FIRST_CHANNEL), strict=True
        ):
            self._add_channel(words, number)
        self._add_history()
        for kind, ids in (("user", self._ids.values()), ("channel", world.channels)):
            world.number_from(kind, max(ids, default=0) + 1)

    def _add_notification_bot(self) -> None:
        bot = User(
            user_id=1,
            full_name="Notification Bot",
            email="notification-bot@zulip.com",
            delivery_email="notification-bot@zulip.com",
            bot_type=BotType.GENERIC,
            is_system_bot=True,
            date_joined=float(self.world.organization.date_created),
        )
        self.world.users.put(bot)
        self.world.keys.set_key(bot.user_id, random_key())

    def _add_account(self, account: Person | Bot) -> None:
        world = self.world
        user_id, domain = self._ids[account.name], self._file.organization.domain
        email = email_of(account, domain)
        hides = isinstance(account, Person) and account.hides_email
        user = User(
            user_id=user_id,
            full_name=account.name,
            delivery_email=email,
            email=f"user{user_id}@{domain}" if hides else email,
            role=_ROLES[account.role],
            can_create_users=_ROLES[account.role] == Role.OWNER,
            is_active=account.active,
            bot_type=_BOT_TYPES[account.type] if isinstance(account, Bot) else None,
            bot_owner_id=self._ids[account.owner] if isinstance(account, Bot) and account.owner else None,
            services=_services(account),
            date_joined=float(world.organization.date_created),
            timezone=account.timezone if isinstance(account, Person) else "",
            email_visibility=EmailVisibility.ADMINISTRATORS if hides else EmailVisibility.EVERYONE,
        )
        world.users.put(user)
        world.keys.set_key(user_id, account.api_key or random_key())
        if isinstance(account, Person) and account.password is not None:
            world.keys.set_password_later(user_id, account.password)

    def _add_groups(self) -> None:
        groups = self._file.user_groups
        for words, number in zip(groups, _number([one.id for one in groups], FIRST_GROUP), strict=True):
            group = Group(
                id=number,
                name=words.name,
                description=words.description,
                members=frozenset(self._ids[name] for name in words.members),
                creator_id=None,
                date_created=self.world.organization.date_created,
            )
            self.world.groups.put(group)
        self.world.number_from("group", max(group.id for group in self.world.groups) + 1)

    def _add_channel(self, words: ChannelWords, channel_id: int) -> None:
        world = self.world
        creator = None if words.creator is None else self._ids[words.creator]
        author = world.users[creator] if creator is not None else world.notification_bot
        groups: dict[str, GroupSetting] = {}
        if words.posting != "everyone":
            groups["can_send_message_group"] = world.groups.system(_POSTING[words.posting])
        world.channels[channel_id] = Channel(
            id=channel_id,
            name=words.name,
            description=words.description,
            rendered_description=render_description(world, author, words.description),
            date_created=world.organization.date_created,
            creator_id=creator,
            invite_only=words.privacy == "private",
            is_web_public=words.privacy == "web-public",
            history_public=words.history == "shared",
            is_default=words.default,
            topics_policy=words.topics_policy,
            groups=groups,
        )
        for user_id in self._subscribers(words):
            world.put_subscription(new_subscription(world, user_id, channel_id))

    def _subscribers(self, words: ChannelWords) -> list[int]:
        if words.subscribers == "everyone":
            return sorted(
                user.user_id for user in self.world.users if not user.is_system_bot and user.is_active
            )
        return [self._ids[name] for name in words.subscribers]

    def _add_history(self) -> None:
        """Add what was said, the oldest first, so that IDs and times rise together."""
        said = [
            (one, self._channel_recipient(words), topic.name)
            for words in self._file.channels
            for topic in words.topics
            for one in topic.messages
        ]
        said += [
            (one, self.world.direct_recipient(self._ids[name] for name in words.between), "")
            for words in self._file.direct_messages
            for one in words.messages
        ]
        said.sort(key=lambda entry: -(read_ago(entry[0].ago) or 0))
        numbers = _number([one.id for one, _, _ in said], FIRST_MESSAGE)
        for (one, recipient, topic), number in zip(said, numbers, strict=True):
            self._add_message(one, recipient, topic, number)
        self.world.number_from("message", max(numbers, default=FIRST_MESSAGE - 1) + 1)

    def _channel_recipient(self, words: ChannelWords) -> Recipient:
        channel = self.world.channel_named(words.name)
        assert channel is not None
        return self.world.channel_recipient(channel.id)

    def _add_message(self, said: Said, recipient: Recipient, topic: str, number: int) -> None:
        world, sender = self.world, self.world.users[self._ids[said.sender]]
        content = said.text.strip()
        rendered = render_message(world, sender, content)
        world.messages.put(
            Message(
                id=number,
                sender_id=sender.user_id,
                recipient=recipient,
                topic=topic,
                content=content,
                rendered=rendered.html,
                timestamp=int(world.clock.now()) - (read_ago(said.ago) or 0),
                client="website",
                holds=held_by(rendered),
                reactions=tuple(
                    Reaction(one.emoji, emoji.code_of(one.emoji) or "", "unicode_emoji", self._ids[one.by])
                    for one in said.reactions
                ),
            )
        )
        unread_by = {self._ids[name] for name in said.unread_by}
        channel_id = recipient.channel_id
        receivers = recipient.user_ids if channel_id is None else world.subscriber_ids(channel_id)
        for user_id in receivers:
            flags = Flag.MENTIONED if user_id in rendered.mentioned_user_ids else 0
            world.set_flags(user_id, number, flags if user_id in unread_by else flags | Flag.READ)


def _number(given: Iterable[int | None], first: int) -> list[int]:
    """Return an ID for each: the one that was given, or else the next that nobody was given."""
    wanted = list(given)
    taken, numbers, candidate = {one for one in wanted if one is not None}, list[int](), first
    for one in wanted:
        while one is None and candidate in taken:
            candidate += 1
        numbers.append(candidate if one is None else one)
        taken.add(numbers[-1])
    return numbers
