"""Hands out files and pictures at their addresses outside the API; nothing of it can act in a browser."""

import mimetypes
import unicodedata
from functools import partial
from urllib.parse import quote

from aiohttp import web

from dragoman_server import failures
from dragoman_server.answers import answer_login, answer_refusal
from dragoman_server.authentication import authenticate, authenticate_by_key
from dragoman_server.errors import Refusal
from dragoman_server.hosts import Hosts
from dragoman_server.limits import Limiter
from dragoman_server.payloads.users import MEDIUM, avatar_url, gravatar_url, medium_avatar_url
from dragoman_server.permissions import ACCOUNTS
from dragoman_server.portions import answer_portion
from dragoman_server.world.access import may_fetch
from dragoman_server.world.pictures import picture_kind
from dragoman_server.world.records import User
from dragoman_server.world.uploads import Upload
from dragoman_server.world.world import World

_SHOWN = frozenset(
    (
        *("application/pdf", "text/plain"),
        *(f"image/{kind}" for kind in ("apng", "avif", "gif", "jpeg", "png", "webp")),
        *(f"audio/{kind}" for kind in ("aac", "flac", "mp4", "mpeg", "wav", "webm")),
        *(f"video/{kind}" for kind in ("mp4", "webm")),
    )
)
"""What a browser may show at once; all else, HTML and SVG above all, is only saved."""

_HARMLESS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, immutable",
}
"""With which no file can act in a browser."""

_KINDS = mimetypes.MimeTypes()


class Downloads:
    """The addresses of files and pictures."""

    def __init__(self, world: World, hosts: Hosts, limiter: Limiter) -> None:
        """Serve what is in `world` to whoever calls by one of `hosts`; `limiter` counts the visitors."""
        self._world = world
        self._hosts = hosts
        self._limiter = limiter

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, the narrowest first."""
        return [
            web.get("/user_uploads/temporary/{token}/{name}", self.fetch_with_pass),
            web.get("/user_uploads/download/{path_id:.+}", partial(self.fetch, saved=True)),
            web.get("/user_uploads/{path_id:.+}", self.fetch),
            web.get("/user_avatars/{path:.+}", self.fetch_picture),
            web.get(r"/avatar/{user_id:\d+}", self.picture),
            web.get(r"/avatar/{user_id:\d+}/{size:medium}", self.picture),
            web.get("/avatar/{email}", self.picture_by_email),
            web.get("/avatar/{email}/{size:medium}", self.picture_by_email),
        ]

    async def fetch(self, request: web.Request, *, saved: bool = False) -> web.StreamResponse:
        """Answer with a file to whoever may have it; without a login, with the way to one.

        A browser is to save it if `saved`, even if it could show it.
        """
        try:
            if "Authorization" not in request.headers and "api_key" not in request.query:
                return answer_login(request.path, self._limiter.count(request.remote or ""))
            user = self._authenticate(request)
            upload = self._world.uploads.at(request.match_info["path_id"])
            if upload is None:
                raise failures.NO_SUCH_FILE
            if not may_fetch(self._world, user, upload):
                raise failures.NOT_YOUR_FILE
        except Refusal as refusal:
            return answer_refusal(refusal)
        return _answer_file(request, upload, self._world.uploads.content(upload), saved=saved)

    async def fetch_with_pass(self, request: web.Request) -> web.StreamResponse:
        """Answer with a file to whoever has its temporary address."""
        try:
            self._check_host(request)
            upload = self._world.uploads.with_pass(request.match_info["token"], self._world.clock.now())
            if upload is None or upload.path_id.rpartition("/")[2] != request.match_info["name"]:
                raise failures.NO_SUCH_FILE
        except Refusal as refusal:
            return answer_refusal(refusal)
        return _answer_file(request, upload, self._world.uploads.content(upload))

    async def fetch_picture(self, request: web.Request) -> web.StreamResponse:
        """Answer with an uploaded picture; its path is all that is needed."""
        try:
            self._check_host(request)
            content = self._world.pictures.at(request.match_info["path"])
            if content is None:
                raise failures.NO_SUCH_FILE
        except Refusal as refusal:
            return answer_refusal(refusal)
        return web.Response(
            body=content,
            headers={**_HARMLESS, "Content-Type": picture_kind(content) or "application/octet-stream"},
        )

    async def picture(self, request: web.Request) -> web.StreamResponse:
        """Lead to where a person's picture is."""
        try:
            self._authenticate(request)
            user = self._world.users.get(int(request.match_info["user_id"][:40]))
            if user is None:
                raise failures.NO_SUCH_USER
        except Refusal as refusal:
            return answer_refusal(refusal)
        return _lead_to(_where(user, "size" in request.match_info))

    async def picture_by_email(self, request: web.Request) -> web.StreamResponse:
        """Lead to the picture of whom everybody sees under an address, or else to that of the address."""
        try:
            self._authenticate(request)
        except Refusal as refusal:
            return answer_refusal(refusal)
        email, medium = request.match_info["email"], "size" in request.match_info
        user = self._world.users.by_shown_email(email)
        return _lead_to(
            gravatar_url(email, 1, MEDIUM if medium else "") if user is None else _where(user, medium)
        )

    def _authenticate(self, request: web.Request) -> User:
        self._check_host(request)
        header, key = request.headers.get("Authorization"), request.query.get("api_key")
        if header is None and key is not None:
            return authenticate_by_key(self._world, key)
        user = authenticate(self._world, header)
        ACCOUNTS.check(user, self._world.level)
        return user

    def _check_host(self, request: web.Request) -> None:
        if not self._hosts.knows(request.headers.get("Host")):
            raise failures.UNKNOWN_HOST


def _where(user: User, medium: bool) -> str:
    return medium_avatar_url(user) if medium else avatar_url(user, client_gravatar=False) or ""


def _lead_to(location: str) -> web.Response:
    return web.Response(status=302, headers={"Location": location})


def _answer_file(
    request: web.Request, upload: Upload, content: bytes, *, saved: bool = False
) -> web.Response:
    kind = _KINDS.guess_type(upload.path_id)[0] or "application/octet-stream"
    disposition = _disposition(upload.name, shown=kind in _SHOWN and not saved)
    headers = {"Content-Type": kind, "Content-Disposition": disposition, **_HARMLESS}
    return answer_portion(request, content, headers)


def _disposition(name: str, *, shown: bool) -> str:
    """Return how the file is to be shown or saved, its name in ASCII and as RFC 5987 has it."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    plain = "".join(sign if sign.isprintable() and sign not in '"\\' else "_" for sign in plain)
    manner = "inline" if shown else "attachment"
    return f"{manner}; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
