"""How sure one wants to be of a message of which nobody knows whether it was sent."""

from typing import Literal, get_args

Mode = Literal["verified", "at_most_once", "at_least_once"]
"""What becomes of it: looked for, left be, or sent again."""
MODES: tuple[Mode, ...] = get_args(Mode)
