"""Words that are said around a time and mean nothing for it: "please", "could you do it", "thanks"."""

from dragoman.planner.words import SIGNS, Reading

_PLEASE = ("please", "pls", "plz", "kindly")
_IF = ("if possible", "if you can", "if you could", "if that works", "if that is ok")
_DO_IT = ("could you", "can you", "could you please", "can you please", "would you", "do it")
_OPENINGS = (
    *_PLEASE, *_IF, *(f"{each} do it" for each in _DO_IT[:-1]), *_DO_IT, "dear team", "dear all", "hi team",
    "hi all", "hey team", "hello team", "hi", "hey", "hello", "let's do", "let's say", "lets say", "say",
    "maybe", "perhaps", "ideally", "preferably", "how about", "what about", "ok", "okay", "so", "then",
    "well", "no worries if not but", "no rush but",
)  # fmt: skip
_PRAISE = ("ace", "best", "fine", "good", "great", "ideal", "lovely", "nice", "perfect")
_CLOSINGS = (
    *_PLEASE, *_IF, "thanks a lot", "thanks in advance", "thanks", "thank you very much", "thank you", "thx",
    "ty", "tia", "cheers", "maybe", "perhaps", "ideally", "preferably", "tho", "though", "then", "ok", "okay",
    *(f"would be {each}" for each in _PRAISE),
)  # fmt: skip


def ask_politely(reading: Reading) -> None:
    """Go over "please" and signs before a time in a longer text."""
    while reading.take(*_PLEASE, *SIGNS):
        pass


def open_politely(reading: Reading) -> None:
    """Go over what is said before a time, and over signs."""
    while reading.take(*_OPENINGS, *SIGNS):
        pass


def close_politely(reading: Reading) -> None:
    """Go over what is said after a time, if nothing but that is left."""
    start = reading.at
    while reading.take(*_CLOSINGS, *SIGNS):
        pass
    if reading.word:
        reading.at = start
