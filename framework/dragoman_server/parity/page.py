"""The parity page at `/parity`: plain HTML that needs no script."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape
from importlib.resources import files
from itertools import groupby

from aiohttp import web

from dragoman_server.parity.known import Difference, read_service
from dragoman_server.parity.rows import LEVELS, Modelled, Parity, Row, compare, in_words
from dragoman_server.parity.text import count, in_numbers
from dragoman_server.views import ENDPOINTS

PARITY_PATH = "/parity"
STYLE_PATH = f"{PARITY_PATH}/parity.css"

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src data:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
_CLASSES = {Modelled.YES: "yes", Modelled.PARTLY: "partly", Modelled.NO: "no", Modelled.ABSENT: "absent"}
_BAR = 400
"""The width of a bar; the style sheet lets it grow and shrink."""


def parity_routes() -> list[web.RouteDef]:
    """Return the routes of the page and its style sheet."""
    return [web.get(PARITY_PATH, get_page), web.get(STYLE_PATH, get_style)]


async def get_page(_request: web.Request) -> web.Response:
    """Answer with the page."""
    return web.Response(text=_page(), content_type="text/html", charset="utf-8", headers=_HEADERS)


async def get_style(_request: web.Request) -> web.Response:
    """Answer with the page's style sheet."""
    style = files("dragoman_server.parity").joinpath("parity.css").read_bytes()
    return web.Response(body=style, content_type="text/css", charset="utf-8", headers=_HEADERS)


@lru_cache(maxsize=1)
def _page() -> str:
    service = read_service()
    return parity_page(compare(service, ENDPOINTS), service.differences)


def parity_page(parity: Parity, differences: Iterable[Difference]) -> str:
    """Return the page as HTML."""
    by_chapter = groupby(parity.operations, key=lambda row: row.chapter)
    chapters = [(name, list(rows)) for name, rows in by_chapter]
    links = [(_anchor(name), name) for name, _ in chapters]
    links += [("events", "Events of every kind"), ("differences", "Meant to differ")]
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>What this server models</title>
<link rel="stylesheet" href="{STYLE_PATH}">
<link rel="icon" href="data:,">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<h1>What this server models</h1>
<p>Every operation, parameter and event of the messaging service, held against what this server declares.
It is the same declarations that route, read and refuse, so this page cannot promise too much.</p>
{_join(_summary(parity))}
<p class="key">{_join(f"{_chip(kind)} " for kind in Modelled)}</p>
</header>
<div class="columns">
<nav aria-label="On this page"><ul>
{_join(_link(anchor, name) for anchor, name in links)}</ul></nav>
<main id="content" tabindex="-1">
{_join(_chapter(name, rows) for name, rows in chapters)}
{_events(parity.events)}
{_differences(differences)}</main>
</div>
</body>
</html>
"""


def _link(anchor: str, name: str) -> str:
    return f'<li><a href="#{anchor}">{escape(name)}</a></li>'


def _summary(parity: Parity) -> Iterator[str]:
    yield '<dl class="summary">'
    for place, level in enumerate(LEVELS):
        yield f"<div><dt>Level {level}</dt>"
        for what, rows in (("operations", parity.operations), ("events", parity.events)):
            counted = count(rows, place)
            yield f"<dd><b>{what}</b>: {in_numbers(counted)}{_bar(counted)}</dd>"
        yield "</div>"
    yield "</dl>"


def _bar(counted: dict[Modelled, int]) -> str:
    """Return a bar of three colours; what it says stands in words beside it."""
    total, left, parts = sum(counted.values()) or 1, 0.0, []
    for kind, number in counted.items():
        width = _BAR * number / total
        parts.append(f'<rect class="{_CLASSES[kind]}" x="{left:.1f}" width="{width:.1f}" height="8"/>')
        left += width
    view = f'viewBox="0 0 {_BAR} 8" preserveAspectRatio="none"'
    return f'<svg class="bar" {view} aria-hidden="true">{"".join(parts)}</svg>'


def _chapter(name: str, rows: list[Row]) -> str:
    return _section(_anchor(name), name, "operation", rows)


def _events(rows: Iterable[Row]) -> str:
    return _section("events", "Events of every kind", "event", rows)


def _section(anchor: str, heading: str, what: str, rows: Iterable[Row]) -> str:
    levels = "".join(f'<th scope="col">{level}</th>' for level in LEVELS)
    return (
        f'<section id="{anchor}" aria-labelledby="{anchor}-h"><h2 id="{anchor}-h">{escape(heading)}</h2>\n'
        f'<table>\n<thead><tr><th scope="col">{what}</th>{levels}</tr></thead>\n'
        f"<tbody>\n{_join(_row(row) for row in rows)}</tbody>\n</table>\n</section>\n"
    )


def _row(row: Row) -> str:
    method, space, path = row.name.partition(" ")
    name = (
        f'<span class="method">{method}</span> <code>{escape(path)}</code>'
        if space
        else f"<code>{method}</code>"
    )
    chips = "".join(f"<td>{_chip(one)}</td>" for one in row.modelled)
    return f'<tr><th scope="row">{name}{_when(row)}{_join(_more(row))}</th>{chips}</tr>'


def _when(row: Row) -> str:
    words = in_words(row.since, row.until).strip(" ()")
    return f' <span class="when">{words}</span>' if words else ""


def _more(row: Row) -> Iterator[str]:
    """Yield what else is to be said of an operation: what it does, what it takes, what is missing."""
    if row.summary:
        yield f"<p>{escape(row.summary)}</p>"
    if row.lacks:
        yield f'<p class="missing">Missing: {escape(row.lacks)}.</p>'
    if row.missing and row.parameters:
        yield f'<p class="missing">Not understood: {_names(row.missing)}</p>'
    elif row.missing:
        yield f"<details><summary>{_number(row.missing)}</summary>{_names(row.missing)}</details>"
    if row.parameters:
        yield f"<details><summary>{_number(row.parameters)}</summary>{_names(row.parameters)}</details>"


def _number(names: tuple[str, ...]) -> str:
    return "1 parameter" if len(names) == 1 else f"{len(names)} parameters"


def _names(names: Iterable[str]) -> str:
    split = (name.partition(" ") for name in names)
    return ", ".join(
        f"<code>{escape(name)}</code>{escape(f' {when}' if when else '')}" for name, _, when in split
    )


def _differences(differences: Iterable[Difference]) -> str:
    told = _join(
        f"<dt>{_prose(one.about)}</dt><dd>{_prose(one.here)} {_prose(one.there)}</dd>" for one in differences
    )
    intro = "Where the specification and real servers do not agree, this server follows the specification."
    return (
        '<section id="differences" aria-labelledby="differences-h">'
        '<h2 id="differences-h">Meant to differ</h2>\n'
        f"<p>{intro}</p>\n<dl>\n{told}</dl>\n</section>\n"
    )


def _prose(text: str) -> str:
    """Return a sentence in which what stands between backquotes is code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts))


def _chip(kind: Modelled) -> str:
    return f'<span class="chip {_CLASSES[kind]}">{kind}</span>'


def _anchor(name: str) -> str:
    return "".join(sign if sign.isalnum() else "-" for sign in name.lower())


def _join(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
