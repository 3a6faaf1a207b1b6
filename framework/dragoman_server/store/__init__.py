"""Keeps an organisation in a file, so that what was answered is still there after a kill at any moment."""

from dragoman_server.store.keeper import Keeper, StoreFailed
from dragoman_server.store.opening import Seed, open_keeper
from dragoman_server.store.parking import park_queues, resume_queues
from dragoman_server.store.problems import StoreRefused

__all__ = [
    "Keeper",
    "Seed",
    "StoreFailed",
    "StoreRefused",
    "open_keeper",
    "park_queues",
    "resume_queues",
]
