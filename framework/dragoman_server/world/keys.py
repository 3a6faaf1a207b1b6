"""API keys and passwords: compared as digests in constant time; keys are also there to be handed out."""

import hashlib
import hmac
import re
import secrets
import string
from concurrent.futures import ThreadPoolExecutor

from dragoman_server.world.tables import Holder, Table

KEY_LENGTH = 32
_ALPHABET = string.ascii_letters + string.digits
_HASH = re.compile(r"scrypt\$(?:[0-9a-f]{2})+\$[0-9a-f]{128}")
_NOBODY = hashlib.sha256(b"nobody").digest()
_NO_PASSWORD = f"scrypt${secrets.token_hex(16)}$"


def random_key() -> str:
    """Return 32 random letters and digits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(KEY_LENGTH))


def is_key(text: str) -> bool:
    """Tell whether `text` could be a key at all."""
    return len(text) == KEY_LENGTH and text.isascii() and text.isalnum()


def is_password_hash(text: str) -> bool:
    """Tell whether `text` is what `Keys.password_hash` returns."""
    return _HASH.fullmatch(text) is not None


class Keys(Holder):
    """The secrets of the accounts, by user ID."""

    FOLLOWS = frozenset(("_digests",))
    PASSING = frozenset(("_unhashed",))

    def __init__(self) -> None:
        """Start without any."""
        self._keys: Table[int, str] = Table("api_key", int, str)
        self._digests: dict[int, bytes] = {}
        self._passwords: Table[int, str] = Table("password", int, str)
        self._unhashed: dict[int, str] = {}
        """Passwords that came with a file, in clear as they stand there; hashed before they are stored."""

    def index(self) -> None:
        """Make the digests of the keys again."""
        self._digests = {user_id: _digest(key) for user_id, key in self._keys.items()}

    def __repr__(self) -> str:
        """Say how many there are, never what they are."""
        return f"<Keys of {len(self._keys)} accounts>"

    def set_key(self, user_id: int, key: str) -> None:
        """Give an account its key."""
        self._keys[user_id] = key
        self._digests[user_id] = _digest(key)

    def key(self, user_id: int) -> str:
        """Return an account's key, to be told to its owner."""
        return self._keys[user_id]

    def key_fits(self, user_id: int | None, key: str) -> bool:
        """Tell whether `key` is the account's; for an unknown account it takes as long and is not."""
        expected = _NOBODY if user_id is None else self._digests.get(user_id, _NOBODY)
        return hmac.compare_digest(_digest(key), expected)

    def holder_of(self, key: str) -> int | None:
        """Return whose key it is; all are compared, so that every answer takes as long."""
        digest = _digest(key)
        holders = [one for one, known in self._digests.items() if hmac.compare_digest(digest, known)]
        return holders[0] if holders else None

    def set_password(self, user_id: int, password: str) -> None:
        """Give an account a password."""
        self.set_password_hash(user_id, hash_password(password))

    def set_password_later(self, user_id: int, password: str) -> None:
        """Give an account a password without the time that hashing takes: for many at once."""
        self._unhashed[user_id] = password

    def set_password_hash(self, user_id: int, text: str) -> None:
        """Give an account the password of which `password_hash` told the digest."""
        self._passwords[user_id] = text
        self._unhashed.pop(user_id, None)

    def hash_waiting(self) -> dict[int, str]:
        """Hash all passwords that are not yet, and return the digests. Slow: call it in a thread."""
        waiting = dict(self._unhashed)
        with ThreadPoolExecutor() as threads:
            return dict(zip(waiting, threads.map(hash_password, waiting.values()), strict=True))

    def unhashed_password(self, user_id: int) -> str | None:
        """Return a password that a dump gave and nobody has used yet."""
        return self._unhashed.get(user_id)

    def password_hash(self, user_id: int) -> str | None:
        """Return salt and digest of an account's password as text; `None` where there is none."""
        return self._passwords.get(user_id)

    def password_fits(self, user_id: int | None, password: str) -> bool:
        """Tell whether `password` is the account's. Slow on purpose: call it in a thread."""
        known = self._passwords.get(-1 if user_id is None else user_id, _NO_PASSWORD)
        _, salt, expected = known.split("$")
        stretched = _stretch(password, bytes.fromhex(salt)).hex()
        waiting = None if user_id is None else self._unhashed.get(user_id)
        if waiting is not None:
            return hmac.compare_digest(password.encode(), waiting.encode())
        return hmac.compare_digest(stretched, expected)


def hash_password(password: str) -> str:
    """Return salt and digest of a password as text. Slow on purpose: call it in a thread."""
    salt = secrets.token_bytes(16)
    return f"scrypt${salt.hex()}${_stretch(password, salt).hex()}"


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()


def _stretch(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=2**15, r=8, p=1, maxmem=64 * 1024 * 1024)
