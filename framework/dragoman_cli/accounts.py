"""The accounts of a bundled server, as a table and as zuliprc files that outlive the server."""

import configparser
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from rich.console import Console
from rich.table import Table

from dragoman_server import Account

DEFAULT_FOLDER = Path(".dragoman")
"""Where a server that runs here keeps the zuliprc files."""

UNBOUNDED = 1000
"""Columns for a reader that is no terminal, so that nothing is broken over two lines."""


def file_of(folder: Path, account: Account) -> Path:
    """Return the place of an account's zuliprc: named after the part of its address before the @."""
    return folder / f"{account.email.partition('@')[0]}.zuliprc"


def write_zuliprcs(folder: Path, accounts: Iterable[Account]) -> None:
    """Write a zuliprc for each account."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for account in accounts:
        write_privately(file_of(folder, account), account.zuliprc)


def write_privately(target: Path, text: str) -> None:
    """Write a file whole or not at all, readable by the owner of this process only."""
    fresh = target.with_name(f"{target.name}.fresh")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    fresh.replace(target)


def keys_in(folder: Path) -> Mapping[str, str]:
    """Return address and key of every zuliprc in a folder, so that clients survive a restart of the server.

    Files that cannot be read or are not a zuliprc are passed over; they will be written anew.
    """
    return _written(folder, "key")


def tokens_in(folder: Path) -> Mapping[str, str]:
    """Return address and token of every zuliprc in a folder that has one: what web-hooks are called with."""
    return _written(folder, "token")


def _written(folder: Path, name: str) -> dict[str, str]:
    found = {}
    for file in sorted(folder.glob("*.zuliprc")):
        parser = configparser.ConfigParser(interpolation=None)
        try:
            parser.read_string(file.read_text(encoding="utf-8"))
            found[parser["api"]["email"]] = parser["api"][name]
        except (OSError, UnicodeDecodeError, configparser.Error, KeyError):
            continue
    return found


def table_of(accounts: Iterable[Account], folder: Path) -> Table:
    """Return the accounts as a table: who, what role, and which file lets a client in as them."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("name", "role", "e-mail", "zuliprc"):
        table.add_column(heading, overflow="fold")
    for account in accounts:
        role = f"{account.role}, bot" if account.is_bot else account.role
        table.add_row(account.full_name, role, account.email, str(file_of(folder, account)))
    return table


def print_accounts(accounts: Iterable[Account], folder: Path) -> None:
    """Print the table; as wide as it needs to be when standard output is no terminal."""
    Console(width=None if sys.stdout.isatty() else UNBOUNDED).print(table_of(accounts, folder))
