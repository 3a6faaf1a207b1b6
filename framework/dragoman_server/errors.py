"""Refusals: how the server says that it will not do what was asked.

Exception
Refusal                 the answer is its status with its body; nothing was changed
one class a sentence  made by `failure`, listed in failures.py, so that endpoints can declare them
"""

from collections.abc import Mapping
from typing import Any, ClassVar


class Refusal(Exception):
    """A request that was refused; nothing was changed by it."""

    text: ClassVar[str] = ""
    """What `msg` says; names in braces are filled with the details."""

    code: ClassVar[str | None] = "BAD_REQUEST"
    """`None` where the API sends no `code` at all."""

    status: ClassVar[int] = 400

    since: ClassVar[int] = 0
    until: ClassVar[int | None] = None
    """The feature levels at which it is said; `until` is the first at which it no longer is."""

    page: ClassVar[bool] = False
    """Whether it is said on a page of HTML instead of in JSON."""

    fields: ClassVar[Mapping[str, Any]] = {}
    """Which details also stand in the body, in this order, with their types."""

    def __init__(self, **details: Any) -> None:
        """Keep what it is about."""
        super().__init__(details)
        self.details = details

    def __str__(self) -> str:
        """Say the sentence with its details."""
        return self.text.format_map(self.details)

    def body(self) -> dict[str, Any]:
        """Return the answer's body."""
        body: dict[str, Any] = {"result": "error", "msg": str(self)}
        for field in self.fields:
            body[field] = self.details[field]
        if self.code is not None:
            body["code"] = self.code
        return body


Failure = type[Refusal]
"""One way in which a request can fail."""


def failure(
    text: str,
    code: str | None = "BAD_REQUEST",
    status: int = 400,
    fields: Mapping[str, Any] | None = None,
    *,
    page: bool = False,
    since: int = 0,
    until: int | None = None,
) -> Failure:
    """Return the class of the refusals that say `text`."""
    named = f"Refusal {status} {code}: {text}"
    own = {"text": text, "code": code, "status": status, "fields": fields or {}, "page": page}
    return type(named, (Refusal,), {**own, "since": since, "until": until})
