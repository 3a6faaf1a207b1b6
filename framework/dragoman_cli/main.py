"""The ``dragoman`` command and the table of what it can do."""

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import version

import click

SUBCOMMANDS: Mapping[str, tuple[str, str]] = {
    "exec": ("dragoman_cli.exec:exec_", "Say something to a bot on a throw-away server."),
    "dev": ("dragoman_cli.dev:dev", "Run a bot and the bundled server together."),
    "run": ("dragoman_cli.run:run", "Run one or many bots until told to stop."),
    "serve": ("dragoman_cli.serve:serve", "Run the bundled server alone."),
    "control": ("dragoman_cli.control:control", "Steer a bundled server: its clock, rights, reset."),
    "inbox": ("dragoman_cli.inbox:inbox", "Look at what a bot could not do; retry it or drop it."),
    "schedules": ("dragoman_cli.schedules:schedules", "Look at what a bot does by the clock; hold it back."),
    "backup": ("dragoman_cli.backup:backup", "Copy a bot's state, also while it runs."),
    "restore": ("dragoman_cli.backup:restore_", "Put a copy of a bot's state back."),
    "check": ("dragoman_cli.check:check", "Say all that is wrong with a bot's files, without a network."),
    "plugins": ("dragoman_cli.plugins:plugins", "List the plugins that are there, or show one."),
}
"""Each subcommand's home and its line in ``--help``; a home is loaded only when it is called for."""


class LazyGroup(click.Group):
    """A group that answers ``--help`` from the table above, without loading any subcommand."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's signature)
        """Return the names in the table's order."""
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load the home of a subcommand and return it; None when there is none of that name."""
        if cmd_name not in SUBCOMMANDS:
            return None
        module, _, attribute = SUBCOMMANDS[cmd_name][0].partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the table of subcommands."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in SUBCOMMANDS.items()])


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(version("dragoman"), prog_name="dragoman")
def main() -> None:
    """Chat-ops bots in Python and YAML, and a bundled server to try them on.

    A bot is a folder with a bot.yaml. Begin with: dragoman exec bots/recovery_desk "my NAS will not mount"
    """
