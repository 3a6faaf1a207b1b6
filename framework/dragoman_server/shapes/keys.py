"""Keys of accounts."""

from typing import TypedDict


class KeyFetched(TypedDict):
    """An account's key."""

    api_key: str
    email: str
    user_id: int


class KeyRegenerated(TypedDict):
    """The account's new key."""

    api_key: str
