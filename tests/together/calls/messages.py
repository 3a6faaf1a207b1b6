"""Messages, their flags, reactions, submessages, typing notifications and attachments."""

from dragoman.model import File, Message, NarrowTerm, Reaction
from dragoman.operations import (
    AddReaction,
    AddSubmessage,
    AllMarkedAsRead,
    DeleteMessage,
    Done,
    EditMessage,
    FlagsUpdated,
    GetAttachments,
    GetMessage,
    GetMessageHistory,
    GetMessages,
    GetReadReceipts,
    GetUploadUrl,
    MarkAllAsRead,
    MarkChannelAsRead,
    MarkTopicAsRead,
    Match,
    MatchesFound,
    MatchNarrow,
    MessageEdited,
    MessageFound,
    MessageHistoryFound,
    MessageSent,
    MessageVersion,
    NarrowFlagsUpdated,
    ReadReceiptsFound,
    RemoveAttachment,
    RemoveReaction,
    Rendered,
    RenderMessage,
    SendMessage,
    SetEditTyping,
    SetTyping,
    UpdateFlagsByNarrow,
    UpdateMessageFlags,
    UploadFile,
)
from together.harbour import CLEO, DAN, GENERAL, NEWS, NOBODY
from together.rows import After, by, no, yes

SAY = SendMessage(type="channel", to=GENERAL, topic="plans", content="Soup **again**")
POLL = SendMessage(type="channel", to=GENERAL, topic="tea", content="/poll Tea?\nyes\nno")
WILD = SendMessage(type="channel", to=GENERAL, topic="plans", content="@**all**")
WILD_TOPIC = SendMessage(type="channel", to=GENERAL, topic="plans", content="@**topic**")
NOTE = File(name="note.txt", content=b"soup", content_type="text/plain")
BAD_NARROW = (NarrowTerm(operator="nonsense", operand="x"),)
LINKED = After(
    SendMessage,
    lambda earlier: SendMessage(type="channel", to=GENERAL, topic="plans", content=f"[n]({earlier[0].url})"),
)

ROWS = (
    yes(SAY, MessageSent(id=104)),
    no(
        SendMessage(type="channel", to="attic", topic="t", content="c"),
        "ChannelDoesNotExist",
        "Channel 'attic' does not exist",
    ),
    no(
        SendMessage(type="channel", to=GENERAL, topic="t", content=" "),
        "BAD_REQUEST",
        "Message must not be empty",
    ),
    no(
        by("Cleo", SendMessage(type="channel", to=NEWS, topic="t", content="c")),
        "BAD_REQUEST",
        "You do not have permission to post in this channel.",
    ),
    no(SendMessage(type="direct", to=(NOBODY,), content="c"), "BAD_REQUEST", "Invalid user ID 99"),
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
        by("Cleo", EditMessage(message_id=104, content="@**all**")),
        "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
        "You do not have permission to use channel wildcard mentions in this channel.",
        by("Cleo", SAY),
    ),
    no(
        by("Cleo", EditMessage(message_id=104, content="@**topic**")),
        "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
        "You do not have permission to use topic wildcard mentions in this topic.",
        by("Cleo", SAY),
        by("Dan", SAY),
    ),
    yes(
        GetMessage(message_id=102, apply_markdown=False),
        MessageFound(
            message=Message(
                id=102,
                type="stream",
                sender_id=13,
                sender_email="cleo-member@harbour.test",
                sender_full_name="Cleo Member",
                sender_realm_str="dragoman",
                content="Hi",
                content_type="text/x-markdown",
                timestamp=1799996400,
                display_recipient="general",
                stream_id=31,
                subject="plans",
                client="website",
                avatar_url=None,
                flags=("read",),
                reactions=(Reaction(emoji_name="octopus", emoji_code="1f419", user_id=11),),
                recipient_id=1,
            ),
            raw_content="Hi",
        ),
    ),
    no(GetMessage(message_id=103), "BAD_REQUEST", "Invalid message(s)"),
    yes(
        GetMessages(
            anchor="newest",
            num_before=1,
            num_after=0,
            narrow=(NarrowTerm(operator="channel", operand=GENERAL),),
        ),
        (True, 10000000000000000, [(102, "<p>Hi</p>", ("read",))]),
        seen=lambda found: (
            found.found_newest,
            found.anchor,
            [(m.id, m.content, m.flags) for m in found.messages],
        ),
    ),
    no(
        GetMessages(anchor="newest", num_before=1, num_after=0, narrow=BAD_NARROW),
        "BAD_NARROW",
        "Invalid narrow operator: unknown operator nonsense",
    ),
    no(
        GetMessages(anchor="newest", num_before=5001, num_after=0),
        "BAD_REQUEST",
        "Too many messages requested (maximum 5000).",
    ),
    yes(EditMessage(message_id=104, content="Bye"), MessageEdited(), SAY),
    no(
        by("Dan", EditMessage(message_id=104, content="Bye")),
        "BAD_REQUEST",
        "You don't have permission to edit this message",
        SAY,
    ),
    no(EditMessage(message_id=104), "BAD_REQUEST", "Nothing to change", SAY),
    yes(DeleteMessage(message_id=101), Done()),
    no(
        by("Dan", DeleteMessage(message_id=101)),
        "BAD_REQUEST",
        "You don't have permission to delete this message",
    ),
    yes(
        GetMessageHistory(message_id=104),
        MessageHistoryFound(
            message_history=(
                MessageVersion(
                    user_id=11,
                    timestamp=1800000000,
                    topic="plans",
                    content="Soup **again**",
                    rendered_content="<p>Soup <strong>again</strong></p>",
                ),
                MessageVersion(
                    user_id=11,
                    timestamp=1800000000,
                    prev_content="Soup **again**",
                    prev_rendered_content="<p>Soup <strong>again</strong></p>",
                    topic="plans",
                    content="Bye",
                    rendered_content="<p>Bye</p>",
                    content_html_diff='<div><p><span class="highlight_text_inserted">Bye</span></p>'
                    ' <p><span class="highlight_text_deleted">Soup <strong>again</strong></span></p></div>',
                ),
            )
        ),
        SAY,
        EditMessage(message_id=104, content="Bye"),
    ),
    no(GetMessageHistory(message_id=103), "BAD_REQUEST", "Invalid message(s)"),
    yes(GetReadReceipts(message_id=102), ReadReceiptsFound(user_ids=(11, 12, 14, 17))),
    no(GetReadReceipts(message_id=103), "BAD_REQUEST", "Invalid message(s)"),
    yes(RenderMessage(content="**so**"), Rendered(rendered="<p><strong>so</strong></p>")),
    no(RenderMessage(content=" "), "BAD_REQUEST", "Message must not be empty"),
    yes(
        MatchNarrow(msg_ids=(101, 102), narrow=(NarrowTerm(operator="sender", operand=CLEO),)),
        MatchesFound(messages={"102": Match(match_content="<p>Hi</p>", match_subject="plans")}),
    ),
    no(
        MatchNarrow(msg_ids=(101,), narrow=BAD_NARROW),
        "BAD_NARROW",
        "Invalid narrow operator: unknown operator nonsense",
    ),
    yes(
        by(
            "Cleo",
            AddSubmessage(
                message_id=104, msg_type="widget", content='{"type":"vote","key":"canned,0","vote":1}'
            ),
        ),
        Done(),
        POLL,
    ),
    no(
        by("Cleo", AddSubmessage(message_id=104, msg_type="widget", content="{")),
        "BAD_REQUEST",
        "Invalid json for submessage",
        POLL,
    ),
    yes(
        by("Cleo", UpdateMessageFlags(messages=(101,), op="add", flag="read")), FlagsUpdated(messages=(101,))
    ),
    no(
        UpdateMessageFlags(messages=(101,), op="add", flag="mentioned"),
        "BAD_REQUEST",
        "Flag not editable: 'mentioned'",
    ),
    yes(
        by(
            "Cleo",
            UpdateFlagsByNarrow(
                anchor="oldest",
                num_before=0,
                num_after=10,
                narrow=(("channel", "general"),),
                op="add",
                flag="read",
            ),
        ),
        NarrowFlagsUpdated(
            processed_count=2,
            updated_count=1,
            first_processed_id=101,
            last_processed_id=102,
            found_oldest=True,
            found_newest=True,
        ),
    ),
    no(
        UpdateFlagsByNarrow(
            anchor="oldest", num_before=0, num_after=10, narrow=BAD_NARROW, op="add", flag="read"
        ),
        "BAD_NARROW",
        "Invalid narrow operator: unknown operator nonsense",
    ),
    no(
        UpdateFlagsByNarrow(
            anchor="oldest", num_before=0, num_after=10, narrow=(), op="add", flag="mentioned"
        ),
        "BAD_REQUEST",
        "Flag not editable: 'mentioned'",
    ),
    yes(by("Cleo", MarkTopicAsRead(stream_id=GENERAL, topic_name="plans")), Done()),
    no(MarkTopicAsRead(stream_id=GENERAL, topic_name="no such"), "BAD_REQUEST", "No such topic 'no such'"),
    yes(by("Cleo", MarkChannelAsRead(stream_id=GENERAL)), Done()),
    no(MarkChannelAsRead(stream_id=NOBODY), "BAD_REQUEST", "Invalid channel ID"),
    yes(by("Cleo", MarkAllAsRead()), AllMarkedAsRead()),
    yes(AddReaction(message_id=101, emoji_name="octopus"), Done()),
    no(
        AddReaction(message_id=102, emoji_name="octopus"), "ReactionAlreadyExists", "Reaction already exists."
    ),
    no(
        AddReaction(message_id=102, emoji_name="no_such_emoji"),
        "BAD_REQUEST",
        "Emoji 'no_such_emoji' does not exist",
    ),
    yes(RemoveReaction(message_id=102, emoji_name="octopus"), Done()),
    no(
        RemoveReaction(message_id=101, emoji_name="octopus"),
        "ReactionDoesNotExist",
        "Reaction doesn't exist.",
    ),
    no(RemoveReaction(message_id=103, emoji_name="octopus"), "BAD_REQUEST", "Invalid message(s)"),
    yes(by("Cleo", SetTyping(op="start", type="direct", to=(DAN,))), Done()),
    yes(SetTyping(op="stop", type="stream", stream_id=GENERAL, topic="plans"), Done()),
    no(SetTyping(op="start", type="direct", to=()), "BAD_REQUEST", "Empty 'to' list"),
    yes(SetEditTyping(message_id=101, op="start"), Done()),
    no(
        SetEditTyping(message_id=102, op="start"),
        "BAD_REQUEST",
        "You don't have permission to edit this message",
    ),
    yes(
        UploadFile(file=NOTE),
        ("note.txt", True, True),
        seen=lambda up: (up.filename, up.url == up.uri, up.url.startswith("/user_uploads/")),
    ),
    no(
        UploadFile(file=File(name="big", content=b"x" * (26 << 20))),
        "BAD_REQUEST",
        "Uploaded file is larger than the allowed limit of 25 MiB",
    ),
    yes(
        After(
            GetUploadUrl, lambda earlier: GetUploadUrl(path_id=earlier[0].url.removeprefix("/user_uploads/"))
        ),
        True,
        UploadFile(file=NOTE),
        seen=lambda found: found.url.startswith("/user_uploads/temporary/"),
    ),
    no(
        GetUploadUrl(path_id="2/ab/none.txt"),
        "NotFound",
        "<p>This file does not exist or has been deleted.</p>\n",
    ),
    no(
        by(
            "Dan",
            After(
                GetUploadUrl,
                lambda earlier: GetUploadUrl(path_id=earlier[0].url.removeprefix("/user_uploads/")),
            ),
        ),
        "Forbidden",
        "<p>You are not authorized to view this file.</p>\n",
        UploadFile(file=NOTE),
    ),
    yes(
        GetAttachments(),
        (4, [(1, "note.txt", 4, 1800000000, (104,))]),
        UploadFile(file=NOTE),
        LINKED,
        seen=lambda found: (
            found.upload_space_used,
            [(one.id, one.name, one.size, one.create_time, one.message_ids) for one in found.attachments],
        ),
    ),
    yes(RemoveAttachment(attachment_id=1), Done(), UploadFile(file=NOTE)),
    no(RemoveAttachment(attachment_id=1), "BAD_REQUEST", "Invalid attachment"),
)
