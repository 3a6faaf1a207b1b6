"""The feature levels at which an operation that this server models began to behave differently.

One name a change, used wherever the server asks how old it is to be. Levels of whole operations and
parameters stand at their declaration instead.
"""

SERVER_FEATURE_LEVEL = 262
"""The level is told as `server_feature_level` too: after 261, the lists of changes do not say when."""

LINKIFIERS_BY_CAPABILITY = 262
"""Changes of linkifiers are told only to clients that know templates; after 261, no list says since when."""

NULL_CLEARS_PROFILE = 262
"""What is said in a profile's field can be taken back with null; after 261, no list says since when."""

TYPING_WITHOUT_PRIVATE = 215
"""Typing says `direct`, no longer `private`."""

DIRECT_BY_GROUP = 270
"""Who may write to whom is said by permission groups."""

NARROW_WITH = 271
"""Narrows may name a message to say which conversation is meant."""

DELETER_IS_TOLD = 274
"""Whoever deletes a message hears of it, also without following its channel."""

SUBSCRIBED_BY_USER_ID = 289
"""Subscribing answers by user ID instead of by address."""

PRESENCE_UPDATE_ID = 263
"""Presence is told by number: whoever names the last one is told only what came after."""

PRESENCE_IN_TIMES = 487
"""One person's presence is told by two times instead of by words."""

SIMPLE_PRESENCE_EVENTS = 419
"""Clients may ask for presence events in the modern format."""

ANCHOR_DATE = 445
"""An anchor may be a date."""

RECENT_HOME_VIEW = 454
"""The home view of recent conversations is called `recent`, no longer `recent_topics`."""

SUMMARY_OF_PARAGRAPHS = 476
"""Paragraphs may stand in the profile's summary."""

EDITABLE_PROFILE_FIELDS = 296
"""Profile fields say whether their owner may edit them."""

DELETING_BY_GROUP = 281
"""Who may delete what others wrote is a permission group."""

DETACHED_UPLOADS = 285
"""An edit tells which files no message refers to any more."""

ARCHIVED_CHANNELS = 315
"""Channels say whether they are archived."""

ARCHIVED_SUBSCRIPTIONS = 362
"""Whoever follows an archived channel may leave it, and choose how it is shown."""

ARCHIVED_IN_SIGHT = 480
"""An archived channel and its topics can be asked for."""

RENDERED_VERSION_GONE = 284
"""Edits no longer tell the version of the renderer."""

GROUPS_WITHOUT_THE_DEACTIVATED = 303
"""Whoever is deactivated does not count as a member of groups, and all are told so."""

PEERS_WITHOUT_THE_DEACTIVATED = 377
"""When somebody is deactivated it is told which channels they do not follow any more."""

DIRECT_GROUPS = 327
"""Two people who write to each other are a group like any other, listed by ID."""

DEFAULT_CHANNELS_BY_ID = 330
"""Default channels are listed by ID instead of as objects."""

POSTING_BY_GROUP = 333
"""Who may post is a permission group, and the refusal speaks of permission only."""

EMPTY_TOPIC = 334
"""The empty string is a topic."""

DELETED_CHANNELS_BY_ID = 343
"""A deleted channel's event names `stream_ids`."""

HISTORY_POLICY = 358
"""How much of a message's history is shown is a choice of three, no longer of two."""

RESOLVING_BY_GROUP = 367
"""Who may resolve topics is a permission group."""

PREVIOUS_CONTENT = 379
"""An edit may say which text it is an edit of."""

CHANNEL_ADMINISTRATORS = 349
"""A channel may have administrators of its own, who see its settings and not its messages."""

IGNORED_BECAUSE_NOT_SUBSCRIBED = 355
"""Marking as unread says which channels were skipped."""

BILLING_ADMIN_GONE = 363
"""Users no longer say whether they are billing administrators."""

IMPORTED_STUB = 433
"""Users say whether they are stubs of an import."""

LAST_MOVED = 365
"""Moves have a time of their own."""

NO_TOPIC_IS_EMPTY = 370
"""`(no topic)` is the empty topic."""

NEW_SUBSCRIPTION_MESSAGES = 397
"""Subscribing says whether people were told."""

SUBSCRIBER_COUNT = 394
"""Channels tell how many follow them."""

BOT_OBJECTS_SLIM = 474
"""Bot objects no longer carry names and keys."""

IDLE_QUEUE_TIMEOUT = 481
"""Register tells the queue's idle time."""

REACTION_USER_GONE = 484
"""Reactions name their user by ID only."""

RECENTLY_ACTIVE = 323
"""Channels say whether they are recently active."""

CHANNEL_FOLDERS = 389
"""Channels may lie in folders."""

ORDERED_FOLDERS = 414
"""Folders of channels tell their place."""

TOPICS_POLICY = 392
"""Channels say whether the empty topic is allowed."""

CREATE_TOPIC_PERMISSION = 441
"""Who may begin a topic is a permission of its own."""

LEGACY_SETTINGS_GONE = 439
"""Settings are no longer told under the names of old."""

UPLOAD_URL = 272
"""An upload's address is told as `url`."""

UPLOAD_FILENAME = 286
"""An upload's name is told too."""

ATTACHMENT_SECONDS = 443
"""The times of attachments are in seconds, no longer in milliseconds."""

ATTACHMENT_MESSAGE_IDS = 472
"""Attachments tell the IDs of their messages only."""

STORAGE_FOR_BOTS = 494
"""Only bots keep things in the bot storage."""

OLDEST = 261
"""The oldest level that can be offered."""

NEWEST = 496
"""The newest level that can be offered."""
