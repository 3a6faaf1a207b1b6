"""Lets programs in a browser use the API from pages that are not the server's own."""

from aiohttp import web

from dragoman_server.hosts import Hosts

_ANYWHERE = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Authorization",
}
_AT_QUEUES = _ANYWHERE | {"Access-Control-Allow-Methods": "OPTIONS, GET, DELETE"}
_ELSEWHERE = _ANYWHERE | {"Access-Control-Allow-Methods": "GET, POST, DELETE, PUT, PATCH, HEAD"}


def open_to_page(response: web.Response, origin: str, hosts: Hosts, *, at_queues: bool) -> None:
    """Let the page at `origin` read the answer if it came by a name of this server.

    Real servers let any page; but this one tells keys to whoever is on its machine, and a page from
    elsewhere is not.
    """
    if hosts.knows(origin.partition("://")[2]):
        response.headers.update(_AT_QUEUES if at_queues else _ELSEWHERE)
