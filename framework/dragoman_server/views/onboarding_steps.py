"""What clients explain to a person once, and never again."""

from dragoman_server import failures
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.event import Event
from dragoman_server.payloads.keepsakes import steps_left
from dragoman_server.permissions import PEOPLE

STEPS = frozenset(
    (
        *("visibility_policy_banner", "intro_inbox_view_modal", "intro_recent_view_modal"),
        *("first_stream_created_banner", "jump_to_conversation_banner", "navigation_tour_video"),
        *("non_interleaved_view_messages_fade", "interleaved_view_messages_fade"),
    )
)
"""All that there is to explain."""


@endpoint(
    "POST",
    "/users/me/onboarding_steps",
    permission=PEOPLE,
    fails=(failures.INVALID_STEP,),
    emits=("onboarding_steps",),
)
def mark_onboarding_step(call: Call, *, onboarding_step: str) -> None:
    """Note that something was explained.

    Not in the spec: the operation.
    """
    if onboarding_step not in STEPS:
        raise failures.INVALID_STEP(onboarding_step=onboarding_step)
    user_id = call.user.user_id
    steps_done = call.world.keepsakes.steps_done
    steps_done[user_id] = steps_done.get(user_id, frozenset()) | {onboarding_step}
    call.world.send(Event("onboarding_steps", onboarding_steps=steps_left(call.world, user_id)), (user_id,))
