"""Asks a name server for the keys by which domains sign their mail."""

from __future__ import annotations

from typing import Final

from rednov_bot.core.errors import SettingsError
from rednov_bot.core.mail.dkim import Lookup, NoAnswer

PATIENCE: Final = 4.0  # seconds for one question, however often it is repeated
SYSTEM: Final = "system"  # the name servers of the machine


def asked_of(server: str, *, port: int = 53, patience: float = PATIENCE) -> Lookup:
    """A lookup at a name server, by its IP address; or at those of the machine.

    Raises SettingsError where that is no address, or the library is missing.
    """
    try:
        from dns import exception, resolver
    except ImportError:
        raise SettingsError(
            "trust.resolver needs a library that is not installed; "
            "install it with pip install 'rednov-bot[dkim]'"
        ) from None
    try:
        found = resolver.Resolver(configure=server == SYSTEM)
        if server != SYSTEM:
            found.nameservers = [server]
            found.port = port
    except (ValueError, exception.DNSException):
        raise SettingsError(
            f'trust.resolver is "{server}"; write "{SYSTEM}" or the IP address of a name server'
        ) from None

    def record(name: str) -> str | None:
        try:
            answer = found.resolve(name, "TXT", lifetime=patience, search=False)
        except (resolver.NXDOMAIN, resolver.NoAnswer):
            return None
        except (exception.DNSException, OSError, UnicodeError):
            raise NoAnswer from None
        texts = [b"".join(one.strings) for one in answer]
        return texts[0].decode("ascii", "replace") if len(texts) == 1 else None

    return record
