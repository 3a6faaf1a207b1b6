"""Settings that contradict the guide's contract are refused with a reason."""

from typing import Any

import msgspec
import pytest

from dragoman_server.guide import GuideSettings


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"guardrails": []}, "guardrails must hold at least one sentence"),
        ({"limit": 0}, "limit, window and callers must be greater than zero"),
        ({"window": 0}, "limit, window and callers must be greater than zero"),
        ({"callers": 0}, "limit, window and callers must be greater than zero"),
        ({"trusted_proxies": ["10.0.0.0/33"]}, "'10.0.0.0/33' does not appear to be an IPv4 or IPv6 network"),
        ({"contact_url": "example.org"}, "'example.org' is not a complete address"),
        ({"pages": {"nas": "javascript:alert(1)"}}, "'javascript:alert\\(1\\)' is not a complete address"),
        ({"pages": {"floppy": "https://lab.example"}}, "unknown field `floppy`"),
        ({"limits": 5}, "unknown field `limits`"),
    ],
)
def test_a_bad_setting_is_refused(settings: dict[str, Any], reason: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=reason):
        msgspec.convert(settings, GuideSettings)


def test_settings_are_read_from_plain_values() -> None:
    settings = msgspec.convert({"limit": 5, "pages": {"nas": "https://lab.example/nas"}}, GuideSettings)
    assert (settings.limit, settings.pages.nas) == (5, "https://lab.example/nas")
    assert settings.pages.ssd == "https://recovery.example.org/services/ssd"
