"""What is written is what was read, and what has happened since."""

import json
from typing import Any

from msgspec.structs import replace

from dragoman_server import Clock, ServerSettings, WorldFile, default_world, export_world, running_server
from dragoman_server.actions.bots import do_create_bot, new_service
from dragoman_server.actions.email_domains import do_add_domain
from dragoman_server.actions.invitations import Offer, do_invite, do_make_invitation_link
from dragoman_server.actions.organization import do_change_organization_permission
from dragoman_server.actions.pictures import do_put_picture
from dragoman_server.actions.reminders import do_remind_later
from dragoman_server.actions.uploads import do_upload
from dragoman_server.world.dump.reading import parse_dump
from dragoman_server.world.email_domains import EmailDomain
from dragoman_server.world.records import BotType, Role
from server_dump.small import DUMP, START, written


async def written_again(world: WorldFile) -> dict[str, Any]:
    async with running_server(world, settings=ServerSettings(), clock=Clock(START)) as server:
        exported: dict[str, Any] = json.loads(json.dumps(export_world(server.world)))
        return exported


def told(document: Any, given: Any) -> Any:
    """Return of `document` only what `given` tells too, so that both can be compared."""
    if isinstance(given, dict):
        return {key: told(document[key], value) for key, value in given.items()}
    if isinstance(given, list) and len(given) == len(document):
        return [told(one, other) for one, other in zip(document, given, strict=True)]
    return document


async def test_all_that_a_dump_tells_is_written_again() -> None:
    exported = await written_again(parse_dump(written(DUMP)))

    exported["user_groups"] = [one for one in exported["user_groups"] if one["id"] in (71, 73, 90)]
    assert told(exported, DUMP) == DUMP


async def test_what_was_written_is_read_as_the_same() -> None:
    once = await written_again(parse_dump(written(DUMP)))
    twice = await written_again(parse_dump(written(once)))

    assert twice == once


async def test_an_organisation_in_words_can_be_written_and_read() -> None:
    once = await written_again(default_world())
    twice = await written_again(parse_dump(written(once)))

    # Which kinds of number have been asked for is no part of an organisation.
    assert {**twice, "next_ids": None} == {**once, "next_ids": None}


async def test_a_password_that_nobody_knows_is_written_as_its_digest() -> None:
    async with running_server(parse_dump(written(DUMP)), clock=Clock(START)) as server:
        server.world.keys.set_password(51, "heave")
        exported = export_world(server.world)

    async with running_server(parse_dump(written(exported)), clock=Clock(START)) as server:
        assert server.world.keys.password_fits(51, "heave")
        assert not server.world.keys.password_fits(51, "ahoy")
        assert server.world.keys.password_fits(52, "ahoy")


async def test_what_follows_from_the_flags_is_written_too() -> None:
    exported = await written_again(parse_dump(written(DUMP)))

    assert exported["per_user"]["otto"]["starred_messages"] == [300]
    assert exported["per_user"]["vera"]["unread_msgs"]["mentions"] == [305]
    assert exported["per_user"]["log"]["recent_private_conversations"] == [
        {"max_message_id": 306, "user_ids": [51, 52]}
    ]


async def test_counts_follow_from_what_there_is() -> None:
    exported = await written_again(parse_dump(written(DUMP)))

    assert exported["counts"] == {"users": 6, "channels": 2, "messages": 3}


async def test_what_waits_and_lies_about_is_written_and_read() -> None:
    async with running_server(parse_dump(written(DUMP)), clock=Clock(START)) as server:
        world = server.world
        vera = world.users[51]
        offer = Offer(
            role=Role.GUEST,
            minutes=5,
            channel_ids=(),
            group_ids=(),
            default_channels=True,
            welcome_text=None,
        )
        do_invite(world, vera, ["zoe@sea.test"], offer)
        link = do_make_invitation_link(world, vera, offer)
        upload = do_upload(world, vera, "chart.txt", b"here be dragons")
        reminder = do_remind_later(world, vera, world.messages[300], due=START + 60, note="sail")
        do_put_picture(world, vera, b"GIF89a")
        world.keepsakes.storage_of(52)["course"] = "west"
        do_add_domain(world, EmailDomain(domain="sea.test"))
        do_change_organization_permission(world, "can_create_groups", ((51,), ()))
        bot = do_create_bot(world, replace(vera, bot_type=BotType.OUTGOING_WEBHOOK, delivery_email="b@c.d"))
        service = new_service("gull", "http://127.0.0.1:9/", 1)
        world.change_user(bot, services=(service,))
        exported = export_world(world)

    async with running_server(parse_dump(written(exported)), clock=Clock(START)) as server:
        again = server.world
        assert [one.email for one in again.invitations] == ["zoe@sea.test", None]
        assert again.invitations.by_key(link.key) == link
        assert again.uploads.at(upload.path_id) == upload
        assert again.uploads.content(upload) == b"here be dragons"
        assert [one.content for one in again.keepsakes.reminders] == [reminder.content]
        assert again.pictures.at(f"{again.users[51].picture}.png") == b"GIF89a"
        assert dict(again.keepsakes.storage_of(52)) == {"course": "west"}
        assert [one.domain for one in again.domains][-1] == "sea.test"
        assert again.permission("can_create_groups") == ((51,), ())
        assert again.users[bot.user_id].services == (service,)
        assert export_world(again) == exported
        await server.clock.advance(61)
        assert list(again.keepsakes.reminders) == []
