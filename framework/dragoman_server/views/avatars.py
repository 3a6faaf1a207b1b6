"""One's own picture: put up and taken down."""

from typing import Any

from dragoman_server import failures
from dragoman_server.actions.pictures import do_put_picture, do_remove_picture
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.payloads.users import avatar_url
from dragoman_server.sent_pictures import PICTURE_FAILS, check_picture
from dragoman_server.shapes.people import AvatarChanged


@endpoint(
    "POST",
    "/users/me/avatar",
    fails=(*PICTURE_FAILS, failures.EXACTLY_ONE_PICTURE, failures.PICTURES_FIXED),
    emits=("realm_user/update", "realm_bot/update"),
    answers=AvatarChanged,
)
def put_avatar(call: Call) -> dict[str, Any]:
    """Put up a picture, sent as the one file of a form.

    Not in the spec: the operation.
    """
    if len(call.files) != 1:
        raise failures.EXACTLY_ONE_PICTURE
    _check_may_change(call)
    user = do_put_picture(call.world, call.user, check_picture(call.files[0]))
    return {"avatar_url": avatar_url(user, client_gravatar=False)}


@endpoint(
    "DELETE",
    "/users/me/avatar",
    fails=(failures.PICTURES_FIXED,),
    emits=("realm_user/update", "realm_bot/update"),
    answers=AvatarChanged,
)
def remove_avatar(call: Call) -> dict[str, Any]:
    """Take down the picture, so that the one is shown that is made from the address.

    Not in the spec: the operation.
    """
    _check_may_change(call)
    user = do_remove_picture(call.world, call.user)
    return {"avatar_url": avatar_url(user, client_gravatar=False)}


def _check_may_change(call: Call) -> None:
    if call.world.setting("avatar_changes_disabled") and not call.user.is_admin:
        raise failures.PICTURES_FIXED
