"""Channels: renamed, described, opened, closed, archived, made default; topics deleted."""

import json
from typing import Any

import pytest

from server.household import CLEO, GENERAL, NEWS, QUIET, SECRET, Actor, House, refused

DONE = {"result": "success", "msg": ""}
EVENTS = {"event_types": '["stream", "default_streams", "subscription", "delete_message"]'}


def update(channel_id: int, name: str, told: str, value: object, **more: object) -> dict[str, Any]:
    place = {"stream_id": channel_id, "name": name}
    return {"type": "stream", "op": "update", "property": told, "value": value, **place, **more}


async def notes(actor: Actor, channel: str) -> list[str]:
    narrow = json.dumps([["channel", channel], ["topic", "channel events"]])
    params = {"narrow": narrow, "anchor": "newest", "num_before": "9", "num_after": "0"}
    found = await actor.get("/messages", apply_markdown="false", **params)
    return [message["content"] for message in found["messages"]]


async def test_a_channel_gets_another_name_and_description(ben: Actor, cleo: Actor) -> None:
    queue = await cleo.queue(**EVENTS)
    path = f"/streams/{GENERAL}"
    assert await ben.patch(path, description=" all\n*talk* ", new_name="lobby") == DONE
    assert await queue.events() == [
        update(
            GENERAL, "general", "description", "all *talk*", rendered_description="<p>all <em>talk</em></p>"
        ),
        update(GENERAL, "general", "name", "lobby"),
    ]
    assert await notes(cleo, "lobby") == [
        (
            "@_**Ben Admin|12** changed the description for this channel.\n\n"
            "* **Old description:**\n```` quote\nTalk of the **house**\n````\n"
            "* **New description:**\n```` quote\nall *talk*\n````"
        ),
        "@_**Ben Admin|12** renamed channel **general** to **lobby**.",
    ]


async def test_closing_and_opening_a_channel_is_the_end_and_the_beginning_for_others(
    ben: Actor, cleo: Actor, dan: Actor
) -> None:
    await ben.call("PATCH", f"/streams/{GENERAL}", {"is_default_stream": "false"})
    inside, outside = await cleo.queue(**EVENTS), await dan.queue(**EVENTS)
    path = f"/streams/{GENERAL}"
    assert await ben.patch(path, is_private="true", history_public_to_subscribers="true") == DONE
    assert await ben.patch(path, is_private="false") == DONE
    shared: dict[str, Any] = {"history_public_to_subscribers": True, "is_web_public": False}
    assert await inside.events() == [
        update(GENERAL, "general", "invite_only", True, **shared),
        update(GENERAL, "general", "invite_only", False, **shared),
    ]
    deleted, created, peers = await outside.events()
    assert deleted["streams"] == [{"stream_id": GENERAL}]
    assert created["streams"][0]["stream_id"] == GENERAL
    assert peers == {
        "type": "subscription",
        "op": "peer_add",
        "stream_ids": [GENERAL],
        "user_ids": [11, 12, CLEO, 16, 19],
    }
    assert (await notes(cleo, "general"))[0] == (
        "@_**Ben Admin|12** changed the [access permissions](/help/channel-permissions) for this channel "
        "from **Public** to **Private, shared history**."
    )


async def test_an_old_server_says_by_number_who_posts(old_house: House) -> None:
    ben, cleo = old_house.actor("Ben"), old_house.actor("Cleo")
    queue = await cleo.queue(**EVENTS)
    assert await ben.patch(f"/streams/{GENERAL}", stream_post_policy="2") == DONE
    assert await queue.events() == [
        update(GENERAL, "general", "stream_post_policy", 2),
        update(GENERAL, "general", "is_announcement_only", True),
    ]
    assert await notes(cleo, "general") == [
        (
            "@_**Ben Admin|12** changed the [posting permissions](/help/channel-posting-policy) "
            "for this channel:\n\n"
            "* **Old permissions**: All channel members can post.\n"
            "* **New permissions**: Only organization administrators can post."
        )
    ]
    answer = (400, refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"))
    assert await cleo.call("PATCH", f"/streams/{GENERAL}", {"description": "x"}) == answer
    assert await cleo.call("DELETE", f"/streams/{GENERAL}") == answer
    assert await cleo.call("POST", f"/streams/{GENERAL}/delete_topic", {"topic_name": "x"}) == answer


async def test_whom_a_channel_names_may_change_it(house: House, ben: Actor, cleo: Actor) -> None:
    path = f"/streams/{GENERAL}"
    no = (400, refused("You do not have permission to administer this channel.", "CANNOT_ADMINISTER_CHANNEL"))
    assert await cleo.call("PATCH", path, {"description": "x"}) == no
    assert await cleo.call("DELETE", path) == no
    queue = await cleo.queue(**EVENTS)
    named = {"direct_members": [CLEO], "direct_subgroups": []}
    nobody = house.world.groups.system("role:nobody")
    change = json.dumps({"new": named, "old": nobody})
    assert await ben.patch(path, can_administer_channel_group=change) == DONE
    assert await cleo.patch(path, topics_policy="disable_empty_topic") == DONE
    assert await cleo.patch(path, can_subscribe_group=json.dumps({"new": nobody})) == DONE
    assert await queue.events() == [
        update(GENERAL, "general", "can_administer_channel_group", named),
        update(GENERAL, "general", "topics_policy", "disable_empty_topic"),
    ]


async def test_opening_a_channel_needs_sight_of_its_messages(ben: Actor, old_house: House) -> None:
    path, public = f"/streams/{SECRET}", {"is_private": "false"}
    needed = (400, refused("Channel content access is required."))
    assert await ben.call("PATCH", path, public) == needed
    assert await ben.call("PATCH", path, {"can_subscribe_group": '{"new": 2}'}) == needed
    assert await ben.patch(path, description="hidden") == DONE
    assert await old_house.actor("Ben").call("PATCH", path, public) == (400, refused("Invalid channel ID"))


async def test_defaults_are_for_administrators_of_the_organisation(ben: Actor, cleo: Actor) -> None:
    path = f"/streams/{QUIET}"
    await ben.patch(path, can_administer_channel_group='{"new": {"direct_members": [13]}}')
    no = (400, refused("You do not have permission to change default channels."))
    assert await cleo.call("PATCH", path, {"is_default_stream": "true"}) == no
    assert await cleo.patch(path, topics_policy="empty_topic_only") == DONE


async def test_the_notes_say_who_posts_and_how_long_messages_are_kept(ada: Actor, cleo: Actor) -> None:
    path = f"/streams/{GENERAL}"
    people = {"direct_members": [CLEO], "direct_subgroups": [3]}
    await ada.patch(path, can_send_message_group=json.dumps({"new": people}))
    for days in ("30", '"unlimited"', '"realm_default"', "7"):
        await ada.patch(path, message_retention_days=days)
    who, *kept = await notes(cleo, "general")
    assert who == (
        "@_**Ada Owner|11** changed the [posting permissions](/help/channel-posting-policy) for this channel:"
        "\n\n* **Old**: @_*role:everyone*\n* **New**: @_**Cleo Member|13**, @_*role:administrators*"
    )
    period = "@_**Ada Owner|11** has changed the [message retention period](/help/message-retention-policy) "
    deleted = "Messages in this channel will now be automatically deleted"
    assert kept[0] == (
        f"{period}for this channel:\n* **Old retention period**: Forever\n"
        f"* **New retention period**: 30 days\n\n{deleted} 30 days after they are sent."
    )
    assert [one.splitlines()[-1] for one in kept[1:]] == [
        "Messages in this channel will now be retained forever.",
        "Messages in this channel will now be retained forever.",
        f"{deleted} 7 days after they are sent.",
    ]


@pytest.mark.parametrize(
    ("params", "msg"),
    [
        ({"new_name": "general"}, "Channel already has that name."),
        ({"new_name": "News"}, "Channel name already in use."),
        ({"new_name": " "}, "Channel name can't be empty."),
        ({"new_name": "n" * 61}, "Channel name too long (limit: 60 characters)."),
        ({"new_name": "a\u0007"}, "Invalid character in channel name, at position 2."),
        ({"description": "d" * 1025}, "description is too long (limit: 1024 characters)"),
        ({"is_private": "true"}, "A default channel cannot be private."),
        ({"is_private": "true", "is_web_public": "true"}, "Invalid parameters"),
        ({"is_web_public": "true"}, "Insufficient permission"),
        ({"can_subscribe_group": "2"}, "can_subscribe_group is not a dict"),
        ({"can_subscribe_group": '{"new": 99999}'}, "Invalid user group"),
        (
            {"can_subscribe_group": '{"new": 8}'},
            "'can_subscribe_group' setting cannot be set to 'role:internet' group.",
        ),
        (
            {"topics_policy": "empty_topic_only"},
            (
                "To enable this configuration, all messages in this channel must be in the "
                "general chat topic. Consider renaming or deleting other topics."
            ),
        ),
        ({"can_subscribe_group": '{"new": {"direct_members": [99999]}}'}, "No such user"),
    ],
)
async def test_a_change_that_cannot_be_is_refused(ben: Actor, params: dict[str, str], msg: str) -> None:
    assert await ben.call("PATCH", f"/streams/{GENERAL}", params) == (400, refused(msg))


async def test_owners_alone_say_how_long_messages_are_kept(ben: Actor, ada: Actor) -> None:
    path = f"/streams/{GENERAL}"
    queue = await ada.queue(**EVENTS)
    owner = (400, refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"))
    assert await ben.call("PATCH", path, {"message_retention_days": "10"}) == owner
    assert await ada.patch(path, message_retention_days="10") == DONE
    assert await ada.patch(path, is_web_public="true") == DONE
    first, second = await queue.events()
    assert first == update(GENERAL, "general", "message_retention_days", 10)
    assert (second["property"], second["is_web_public"]) == ("invite_only", True)


async def test_a_permission_that_is_not_as_was_thought_stays(ben: Actor) -> None:
    change = {"can_subscribe_group": '{"new": 2, "old": 3}'}
    answer = (400, refused("'old' value does not match the expected value.", "EXPECTATION_MISMATCH"))
    assert await ben.call("PATCH", f"/streams/{GENERAL}", change) == answer


async def test_an_archived_channel_is_gone_for_clients_that_do_not_know_such(ben: Actor, cleo: Actor) -> None:
    plain = await cleo.queue(**EVENTS)
    capabilities = '{"notification_settings_null": false, "archived_channels": true}'
    knowing = await ben.queue(client_capabilities=capabilities, **EVENTS)
    path = f"/streams/{GENERAL}"
    assert await ben.delete(path) == DONE
    assert await ben.call("DELETE", path) == (400, refused("Channel is already deactivated"))
    assert await ben.patch(path, is_archived="false") == DONE
    default = {"type": "default_streams", "default_streams": []}
    told = await plain.events()
    assert told[:2] == [
        default,
        {"type": "stream", "op": "delete", "streams": [{"stream_id": GENERAL}], "stream_ids": [GENERAL]},
    ]
    assert [event["op"] for event in told[2:]] == ["create"]
    assert await knowing.events() == [
        default,
        update(GENERAL, "general", "is_archived", True),
        update(GENERAL, "general", "is_archived", False),
    ]


async def test_on_an_old_server_an_archived_channel_gives_its_name_free(old_house: House) -> None:
    ben = old_house.actor("Ben")
    await ben.delete(f"/streams/{QUIET}")
    answer = await ben.post("/users/me/subscriptions", subscriptions='[{"name": "quiet"}]')
    assert answer["subscribed"] == {ben.account.email: ["quiet"]}


async def test_a_topic_is_deleted_with_all_its_messages(ben: Actor, cleo: Actor) -> None:
    queue = await cleo.queue(
        client_capabilities='{"notification_settings_null": false, "bulk_message_deletion": true}', **EVENTS
    )
    path = f"/streams/{GENERAL}/delete_topic"
    assert await ben.post(path, topic_name="PLANS") == {**DONE, "complete": True}
    place = {"message_type": "stream", "stream_id": GENERAL, "topic": "plans"}
    assert await queue.events() == [{"type": "delete_message", "message_ids": [101, 102], **place}]
    assert await ben.post(path, topic_name="none") == {**DONE, "complete": True}
    refusal = (400, refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"))
    assert await cleo.call("POST", path, {"topic_name": "plans"}) == refusal
    unknown = (400, refused("Invalid channel ID"))
    assert await ben.call("POST", "/streams/999/delete_topic", {"topic_name": "x"}) == unknown
    assert await ben.call("PATCH", "/streams/999", {"description": "x"}) == unknown
    assert await ben.call("DELETE", "/streams/999") == unknown


async def test_administrators_choose_what_new_people_follow(ben: Actor, dan: Actor) -> None:
    queue = await dan.queue(**EVENTS)
    assert await ben.post("/default_streams", stream_id=str(NEWS)) == DONE
    assert await ben.delete("/default_streams", stream_id=str(GENERAL)) == DONE
    assert await ben.patch(f"/streams/{GENERAL}", is_default_stream="true") == DONE
    states = [[GENERAL, NEWS], [NEWS], [GENERAL, NEWS]]
    assert await queue.events() == [{"type": "default_streams", "default_streams": state} for state in states]
    private = (400, refused("A default channel cannot be private."))
    assert await ben.call("POST", "/default_streams", {"stream_id": str(SECRET)}) == private
    unknown = (400, refused("Invalid channel ID"))
    for method in ("POST", "DELETE"):
        assert await ben.call(method, "/default_streams", {"stream_id": "999"}) == unknown


@pytest.mark.parametrize(("sent", "told"), [("0", 0), ("-7", -7), ('"weeks"', "weeks")])
async def test_a_bad_time_of_keeping_is_told_as_it_was_sent(ada: Actor, sent: str, told: int | str) -> None:
    answer = await ada.call("PATCH", f"/streams/{GENERAL}", {"message_retention_days": sent})
    msg = f"Bad value for 'message_retention_days': {told}"
    body = refused(msg, "REQUEST_VARIABLE_INVALID", var_name="message_retention_days", bad_value=told)
    assert answer == (400, body)
