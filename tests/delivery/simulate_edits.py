"""The schedules of ``simulate.py`` with people who edit what they have said, and a bot that follows them.

    python tests/delivery/simulate_edits.py --schedules 1000 --seed 1 --json

In the end each message that is for the bot has one answer, to what it says then, and no other has any.
"""

import asyncio
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from delivery.changing_chat import ChangingChat  # noqa: E402
from delivery.history import Verdict, judge  # noqa: E402
from delivery.simulate import MESSAGES, TALKING, Schedule, main  # noqa: E402
from delivery.simulated_chat import PEOPLE, PLACES, to_the_bot  # noqa: E402
from delivery.virtual_time import VirtualClock  # noqa: E402

DELIVERY = "{on_edit: rerun, when_deleted: delete}"
DEEDS = 2 * MESSAGES


class EditingSchedule(Schedule):
    """Lets a bot that follows edits live through schedules of faults and deaths, and counts."""

    def _open_chat(self) -> ChangingChat:
        self._said: dict[int, tuple[str, str | None]] = {}
        """By message: its place, and what it asks; ``None`` when it is not for the bot."""
        self._chat = ChangingChat(VirtualClock(), self._chance, self._draw_rates())
        return self._chat

    async def _talk(self) -> None:
        for number in range(DEEDS):
            await asyncio.sleep(
                self._chance.choice((0.1, 1.0, 2.0)) * self._chance.uniform(0, TALKING / DEEDS)
            )
            if not self._said or self._chance.random() < MESSAGES / DEEDS:
                self._say(f"message {number}")
            else:
                self._edit(f"edited {number}")

    def _say(self, text: str) -> None:
        place = self._chance.choice(PLACES)
        sender = next((one for one in PEOPLE if str(one.user_id) == place), PEOPLE[0])
        self._said[self._chat.say(sender, place, text)] = (place, text)

    def _edit(self, text: str) -> None:
        number = self._chance.choice(list(self._said)[-3:])
        place, asked = self._said[number]
        means_it = place.isdigit() or asked is None or self._chance.random() < 0.7
        self._said[number] = (place, text if means_it else None)
        self._chat.edit(number, to_the_bot(place, text) if means_it else text)

    def _verdict(self) -> Verdict:
        self.asked = {place: [] for place in PLACES}
        for place, text in self._said.values():
            if text is not None:
                self.asked[place].append(text)
        verdict = judge(self.asked, self._chat.answers())
        # The answer to a question that was edited may stand behind that to a later one.
        return Verdict(
            asked=verdict.asked, lost=verdict.lost, doubled=verdict.doubled, unasked=verdict.unasked
        )

    def _is_quiet(self) -> bool:
        return self._verdict().is_clean and not self.chat.on_the_way


if __name__ == "__main__":
    main(EditingSchedule, DELIVERY)
