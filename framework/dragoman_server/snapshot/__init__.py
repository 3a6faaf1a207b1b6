"""The state that register returns, section by section.

Importing this package completes `SECTIONS`.
"""

from dragoman_server.snapshot import channels, keepsakes, messages, people, personal, realm
from dragoman_server.snapshot.section import SECTIONS, Asked, take_snapshot

__all__ = [
    "SECTIONS",
    "Asked",
    "channels",
    "keepsakes",
    "messages",
    "people",
    "personal",
    "realm",
    "take_snapshot",
]
