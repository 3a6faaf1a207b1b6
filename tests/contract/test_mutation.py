"""The slips that the mutation run makes are real ones: files that still parse, and say something else."""

import ast
import random
from collections import Counter

import pytest

from contract.mutate import TOWERS, possible

KINDS = {
    "client": {"rename a field", "drop a field", "type", "method", "path", "op", "word", "code"},
    "server": {
        *("rename a key", "rename a parameter", "type", "method", "path", "default", "word"),
        *("event key", "event type", "event op", "status", "code"),
    },
}


@pytest.mark.parametrize("tower", TOWERS)
def test_a_slip_changes_what_a_file_says_and_no_more(tower: str) -> None:
    slips = possible(tower)
    assert set(Counter(slip.kind for slip in slips)) == KINDS[tower]
    for slip in random.Random(5).sample(slips, 60):
        text = slip.path.read_text()
        changed = slip.apply(text)
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(text)), slip
        assert changed.count("\n") == text.count("\n") or slip.kind == "drop a field", slip
