"""Name the account's devices, and try whether push notifications reach them."""

from dragoman.model import UNSET, Maybe
from dragoman.operations.operation import Done, Operation


class SendTestNotification(Operation[Done], method="POST", path="/mobile_push/test_notification"):
    """Send a test notification to the account's devices; for people, not for bots.

    Deprecated since feature level 420. Fails with code ``INVALID_PUSH_DEVICE_TOKEN`` or
    ``INVALID_REMOTE_PUSH_DEVICE_TOKEN`` for a device that is not known; with ``BAD_REQUEST`` for a bot.
    Source: messaging API, "POST /mobile_push/test_notification".
    """

    token: str | Maybe = UNSET
    """Of one device; all of them when left out."""


class SendEncryptedTestNotification(
    Operation[Done], method="POST", path="/mobile_push/e2ee/test_notification", since=420
):
    """Send an end-to-end encrypted test notification to the account's devices; for people, not for bots.

    Fails with code ``NO_ACTIVE_PUSH_DEVICE`` when no device is registered for such,
    ``INVALID_PUSH_DEVICE_TOKEN`` for one that is not known; with ``BAD_REQUEST`` for a bot.
    Source: messaging API, "Referenced operations"; the shape is not in the spec.
    """

    push_account_id: int | Maybe = UNSET
    """Of one device, until feature level 467; all of them when left out."""
    device_id: int | Maybe = UNSET
    """Of one device, since feature level 468."""


class AddAndroidDevice(Operation[Done], method="POST", path="/users/me/android_gcm_reg_id", repeatable=True):
    """Have push notifications sent to a device with Android; for people, not for bots.

    Fails with code ``BAD_REQUEST`` for a token that is empty or too long, and for a bot.
    Source: not in the spec.
    """

    token: str


class RemoveAndroidDevice(Operation[Done], method="DELETE", path="/users/me/android_gcm_reg_id"):
    """Have no more push notifications sent to a device with Android; for people, not for bots.

    Fails with code ``BAD_REQUEST`` for a token that is not known, and for a bot.
    Source: not in the spec.
    """

    token: str


class AddAppleDevice(Operation[Done], method="POST", path="/users/me/apns_device_token", repeatable=True):
    """Have push notifications sent to a device of Apple's; for people, not for bots.

    Fails with code ``BAD_REQUEST`` for a token that is not hexadecimal, or too long, and for a bot.
    Source: not in the spec.
    """

    token: str
    appid: str
    """Of the program on the device."""


class RemoveAppleDevice(Operation[Done], method="DELETE", path="/users/me/apns_device_token"):
    """Have no more push notifications sent to a device of Apple's; for people, not for bots.

    Fails with code ``BAD_REQUEST`` for a token that is not known, and for a bot.
    Source: not in the spec.
    """

    token: str
