"""What the control API refuses.

Exception
Denied        with a sentence and a status; nothing was changed
"""


class Denied(Exception):
    """A request to the control API that was refused."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        """Say why, under which HTTP status."""
        super().__init__(sentence)
        self.status = status
