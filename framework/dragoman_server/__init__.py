"""A server that speaks the messaging API and the guide API, for trying and testing bots on one machine."""

from dragoman_server.accounts import Account
from dragoman_server.clock import Clock
from dragoman_server.faults import Act, Match
from dragoman_server.guide import GuideSettings
from dragoman_server.person import Person
from dragoman_server.running import RemoteAddress, Server, running_server
from dragoman_server.settings import RateLimit, ServerSettings
from dragoman_server.store import StoreFailed, StoreRefused
from dragoman_server.world.dump.writing import export_world
from dragoman_server.world.file import WorldFile, default_world
from dragoman_server.world.loading import load_world
from dragoman_server.world.problems import Problem, WorldError

__all__ = [
    "Account",
    "Act",
    "Clock",
    "GuideSettings",
    "Match",
    "Person",
    "Problem",
    "RateLimit",
    "RemoteAddress",
    "Server",
    "ServerSettings",
    "StoreFailed",
    "StoreRefused",
    "WorldError",
    "WorldFile",
    "default_world",
    "export_world",
    "load_world",
    "running_server",
]
