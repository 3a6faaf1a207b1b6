"""The names under which the server may be called; a page of another site must not bring its own."""


class Hosts:
    """Which `Host` headers are ours."""

    def __init__(self, *names: str) -> None:
        """Know the loopback names and `names`; the name `*` knows all."""
        self._names = {"localhost", "127.0.0.1", "[::1]", *(name.lower() for name in names)}
        self._last: str | None = None

    def knows(self, header: str | None) -> bool:
        """Tell whether a `Host` header, with or without a port, is one of ours.

        Whoever sends none is no browser, and so comes by no page.
        """
        # Nearly all requests come by the same name.
        if header is None or header == self._last:
            return True
        name, colon, port = header.rpartition(":")
        if not colon or not port.isdigit():
            name = header
        known = name.lower() in self._names or "*" in self._names
        if known:
            self._last = header
        return known
