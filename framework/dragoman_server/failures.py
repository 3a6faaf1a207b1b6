"""Every sentence with which the server refuses, in one place, so that endpoints can declare them."""

from typing import Any

from dragoman_server import levels
from dragoman_server.errors import failure

_BASIC = "UNAUTHORIZED"

# Authentication, and what is checked before an endpoint is asked.
NOT_LOGGED_IN = failure("Not logged in: API authentication or user session required", _BASIC, 401)
BAD_HEADER = failure("Invalid authorization header for basic auth", _BASIC, 401)
MALFORMED_KEY = failure("Malformed API key", _BASIC, 401)
INVALID_KEY = failure("Invalid API key", _BASIC, 401)
DEACTIVATED = failure("Account is deactivated", _BASIC, 401)
WRONG_HOST = failure("Account is not associated with this subdomain", _BASIC, 401)
WEBHOOK_BOT = failure("This API is not available to incoming webhook bots.", _BASIC, 401)
NOT_BASIC = failure("This endpoint requires HTTP basic authentication.")
UNKNOWN_HOST = failure("Invalid subdomain", "NONEXISTENT_SUBDOMAIN", 404)
NO_CSRF_TOKEN = failure("CSRF error: {reason}", "CSRF_FAILED", 403, {"reason": str})
RATE_LIMITED = failure("API usage exceeded rate limit", "RATE_LIMIT_HIT", 429, {"retry-after": float})
METHOD_NOT_ALLOWED = failure("Method Not Allowed", None, 405, {"allowed_methods": list[str]})
TOO_LARGE = failure("Request body is larger than the allowed limit of {limit} bytes", status=413)
COMPRESSED = failure("Request bodies must not be compressed", status=415)
TOO_SLOW = failure("Request body did not arrive in time", status=408)
BAD_BODY = failure("Malformed request body")
SERVER_ERROR = failure("Internal server error", None, 500)

# Permission, by role or kind of account.
NO_BOTS = failure("This endpoint does not accept bot requests.")
NO_GUESTS = failure("Not allowed for guest users")
NOT_ADMINISTRATOR = failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL")
NOT_OWNER = failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL")
NOT_AUTHORIZED = failure("User not authorized for this query")
INSUFFICIENT = failure("Insufficient permission")

# Keys and passwords.
WRONG_PASSWORD = failure("Your username or password is incorrect", "AUTHENTICATION_FAILED", 401)
MALFORMED_URL_KEY = failure("Malformed API key", "INVALID_API_KEY", 401)
INVALID_URL_KEY = failure("Invalid API key", "INVALID_API_KEY", 401)
WEBHOOK_BOT_BY_URL_KEY = failure("This API is not available to incoming webhook bots.")
LOGIN_DEACTIVATED = failure("Account is deactivated", "USER_DEACTIVATED", 401)
NOT_AN_EMAIL = failure("Enter a valid email address.")
PRODUCTION = failure("Endpoint not available in production.")

# Parameters, where an endpoint words the complaint itself.
MISSING_ARGUMENT = failure("Missing '{name}' argument")
MISSING_ANCHOR = failure("Missing 'anchor' argument.")
CANNOT_BE_BLANK = failure("{name} cannot be blank")
TOO_SMALL = failure("{name} is too small")
NOT_ALLOWED_TYPE = failure("{name} is not an allowed_type")

# Event queues.
BAD_QUEUE = failure("Bad event queue ID: {queue_id}", "BAD_EVENT_QUEUE_ID", fields={"queue_id": str})
EVENT_PRUNED = failure("An event newer than {event_id} has already been pruned!")
EVENT_NOT_IN_QUEUE = failure("Event {event_id} was not in this queue")
CAPABILITY_MISSING = failure("notification_settings_null key is missing from client_capabilities")
CAPABILITY_NOT_BOOLEAN = failure("client_capabilities contains a value that is not a boolean")
ANONYMOUS_PARAMETER = failure("Invalid '{name}' parameter for anonymous request")
OPERATOR_NOT_SUPPORTED = failure("Operator {operator} not supported.")

# Sending.
EMPTY_MESSAGE = failure("Message must not be empty")
NULL_BYTE = failure("Message must not contain null bytes")
MISSING_CHANNEL = failure("Missing channel")
MISSING_TOPIC = failure("Missing topic")
EMPTY_TOPIC = failure("Topic can't be empty!", until=levels.EMPTY_TOPIC)
TOPICS_REQUIRED = failure("Topics are required in this organization", until=levels.EMPTY_TOPIC)
EMPTY_TOPIC_DISALLOWED = failure(
    "Sending messages to the general chat is not allowed in this channel.", since=levels.EMPTY_TOPIC
)
EMPTY_TOPIC_ONLY = failure(
    "Only the general chat topic is allowed in this channel.", since=levels.EMPTY_TOPIC
)
BAD_TOPIC_CHARACTER = failure("Invalid character in topic, at position {position}!")
ONE_CHANNEL = failure("Expected exactly one channel")
BAD_CHANNEL_TYPE = failure("Invalid data type for channel")
BAD_CHANNEL_ID_TYPE = failure("Invalid data type for channel ID")
EMPTY_CHANNEL_NAME = failure("Channel name can't be empty.")
LONG_CHANNEL_NAME = failure("Channel name too long (limit: {limit} characters).")
BAD_CHANNEL_CHARACTER = failure("Invalid character in channel name, at position {position}.")
LONG_DESCRIPTION = failure("{place} is too long (limit: {limit} characters)")
NO_SUCH_CHANNEL = failure(
    "Channel '{stream}' does not exist", "STREAM_DOES_NOT_EXIST", fields={"stream": str}
)
NO_SUCH_CHANNEL_ID = failure(
    "Channel with ID '{stream_id}' does not exist", "STREAM_DOES_NOT_EXIST", fields={"stream_id": int}
)
NOT_AUTHORIZED_TO_SEND = failure("Not authorized to send to channel '{name}'")
NO_POSTING = failure("You do not have permission to post in this channel.", since=levels.POSTING_BY_GROUP)
ONLY_ADMINISTRATORS_POST = failure(
    "Only organization administrators can send to this channel.", until=levels.POSTING_BY_GROUP
)
ONLY_MODERATORS_POST = failure(
    "Only organization administrators and moderators can send to this channel.", until=levels.POSTING_BY_GROUP
)
NO_NEW_TOPICS = failure(
    "You do not have permission to create new topics in this channel.", since=levels.CREATE_TOPIC_PERMISSION
)
NO_RECIPIENTS = failure("Message must have recipients")
BAD_RECIPIENTS = failure("Invalid data type for recipients")
MIXED_RECIPIENTS = failure("Recipient lists may contain emails or user IDs, but not both.")
ONLY_USER_IDS = failure("Recipient list may only contain user IDs")
INVALID_EMAIL = failure("Invalid email '{email}'")
INVALID_USER_ID = failure("Invalid user ID {user_id}")
NO_LONGER_HERE = failure("'{email}' is no longer using Zulip.")
NO_CHANNEL_WILDCARD = failure(
    "You do not have permission to use channel wildcard mentions in this channel.",
    "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
)
NO_TOPIC_WILDCARD = failure(
    "You do not have permission to use topic wildcard mentions in this topic.",
    "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
)

# Messages that are there.
INVALID_MESSAGES = failure("Invalid message(s)")
INVALID_ANCHOR = failure("Invalid anchor")
ANCHOR_EXCLUDED = failure("The anchor can only be excluded at an end of the range")
TOO_MANY_MESSAGES = failure("Too many messages requested (maximum {limit}).")
UNSUPPORTED_COMBINATION = failure(
    "Unsupported parameter combination: {parameters}", fields={"parameters": str}, since=300
)
BAD_NARROW = failure("Invalid narrow operator: {desc}", "BAD_NARROW", fields={"desc": str})
NOTHING_TO_CHANGE = failure("Nothing to change")
NO_EDIT_PERMISSION = failure("You don't have permission to edit this message")
EDIT_TOO_LATE = failure("The time limit for editing this message has passed")
DIRECT_HAS_NO_TOPIC = failure("Direct messages cannot have topics.")
DIRECT_CANNOT_MOVE = failure("Direct messages cannot be moved to channels.")
CONTENT_WHILE_MOVING = failure("Cannot change message content while changing channel")
PROPAGATE_WITHOUT_TOPIC = failure("Invalid propagate_mode without topic edit")
EDITING_OFF = failure("Your organization has turned off message editing")
WIDGET_EDIT = failure("Widgets cannot be edited.")
CONTENT_MISMATCH = failure(
    "'prev_content_sha256' value does not match the expected value.", "EXPECTATION_MISMATCH"
)
NO_MOVE_PERMISSION = failure("You don't have permission to move this message")
TOPIC_EDIT_TOO_LATE = failure("The time limit for editing this message's topic has passed.")
MOVE_TOO_LATE = failure("The time limit for editing this message's channel has passed")
NOT_ALL_MAY_MOVE = failure(
    "You only have permission to move the {total_messages_allowed_to_move}/{total_messages_in_topic} "
    "most recent messages in this topic.",
    "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
    fields={
        "first_message_id_allowed_to_move": int | None,
        "total_messages_in_topic": int,
        "total_messages_allowed_to_move": int,
    },
)
DIRECT_OFF = failure("Direct messages are disabled in this organization.")
DIRECT_NOT_AUTHORIZED = failure("This conversation does not include any users who can authorize it.")
NO_DIRECT_START = failure("You do not have permission to initiate direct message conversations.")
HISTORY_OFF = failure("Message edit history is disabled in this organization")
NO_GROUP_MENTION = failure("You are not allowed to mention user group '{user_group_name}'.")
NO_DELETE_PERMISSION = failure("You don't have permission to delete this message")
DELETE_TOO_LATE = failure("The time limit for deleting this message has passed")

# Flags.
INVALID_FLAG = failure("Invalid flag: '{flag}'")
FLAG_NOT_EDITABLE = failure("Flag not editable: '{flag}'")
INVALID_FLAG_OPERATION = failure("Invalid message flag operation: '{op}'")
NO_SUCH_TOPIC = failure("No such topic '{topic}'")

# What is known of a message, and its widget.
READ_RECEIPTS_OFF = failure("Read receipts are disabled in this organization.")
NO_SUBMESSAGE = failure("You cannot attach a submessage to this message.")
BAD_SUBMESSAGE = failure("Invalid json for submessage")
WIDGET_NOT_JSON = failure("Widgets: API programmer sent invalid JSON content")
BAD_WIDGET = failure("Widgets: {what}")
UNKNOWN_WIDGET_DATA = failure("Unknown type for {place}: {kind}")
QUESTION_OF_AUTHOR = failure("You can't edit a question unless you are the author.")
TITLE_OF_AUTHOR = failure("You can't edit the task list title unless you are the author.")

# Things of one's own.
NO_SUCH_FILE = failure("This file does not exist or has been deleted.", None, 404, page=True)
NOT_YOUR_FILE = failure("You are not authorized to view this file.", None, 403, page=True)
INVALID_ATTACHMENT = failure("Invalid attachment")
NO_FILE = failure("You must specify a file to upload")
ONE_FILE = failure("You may only upload one file at a time")
FILE_TOO_LARGE = failure("Uploaded file is larger than the allowed limit of {limit} MiB")
VIEW_EXISTS = failure("Navigation view already exists.")
NO_SUCH_VIEW = failure("Navigation view does not exist.", status=404)
BUILT_IN_VIEW_NAME = failure("Built-in views cannot have a custom name.")
VIEW_NAME_MISSING = failure("Custom views must have a valid name.")
DRAFTS_OFF = failure("User has disabled synchronizing drafts.")
DRAFT_CHANNEL = failure("Must specify exactly 1 channel ID for channel messages")
NULL_BYTE_IN_TOPIC = failure("Topic must not contain null bytes")
ONLY_BOTS = failure("This endpoint is for bots only.", since=levels.STORAGE_FOR_BOTS)
NO_SUCH_DRAFT = failure("Draft does not exist", status=404)
NO_SUCH_SNIPPET = failure("Saved snippet does not exist.", status=404)
NO_SUCH_REMINDER = failure("Reminder does not exist", status=404)
NO_SUCH_STORAGE_KEY = failure("Key does not exist.")
STORAGE_FULL = failure("Request exceeds storage limit.")
INVALID_STEP = failure("Invalid onboarding_step: {onboarding_step}")

# Scheduled messages.
NOT_IN_FUTURE = failure("Scheduled delivery time must be in the future.")
TIME_OUT_OF_RANGE = failure("scheduled_delivery_timestamp is too large")
NO_SUCH_SCHEDULED = failure("Scheduled message does not exist", status=404)
RECIPIENT_REQUIRED = failure("Recipient required when updating type of scheduled message.")
TOPIC_REQUIRED = failure("Topic required when updating scheduled message type to channel.")

# Reactions.
REACTION_EXISTS = failure("Reaction already exists.", "REACTION_ALREADY_EXISTS")
REACTION_MISSING = failure("Reaction doesn't exist.", "REACTION_DOES_NOT_EXIST")
NO_SUCH_EMOJI = failure("Emoji '{emoji_name}' does not exist")
BAD_EMOJI_CODE = failure("Invalid emoji code.")
BAD_EMOJI_NAME = failure("Invalid emoji name.")
BAD_EMOJI_TYPE = failure("Invalid emoji type.")
BAD_CUSTOM_EMOJI = failure("Invalid custom emoji.")
BAD_CUSTOM_EMOJI_NAME = failure("Invalid custom emoji name.")
EMOJI_DEACTIVATED = failure("This custom emoji has been deactivated.")
BAD_EMOJI_SIGNS = failure(
    "Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, "
    "and periods."
)
BAD_EMOJI_END = failure("Emoji names must end with either a letter or digit.")
EMOJI_NAME_TAKEN = failure("A custom emoji with this name already exists.")
ONE_PICTURE = failure("You must upload exactly one file.")
BUILT_IN_EMOJI = failure("Only administrators can override default emoji.")
NO_SUCH_CUSTOM_EMOJI = failure("Emoji '{emoji_name}' does not exist", status=404)
NOT_YOUR_EMOJI = failure("Must be an organization administrator or emoji author")

# Commands.
NO_SLASH = failure("There should be a leading slash in the zcommand.")
NO_SUCH_COMMAND = failure("No such command: {command}")
EMOJI_MISSING = failure("At least one of the following arguments must be present: emoji_name, emoji_code")

# People, channels and subscriptions.
NO_SUCH_USER = failure("No such user")
USER_DEACTIVATED = failure("User is deactivated")
INVALID_CHANNEL_ID = failure("Invalid channel ID")
INVALID_CHANNEL_NAME = failure("Invalid channel name '{name}'")
CANNOT_ACCESS_CHANNEL = failure("Unable to access channel ({name}).")
NOT_SUBSCRIBED = failure("Not subscribed to channel ID {stream_id}")
UNKNOWN_PROPERTY = failure("Unknown subscription property: {property}")
NOT_A_BOOLEAN = failure("{name} is not a boolean")
NOT_A_COLOR = failure("color is not a valid hex color code")

INVALID_GROUP = failure("Invalid user group")
NO_SUCH_MEMBER = failure("Invalid user ID: {user_id}")
NO_SUCH_GROUP_ID = failure("Invalid user group ID: {group_id}")
GROUP_EXISTS = failure("User group '{name}' already exists.")
EMPTY_GROUP_NAME = failure("User group name can't be empty!")
LONG_GROUP_NAME = failure("User group name cannot exceed {limit} characters.")
GROUP_NAME_PREFIX = failure("User group name cannot start with '{prefix}'.")
GROUP_DEACTIVATED = failure("User group is deactivated.", since=290)
GROUP_IN_USE = failure(
    "Cannot deactivate user group in use.",
    "CANNOT_DEACTIVATE_GROUP_IN_USE",
    fields={"objections": list[dict[str, Any]]},
    since=290,
)
NO_NEW_DATA = failure("No new data supplied")
NO_INTERNET_GROUP = failure("'{setting}' setting cannot be set to 'role:internet' group.")
NOT_AS_EXPECTED = failure("'old' value does not match the expected value.", "EXPECTATION_MISMATCH")
NOTHING_TO_DO = failure('Nothing to do. Specify at least one of "add" or "delete".')
ALREADY_MEMBER = failure("User {user_id} is already a member of this group")
NOT_A_MEMBER = failure("There is no member '{user_id}' in this user group")
ALREADY_SUBGROUP = failure("User group {group_id} is already a subgroup of this group.")
NOT_A_SUBGROUP = failure("User group {group_id} is not a subgroup of this group.")
GROUP_CYCLE = failure("User group {group_id} is already a subgroup of one of the passed subgroups.")

# Changing channels.
CANNOT_ADMINISTER = failure(
    "You do not have permission to administer this channel.", "CANNOT_ADMINISTER_CHANNEL"
)
SAME_CHANNEL_NAME = failure("Channel already has that name.")
CHANNEL_NAME_TAKEN = failure("Channel name already in use.")
DEFAULT_IS_PUBLIC = failure("A default channel cannot be private.")
PUBLIC_IS_NOT_PRIVATE = failure("Invalid parameters")
ALREADY_ARCHIVED = failure("Channel is already deactivated")
NOT_WEB_PUBLIC_HERE = failure("Web-public channels are not enabled.")
CONTENT_ACCESS_NEEDED = failure("Channel content access is required.")
NOT_ALL_IN_EMPTY_TOPIC = failure(
    "To enable this configuration, all messages in this channel must be in the general chat topic. "
    "Consider renaming or deleting other topics."
)
NO_CHANGE_OF_DEFAULTS = failure("You do not have permission to change default channels.")
CHANNEL_EXISTS = failure(
    "Channel '{channel_name}' already exists", "CHANNEL_ALREADY_EXISTS", 409, {"channel_name": str}
)

# Folders of channels.
INVALID_FOLDER = failure("Invalid channel folder ID", since=levels.CHANNEL_FOLDERS)
FOLDER_ARCHIVED = failure("Channel folder is archived", since=levels.CHANNEL_FOLDERS)
EMPTY_FOLDER_NAME = failure("Channel folder name can't be empty.", since=levels.CHANNEL_FOLDERS)
BAD_FOLDER_CHARACTER = failure(
    "Invalid character in channel folder name, at position {position}.", since=levels.CHANNEL_FOLDERS
)
FOLDER_NAME_TAKEN = failure("Channel folder name already in use", since=levels.CHANNEL_FOLDERS)
FOLDER_IN_USE = failure(
    "You need to remove all the channels from this folder to archive it.", since=levels.CHANNEL_FOLDERS
)
BAD_FOLDER_ORDER = failure("Invalid order mapping.", since=levels.CHANNEL_FOLDERS)

# Invitations.
NO_ADDRESSES = failure("You must specify at least one email address.")
INVITATION_FAILED = failure(
    "{what}",
    "INVITATION_FAILED",
    fields={
        "errors": list[tuple[str, str, bool]],
        "sent_invitations": bool,
        "license_limit_reached": bool,
        "daily_limit_reached": bool,
    },
)
INVALID_INVITE_CHANNEL = failure("Invalid channel ID {channel_id}. No invites were sent.")
NO_SUBSCRIBING_OTHERS = failure("You do not have permission to subscribe other users to channels.")
OWNERS_INVITE_OWNERS = failure("Must be an organization owner")
ADMINISTRATORS_INVITE_THOSE = failure("Must be an organization administrator")
LONG_WELCOME = failure("welcome_message_custom_text is too long (limit: {limit} characters)")
NO_SUCH_INVITATION = failure("No such invitation")
INVITATION_REVOKED = failure("Invitation has already been revoked")

# Linkifiers.
BAD_LINKIFIER = failure("{what}", fields={"errors": dict[str, list[str]]})
BAD_LINKIFIER_ORDER = failure("The ordered list must enumerate all existing linkifiers exactly once")
NO_SUCH_LINKIFIER = failure("Linkifier not found.")

# Typing.
EMPTY_TO = failure("Empty 'to' list")
DIRECT_TYPING_OFF = failure("User has disabled typing notifications for direct messages")
CHANNEL_TYPING_OFF = failure("User has disabled typing notifications for channel messages")

# Settings and names.
NAME_TOO_LONG = failure("Name too long!")
NAME_TOO_SHORT = failure("Name too short!")
BAD_NAME_CHARACTER = failure("Invalid characters in name!")
BAD_NAME_FORMAT = failure("Invalid format!")
INVALID_LANGUAGE = failure("Invalid default_language")
INVALID_SOUND = failure("Invalid notification sound '{sound}'")
INVALID_BATCHING = failure("Invalid email batching period: {seconds} seconds")
INVALID_VALUE = failure("Invalid {name}")
NO_SUCH_TIME_ZONE = failure("timezone is not a recognized time zone")
WRONG_OLD_PASSWORD = failure("Wrong password!")
BAD_NEW_ADDRESS = failure("{what}")
ADDRESS_TAKEN = failure("Already has an account.")
EMAIL_CHANGES_DISABLED = failure("Email address changes are disabled in this organization.")
TOO_LONG = failure("{name} is too long (limit: {limit} characters)")

# The organisation.
INVALID_ORGANIZATION_LANGUAGE = failure("Invalid language '{language}'")
INVALID_NUMBER = failure("Invalid {name} {number}")
NO_LOGIN_LEFT = failure("At least one authentication method must be enabled.")
UNKNOWN_LOGIN = failure("Invalid authentication method: {name}. Valid methods are: {known}")
NOT_A_SYSTEM_GROUP = failure("'{setting}' must be a system user group.")
GROUP_NOT_FOR_SETTING = failure("'{setting}' setting cannot be set to '{group}' group.")
ORGANIZATION_DEACTIVATED = failure("This organization has been deactivated", _BASIC, 401)
LOGIN_TO_DEACTIVATED = failure("This organization has been deactivated", "REALM_DEACTIVATED", 401)
INVALID_DOMAIN = failure("Invalid domain: {what}")
DOMAIN_KNOWN = failure("The domain {domain} is already a part of your organization.")
NO_SUCH_DOMAIN = failure("No entry found for domain {domain}.")
BAD_PLAYGROUND = failure("{what}", fields={"errors": dict[str, list[str]]})
BAD_LANGUAGE_NAME = failure("Invalid characters in pygments language")
NO_SUCH_PLAYGROUND = failure("Invalid playground")

# Presence and status.
INVALID_STATUS = failure("Invalid status: {status}")
NO_PRESENCE_OF_BOTS = failure("Presence is not supported for bot users.")
NO_PRESENCE = failure("No presence data for {user}")
NO_NEW_VALUES = failure("Client did not pass any new values.")
EMOJI_NAME_MISSING = failure("Client must pass emoji_name if they pass either emoji_code or reaction_type.")

# What people keep for themselves.
MUTES_SELF = failure("Cannot mute self")
MUTED_ALREADY = failure("User already muted")
NOT_MUTED = failure("User is not muted")
CHANNEL_NOT_NAMED = failure("Please supply 'stream'.")
TOPIC_NOT_MUTED = failure("Topic is not muted")
NO_SUCH_DEVICE = failure("Device not recognized", "INVALID_PUSH_DEVICE_TOKEN")
BAD_TOKEN = failure("Empty or invalid length token")
BAD_APPLE_TOKEN = failure("Invalid APNS token")
NO_SUCH_TOKEN = failure("Token does not exist")

# Profiles.
BLANK_LABEL = failure("Label cannot be blank.")
BAD_FIELD_TYPE = failure("Invalid field type.")
NO_CHOICES = failure("Field must have at least one choice.")
DOUBLE_CHOICES = failure("Field must not have duplicate choices.")
BAD_SUBTYPE = failure("Invalid external account type")
BAD_URL_PATTERN = failure("URL pattern must contain '%(username)s'.")
FULL_SUMMARY = failure("Only 2 custom profile fields can be displayed in the profile summary.")
NOT_IN_SUMMARY = failure("Field type not supported for display in profile summary.")
NOT_FOR_MATCHING = failure("Field type not supported for user matching.")
LABEL_TAKEN = failure("A field with that label already exists.")
NO_SUCH_FIELD = failure("Field id {field_id} not found.")
BAD_ORDER = failure("Invalid order mapping.")
NOT_A_DATE = failure("{name} is not a date")
NOT_A_LINK = failure("{name} is not a URL")
NOT_A_CHOICE = failure("'{value}' is not a valid choice for '{name}'.")
NOT_SAID_HERE = failure("You are not allowed to change this field. Contact an administrator to update it.")
SAID_OF_NOBODY = failure("Invalid user ID: {user_id}")
SAID_OF_FORMER = failure("User with ID {user_id} is deactivated")
SAID_OF_BOT = failure("User with ID {user_id} is a bot")

# Bots.
BAD_BOT_NAME = failure("Bad name or username")
USERNAME_IN_USE = failure("Username already in use")
BOT_NAME_IN_USE = failure("Name is already in use!")
NO_SUCH_BOT = failure("No such bot")
INVALID_BOT_TYPE = failure("Invalid bot type")
INVALID_INTERFACE = failure("Invalid interface type")
INVALID_EMBEDDED_BOT = failure("Invalid embedded bot name.")
NO_SUCH_OWNER = failure("Failed to change owner, no such user")
FORMER_OWNER = failure("Failed to change owner, user is deactivated")
BOT_AS_OWNER = failure("Failed to change owner, bots can't own other bots")

# Pictures.
BAD_IMAGE = failure("Could not decode image; did you upload an image file?", "BAD_IMAGE")
PICTURE_TOO_LARGE = failure("Uploaded file is larger than the allowed limit of {limit} MiB")
EXACTLY_ONE_PICTURE = failure("You must upload exactly one avatar.")
PICTURES_FIXED = failure("Avatar changes are disabled in this organization.")

# Making and closing accounts.
MAY_NOT_CREATE_USERS = failure("User not authorized to create users")
EMAIL_IN_USE = failure("Email '{email}' already in use")
EMAIL_NOT_ALLOWED = failure("Email '{email}' not allowed in this organization")
EMAIL_DISPOSABLE = failure("Disposable email addresses are not allowed in this organization")
EMAIL_PLUS = failure("Email addresses containing + are not allowed.")
NAME_IN_USE = failure("Unique names required in this organization.")
MAY_NOT_CHANGE_EMAILS = failure("User not authorized to change user emails")
LAST_USER = failure(
    "Cannot deactivate the only {entity}.",
    "CANNOT_DEACTIVATE_LAST_USER",
    fields={"is_last_owner": bool, "entity": str},
)
BOT_IS_BACK = failure(
    'There is already an active bot named "{full_name}" in this organization. '
    "To reactivate this bot, you must rename or deactivate the other one."
)
LAST_OWNER_ROLE = failure("The owner permission cannot be removed from the only organization owner.")
