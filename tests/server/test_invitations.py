"""Invitations: to addresses and by links, until they are taken back or their time is over."""

from typing import Any

import pytest

from server.household import BEN, BENCH, CLEO, GENERAL, NOW, SECRET, VAULT, Actor, House, refused

DONE = {"result": "success", "msg": ""}
ONE = {"invitee_emails": "ann@new.test", "stream_ids": f"[{GENERAL}]"}
CHANGED = [{"type": "invites_changed"}]


def told(invite_id: int, email: str, **fields: Any) -> dict[str, Any]:
    return {
        "id": invite_id,
        "email": email,
        "invited_by_user_id": CLEO,
        "invited": NOW,
        "expiry_date": NOW + 864_000,
        "invited_as": 400,
        "is_multiuse": False,
        "notify_referrer_on_join": True,
        **fields,
    }


async def invites(actor: Actor) -> Any:
    return (await actor.get("/invites"))["invites"]


async def test_inviter_and_administrators_hear_of_invitations(cleo: Actor, ben: Actor, dan: Actor) -> None:
    queues = [await one.queue(event_types='["invites_changed"]') for one in (cleo, ben, dan)]
    emails = "Ann New <ann@new.test>, ann@new.test\nbob@new.test,"
    assert await cleo.post("/invites", invitee_emails=emails, stream_ids="[]", invite_as="600") == DONE
    assert [await queue.events() for queue in queues] == [CHANGED, CHANGED, []]
    both = [told(1, "ann@new.test", invited_as=600), told(2, "bob@new.test", invited_as=600)]
    assert (await invites(cleo), await invites(ben), await invites(dan)) == (both, both, [])


async def test_an_invitation_is_over_when_its_time_is(house: House, cleo: Actor) -> None:
    await cleo.post("/invites", **ONE, invite_expires_in_minutes="10", notify_referrer_on_join="false")
    await cleo.post("/invites", **ONE, invite_expires_in_minutes="null")
    short = told(1, "ann@new.test", expiry_date=NOW + 600, notify_referrer_on_join=False)
    ever = told(2, "ann@new.test", expiry_date=None)
    assert await invites(cleo) == [short, ever]
    await house.clock.advance(500)
    assert await cleo.post("/invites/1/resend") == DONE
    await house.clock.advance(599)
    assert await invites(cleo) == [{**short, "invited": NOW + 500, "expiry_date": NOW + 1100}, ever]
    await house.clock.advance(1)
    assert await invites(cleo) == [ever]
    assert await cleo.call("POST", "/invites/1/resend") == (400, refused("No such invitation"))


async def test_an_invitation_is_taken_back(cleo: Actor, dan: Actor, ben: Actor, ada: Actor) -> None:
    await cleo.post("/invites", **ONE)
    await ada.post("/invites", **ONE, invite_as="100")
    for method, path in (("DELETE", "/invites/1"), ("POST", "/invites/1/resend")):
        assert await dan.call(method, path) == (400, refused("Must be an organization administrator"))
    for method, path in (("DELETE", "/invites/2"), ("POST", "/invites/2/resend")):
        assert await ben.call(method, path) == (400, refused("Must be an organization owner"))
    queue = await cleo.queue(event_types='["invites_changed"]')
    assert await ben.delete("/invites/1") == DONE
    assert await queue.events() == CHANGED
    assert await ben.call("DELETE", "/invites/1") == (400, refused("No such invitation"))


async def test_many_join_by_a_link_until_it_is_taken_back(
    house: House, ben: Actor, cleo: Actor, ada: Actor
) -> None:
    queue = await ada.queue(event_types='["invites_changed"]')
    link = (await ben.post("/invites/multiuse", stream_ids=f"[{GENERAL}]"))["invite_link"]
    assert link.startswith(f"{house.url}/join/")
    multiuse = {
        "id": 1,
        "invited_by_user_id": BEN,
        "invited": NOW,
        "expiry_date": NOW + 864_000,
        "link_url": link,
        "invited_as": 400,
        "is_multiuse": True,
    }
    assert await invites(ada) == [multiuse]
    assert await cleo.call("DELETE", "/invites/multiuse/1") == (
        400,
        refused("Must be an organization administrator"),
    )
    assert await ben.delete("/invites/multiuse/1") == DONE
    assert await queue.events() == [*CHANGED, *CHANGED]
    again = (400, refused("Invitation has already been revoked"))
    assert await ben.call("DELETE", "/invites/multiuse/1") == again
    assert await ben.call("DELETE", "/invites/multiuse/9") == (400, refused("No such invitation"))
    await ada.post("/invites/multiuse", invite_as="100")
    owners = (400, refused("Must be an organization owner"))
    assert await ben.call("DELETE", "/invites/multiuse/2") == owners
    assert await ben.call("POST", "/invites/multiuse", {"invite_as": "100"}) == owners


def failed(msg: str, rows: list[list[object]], *, sent: bool = False) -> tuple[int, Any]:
    return 400, refused(
        msg,
        "INVITATION_FAILED",
        errors=rows,
        sent_invitations=sent,
        license_limit_reached=False,
        daily_limit_reached=False,
    )


async def test_addresses_of_accounts_and_wrong_ones_are_not_invited(
    house: House, cleo: Actor, dan: Actor
) -> None:
    mail, old = dan.account.email, house.world.users[17].delivery_email
    has, had = [mail, "Already has an account.", False], [old, "Account has been deactivated.", True]
    nobody = "We weren't able to invite anyone."
    wrong = "Some emails did not validate, so we didn't send any invitations."
    some = (
        "Some of those addresses are already using Zulip, so we didn't send them an invitation. "
        "We did send invitations to everyone else!"
    )

    async def answer(emails: str) -> tuple[int, Any]:
        return await cleo.call("POST", "/invites", {**ONE, "invitee_emails": emails})

    assert await answer(f"{mail},{old}") == failed(nobody, [has, had])
    bad = ["x", "Invalid address.", False]
    quick = ["q@mailinator.com", "Please use your real email address.", False]
    assert await answer(f"x,q@mailinator.com,{mail},z@new.test") == failed(wrong, [bad, quick, has])
    assert await invites(cleo) == []
    assert await answer(f"{mail},z@new.test") == failed(some, [has], sent=True)
    assert [one["email"] for one in await invites(cleo)] == ["z@new.test"]


async def test_an_organisation_may_be_for_its_domains_only(house: House, cleo: Actor) -> None:
    settings = house.world.organization.settings
    settings["emails_restricted_to_domains"] = True
    try:
        answer = await cleo.call("POST", "/invites", ONE)
    finally:
        del settings["emails_restricted_to_domains"]
    wrong = "Some emails did not validate, so we didn't send any invitations."
    assert answer == failed(wrong, [["ann@new.test", "Outside your domain.", False]])


OFFERS = [
    ({"stream_ids": "[99999]"}, "Invalid channel ID 99999. No invites were sent."),
    ({"stream_ids": f"[{VAULT}]"}, f"Invalid channel ID {VAULT}. No invites were sent."),
    ({"invite_as": "200"}, "Must be an organization administrator"),
    ({"invite_as": "100"}, "Must be an organization owner"),
    ({"invite_as": "5"}, "Invalid invite_as"),
    ({"group_ids": "[99999]"}, "Invalid user group ID: 99999"),
    ({"group_ids": f"[{BENCH}]"}, "Insufficient permission"),
]


@pytest.mark.parametrize(
    ("params", "msg"), [*OFFERS, ({"invitee_emails": " ,"}, "You must specify at least one email address.")]
)
async def test_an_invitation_that_cannot_be_is_not_sent(
    cleo: Actor, params: dict[str, str], msg: str
) -> None:
    assert await cleo.call("POST", "/invites", {**ONE, **params}) == (400, refused(msg))


@pytest.mark.parametrize(("params", "msg"), OFFERS)
async def test_a_link_that_cannot_be_is_not_made(
    house: House, cleo: Actor, params: dict[str, str], msg: str
) -> None:
    permit(house, create_multiuse_invite_group="role:members")
    assert await cleo.call("POST", "/invites/multiuse", params) == (400, refused(msg))


def permit(house: House, **permissions: str) -> None:
    """Let the permissions be held by groups of these names."""
    held = {name: house.world.groups.system(group) for name, group in permissions.items()}
    house.world.change_organization(permissions=held)


async def test_who_may_not_let_others_follow_channels_invites_to_none(house: House, cleo: Actor) -> None:
    permit(
        house,
        can_add_subscribers_group="role:administrators",
        create_multiuse_invite_group="role:members",
    )
    answer = (400, refused("You do not have permission to subscribe other users to channels."))
    assert await cleo.call("POST", "/invites", {**ONE, "stream_ids": f"[{SECRET}]"}) == answer
    assert await cleo.call("POST", "/invites/multiuse", {"stream_ids": f"[{SECRET}]"}) == answer


async def test_administrators_choose_the_greeting(cleo: Actor, ben: Actor, house: House) -> None:
    text = "welcome_message_custom_text"
    needed = (400, refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"))
    long = (400, refused(f"{text} is too long (limit: 8000 characters)"))
    assert await ben.post("/invites", **ONE, **{text: "Hi"}) == DONE
    assert await cleo.call("POST", "/invites", {**ONE, text: "Hi"}) == needed
    permit(house, create_multiuse_invite_group="role:members")
    assert await cleo.call("POST", "/invites/multiuse", {text: "Hi"}) == needed
    permit(house)
    for path, params in (("/invites", ONE), ("/invites/multiuse", {})):
        assert await ben.call("POST", path, {**params, text: "x" * 8001}) == long
    insufficient = (400, refused("Insufficient permission"))
    assert await cleo.call("POST", "/invites/multiuse") == insufficient


async def test_neither_guests_nor_bots_invite(gus: Actor, robo: Actor) -> None:
    assert await gus.call("GET", "/invites") == (400, refused("Not allowed for guest users"))
    no_bots = (400, refused("This endpoint does not accept bot requests."))
    assert await robo.call("POST", "/invites", ONE) == no_bots
