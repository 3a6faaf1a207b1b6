"""API keys and passwords: compared as digests in constant time; keys are also there to be handed out."""

import hashlib
import hmac
import re
import secrets
import string

KEY_LENGTH = 32
_ALPHABET = string.ascii_letters + string.digits
_HASH = re.compile(r"scrypt\$(?:[0-9a-f]{2})+\$[0-9a-f]{128}")
_NOBODY = hashlib.sha256(b"nobody").digest()


def random_key() -> str:
    """Return 32 random letters and digits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(KEY_LENGTH))


def is_key(text: str) -> bool:
    """Tell whether `text` could be a key at all."""
    return len(text) == KEY_LENGTH and text.isascii() and text.isalnum()


def is_password_hash(text: str) -> bool:
    """Tell whether `text` is what `Keys.password_hash` returns."""
    return _HASH.fullmatch(text) is not None


class Keys:
    """The secrets of the accounts, by user ID."""

    def __init__(self) -> None:
        """Start without any."""
        self._keys: dict[int, str] = {}
        self._digests: dict[int, bytes] = {}
        self._passwords: dict[int, tuple[bytes, bytes]] = {}
        self._unhashed: dict[int, str] = {}
        """Passwords that came with a dump, in clear as they stand there; hashed when first asked for."""

    def __repr__(self) -> str:
        """Say how many there are, never what they are."""
        return f"<Keys of {len(self._keys)} accounts>"

    def set_key(self, user_id: int, key: str) -> None:
        """Give an account its key."""
        self._keys[user_id] = key
        self._digests[user_id] = hashlib.sha256(key.encode()).digest()

    def key(self, user_id: int) -> str:
        """Return an account's key, to be told to its owner."""
        return self._keys[user_id]

    def key_fits(self, user_id: int | None, key: str) -> bool:
        """Tell whether `key` is the account's; for an unknown account it takes as long and is not."""
        expected = _NOBODY if user_id is None else self._digests.get(user_id, _NOBODY)
        return hmac.compare_digest(hashlib.sha256(key.encode()).digest(), expected)

    def set_password(self, user_id: int, password: str) -> None:
        """Give an account a password."""
        salt = secrets.token_bytes(16)
        self._passwords[user_id] = (salt, _stretch(password, salt))
        self._unhashed.pop(user_id, None)

    def set_password_later(self, user_id: int, password: str) -> None:
        """Give an account a password without the time that hashing takes: for many at once."""
        self._unhashed[user_id] = password

    def set_password_hash(self, user_id: int, text: str) -> None:
        """Give an account the password of which `password_hash` told the digest."""
        _, salt, digest = text.split("$")
        self._passwords[user_id] = (bytes.fromhex(salt), bytes.fromhex(digest))

    def unhashed_password(self, user_id: int) -> str | None:
        """Return a password that a dump gave and nobody has used yet."""
        return self._unhashed.get(user_id)

    def password_hash(self, user_id: int) -> str | None:
        """Return salt and digest of an account's password as text; `None` where there is none."""
        found = self._passwords.get(user_id)
        return None if found is None else f"scrypt${found[0].hex()}${found[1].hex()}"

    def password_fits(self, user_id: int | None, password: str) -> bool:
        """Tell whether `password` is the account's. Slow on purpose: call it in a thread."""
        waiting = None if user_id is None else self._unhashed.get(user_id)
        if user_id is not None and waiting is not None:
            self.set_password(user_id, waiting)
        salt, expected = self._passwords.get(user_id if user_id is not None else -1, (b"salt", b""))
        return hmac.compare_digest(_stretch(password, salt), expected)


def _stretch(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=2**15, r=8, p=1, maxmem=64 * 1024 * 1024)
