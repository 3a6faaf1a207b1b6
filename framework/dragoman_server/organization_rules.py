"""What may be chosen for the organisation, by whom, and how each value is read."""

from collections.abc import Mapping
from typing import Any

from dragoman_server import failures
from dragoman_server.channel_settings import GroupChoice, read_group_setting
from dragoman_server.languages import LANGUAGES
from dragoman_server.organization_parameters import PermissionSettings, PlainSettings
from dragoman_server.parameters import BAD_VALUE
from dragoman_server.profile_rules import LINK_FORM
from dragoman_server.user_group_rules import SettingChange
from dragoman_server.world.access import access_channel_settings
from dragoman_server.world.groups import EVERYONE, INTERNET, MEMBERS
from dragoman_server.world.records import GroupSetting, Role, User
from dragoman_server.world.world import World

MAX_NAME, MAX_DESCRIPTION, MAX_WELCOME = 40, 1000, 8000

FOR_OWNERS = frozenset(
    (
        *("authentication_methods", "message_retention_days", "invite_to_realm_policy", "invite_required"),
        *("create_multiuse_invite_group", "can_invite_users_group", "can_create_groups"),
        *("can_manage_all_groups", "emails_restricted_to_domains", "waiting_period_threshold"),
        "disallow_disposable_email_addresses",
    )
)
"""What only owners choose."""

SYSTEM_GROUPS_ONLY = frozenset(("can_access_all_users_group",))
"""The permissions that no group of people's own making can hold."""

CHOICE_FAILS = (
    *(failures.NOT_OWNER, failures.TOO_LONG, failures.INVALID_ORGANIZATION_LANGUAGE, BAD_VALUE),
    *(failures.INVALID_NUMBER, failures.NOT_ALLOWED_TYPE, failures.NO_LOGIN_LEFT, failures.UNKNOWN_LOGIN),
    *(failures.INVALID_CHANNEL_ID, failures.INVALID_GROUP, failures.NO_SUCH_USER),
    *(failures.NO_INTERNET_GROUP, failures.NOT_A_SYSTEM_GROUP, failures.GROUP_NOT_FOR_SETTING),
    failures.NOT_AS_EXPECTED,
)
"""How `read_choices` refuses."""

_LONGEST = {
    "name": MAX_NAME,
    "description": MAX_DESCRIPTION,
    "welcome_message_custom_text": MAX_WELCOME,
}
_LIMITS = (
    *("message_content_delete_limit_seconds", "message_content_edit_limit_seconds"),
    *("move_messages_within_stream_limit_seconds", "move_messages_between_streams_limit_seconds"),
)
_CHANNELS = (
    *("new_stream_announcements_stream_id", "signup_announcements_stream_id"),
    *("zulip_update_announcements_stream_id", "moderation_request_channel_id"),
)
_VIDEO_PROVIDERS = frozenset((0, 1, 3, 4, 5))
_GIPHY_RATINGS = frozenset(range(5))


class Choices:
    """What was chosen, ready to be done, in the order in which it is told."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.settings: dict[str, Any] = {}
        self.permissions: dict[str, GroupSetting] = {}
        self.sent_logins: dict[str, bool] = {}
        """The ways to log in as they were sent; they are answered so."""


def read_choices(world: World, user: User, sent: Mapping[str, Any]) -> Choices:
    """Return what a request chooses, or refuse it as a whole."""
    if user.role != Role.OWNER and not FOR_OWNERS.isdisjoint(sent):
        raise failures.NOT_OWNER
    choices = Choices()
    plain = PlainSettings.__annotations__
    choices.settings |= {name: value for name, value in sent.items() if name in plain}
    _check_plain(choices.settings)
    for name in sent.keys() & set(_LIMITS):
        choices.settings[name] = _read_limit(name, sent[name])
    for name in sent.keys() & set(_CHANNELS):
        choices.settings[name] = _read_channel(world, user, sent[name])
    if "message_retention_days" in sent:
        days = _read_limit("message_retention_days", sent["message_retention_days"])
        choices.settings["message_retention_days"] = -1 if days is None else days
    if "jitsi_server_url" in sent:
        choices.settings["jitsi_server_url"] = _read_url(sent["jitsi_server_url"])
    if "topics_policy" in sent:
        choices.settings["mandatory_topics"] = sent["topics_policy"] == "disable_empty_topic"
    if "authentication_methods" in sent:
        choices.sent_logins = sent["authentication_methods"]
        choices.settings["authentication_methods"] = _read_logins(world, sent["authentication_methods"])
    for name in PermissionSettings.__annotations__:
        if name in sent:
            choices.permissions[name] = _read_holders(world, name, sent[name])
    return choices


def _check_plain(settings: Mapping[str, Any]) -> None:
    for name, limit in _LONGEST.items():
        if len(settings.get(name, "")) > limit:
            raise failures.TOO_LONG(name=name, limit=limit)
    language = settings.get("default_language")
    if language is not None and language not in LANGUAGES:
        raise failures.INVALID_ORGANIZATION_LANGUAGE(language=language)
    for name, known in (("video_chat_provider", _VIDEO_PROVIDERS), ("giphy_rating", _GIPHY_RATINGS)):
        if name in settings and settings[name] not in known:
            raise failures.INVALID_NUMBER(name=name, number=settings[name])


def _read_limit(name: str, sent: int | str) -> int | None:
    """Return how many seconds or days; `None` where there is no limit."""
    if sent == "unlimited":
        return None
    if isinstance(sent, str) or sent <= 0:
        raise BAD_VALUE(var_name=name, bad_value=str(sent))
    return sent


def _read_channel(world: World, user: User, channel_id: int) -> int:
    return channel_id if channel_id < 0 else access_channel_settings(world, user, channel_id).id


def _read_url(sent: str) -> str | None:
    """Return where calls are held; `None` leaves that to the server."""
    if sent == "default":
        return None
    if len(sent) > 200 or not LINK_FORM.fullmatch(sent):
        raise failures.NOT_ALLOWED_TYPE(name="jitsi_server_url")
    return sent


def _read_logins(world: World, sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ways to log in with the chosen ones enabled."""
    known: dict[str, Any] = world.setting("authentication_methods")
    for name, enabled in sent.items():
        if name not in known or not isinstance(enabled, bool):
            raise failures.UNKNOWN_LOGIN(name=name, known=sorted(known))
    if True not in sent.values():
        raise failures.NO_LOGIN_LEFT
    return {name: {**one, "enabled": sent.get(name, False)} for name, one in known.items()}


def _read_holders(world: World, name: str, sent: int | SettingChange) -> GroupSetting:
    if isinstance(sent, int):
        return _check_holders(world, name, sent)
    wanted = _check_holders(world, name, sent.new)
    if sent.old is not None and read_group_setting(world, sent.old) != world.permission(name):
        raise failures.NOT_AS_EXPECTED
    return wanted


def _check_holders(world: World, name: str, choice: GroupChoice) -> GroupSetting:
    setting = read_group_setting(world, choice)
    group = world.groups.get(setting) if isinstance(setting, int) else None
    if group is not None and group.name == INTERNET:
        raise failures.NO_INTERNET_GROUP(setting=name)
    if name in SYSTEM_GROUPS_ONLY:
        if group is None or not group.is_system:
            raise failures.NOT_A_SYSTEM_GROUP(setting=name)
        if group.name not in (EVERYONE, MEMBERS):
            raise failures.GROUP_NOT_FOR_SETTING(setting=name, group=group.name)
    return setting
