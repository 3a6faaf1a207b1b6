"""A plugin that posts a line for each order when it is due, and the folder of a bot that has it."""

import asyncio
from datetime import timedelta
from pathlib import Path

import msgspec

from dragoman.errors import ServiceError
from dragoman.operations import SendMessage
from dragoman.planner import Occurrence, next_after
from dragoman.plugin import ChannelTopic, Context, Firing, Plugin, Schedule
from schedule.calendar_check import Posted
from schedule.orders import Order

TOPICS = ("one", "two", "three", "four")
SETTINGS = """# A bot that is killed again and again: no attempt is one too many.
name: poster
timezone: ZONE
zulip: {zuliprc: zuliprc}
limits: {attempts: 1000000, replies_per_minute: 10000, replies_per_minute_in_all: 1000000}
plugins:
  - use: PLUGIN
    name: poster
    orders: ORDERS
    channel: CHANNEL
"""


class PosterOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Where the orders are."""

    orders: str
    channel: str = "ops"


class Poster(Plugin[PosterOptions]):
    """Posts by the clock."""

    async def start(self, context: Context) -> None:
        """Put up all orders, as a bot does that reads them from its file."""
        for order in read_orders(Path(self.options.orders)):
            context.schedules.put(self.wanted(order))

    def wanted(self, order: Order) -> Schedule:
        """Return an order as it is put up."""
        return Schedule(
            name=order.name,
            plan=order.plan,
            data=order.name,
            grace=timedelta(seconds=order.grace),
            catch_up=order.catch_up,
            jitter=timedelta(seconds=order.jitter),
        )

    async def due(self, context: Context, firing: Firing) -> None:
        """Post what is due, and how late it is."""
        assert firing.data == firing.schedule, "what was put with a schedule comes back"
        await self.post(context, firing.schedule, firing.at, firing.key)

    async def post(self, context: Context, order: str, at: float, key: str) -> None:
        """Post what has come of an order, and how late it is."""
        topic = TOPICS[sum(order.encode()) % len(TOPICS)]
        to = ChannelTopic(channel=self.options.channel, topic=topic)
        await context.send(to, f"{order}|{at}|{key}|{context.clock.now() - at:.0f}")


class Careless(Plugin[PosterOptions]):
    """Posts by the clock like many a bot does: it sleeps until the next time, and tries again in doubt."""

    async def start(self, context: Context) -> None:
        """Begin to wait for each order."""
        orders = read_orders(Path(self.options.orders))
        self._waiting = [asyncio.create_task(self._wait(context, order)) for order in orders]

    async def _wait(self, context: Context, order: Order) -> None:
        clock = context.clock
        while (due := next_after(order.plan, clock.now())) is not None:
            await clock.sleep(due.at - clock.now())
            await self._post(context, order, due)

    async def _post(self, context: Context, order: Order, due: Occurrence) -> None:
        to = context.directory.find_channel(f"#{self.options.channel}").stream_id
        text = f"{order.name}|{due.at}|{due.key}|{context.clock.now() - due.at:.0f}"
        while True:
            try:
                await context.zulip(SendMessage(type="channel", to=to, topic=TOPICS[0], content=text))
            except ServiceError:
                await context.clock.sleep(5.0)
            else:
                return


def read_posted(content: str) -> Posted:
    """Read a line that was posted."""
    order, at, key, late = content.split("|")
    return Posted(order, float(at), key, float(late))


def read_orders(path: Path) -> list[Order]:
    """Read what was written for the bot."""
    return msgspec.json.decode(path.read_bytes(), type=list[Order])


def write_poster_bot(
    folder: Path,
    zuliprc: str,
    orders: list[Order],
    *,
    plugin: type[Plugin[PosterOptions]] = Poster,
    channel: str = "ops",
    zone: str = "UTC",
) -> Path:
    """Write the bot's folder for an account, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "orders.json"
    path.write_bytes(msgspec.json.encode(orders))
    words = {
        "ORDERS": str(path),
        "PLUGIN": f"{plugin.__module__}:{plugin.__name__}",
        "CHANNEL": channel,
        "ZONE": zone,
    }
    settings = SETTINGS
    for word, meant in words.items():
        settings = settings.replace(word, meant)
    (folder / "bot.yaml").write_text(settings)
    rc = folder / "zuliprc"
    rc.touch(mode=0o600)
    rc.write_text(zuliprc)
    return folder
