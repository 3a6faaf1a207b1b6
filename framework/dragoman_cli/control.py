"""``dragoman control``: steer a bundled server, of ``serve --control`` or of ``dev``."""

import json
import os
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

import click
import msgspec

from dragoman.errors import UserError
from dragoman_cli.accounts import DEFAULT_FOLDER, write_privately
from dragoman_cli.exits import explained
from dragoman_cli.moments import span, span_until, told

FILE_NAME = "control.json"
PATIENCE = 600.0
"""Seconds that an order may take."""


class Controls(msgspec.Struct, frozen=True):
    """Where a server takes orders, and what proves the right to give them."""

    url: str
    token: str

    def __repr__(self) -> str:
        """Tell the address only."""
        return f"Controls(url={self.url!r})"


def write_controls(folder: Path, url: str, token: str) -> Path:
    """Write down how a server is steered, for the owner of this process only; return the file."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = folder / FILE_NAME
    write_privately(target, msgspec.json.encode(Controls(url, token)).decode())
    return target


@click.group()
@click.option(
    "--zuliprc-dir",
    "folder",
    default=DEFAULT_FOLDER,
    show_default=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder that the server wrote to.",
)
@click.pass_context
def control(context: click.Context, folder: Path) -> None:
    """Steer a bundled server that was started by dev, or by serve with --control."""
    context.obj = folder


@control.command()
@click.argument("account")
@click.argument("right")
@click.pass_obj
def grant(folder: Path, account: str, right: str) -> None:
    """Give ACCOUNT a RIGHT that only an operator can give, such as can_create_users."""
    _order(folder, "/grant", {"account": account, "right": right})
    click.echo(f"{account} has the right {right} now")


@control.command()
@click.argument("span_of_time", metavar="SPAN")
@click.pass_obj
def advance(folder: Path, span_of_time: str) -> None:
    """Let SPAN pass, such as 2h or 90 (seconds); returns when all that is due has happened.

    Under `dragoman dev` that includes what the bot's schedules say, and its answers.
    """
    with explained():
        seconds = span(span_of_time)
    _tell(_order(folder, "/clock/advance", {"seconds": seconds}))


@control.command("to")
@click.argument("time")
@click.pass_obj
def to_moment(folder: Path, time: str) -> None:
    """Let the time pass until TIME, such as "tomorrow 9:00" (UTC), and all happen that is due till then."""
    before = _now(folder)
    with explained():
        seconds = span_until(time, before)
    _tell(_order(folder, "/clock/advance", {"seconds": seconds}))


@control.command()
@click.pass_obj
def freeze(folder: Path) -> None:
    """Let the time stand still until it is moved by advance and to, or runs on by thaw."""
    _tell(_order(folder, "/clock/freeze", {}))


@control.command()
@click.pass_obj
def thaw(folder: Path) -> None:
    """Let the time run on from where it stands."""
    _tell(_order(folder, "/clock/thaw", {}))


@control.command()
@click.pass_obj
def now(folder: Path) -> None:
    """Tell what time it is on the server, and whether it stands still."""
    _tell(_order(folder, "/clock", None))


def _tell(clock: dict[str, Any]) -> None:
    click.echo(f"it is {told(clock['now'])}" + (", and the time stands still" if clock["frozen"] else ""))


def _now(folder: Path) -> float:
    return float(_order(folder, "/clock", None)["now"])


@control.command()
@click.pass_obj
def reset(folder: Path) -> None:
    """Put the organisation back to what it was at the start."""
    _order(folder, "/reset", {})
    click.echo("all is as it was at the start")


def _order(folder: Path, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
    """Give an order, or ask where there is no body; returns what is answered."""
    with explained():
        controls = _read(folder / FILE_NAME)
        request = Request(  # noqa: S310 - the address comes from the server's own file
            f"{controls.url}/control{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {controls.token}", "Content-Type": "application/json"},
            method="GET" if body is None else "POST",
        )
        try:
            # Never through a proxy, which would learn the token.
            with build_opener(ProxyHandler({})).open(request, timeout=PATIENCE) as answer:
                answered: dict[str, Any] = json.load(answer)
                return answered
        except HTTPError as error:
            raise UserError(f"the server refused: {_sentence(error)}") from None
        except TimeoutError:
            raise UserError(f"it takes longer than {PATIENCE:g} s, and goes on at the server") from None
        except OSError as error:
            raise UserError(f"no server answers at {controls.url}: {_reason(error)}. Has it ended?") from None


def _read(file: Path) -> Controls:
    try:
        controls = msgspec.json.decode(file.read_bytes(), type=Controls)
        if controls.url.startswith("http://"):
            return controls
        what = "it names no server"
    except FileNotFoundError:
        what = "there is none"
    except OSError as error:
        what = f"it cannot be read ({_reason(error)})"
    except msgspec.DecodeError:
        what = "it is not what a server has written"
    mend = (
        "Start the server here with dragoman dev, or with dragoman serve --control; or name its --zuliprc-dir"
    )
    raise UserError(f"{file}: {what}. {mend}.")


def _reason(error: OSError) -> str:
    cause = error.reason if isinstance(error, URLError) else error
    number = cause.errno if isinstance(cause, OSError) else None
    return os.strerror(number) if number else str(cause)


def _sentence(error: HTTPError) -> str:
    try:
        return str(json.load(error)["msg"])
    except (ValueError, KeyError, TypeError):
        return f"{error.code} {error.reason}"
