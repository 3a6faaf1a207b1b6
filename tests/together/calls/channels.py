"""Channels, subscriptions, topics, folders and defaults."""

from dragoman.model import Channel, Topic
from dragoman.operations import (
    AddDefaultChannel,
    ArchiveChannel,
    ChannelFound,
    ChannelIdFound,
    ChannelsFound,
    ChannelsOfUserFound,
    ChannelToJoin,
    DeleteTopic,
    Done,
    GetChannel,
    GetChannelAddress,
    GetChannelId,
    GetChannels,
    GetChannelsOfUser,
    GetIsSubscribed,
    GetSubscribers,
    GetSubscriptions,
    GetTopics,
    GroupSettingChange,
    MuteTopic,
    RemoveDefaultChannel,
    Subscribe,
    Subscribed,
    SubscribersFound,
    SubscriptionChange,
    SubscriptionFound,
    TopicDeleted,
    TopicsFound,
    Unsubscribe,
    Unsubscribed,
    UpdateChannel,
    UpdateSubscriptionProperties,
    UpdateSubscriptionProperty,
    UpdateUserTopic,
)
from together.harbour import ADA, CLEO, GENERAL, NEWS, NOBODY, QUIET, VAULT
from together.rows import by, no, yes

NOT_OURS = "Must be an organization administrator"

ROWS = (
    yes(by("Gus", GetChannels()), ChannelsFound(streams=())),
    yes(
        GetChannels(),
        [
            (31, "general", False),
            (34, "news", False),
            (32, "quiet", False),
            (35, "slip", False),
            (33, "vault", True),
        ],
        seen=lambda found: [(one.stream_id, one.name, one.invite_only) for one in found.streams],
    ),
    no(by("Cleo", GetChannels(include_all_active=True)), "BAD_REQUEST", "User not authorized for this query"),
    yes(GetChannelId(stream="GENERAL"), ChannelIdFound(stream_id=31)),
    no(GetChannelId(stream="attic"), "BAD_REQUEST", "Invalid channel name 'attic'"),
    yes(GetTopics(stream_id=GENERAL), TopicsFound(topics=(Topic(name="plans", max_id=102),))),
    no(by("Cleo", GetTopics(stream_id=VAULT)), "BAD_REQUEST", "Invalid channel ID"),
    yes(
        GetChannel(stream_id=QUIET),
        ChannelFound(
            stream=Channel(
                stream_id=32,
                name="quiet",
                date_created=1792224000,
                creator_id=11,
                is_announcement_only=False,
                stream_post_policy=1,
                message_retention_days=None,
                history_public_to_subscribers=True,
                topics_policy="inherit",
                first_message_id=None,
                folder_id=None,
                is_recently_active=True,
                subscriber_count=1,
                stream_weekly_traffic=0,
                can_add_subscribers_group=1,
                can_remove_subscribers_group=3,
                can_administer_channel_group=1,
                can_delete_any_message_group=1,
                can_delete_own_message_group=1,
                can_move_messages_out_of_channel_group=1,
                can_move_messages_within_channel_group=1,
                can_send_message_group=7,
                can_subscribe_group=1,
                can_resolve_topics_group=1,
                can_create_topic_group=7,
            )
        ),
    ),
    no(GetChannel(stream_id=NOBODY), "BAD_REQUEST", "Invalid channel ID"),
    yes(GetSubscribers(stream_id=NEWS), SubscribersFound(subscribers=(11, 13))),
    no(by("Cleo", GetSubscribers(stream_id=VAULT)), "BAD_REQUEST", "Invalid channel ID"),
    yes(UpdateChannel(stream_id=QUIET, description="Hush"), Done()),
    no(UpdateChannel(stream_id=QUIET, new_name="general"), "BAD_REQUEST", "Channel name already in use."),
    no(
        by("Cleo", UpdateChannel(stream_id=QUIET, new_name="loud")),
        "CANNOT_ADMINISTER_CHANNEL",
        "You do not have permission to administer this channel.",
    ),
    no(
        by("Cleo", UpdateChannel(stream_id=QUIET, new_name="loud")),
        "UNAUTHORIZED_PRINCIPAL",
        "Must be an organization administrator",
        level=261,
    ),
    no(
        UpdateChannel(stream_id=QUIET, can_send_message_group=GroupSettingChange(new=22, old=21)),
        "EXPECTATION_MISMATCH",
        "'old' value does not match the expected value.",
    ),
    yes(ArchiveChannel(stream_id=QUIET), Done()),
    no(ArchiveChannel(stream_id=NOBODY), "BAD_REQUEST", "Invalid channel ID"),
    no(
        by("Cleo", ArchiveChannel(stream_id=QUIET)),
        "CANNOT_ADMINISTER_CHANNEL",
        "You do not have permission to administer this channel.",
    ),
    no(
        by("Cleo", ArchiveChannel(stream_id=QUIET)),
        "UNAUTHORIZED_PRINCIPAL",
        "Must be an organization administrator",
        level=261,
    ),
    yes(DeleteTopic(stream_id=GENERAL, topic_name="plans"), TopicDeleted()),
    no(DeleteTopic(stream_id=NOBODY, topic_name="plans"), "BAD_REQUEST", "Invalid channel ID"),
    no(by("Cleo", DeleteTopic(stream_id=GENERAL, topic_name="plans")), "UNAUTHORIZED_PRINCIPAL", NOT_OURS),
    yes(AddDefaultChannel(stream_id=QUIET), Done()),
    no(AddDefaultChannel(stream_id=VAULT), "BAD_REQUEST", "A default channel cannot be private."),
    no(by("Cleo", AddDefaultChannel(stream_id=QUIET)), "UNAUTHORIZED_PRINCIPAL", NOT_OURS),
    yes(RemoveDefaultChannel(stream_id=GENERAL), Done()),
    no(RemoveDefaultChannel(stream_id=NOBODY), "BAD_REQUEST", "Invalid channel ID"),
    no(by("Cleo", RemoveDefaultChannel(stream_id=GENERAL)), "UNAUTHORIZED_PRINCIPAL", NOT_OURS),
    yes(
        by("Dan", GetSubscriptions()),
        [(31, "general", False, False)],
        seen=lambda found: [
            (one.stream_id, one.name, one.is_muted, one.pin_to_top) for one in found.subscriptions
        ],
    ),
    yes(
        by(
            "Cleo",
            Subscribe(
                subscriptions=(
                    ChannelToJoin(name="quiet"),
                    ChannelToJoin(name="general"),
                    ChannelToJoin(name="boats", description="New"),
                )
            ),
        ),
        Subscribed(
            subscribed={"13": ("quiet", "boats")},
            already_subscribed={"13": ("general",)},
            new_subscription_messages_sent=True,
        ),
    ),
    no(
        by("Cleo", Subscribe(subscriptions=(ChannelToJoin(name="vault"),))),
        "BAD_REQUEST",
        "Unable to access channel (vault).",
    ),
    no(
        by("Cleo", Subscribe(subscriptions=(ChannelToJoin(name="boats"),), message_retention_days=3)),
        "UNAUTHORIZED_PRINCIPAL",
        "Must be an organization owner",
    ),
    yes(
        by("Cleo", Unsubscribe(subscriptions=("news", "quiet"))),
        Unsubscribed(removed=("news",), not_removed=("quiet",)),
    ),
    no(
        by("Cleo", Unsubscribe(subscriptions=("attic",))),
        "ChannelDoesNotExist",
        "Channel 'attic' does not exist",
    ),
    no(
        by("Cleo", Unsubscribe(subscriptions=("news",), principals=(ADA,))),
        "BAD_REQUEST",
        "Insufficient permission",
    ),
    yes(
        UpdateSubscriptionProperties(
            subscription_data=(SubscriptionChange(stream_id=GENERAL, property="pin_to_top", value=True),)
        ),
        Done(),
    ),
    no(
        UpdateSubscriptionProperties(
            subscription_data=(SubscriptionChange(stream_id=GENERAL, property="shape", value=True),)
        ),
        "BAD_REQUEST",
        "Unknown subscription property: shape",
    ),
    yes(UpdateSubscriptionProperty(stream_id=GENERAL, property="color", value="#112233"), Done()),
    no(
        by("Dan", UpdateSubscriptionProperty(stream_id=NEWS, property="color", value="#112233")),
        "BAD_REQUEST",
        "Not subscribed to channel ID 34",
    ),
    yes(GetIsSubscribed(user_id=CLEO, stream_id=NEWS), SubscriptionFound(is_subscribed=True)),
    no(GetIsSubscribed(user_id=NOBODY, stream_id=NEWS), "BAD_REQUEST", "No such user"),
    yes(MuteTopic(stream_id=GENERAL, topic="plans", op="add"), Done()),
    no(MuteTopic(stream_id=GENERAL, topic="plans", op="remove"), "BAD_REQUEST", "Topic is not muted"),
    yes(GetChannelAddress(stream_id=GENERAL), True, seen=lambda found: found.email.startswith("general.")),
    no(GetChannelAddress(stream_id=NOBODY), "BAD_REQUEST", "Invalid channel ID"),
    yes(GetChannelsOfUser(user_id=CLEO), ChannelsOfUserFound(subscribed_channel_ids=(31, 34, 35))),
    no(GetChannelsOfUser(user_id=NOBODY), "BAD_REQUEST", "No such user"),
    yes(UpdateUserTopic(stream_id=GENERAL, topic="plans", visibility_policy=3), Done()),
    no(
        UpdateUserTopic(stream_id=NOBODY, topic="plans", visibility_policy=3),
        "BAD_REQUEST",
        "Invalid channel ID",
    ),
)
