"""The control API: steers a running server over HTTP, from this machine only, by a token of its own."""

from dragoman_server.control.routes import Control

__all__ = ["Control"]
