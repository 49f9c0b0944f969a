"""Secret keys and room codes: how they are made, and the hashes that stand for them.

A key is derived from what whoever acts knows (the action's token) and a random salt, so that an
action repeated after a lost answer gives the same key again, though only the key's hash and the
salt are stored.  The room code is derived from the host's key: whoever hosts can be told it.
"""

import base64
import hashlib
import hmac
import secrets
from functools import lru_cache
from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH: Final = 8
_KEY_BYTES: Final = 18
_CODE_SALT: Final = b"maubinh room code"


def new_salt() -> str:
    """Return 128 random bits as text."""
    return secrets.token_hex(16)


def derive_key(secret: str, salt: str, role: str, seat: int | None = None) -> str:
    """Return a key of 144 bits, 24 characters that may stand in an address."""
    message = f"{salt}/{role}/{seat}".encode()
    digest = hmac.digest(secret.encode(), message, "sha256")
    return base64.urlsafe_b64encode(digest[:_KEY_BYTES]).decode("ascii")


def key_hash(key: str) -> str:
    """Return what the database keeps of a key or a token."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def room_code(host_key: str) -> str:
    """Return the room code of a host's key, such as ``K7MP-2QXR``: 31⁸ ≈ 8.5·10¹¹ codes."""
    number = int.from_bytes(hmac.digest(host_key.encode(), _CODE_SALT, "sha256"), "big")
    letters = ""
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters += ALPHABET[letter]
    return f"{letters[:4]}-{letters[4:]}"


def read_code(typed: str) -> str | None:
    """Return the letters of a typed code, None if it can be none.

    >>> read_code(" k7mp 2qxr "), read_code("K7MP"), read_code("K7MP-2QX!")
    ('K7MP2QXR', None, None)
    """
    if len(typed) > 4 * CODE_LENGTH:
        return None
    letters = "".join(typed.upper().split()).replace("-", "")
    fits = len(letters) == CODE_LENGTH and set(letters) <= set(ALPHABET)
    return letters if fits else None


@lru_cache(maxsize=1024)
def code_hash(letters: str) -> str:
    """Return a slow hash of a code: a stolen database does not tell 40 bits cheaply."""
    digest = hashlib.scrypt(letters.encode(), salt=_CODE_SALT, n=2**12, r=8, p=1, dklen=32)
    return digest.hex()
