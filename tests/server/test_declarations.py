"""Whatever an endpoint declares was seen in these tests; whatever it did undeclared has failed them."""

from pathlib import Path

import pytest

from dragoman_server.actions.newcomers import CONFIRMING, JOINING
from dragoman_server.actions.reminders import REMINDING
from dragoman_server.actions.scheduled import DELIVERY
from dragoman_server.actions.uploads import CLEARING
from dragoman_server.ledger import SUCCESS, Deed
from dragoman_server.views import ENDPOINTS
from server.household import SEEN, files_of


def test_whatever_is_declared_was_seen_once(request: pytest.FixtureRequest) -> None:
    here = {file.name for file in Path(__file__).parent.glob("test_*.py")}
    if files_of(request.session.items) != here or request.config.getoption("keyword"):
        pytest.skip("needs all the tests of this folder")
    declared = {(one.deed.name, what) for one in ENDPOINTS for what in (*one.fails, *one.emits, SUCCESS)}
    declared |= _of(DELIVERY) | _of(CLEARING) | _of(REMINDING) | _of(CONFIRMING) | _of(JOINING)
    unseen = sorted(f"{name}: {getattr(what, 'text', what)}" for name, what in declared - SEEN)
    assert unseen == [], "\n".join(unseen)


def _of(deed: Deed) -> set[tuple[str, object]]:
    return {(deed.name, what) for what in (*deed.fails, *deed.emits)}


def test_no_two_endpoints_share_method_and_path() -> None:
    names = [endpoint.name for endpoint in ENDPOINTS]
    assert sorted(names) == sorted(set(names))


def test_every_endpoint_tells_what_it_does() -> None:
    assert [endpoint.name for endpoint in ENDPOINTS if not endpoint.summary.endswith(".")] == []


def test_every_endpoint_says_what_it_answers() -> None:
    silent = [endpoint.name for endpoint in ENDPOINTS if endpoint.answers is None]
    assert silent == [], "put `answers=` with a shape of dragoman_server/shapes/ at the head of these views"
