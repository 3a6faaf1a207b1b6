"""Draws cron expressions as people write them, and stranger ones."""

import random
from collections.abc import Callable

from schedule.cron_walk import MACROS, MONTHS, WEEKDAYS

KNOWN = (
    "30 2 * * *",
    "0 2 * * *",
    "0,30 2,3 * * *",
    "0 0 * * mon",
    "0 0 1 * *",
    "*/15 * * * *",
    "* * * * *",
    "30 * * * *",
    "0 */2 * * *",
    "*/30 2 * * *",
    "0 0-23 * * *",
    "0 9 * * mon-fri",
    "0 0 L * *",
    "30 1 * * 0",
    "59 23 31 12 *",
    "0 12 29 2 *",
    "0 0 13 * fri",
    "30 2 * * 0L",
    "15 1 * 3,10 7#5",
    "0 3 LW * *",
    "0 3 L-1 * *",
    "30 1 * * sun#-2",
)
"""Those on which schedulers are known to stumble."""


def draw_expressions(count: int, seed: int) -> list[str]:
    """Return so many different expressions, the same for the same seed."""
    chance = random.Random(seed)
    found = dict.fromkeys((*KNOWN, *MACROS)[:count])
    while len(found) < count:
        found[_draw(chance)] = None
    return list(found)


def _draw(chance: random.Random) -> str:
    minute = _field(chance, 0, 59, star=0.15)
    hour = _field(chance, 0, 23, star=0.3) if chance.random() < 0.6 else _night(chance)
    day, month, weekday = "*", "*", "*"
    if chance.random() < 0.35:
        day = (
            chance.choice(("L", "LW", "1", "15", "L,15", "L-1", f"L-{chance.randint(2, 9)}"))
            if chance.random() < 0.4
            else _field(chance, 1, 31)
        )
    if chance.random() < 0.25:
        month = _named(chance, MONTHS, 1)
    if chance.random() < 0.5:
        weekday = _weekday(chance)
    return f"{minute} {hour} {day} {month} {weekday}"


def _night(chance: random.Random) -> str:
    """Draw an hour in which clocks are changed."""
    return chance.choice(("0", "1", "2", "3", "23", "0-3", "1,2", "2-3", "22,23,0", "0-4/2"))


def _field(chance: random.Random, least: int, most: int, *, star: float = 0.1) -> str:
    if chance.random() < star:
        return chance.choice(("*", "*", f"*/{chance.randint(2, 20)}"))
    return ",".join(_item(chance, least, most) for _ in range(chance.choice((1, 1, 1, 2, 3))))


def _item(chance: random.Random, least: int, most: int) -> str:
    low, high = sorted((chance.randint(least, most), chance.randint(least, most)))
    kinds: tuple[Callable[[], str], ...] = (
        lambda: str(low),
        lambda: str(low),
        lambda: f"{low}-{high}",
        lambda: f"{low}-{high}/{chance.randint(1, 9)}",
        lambda: f"{low}/{chance.randint(2, 9)}",
    )
    return chance.choice(kinds)()


def _named(chance: random.Random, names: list[str], first: int) -> str:
    low, high = sorted((chance.randrange(len(names)), chance.randrange(len(names))))
    word = chance.choice((str.lower, str.upper, str.title))
    kinds: tuple[Callable[[], str], ...] = (
        lambda: word(names[low]),
        lambda: str(low + first),
        lambda: f"{word(names[low])}-{word(names[high])}",
        lambda: f"{word(names[low])},{high + first}",
        lambda: f"*/{chance.randint(2, 4)}",
    )
    return chance.choice(kinds)()


def _weekday(chance: random.Random) -> str:
    kinds: tuple[Callable[[], str], ...] = (
        lambda: "mon-fri",
        lambda: _named(chance, WEEKDAYS, 0),
        lambda: _named(chance, WEEKDAYS, 0),
        lambda: f"{chance.randint(0, 7)}L",
        lambda: f"{chance.choice(WEEKDAYS)}#{chance.randint(1, 5)}",
        lambda: f"{chance.choice(WEEKDAYS)}#-{chance.randint(1, 5)}",
        lambda: f"{chance.randint(0, 7)}#{chance.randint(1, 4)},{chance.choice(WEEKDAYS)}",
        lambda: f"{chance.randint(3, 5)}-7",
    )
    return chance.choice(kinds)()
