"""Upload the organization's own emoji."""

from dragoman.model import File, RealmEmoji
from dragoman.operations.operation import Answer, Done, Operation


class EmojiFound(Answer):
    """The organization's own emoji, deactivated ones included."""

    emoji: dict[str, RealmEmoji]
    """By id."""


class GetEmoji(Operation[EmojiFound], method="GET", path="/realm/emoji"):
    """List the organization's own emoji.

    Source: not in the spec.
    """


class UploadEmoji(Operation[Done], method="POST", path="/realm/emoji/{emoji_name}"):
    """Upload an emoji.

    Fails with code ``BAD_REQUEST`` for a name that is taken or not valid, ``BAD_IMAGE`` for what is no
    picture.
    Source: not in the spec.
    """

    emoji_name: str
    """Lower-case letters, digits, ``-`` and ``_``."""
    file: File


class DeactivateEmoji(Operation[Done], method="DELETE", path="/realm/emoji/{emoji_name}"):
    """Deactivate an emoji; messages keep it.

    Fails with ``NotFound`` when there is none; with code ``BAD_REQUEST`` when one may not.
    Source: not in the spec.
    """

    emoji_name: str
