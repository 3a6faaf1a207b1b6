"""The other schedulers of the same bot: they see the same messages at the server, and have their own."""

from dragoman.plugin import Context
from dragoman_plugins.scheduler.armed import all_armed
from dragoman_plugins.scheduler.one_offs import numbers_at_server


async def held_by_siblings(context: Context) -> set[int]:
    """Return the server's numbers of what was asked of the others, or comes from their YAML."""
    held: set[int] = set()
    for name in context.siblings:
        if name != context.surroundings.plugin:
            state = context.state_of(name)
            held |= await numbers_at_server(state)
            held |= {each.scheduled_id for each in await all_armed(state) if each.scheduled_id is not None}
    return held


def is_first(context: Context) -> bool:
    """Tell whether this scheduler is the one that takes in what none of them knows."""
    return context.siblings[:1] in ((), (context.surroundings.plugin,))
