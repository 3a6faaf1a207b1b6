"""The parity page is true: what stands there as modelled is declared, and what is declared stands there."""

import re
from html.parser import HTMLParser
from importlib.resources import files

import aiohttp
import pytest

from dragoman_server import failures
from dragoman_server.endpoint import Endpoint
from dragoman_server.event import is_told
from dragoman_server.levels import NEWEST, OLDEST
from dragoman_server.parity.known import Known, KnownEvent, KnownOperation, KnownService, read_service
from dragoman_server.parity.rows import Modelled, Parity, Row, compare
from dragoman_server.parity.text import parity_text
from dragoman_server.views import ENDPOINTS
from server.household import House

SERVICE = read_service()
MAKE = "python -m dragoman_server.parity > framework/dragoman_server/PARITY.md"


@pytest.fixture(scope="module")
def parity() -> Parity:
    return compare(SERVICE, ENDPOINTS)


def test_whatever_is_declared_stands_in_the_list_of_what_the_service_has(parity: Parity) -> None:
    assert parity.unknown == (), "note it in framework/dragoman_server/parity/service.toml"


def test_the_page_for_readers_of_the_code_is_fresh(parity: Parity) -> None:
    kept = files("dragoman_server").joinpath("PARITY.md").read_text("utf-8")
    assert kept == parity_text(parity, SERVICE.differences), f"make it again: {MAKE}"


@pytest.mark.parametrize(("level", "column"), [(OLDEST, 2), (NEWEST, 3)])
def test_what_the_page_calls_modelled_is_what_is_declared_at_the_level(level: int, column: int) -> None:
    text = files("dragoman_server").joinpath("PARITY.md").read_text("utf-8").partition("## Events")[0]
    rows = [
        [cell.strip() for cell in line.split("|")] for line in text.splitlines() if line.startswith("| `")
    ]
    told = {row[1].split("`")[1] for row in rows if row[column] in ("yes", "partly")}
    assert told == {one.name for one in ENDPOINTS if one.offered_at(level)}


def test_nothing_stands_there_twice() -> None:
    names = [one.known.name for one in SERVICE.operations] + [one.known.name for one in SERVICE.events]
    assert sorted(names) == sorted(set(names))


def test_levels_that_are_noted_beside_a_declaration_do_not_contradict_it() -> None:
    declared = {one.name: one for one in ENDPOINTS}
    noted = [
        (one.known, declared[one.known.name]) for one in SERVICE.operations if one.known.name in declared
    ]
    wrong = [known.name for known, one in noted if known.since not in (0, one.since)]
    assert wrong == []


def test_events_come_and_go_at_the_levels_that_the_list_knows() -> None:
    modelled = {kind for one in ENDPOINTS for kind in one.emits}
    wrong = [
        (one.known.name, level)
        for one in SERVICE.events
        for level in range(OLDEST, NEWEST + 1)
        if one.known.name in modelled and is_told(one.known.name, level) != one.known.is_there_at(level)
    ]
    assert wrong == []


def operation(name: str, *parameters: Known, since: int = 0, until: int | None = None) -> KnownOperation:
    return KnownOperation("Things", Known(name, since, until), parameters)


def the_same(known: KnownOperation, *endpoints: Endpoint) -> Row:
    return compare(KnownService((known,), (), ()), endpoints).operations[0]


GET = next(one for one in ENDPOINTS if one.name == "GET /drafts")
PATCH = next(one for one in ENDPOINTS if one.name == "PATCH /drafts/{draft_id}")
REMINDERS = next(one for one in ENDPOINTS if one.name == "GET /reminders")
YES, PARTLY, NO, ABSENT = Modelled.YES, Modelled.PARTLY, Modelled.NO, Modelled.ABSENT


@pytest.mark.parametrize(
    ("known", "modelled"),
    [
        (operation("GET /drafts"), (YES, YES)),
        (operation("GET /drafts", Known("sorted")), (PARTLY, PARTLY)),
        (operation("GET /drafts", Known("sorted", since=300)), (YES, PARTLY)),
        (operation("GET /drafts", Known("sorted", until=300)), (PARTLY, YES)),
        (operation("PATCH /drafts/{draft_id}", Known("draft")), (YES, YES)),
        (operation("GET /reminders"), (ABSENT, YES)),
        (operation("GET /kettles"), (NO, NO)),
        (operation("GET /kettles", since=300), (ABSENT, NO)),
        (operation("GET /kettles", until=300), (NO, ABSENT)),
    ],
    ids=str,
)
def test_an_operation_is_modelled_as_far_as_it_is_declared(
    known: KnownOperation, modelled: tuple[Modelled, Modelled]
) -> None:
    assert the_same(known, GET, PATCH, REMINDERS).modelled == modelled


def test_an_event_is_modelled_when_somebody_sends_it() -> None:
    service = KnownService(
        (), (KnownEvent("x", Known("drafts/update")), KnownEvent("x", Known("whistle", since=300))), ()
    )
    rows = compare(service, [PATCH]).events
    assert [(row.name, row.modelled) for row in rows] == [
        ("drafts/update", (YES, YES)),
        ("whistle", (ABSENT, NO)),
    ]


def test_what_nobody_knows_of_is_named() -> None:
    service = KnownService((operation("PATCH /drafts/{draft_id}"),), (), ())
    assert compare(service, [PATCH, GET]).unknown[:3] == (
        "PATCH /drafts/{draft_id}: draft",
        "GET /drafts",
        "attachment/remove",
    )


class Page(HTMLParser):
    """What matters of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.unsafe: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unsafe += [tag] * (tag in ("script", "style"))
        for name, value in attrs:
            self.unsafe += [name] * (name == "style" or name.startswith("on"))
            self.ids += [value or ""] * (name == "id")
            self.links += [value or ""] * (name in ("href", "src"))


async def fetch(house: House, path: str) -> tuple[aiohttp.ClientResponse, str]:
    async with house.session.get(house.url + path) as answer:
        return answer, await answer.text()


async def test_the_page_is_served_and_needs_no_script(house: House, parity: Parity) -> None:
    answer, html = await fetch(house, "/parity")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert answer.headers["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'self'; img-src data:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    )
    page = Page()
    page.feed(html)
    assert page.unsafe == []
    assert sorted(page.ids) == sorted(set(page.ids))
    lost = [link for link in page.links if link.startswith("#") and link[1:] not in page.ids]
    assert (lost, [link for link in page.links if not link.startswith("#")]) == (
        [],
        ["/parity/parity.css", "data:,"],
    )
    names = re.findall(r'<th scope="row">(?:<span class="method">(\w+)</span> )?<code>([^<]+)</code>', html)
    assert [" ".join(filter(None, one)) for one in names] == [
        row.name for row in (*parity.operations, *parity.events)
    ]


async def test_its_style_is_served(house: House) -> None:
    answer, css = await fetch(house, "/parity/parity.css")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/css; charset=utf-8")
    assert "prefers-color-scheme: dark" in css


def test_a_sentence_says_what_is_missing_of_a_modelled_operation(parity: Parity) -> None:
    (row,) = (one for one in parity.operations if one.name == "POST /mobile_push/test_notification")
    assert (row.modelled, row.lacks) == ((PARTLY, PARTLY), "nothing is sent to the device")
    assert failures.NO_SUCH_DEVICE in next(one for one in ENDPOINTS if one.name == row.name).fails
