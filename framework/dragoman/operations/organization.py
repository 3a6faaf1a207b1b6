"""Change the organization: its settings, who may do what, its domains and playgrounds, its end."""

from typing import Annotated, Any, Literal

import msgspec

from dragoman.model import UNSET, Maybe, Record
from dragoman.operations.operation import Answer, Done, Operation
from dragoman.operations.request import AsJson, Since
from dragoman.operations.user_groups import GroupSettingChange

Histories = Literal["all", "moves", "none"]
"""Of which changes of a message people see the history."""


class OrganizationChanged(Answer):
    """The organization was changed."""

    changed: dict[str, Any] = msgspec.field(default_factory=dict)
    """What was changed, by name; a text is told as ``updated``."""

    @classmethod
    def of(cls, members: dict[str, Any]) -> "OrganizationChanged":
        """Gather what an answer tells."""
        ignored = tuple(members.pop("ignored_parameters_unsupported", ()))
        changed = {name: value for name, value in members.items() if name not in ("result", "msg")}
        return cls(changed=changed, ignored_parameters_unsupported=ignored)


class UpdateOrganization(Operation[OrganizationChanged], method="PATCH", path="/realm", repeatable=True):
    """Change the organization's settings, all that are given or none; administrators only.

    Fails with code ``BAD_REQUEST`` for a value that is not valid; with ``UNAUTHORIZED_PRINCIPAL`` when one is
    no administrator, or no owner for what only owners may change; with ``EXPECTATION_MISMATCH`` when a
    permission is no longer the one that was named.
    Source: not in the spec.
    """

    name: str | Maybe = UNSET
    description: str | Maybe = UNSET
    emails_restricted_to_domains: bool | Maybe = UNSET
    disallow_disposable_email_addresses: bool | Maybe = UNSET
    invite_required: bool | Maybe = UNSET
    invite_to_realm_policy: Literal[1, 2, 3, 4, 6] | Maybe = UNSET
    """Until feature level 321."""
    require_unique_names: bool | Maybe = UNSET
    name_changes_disabled: bool | Maybe = UNSET
    email_changes_disabled: bool | Maybe = UNSET
    avatar_changes_disabled: bool | Maybe = UNSET
    inline_image_preview: bool | Maybe = UNSET
    inline_url_embed_preview: bool | Maybe = UNSET
    add_custom_emoji_policy: Literal[1, 2, 3, 4] | Maybe = UNSET
    """Until feature level 307."""
    delete_own_message_policy: Literal[1, 2, 3, 4, 5] | Maybe = UNSET
    """Until feature level 291."""
    allow_message_editing: bool | Maybe = UNSET
    edit_topic_policy: Literal[1, 2, 3, 4, 5, 6] | Maybe = UNSET
    """Until feature level 316."""
    mandatory_topics: bool | Maybe = UNSET
    allow_edit_history: bool | Maybe = UNSET
    default_language: str | Maybe = UNSET
    waiting_period_threshold: int | Maybe = UNSET
    send_welcome_emails: bool | Maybe = UNSET
    digest_emails_enabled: bool | Maybe = UNSET
    message_content_allowed_in_email_notifications: bool | Maybe = UNSET
    bot_creation_policy: Literal[1, 2, 3] | Maybe = UNSET
    """Until feature level 344."""
    create_public_stream_policy: Literal[1, 2, 3, 4] | Maybe = UNSET
    """Until feature level 264."""
    create_private_stream_policy: Literal[1, 2, 3, 4] | Maybe = UNSET
    """Until feature level 266."""
    create_web_public_stream_policy: Literal[2, 4, 6, 7] | Maybe = UNSET
    """Until feature level 280."""
    invite_to_stream_policy: Literal[1, 2, 3, 4] | Maybe = UNSET
    """Until feature level 341."""
    move_messages_between_streams_policy: Literal[1, 2, 3, 4, 6] | Maybe = UNSET
    """Until feature level 310."""
    user_group_edit_policy: Literal[1, 2, 3, 4] | Maybe = UNSET
    """Until feature level 299."""
    private_message_policy: Literal[1, 2] | Maybe = UNSET
    """Until feature level 270."""
    wildcard_mention_policy: Literal[1, 2, 3, 5, 6, 7] | Maybe = UNSET
    """Until feature level 352."""
    video_chat_provider: int | Maybe = UNSET
    giphy_rating: int | Maybe = UNSET
    default_code_block_language: str | Maybe = UNSET
    digest_weekday: Literal[0, 1, 2, 3, 4, 5, 6] | Maybe = UNSET
    org_type: Literal[0, 10, 20, 30, 35, 40, 50, 51, 52, 60, 70, 80, 90, 1000] | Maybe = UNSET
    enable_spectator_access: bool | Maybe = UNSET
    want_advertise_in_communities_directory: bool | Maybe = UNSET
    enable_read_receipts: bool | Maybe = UNSET
    enable_guest_user_indicator: bool | Maybe = UNSET
    enable_guest_user_dm_warning: Annotated[bool | Maybe, Since(348)] = UNSET
    """Feature level 348."""
    message_edit_history_visibility_policy: Annotated[Histories | Maybe, Since(358)] = UNSET
    """Feature level 358."""
    require_e2ee_push_notifications: Annotated[bool | Maybe, Since(409)] = UNSET
    """Feature level 409."""
    send_channel_events_messages: Annotated[bool | Maybe, Since(428)] = UNSET
    """Feature level 428."""
    welcome_message_custom_text: Annotated[str | Maybe, Since(416)] = UNSET
    """Feature level 416."""
    message_content_delete_limit_seconds: Annotated[int | str | Maybe, AsJson] = UNSET
    """Seconds, or ``unlimited``."""
    message_content_edit_limit_seconds: Annotated[int | str | Maybe, AsJson] = UNSET
    """Seconds, or ``unlimited``."""
    move_messages_within_stream_limit_seconds: Annotated[int | str | Maybe, AsJson] = UNSET
    """Seconds, or ``unlimited``."""
    move_messages_between_streams_limit_seconds: Annotated[int | str | Maybe, AsJson] = UNSET
    """Seconds, or ``unlimited``."""
    message_retention_days: Annotated[int | str | Maybe, AsJson] = UNSET
    """Days, or ``unlimited``."""
    jitsi_server_url: Annotated[str | Maybe, AsJson] = UNSET
    topics_policy: Annotated[Literal["allow_empty_topic", "disable_empty_topic"] | Maybe, Since(392)] = UNSET
    """Feature level 392."""
    authentication_methods: dict[str, bool] | Maybe = UNSET
    new_stream_announcements_stream_id: int | Maybe = UNSET
    """-1 for none."""
    signup_announcements_stream_id: int | Maybe = UNSET
    """-1 for none."""
    zulip_update_announcements_stream_id: int | Maybe = UNSET
    """-1 for none."""
    moderation_request_channel_id: Annotated[int | Maybe, Since(331)] = UNSET
    """-1 for none. Feature level 331."""
    create_multiuse_invite_group: GroupSettingChange | int | Maybe = UNSET
    can_access_all_users_group: GroupSettingChange | int | Maybe = UNSET
    can_create_public_channel_group: Annotated[GroupSettingChange | int | Maybe, Since(264)] = UNSET
    """Feature level 264."""
    can_create_private_channel_group: Annotated[GroupSettingChange | int | Maybe, Since(266)] = UNSET
    """Feature level 266."""
    direct_message_initiator_group: Annotated[GroupSettingChange | int | Maybe, Since(270)] = UNSET
    """Feature level 270."""
    direct_message_permission_group: Annotated[GroupSettingChange | int | Maybe, Since(270)] = UNSET
    """Feature level 270."""
    can_create_web_public_channel_group: Annotated[GroupSettingChange | int | Maybe, Since(280)] = UNSET
    """Feature level 280."""
    can_delete_any_message_group: Annotated[GroupSettingChange | int | Maybe, Since(281)] = UNSET
    """Feature level 281."""
    can_delete_own_message_group: Annotated[GroupSettingChange | int | Maybe, Since(291)] = UNSET
    """Feature level 291."""
    can_create_groups: Annotated[GroupSettingChange | int | Maybe, Since(299)] = UNSET
    """Feature level 299."""
    can_manage_all_groups: Annotated[GroupSettingChange | int | Maybe, Since(305)] = UNSET
    """Feature level 305."""
    can_add_custom_emoji_group: Annotated[GroupSettingChange | int | Maybe, Since(307)] = UNSET
    """Feature level 307."""
    can_move_messages_between_channels_group: Annotated[GroupSettingChange | int | Maybe, Since(310)] = UNSET
    """Feature level 310."""
    can_move_messages_between_topics_group: Annotated[GroupSettingChange | int | Maybe, Since(316)] = UNSET
    """Feature level 316."""
    can_invite_users_group: Annotated[GroupSettingChange | int | Maybe, Since(321)] = UNSET
    """Feature level 321."""
    can_add_subscribers_group: Annotated[GroupSettingChange | int | Maybe, Since(341)] = UNSET
    """Feature level 341."""
    can_create_bots_group: Annotated[GroupSettingChange | int | Maybe, Since(344)] = UNSET
    """Feature level 344."""
    can_create_write_only_bots_group: Annotated[GroupSettingChange | int | Maybe, Since(344)] = UNSET
    """Feature level 344."""
    can_summarize_topics_group: Annotated[GroupSettingChange | int | Maybe, Since(350)] = UNSET
    """Feature level 350."""
    can_mention_many_users_group: Annotated[GroupSettingChange | int | Maybe, Since(352)] = UNSET
    """Feature level 352."""
    can_manage_billing_group: Annotated[GroupSettingChange | int | Maybe, Since(363)] = UNSET
    """Feature level 363."""
    can_resolve_topics_group: Annotated[GroupSettingChange | int | Maybe, Since(367)] = UNSET
    """Feature level 367."""
    can_set_topics_policy_group: Annotated[GroupSettingChange | int | Maybe, Since(392)] = UNSET
    """Feature level 392."""
    can_set_delete_message_policy_group: Annotated[GroupSettingChange | int | Maybe, Since(407)] = UNSET
    """Feature level 407."""

    @classmethod
    def read_answer(cls, body: bytes) -> tuple[OrganizationChanged, tuple[str, ...]]:
        """Read what was changed."""
        return OrganizationChanged.of(msgspec.json.decode(body, type=dict[str, Any])), ()


class DeactivateOrganization(Operation[Done], method="POST", path="/realm/deactivate"):
    """Close the organization, so that nobody can log in any more; owners only.

    Fails with code ``UNAUTHORIZED_PRINCIPAL`` when one is no owner.
    Source: not in the spec.
    """


class Export(Record):
    """An export of the organization."""

    id: int
    export_time: float
    """UNIX seconds, UTC."""
    acting_user_id: int
    export_url: str | Maybe | None = UNSET
    """``None`` until it is done."""
    deleted_timestamp: float | Maybe | None = UNSET
    failed_timestamp: float | Maybe | None = UNSET
    pending: bool = False
    export_type: int | Maybe = UNSET
    """1 public, 2 full with consent. Feature level 304."""


class ExportsFound(Answer):
    """The exports of the organization."""

    exports: tuple[Export, ...]


class GetExports(Operation[ExportsFound], method="GET", path="/export/realm"):
    """List the exports of the organization; administrators only.

    Fails with code ``UNAUTHORIZED_PRINCIPAL`` when one is no administrator.
    Source: not in the spec.
    """
