"""Faults: how the server misbehaves on purpose, before and after it has done what it was asked."""

from dragoman_server.faults.act import Act
from dragoman_server.faults.injector import Faults
from dragoman_server.faults.rule import Match, Rule

__all__ = ["Act", "Faults", "Match", "Rule"]
