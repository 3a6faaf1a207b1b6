"""What every plugin is a child of."""

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar, get_args, get_origin
from zoneinfo import ZoneInfo

import msgspec

from dragoman.plugin.context import Context
from dragoman.plugin.options import NoOptions
from dragoman.plugin.schedules import Firing
from dragoman.plugin.timer import Timer

OptionsT = TypeVar("OptionsT", bound=msgspec.Struct)


class Plugin(Generic[OptionsT]):
    """A group of commands, event handlers and timers with options of their own.

    The class's docstring is its description. ``class Reminders(Plugin[ReminderOptions])`` has options, a
    frozen ``msgspec.Struct`` that is filled from the YAML; ``class Echo(Plugin[NoOptions])`` has none.
    """

    options_type: ClassVar[type[msgspec.Struct]] = NoOptions
    """Read from the class's head."""

    def __init_subclass__(cls, **arguments: Any) -> None:
        """Read the type of the options from the class's head."""
        super().__init_subclass__(**arguments)
        for base in cls.__dict__.get("__orig_bases__", ()):
            if isinstance(origin := get_origin(base), type) and issubclass(origin, Plugin):
                (wanted,) = get_args(base)
                if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
                    cls.options_type = wanted

    def __init__(self, options: OptionsT | None = None, *, name: str = "") -> None:
        """Hold the options, or the defaults of all when none are given, and the name from the YAML."""
        self.options: OptionsT = options if options is not None else self._defaults()
        self.name = name or type(self).__name__.casefold()
        """How the YAML calls it: the word after ``name:``, or after ``use:``."""

    def _defaults(self) -> OptionsT:
        defaults: Any = self.options_type()
        made: OptionsT = defaults
        return made

    async def start(self, context: Context) -> None:
        """Get ready, after the bot is connected and before the first event.

        A failure here is reported with the plugin's name, and the bot counts as not ready.
        """

    async def stop(self) -> None:
        """Put things away, after the last handler has returned."""

    async def due(self, context: Context, firing: Firing) -> None:
        """Do what a schedule of ``context.schedules`` has come for.

        What is recorded is kept in the same moment as that the occurrence is over; until then it is called
        again, with the same ``context.idempotency_key``, when the process ends or a failure may pass.
        """

    def timers(self, zone: ZoneInfo, /) -> Iterable[Timer]:  # noqa: ARG002 - for those that override it
        """Return the timers that come from the options, besides the marked methods.

        ``zone`` is the bot's, in which marks are meant, too; each plan names the zone that it is meant in.
        """
        return ()
