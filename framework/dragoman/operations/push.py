"""Try whether push notifications reach the account's devices."""

from dragoman.model import UNSET, Maybe
from dragoman.operations.operation import Done, Operation


class SendTestNotification(Operation[Done], method="POST", path="/mobile_push/test_notification"):
    """Send a test notification to the account's devices; for people, not for bots.

    Deprecated since feature level 420. Fails with code ``INVALID_PUSH_DEVICE_TOKEN`` or
    ``INVALID_REMOTE_PUSH_DEVICE_TOKEN`` for a device that is not known.
    Source: messaging API, "POST /mobile_push/test_notification".
    """

    token: str | Maybe = UNSET
    """Of one device; all of them when left out."""
