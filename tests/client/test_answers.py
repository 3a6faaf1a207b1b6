"""What the service answers, as recorded, and the record or error that comes of it."""

import platform
from email.utils import formatdate
from typing import Any, assert_type

import pytest
from structlog.testing import capture_logs

import dragoman
from client.conftest import KEY, SITE, Http
from dragoman.client import CallBudget, Credentials, Zulip
from dragoman.clock import ManualClock
from dragoman.errors import (
    ApiError,
    ChannelDoesNotExist,
    ConnectionLost,
    Forbidden,
    MalformedAnswer,
    NotFound,
    QueueExpired,
    RateLimited,
    ReactionAlreadyExists,
    ReactionDoesNotExist,
    ServerFailure,
    ServiceError,
    TimedOut,
    Unauthorized,
)
from dragoman.events import HeartbeatEvent
from dragoman.model import (
    UNSET,
    Channel,
    ChannelName,
    GroupMembers,
    Message,
    NavigationView,
    Reaction,
    RecentPrivateConversation,
    SavedSnippet,
    ScheduledMessage,
    Secret,
    Subscription,
    Topic,
    TopicLink,
    User,
)
from dragoman.operations import (
    AddReaction,
    ApiKeyFetched,
    ChannelIdFound,
    ChannelsFound,
    CreateScheduledMessage,
    DevFetchApiKey,
    Done,
    EventsFetched,
    FlagsUpdated,
    GetChannelId,
    GetChannels,
    GetEvents,
    GetMessage,
    GetMessages,
    GetOwnUser,
    GetScheduledMessages,
    GetServerSettings,
    GetSubscriptions,
    GetTopics,
    GetUser,
    GetUsers,
    MessageFound,
    MessageSent,
    MessagesFound,
    Operation,
    OwnUser,
    Registered,
    RegisterQueue,
    ScheduledMessageCreated,
    ScheduledMessagesFound,
    SendMessage,
    ServerSettings,
    SetTyping,
    Subscribe,
    Subscribed,
    SubscriptionsFound,
    TopicsFound,
    Unsubscribe,
    Unsubscribed,
    UpdateMessageFlags,
    UserFound,
    UsersFound,
)

API = SITE + "/api/v1"
SYSTEM = f"{platform.system()}; Python {platform.python_version()}"
HELLO = SendMessage(type="channel", to=5, topic="t", content="hi")

MESSAGE = """{"id": 7, "sender_id": 28, "content": "<p>hi</p>", "recipient_id": 108,
 "timestamp": 1795219448, "client": "website", "subject": "x", "topic_links": [{"text": "a",
 "url": "https://a.example"}],
 "is_me_message": false, "reactions": [{"emoji_name": "zulip", "emoji_code": "zulip",
 "reaction_type": "zulip_extra_emoji", "user_id": 9, "user": {"id": 9}}], "submessages": [],
 "flags": ["read"],
 "sender_full_name": "Iago", "sender_email": "user29@zulipdev.com", "sender_realm_str": "zulip",
 "display_recipient": "Rome", "type": "stream", "stream_id": 25, "avatar_url": null,
 "content_type": "text/html"}"""

MESSAGE_READ = Message(
    id=7,
    sender_id=28,
    content="<p>hi</p>",
    recipient_id=108,
    timestamp=1795219448,
    client="website",
    subject="x",
    topic_links=(TopicLink(text="a", url="https://a.example"),),
    reactions=(
        Reaction(emoji_name="zulip", emoji_code="zulip", reaction_type="zulip_extra_emoji", user_id=9),
    ),
    flags=("read",),
    sender_full_name="Iago",
    sender_email="user29@zulipdev.com",
    sender_realm_str="zulip",
    display_recipient="Rome",
    type="stream",
    stream_id=25,
    avatar_url=None,
    content_type="text/html",
)


def success(members: str) -> str:
    return '{"result":"success","msg":""' + ("," + members if members else "") + "}\n"


ANSWERED: list[tuple[Operation[Any], str, object]] = [
    (HELLO, '"id":42', MessageSent(id=42)),
    (
        HELLO,
        '"id":42,"automatic_new_visibility_policy":3',
        MessageSent(id=42, automatic_new_visibility_policy=3),
    ),
    (
        GetMessages(anchor="newest", num_before=1, num_after=0),
        f""""messages":[{MESSAGE}],"found_anchor":false,"found_oldest":false,"found_newest":true,
        "history_limited":false,"anchor":10000000000000000""",
        MessagesFound(messages=(MESSAGE_READ,), found_newest=True, anchor=10000000000000000),
    ),
    (
        GetMessage(message_id=7),
        f'"raw_content":"hi","message":{MESSAGE}',
        MessageFound(message=MESSAGE_READ, raw_content="hi"),
    ),
    (AddReaction(message_id=7, emoji_name="octopus"), "", Done()),
    (SetTyping(op="start", to=(9,)), "", Done()),
    (
        UpdateMessageFlags(messages=(7,), op="remove", flag="read"),
        '"messages":[7],"ignored_because_not_subscribed_channels":[3]',
        FlagsUpdated(messages=(7,), ignored_because_not_subscribed_channels=(3,)),
    ),
    (
        CreateScheduledMessage(type="channel", to=5, topic="t", content="x", scheduled_delivery_timestamp=9),
        '"scheduled_message_id":3',
        ScheduledMessageCreated(scheduled_message_id=3),
    ),
    (
        GetScheduledMessages(),
        """"scheduled_messages":[{"scheduled_message_id":10,"to":17,"type":"stream","content":"x",
        "rendered_content":"<p>x</p>","topic":"later","scheduled_delivery_timestamp":9,"failed":false}]""",
        ScheduledMessagesFound(
            scheduled_messages=(
                ScheduledMessage(
                    scheduled_message_id=10,
                    to=17,
                    type="stream",
                    content="x",
                    rendered_content="<p>x</p>",
                    topic="later",
                    scheduled_delivery_timestamp=9,
                ),
            )
        ),
    ),
    (
        GetUsers(),
        '"members":[{"user_id":8,"full_name":"Cordelia","email":"c@x.example","is_bot":true,"bot_type":1}]',
        UsersFound(
            members=(User(user_id=8, full_name="Cordelia", email="c@x.example", is_bot=True, bot_type=1),)
        ),
    ),
    (
        GetUser(user_id=8),
        '"user":{"user_id":8,"full_name":"C","email":"c@x.example","delivery_email":null}',
        UserFound(user=User(user_id=8, full_name="C", email="c@x.example", delivery_email=None)),
    ),
    (
        GetOwnUser(),
        """"email":"user28@zulipdev.com","user_id":28,"avatar_version":1,"is_admin":false,"is_owner":false,
        "is_guest":false,"is_billing_admin":false,"role":400,"is_bot":false,"full_name":"King Hamlet",
        "timezone":"","is_active":true,"delivery_email":"hamlet@zulip.com","profile_data":{"13":{"value":"0"}},
        "max_message_id":100""",
        OwnUser(
            user_id=28,
            email="user28@zulipdev.com",
            full_name="King Hamlet",
            avatar_version=1,
            is_admin=False,
            is_owner=False,
            is_guest=False,
            role=400,
            timezone="",
            is_active=True,
            delivery_email="hamlet@zulip.com",
            profile_data={"13": {"value": "0"}},
            max_message_id=100,
        ),
    ),
    (
        GetChannels(),
        """"streams":[{"stream_id":24,"name":"Denmark","description":"d","rendered_description":"<p>d</p>",
        "creator_id":null,"message_retention_days":null,"first_message_id":36,"stream_weekly_traffic":null,
        "can_add_subscribers_group":{"direct_members":[1],"direct_subgroups":[2]}}]""",
        ChannelsFound(
            streams=(
                Channel(
                    stream_id=24,
                    name="Denmark",
                    description="d",
                    rendered_description="<p>d</p>",
                    creator_id=None,
                    message_retention_days=None,
                    first_message_id=36,
                    stream_weekly_traffic=None,
                    can_add_subscribers_group=GroupMembers(direct_members=(1,), direct_subgroups=(2,)),
                ),
            )
        ),
    ),
    (GetChannelId(stream="Verona"), '"stream_id":17', ChannelIdFound(stream_id=17)),
    (
        GetTopics(stream_id=17),
        '"topics":[{"name":"t","max_id":101},{"name":"","max_id":100}]',
        TopicsFound(topics=(Topic(name="t", max_id=101), Topic(name="", max_id=100))),
    ),
    (
        GetSubscriptions(),
        """"subscriptions":[{"stream_id":24,"name":"Denmark","color":"#53a063","is_muted":true,
        "audible_notifications":null,"in_home_view":false}]""",
        SubscriptionsFound(
            subscriptions=(
                Subscription(
                    stream_id=24,
                    name="Denmark",
                    color="#53a063",
                    is_muted=True,
                    audible_notifications=None,
                    in_home_view=False,
                ),
            )
        ),
    ),
    (
        Subscribe(subscriptions=()),
        '"subscribed":{"hamlet@zulip.com":["Rome"]},"already_subscribed":{}',
        Subscribed(subscribed={"hamlet@zulip.com": ("Rome",)}),
    ),
    (
        Unsubscribe(subscriptions=("Rome",)),
        '"removed":["Rome"],"not_removed":[]',
        Unsubscribed(removed=("Rome",)),
    ),
    (
        GetServerSettings(),
        """"authentication_methods":{"password":true},"zulip_version":"9.0-dev+git","zulip_merge_base":"",
        "zulip_feature_level":261,"push_notifications_enabled":true,"is_incompatible":false,
        "realm_name":"Zulip Dev","external_authentication_methods":[]""",
        ServerSettings(
            authentication_methods={"password": True},
            zulip_version="9.0-dev+git",
            zulip_merge_base="",
            zulip_feature_level=261,
            push_notifications_enabled=True,
            realm_name="Zulip Dev",
            external_authentication_methods=(),
        ),
    ),
    (
        DevFetchApiKey(username="a@b.c"),
        f'"api_key":"{KEY}","email":"a@b.c","user_id":42',
        ApiKeyFetched(api_key=Secret(KEY), email="a@b.c", user_id=42),
    ),
    (
        RegisterQueue(),
        """"queue_id":"q","last_event_id":-1,"zulip_feature_level":261,"max_message_length":10000,
        "realm_default_streams":[1,{"stream_id":2,"name":"n","x":1}],"realm_users":[{"user_id":1,"email":"a",
        "full_name":"A"}],"navigation_views":[{"fragment":"inbox","is_pinned":true}],"saved_snippets":[{"id":1,
        "title":"t","content":"c","date_created":5}],"recent_private_conversations":[{"max_message_id":9,
        "user_ids":[]}],"giphy":{}""",
        Registered(
            queue_id="q",
            last_event_id=-1,
            zulip_feature_level=261,
            max_message_length=10000,
            realm_default_streams=(1, ChannelName(stream_id=2, name="n")),
            realm_users=(User(user_id=1, email="a", full_name="A"),),
            navigation_views=(NavigationView(fragment="inbox", is_pinned=True),),
            saved_snippets=(SavedSnippet(id=1, title="t", content="c", date_created=5),),
            recent_private_conversations=(RecentPrivateConversation(max_message_id=9, user_ids=()),),
        ),
    ),
    (
        GetEvents(queue_id="q", last_event_id=4),
        '"events":[{"type":"heartbeat","id":5}],"queue_id":"q"',
        EventsFetched(events=(HeartbeatEvent(id=5),), queue_id="q"),
    ),
]


def url_of(operation: Operation[Any]) -> str:
    form = operation.form() if operation.method == "GET" else ""
    return API + operation.target() + (f"?{form}" if form else "")


@pytest.mark.parametrize(
    ("operation", "members", "answer"), ANSWERED, ids=[type(operation).__name__ for operation, *_ in ANSWERED]
)
async def test_a_success_becomes_its_record(
    http: Http, zulip: Zulip, operation: Operation[Any], members: str, answer: object
) -> None:
    http.answers(operation.method, url_of(operation), success(members))
    assert await zulip(operation) == answer


async def test_a_type_checker_knows_the_answer(http: Http, zulip: Zulip) -> None:
    http.answers("POST", f"{API}/messages", success('"id":42'))
    sent = await zulip(HELLO)
    assert_type(sent, MessageSent)
    assert sent.id == 42


async def test_a_request_is_signed_and_introduces_itself(http: Http, zulip: Zulip) -> None:
    http.answers("POST", f"{API}/messages", success('"id":42'))
    await zulip(HELLO, idempotency_key="hello-1")
    (options,) = http.options
    assert options["data"] == b"type=channel&to=5&topic=t&content=hi"
    assert options["headers"] == {
        "Authorization": "Basic ZGVzay1ib3RAZXhhbXBsZS5jb206YUJjRGVGZ0hpSmtMbU5vUHFSc1R1VndYeVowMTIzNDU=",
        "Content-Type": "application/x-www-form-urlencoded",
        "Idempotency-Key": "hello-1",
        "User-Agent": f"Dragoman/{dragoman.__version__} ({SYSTEM})",
    }
    assert options["allow_redirects"] is False


async def test_calls_that_need_no_credentials_get_none(http: Http, zulip: Zulip) -> None:
    http.answers("GET", f"{API}/server_settings", success(""))
    await zulip(GetServerSettings())
    assert "Authorization" not in http.options[0]["headers"]


REFUSED: list[tuple[int, str, type[ApiError], str, dict[str, object]]] = [
    (400, '"msg":"No such user","code":"BAD_REQUEST"', ApiError, "BAD_REQUEST", {}),
    (
        400,
        '"msg":"Missing","var_name":"op","code":"REQUEST_VARIABLE_MISSING"',
        ApiError,
        "REQUEST_VARIABLE_MISSING",
        {"var_name": "op"},
    ),
    (401, '"msg":"Invalid API key","code":"UNAUTHORIZED"', Unauthorized, "UNAUTHORIZED", {}),
    (401, '"msg":"Invalid API key","code":"INVALID_API_KEY"', Unauthorized, "INVALID_API_KEY", {}),
    (401, '"msg":"Deactivated","code":"USER_DEACTIVATED"', Unauthorized, "USER_DEACTIVATED", {}),
    (403, '"msg":"Access denied","code":"BAD_REQUEST"', Forbidden, "BAD_REQUEST", {}),
    (404, '"msg":"Scheduled message does not exist","code":"BAD_REQUEST"', NotFound, "BAD_REQUEST", {}),
    (404, '"msg":"Not found"', NotFound, "", {}),
    (
        405,
        '"msg":"Method Not Allowed","allowed_methods":["GET"]',
        ApiError,
        "",
        {"allowed_methods": ["GET"]},
    ),
    (
        400,
        '"msg":"Schlange fort","code":"BAD_EVENT_QUEUE_ID","queue_id":"q"',
        QueueExpired,
        "BAD_EVENT_QUEUE_ID",
        {"queue_id": "q"},
    ),
    (
        400,
        '"msg":"Channel with ID \'5\' does not exist","code":"STREAM_DOES_NOT_EXIST","stream_id":5',
        ChannelDoesNotExist,
        "STREAM_DOES_NOT_EXIST",
        {"stream_id": 5},
    ),
    (400, '"code":"REACTION_ALREADY_EXISTS"', ReactionAlreadyExists, "REACTION_ALREADY_EXISTS", {}),
    (400, '"code":"REACTION_DOES_NOT_EXIST"', ReactionDoesNotExist, "REACTION_DOES_NOT_EXIST", {}),
    (200, '"msg":"odd","code":"ODD"', ApiError, "ODD", {}),
]


@pytest.mark.parametrize(("status", "members", "kind", "code", "details"), REFUSED)
async def test_a_refusal_becomes_the_error_of_its_code_or_status(
    http: Http,
    zulip: Zulip,
    status: int,
    members: str,
    kind: type[ApiError],
    code: str,
    details: dict[str, object],
) -> None:
    http.answers("POST", f"{API}/messages", '{"result":"error",' + members + "}", status)
    with pytest.raises(ApiError) as caught:
        await zulip(HELLO)
    assert type(caught.value) is kind
    assert (caught.value.status, caught.value.code, caught.value.details) == (status, code, details)


async def test_json_is_read_whatever_the_media_type_says(http: Http, zulip: Zulip) -> None:
    body = '{"result":"error","msg":"Method Not Allowed","allowed_methods":["GET"]}'
    http.answers("POST", f"{API}/messages", body, 405, Content_Type="text/html; charset=utf-8")
    with pytest.raises(ApiError, match="405: Method Not Allowed"):
        await zulip(HELLO)


async def test_a_401_of_a_gateway_is_still_a_401(http: Http, zulip: Zulip) -> None:
    http.answers("POST", f"{API}/messages", "<html>401</html>", 401)
    with pytest.raises(Unauthorized):
        await zulip(HELLO)


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (500, '{"result":"error","msg":"Internal server error"}', ServerFailure),
        (502, "<html>Bad Gateway</html>", ServerFailure),
        (503, "", ServerFailure),
        (504, "<html>", ServerFailure),
        (413, "<html>Request Entity Too Large</html>", MalformedAnswer),
        (404, "<!DOCTYPE html><title>Error</title>", MalformedAnswer),
        (302, "", MalformedAnswer),
        (200, "<html>Log in to the hotel's network</html>", MalformedAnswer),
        (200, "", MalformedAnswer),
        (200, "{}", MalformedAnswer),
        (200, "[]", MalformedAnswer),
        (200, '{"result":"success"}', MalformedAnswer),
        (200, '{"result":"success","id":"42"}', MalformedAnswer),
        (200, '{"result":"success","id":4', MalformedAnswer),
        (200, '{"result":"partially","id":42}', MalformedAnswer),
        (200, b"\xff\xfe", MalformedAnswer),
        (200, "[" * 100_000, MalformedAnswer),
    ],
)
async def test_an_answer_that_proves_nothing_leaves_a_post_in_doubt(
    http: Http, zulip: Zulip, status: int, body: str | bytes, kind: type[ServiceError]
) -> None:
    http.answers("POST", f"{API}/messages", body, status)
    with pytest.raises(ServiceError) as caught:
        await zulip(HELLO)
    assert type(caught.value) is kind
    assert len(http.asked) == 1


async def test_a_redirect_is_not_followed_but_told(http: Http, zulip: Zulip) -> None:
    http.answers("POST", f"{API}/messages", "", 301, Location="https://elsewhere.example/")
    with pytest.raises(MalformedAnswer, match=r"sends elsewhere, to https://elsewhere\.example/"):
        await zulip(HELLO)
    assert http.asked == [f"POST {API}/messages"]


NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    ("headers", "members", "wait"),
    [
        ({"Retry-After": "28.706807374954224"}, '"retry-after":3.0', 28.706807374954224),
        ({"Retry-After": "0"}, "", 0.0),
        ({"Retry-After": formatdate(NOW + 90, usegmt=True)}, "", 90.0),
        ({"Retry-After": formatdate(NOW - 90, usegmt=True)}, "", 0.0),
        ({}, '"retry-after":3.5', 3.5),
        ({"Retry-After": "soon", "X-RateLimit-Reset": str(int(NOW) + 7)}, '"retry-after":"soon"', 7.0),
        ({"X-RateLimit-Reset": str(int(NOW) - 7)}, "", 0.0),
        ({"Retry-After": "-5"}, "", 1.0),
        ({"Retry-After": "nan"}, '"retry-after":true', 1.0),
        ({"Retry-After": "1e9"}, "", 1e9),
        ({}, "", 1.0),
    ],
)
async def test_a_429_says_how_long_to_wait(
    http: Http, zulip: Zulip, headers: dict[str, str], members: str, wait: float
) -> None:
    body = '{"result":"error","code":"RATE_LIMIT_HIT"' + ("," + members if members else "") + "}"
    http.answers("POST", f"{API}/messages", body, 429, **headers)
    with pytest.raises(RateLimited) as caught:
        await zulip.once(HELLO)
    assert caught.value.retry_after == wait


async def test_a_429_of_a_gateway_is_a_429_too(http: Http, zulip: Zulip) -> None:
    http.answers("POST", f"{API}/messages", "<html>slow down</html>", 429, Retry_After="2")
    with pytest.raises(RateLimited) as caught:
        await zulip.once(HELLO)
    assert (caught.value.retry_after, caught.value.code) == (2.0, "")


async def test_a_misspelt_parameter_is_not_silent(http: Http, zulip: Zulip) -> None:
    http.answers("POST", f"{API}/messages", success('"id":42,"ignored_parameters_unsupported":["qqq"]'))
    with capture_logs() as logs:
        sent = await zulip(HELLO)
    assert sent == MessageSent(id=42, ignored_parameters_unsupported=("qqq",))
    assert logs == [
        {
            "event": "parameters ignored by the server",
            "log_level": "warning",
            "operation": "SendMessage",
            "names": ("qqq",),
        }
    ]


async def test_a_field_of_another_shape_is_left_out_and_told(http: Http, zulip: Zulip) -> None:
    http.answers("POST", f"{API}/messages", success('"id":42,"automatic_new_visibility_policy":"odd"'))
    with capture_logs() as logs:
        sent = await zulip(HELLO)
    assert sent == MessageSent(id=42)
    assert [(log["event"], log["unread"]) for log in logs] == [
        ("answer understood in part", ("automatic_new_visibility_policy",))
    ]


async def test_a_section_of_another_shape_does_not_spoil_a_registration(http: Http, zulip: Zulip) -> None:
    http.answers(
        "POST", f"{API}/register", success('"queue_id":"q","last_event_id":-1,"realm_users":[{}],"email":"e"')
    )
    with capture_logs():
        registered = await zulip(RegisterQueue())
    assert (registered.queue_id, registered.email, registered.realm_users) == ("q", "e", UNSET)


@pytest.mark.parametrize("name", ["server_feature_level", "zulip_feature_level"])
async def test_the_feature_level_is_read_under_either_name(http: Http, zulip: Zulip, name: str) -> None:
    http.answers("GET", f"{API}/server_settings", success(f'"{name}":300'))
    assert (await zulip(GetServerSettings())).feature_level == 300


async def test_the_calls_that_are_left_are_known(http: Http, zulip: Zulip) -> None:
    assert zulip.budget is None
    rate: dict[str, str] = {
        "X-RateLimit-Limit": "200",
        "X-RateLimit-Remaining": "198",
        "X-RateLimit-Reset": "1800000060",
    }
    http.answers("POST", f"{API}/messages", success('"id":1'), 200, **rate)
    await zulip(HELLO)
    assert zulip.budget == CallBudget(limit=200, remaining=198, reset=1800000060)


async def test_no_error_holds_the_key(http: Http, zulip: Zulip) -> None:
    http.answers("POST", f"{API}/messages", '{"result":"error","code":"X","msg":"no"}', 400)
    http.answers("POST", f"{API}/messages", "<html>", 502)
    http.fails("POST", f"{API}/messages", TimeoutError())
    http.fails("POST", f"{API}/messages", OSError("broken"))
    kinds = []
    for _ in range(4):
        with pytest.raises(ServiceError) as caught:
            await zulip(HELLO)
        error = caught.value
        assert (error.__cause__, error.__context__) == (None, None)
        shown = f"{error!r} {error} {vars(error)} {zulip!r}"
        assert KEY not in shown
        assert "Basic" not in shown
        kinds.append(type(error))
    assert kinds == [ApiError, ServerFailure, TimedOut, ConnectionLost]


async def test_an_anonymous_client_signs_nothing(http: Http, clock: ManualClock) -> None:
    http.answers("GET", f"{API}/users/me", '{"result":"error","code":"UNAUTHORIZED"}', 401)
    async with Zulip(Credentials.anonymous(SITE), clock=clock) as zulip:
        with pytest.raises(Unauthorized):
            await zulip(GetOwnUser())
    assert "Authorization" not in http.options[0]["headers"]


async def test_a_closed_client_says_so(clock: ManualClock) -> None:
    zulip = Zulip(Credentials.anonymous(SITE), clock=clock)
    await zulip.aclose()
    with pytest.raises(RuntimeError, match="closed"):
        await zulip(GetOwnUser())
