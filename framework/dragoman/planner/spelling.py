"""How people write the names of days in a hurry: ``tmrw``, ``tomorow``, ``thrusday``, ``weds``."""

from functools import lru_cache

_TOMORROW = (
    "tmrw", "tmr", "tmw", "tomo", "tomorow", "tommorow", "tommorrow", "tomorrw", "tomorro", "tomorr",
    "tomrrow", "tomorrrow", "tomarrow", "tomoro", "2moro", "2morrow",
)  # fmt: skip
_SHORT = {
    **dict.fromkeys(_TOMORROW, "tomorrow"),
    "2day": "today",
    "tonite": "tonight",
    "2nite": "tonight",
    "arvo": "afternoon",
    "weds": "wednesday",
    "wensday": "wednesday",
    "wendsday": "wednesday",
    "everday": "everyday",
    "nxt": "next",
}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORTEST = 6
"""Letters of a name in which a slip is looked for."""


@lru_cache(maxsize=1_024)
def spelt(word: str) -> str:
    """Return a word as it is spelt; one with a single slip is the day that it must be."""
    if word in _SHORT:
        return _SHORT[word]
    if word.endswith("s'"):
        return word[:-1]
    if not (
        len(word) >= _SHORTEST and word.isalpha() and word.rstrip("s").endswith(("day", "ady", "dya", "da"))
    ):
        return word
    names = [name for day in _DAYS for name in (day, f"{day}s")]
    meant = [name for name in names if _is_slip(word, name)]
    return meant[0] if len({name.rstrip("s") for name in meant}) == 1 and word not in names else word


def _is_slip(word: str, name: str) -> bool:
    """Tell whether two letters are exchanged in a name, or one is left out, put in or another."""
    if word[0] != name[0] or abs(len(word) - len(name)) > 1:
        return False
    start = next(
        (n for n, (one, other) in enumerate(zip(word, name, strict=False)) if one != other), len(word)
    )
    rest, meant = word[start:], name[start:]
    return (
        rest[1:] == meant
        or rest == meant[1:]
        or rest[1:] == meant[1:]
        or (rest[:2] == meant[1::-1] and rest[2:] == meant[2:])
    )
