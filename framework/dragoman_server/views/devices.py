"""The devices to which a person's notifications would be pushed; none ever is from here."""

import re

from dragoman_server import failures
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.permissions import PEOPLE

LONGEST_TOKEN = 4096
_HEXADECIMAL = re.compile(r"(?:[0-9a-fA-F]{2})+")

NEVER_PUSHED = "no notification is ever sent to the device"


@endpoint(
    "POST",
    "/mobile_push/test_notification",
    permission=PEOPLE,
    fails=(failures.NO_SUCH_DEVICE,),
    lacks="nothing is sent to the device",
)
def send_test_notification(call: Call, *, token: str | None = None) -> None:
    """Send a notification to one of the caller's devices, or to all.

    Source: POST /mobile_push/test_notification.
    """
    if token is not None and token not in call.world.personal.of(call.user.user_id).push_tokens:
        raise failures.NO_SUCH_DEVICE


@endpoint(
    "POST",
    "/users/me/android_gcm_reg_id",
    permission=PEOPLE,
    fails=(failures.BAD_TOKEN,),
    lacks=NEVER_PUSHED,
)
def add_android_device(call: Call, *, token: str) -> None:
    """Take note of a device of the caller's.

    Not in the spec: the operation.
    """
    _check(token)
    _keep(call, token)


@endpoint(
    "POST",
    "/users/me/apns_device_token",
    permission=PEOPLE,
    fails=(failures.BAD_TOKEN, failures.BAD_APPLE_TOKEN),
    lacks=NEVER_PUSHED,
)
def add_apple_device(call: Call, *, token: str, appid: str) -> None:  # noqa: ARG001 - nothing is pushed
    """Take note of a device of the caller's.

    Not in the spec: the operation.
    """
    _check(token)
    if not _HEXADECIMAL.fullmatch(token):
        raise failures.BAD_APPLE_TOKEN
    _keep(call, token)


@endpoint(
    "DELETE",
    "/users/me/android_gcm_reg_id",
    permission=PEOPLE,
    fails=(failures.BAD_TOKEN, failures.NO_SUCH_TOKEN),
)
def remove_android_device(call: Call, *, token: str) -> None:
    """Forget a device of the caller's.

    Not in the spec: the operation.
    """
    _forget(call, token)


@endpoint(
    "DELETE",
    "/users/me/apns_device_token",
    permission=PEOPLE,
    fails=(failures.BAD_TOKEN, failures.NO_SUCH_TOKEN),
)
def remove_apple_device(call: Call, *, token: str) -> None:
    """Forget a device of the caller's.

    Not in the spec: the operation.
    """
    _forget(call, token)


def _check(token: str) -> None:
    if not 0 < len(token) <= LONGEST_TOKEN:
        raise failures.BAD_TOKEN


def _keep(call: Call, token: str) -> None:
    tokens = call.world.personal.of(call.user.user_id).push_tokens
    call.world.personal.change(call.user.user_id, push_tokens=tokens | {token})


def _forget(call: Call, token: str) -> None:
    _check(token)
    tokens = call.world.personal.of(call.user.user_id).push_tokens
    if token not in tokens:
        raise failures.NO_SUCH_TOKEN
    call.world.personal.change(call.user.user_id, push_tokens=tokens - {token})
