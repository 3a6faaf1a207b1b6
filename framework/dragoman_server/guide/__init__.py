"""The public guide API: read-only, for anyone, without a key."""

from dragoman_server.guide.routes import guide_routes
from dragoman_server.guide.settings import DeviceType, GuidePages, GuideSettings

__all__ = ["DeviceType", "GuidePages", "GuideSettings", "guide_routes"]
