"""The table of what the towers do not offer yet is true, so that the judge grows with them."""

from collections.abc import Mapping

import pytest

from contract.client.records import RECORDS
from contract.lines import all_operations
from contract.not_yet import FURTHER, NOT_YET
from contract.server.endpoints import ENDPOINTS
from contract.terms import Operation

TOWERS: Mapping[str, frozenset[str]] = {"client": frozenset(RECORDS), "server": frozenset(ENDPOINTS)}
BEYOND = frozenset({"GET /"})
"""What a tower offers where the specification gives no path: the guide's index."""


@pytest.mark.parametrize("operation", all_operations(), ids=lambda operation: operation.key)
@pytest.mark.parametrize("tower", TOWERS)
def test_an_operation_is_in_the_tower_or_in_the_table(operation: Operation, tower: str) -> None:
    assert (operation.key in TOWERS[tower]) != (operation.key in NOT_YET[tower])


@pytest.mark.parametrize("tower", TOWERS)
def test_what_a_tower_offers_beyond_what_is_written_down_is_listed(tower: str) -> None:
    known = {operation.key for operation in all_operations()}
    assert sorted(TOWERS[tower] - known - BEYOND) == sorted(FURTHER[tower])


@pytest.mark.parametrize("tower", TOWERS)
def test_the_table_names_only_operations_that_there_are(tower: str) -> None:
    assert sorted({*NOT_YET[tower]} - {operation.key for operation in all_operations()}) == []
