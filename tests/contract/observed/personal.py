"""What people keep for themselves: alert words, muted people, snippets, drafts, reminders, views, topics."""

from contract.messaging.records import NAVIGATION_VIEW, REACTION_TYPE, SAVED_SNIPPET
from contract.observed.events import DRAFT, REMINDER
from contract.observed.words import listed, operation, path_text, switch, text, value, whole
from contract.shapes import array, boolean, fields, integer, number, one_of, string
from contract.terms import Refusal, has, path_integer

DRAFT_SENT = fields(
    {"type": one_of("", "stream", "private"), "to": array(integer), "topic": string, "content": string},
    {"timestamp": number},
    name="draft",
)
_DRAFT = {"type": "stream", "to": [7], "topic": "Castle", "content": "To be", "timestamp": 1595479019}
STATUS = fields(
    {},
    {
        "status_text": string,
        "emoji_name": string,
        "emoji_code": string,
        "reaction_type": REACTION_TYPE,
        "away": boolean,
    },
    name="status",
)


WORDS = value("alert_words", array(string), ["fire", "flood"], required=True)
MUTED = path_integer("muted_user_id", 9)
SNIPPET = path_integer("saved_snippet_id", 1)
NO_SNIPPET = Refusal(condition="no such snippet", status=404)
NO_DRAFT = Refusal(condition="no such draft", status=404)
NO_VIEW = Refusal(condition="no such view", status=404)
VIEW = path_text("fragment", "inbox")

OPERATIONS = (
    operation("GET", "/users/me/alert_words", answer=listed("alert_words", string)),
    operation(
        "POST",
        "/users/me/alert_words",
        WORDS,
        answer=listed("alert_words", string),
        emits=("alert_words",),
    ),
    operation(
        "DELETE",
        "/users/me/alert_words",
        WORDS,
        answer=listed("alert_words", string),
        emits=("alert_words",),
    ),
    operation(
        "POST",
        "/users/me/muted_users/{muted_user_id}",
        MUTED,
        refusals=(Refusal(condition="muting oneself"), Refusal(condition="already muted")),
        emits=("muted_users",),
    ),
    operation(
        "DELETE",
        "/users/me/muted_users/{muted_user_id}",
        MUTED,
        refusals=(Refusal(condition="not muted"),),
        emits=("muted_users",),
    ),
    operation("GET", "/saved_snippets", answer=listed("saved_snippets", SAVED_SNIPPET.shape), since=297),
    operation(
        "POST",
        "/saved_snippets",
        text("title", "Welcome", required=True),
        text("content", "**Welcome**", required=True),
        answer=(has("saved_snippet_id", integer),),
        emits=("saved_snippets/add",),
        since=297,
    ),
    operation(
        "PATCH",
        "/saved_snippets/{saved_snippet_id}",
        SNIPPET,
        text("title", "Farewell"),
        text("content", "**Farewell**"),
        refusals=(NO_SNIPPET,),
        emits=("saved_snippets/update",),
        since=368,
    ),
    operation(
        "DELETE",
        "/saved_snippets/{saved_snippet_id}",
        SNIPPET,
        refusals=(NO_SNIPPET,),
        emits=("saved_snippets/remove",),
        since=297,
    ),
    operation("GET", "/drafts", answer=(has("count", integer), has("drafts", array(DRAFT)))),
    operation(
        "POST",
        "/drafts",
        value("drafts", array(DRAFT_SENT), [_DRAFT], required=True, wrong=("some", "{}", "[5]", "[{}]")),
        answer=listed("ids", integer),
        emits=("drafts/add",),
    ),
    operation(
        "PATCH",
        "/drafts/{draft_id}",
        path_integer("draft_id", 1),
        value("draft", DRAFT_SENT, _DRAFT, required=True, wrong=("some", "[]", "{}")),
        refusals=(NO_DRAFT,),
        emits=("drafts/update",),
    ),
    operation(
        "DELETE",
        "/drafts/{draft_id}",
        path_integer("draft_id", 1),
        refusals=(NO_DRAFT,),
        emits=("drafts/remove",),
    ),
    operation("GET", "/reminders", answer=listed("reminders", REMINDER), since=399),
    operation(
        "POST",
        "/reminders",
        whole("message_id", 43, required=True),
        whole("scheduled_delivery_timestamp", 1681662420, required=True),
        text("note", "Call back", since=415),
        answer=(has("reminder_id", integer),),
        refusals=(Refusal(condition="a time that is past"), Refusal(condition="invalid message")),
        emits=("reminders/add",),
        since=381,
    ),
    operation(
        "DELETE",
        "/reminders/{reminder_id}",
        path_integer("reminder_id", 1),
        refusals=(Refusal(condition="no such reminder", status=404),),
        emits=("reminders/remove",),
        since=399,
    ),
    operation(
        "GET", "/navigation_views", answer=listed("navigation_views", NAVIGATION_VIEW.shape), since=390
    ),
    operation(
        "PATCH",
        "/navigation_views/{fragment}",
        VIEW,
        switch("is_pinned"),
        text("name", "Watched"),
        refusals=(NO_VIEW,),
        emits=("navigation_view/update",),
        since=390,
    ),
    operation(
        "DELETE",
        "/navigation_views/{fragment}",
        VIEW,
        refusals=(NO_VIEW,),
        emits=("navigation_view/remove",),
        since=390,
    ),
    operation(
        "POST",
        "/users/me/status",
        text("status_text", "on vacation"),
        switch("away"),
        text("emoji_name", "car"),
        text("emoji_code", "1f697"),
        text("reaction_type", "unicode_emoji", REACTION_TYPE),
        refusals=(Refusal(condition="nothing given"), Refusal(condition="unknown emoji")),
        emits=("user_status",),
    ),
    operation(
        "GET",
        "/users/{user_id}/status",
        path_integer("user_id", 9),
        answer=(has("status", STATUS),),
        refusals=(Refusal(condition="no such user"),),
        since=262,
    ),
    operation(
        "POST",
        "/user_topics",
        whole("stream_id", 7, required=True),
        text("topic", "Castle", required=True),
        value("visibility_policy", one_of(0, 1, 2, 3), 1, required=True),
        refusals=(Refusal(condition="inaccessible channel"),),
        emits=("user_topic",),
    ),
)
