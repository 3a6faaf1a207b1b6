"""Takes the network away from all checks of the client."""

from collections.abc import Iterator

import pytest

from contract.client.exchange import NO_NETWORK


@pytest.fixture(scope="module", autouse=True)
def no_network() -> Iterator[None]:
    """Have no network while a module's checks run."""
    NO_NETWORK.start()
    yield
    NO_NETWORK.stop()
