"""What is hidden on file is sealed with a key that is not in the database (§6).

AES-256-GCM with a fresh nonce, bound to table, column and row, for what only opens; AES-256-SIV
(RFC 5297), bound to table and column and always the same for the same text, for what must be found
again.  Both keys come of the one key by HKDF (RFC 5869).  How long a text was is hidden within
steps of 512 octets, or of 128 for what is short or found again.

The library is loaded where a key is set, and nowhere else.
"""

from __future__ import annotations

import base64
import os
from binascii import Error
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rednov_bot.errors import CannotUnseal, Mendable
from rednov_bot.keys import Key
from rednov_bot.store.covers import Cover
from rednov_bot.store.statements import Values

_NONCE: Final = 12
_STEP: Final = 512  # octets by which what is sealed grows, so that its length tells little
_SHORT_STEP: Final = 128  # the same of a few words
_LENGTH: Final = 4  # octets that say how long it was


class Vault:
    """Seals and opens with one key, as databases are sealed now."""

    __slots__ = ("_aead", "_invalid", "_siv", "name")

    def __init__(self, key: Key) -> None:
        """Mendable where the library is not installed."""
        try:
            from cryptography.exceptions import InvalidTag
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM, AESSIV
            from cryptography.hazmat.primitives.hashes import SHA256
            from cryptography.hazmat.primitives.kdf.hkdf import HKDF
        except ModuleNotFoundError:
            raise Mendable(
                "the library that seals is not installed; pip install 'rednov-bot[seal]'"
            ) from None

        def derived(purpose: bytes, length: int) -> bytes:
            return HKDF(SHA256(), length, None, b"rednov 1 " + purpose).derive(key.octets)

        self.name = key.name
        self._aead = AESGCM(derived(b"seal", 32))
        self._siv = AESSIV(derived(b"look up", 64))
        self._invalid = InvalidTag

    def given(self, cover: Cover, values: Values) -> Values:
        """What a question is given, as it stands on file."""
        if not cover.given:
            return values
        masked = {name: self._masked(values[name], column) for name, column in cover.given}
        return {**values, **masked}

    def added(self, cover: Cover, row: Values) -> Values:
        """A row as it is to stand on file."""
        if not cover.masked and not cover.sealed:
            return row
        kept = dict(row)
        for name, column in cover.masked:
            kept[str(name)] = self._masked(kept[str(name)], column)
        for name, where, octets, place, short in cover.sealed:
            value = kept[str(name)]
            if value is not None:
                bound = _bound(where, [kept[str(one)] for one in place])
                step = _SHORT_STEP if short else _STEP
                kept[str(name)] = self._sealed(value, octets, bound, step)
        return kept

    def opened(self, cover: Cover, rows: Sequence[Sequence[Any]]) -> Sequence[Sequence[Any]]:
        """Rows as they were before they were sealed.  CannotUnseal where one was not, or so."""
        if not cover.masked and not cover.sealed:
            return rows
        return [self._opened_row(cover, row) for row in rows]

    def opened_values(self, cover: Cover, row: Mapping[str, Any]) -> dict[str, Any]:
        """The same of one row whose columns go by their names."""
        names = list(row)
        stand: dict[int | str, int] = {name: at for at, name in enumerate(names)}
        placed = Cover(
            masked=tuple([(stand[name], column) for name, column in cover.masked]),
            sealed=tuple(
                one._replace(at=stand[one.at], place=tuple([stand[it] for it in one.place]))
                for one in cover.sealed
            ),
        )
        return dict(zip(names, self._opened_row(placed, list(row.values())), strict=True))

    def _opened_row(self, cover: Cover, row: Sequence[Any]) -> list[Any]:
        found = list(row)
        for at, where, octets, place, _ in cover.sealed:
            value = row[int(at)]
            if value is not None:
                bound = _bound(where, [row[int(one)] for one in place])
                found[int(at)] = self._unsealed(value, octets, bound, where)
        for at, column in cover.masked:
            found[int(at)] = self._unmasked(row[int(at)], column)
        return found

    def _sealed(self, value: Any, octets: bool, bound: bytes, step: int) -> bytes | str:
        nonce = os.urandom(_NONCE)
        plain = _padded(value if octets else value.encode(), step)
        sealed = nonce + self._aead.encrypt(nonce, plain, bound)
        return sealed if octets else base64.b64encode(sealed).decode("ascii")

    def _unsealed(self, value: Any, octets: bool, bound: bytes, where: str) -> bytes | str:
        try:
            sealed = bytes(value) if octets else base64.b64decode(value, validate=True)
            plain = self._aead.decrypt(sealed[:_NONCE], sealed[_NONCE:], bound)
        except (self._invalid, Error, ValueError):
            raise CannotUnseal(where, self.name) from None
        text = _without_padding(plain)
        return text if octets else text.decode()

    def _masked(self, value: Any, column: str) -> Any:
        if not value:
            return value
        masked = self._siv.encrypt(_padded(value.encode(), _SHORT_STEP), [column.encode()])
        return base64.b64encode(masked).decode("ascii")

    def _unmasked(self, value: Any, column: str) -> Any:
        if not value:
            return value
        return _without_padding(self._found(value, column, column)).decode()

    def _found(self, value: Any, bound: str, column: str) -> bytes:
        """What stands in a column that is looked up."""
        try:
            masked = base64.b64decode(value, validate=True)
            return self._siv.decrypt(masked, [bound.encode()])
        except (self._invalid, Error, ValueError):
            raise CannotUnseal(column, self.name) from None


class FormerVault(Vault):
    """Opens what was sealed in the first form."""

    __slots__ = ()

    def _unmasked(self, value: Any, column: str) -> Any:
        if not value:
            return value
        return self._found(value, column.partition(".")[2], column).decode()


def _bound(where: str, place: Sequence[object]) -> bytes:
    """To what something sealed belongs; no text on file holds a NUL."""
    return "\0".join((where, *map(str, place))).encode()


def _padded(plain: bytes, least: int) -> bytes:
    """With its length before it, and zeros behind, up to the next step.

    Steps are of so many octets at least, of long texts an eighth to a sixteenth of their length.
    """
    length = _LENGTH + len(plain)
    step = max(least, 1 << max(0, length.bit_length() - 4))
    return len(plain).to_bytes(_LENGTH, "big") + plain + bytes(-length % step)


def _without_padding(padded: bytes) -> bytes:
    return padded[_LENGTH : _LENGTH + int.from_bytes(padded[:_LENGTH], "big")]
