"""The plugin itself: channels from the file at the start, and commands to join, leave and mute."""

from collections.abc import Iterable
from typing import TypeVar

from dragoman.errors import ApiError, RateLimited, UserError
from dragoman.model import Channel, Subscription
from dragoman.operations import (
    ChannelToJoin,
    GetChannels,
    GetSubscriptions,
    Operation,
    Subscribe,
    SubscriptionChange,
    Unsubscribe,
    UpdateSubscriptionProperties,
)
from dragoman.plugin import Context, MessageContext, Plugin, command
from dragoman.text import channel_link, escape
from dragoman_plugins.subscriptions.alignment import changes, joining
from dragoman_plugins.subscriptions.options import SubscriptionsOptions

T = TypeVar("T")


class Subscriptions(Plugin[SubscriptionsOptions]):
    """Keeps the bot in the channels that its file names, and lets moderators change that in chat."""

    def __init__(self, options: SubscriptionsOptions | None = None, *, name: str = "subscriptions") -> None:
        """Take the options."""
        super().__init__(options, name=name)

    async def start(self, context: Context) -> None:
        """Bring the subscriptions in line with the file; what cannot be done goes to the log."""
        if not self.options.wishes:
            return
        await self._join_all(context)
        wanted = changes(self.options.wishes, await subscriptions(context))
        if wanted:
            await context.zulip(UpdateSubscriptionProperties(subscription_data=wanted))
            context.log.info(
                "subscription settings changed", changes=[described(change) for change in wanted]
            )

    async def _join_all(self, context: Context) -> None:
        """Join what is missing, making channels only where that is allowed."""
        channels = (await context.zulip(GetChannels())).streams
        plan = joining(
            self.options.wishes, channels, await subscriptions(context), create=self.options.create
        )
        for name in plan.missing:
            context.log.error(
                "channel does not exist",
                channel=name,
                mend="Make it, let the bot see it, or set create: true",
            )
        wanted = (*plan.existing, *plan.new)
        if not wanted:
            return
        answer = await context.zulip(Subscribe(subscriptions=wanted, authorization_errors_fatal=False))
        for name in answer.unauthorized:
            context.log.error("channel not joined", channel=name, mend="Subscribe the bot to it")
        joined = [channel.name for channel in wanted if channel.name not in answer.unauthorized]
        if joined:
            context.log.info("channels joined", channels=joined, made=[channel.name for channel in plan.new])

    @command("channels", help="List the channels that I am in, and those that I could join")
    async def channels(self, context: MessageContext) -> None:
        """List the channels; private ones only for those who are in them."""
        own = await subscriptions(context, members=True)
        seen = [each for each in own if not each.invite_only or is_member(context.sender.user_id, each)]
        ids = {each.stream_id for each in own}
        others = [each for each in (await context.zulip(GetChannels())).streams if each.stream_id not in ids]
        public = [each for each in others if not each.invite_only and not each.is_archived]
        await context.reply(
            "\n\n".join(
                part
                for part in (
                    listed("I am in these channels:", seen) or "I am in no channel.",
                    listed("I could join these:", public),
                )
                if part
            )
        )

    @command("join <channel...>", help="Have me join a channel", access="moderator")
    async def join(self, context: MessageContext, channel: Channel) -> None:
        """Join a channel that exists."""
        self._check_visible(channel, await self._own(context, channel), context)
        answer = await asked(context, Subscribe(subscriptions=(ChannelToJoin(name=channel.name),)))
        done = any(channel.name in names for names in answer.subscribed.values())
        await context.reply(f"I {'joined' if done else 'am already in'} {channel_link(channel)}.")

    @command("leave <channel...>", help="Have me leave a channel", access="moderator")
    async def leave(self, context: MessageContext, channel: Channel) -> None:
        """Leave a channel."""
        self._check_visible(channel, await self._subscription(context, channel), context)
        await asked(context, Unsubscribe(subscriptions=(channel.name,)))
        again = channel.name.casefold() in {name.casefold() for name in self.options.wishes}
        note = " My file names it, so I shall join it again when I am started anew." if again else ""
        await context.reply(f"I left {channel_link(channel)}.{note}")

    @command("mute <channel...>", help="Mute a channel for me", access="moderator")
    async def mute(self, context: MessageContext, channel: Channel) -> None:
        """Mute a channel that the bot is in."""
        await self._set_muted(context, channel, muted=True)

    @command("unmute <channel...>", help="Unmute a channel for me", access="moderator")
    async def unmute(self, context: MessageContext, channel: Channel) -> None:
        """Unmute a channel that the bot is in."""
        await self._set_muted(context, channel, muted=False)

    async def _set_muted(self, context: MessageContext, channel: Channel, *, muted: bool) -> None:
        own = await self._subscription(context, channel)
        self._check_visible(channel, own, context)
        word = "muted" if muted else "not muted"
        if own.is_muted == muted:
            await context.reply(f"{channel_link(channel)} is {word} for me already.")
            return
        change = SubscriptionChange(stream_id=channel.stream_id, property="is_muted", value=muted)
        await asked(context, UpdateSubscriptionProperties(subscription_data=(change,)))
        await context.reply(f"{channel_link(channel)} is {word} for me now.")

    async def _subscription(self, context: MessageContext, channel: Channel) -> Subscription:
        """Return the bot's subscription to a channel; fails with UserError when it is not in it."""
        own = await self._own(context, channel)
        if own is None:
            raise UserError(
                f"I am not in {channel_link(channel)}." if not channel.invite_only else unknown(channel)
            )
        return own

    async def _own(self, context: MessageContext, channel: Channel) -> Subscription | None:
        own = await subscriptions(context, members=True)
        return next((each for each in own if each.stream_id == channel.stream_id), None)

    def _check_visible(self, channel: Channel, own: Subscription | None, context: MessageContext) -> None:
        """Refuse a private channel that the asker is not in, as if there were none."""
        hidden = own is None or not is_member(context.sender.user_id, own)
        if channel.invite_only and hidden:
            raise UserError(unknown(channel))


def unknown(channel: Channel) -> str:
    """Return the sentence for a channel that is not there, or not for this person."""
    return f"I know no channel called “{escape(channel.name)}”."


def is_member(user_id: int, subscription: Subscription) -> bool:
    """Tell whether a person is in a channel."""
    return isinstance(subscription.subscribers, tuple) and user_id in subscription.subscribers


async def subscriptions(context: Context, *, members: bool = False) -> tuple[Subscription, ...]:
    """Return the bot's subscriptions, on demand with everybody who is in the channels."""
    operation = GetSubscriptions(include_subscribers=True) if members else GetSubscriptions()
    return (await context.zulip(operation)).subscriptions


async def asked(context: Context, operation: Operation[T]) -> T:
    """Make a call for a person: what the server refuses becomes a sentence for that person."""
    try:
        return await context.zulip(operation)
    except RateLimited:
        raise
    except ApiError as error:
        raise UserError(f"The server refused that: {escape(error.msg).rstrip('.')}.") from error


def is_muted(channel: Channel) -> bool:
    """Tell whether the bot is in a channel and has muted it."""
    return isinstance(channel, Subscription) and channel.is_muted


def listed(title: str, channels: Iterable[Channel]) -> str:
    """Return channels as a list below a title, nothing when there are none."""
    ordered = sorted(channels, key=lambda channel: channel.name.casefold())
    lines = [f"* {channel_link(channel)}{' (muted)' if is_muted(channel) else ''}" for channel in ordered]
    return "\n".join([title, *lines]) if lines else ""


def described(change: SubscriptionChange) -> str:
    """Return a change in a few words for the log."""
    return f"{change.stream_id} {change.property}={change.value}"
