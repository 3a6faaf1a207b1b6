"""The kinds of problem that the guide reports; codes and words are invented, since none are published."""

import msgspec

from dragoman_server.guide.records import Problem


class ProblemKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of problem: what is the same each time."""

    status: int
    code: str
    title: str
    resolution: str

    def happened(self, base: str, *, path: str, detail: str) -> Problem:
        """Return the body for one occurrence."""
        return Problem(
            type=f"{base}{self.code}",
            title=self.title,
            status=self.status,
            detail=detail,
            instance=path,
            code=self.code,
            resolution=self.resolution,
        )


UNSUPPORTED_DEVICE_TYPE = ProblemKind(
    status=400,
    code="unsupported_device_type",
    title="Device type not supported",
    resolution="Give device_type once, with one of the supported values, or leave it out to get all of them.",
)
RATE_LIMIT_EXCEEDED = ProblemKind(
    status=429,
    code="rate_limit_exceeded",
    title="Too many reads",
    resolution="Wait for the seconds that Retry-After gives, then ask again.",
)
NOT_FOUND = ProblemKind(
    status=404,
    code="not_found",
    title="Nothing here",
    resolution="Start from the index at /api/v1, which names every address.",
)
METHOD_NOT_ALLOWED = ProblemKind(
    status=405,
    code="method_not_allowed",
    title="Method not allowed",
    resolution="Use GET: this service can only be read.",
)

KINDS = (UNSUPPORTED_DEVICE_TYPE, RATE_LIMIT_EXCEEDED, NOT_FOUND, METHOD_NOT_ALLOWED)
