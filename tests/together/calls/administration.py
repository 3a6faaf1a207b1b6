"""What the organisation is made of: settings, domains, playgrounds, folders, bots and pictures."""

from base64 import b64decode

from dragoman.model import ChannelFolder, Domain, File, Secret
from dragoman.operations import (
    AddDomain,
    AddPlayground,
    BotApiKey,
    ChangeSubscriptions,
    ChannelCreated,
    ChannelFolderCreated,
    ChannelFoldersFound,
    ChannelToJoin,
    CommandRun,
    CreateBot,
    CreateChannel,
    CreateChannelFolder,
    CreateInvitationLink,
    DeactivateBot,
    DeactivateEmoji,
    DeactivateOrganization,
    DeactivateOwnUser,
    DeactivateUser,
    DomainAdded,
    DomainsFound,
    Done,
    EditMessage,
    ExportsFound,
    GetBotApiKey,
    GetChannelFolders,
    GetDomains,
    GetExports,
    GetOwnBots,
    GroupSettingChange,
    OrganizationChanged,
    OwnBot,
    OwnBotsFound,
    PlaygroundAdded,
    RegenerateBotApiKey,
    RemoveAvatar,
    RemoveDomain,
    RemovePlayground,
    ReorderChannelFolders,
    RunCommand,
    SubscriptionsChanged,
    UpdateBot,
    UpdateChannelFolder,
    UpdateDomain,
    UpdateOrganization,
    UploadAvatar,
    UploadEmoji,
)
from together.calls.messages import SAY
from together.harbour import ADA, CLEO, NOBODY, ROBO
from together.rows import by, no, yes

NOT_OURS = "Must be an organization administrator"
NOT_OWNED = "Must be an organization owner"
BENCH = 21
PIXEL = File(
    name="pixel.png",
    content=b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
    ),
    content_type="image/png",
)
NO_PICTURE = File(name="pixel.png", content=b"no picture at all", content_type="image/png")
FOLDER = CreateChannelFolder(name="Boats", description="All that *floats*")
DOMAIN = AddDomain(domain="pier.test", allow_subdomains=False)
PLAYGROUND = AddPlayground(name="Rust", pygments_language="Rust", url_template="https://r.test/{code}")
FISH = UploadEmoji(emoji_name="fish_cake", file=PIXEL)
HELPER = CreateBot(full_name="Helper", short_name="helper")

ROWS = (
    yes(
        UpdateOrganization(description="Ships", message_content_edit_limit_seconds=60),
        OrganizationChanged(changed={"description": "updated", "message_content_edit_limit_seconds": 60}),
    ),
    no(UpdateOrganization(default_language="tlh"), "BAD_REQUEST", "Invalid language 'tlh'"),
    no(by("Cleo", UpdateOrganization(description="Ships")), "UNAUTHORIZED_PRINCIPAL", NOT_OURS),
    no(
        UpdateOrganization(can_create_groups=GroupSettingChange(new=1, old=2)),
        "EXPECTATION_MISMATCH",
        "'old' value does not match the expected value.",
    ),
    yes(DeactivateOrganization(), Done()),
    no(by("Ben", DeactivateOrganization()), "UNAUTHORIZED_PRINCIPAL", NOT_OWNED),
    yes(GetExports(), ExportsFound(exports=())),
    no(by("Cleo", GetExports()), "UNAUTHORIZED_PRINCIPAL", NOT_OURS),
    yes(GetDomains(), DomainsFound(domains=(Domain(domain="pier.test"),)), DOMAIN),
    yes(DOMAIN, DomainAdded(new_domain=(1, "pier.test"))),
    no(DOMAIN, "BAD_REQUEST", "The domain pier.test is already a part of your organization.", DOMAIN),
    no(by("Ben", DOMAIN), "UNAUTHORIZED_PRINCIPAL", NOT_OWNED),
    yes(UpdateDomain(domain="pier.test", allow_subdomains=True), Done(), DOMAIN),
    no(
        UpdateDomain(domain="pier.test", allow_subdomains=True),
        "BAD_REQUEST",
        "No entry found for domain pier.test.",
    ),
    no(
        by("Ben", UpdateDomain(domain="pier.test", allow_subdomains=True)),
        "UNAUTHORIZED_PRINCIPAL",
        NOT_OWNED,
    ),
    yes(RemoveDomain(domain="pier.test"), Done(), DOMAIN),
    no(RemoveDomain(domain="pier.test"), "BAD_REQUEST", "No entry found for domain pier.test."),
    no(by("Ben", RemoveDomain(domain="pier.test")), "UNAUTHORIZED_PRINCIPAL", NOT_OWNED),
    yes(PLAYGROUND, PlaygroundAdded(id=1)),
    no(
        AddPlayground(name="Rust", pygments_language="R<", url_template="https://r.test/{code}"),
        "BAD_REQUEST",
        "Invalid characters in pygments language",
    ),
    no(by("Cleo", PLAYGROUND), "UNAUTHORIZED_PRINCIPAL", NOT_OURS),
    yes(RemovePlayground(playground_id=1), Done(), PLAYGROUND),
    no(RemovePlayground(playground_id=1), "BAD_REQUEST", "Invalid playground"),
    no(by("Cleo", RemovePlayground(playground_id=1)), "UNAUTHORIZED_PRINCIPAL", NOT_OURS),
    yes(
        by("Cleo", GetOwnBots()),
        OwnBotsFound(
            bots=(
                OwnBot(
                    full_name="Robo",
                    avatar_url="https://secure.gravatar.com/avatar/29a392368936f1f276afda7867fb6962?d=identicon&version=1",
                    default_sending_stream=None,
                    default_events_register_stream=None,
                    default_all_public_streams=False,
                    username="robo-bot@harbour.test",
                    api_key=Secret("RoboRoboRoboRoboRoboRoboRoboRobo"),
                ),
            )
        ),
    ),
    no(by("Gus", GetOwnBots()), "BAD_REQUEST", "Not allowed for guest users"),
    yes(by("Cleo", HELPER), (18, 32), seen=lambda made: (made.user_id, len(made.api_key.reveal()))),
    no(
        by("Cleo", CreateBot(full_name="Robo", short_name="helper")), "BAD_REQUEST", "Name is already in use!"
    ),
    no(
        by("Cleo", CreateBot(full_name="H2", short_name="h", file=NO_PICTURE)),
        "BAD_IMAGE",
        "Could not decode image; did you upload an image file?",
    ),
    no(
        by("Cleo", UpdateBot(bot_id=ROBO, file=NO_PICTURE)),
        "BAD_IMAGE",
        "Could not decode image; did you upload an image file?",
    ),
    yes(
        by("Cleo", UpdateBot(bot_id=ROBO, full_name="Robot")),
        ("Robot", "cleo-member@harbour.test"),
        seen=lambda bot: (bot.full_name, bot.bot_owner),
    ),
    no(by("Dan", UpdateBot(bot_id=ROBO, full_name="Robot")), "BAD_REQUEST", "Insufficient permission"),
    no(by("Cleo", UpdateBot(bot_id=ROBO, role=200)), "UNAUTHORIZED_PRINCIPAL", NOT_OURS),
    yes(by("Cleo", DeactivateBot(bot_id=ROBO)), Done()),
    no(by("Dan", DeactivateBot(bot_id=ROBO)), "BAD_REQUEST", "Insufficient permission"),
    yes(by("Cleo", GetBotApiKey(bot_id=ROBO)), BotApiKey(api_key=Secret("RoboRoboRoboRoboRoboRoboRoboRobo"))),
    no(by("Dan", GetBotApiKey(bot_id=ROBO)), "BAD_REQUEST", "Insufficient permission"),
    yes(by("Cleo", RegenerateBotApiKey(bot_id=ROBO)), 32, seen=lambda made: len(made.api_key.reveal())),
    no(by("Cleo", RegenerateBotApiKey(bot_id=NOBODY)), "BAD_REQUEST", "No such bot"),
    yes(
        GetChannelFolders(),
        ChannelFoldersFound(
            channel_folders=(
                ChannelFolder(
                    id=1,
                    name="Boats",
                    description="All that *floats*",
                    rendered_description="<p>All that <em>floats</em></p>",
                    date_created=1800000000,
                    creator_id=11,
                    order=1,
                ),
            )
        ),
        FOLDER,
    ),
    yes(FOLDER, ChannelFolderCreated(channel_folder_id=1)),
    no(FOLDER, "BAD_REQUEST", "Channel folder name already in use", FOLDER),
    no(by("Cleo", FOLDER), "UNAUTHORIZED_PRINCIPAL", NOT_OURS),
    yes(UpdateChannelFolder(channel_folder_id=1, name="Ships"), Done(), FOLDER),
    no(UpdateChannelFolder(channel_folder_id=1, name="Ships"), "BAD_REQUEST", "Invalid channel folder ID"),
    no(
        by("Cleo", UpdateChannelFolder(channel_folder_id=1, name="Ships")), "UNAUTHORIZED_PRINCIPAL", NOT_OURS
    ),
    yes(ReorderChannelFolders(order=(1,)), Done(), FOLDER),
    no(ReorderChannelFolders(order=(2,)), "BAD_REQUEST", "Invalid order mapping.", FOLDER),
    no(by("Cleo", ReorderChannelFolders(order=())), "UNAUTHORIZED_PRINCIPAL", NOT_OURS),
    yes(by("Cleo", CreateChannel(name="yard", subscribers=(CLEO,))), ChannelCreated(id=36)),
    no(
        CreateChannel(name="general", subscribers=(ADA,)),
        "CHANNEL_ALREADY_EXISTS",
        "Channel 'general' already exists",
    ),
    no(CreateChannel(name="", subscribers=(ADA,)), "BAD_REQUEST", "Channel name can't be empty."),
    no(
        by("Cleo", CreateChannel(name="yard", subscribers=(CLEO,), message_retention_days=3)),
        "UNAUTHORIZED_PRINCIPAL",
        "Must be an organization owner",
    ),
    yes(
        by("Cleo", ChangeSubscriptions(delete=("news",), add=(ChannelToJoin(name="quiet"),))),
        SubscriptionsChanged(
            subscribed={"13": ("quiet",)}, new_subscription_messages_sent=True, removed=("news",)
        ),
    ),
    no(ChangeSubscriptions(), "BAD_REQUEST", 'Nothing to do. Specify at least one of "add" or "delete".'),
    no(ChangeSubscriptions(delete=("attic",)), "ChannelDoesNotExist", "Channel 'attic' does not exist"),
    yes(FISH, Done()),
    no(
        UploadEmoji(emoji_name="octopus!", file=PIXEL),
        "BAD_REQUEST",
        "Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and "
        "periods.",
    ),
    no(
        UploadEmoji(emoji_name="fish_cake", file=NO_PICTURE),
        "BAD_IMAGE",
        "Could not decode image; did you upload an image file?",
    ),
    yes(DeactivateEmoji(emoji_name="fish_cake"), Done(), FISH),
    no(DeactivateEmoji(emoji_name="fish_cake"), "NotFound", "Emoji 'fish_cake' does not exist"),
    no(
        by("Cleo", DeactivateEmoji(emoji_name="fish_cake")),
        "BAD_REQUEST",
        "Must be an organization administrator or emoji author",
        FISH,
    ),
    yes(RunCommand(command="/ping"), CommandRun()),
    yes(
        RunCommand(command="/dark"),
        CommandRun(msg="Changed to dark theme! To revert dark theme, type `/light`."),
    ),
    no(RunCommand(command="/dance"), "BAD_REQUEST", "No such command: dance"),
    yes(UploadAvatar(file=PIXEL), True, seen=lambda made: bool(made.avatar_url)),
    no(
        UploadAvatar(file=File(name="big.png", content=b"x" * (26 << 20))),
        "BAD_REQUEST",
        "Uploaded file is larger than the allowed limit of 5 MiB",
    ),
    no(UploadAvatar(file=NO_PICTURE), "BAD_IMAGE", "Could not decode image; did you upload an image file?"),
    no(
        by("Cleo", RemoveAvatar()),
        "BAD_REQUEST",
        "Avatar changes are disabled in this organization.",
        UpdateOrganization(avatar_changes_disabled=True),
    ),
    no(
        DeactivateUser(user_id=ADA),
        "CANNOT_DEACTIVATE_LAST_USER",
        "Cannot deactivate the only organization owner.",
    ),
    no(
        by("Cleo", CreateInvitationLink(welcome_message_custom_text="Hi")),
        "UNAUTHORIZED_PRINCIPAL",
        NOT_OURS,
        UpdateOrganization(create_multiuse_invite_group=GroupSettingChange(new=BENCH)),
    ),
    no(
        by("Cleo", EditMessage(message_id=102, topic="soup", propagate_mode="change_all")),
        "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
        "You only have permission to move the 1/2 most recent messages in this topic.",
        UpdateOrganization(move_messages_within_stream_limit_seconds=5400),
    ),
    no(
        EditMessage(message_id=104, content="Bye", prev_content_sha256="0" * 64),
        "EXPECTATION_MISMATCH",
        "'prev_content_sha256' value does not match the expected value.",
        SAY,
    ),
    yes(RemoveAvatar(), True, UploadAvatar(file=PIXEL), seen=lambda made: bool(made.avatar_url)),
    yes(by("Dan", DeactivateOwnUser()), Done()),
    no(DeactivateOwnUser(), "CANNOT_DEACTIVATE_LAST_USER", "Cannot deactivate the only organization owner."),
)
