"""What type checkers infer of the answer to each call; checked by mypy and pyright, never run."""

from typing import TypeVar, assert_type

from dragoman import Guide, Zulip
from dragoman.operations import (
    AddAlertWords,
    AddAndroidDevice,
    AddAppleDevice,
    AddDefaultChannel,
    AddDomain,
    AddNavigationView,
    AddPlayground,
    AddReaction,
    AddSubmessage,
    AlertWordsFound,
    AllMarkedAsRead,
    ApiIndexAnswer,
    ApiKeyFetched,
    ApiKeyRegenerated,
    ArchiveChannel,
    AttachmentsFound,
    AvatarChanged,
    BotApiKey,
    BotChanged,
    BotCreated,
    ChangeSubscriptions,
    ChannelAddressFound,
    ChannelCreated,
    ChannelFolderCreated,
    ChannelFoldersFound,
    ChannelFound,
    ChannelIdFound,
    ChannelsFound,
    ChannelsOfUserFound,
    CommandRun,
    CreateBot,
    CreateChannel,
    CreateChannelFolder,
    CreateDrafts,
    CreateInvitationLink,
    CreateLinkifier,
    CreateProfileField,
    CreateReminder,
    CreateSavedSnippet,
    CreateScheduledMessage,
    CreateUser,
    CreateUserGroup,
    DeactivateBot,
    DeactivateEmoji,
    DeactivateOrganization,
    DeactivateOwnUser,
    DeactivateUser,
    DeactivateUserGroup,
    DeleteDraft,
    DeleteLinkifier,
    DeleteMessage,
    DeleteProfileData,
    DeleteProfileField,
    DeleteQueue,
    DeleteReminder,
    DeleteSavedSnippet,
    DeleteScheduledMessage,
    DeleteTopic,
    DeleteUserGroup,
    DevFetchApiKey,
    DomainAdded,
    DomainsFound,
    Done,
    DraftsCreated,
    DraftsFound,
    EditMessage,
    EmojiFound,
    EventsFetched,
    ExportsFound,
    FetchApiKey,
    FileUploaded,
    FlagsUpdated,
    GetAlertWords,
    GetApiIndex,
    GetAttachments,
    GetBotApiKey,
    GetChannel,
    GetChannelAddress,
    GetChannelFolders,
    GetChannelId,
    GetChannels,
    GetChannelsOfUser,
    GetDomains,
    GetDrafts,
    GetEmoji,
    GetEvents,
    GetExports,
    GetGroupMembers,
    GetInvitations,
    GetIsGroupMember,
    GetIsSubscribed,
    GetLinkifiers,
    GetLogins,
    GetMessage,
    GetMessageHistory,
    GetMessages,
    GetNavigationViews,
    GetOwnBots,
    GetOwnUser,
    GetPresence,
    GetPresenceByEmail,
    GetProfileFields,
    GetReadReceipts,
    GetRealmPresence,
    GetReminders,
    GetSavedSnippets,
    GetScheduledMessages,
    GetServerSettings,
    GetServiceGuide,
    GetStatus,
    GetStorage,
    GetSubgroups,
    GetSubscribers,
    GetSubscriptions,
    GetTopics,
    GetUploadUrl,
    GetUser,
    GetUserByEmail,
    GetUserGroups,
    GetUsers,
    GroupMembersFound,
    GuideAnswer,
    InvitationLinkMade,
    InvitationsFound,
    Invite,
    LinkifierCreated,
    LinkifiersFound,
    LoginsFound,
    MarkAllAsRead,
    MarkChannelAsRead,
    MarkOnboardingStep,
    MarkTopicAsRead,
    MatchesFound,
    MatchNarrow,
    MembershipFound,
    MessageEdited,
    MessageFound,
    MessageHistoryFound,
    MessageSent,
    MessagesFound,
    MuteTopic,
    MuteUser,
    NarrowFlagsUpdated,
    NavigationViewsFound,
    OrganizationChanged,
    OwnBotsFound,
    OwnUser,
    PlaygroundAdded,
    PresenceFound,
    PresencesFound,
    PresenceUpdated,
    ProfileFieldCreated,
    ProfileFieldsFound,
    ReactivateUser,
    ReadReceiptsFound,
    RegenerateApiKey,
    RegenerateBotApiKey,
    Registered,
    RegisterQueue,
    ReminderCreated,
    RemindersFound,
    RemoveAlertWords,
    RemoveAndroidDevice,
    RemoveAppleDevice,
    RemoveAttachment,
    RemoveAvatar,
    RemoveDefaultChannel,
    RemoveDomain,
    RemoveNavigationView,
    RemovePlayground,
    RemoveReaction,
    RemoveStorage,
    Rendered,
    RenderMessage,
    ReorderChannelFolders,
    ReorderLinkifiers,
    ReorderProfileFields,
    ResendInvitation,
    RevokeInvitation,
    RevokeInvitationLink,
    RunCommand,
    SavedSnippetCreated,
    SavedSnippetsFound,
    ScheduledMessageCreated,
    ScheduledMessagesFound,
    SendEncryptedTestNotification,
    SendMessage,
    SendTestNotification,
    ServerSettings,
    SetEditTyping,
    SetTyping,
    StatusFound,
    StorageFound,
    SubgroupsFound,
    Subscribe,
    Subscribed,
    SubscribersFound,
    SubscriptionFound,
    SubscriptionsChanged,
    SubscriptionsFound,
    TopicDeleted,
    TopicsFound,
    UnmuteUser,
    Unsubscribe,
    Unsubscribed,
    UpdateBot,
    UpdateChannel,
    UpdateChannelFolder,
    UpdateDisplaySettings,
    UpdateDomain,
    UpdateDraft,
    UpdateFlagsByNarrow,
    UpdateGroupMembers,
    UpdateLinkifier,
    UpdateMessageFlags,
    UpdateNavigationView,
    UpdateNotificationSettings,
    UpdateOrganization,
    UpdatePresence,
    UpdateProfileData,
    UpdateProfileField,
    UpdateSavedSnippet,
    UpdateScheduledMessage,
    UpdateSettings,
    UpdateSettingsDefaults,
    UpdateStatus,
    UpdateStatusOfUser,
    UpdateStorage,
    UpdateSubgroups,
    UpdateSubscriptionProperties,
    UpdateSubscriptionProperty,
    UpdateUser,
    UpdateUserGroup,
    UpdateUserTopic,
    UploadAvatar,
    UploadEmoji,
    UploadFile,
    UploadUrlFound,
    UserCreated,
    UserFound,
    UserGroupCreated,
    UserGroupsFound,
    UsersFound,
)

K = TypeVar("K")


def a(kind: type[K]) -> K:
    """Stand for a call of that kind."""
    raise NotImplementedError


async def answers(zulip: Zulip, guide: Guide) -> None:
    """Ask for each answer."""
    assert_type(await zulip(a(AddAlertWords)), AlertWordsFound)
    assert_type(await zulip(a(AddAndroidDevice)), Done)
    assert_type(await zulip(a(AddAppleDevice)), Done)
    assert_type(await zulip(a(AddDefaultChannel)), Done)
    assert_type(await zulip(a(AddDomain)), DomainAdded)
    assert_type(await zulip(a(AddNavigationView)), Done)
    assert_type(await zulip(a(AddPlayground)), PlaygroundAdded)
    assert_type(await zulip(a(AddReaction)), Done)
    assert_type(await zulip(a(AddSubmessage)), Done)
    assert_type(await zulip(a(ArchiveChannel)), Done)
    assert_type(await zulip(a(ChangeSubscriptions)), SubscriptionsChanged)
    assert_type(await zulip(a(CreateBot)), BotCreated)
    assert_type(await zulip(a(CreateChannel)), ChannelCreated)
    assert_type(await zulip(a(CreateChannelFolder)), ChannelFolderCreated)
    assert_type(await zulip(a(CreateDrafts)), DraftsCreated)
    assert_type(await zulip(a(CreateInvitationLink)), InvitationLinkMade)
    assert_type(await zulip(a(CreateLinkifier)), LinkifierCreated)
    assert_type(await zulip(a(CreateProfileField)), ProfileFieldCreated)
    assert_type(await zulip(a(CreateReminder)), ReminderCreated)
    assert_type(await zulip(a(CreateSavedSnippet)), SavedSnippetCreated)
    assert_type(await zulip(a(CreateScheduledMessage)), ScheduledMessageCreated)
    assert_type(await zulip(a(CreateUser)), UserCreated)
    assert_type(await zulip(a(CreateUserGroup)), UserGroupCreated)
    assert_type(await zulip(a(DeactivateBot)), Done)
    assert_type(await zulip(a(DeactivateEmoji)), Done)
    assert_type(await zulip(a(DeactivateOrganization)), Done)
    assert_type(await zulip(a(DeactivateOwnUser)), Done)
    assert_type(await zulip(a(DeactivateUser)), Done)
    assert_type(await zulip(a(DeactivateUserGroup)), Done)
    assert_type(await zulip(a(DeleteDraft)), Done)
    assert_type(await zulip(a(DeleteLinkifier)), Done)
    assert_type(await zulip(a(DeleteMessage)), Done)
    assert_type(await zulip(a(DeleteProfileData)), Done)
    assert_type(await zulip(a(DeleteProfileField)), Done)
    assert_type(await zulip(a(DeleteQueue)), Done)
    assert_type(await zulip(a(DeleteReminder)), Done)
    assert_type(await zulip(a(DeleteSavedSnippet)), Done)
    assert_type(await zulip(a(DeleteScheduledMessage)), Done)
    assert_type(await zulip(a(DeleteTopic)), TopicDeleted)
    assert_type(await zulip(a(DeleteUserGroup)), Done)
    assert_type(await zulip(a(DevFetchApiKey)), ApiKeyFetched)
    assert_type(await zulip(a(EditMessage)), MessageEdited)
    assert_type(await zulip(a(FetchApiKey)), ApiKeyFetched)
    assert_type(await zulip(a(GetAlertWords)), AlertWordsFound)
    assert_type(await zulip(a(GetAttachments)), AttachmentsFound)
    assert_type(await zulip(a(GetBotApiKey)), BotApiKey)
    assert_type(await zulip(a(GetChannel)), ChannelFound)
    assert_type(await zulip(a(GetChannelAddress)), ChannelAddressFound)
    assert_type(await zulip(a(GetChannelFolders)), ChannelFoldersFound)
    assert_type(await zulip(a(GetChannelId)), ChannelIdFound)
    assert_type(await zulip(a(GetChannels)), ChannelsFound)
    assert_type(await zulip(a(GetChannelsOfUser)), ChannelsOfUserFound)
    assert_type(await zulip(a(GetDomains)), DomainsFound)
    assert_type(await zulip(a(GetDrafts)), DraftsFound)
    assert_type(await zulip(a(GetEmoji)), EmojiFound)
    assert_type(await zulip(a(GetEvents)), EventsFetched)
    assert_type(await zulip(a(GetExports)), ExportsFound)
    assert_type(await zulip(a(GetGroupMembers)), GroupMembersFound)
    assert_type(await zulip(a(GetInvitations)), InvitationsFound)
    assert_type(await zulip(a(GetIsGroupMember)), MembershipFound)
    assert_type(await zulip(a(GetIsSubscribed)), SubscriptionFound)
    assert_type(await zulip(a(GetLinkifiers)), LinkifiersFound)
    assert_type(await zulip(a(GetLogins)), LoginsFound)
    assert_type(await zulip(a(GetMessage)), MessageFound)
    assert_type(await zulip(a(GetMessageHistory)), MessageHistoryFound)
    assert_type(await zulip(a(GetMessages)), MessagesFound)
    assert_type(await zulip(a(GetNavigationViews)), NavigationViewsFound)
    assert_type(await zulip(a(GetOwnBots)), OwnBotsFound)
    assert_type(await zulip(a(GetOwnUser)), OwnUser)
    assert_type(await zulip(a(GetPresence)), PresenceFound)
    assert_type(await zulip(a(GetPresenceByEmail)), PresenceFound)
    assert_type(await zulip(a(GetProfileFields)), ProfileFieldsFound)
    assert_type(await zulip(a(GetReadReceipts)), ReadReceiptsFound)
    assert_type(await zulip(a(GetRealmPresence)), PresencesFound)
    assert_type(await zulip(a(GetReminders)), RemindersFound)
    assert_type(await zulip(a(GetSavedSnippets)), SavedSnippetsFound)
    assert_type(await zulip(a(GetScheduledMessages)), ScheduledMessagesFound)
    assert_type(await zulip(a(GetServerSettings)), ServerSettings)
    assert_type(await zulip(a(GetStatus)), StatusFound)
    assert_type(await zulip(a(GetStorage)), StorageFound)
    assert_type(await zulip(a(GetSubgroups)), SubgroupsFound)
    assert_type(await zulip(a(GetSubscribers)), SubscribersFound)
    assert_type(await zulip(a(GetSubscriptions)), SubscriptionsFound)
    assert_type(await zulip(a(GetTopics)), TopicsFound)
    assert_type(await zulip(a(GetUploadUrl)), UploadUrlFound)
    assert_type(await zulip(a(GetUser)), UserFound)
    assert_type(await zulip(a(GetUserByEmail)), UserFound)
    assert_type(await zulip(a(GetUserGroups)), UserGroupsFound)
    assert_type(await zulip(a(GetUsers)), UsersFound)
    assert_type(await zulip(a(Invite)), Done)
    assert_type(await zulip(a(MarkAllAsRead)), AllMarkedAsRead)
    assert_type(await zulip(a(MarkChannelAsRead)), Done)
    assert_type(await zulip(a(MarkOnboardingStep)), Done)
    assert_type(await zulip(a(MarkTopicAsRead)), Done)
    assert_type(await zulip(a(MatchNarrow)), MatchesFound)
    assert_type(await zulip(a(MuteTopic)), Done)
    assert_type(await zulip(a(MuteUser)), Done)
    assert_type(await zulip(a(ReactivateUser)), Done)
    assert_type(await zulip(a(RegenerateApiKey)), ApiKeyRegenerated)
    assert_type(await zulip(a(RegenerateBotApiKey)), BotApiKey)
    assert_type(await zulip(a(RegisterQueue)), Registered)
    assert_type(await zulip(a(RemoveAlertWords)), AlertWordsFound)
    assert_type(await zulip(a(RemoveAndroidDevice)), Done)
    assert_type(await zulip(a(RemoveAppleDevice)), Done)
    assert_type(await zulip(a(RemoveAttachment)), Done)
    assert_type(await zulip(a(RemoveAvatar)), AvatarChanged)
    assert_type(await zulip(a(RemoveDefaultChannel)), Done)
    assert_type(await zulip(a(RemoveDomain)), Done)
    assert_type(await zulip(a(RemoveNavigationView)), Done)
    assert_type(await zulip(a(RemovePlayground)), Done)
    assert_type(await zulip(a(RemoveReaction)), Done)
    assert_type(await zulip(a(RemoveStorage)), Done)
    assert_type(await zulip(a(RenderMessage)), Rendered)
    assert_type(await zulip(a(ReorderChannelFolders)), Done)
    assert_type(await zulip(a(ReorderLinkifiers)), Done)
    assert_type(await zulip(a(ReorderProfileFields)), Done)
    assert_type(await zulip(a(ResendInvitation)), Done)
    assert_type(await zulip(a(RevokeInvitation)), Done)
    assert_type(await zulip(a(RevokeInvitationLink)), Done)
    assert_type(await zulip(a(RunCommand)), CommandRun)
    assert_type(await zulip(a(SendEncryptedTestNotification)), Done)
    assert_type(await zulip(a(SendMessage)), MessageSent)
    assert_type(await zulip(a(SendTestNotification)), Done)
    assert_type(await zulip(a(SetEditTyping)), Done)
    assert_type(await zulip(a(SetTyping)), Done)
    assert_type(await zulip(a(Subscribe)), Subscribed)
    assert_type(await zulip(a(UnmuteUser)), Done)
    assert_type(await zulip(a(Unsubscribe)), Unsubscribed)
    assert_type(await zulip(a(UpdateBot)), BotChanged)
    assert_type(await zulip(a(UpdateChannel)), Done)
    assert_type(await zulip(a(UpdateChannelFolder)), Done)
    assert_type(await zulip(a(UpdateDisplaySettings)), Done)
    assert_type(await zulip(a(UpdateDomain)), Done)
    assert_type(await zulip(a(UpdateDraft)), Done)
    assert_type(await zulip(a(UpdateFlagsByNarrow)), NarrowFlagsUpdated)
    assert_type(await zulip(a(UpdateGroupMembers)), Done)
    assert_type(await zulip(a(UpdateLinkifier)), Done)
    assert_type(await zulip(a(UpdateMessageFlags)), FlagsUpdated)
    assert_type(await zulip(a(UpdateNavigationView)), Done)
    assert_type(await zulip(a(UpdateNotificationSettings)), Done)
    assert_type(await zulip(a(UpdateOrganization)), OrganizationChanged)
    assert_type(await zulip(a(UpdatePresence)), PresenceUpdated)
    assert_type(await zulip(a(UpdateProfileData)), Done)
    assert_type(await zulip(a(UpdateProfileField)), Done)
    assert_type(await zulip(a(UpdateSavedSnippet)), Done)
    assert_type(await zulip(a(UpdateScheduledMessage)), Done)
    assert_type(await zulip(a(UpdateSettings)), Done)
    assert_type(await zulip(a(UpdateSettingsDefaults)), Done)
    assert_type(await zulip(a(UpdateStatus)), Done)
    assert_type(await zulip(a(UpdateStatusOfUser)), Done)
    assert_type(await zulip(a(UpdateStorage)), Done)
    assert_type(await zulip(a(UpdateSubgroups)), Done)
    assert_type(await zulip(a(UpdateSubscriptionProperties)), Done)
    assert_type(await zulip(a(UpdateSubscriptionProperty)), Done)
    assert_type(await zulip(a(UpdateUser)), Done)
    assert_type(await zulip(a(UpdateUserGroup)), Done)
    assert_type(await zulip(a(UpdateUserTopic)), Done)
    assert_type(await zulip(a(UploadAvatar)), AvatarChanged)
    assert_type(await zulip(a(UploadEmoji)), Done)
    assert_type(await zulip(a(UploadFile)), FileUploaded)
    assert_type(await guide(a(GetApiIndex)), ApiIndexAnswer)
    assert_type(await guide(a(GetServiceGuide)), GuideAnswer)
