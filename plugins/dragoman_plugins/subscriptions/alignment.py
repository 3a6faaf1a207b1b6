"""What has to be done so that the bot is in its channels as its file says: worked out, not done."""

from collections.abc import Iterable, Mapping

import msgspec

from dragoman.model import UNSET, Channel, Subscription
from dragoman.operations import ChannelToJoin, SubscriptionChange
from dragoman_plugins.subscriptions.options import ChannelWish


class Joining(msgspec.Struct, frozen=True, kw_only=True):
    """The channels to join, and those that cannot be."""

    existing: tuple[ChannelToJoin, ...] = ()
    new: tuple[ChannelToJoin, ...] = ()
    """Have to be made."""
    missing: tuple[str, ...] = ()
    """Do not exist, or are not to be seen, and are not to be made."""


def joining(
    wishes: Mapping[str, ChannelWish],
    channels: Iterable[Channel],
    subscriptions: Iterable[Subscription],
    *,
    create: bool,
) -> Joining:
    """Return which channels have to be joined; names are the same in any case."""
    known = {channel.name.casefold(): channel.name for channel in channels}
    joined = {subscription.name.casefold() for subscription in subscriptions}
    wanted = {name: wish for name, wish in wishes.items() if name.casefold() not in joined}
    absent = {name: wish for name, wish in wanted.items() if name.casefold() not in known}
    return Joining(
        existing=tuple(ChannelToJoin(name=known[name.casefold()]) for name in wanted if name not in absent),
        new=tuple(
            ChannelToJoin(name=name, description=wish.description if wish.description is not None else UNSET)
            for name, wish in absent.items()
            if create
        ),
        missing=() if create else tuple(absent),
    )


def changes(
    wishes: Mapping[str, ChannelWish], subscriptions: Iterable[Subscription]
) -> tuple[SubscriptionChange, ...]:
    """Return which settings of the channels that the bot is in have to be changed."""
    folded = {name.casefold(): wish for name, wish in wishes.items()}
    return tuple(
        SubscriptionChange(stream_id=subscription.stream_id, property=name, value=plain(wanted))
        for subscription in subscriptions
        if (wish := folded.get(subscription.name.casefold())) is not None
        for name, wanted, found in (
            ("is_muted", wish.muted, subscription.is_muted),
            ("pin_to_top", wish.pinned, subscription.pin_to_top),
            ("color", wish.color, subscription.color.casefold()),
        )
        if wanted is not None and wanted != found
    )


def plain(value: bool | str) -> bool | str:
    """Return a value as it goes over the wire: a colour is mere text there."""
    return value if isinstance(value, bool) else str(value)
