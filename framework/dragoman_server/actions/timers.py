"""All that is due at some time in an organisation: set going again when it comes out of a store."""

from dragoman_server.actions.reminders import arm_reminder
from dragoman_server.actions.scheduled import arm_scheduled
from dragoman_server.actions.uploads import arm_clearing
from dragoman_server.world.world import World


def arm_timers(world: World) -> None:
    """Set the timers of everything that waits for its time; what is overdue happens at once."""
    for scheduled in world.scheduled.values():
        arm_scheduled(world, scheduled)
    for reminder in world.keepsakes.reminders:
        arm_reminder(world, reminder)
    for upload in world.uploads:
        arm_clearing(world, upload)
