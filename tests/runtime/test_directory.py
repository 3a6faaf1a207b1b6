"""What a bot knows of people and channels, and how it stays true."""

import pytest
from msgspec import UNSET, structs

from dragoman.errors import ApiError, UserError
from dragoman.events import (
    ChannelReference,
    PersonChange,
    PersonName,
    RealmUserAdded,
    RealmUserRemoved,
    RealmUserUpdated,
    StreamCreated,
    StreamDeleted,
    StreamUpdated,
)
from dragoman.model import Channel, User
from dragoman.operations import ChannelsFound, GetChannels, GetUser, GetUsers, UserFound, UsersFound
from dragoman.runtime.directory import KnownDirectory
from runtime.double import ALICE, ENGINEERING, OPS, USERS, RecordingZulip, queue_registered

NEW = User(user_id=20, full_name="New", email="new@example.org")


async def filled(zulip: RecordingZulip | None = None) -> KnownDirectory:
    directory = KnownDirectory(zulip or RecordingZulip())
    await directory.fill(queue_registered(1).registered)
    return directory


async def test_it_asks_for_what_a_registration_leaves_out() -> None:
    zulip = RecordingZulip()
    zulip.answers = {GetUsers: UsersFound(members=USERS), GetChannels: ChannelsFound(streams=(OPS,))}
    directory = KnownDirectory(zulip)
    registered = structs.replace(queue_registered(1).registered, realm_users=UNSET, subscriptions=UNSET)
    await directory.fill(registered)
    assert (directory.users(), directory.channels()) == (USERS, (OPS,))


@pytest.mark.parametrize(
    "text",
    [
        "@**Alice**",
        "@_**Alice|10**",
        "@**Whoever|10**",
        "alice",
        "@Alice",
        "ALICE@example.org",
        "@**Alice**,",
    ],
)
async def test_people_are_found_by_mention_name_and_address(text: str) -> None:
    assert (await filled()).find_user(text) == ALICE


@pytest.mark.parametrize("text", ["#**ops**", "#**ops>deploys**", "#ops", "OPS", " #ops "])
async def test_channels_are_found_by_link_and_name(text: str) -> None:
    assert (await filled()).find_channel(text) == OPS


async def test_who_is_not_found_was_perhaps_misspelt() -> None:
    directory = await filled()
    with pytest.raises(ValueError, match=r"I know nobody called “Alise”\. Did you mean “Alice”\?"):
        directory.find_user("Alise")
    with pytest.raises(ValueError, match="Did you mean “engineering”"):
        directory.find_channel("#enginering")
    with pytest.raises(ValueError, match="I know nobody called “”"):
        directory.find_user("@")


async def test_namesakes_have_to_be_mentioned() -> None:
    directory = await filled()
    directory.apply(RealmUserAdded(id=1, person=structs.replace(NEW, full_name="Alice")))
    with pytest.raises(ValueError, match="2 people are called “Alice”"):
        directory.find_user("Alice")
    assert directory.find_user("@**Alice|20**").user_id == 20


async def test_events_keep_people_fresh() -> None:
    directory = await filled()
    directory.apply(RealmUserAdded(id=1, person=NEW))
    directory.apply(
        RealmUserUpdated(id=2, person=PersonChange(user_id=20, role=100, new_email="n@example.org"))
    )
    directory.apply(RealmUserUpdated(id=3, person=PersonChange(user_id=999, role=100)))
    assert directory.known_user(20) == structs.replace(NEW, role=100, email="n@example.org")
    directory.apply(RealmUserUpdated(id=4, person=PersonChange(user_id=20, is_active=False)))
    assert NEW.user_id not in [user.user_id for user in directory.users()]
    directory.apply(RealmUserRemoved(id=5, person=PersonName(user_id=20)))
    assert directory.known_user(20) is None


async def test_events_keep_channels_fresh() -> None:
    directory = await filled()
    directory.apply(StreamCreated(id=1, streams=(Channel(stream_id=7, name="cellar"),)))
    directory.apply(StreamUpdated(id=2, stream_id=7, property="name", value="attic"))
    assert directory.find_channel("attic") == Channel(stream_id=7, name="attic")
    directory.apply(StreamDeleted(id=3, streams=(ChannelReference(stream_id=7),)))
    assert directory.channels() == (OPS, ENGINEERING)


async def test_who_is_not_known_is_asked_for() -> None:
    zulip = RecordingZulip()
    zulip.answers = {GetUser: UserFound(user=NEW), GetChannels: ChannelsFound(streams=())}
    directory = await filled(zulip)
    assert await directory.user(20) == NEW
    assert await directory.user(20) == NEW
    assert len(zulip.calls) == 1
    zulip.answers[GetUser] = ApiError("x", status=400)
    with pytest.raises(UserError, match="I know nobody with the id 21"):
        await directory.user(21)
    with pytest.raises(UserError, match="I know no channel with the id 8"):
        await directory.channel(8)
    assert await directory.channel(5) == OPS
