"""The kills of ``crash.py`` while people edit what they have said, and the bot follows them.

    python tests/delivery/crash_edits.py --kills 280 --seed 1 --json

Posts, edits and deletions of the bot are lost now and then, or their answers. In the end each message that is
for the bot has one answer, to what it says then, and no other has any. The last line is the count.
"""

import random
import sys
from pathlib import Path
from typing import ClassVar

from msgspec import Struct

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from delivery import crash  # noqa: E402
from delivery.crash import named, to_the_bot  # noqa: E402
from delivery.history import Verdict, judge  # noqa: E402
from dragoman_server.running import Server  # noqa: E402
from fault_run import run_faults  # noqa: E402

DELIVERY = "{on_edit: rerun, when_deleted: delete}"
EDITED = 0.4
"""How often somebody edits one of the last messages rather than saying something new."""
MEANT = 0.7
"""How often what a message in a channel says after that is for the bot."""


class Said(Struct):
    """A message of somebody's."""

    person: str
    place: str
    asks: str | None
    """What it asks the bot; ``None`` when it is not for it."""


class EditingChat(crash.Chat):
    """People who edit what they have said."""

    CALLS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("POST", "/messages"),
        ("PATCH", "/messages/*"),
        ("DELETE", "/messages/*"),
    )

    def __init__(self, server: Server, chance: random.Random) -> None:
        """Let four conversations be held."""
        super().__init__(server, chance)
        self._said: dict[int, Said] = {}

    async def say(self) -> None:
        """Let somebody say something to the bot, or say it otherwise."""
        if self._said and self._chance.random() < EDITED:
            await self._edit(self._chance.choice(list(self._said)[-3:]))
            return
        person, place = self._chance.choice(self._places)
        text = f"message {next(self._numbers)}"
        number = await self._server.person(person).says(to_the_bot(place, text), to=place)
        self._said[number] = Said(person, place, text)

    async def _edit(self, number: int) -> None:
        said, text = self._said[number], f"edited {next(self._numbers)}"
        is_meant = said.place == crash.BOT or self._chance.random() < MEANT
        said.asks = text if is_meant else None
        content = to_the_bot(said.place, text) if is_meant else text
        answer = await self._server.person(said.person).calls("PATCH", f"/messages/{number}", content=content)
        assert answer.status == 200, answer

    def verdict(self) -> Verdict:
        """Compare what is asked now with what is answered now."""
        self.asked = {}
        for said in self._said.values():
            if said.asks is not None:
                self.asked.setdefault(named(said.person, said.place), []).append(said.asks)
        found = judge(self.asked, self.answered())
        # The answer to a question that was edited may stand behind that to a later one.
        return Verdict(asked=found.asked, lost=found.lost, doubled=found.doubled, unasked=found.unasked)


async def run(kills: int, seed: int) -> crash.Kills:
    """Kill so many times, and count."""
    return await crash.run(kills, seed, talk=EditingChat, delivery=DELIVERY)


if __name__ == "__main__":
    run_faults(__doc__, "kills", 140, run)
