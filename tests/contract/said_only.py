"""Lines of the specifications that no request to a tower can show, each with the reason."""

from contract.messaging.limits import UNUSED_UPLOAD
from contract.messaging.states import ATTACHMENT_UNUSED, INVITATION_ACCEPTED

SAID_ONLY: dict[str, str] = {
    str(INVITATION_ACCEPTED.line): "no operation by which an invitation is accepted is shown",
    str(ATTACHMENT_UNUSED.line): "a few weeks is no number",
    str(UNUSED_UPLOAD.line): "a few weeks is no number",
}
