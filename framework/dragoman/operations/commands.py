"""Run the commands that people write after a slash."""

from dragoman.operations.operation import Answer, Operation


class CommandRun(Answer):
    """What a command did."""

    msg: str = ""
    """For the eyes of the account's person; Markdown."""


class RunCommand(Operation[CommandRun], method="POST", path="/zcommand"):
    """Run one of the server's own commands, such as ``/ping`` or ``/dark``.

    Fails with code ``BAD_REQUEST`` for a command that is not known.
    Source: not in the spec.
    """

    command: str
    """With its slash."""
