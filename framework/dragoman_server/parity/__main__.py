"""`python -m dragoman_server.parity`: prints the parity page as Markdown."""

import sys

from dragoman_server.parity.known import read_service
from dragoman_server.parity.rows import compare
from dragoman_server.parity.text import parity_text
from dragoman_server.views import ENDPOINTS


def main() -> None:
    """Print the page."""
    service = read_service()
    sys.stdout.write(parity_text(compare(service, ENDPOINTS), service.differences))


if __name__ == "__main__":
    main()
