"""Each further call goes out as servers want it, and its answer comes back as its record."""

from typing import Any

import pytest
from yarl import URL

from client.conftest import SITE, Http
from client.resources import EXCHANGES
from dragoman.client import Zulip
from dragoman.errors import InvitationFailed
from dragoman.operations import Invite, Operation

NAMES = [f"{type(operation).__name__}-{number}" for number, (operation, *_) in enumerate(EXCHANGES)]


@pytest.mark.parametrize(("operation", "line", "parameters", "members", "answer"), EXCHANGES, ids=NAMES)
async def test_a_call_and_its_answer_are_as_on_the_wire(
    http: Http,
    zulip: Zulip,
    operation: Operation[Any],
    line: str,
    parameters: dict[str, str],
    members: str,
    answer: object,
) -> None:
    assert f"{operation.method} {operation.target()}" == line
    assert dict(operation.parameters()) == parameters
    query = f"?{operation.form()}" if operation.method == "GET" and parameters else ""
    body = '{"result":"success","msg":""' + ("," + members if members else "") + "}"
    url = URL(f"{SITE}/api/v1{operation.target()}{query}", encoded=True)
    http.answers(operation.method, url, body)
    assert await zulip.once(operation) == answer


async def test_invitations_that_failed_tell_whom_and_why(http: Http, zulip: Zulip) -> None:
    http.answers(
        "POST",
        f"{SITE}/api/v1/invites",
        '{"result":"error","msg":"Some of those addresses are already using Zulip","errors":'
        '[["h@z.com","Already has an account.",false]],"sent_invitations":true,'
        '"license_limit_reached":false,"daily_limit_reached":false,"code":"INVITATION_FAILED"}',
        400,
    )
    with pytest.raises(InvitationFailed) as caught:
        await zulip.once(Invite(invitee_emails="h@z.com,i@z.com", stream_ids=()))
    error = caught.value
    assert error.errors == (("h@z.com", "Already has an account.", False),)
    assert (error.sent_invitations, error.daily_limit_reached, error.license_limit_reached) == (
        True,
        False,
        False,
    )
