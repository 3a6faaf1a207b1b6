"""What the subscriptions plugin does at the start and when people ask it."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from dragoman.errors import ApiError, UserError
from dragoman.model import Channel, Subscription
from dragoman.operations import (
    ChannelsFound,
    ChannelToJoin,
    Done,
    GetChannels,
    GetSubscriptions,
    Subscribe,
    Subscribed,
    SubscriptionChange,
    SubscriptionsFound,
    Unsubscribe,
    Unsubscribed,
    UpdateSubscriptionProperties,
)
from dragoman.plugin.commands import commands_of
from dragoman_plugins.subscriptions import ChannelWish, Subscriptions, SubscriptionsOptions
from plugins.desk import BOT, GENERAL, IRIS, OPS, OTTO, Desk, replies_of

BOARD = Channel(stream_id=13, name="board", invite_only=True)


class Organisation:
    """The server's channels, and those that the bot is in."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.channels = [GENERAL, OPS]
        self.own = {GENERAL.stream_id: Subscription(stream_id=GENERAL.stream_id, name="general")}
        desk.chat.answers |= {
            GetChannels: lambda _: ChannelsFound(streams=tuple(self.channels)),
            GetSubscriptions: lambda _: SubscriptionsFound(subscriptions=tuple(self.own.values())),
            Subscribe: self.subscribe,
            Unsubscribe: self.unsubscribe,
            UpdateSubscriptionProperties: lambda _: Done(),
        }

    def subscribe(self, operation: Subscribe) -> Subscribed:
        new = [channel.name for channel in operation.subscriptions if not self.is_in(channel.name)]
        for name in new:
            known = next((each for each in self.channels if each.name == name), None)
            stream_id = known.stream_id if known else 99
            self.own[stream_id] = Subscription(stream_id=stream_id, name=name)
        return Subscribed(subscribed={str(BOT.user_id): tuple(new)} if new else {})

    def unsubscribe(self, operation: Unsubscribe) -> Unsubscribed:
        self.own = {key: each for key, each in self.own.items() if each.name not in operation.subscriptions}
        return Unsubscribed(removed=operation.subscriptions)

    def is_in(self, name: str) -> bool:
        return any(each.name == name for each in self.own.values())

    def done(self) -> list[Any]:
        return [call for call in self.desk.chat.calls if not isinstance(call, GetChannels | GetSubscriptions)]


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def organisation(desk: Desk) -> Organisation:
    return Organisation(desk)


async def test_the_start_joins_what_the_file_names(organisation: Organisation, desk: Desk) -> None:
    wishes = {"general": ChannelWish(muted=True), "ops": None}
    with capture_logs() as logs:
        await Subscriptions(SubscriptionsOptions(channels=wishes)).start(desk.context())
    assert organisation.done() == [
        Subscribe(subscriptions=(ChannelToJoin(name="ops"),), authorization_errors_fatal=False),
        UpdateSubscriptionProperties(
            subscription_data=(
                SubscriptionChange(stream_id=GENERAL.stream_id, property="is_muted", value=True),
            )
        ),
    ]
    assert [line["event"] for line in logs] == ["channels joined", "subscription settings changed"]


async def test_a_second_start_changes_nothing(organisation: Organisation, desk: Desk) -> None:
    plugin = Subscriptions(SubscriptionsOptions(channels=("general", "ops")))
    await plugin.start(desk.context())
    before = len(organisation.done())
    await plugin.start(desk.context())
    assert len(organisation.done()) == before == 1


async def test_a_start_without_channels_asks_nothing(organisation: Organisation, desk: Desk) -> None:
    await Subscriptions().start(desk.context())
    assert desk.chat.calls == []


async def test_a_channel_that_does_not_exist_is_reported(organisation: Organisation, desk: Desk) -> None:
    with capture_logs() as logs:
        await Subscriptions(SubscriptionsOptions(channels=("lab", "ops"))).start(desk.context())
    assert logs[0] == {
        "event": "channel does not exist",
        "log_level": "error",
        "channel": "lab",
        "mend": "Make it, let the bot see it, or set create: true",
    }
    assert organisation.is_in("ops")
    assert not organisation.is_in("lab")


async def test_a_channel_is_made_where_that_is_allowed(organisation: Organisation, desk: Desk) -> None:
    wishes: dict[str, ChannelWish | None] = {"lab": ChannelWish(description="The lab")}
    await Subscriptions(SubscriptionsOptions(channels=wishes, create=True)).start(desk.context())
    assert organisation.done() == [
        Subscribe(
            subscriptions=(ChannelToJoin(name="lab", description="The lab"),),
            authorization_errors_fatal=False,
        )
    ]


async def test_a_channel_that_may_not_be_joined_is_reported(organisation: Organisation, desk: Desk) -> None:
    desk.chat.answers[Subscribe] = lambda _: Subscribed(subscribed={}, unauthorized=("ops",))
    with capture_logs() as logs:
        await Subscriptions(SubscriptionsOptions(channels=("ops",))).start(desk.context())
    assert [(line["event"], line["log_level"]) for line in logs] == [("channel not joined", "error")]


async def test_the_channels_are_listed(organisation: Organisation, desk: Desk) -> None:
    organisation.own[OPS.stream_id] = Subscription(stream_id=OPS.stream_id, name="ops", is_muted=True)
    organisation.channels.append(Channel(stream_id=14, name="cafe"))
    context = desk.said("")
    await Subscriptions().channels(context)
    assert replies_of(context) == [
        "I am in these channels:\n* #**general**\n* #**ops** (muted)\n\nI could join these:\n* #**cafe**"
    ]


async def test_private_channels_are_listed_for_their_members(organisation: Organisation, desk: Desk) -> None:
    organisation.own = {
        13: Subscription(
            stream_id=13, name="board", invite_only=True, subscribers=(IRIS.user_id, BOT.user_id)
        )
    }
    organisation.channels = [BOARD]
    for asker, expected in (
        (IRIS, "I am in these channels:\n* #**board**"),
        (OTTO, "I am in no channel."),
    ):
        context = desk.said("", by=asker)
        await Subscriptions().channels(context)
        assert replies_of(context) == [expected]


async def test_a_channel_is_joined_once(organisation: Organisation, desk: Desk) -> None:
    for expected in ("I joined #**ops**.", "I am already in #**ops**."):
        context = desk.said("", by=IRIS)
        await Subscriptions().join(context, OPS)
        assert replies_of(context) == [expected]


async def test_a_channel_is_left(organisation: Organisation, desk: Desk) -> None:
    context = desk.said("", by=IRIS)
    await Subscriptions().leave(context, GENERAL)
    assert replies_of(context) == ["I left #**general**."]
    assert not organisation.is_in("general")
    with pytest.raises(UserError, match=r"I am not in #\*\*general\*\*\."):
        await Subscriptions().leave(context, GENERAL)


async def test_leaving_a_channel_of_the_file_is_not_for_ever(organisation: Organisation, desk: Desk) -> None:
    context = desk.said("", by=IRIS)
    await Subscriptions(SubscriptionsOptions(channels=("General",))).leave(context, GENERAL)
    assert replies_of(context) == [
        "I left #**general**. My file names it, so I shall join it again when I am started anew."
    ]


async def test_a_channel_is_muted_and_unmuted(organisation: Organisation, desk: Desk) -> None:
    context = desk.said("", by=IRIS)
    await Subscriptions().mute(context, GENERAL)
    await Subscriptions().unmute(context, GENERAL)
    assert replies_of(context) == [
        "#**general** is muted for me now.",
        "#**general** is not muted for me already.",
    ]
    assert organisation.done() == [
        UpdateSubscriptionProperties(
            subscription_data=(
                SubscriptionChange(stream_id=GENERAL.stream_id, property="is_muted", value=True),
            )
        )
    ]


async def test_a_private_channel_does_not_exist_for_strangers(organisation: Organisation, desk: Desk) -> None:
    organisation.own = {
        13: Subscription(stream_id=13, name="board", invite_only=True, subscribers=(BOT.user_id,))
    }
    context = desk.said("", by=IRIS)
    plugin = Subscriptions()
    for method in (plugin.join, plugin.leave, plugin.mute, plugin.unmute):
        with pytest.raises(UserError, match="I know no channel called “board”"):
            await method(context, BOARD)
    assert organisation.done() == []


async def test_what_the_server_refuses_is_told(organisation: Organisation, desk: Desk) -> None:
    desk.chat.answers[Subscribe] = lambda operation: ApiError(
        operation, status=400, code="BAD_REQUEST", msg="Unable to access channel (ops)."
    )
    with pytest.raises(UserError, match=r"The server refused that: Unable to access channel \(ops\)\."):
        await Subscriptions().join(desk.said("", by=IRIS), OPS)


def test_changes_are_for_moderators() -> None:
    assert [(command.usage("!"), command.mark.access) for command in commands_of(Subscriptions())] == [
        ("!channels", "everyone"),
        ("!join <channel...>", "moderator"),
        ("!leave <channel...>", "moderator"),
        ("!mute <channel...>", "moderator"),
        ("!unmute <channel...>", "moderator"),
    ]
