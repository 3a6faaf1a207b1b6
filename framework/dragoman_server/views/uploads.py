"""Uploaded files: sent, listed, removed, and made reachable without a login for a while."""

from typing import Annotated, Any

from dragoman_server import failures, levels
from dragoman_server.actions.uploads import do_remove_upload, do_upload
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Rest
from dragoman_server.payloads.uploads import upload_payload
from dragoman_server.shapes.uploads import AttachmentsFound, FileLinkMade, Uploaded
from dragoman_server.world.access import may_fetch
from dragoman_server.world.uploads import Upload

PASS_SECONDS = 60
"""How long an address that needs no login is good for."""


@endpoint(
    "POST",
    "/user_uploads",
    fails=(failures.NO_FILE, failures.ONE_FILE, failures.FILE_TOO_LARGE),
    emits=("attachment/add",),
    takes_file=True,
    answers=Uploaded,
)
def upload_file(call: Call) -> dict[str, Any]:
    """Upload a file, sent as the one file of a form; a message that links to it keeps it.

    Not in the spec: the operation.
    """
    if not call.files:
        raise failures.NO_FILE
    file, *others = call.files
    if others:
        raise failures.ONE_FILE
    if file.content is None:
        raise failures.FILE_TOO_LARGE(limit=call.world.settings.upload_mib)
    upload = do_upload(call.world, call.user, file.name, file.content)
    answer = {"uri": f"/user_uploads/{upload.path_id}"}
    if call.level >= levels.UPLOAD_URL:
        answer["url"] = answer["uri"]
    if call.level >= levels.UPLOAD_FILENAME:
        answer["filename"] = upload.name
    return answer


@endpoint(
    "GET",
    "/user_uploads/{path_id}",
    fails=(failures.NO_SUCH_FILE, failures.NOT_YOUR_FILE),
    answers=FileLinkMade,
)
def get_temporary_url(call: Call, *, path_id: Annotated[str, Rest()]) -> dict[str, Any]:
    """Return an address from which a file can be fetched without a login for a minute.

    Not in the spec: the operation.
    """
    upload = call.world.uploads.at(path_id)
    if upload is None:
        raise failures.NO_SUCH_FILE
    if not may_fetch(call.world, call.user, upload):
        raise failures.NOT_YOUR_FILE
    token = call.world.uploads.give_pass(upload, call.world.clock.now() + PASS_SECONDS)
    return {"url": f"/user_uploads/temporary/{token}/{upload.path_id.rpartition('/')[2]}"}


@endpoint("GET", "/attachments", answers=AttachmentsFound)
def get_attachments(call: Call) -> dict[str, Any]:
    """Return the files that one uploaded, the oldest first.

    Named in passing in the spec; its shape is not in the spec.
    """
    uploads = call.world.uploads
    own = [upload_payload(call.world, one) for one in uploads if one.owner_id == call.user.user_id]
    return {"attachments": own, "upload_space_used": uploads.space_used}


@endpoint(
    "DELETE",
    "/attachments/{attachment_id}",
    fails=(failures.INVALID_ATTACHMENT,),
    emits=("attachment/remove",),
)
def delete_attachment(call: Call, *, attachment_id: int) -> None:
    """Remove a file that one uploaded.

    Source: DELETE /attachments/{attachment_id}.
    """
    do_remove_upload(call.world, _access_own(call, attachment_id))


def _access_own(call: Call, upload_id: int) -> Upload:
    upload = call.world.uploads.get(upload_id)
    if upload is None or upload.owner_id != call.user.user_id:
        raise failures.INVALID_ATTACHMENT
    return upload
