"""The organisation and its server: linkifiers, profile fields, emoji, queues, scheduled messages."""

from msgspec.structs import replace

from dragoman.model import Linkifier, ProfileField, ScheduledMessage
from dragoman.operations import (
    CreateLinkifier,
    CreateProfileField,
    CreateScheduledMessage,
    DeleteLinkifier,
    DeleteProfileData,
    DeleteProfileField,
    DeleteQueue,
    DeleteScheduledMessage,
    Done,
    EmojiFound,
    EventsFetched,
    GetEmoji,
    GetEvents,
    GetLinkifiers,
    GetProfileFields,
    GetScheduledMessages,
    GetServerSettings,
    LinkifierCreated,
    LinkifiersFound,
    ProfileFieldCreated,
    ProfileFieldsFound,
    ProfileValue,
    RegisterQueue,
    ReorderLinkifiers,
    ReorderProfileFields,
    ScheduledMessageCreated,
    ScheduledMessagesFound,
    UpdateLinkifier,
    UpdateProfileData,
    UpdateProfileField,
    UpdateScheduledMessage,
)
from together.harbour import CLEO, GENERAL, LATER, NOBODY, NOW
from together.rows import After, by, no, yes

NOT_OURS = "Must be an organization administrator"
TICKETS = CreateLinkifier(pattern="#(?P<id>[0-9]+)", url_template="https://tickets.test/{id}")
PRONOUNS = CreateProfileField(field_type=8, name="Pronouns")
LUNCH = CreateScheduledMessage(
    type="channel", to=GENERAL, topic="lunch", content="Soup", scheduled_delivery_timestamp=LATER
)
WILD = replace(LUNCH, content="@**all**")
WILD_TOPIC = replace(LUNCH, topic="plans", content="@**topic**")
REGISTER = RegisterQueue(event_types=("message",), fetch_event_types=("message", "realm"))
POLL = After(
    GetEvents, lambda earlier: GetEvents(queue_id=earlier[0].queue_id, last_event_id=-1, dont_block=True)
)

ROWS = (
    yes(
        GetServerSettings(),
        (
            496,
            "Harbour",
            {
                "password": True,
                "dev": True,
                "email": True,
                "ldap": False,
                "remoteuser": False,
                "github": False,
                "azuread": False,
                "gitlab": False,
                "google": False,
                "apple": False,
                "saml": False,
                "openid connect": False,
            },
            True,
        ),
        seen=lambda told: (
            told.feature_level,
            told.realm_name,
            told.authentication_methods,
            told.email_auth_enabled,
        ),
    ),
    yes(
        GetLinkifiers(),
        LinkifiersFound(
            linkifiers=(
                Linkifier(
                    id=1,
                    pattern="#(?P<id>[0-9]+)",
                    url_template="https://tickets.test/{id}",
                    example_input=None,
                    reverse_template=None,
                    alternative_url_templates=(),
                ),
            )
        ),
        TICKETS,
    ),
    yes(TICKETS, LinkifierCreated(id=1)),
    no(
        CreateLinkifier(pattern="(", url_template="https://tickets.test/"),
        "BAD_REQUEST",
        "Bad regular expression: missing ): (",
    ),
    no(by("Cleo", TICKETS), "UNAUTHORIZED_PRINCIPAL", NOT_OURS),
    yes(
        UpdateLinkifier(filter_id=1, pattern="#(?P<id>[0-9]+)", url_template="https://t.test/{id}"),
        Done(),
        TICKETS,
    ),
    no(
        UpdateLinkifier(filter_id=1, pattern="#(?P<id>[0-9]+)", url_template="https://t.test/{id}"),
        "BAD_REQUEST",
        "Linkifier not found.",
    ),
    no(
        by(
            "Cleo",
            UpdateLinkifier(filter_id=1, pattern="#(?P<id>[0-9]+)", url_template="https://t.test/{id}"),
        ),
        "UNAUTHORIZED_PRINCIPAL",
        NOT_OURS,
        TICKETS,
    ),
    yes(DeleteLinkifier(filter_id=1), Done(), TICKETS),
    no(DeleteLinkifier(filter_id=1), "BAD_REQUEST", "Linkifier not found."),
    no(by("Cleo", DeleteLinkifier(filter_id=1)), "UNAUTHORIZED_PRINCIPAL", NOT_OURS, TICKETS),
    yes(ReorderLinkifiers(ordered_linkifier_ids=(1,)), Done(), TICKETS),
    no(
        ReorderLinkifiers(ordered_linkifier_ids=(2,)),
        "BAD_REQUEST",
        "The ordered list must enumerate all existing linkifiers exactly once",
        TICKETS,
    ),
    no(
        by("Cleo", ReorderLinkifiers(ordered_linkifier_ids=(1,))), "UNAUTHORIZED_PRINCIPAL", NOT_OURS, TICKETS
    ),
    yes(
        GetProfileFields(),
        ProfileFieldsFound(
            custom_fields=(
                ProfileField(
                    id=1,
                    name="Pronouns",
                    type=8,
                    field_data="",
                    order=1,
                    required=False,
                    editable_by_user=True,
                ),
            )
        ),
        PRONOUNS,
    ),
    yes(PRONOUNS, ProfileFieldCreated(id=1)),
    no(CreateProfileField(field_type=8, name=" "), "BAD_REQUEST", "Label cannot be blank."),
    no(by("Cleo", PRONOUNS), "UNAUTHORIZED_PRINCIPAL", NOT_OURS),
    yes(UpdateProfileField(field_id=1, hint="As you like"), Done(), PRONOUNS),
    no(UpdateProfileField(field_id=1, hint="As you like"), "BAD_REQUEST", "Field id 1 not found."),
    no(
        by("Cleo", UpdateProfileField(field_id=1, hint="As you like")),
        "UNAUTHORIZED_PRINCIPAL",
        NOT_OURS,
        PRONOUNS,
    ),
    yes(DeleteProfileField(field_id=1), Done(), PRONOUNS),
    no(DeleteProfileField(field_id=1), "BAD_REQUEST", "Field id 1 not found."),
    no(by("Cleo", DeleteProfileField(field_id=1)), "UNAUTHORIZED_PRINCIPAL", NOT_OURS, PRONOUNS),
    yes(ReorderProfileFields(order=(1,)), Done(), PRONOUNS),
    no(ReorderProfileFields(order=()), "BAD_REQUEST", "Invalid order mapping.", PRONOUNS),
    no(by("Cleo", ReorderProfileFields(order=(1,))), "UNAUTHORIZED_PRINCIPAL", NOT_OURS, PRONOUNS),
    yes(by("Cleo", UpdateProfileData(data=(ProfileValue(id=1, value="they"),))), Done(), PRONOUNS),
    no(
        by("Cleo", UpdateProfileData(data=(ProfileValue(id=1, value="they"),))),
        "BAD_REQUEST",
        "Field id 1 not found.",
    ),
    yes(by("Cleo", DeleteProfileData(data=(1,))), Done(), PRONOUNS),
    no(by("Cleo", DeleteProfileData(data=(1,))), "BAD_REQUEST", "Field id 1 not found."),
    yes(GetEmoji(), EmojiFound(emoji={})),
    yes(
        REGISTER,
        (-1, 496, 10000, "Harbour", True),
        seen=lambda told: (
            told.last_event_id,
            told.feature_level,
            told.max_message_length,
            told.realm_name,
            bool(told.queue_id),
        ),
    ),
    no(
        by("Gus", RegisterQueue(all_public_streams=True)), "BAD_REQUEST", "User not authorized for this query"
    ),
    yes(POLL, EventsFetched(events=()), REGISTER),
    no(
        GetEvents(queue_id="none", last_event_id=-1, dont_block=True),
        "QueueExpired",
        "Bad event queue ID: none",
    ),
    no(
        After(
            GetEvents,
            lambda earlier: GetEvents(queue_id=earlier[0].queue_id, last_event_id=70, dont_block=True),
        ),
        "BAD_REQUEST",
        "Event 70 was not in this queue",
        REGISTER,
    ),
    yes(After(DeleteQueue, lambda earlier: DeleteQueue(queue_id=earlier[0].queue_id)), Done(), REGISTER),
    no(DeleteQueue(queue_id="none"), "QueueExpired", "Bad event queue ID: none"),
    yes(LUNCH, ScheduledMessageCreated(scheduled_message_id=1)),
    no(
        CreateScheduledMessage(
            type="channel", to=NOBODY, topic="t", content="c", scheduled_delivery_timestamp=LATER
        ),
        "ChannelDoesNotExist",
        "Channel with ID '99' does not exist",
    ),
    no(
        CreateScheduledMessage(type="direct", to=(CLEO,), content="c", scheduled_delivery_timestamp=NOW),
        "BAD_REQUEST",
        "Scheduled delivery time must be in the future.",
    ),
    no(
        by("Cleo", WILD),
        "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
        "You do not have permission to use channel wildcard mentions in this channel.",
    ),
    no(
        by("Cleo", WILD_TOPIC),
        "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
        "You do not have permission to use topic wildcard mentions in this topic.",
    ),
    no(
        by("Cleo", UpdateScheduledMessage(scheduled_message_id=1, content="@**all**")),
        "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
        "You do not have permission to use channel wildcard mentions in this channel.",
        by("Cleo", LUNCH),
    ),
    no(
        by("Cleo", UpdateScheduledMessage(scheduled_message_id=1, content="@**topic**", topic="plans")),
        "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
        "You do not have permission to use topic wildcard mentions in this topic.",
        by("Cleo", LUNCH),
    ),
    yes(
        GetScheduledMessages(),
        ScheduledMessagesFound(
            scheduled_messages=(
                ScheduledMessage(
                    scheduled_message_id=1,
                    type="stream",
                    to=31,
                    topic="lunch",
                    content="Soup",
                    rendered_content="<p>Soup</p>",
                    scheduled_delivery_timestamp=1800003600,
                ),
            )
        ),
        LUNCH,
    ),
    yes(UpdateScheduledMessage(scheduled_message_id=1, content="Stew"), Done(), LUNCH),
    no(
        UpdateScheduledMessage(scheduled_message_id=1, content="Stew"),
        "NotFound",
        "Scheduled message does not exist",
    ),
    no(UpdateScheduledMessage(scheduled_message_id=1), "BAD_REQUEST", "Nothing to change", LUNCH),
    no(
        UpdateScheduledMessage(scheduled_message_id=1, type="channel", to=NOBODY, topic="t"),
        "ChannelDoesNotExist",
        "Channel with ID '99' does not exist",
        LUNCH,
    ),
    yes(DeleteScheduledMessage(scheduled_message_id=1), Done(), LUNCH),
    no(DeleteScheduledMessage(scheduled_message_id=1), "NotFound", "Scheduled message does not exist"),
)
