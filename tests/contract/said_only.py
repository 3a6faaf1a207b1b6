"""Lines of the specifications that no request to a tower can show, each with the reason."""

SAID_ONLY: dict[str, str] = {}
