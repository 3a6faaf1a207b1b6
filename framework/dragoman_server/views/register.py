"""Opening an event queue, and the state from which its events lead on."""

from typing import Annotated, Any

from dragoman_server import failures, levels
from dragoman_server.call import Call
from dragoman_server.conversion import NOT_JSON
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Converted, Json, Offered, Undocumented
from dragoman_server.payloads.bots import channel_name
from dragoman_server.payloads.server import version_payload
from dragoman_server.permissions import ACCOUNTS_OR_NOBODY
from dragoman_server.queues import QueueChoices, shared
from dragoman_server.register_narrow import check_register_narrow
from dragoman_server.shapes.register import Registered
from dragoman_server.snapshot import Asked, take_snapshot
from dragoman_server.views.subscriptions import IncludeSubscribers
from dragoman_server.world.records import User
from dragoman_server.world.world import World

MOBILE_SECONDS = 12 * 3600
"""The idle time that `mobile` stands for."""


def read_idle_timeout(text: str) -> int:
    """Read seconds, or `mobile`."""
    if text.strip('"') == "mobile":
        return MOBILE_SECONDS
    try:
        return int(text)
    except ValueError:
        raise NOT_JSON(name="idle_queue_timeout") from None


IdleTimeout = Annotated[int, Converted(read_idle_timeout)]


@endpoint(
    "POST",
    "/register",
    permission=ACCOUNTS_OR_NOBODY,
    fails=(
        failures.ANONYMOUS_PARAMETER,
        failures.CAPABILITY_MISSING,
        failures.CAPABILITY_NOT_BOOLEAN,
        failures.OPERATOR_NOT_SUPPORTED,
        failures.NOT_AUTHORIZED,
        failures.TOO_SMALL,
    ),
    answers=Registered,
)
def register(
    call: Call,
    *,
    apply_markdown: Json[bool] = False,
    client_gravatar: Json[bool] | None = None,
    slim_presence: Json[bool] = False,
    presence_history_limit_days: Annotated[Json[int], Offered(since=288)] = 14,
    all_public_streams: Json[bool] | None = None,
    include_subscribers: IncludeSubscribers = False,
    client_capabilities: Json[dict[str, Any]] | None = None,
    event_types: Json[list[str]] | None = None,
    fetch_event_types: Json[list[str]] | None = None,
    narrow: Json[list[tuple[str, str]]] | None = None,
    idle_queue_timeout: Annotated[IdleTimeout | None, Offered(since=levels.IDLE_QUEUE_TIMEOUT)] = None,
    queue_lifespan_secs: Annotated[
        Json[int] | None, Offered(until=levels.IDLE_QUEUE_TIMEOUT), Undocumented()
    ] = None,
) -> dict[str, Any]:
    """Open an event queue and return the current state.

    Whoever calls without an account gets no queue, and only the state that is open to all.
    Source: POST /register, Authentication 2.
    """
    capabilities = _check_capabilities(client_capabilities)
    terms = tuple(narrow or ())
    check_register_narrow(terms)
    fetch = event_types if fetch_event_types is None else fetch_event_types
    asked = Asked(
        world=call.world,
        user=call.viewer,
        fetch=None if fetch is None else frozenset(fetch),
        client_gravatar=not call.is_anonymous if client_gravatar is None else client_gravatar,
        include_subscribers=include_subscribers,
        slim_presence=slim_presence,
        presence_history_days=presence_history_limit_days,
        capabilities=capabilities,
        is_anonymous=call.is_anonymous,
    )
    if call.is_anonymous:
        return _register_nobody(asked)
    listens_to_all = (
        call.user.default_all_public_streams if all_public_streams is None else all_public_streams
    )
    if listens_to_all and call.user.is_guest:
        raise failures.NOT_AUTHORIZED
    choices = QueueChoices(
        user_id=call.user.user_id,
        client=call.client,
        event_types=None if event_types is None else shared(frozenset(event_types)),
        apply_markdown=apply_markdown,
        client_gravatar=asked.client_gravatar,
        slim_presence=slim_presence,
        all_public_streams=listens_to_all,
        narrow=terms or _usual_narrow(call.world, call.user),
        idle_timeout=_idle_timeout(call, idle_queue_timeout, queue_lifespan_secs),
        capabilities=shared(capabilities),
        hears_linkifiers="linkifier_url_template" in capabilities
        or call.level < levels.LINKIFIERS_BY_CAPABILITY,
    )
    queue = call.world.queues.register(choices)
    answer = {"queue_id": queue.id, **version_payload(call.world), **take_snapshot(asked)}
    if call.level >= levels.IDLE_QUEUE_TIMEOUT:
        answer["idle_queue_timeout_secs"] = choices.idle_timeout
    # Nothing can have happened since the queue was opened: this view does not wait for anything.
    return {**answer, "last_event_id": queue.last_event_id}


def _usual_narrow(world: World, user: User) -> tuple[tuple[str, str], ...]:
    """Return the channel to which a bot's queues are narrowed that do not say to which."""
    name = channel_name(world, user.default_events_channel)
    return () if name is None else (("channel", name),)


def _register_nobody(asked: Asked) -> dict[str, Any]:
    """Return the state that is open to all, without a queue."""
    for name in ("client_gravatar", "include_subscribers"):
        if getattr(asked, name):
            raise failures.ANONYMOUS_PARAMETER(name=name)
    return {"queue_id": None, **version_payload(asked.world), **take_snapshot(asked)}


def _check_capabilities(given: dict[str, Any] | None) -> frozenset[str]:
    if given is None:
        return frozenset()
    if "notification_settings_null" not in given:
        raise failures.CAPABILITY_MISSING
    if not all(isinstance(value, bool) for value in given.values()):
        raise failures.CAPABILITY_NOT_BOOLEAN
    return frozenset(name for name, has in given.items() if has)


def _idle_timeout(call: Call, asked: int | None, asked_of_old: int | None) -> int:
    settings = call.world.settings
    seconds = asked if asked_of_old is None else asked_of_old
    if seconds is None or seconds == 0:
        return settings.queue_timeout_seconds
    if seconds < 0:
        raise failures.TOO_SMALL(name="idle_queue_timeout" if asked_of_old is None else "queue_lifespan_secs")
    return min(seconds, settings.queue_timeout_limit_seconds)
