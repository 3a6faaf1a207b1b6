"""Why a text is no plan: it names no time, more than one, or one that never comes."""


class NoPlan(ValueError):
    """A text that cannot be planned by; its text is a sentence for people."""


class Unknown(NoPlan):
    """What was written is no time."""


class Unclear(NoPlan):
    """What was written may mean several times."""

    def __init__(self, sentence: str, choices: tuple[str, ...]) -> None:
        """Say what is unclear, and how each of its meanings is written."""
        super().__init__(f"{sentence}: did you mean {_listed(choices)}?")
        self.choices = choices
        """Each is a text that can be read."""


class Impossible(NoPlan):
    """What was written is a time that never comes, or is over."""


class Ambiguous(Exception):
    """Some words may mean several things; it becomes `Unclear` where the whole text is at hand."""

    def __init__(self, sentence: str, start: int, end: int, meanings: tuple[str, ...]) -> None:
        """Say what may be put for the words from one place to another."""
        super().__init__(sentence)
        self.sentence, self.start, self.end, self.meanings = sentence, start, end, meanings


def _listed(choices: tuple[str, ...]) -> str:
    quoted = [f"“{choice}”" for choice in choices]
    return " or ".join([", ".join(quoted[:-1]), quoted[-1]])
