"""Further shapes of events as recorded on the wire, cut short, each with its record."""

from dragoman.events import (
    AlertWordsEvent,
    AttachmentAdded,
    AttachmentRemoved,
    AttachmentUpdated,
    BotAdded,
    BotDeleted,
    BotUpdated,
    ChannelFolderAdded,
    ChannelFolderChange,
    ChannelFoldersReordered,
    ChannelFolderUpdated,
    ChannelGroup,
    DefaultChannelGroupsEvent,
    DefaultChannelsEvent,
    DeviceAdded,
    DeviceRemoved,
    DeviceUpdated,
    DisplaySettingUpdated,
    DomainAdded,
    DomainChanged,
    DomainRemoved,
    DraftRemoved,
    DraftsAdded,
    DraftUpdated,
    EmojiAdded,
    EmojiChange,
    EmojiReplaced,
    EmojiUpdated,
    Event,
    ExportConsentEvent,
    ExportsEvent,
    GroupMembersAdded,
    GroupMembersRemoved,
    InvitesChanged,
    LinkifiersEvent,
    MutedTopicsEvent,
    MutedUsersEvent,
    NavigationViewAdded,
    NavigationViewChange,
    NavigationViewRemoved,
    NavigationViewUpdated,
    NotificationSettingUpdated,
    OnboardingStepsEvent,
    PlaygroundsEvent,
    PresenceEvent,
    ProfileFieldsEvent,
    PushDeviceEvent,
    RealmDeactivated,
    ReminderRemoved,
    RemindersAdded,
    SavedSnippetAdded,
    SavedSnippetRemoved,
    SavedSnippetUpdated,
    SettingsDefaultUpdated,
    SubgroupsAdded,
    SubgroupsRemoved,
    UserGroupAdded,
    UserGroupChange,
    UserGroupRemoved,
    UserGroupUpdated,
    UserSettingsUpdated,
    UserStatusEvent,
    WebexTokenEvent,
    WebReloadEvent,
    ZoomTokenEvent,
)
from dragoman.model import (
    Attachment,
    AttachmentMessage,
    BotAccount,
    ChannelFolder,
    ChannelName,
    ClientPresence,
    Domain,
    Draft,
    GroupMembers,
    Linkifier,
    MutedUser,
    NavigationView,
    Playground,
    Presence,
    ProfileField,
    RealmEmoji,
    Reminder,
    SavedSnippet,
    UserGroup,
)

SHAPES: list[tuple[bytes, Event]] = [
    (
        b'{"type": "alert_words", "alert_words": ["founded", "bar"], "id": 180}',
        AlertWordsEvent(id=180, alert_words=("founded", "bar")),
    ),
    (
        b"""{"type": "attachment", "op": "add", "attachment": {"id": 3, "name": "x.txt",
        "path_id": "6/ab/x.txt", "size": 1, "create_time": 1795219448000, "messages": []},
        "upload_space_used": 70, "id": 31}""",
        AttachmentAdded(
            id=31,
            attachment=Attachment(
                id=3, name="x.txt", path_id="6/ab/x.txt", size=1, create_time=1795219448000, messages=()
            ),
            upload_space_used=70,
        ),
    ),
    (
        b"""{"type": "attachment", "op": "update", "attachment": {"id": 3, "name": "x.txt",
        "path_id": "6/ab/x.txt", "size": 1, "create_time": 5, "messages": [{"id": 84, "date_sent": 6}]},
        "upload_space_used": 70, "id": 32}""",
        AttachmentUpdated(
            id=32,
            attachment=Attachment(
                id=3,
                name="x.txt",
                path_id="6/ab/x.txt",
                size=1,
                create_time=5,
                messages=(AttachmentMessage(id=84, date_sent=6),),
            ),
            upload_space_used=70,
        ),
    ),
    (
        b'{"type": "attachment", "op": "remove", "attachment": {"id": 3}, "upload_space_used": 6, "id": 41}',
        AttachmentRemoved(id=41, attachment=Attachment(id=3), upload_space_used=6),
    ),
    (
        b"""{"type": "custom_profile_fields", "fields": [{"id": 13, "name": "Editor", "type": 3, "hint": "",
        "field_data": "{}", "order": 13, "required": false}], "id": 0}""",
        ProfileFieldsEvent(
            id=0,
            fields=(ProfileField(id=13, name="Editor", type=3, field_data="{}", order=13, required=False),),
        ),
    ),
    (
        b"""{"type": "default_streams", "default_streams": [{"stream_id": 17, "name": "Verona",
        "description": "A city"}, 15], "id": 87}""",
        DefaultChannelsEvent(id=87, default_streams=(ChannelName(stream_id=17, name="Verona"), 15)),
    ),
    (
        b"""{"type": "default_stream_groups", "default_stream_groups": [{"id": 1, "name": "new",
        "description": "d", "streams": [{"stream_id": 17, "name": "Verona"}]}], "id": 88}""",
        DefaultChannelGroupsEvent(
            id=88,
            default_stream_groups=(
                ChannelGroup(
                    id=1, name="new", description="d", streams=(ChannelName(stream_id=17, name="Verona"),)
                ),
            ),
        ),
    ),
    (
        b"""{"type": "channel_folder", "op": "add", "channel_folder": {"id": 2, "name": "Desk",
        "description": "", "rendered_description": "", "date_created": 5, "creator_id": 9,
        "is_archived": false, "order": 1}, "id": 1}""",
        ChannelFolderAdded(
            id=1, channel_folder=ChannelFolder(id=2, name="Desk", date_created=5, creator_id=9, order=1)
        ),
    ),
    (
        b"""{"type": "channel_folder", "op": "update", "channel_folder_id": 2,
        "data": {"is_archived": true}, "id": 2}""",
        ChannelFolderUpdated(id=2, channel_folder_id=2, data=ChannelFolderChange(is_archived=True)),
    ),
    (
        b'{"type": "channel_folder", "op": "reorder", "order": [2, 1], "id": 3}',
        ChannelFoldersReordered(id=3, order=(2, 1)),
    ),
    (
        b"""{"type": "drafts", "op": "add", "drafts": [{"id": 1, "type": "stream", "to": [17], "topic": "d",
        "content": "draft", "timestamp": 1595479019}], "id": 86}""",
        DraftsAdded(
            id=86,
            drafts=(Draft(id=1, type="stream", to=(17,), topic="d", content="draft", timestamp=1595479019),),
        ),
    ),
    (
        b"""{"type": "drafts", "op": "update", "draft": {"id": 1, "type": "private", "to": [], "topic": "",
        "content": "draft2", "timestamp": 1595479020}, "id": 87}""",
        DraftUpdated(
            id=87,
            draft=Draft(id=1, type="private", to=(), topic="", content="draft2", timestamp=1595479020),
        ),
    ),
    (b'{"type": "drafts", "op": "remove", "draft_id": 1, "id": 88}', DraftRemoved(id=88, draft_id=1)),
    (b'{"type": "invites_changed", "id": 161}', InvitesChanged(id=161)),
    (
        b'{"type": "muted_topics", "muted_topics": [["Verona", "x", 1795219448]], "id": 44}',
        MutedTopicsEvent(id=44, muted_topics=(("Verona", "x", 1795219448),)),
    ),
    (
        b'{"type": "muted_users", "muted_users": [{"id": 26, "timestamp": 5}], "id": 190}',
        MutedUsersEvent(id=190, muted_users=(MutedUser(id=26, timestamp=5),)),
    ),
    (
        b"""{"type": "presence", "user_id": 28, "email": "user28@zulipdev.com",
        "server_timestamp": 1795219448.5, "presence": {"website": {"client": "website", "status": "idle",
        "timestamp": 1795219448, "pushable": false}}, "id": 37}""",
        PresenceEvent(
            id=37,
            user_id=28,
            email="user28@zulipdev.com",
            server_timestamp=1795219448.5,
            presence={
                "website": ClientPresence(
                    client="website", status="idle", timestamp=1795219448, pushable=False
                )
            },
        ),
    ),
    (
        b"""{"type": "presence", "user_id": 28, "server_timestamp": 5, "presence": {"website": {
        "client": "website", "status": "active", "timestamp": 4, "pushable": false}}, "id": 28}""",
        PresenceEvent(
            id=28,
            user_id=28,
            server_timestamp=5.0,
            presence={
                "website": ClientPresence(client="website", status="active", timestamp=4, pushable=False)
            },
        ),
    ),
    (
        b'{"type": "presence", "presences": {"9": {"active_timestamp": 5, "idle_timestamp": 6}}, "id": 1}',
        PresenceEvent(id=1, presences={"9": Presence(active_timestamp=5, idle_timestamp=6)}),
    ),
    (b'{"type": "realm", "op": "deactivated", "realm_id": 2, "id": 9}', RealmDeactivated(id=9, realm_id=2)),
    (
        b"""{"type": "realm_bot", "op": "add", "bot": {"email": "gamma-bot@zulipdev.com", "user_id": 50,
        "full_name": "Gamma Bot", "bot_type": 1, "is_active": true, "api_key": "abc",
        "default_sending_stream": null, "default_events_register_stream": null,
        "default_all_public_streams": false, "avatar_url": "https://g.example/x", "services": [],
        "owner_id": 28}, "id": 1}""",
        BotAdded(
            id=1,
            bot=BotAccount(
                user_id=50,
                email="gamma-bot@zulipdev.com",
                full_name="Gamma Bot",
                bot_type=1,
                is_active=True,
                default_sending_stream=None,
                default_events_register_stream=None,
                default_all_public_streams=False,
                avatar_url="https://g.example/x",
                services=(),
                owner_id=28,
            ),
        ),
    ),
    (
        b"""{"type": "realm_bot", "op": "update", "bot": {"user_id": 42, "full_name": "Alpha Bot 2"},
        "id": 160}""",
        BotUpdated(id=160, bot=BotAccount(user_id=42, full_name="Alpha Bot 2")),
    ),
    (
        b'{"type": "realm_bot", "op": "delete", "bot": {"user_id": 42}, "id": 161}',
        BotDeleted(id=161, bot=BotAccount(user_id=42)),
    ),
    (
        b"""{"type": "realm_emoji", "op": "update", "realm_emoji": {"2": {"id": "2", "name": "green_tick",
        "source_url": "/e/2.png", "deactivated": true, "author_id": 29, "still_url": null}}, "id": 197}""",
        EmojiReplaced(
            id=197,
            realm_emoji={
                "2": RealmEmoji(
                    id="2",
                    name="green_tick",
                    source_url="/e/2.png",
                    deactivated=True,
                    author_id=29,
                    still_url=None,
                )
            },
        ),
    ),
    (
        b"""{"type": "realm_emoji", "op": "add", "emoji": {"id": "3", "name": "party", "source_url": "/e/3",
        "still_url": "/e/3s", "deactivated": false, "author_id": 29}, "id": 198}""",
        EmojiAdded(
            id=198,
            emoji=RealmEmoji(id="3", name="party", source_url="/e/3", still_url="/e/3s", author_id=29),
        ),
    ),
    (
        b"""{"type": "realm_emoji", "op": "update_one", "emoji_id": "3", "data": {"deactivated": true},
        "id": 199}""",
        EmojiUpdated(id=199, emoji_id="3", data=EmojiChange(deactivated=True)),
    ),
    (
        b"""{"type": "realm_linkifiers", "realm_linkifiers": [{"pattern": "#(?P<id>[0-9]+)",
        "url_template": "https://x.com/{id}", "id": 4}], "id": 12}""",
        LinkifiersEvent(
            id=12,
            realm_linkifiers=(Linkifier(id=4, pattern="#(?P<id>[0-9]+)", url_template="https://x.com/{id}"),),
        ),
    ),
    (
        b"""{"type": "realm_domains", "op": "add", "realm_domain": {"domain": "x.org",
        "allow_subdomains": true}, "id": 1}""",
        DomainAdded(id=1, realm_domain=Domain(domain="x.org", allow_subdomains=True)),
    ),
    (
        b"""{"type": "realm_domains", "op": "change", "realm_domain": {"domain": "x.org",
        "allow_subdomains": false}, "id": 2}""",
        DomainChanged(id=2, realm_domain=Domain(domain="x.org")),
    ),
    (
        b'{"type": "realm_domains", "op": "remove", "domain": "x.org", "id": 3}',
        DomainRemoved(id=3, domain="x.org"),
    ),
    (
        b"""{"type": "realm_playgrounds", "realm_playgrounds": [{"id": 1, "name": "Py",
        "pygments_language": "Python", "url_template": "https://p.example{code}"}], "id": 199}""",
        PlaygroundsEvent(
            id=199,
            realm_playgrounds=(
                Playground(
                    id=1, name="Py", pygments_language="Python", url_template="https://p.example{code}"
                ),
            ),
        ),
    ),
    (
        b'{"type": "realm_export", "exports": [{"id": 1, "pending": true}], "id": 1}',
        ExportsEvent(id=1, exports=({"id": 1, "pending": True},)),
    ),
    (
        b'{"type": "realm_export_consent", "user_id": 9, "consented": true, "id": 1}',
        ExportConsentEvent(id=1, user_id=9, consented=True),
    ),
    (
        b"""{"type": "realm_user_settings_defaults", "op": "update", "property": "color_scheme", "value": 2,
        "id": 200}""",
        SettingsDefaultUpdated(id=200, property="color_scheme", value=2),
    ),
    (
        b"""{"type": "reminders", "op": "add", "reminders": [{"reminder_id": 1, "type": "private", "to": [9],
        "content": "c", "rendered_content": "<p>c</p>", "scheduled_delivery_timestamp": 5, "failed": false,
        "reminder_target_message_id": 7}], "id": 1}""",
        RemindersAdded(
            id=1,
            reminders=(
                Reminder(
                    reminder_id=1,
                    to=(9,),
                    content="c",
                    rendered_content="<p>c</p>",
                    scheduled_delivery_timestamp=5,
                    reminder_target_message_id=7,
                ),
            ),
        ),
    ),
    (
        b'{"type": "reminders", "op": "remove", "reminder_id": 1, "id": 2}',
        ReminderRemoved(id=2, reminder_id=1),
    ),
    (
        b"""{"type": "saved_snippets", "op": "add", "saved_snippet": {"id": 1, "title": "t", "content": "c",
        "date_created": 5}, "id": 1}""",
        SavedSnippetAdded(id=1, saved_snippet=SavedSnippet(id=1, title="t", content="c", date_created=5)),
    ),
    (
        b"""{"type": "saved_snippets", "op": "update", "saved_snippet": {"id": 1, "title": "u",
        "content": "c", "date_created": 5}, "id": 2}""",
        SavedSnippetUpdated(id=2, saved_snippet=SavedSnippet(id=1, title="u", content="c", date_created=5)),
    ),
    (
        b'{"type": "saved_snippets", "op": "remove", "saved_snippet_id": 1, "id": 3}',
        SavedSnippetRemoved(id=3, saved_snippet_id=1),
    ),
    (
        b"""{"type": "navigation_view", "op": "add", "navigation_view": {"fragment": "inbox",
        "is_pinned": true, "name": null}, "id": 1}""",
        NavigationViewAdded(
            id=1, navigation_view=NavigationView(fragment="inbox", is_pinned=True, name=None)
        ),
    ),
    (
        b"""{"type": "navigation_view", "op": "update", "fragment": "inbox", "data": {"is_pinned": false},
        "id": 2}""",
        NavigationViewUpdated(id=2, fragment="inbox", data=NavigationViewChange(is_pinned=False)),
    ),
    (
        b'{"type": "navigation_view", "op": "remove", "fragment": "inbox", "id": 3}',
        NavigationViewRemoved(id=3, fragment="inbox"),
    ),
    (
        b"""{"type": "update_display_settings", "user": "hamlet@zulip.com",
        "setting_name": "default_language", "setting": "en", "language_name": "English", "id": 3}""",
        DisplaySettingUpdated(
            id=3,
            user="hamlet@zulip.com",
            setting_name="default_language",
            setting="en",
            language_name="English",
        ),
    ),
    (
        b"""{"type": "update_display_settings", "user": "hamlet@zulip.com", "setting_name": "dense_mode",
        "setting": true, "id": 105}""",
        DisplaySettingUpdated(id=105, user="hamlet@zulip.com", setting_name="dense_mode", setting=True),
    ),
    (
        b"""{"type": "update_global_notifications", "user": "hamlet@zulip.com",
        "notification_name": "enable_sounds", "setting": false, "id": 107}""",
        NotificationSettingUpdated(
            id=107, user="hamlet@zulip.com", notification_name="enable_sounds", setting=False
        ),
    ),
    (
        b"""{"type": "user_group", "op": "add", "group": {"name": "g5", "members": [28], "description": "x",
        "id": 4, "is_system_group": false, "direct_subgroup_ids": [], "can_mention_group": 47}, "id": 95}""",
        UserGroupAdded(
            id=95, group=UserGroup(id=4, name="g5", members=(28,), description="x", can_mention_group=47)
        ),
    ),
    (
        b"""{"type": "user_group", "op": "update", "group_id": 1, "data": {"can_manage_group": {
        "direct_members": [9], "direct_subgroups": []}}, "id": 80}""",
        UserGroupUpdated(
            id=80, group_id=1, data=UserGroupChange(can_manage_group=GroupMembers(direct_members=(9,)))
        ),
    ),
    (
        b'{"type": "user_group", "op": "update", "group_id": 1, "data": {"name": "help desk"}, "id": 80}',
        UserGroupUpdated(id=80, group_id=1, data=UserGroupChange(name="help desk")),
    ),
    (b'{"type": "user_group", "op": "remove", "group_id": 4, "id": 86}', UserGroupRemoved(id=86, group_id=4)),
    (
        b'{"type": "user_group", "op": "add_members", "group_id": 46, "user_ids": [50], "id": 96}',
        GroupMembersAdded(id=96, group_id=46, user_ids=(50,)),
    ),
    (
        b'{"type": "user_group", "op": "remove_members", "group_id": 46, "user_ids": [50], "id": 78}',
        GroupMembersRemoved(id=78, group_id=46, user_ids=(50,)),
    ),
    (
        b'{"type": "user_group", "op": "add_subgroups", "group_id": 1, "direct_subgroup_ids": [4], "id": 83}',
        SubgroupsAdded(id=83, group_id=1, direct_subgroup_ids=(4,)),
    ),
    (
        b"""{"type": "user_group", "op": "remove_subgroups", "group_id": 1, "direct_subgroup_ids": [4],
        "id": 84}""",
        SubgroupsRemoved(id=84, group_id=1, direct_subgroup_ids=(4,)),
    ),
    (
        b"""{"type": "user_settings", "op": "update", "property": "color_scheme", "value": 2, "id": 18}""",
        UserSettingsUpdated(id=18, property="color_scheme", value=2),
    ),
    (
        b"""{"type": "user_settings", "op": "update", "property": "default_language", "value": "en",
        "language_name": "English", "id": 1}""",
        UserSettingsUpdated(id=1, property="default_language", value="en", language_name="English"),
    ),
    (
        b'{"type": "user_status", "user_id": 28, "status_text": "y", "id": 20}',
        UserStatusEvent(id=20, user_id=28, status_text="y"),
    ),
    (
        b"""{"type": "user_status", "user_id": 28, "status_text": "", "emoji_name": "", "emoji_code": "",
        "reaction_type": "unicode_emoji", "id": 19}""",
        UserStatusEvent(
            id=19,
            user_id=28,
            status_text="",
            emoji_name="",
            emoji_code="",
            reaction_type="unicode_emoji",
        ),
    ),
    (
        b'{"type": "user_status", "user_id": 28, "away": true, "id": 21}',
        UserStatusEvent(id=21, user_id=28, away=True),
    ),
    (b'{"type": "has_zoom_token", "value": true, "id": 1}', ZoomTokenEvent(id=1, value=True)),
    (b'{"type": "has_webex_token", "value": false, "id": 1}', WebexTokenEvent(id=1, value=False)),
    (
        b"""{"type": "onboarding_steps", "onboarding_steps": [{"type": "one_time_notice", "name": "x"}],
        "id": 1}""",
        OnboardingStepsEvent(id=1, onboarding_steps=({"type": "one_time_notice", "name": "x"},)),
    ),
    (b'{"type": "web_reload_client", "immediate": true, "id": 1}', WebReloadEvent(id=1, immediate=True)),
    (b'{"type": "device", "op": "add", "device_id": 3, "id": 1}', DeviceAdded(id=1, device_id=3)),
    (b'{"type": "device", "op": "remove", "device_id": 3, "id": 2}', DeviceRemoved(id=2, device_id=3)),
    (
        b"""{"type": "device", "op": "update", "device_id": 3, "push_key_id": 7,
        "push_token_id": "abc", "pending_push_token_id": null, "push_token_last_updated_timestamp": 5,
        "push_registration_error_code": null, "id": 4}""",
        DeviceUpdated(
            id=4,
            device_id=3,
            push_key_id=7,
            push_token_id="abc",
            pending_push_token_id=None,
            push_token_last_updated_timestamp=5,
            push_registration_error_code=None,
        ),
    ),
    (
        b'{"type": "push_device", "push_account_id": "5", "status": "active", "error_code": null, "id": 5}',
        PushDeviceEvent(id=5, push_account_id="5", status="active", error_code=None),
    ),
]
