"""Where a tower departs from what is documented: checks that fail today, and turn red when they pass."""

SLIPS: dict[str, str] = {}
"""By name of the check: the heading, and what the tower does."""
