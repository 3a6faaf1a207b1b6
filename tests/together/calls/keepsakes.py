"""What an account keeps for itself: alert words, drafts, snippets, reminders, views, storage, settings."""

from dragoman.model import Draft, NavigationView, Reminder, SavedSnippet
from dragoman.operations import (
    AddAlertWords,
    AddAndroidDevice,
    AddAppleDevice,
    AddNavigationView,
    AlertWordsFound,
    CreateDrafts,
    CreateReminder,
    CreateSavedSnippet,
    DeleteDraft,
    DeleteReminder,
    DeleteSavedSnippet,
    Done,
    DraftsCreated,
    DraftsFound,
    GetAlertWords,
    GetDrafts,
    GetNavigationViews,
    GetReminders,
    GetSavedSnippets,
    GetStorage,
    MarkOnboardingStep,
    NavigationViewsFound,
    ReminderCreated,
    RemindersFound,
    RemoveAlertWords,
    RemoveAndroidDevice,
    RemoveAppleDevice,
    RemoveNavigationView,
    RemoveStorage,
    SavedSnippetCreated,
    SavedSnippetsFound,
    SendTestNotification,
    StorageFound,
    TargetUsers,
    UpdateDisplaySettings,
    UpdateDraft,
    UpdateNavigationView,
    UpdateNotificationSettings,
    UpdateSavedSnippet,
    UpdateSettings,
    UpdateSettingsDefaults,
    UpdateStorage,
)
from together.harbour import DAN, GENERAL, LATER, NOW
from together.rows import by, no, yes

NOT_OURS = "Must be an organization administrator"
DRAFT = Draft(type="stream", to=(GENERAL,), topic="plans", content="So")
EMPTY = Draft(type="stream", to=(GENERAL,), topic="plans", content="")
OTHERS = TargetUsers(user_ids=(DAN,))
NO_DRAFTS = UpdateSettings(enable_drafts_synchronization=False)
REMIND = CreateReminder(message_id=101, scheduled_delivery_timestamp=LATER, note="Boats")
SNIPPET = CreateSavedSnippet(title="Bye", content="So long")
VIEW = AddNavigationView(fragment="narrow/is/starred", is_pinned=True)
STORE = by("Robo", UpdateStorage(storage={"seen": "101"}))

ROWS = (
    yes(GetAlertWords(), AlertWordsFound(alert_words=("soup",)), AddAlertWords(alert_words=("soup",))),
    yes(AddAlertWords(alert_words=("soup", "tea")), AlertWordsFound(alert_words=("soup", "tea"))),
    no(
        AddAlertWords(alert_words=("x" * 101,)),
        "BAD_REQUEST",
        "alert_words[0] is too long (limit: 100 characters)",
    ),
    yes(
        RemoveAlertWords(alert_words=("soup", "rum")),
        AlertWordsFound(alert_words=("tea",)),
        AddAlertWords(alert_words=("soup", "tea")),
    ),
    no(
        RemoveAlertWords(alert_words=("x" * 101,)),
        "BAD_REQUEST",
        "alert_words[0] is too long (limit: 100 characters)",
    ),
    yes(
        GetDrafts(),
        DraftsFound(
            count=1,
            drafts=(Draft(id=1, type="stream", to=(31,), topic="plans", content="So", timestamp=1800000000),),
        ),
        CreateDrafts(drafts=(DRAFT,)),
    ),
    no(GetDrafts(), "BAD_REQUEST", "User has disabled synchronizing drafts.", NO_DRAFTS),
    yes(CreateDrafts(drafts=(DRAFT, DRAFT)), DraftsCreated(ids=(1, 2))),
    no(CreateDrafts(drafts=(EMPTY,)), "BAD_REQUEST", "Message must not be empty"),
    yes(UpdateDraft(draft_id=1, draft=DRAFT), Done(), CreateDrafts(drafts=(DRAFT,))),
    no(UpdateDraft(draft_id=1, draft=DRAFT), "NotFound", "Draft does not exist"),
    no(
        UpdateDraft(draft_id=1, draft=EMPTY),
        "BAD_REQUEST",
        "Message must not be empty",
        CreateDrafts(drafts=(DRAFT,)),
    ),
    yes(DeleteDraft(draft_id=1), Done(), CreateDrafts(drafts=(DRAFT,))),
    no(DeleteDraft(draft_id=1), "NotFound", "Draft does not exist"),
    no(DeleteDraft(draft_id=1), "BAD_REQUEST", "User has disabled synchronizing drafts.", NO_DRAFTS),
    yes(
        GetReminders(),
        RemindersFound(
            reminders=(
                Reminder(
                    reminder_id=1,
                    to=(11,),
                    content="You requested a reminder for a message. Note:\n > Boats\n\n"
                    "@_**Ada Owner|11** said:\n```quote\nHello @**Cleo Member**\n```",
                    rendered_content="<p>You requested a reminder for a message. Note:</p>\n"
                    "<blockquote>\n<p>Boats</p>\n</blockquote>\n<p>"
                    '<span class="user-mention silent" data-user-id="11">Ada Owner</span> said:</p>\n'
                    '<blockquote>\n<p>Hello <span class="user-mention silent" data-user-id="13">'
                    "Cleo Member</span></p>\n</blockquote>",
                    scheduled_delivery_timestamp=1800003600,
                    reminder_target_message_id=101,
                ),
            )
        ),
        REMIND,
    ),
    yes(REMIND, ReminderCreated(reminder_id=1)),
    no(
        CreateReminder(message_id=101, scheduled_delivery_timestamp=NOW),
        "BAD_REQUEST",
        "Scheduled delivery time must be in the future.",
    ),
    yes(DeleteReminder(reminder_id=1), Done(), REMIND),
    no(DeleteReminder(reminder_id=1), "NotFound", "Reminder does not exist"),
    yes(
        GetSavedSnippets(),
        SavedSnippetsFound(
            saved_snippets=(SavedSnippet(id=1, title="Bye", content="So long", date_created=1800000000),)
        ),
        SNIPPET,
    ),
    yes(SNIPPET, SavedSnippetCreated(saved_snippet_id=1)),
    no(CreateSavedSnippet(title=" ", content="So"), "BAD_REQUEST", "title cannot be blank"),
    yes(UpdateSavedSnippet(saved_snippet_id=1, title="Hi"), Done(), SNIPPET),
    no(UpdateSavedSnippet(saved_snippet_id=1, title="Hi"), "NotFound", "Saved snippet does not exist."),
    no(UpdateSavedSnippet(saved_snippet_id=1, title=" "), "BAD_REQUEST", "title cannot be blank", SNIPPET),
    yes(DeleteSavedSnippet(saved_snippet_id=1), Done(), SNIPPET),
    no(DeleteSavedSnippet(saved_snippet_id=1), "NotFound", "Saved snippet does not exist."),
    yes(
        GetNavigationViews(),
        NavigationViewsFound(
            navigation_views=(NavigationView(fragment="narrow/is/starred", is_pinned=True, name=None),)
        ),
        VIEW,
    ),
    yes(VIEW, Done()),
    no(VIEW, "BAD_REQUEST", "Navigation view already exists.", VIEW),
    yes(UpdateNavigationView(fragment="narrow/is/starred", is_pinned=False), Done(), VIEW),
    no(
        UpdateNavigationView(fragment="narrow/is/starred", is_pinned=False),
        "NotFound",
        "Navigation view does not exist.",
    ),
    no(
        UpdateNavigationView(fragment="narrow/is/starred", name=" "),
        "BAD_REQUEST",
        "Built-in views cannot have a custom name.",
        VIEW,
    ),
    yes(RemoveNavigationView(fragment="narrow/is/starred"), Done(), VIEW),
    no(RemoveNavigationView(fragment="narrow/is/starred"), "NotFound", "Navigation view does not exist."),
    yes(by("Robo", GetStorage()), StorageFound(storage={"seen": "101"}), STORE),
    no(by("Robo", GetStorage(keys=("seen",))), "BAD_REQUEST", "Key does not exist."),
    yes(STORE, Done()),
    no(
        by("Robo", UpdateStorage(storage={"seen": "x" * 10_000_001})),
        "BAD_REQUEST",
        "Request body is larger than the allowed limit of 1048576 bytes",
    ),
    yes(by("Robo", RemoveStorage()), Done(), STORE),
    no(by("Robo", RemoveStorage(keys=("seen",))), "BAD_REQUEST", "Key does not exist."),
    yes(SendTestNotification(), Done()),
    no(SendTestNotification(token="x"), "INVALID_PUSH_DEVICE_TOKEN", "Device not recognized"),
    no(by("Robo", SendTestNotification()), "BAD_REQUEST", "This endpoint does not accept bot requests."),
    yes(AddAndroidDevice(token="abc"), Done()),
    no(AddAndroidDevice(token=""), "BAD_REQUEST", "Empty or invalid length token"),
    yes(RemoveAndroidDevice(token="abc"), Done(), AddAndroidDevice(token="abc")),
    no(RemoveAndroidDevice(token="abc"), "BAD_REQUEST", "Token does not exist"),
    yes(AddAppleDevice(token="c0ffee", appid="org.zulip.Zulip"), Done()),
    no(AddAppleDevice(token="no hex", appid="org.zulip.Zulip"), "BAD_REQUEST", "Invalid APNS token"),
    yes(RemoveAppleDevice(token="c0ffee"), Done(), AddAppleDevice(token="c0ffee", appid="x")),
    no(RemoveAppleDevice(token="c0ffee"), "BAD_REQUEST", "Token does not exist"),
    yes(MarkOnboardingStep(onboarding_step="navigation_tour_video"), Done()),
    no(MarkOnboardingStep(onboarding_step="dance"), "BAD_REQUEST", "Invalid onboarding_step: dance"),
    no(
        by("Cleo", UpdateDisplaySettings(color_scheme=2, target_users=OTHERS)),
        "UNAUTHORIZED_PRINCIPAL",
        "Must be an organization administrator",
    ),
    no(
        by("Cleo", UpdateNotificationSettings(enable_sounds=True, target_users=OTHERS)),
        "UNAUTHORIZED_PRINCIPAL",
        "Must be an organization administrator",
    ),
    yes(UpdateSettings(full_name="Ada Admiral", color_scheme=2), Done()),
    no(UpdateSettings(timezone="Europe/Berln"), "BAD_REQUEST", "timezone is not a recognized time zone"),
    no(
        by("Cleo", UpdateSettings(color_scheme=2, target_users=OTHERS)),
        "UNAUTHORIZED_PRINCIPAL",
        NOT_OURS,
    ),
    yes(UpdateDisplaySettings(color_scheme=2), Done()),
    no(UpdateDisplaySettings(default_language="tlh"), "BAD_REQUEST", "Invalid default_language"),
    yes(UpdateNotificationSettings(enable_sounds=False), Done()),
    no(
        UpdateNotificationSettings(notification_sound="fog horn"),
        "BAD_REQUEST",
        "Invalid notification sound 'fog horn'",
    ),
    yes(UpdateSettingsDefaults(color_scheme=2), Done()),
    no(UpdateSettingsDefaults(default_language="tlh"), "BAD_REQUEST", "Invalid default_language"),
    no(by("Cleo", UpdateSettingsDefaults(color_scheme=2)), "UNAUTHORIZED_PRINCIPAL", NOT_OURS),
)
