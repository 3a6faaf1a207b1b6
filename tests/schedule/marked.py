"""A plugin that posts by marks as well, and that people tell to pause, to go on and to leave one out."""

from msgspec import structs

from dragoman.planner import Cron, Every, Several
from dragoman.plugin import Context, MessageContext, Schedule, at, command, cron, every
from schedule.orders import Order
from schedule.phases import Said
from schedule.poster import Poster


class Marked(Poster):
    """Posts by the clock, as it was told to."""

    @cron("30 2 * * *", grace="1h", catch_up="all")
    async def nightly(self, context: Context) -> None:
        """Post in the hour that some nights have twice, and some never."""
        await self.post_marked(context, "nightly")

    @cron("0 */4 * * mon-fri", jitter="10m")
    async def often(self, context: Context) -> None:
        """Post on working days."""
        await self.post_marked(context, "often")

    @every("7h", grace="6h")
    async def steady(self, context: Context) -> None:
        """Post every seven hours since the bot was first started."""
        await self.post_marked(context, "steady")

    @every("3h", catch_up="none", jitter="15m")
    async def aloof(self, context: Context) -> None:
        """Post, but make up for nothing."""
        await self.post_marked(context, "aloof")

    @at("every weekday at 2:30 and 17:00")
    async def worded(self, context: Context) -> None:
        """Post when words say."""
        await self.post_marked(context, "worded")

    async def post_marked(self, context: Context, name: str) -> None:
        """Post what has come: it is what this method is called for just now."""
        past = await context.schedules.history(name, 100)
        (one,) = (each for each in past if each.state == "RUNNING")
        await self.post(context, name, one.at, one.key)

    @command("pause <name...>")
    async def pause(self, context: MessageContext, name: str) -> None:
        """Let an order rest."""
        context.schedules.pause(name)
        await self.confirm(context, "pause", name)

    @command("resume <name...>")
    async def resume(self, context: MessageContext, name: str) -> None:
        """Let an order come again."""
        context.schedules.resume(name)
        await self.confirm(context, "resume", name)

    @command("skip <name...>")
    async def skip(self, context: MessageContext, name: str) -> None:
        """Leave out what comes next of an order."""
        context.schedules.skip_next(name)
        await self.confirm(context, "skip", name)

    async def confirm(self, context: MessageContext, verb: str, name: str) -> None:
        """Say what was done, and when."""
        clock = context.clock
        await context.reply(f"{verb}|{name}|{clock.now()!r}|{clock.monotonic()!r}")


class Deaf(Marked):
    """Says that it was done, and does nothing."""

    @command("pause <name...>")
    async def pause(self, context: MessageContext, name: str) -> None:
        """Do nothing."""
        await self.confirm(context, "pause", name)

    @command("resume <name...>")
    async def resume(self, context: MessageContext, name: str) -> None:
        """Do nothing."""
        await self.confirm(context, "resume", name)

    @command("skip <name...>")
    async def skip(self, context: MessageContext, name: str) -> None:
        """Do nothing."""
        await self.confirm(context, "skip", name)


class Hasty(Marked):
    """Puts nothing off."""

    def wanted(self, order: Order) -> Schedule:
        """Want an order at its very hour."""
        return super().wanted(structs.replace(order, jitter=0))


class Forgetful(Marked):
    """Posts every other time that a mark has come, and that twice."""

    async def post_marked(self, context: Context, name: str) -> None:
        """Post twice, or not at all."""
        past = await context.schedules.history(name, 100)
        for _ in range(2 if len(past) % 2 else 0):
            await super().post_marked(context, name)


def marked_orders(zone: str, started: float) -> list[Order]:
    """Return what the marks mean for a bot of this zone that was first started at a moment, UNIX seconds."""
    return [
        Order(name="nightly", plan=Cron(expression="30 2 * * *", zone=zone), grace=3600, catch_up="all"),
        Order(
            name="often",
            plan=Cron(expression="0 */4 * * mon-fri", zone=zone),
            grace=300,
            catch_up="latest",
            jitter=600,
        ),
        Order(name="steady", plan=Every(seconds=25_200.0, anchor=started), grace=21_600, catch_up="latest"),
        Order(
            name="aloof",
            plan=Every(seconds=10_800.0, anchor=started),
            grace=300,
            catch_up="none",
            jitter=900,
        ),
        Order(
            name="worded",
            plan=Several(
                plans=(
                    Cron(expression="30 2 * * mon-fri", zone=zone),
                    Cron(expression="0 17 * * mon-fri", zone=zone),
                )
            ),
            grace=300,
            catch_up="latest",
        ),
    ]


def read_said(content: str) -> Said:
    """Read what the bot said that it had done."""
    verb, order, at, moment = content.split("|")
    assert verb in ("pause", "resume", "skip")
    return Said(verb, order, float(at), float(moment))  # type: ignore[arg-type]
