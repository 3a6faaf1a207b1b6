"""Answers questions about data recovery with the guide's official pages."""

from dragoman_plugins.recovery_guide.plugin import RecoveryGuide, RecoveryGuideOptions

__all__ = ["RecoveryGuide", "RecoveryGuideOptions"]
