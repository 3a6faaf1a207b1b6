"""Pages outside the API at which people accept invitations and confirm addresses."""

import asyncio
from html import escape

from aiohttp import web

from dragoman_server import failures
from dragoman_server.actions.newcomers import do_confirm_email, do_join
from dragoman_server.actions.users import NewAccount
from dragoman_server.address_rules import SENTENCES, address_trouble
from dragoman_server.answers import answer_page
from dragoman_server.errors import Refusal
from dragoman_server.form import read_sent
from dragoman_server.hosts import Hosts
from dragoman_server.names import check_free_name
from dragoman_server.world.invitations import Invitation
from dragoman_server.world.keys import hash_password
from dragoman_server.world.world import World

_NO_INVITATION = "Whoops. The confirmation link has expired or been deactivated."


class Joining:
    """The addresses that letters lead to."""

    def __init__(self, world: World, hosts: Hosts) -> None:
        """Let people into `world` who call by one of `hosts`."""
        self._world = world
        self._hosts = hosts

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, with a slash at their end and without."""
        return [
            web.get(r"/join/{key:[0-9a-f]+}{slash:/?}", self.show),
            web.post(r"/join/{key:[0-9a-f]+}{slash:/?}", self.join),
            web.get(r"/accounts/confirm_new_email/{key:[0-9a-f]+}{slash:/?}", self.confirm),
        ]

    async def show(self, request: web.Request) -> web.Response:
        """Answer with the form in which the invited say who they are."""
        invitation = self._access(request)
        if invitation is None:
            return answer_page(404, "Invitation", f"<p>{_NO_INVITATION}</p>")
        return answer_page(200, "Join", _form(self._world, invitation))

    async def join(self, request: web.Request) -> web.Response:
        """Make the account of somebody who was invited: `full_name`, `password`, and `email` for a link."""
        sent = await read_sent(request, self._world.settings)
        hashed = await asyncio.to_thread(hash_password, sent.get("password", ""))
        invitation = self._access(request)
        if invitation is None:
            return answer_page(404, "Invitation", f"<p>{_NO_INVITATION}</p>")
        try:
            email = invitation.email or sent.get("email", "").strip()
            new = self._check(email, sent.get("full_name", ""), sent.get("password", ""), hashed)
        except Refusal as refusal:
            page = f"<p role=alert>{escape(str(refusal))}</p>{_form(self._world, invitation)}"
            return answer_page(400, "Join", page)
        user = do_join(self._world, invitation, new)
        name = escape(self._world.organization.name)
        return answer_page(
            200, "Welcome", f"<p>{escape(user.full_name)}, you are a member of {name} now.</p>"
        )

    def _check(self, email: str, full_name: str, password: str, hashed: str) -> NewAccount:
        trouble = address_trouble(self._world, email)
        if trouble is not None:
            raise failures.BAD_NEW_ADDRESS(what=SENTENCES[trouble])
        if self._world.users.by_login(email) is not None:
            raise failures.ADDRESS_TAKEN
        if not password:
            raise failures.CANNOT_BE_BLANK(name="password")
        name = check_free_name(self._world, full_name)
        return NewAccount(email=email, full_name=name, password_hash=hashed)

    async def confirm(self, request: web.Request) -> web.Response:
        """Let an address come true that somebody says is theirs."""
        world, change = self._world, None
        if self._knows(request):
            change = world.letters.take_change(request.match_info["key"], world.clock.now())
        if change is None:
            return answer_page(404, "Address", f"<p>{_NO_INVITATION}</p>")
        if world.users.by_login(change.email) is not None:
            return answer_page(400, "Address", f"<p role=alert>{failures.ADDRESS_TAKEN()}</p>")
        do_confirm_email(world, change)
        return answer_page(200, "Address", f"<p>Your address is {escape(change.email)} now.</p>")

    def _access(self, request: web.Request) -> Invitation | None:
        closed = self._world.organization.deactivated or not self._knows(request)
        return None if closed else self._world.invitations.by_key(request.match_info["key"])

    def _knows(self, request: web.Request) -> bool:
        return self._hosts.knows(request.headers.get("Host"))


def _form(world: World, invitation: Invitation) -> str:
    """Return the form; whoever was invited by a letter has said by it what their address is."""
    email = escape(invitation.email or "")
    fixed = " readonly" if email else ""
    return (
        f"<h1>Join {escape(world.organization.name)}</h1><form method=post>"
        f'<p><label>E-mail <input name=email type=email value="{email}"{fixed} required></label>'
        "<p><label>Name <input name=full_name required></label>"
        "<p><label>Password <input name=password type=password required></label>"
        "<p><button>Join</button></form>"
    )
