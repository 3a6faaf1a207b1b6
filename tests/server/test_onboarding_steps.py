"""What is explained to a person once."""

import msgspec

from server.household import CLEO, Actor, House, refused

DONE = {"result": "success", "msg": ""}


def step(name: str) -> dict[str, str]:
    return {"type": "one_time_notice", "name": name}


async def test_what_was_explained_is_not_explained_again(house: House, cleo: Actor) -> None:
    steps = [step("intro_inbox_view_modal"), step("visibility_policy_banner")]
    house.world.kept = msgspec.structs.replace(house.world.kept, per_user={CLEO: {"onboarding_steps": steps}})
    queue = await cleo.queue(event_types='["onboarding_steps"]')
    marked = await cleo.post("/users/me/onboarding_steps", onboarding_step="intro_inbox_view_modal")
    assert marked == DONE
    assert await queue.events() == [{"type": "onboarding_steps", "onboarding_steps": steps[1:]}]
    snapshot = await cleo.post("/register", event_types='["onboarding_steps"]')
    assert snapshot["onboarding_steps"] == steps[1:]


async def test_what_nobody_explains_is_no_step(cleo: Actor, robo: Actor) -> None:
    params = {"onboarding_step": "zzz"}
    refusal = (400, refused("Invalid onboarding_step: zzz"))
    assert await cleo.call("POST", "/users/me/onboarding_steps", params) == refusal
    no_bots = (400, refused("This endpoint does not accept bot requests."))
    assert await robo.call("POST", "/users/me/onboarding_steps", params) == no_bots
