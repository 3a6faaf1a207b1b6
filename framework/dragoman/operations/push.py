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


class SendEncryptedTestNotification(
    Operation[Done], method="POST", path="/mobile_push/e2ee/test_notification", since=420
):
    """Send an end-to-end encrypted test notification to the account's devices; for people, not for bots.

    Fails with an ``ApiError`` when no device is registered for such.
    Source: messaging API, "Referenced operations"; the shape is not in the spec.
    """

    push_account_id: int | Maybe = UNSET
    """Of one device, until feature level 467; all of them when left out."""
    device_id: int | Maybe = UNSET
    """Of one device, since feature level 468."""
