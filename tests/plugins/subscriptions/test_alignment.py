"""What has to be done for the channels that a bot's file names."""

import pytest

from dragoman.model import Channel, Subscription
from dragoman.operations import ChannelToJoin, SubscriptionChange
from dragoman.plugin import Unreadable
from dragoman_plugins.subscriptions import ChannelWish, Color, SubscriptionsOptions
from dragoman_plugins.subscriptions.alignment import Joining, changes, joining

GENERAL = Channel(stream_id=1, name="general")
OPS = Channel(stream_id=2, name="Ops")
IN_GENERAL = Subscription(stream_id=1, name="general", color="#aabbcc", is_muted=False, pin_to_top=True)


def test_what_is_missing_is_joined_under_its_real_name() -> None:
    wishes = {"general": ChannelWish(), "ops": ChannelWish(), "lab": ChannelWish(description="The lab")}
    assert joining(wishes, (GENERAL, OPS), (IN_GENERAL,), create=False) == Joining(
        existing=(ChannelToJoin(name="Ops"),), missing=("lab",)
    )


def test_what_does_not_exist_is_made_where_that_is_allowed() -> None:
    wishes = {"lab": ChannelWish(description="The lab"), "den": ChannelWish()}
    assert joining(wishes, (GENERAL,), (), create=True) == Joining(
        new=(ChannelToJoin(name="lab", description="The lab"), ChannelToJoin(name="den"))
    )


def test_only_settings_that_differ_are_changed() -> None:
    wish = ChannelWish(muted=True, color=Color.parse("#ABC"), pinned=True)
    assert changes({"General": wish}, (IN_GENERAL,)) == (
        SubscriptionChange(stream_id=1, property="is_muted", value=True),
    )
    assert changes({"general": ChannelWish()}, (IN_GENERAL,)) == ()
    assert changes({"general": ChannelWish(color=Color.parse("#112233"), pinned=False)}, (IN_GENERAL,)) == (
        SubscriptionChange(stream_id=1, property="pin_to_top", value=False),
        SubscriptionChange(stream_id=1, property="color", value="#112233"),
    )


def test_channels_are_a_list_of_names_or_names_with_settings() -> None:
    plain = SubscriptionsOptions(channels=("#general", "ops"))
    assert plain.wishes == {"general": ChannelWish(), "ops": ChannelWish()}
    full = SubscriptionsOptions(channels={"general": None, "#ops": ChannelWish(muted=True)})
    assert full.wishes == {"general": ChannelWish(), "ops": ChannelWish(muted=True)}


@pytest.mark.parametrize(
    ("names", "what"),
    [
        (("general", "#General"), "the channel “General” is there twice"),
        (("",), "“” is not the name of a channel"),
        (("x" * 61,), f"“{'x' * 61}” is not the name of a channel"),
    ],
)
def test_names_that_cannot_be_are_refused(names: tuple[str, ...], what: str) -> None:
    with pytest.raises(Unreadable) as caught:
        SubscriptionsOptions(channels=names)
    assert caught.value.what == what


@pytest.mark.parametrize("text", ["red", "#12345", "76ce90", "#76ce9g"])
def test_a_colour_is_six_hex_digits(text: str) -> None:
    with pytest.raises(Unreadable, match="is not a colour"):
        Color.parse(text)
