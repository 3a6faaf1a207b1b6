"""Channel folders, and making a channel by a call of its own."""

from contract.messaging.records import TOPICS_POLICY
from contract.observed.events import FOLDER
from contract.observed.rights import given_rights
from contract.observed.words import listed, operation, switch, text, value
from contract.shapes import any_of, array, integer, nullable, string
from contract.terms import Parameter, Refusal, Sample, has, path_integer

FOLDER_ID = path_integer("channel_folder_id", 3)
TAKEN = Refusal(
    condition="the channel's name is taken",
    code="CHANNEL_ALREADY_EXISTS",
    extra=(has("channel_name", string),),
    status=409,
)
OPERATIONS = (
    operation(
        "GET",
        "/channel_folders",
        switch("include_archived", False),
        answer=listed("channel_folders", FOLDER),
        since=389,
    ),
    operation(
        "POST",
        "/channel_folders/create",
        text("name", "Projects", required=True),
        text("description", "What we *build*"),
        answer=(has("channel_folder_id", integer),),
        refusals=(Refusal(condition="empty folder name"), Refusal(condition="the folder's name is taken")),
        emits=("channel_folder/add",),
        administrators=True,
        since=389,
    ),
    operation(
        "PATCH",
        "/channel_folders",
        value("order", array(integer), [2, 3, 1], required=True),
        refusals=(Refusal(condition="an order that leaves folders out"),),
        emits=("channel_folder/reorder",),
        administrators=True,
        since=418,
    ),
    operation(
        "PATCH",
        "/channel_folders/{channel_folder_id}",
        FOLDER_ID,
        text("name", "Plans"),
        text("description", "What we *want to build*"),
        switch("is_archived"),
        refusals=(Refusal(condition="no such folder"),),
        emits=("channel_folder/update",),
        administrators=True,
        since=389,
    ),
    operation(
        "POST",
        "/channels/create",
        text("name", "night watch", required=True),
        value("subscribers", array(integer), [9, 10], required=True),
        text("description", "who is awake"),
        switch("announce", False),
        switch("invite_only", False),
        switch("is_web_public", False),
        switch("is_default_stream", False),
        switch("history_public_to_subscribers"),
        Parameter(
            name="message_retention_days",
            shape=any_of(integer, string),
            example=30,
            wire="30",
            also=(Sample("unlimited", ("unlimited", '"unlimited"')),),
        ),
        text("topics_policy", "inherit", TOPICS_POLICY),
        value("folder_id", nullable(integer), 3),
        switch("send_new_subscription_messages", True),
        *given_rights(),
        answer=(has("id", integer),),
        refusals=(TAKEN, Refusal(condition="empty channel name")),
        emits=("stream/create", "subscription/add"),
        since=417,
    ),
)
