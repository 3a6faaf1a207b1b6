"""What is wrong with a world file, where, and how it is mended."""

import msgspec


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One mistake. Lines and columns count from 1; 0 where the world did not come from a file."""

    file: str
    line: int
    column: int
    place: str
    """Where in the tree, `channels[2].privacy`."""

    what: str
    mend: str

    def __str__(self) -> str:
        """Say all of it on one line."""
        where = f"{self.file}:{self.line}:{self.column}: " if self.line else ""
        place = f"{self.place}: " if self.place else ""
        return f"{where}{place}{self.what}. {self.mend}".rstrip()


class WorldError(ValueError):
    """A world that cannot be: `problems` names everything that was found wrong."""

    def __init__(self, *problems: Problem) -> None:
        """Keep the problems, in the order of the file."""
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(sorted(problems, key=lambda one: (one.line, one.column)))
