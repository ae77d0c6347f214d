"""OpenPGP keys that gnomes gave, and what is encrypted to them (RFC 9580).

The library is loaded where somebody has a key, and nowhere else.  By itself it encrypts to keys
that have expired or were revoked, so both are asked here.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rednov_bot.core.errors import CannotEncrypt, Mendable

if TYPE_CHECKING:
    from pysequoia import Cert
    from pysequoia.packet import Packet, PacketPile

_ANOTHER: Final = "ask its owner for another"
_EXPORT: Final = "put one there (gpg --armor --export)"


def read(octets: bytes) -> str:
    """The public key in a file, in armour.  CannotEncrypt where nothing can be encrypted to it.

    Whether it has expired is not asked: that depends on when, and `encrypted` asks.
    """
    _load()
    from pysequoia import Cert
    from pysequoia.packet import PacketPile, Tag

    try:
        tags = [packet.tag for packet in PacketPile.from_bytes(octets)]
        if Tag.SecretKey in tags or Tag.SecretSubkey in tags:
            raise CannotEncrypt(
                "holds a secret key",
                "keep that from other eyes, and put the public one there (gpg --armor --export)",
            )
        cert = Cert.from_bytes(octets)
    except RuntimeError:  # its words may quote the file
        raise CannotEncrypt("holds no OpenPGP key, or more than one", _EXPORT) from None
    if cert.is_revoked:
        raise CannotEncrypt("was revoked", _ANOTHER)
    if not _suits(cert):
        raise CannotEncrypt("cannot be encrypted to, for it has no part for that", _ANOTHER)
    return str(cert)


def encrypted(octets: bytes, key: str, at: datetime) -> bytes:
    """Octets that only the owner of the key can read, in armour, with LF.

    CannotEncrypt where the key, or its part for encryption, has expired by *at*.
    """
    _load()
    from pysequoia import encrypt

    cert = _known(key)
    if cert.expiration is not None and cert.expiration <= at:
        raise _expired(cert.expiration)
    try:
        return encrypt(recipients=[_fresh(cert, at)], bytes=octets)
    except RuntimeError:
        raise CannotEncrypt("cannot be encrypted to any more", _ANOTHER) from None


def _fresh(cert: Cert, at: datetime) -> Cert:
    """The key without those of its parts that have expired."""
    from pysequoia import Cert
    from pysequoia.packet import PacketPile

    parts = tuple(_parts(PacketPile.from_bytes(bytes(cert))))
    ends = [(part, until) for part in parts if (until := _until(part)) and until <= at]
    if not ends:
        return cert
    old = [part for part, _ in ends]
    fresh = Cert.from_packets([packet for part in parts if part not in old for packet in part])
    if not _suits(fresh):
        raise _expired(max(until for _, until in ends))
    return fresh


def _parts(packets: PacketPile) -> Iterator[tuple[Packet, ...]]:
    """The primary key with its names, then each subkey, with what was signed of them."""
    from pysequoia.packet import Tag

    part: list[Packet] = []
    for packet in packets:
        if packet.tag == Tag.PublicSubkey and part:
            yield tuple(part)
            part = []
        part.append(packet)
    yield tuple(part)


def _until(part: tuple[Packet, ...]) -> datetime | None:
    """When a subkey expires, by what its owner signed last; None where never, or of no subkey."""
    from pysequoia.packet import SignatureType

    made = part[0].key_created
    signed = [
        (packet.signature_created, packet.key_validity_period)
        for packet in part
        if packet.signature_type == SignatureType.SubkeyBinding
    ]
    if made is None or not signed:
        return None
    lasts = max(signed, key=lambda one: (one[0] is not None, one[0]))[1]
    return made + lasts if lasts else None


def _suits(cert: Cert) -> bool:
    """Whether it has any part that one can encrypt to."""
    from pysequoia import encrypt

    try:
        encrypt(recipients=[cert], bytes=b"")
    except RuntimeError:
        return False
    return True


@lru_cache(maxsize=64)
def _known(key: str) -> Cert:
    from pysequoia import Cert

    return Cert.from_bytes(key.encode("ascii", "replace"))


def _expired(since: datetime) -> CannotEncrypt:
    return CannotEncrypt(f"expired on {since:%Y-%m-%d}", _ANOTHER)


def _load() -> None:
    """Mendable where the library is not installed."""
    try:
        import pysequoia  # noqa: F401
    except ModuleNotFoundError:
        raise Mendable(
            "the library for OpenPGP is not installed; pip install 'rednov-bot[openpgp]'"
        ) from None
