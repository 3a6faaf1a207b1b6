"""Lets a check wait until the server offers what it asks for."""

import pytest

from contract.server.endpoints import ENDPOINTS


def needs(*keys: str) -> pytest.MarkDecorator:
    """Skip a check while the server lacks one of these operations, which then stands in the table of them."""
    missing = [key for key in keys if key not in ENDPOINTS]
    return pytest.mark.skipif(bool(missing), reason=f"not yet: {', '.join(missing)}")
