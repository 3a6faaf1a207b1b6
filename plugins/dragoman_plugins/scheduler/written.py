"""Names that the YAML writes and that only the organisation can tell to be right or wrong."""

from typing import Self


class Written(str):
    """A text that remembers where it was written."""

    where: str = ""
    """File and line, ``bot.yaml:12``; empty for what was not written in a file."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Take the text as it is."""
        return cls(text)

    def written_at(self, where: str) -> Self:
        """Return the same text, written there."""
        same = type(self)(self)
        same.where = where
        return same
