"""Each section of a registration's state is read into its records."""

import msgspec
import pytest

from dragoman.model import (
    BotAccount,
    ChannelFolder,
    ConfigOption,
    Domain,
    Draft,
    IntegrationBot,
    Linkifier,
    MutedUser,
    Playground,
    Presence,
    ProfileField,
    RealmEmoji,
    Status,
    UrlOption,
    UserTopic,
)
from dragoman.operations import (
    Registered,
    RegisterQueue,
    UnreadDirect,
    UnreadGroup,
    UnreadMessages,
    UnreadTopic,
)

SECTIONS: list[tuple[str, str, object]] = [
    (
        "drafts",
        '[{"id":1,"type":"","to":[],"topic":"","content":"c","timestamp":5}]',
        (Draft(id=1, type="", to=(), topic="", content="c", timestamp=5),),
    ),
    (
        "channel_folders",
        '[{"id":1,"name":"Desk","description":"","is_archived":false}]',
        (ChannelFolder(id=1, name="Desk"),),
    ),
    ("muted_topics", '[["Verona","x",5]]', (("Verona", "x", 5),)),
    (
        "user_topics",
        '[{"stream_id":7,"topic_name":"t","visibility_policy":3,"last_updated":5}]',
        (UserTopic(stream_id=7, topic_name="t", visibility_policy=3, last_updated=5),),
    ),
    ("muted_users", '[{"id":9,"timestamp":5}]', (MutedUser(id=9, timestamp=5),)),
    ("user_settings", '{"color_scheme":1,"timezone":""}', {"color_scheme": 1, "timezone": ""}),
    ("user_status", '{"9":{"status_text":"out"}}', {"9": Status(status_text="out")}),
    (
        "presences",
        '{"9":{"active_timestamp":5,"idle_timestamp":6}}',
        {"9": Presence(active_timestamp=5, idle_timestamp=6)},
    ),
    ("server_timestamp", "5.5", 5.5),
    (
        "custom_profile_fields",
        '[{"id":10,"name":"Phone","type":1,"hint":"","field_data":"","order":1}]',
        (ProfileField(id=10, name="Phone", type=1, field_data="", order=1),),
    ),
    (
        "realm_linkifiers",
        '[{"id":4,"pattern":"A","url_template":"https://x.com"}]',
        (Linkifier(id=4, pattern="A", url_template="https://x.com"),),
    ),
    (
        "realm_emoji",
        '{"2":{"id":"2","name":"tick","source_url":"/e","deactivated":false}}',
        {"2": RealmEmoji(id="2", name="tick", source_url="/e")},
    ),
    ("realm_domains", '[{"domain":"x.org","allow_subdomains":false}]', (Domain(domain="x.org"),)),
    (
        "realm_playgrounds",
        '[{"id":1,"name":"Py","pygments_language":"Python"}]',
        (Playground(id=1, name="Py", pygments_language="Python"),),
    ),
    (
        "realm_bots",
        '[{"user_id":43,"full_name":"Hook","api_key":"secret","owner_id":28}]',
        (BotAccount(user_id=43, full_name="Hook", owner_id=28),),
    ),
    (
        "realm_incoming_webhook_bots",
        """[{"name":"github","display_name":"GitHub","all_event_types":["push"],
        "config_options":[{"key":"a","label":"A","validator":"v"}],
        "url_options":[{"key":"b","label":"B","input_type":"text"}]},
        {"name":"airbrake","display_name":"Airbrake","all_event_types":null,"config":{}}]""",
        (
            IntegrationBot(
                name="github",
                display_name="GitHub",
                all_event_types=("push",),
                config_options=(ConfigOption(key="a", label="A", validator="v"),),
                url_options=(UrlOption(key="b", label="B", input_type="text"),),
            ),
            IntegrationBot(name="airbrake", display_name="Airbrake", all_event_types=None, config={}),
        ),
    ),
    (
        "unread_msgs",
        """{"count":3,"pms":[{"other_user_id":9,"sender_id":9,"unread_message_ids":[1]}],
        "streams":[{"stream_id":7,"topic":"t","unread_message_ids":[2]}],
        "huddles":[{"user_ids_string":"8,9,10","unread_message_ids":[3]}],"mentions":[2],
        "old_unreads_missing":true}""",
        UnreadMessages(
            count=3,
            pms=(UnreadDirect(other_user_id=9, sender_id=9, unread_message_ids=(1,)),),
            streams=(UnreadTopic(stream_id=7, topic="t", unread_message_ids=(2,)),),
            huddles=(UnreadGroup(user_ids_string="8,9,10", unread_message_ids=(3,)),),
            mentions=(2,),
            old_unreads_missing=True,
        ),
    ),
]


@pytest.mark.parametrize(("name", "text", "wanted"), SECTIONS, ids=[name for name, *_ in SECTIONS])
def test_a_section_is_read(name: str, text: str, wanted: object) -> None:
    body = f'{{"result":"success","msg":"","queue_id":"q","last_event_id":-1,"{name}":{text}}}'
    registered, misread = RegisterQueue.read_answer(body.encode())
    assert (getattr(registered, name), misread) == (wanted, ())
    assert b"secret" not in msgspec.json.encode(registered)


def test_the_longest_message_is_the_usual_one_where_the_server_does_not_tell() -> None:
    assert Registered(queue_id="q", last_event_id=-1).longest_message == 10_000
    assert Registered(queue_id="q", last_event_id=-1, max_message_length=300).longest_message == 300
