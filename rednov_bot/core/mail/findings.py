"""What was found out about a mail: our server's word, and the signatures that were checked here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from operator import eq

from rednov_bot.core.mail.domain_keys import Signed
from rednov_bot.core.mail.headers import Head
from rednov_bot.core.mail.results import Result
from rednov_bot.core.mail.signed_fields import covered

ALWAYS = ("from", "date", "subject")
"""What a signature has to cover, or it says nothing of what is read.

The Message-ID may be open, as some large providers leave it: the same words under the same Date
count once, whatever it is.
"""


@dataclass(frozen=True, slots=True)
class Voucher:
    """A domain that vouches for a mail, how, and for which of its fields."""

    domain: str
    why: str
    covers: frozenset[str] | None = None  # None where nothing is signed, or it was taken out

    def is_for(self, names: Iterable[str]) -> bool:
        """Whether it vouches for these fields as well."""
        return self.covers is None or self.covers.issuperset(names)


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of a mail."""

    head: Head
    results: tuple[Result, ...]
    signed: tuple[Signed, ...]

    def of(self, method: str) -> tuple[Result, ...]:
        """What one method found."""
        return tuple(one for one in self.results if one.method == method)

    def signatures(self) -> list[Voucher]:
        """Each signature that holds."""
        found = [(one.domain, "checked here", "") for one in self.signed if one.good]
        for one in self.of("dkim"):
            if one.result == "pass":
                domain = one.domain("header.d", "header.i")
                found.append((domain, "says our server", one.of("header.b")))
        return [
            Voucher(
                domain,
                f"DKIM of {domain} passes, {how}",
                covered(self.head, partial(eq, domain), begins=begins),
            )
            for domain, how, begins in found
            if domain
        ]

    def dmarc(self) -> list[Voucher]:
        """The domain of From, where something holds that is by it or its like."""
        found = [
            one.domain("header.from")
            for one in self.of("dmarc")
            if one.result == "pass" and one.domain("header.from")
        ]
        return [
            Voucher(
                domain, f"DMARC of {domain} passes, says our server", self._aligned_with(domain)
            )
            for domain in found
        ]

    def _aligned_with(self, domain: str) -> frozenset[str] | None:
        """What every signature covers by which DMARC of a domain may have passed (RFC 7489, 3.1).

        Kin that sign too little make this less, and never more.  Where no signature is known to
        hold it may have passed by the server that handed the mail over, and nothing be signed.
        """
        covers = covered(self.head, partial(are_kin, domain))
        signed = any(are_kin(domain, one.domain) for one in self.signatures())
        sent = any(is_in_line(domain, one.domain) for one in self.sent_by())
        return covers or (None if sent and not signed else covers)

    def sent_by(self) -> list[Voucher]:
        """Each domain that let the server send which handed the mail over."""
        found = [
            one.domain("smtp.mailfrom", "smtp.mfrom", "smtp.helo")
            for one in self.of("spf")
            if one.result == "pass"
        ]
        return [Voucher(at, f"SPF of {at} passes, says our server") for at in found if at]


def are_kin(one: str, other: str) -> bool:
    """Whether two domains may be of one organisation: they have their last two names in common.

    In some countries more than these have, so that this may only lessen what is shown.
    """
    return bool(one) and one.split(".")[-2:] == other.split(".")[-2:]


def is_in_line(one: str, other: str) -> bool:
    """Whether two domains are the same, or one of them lies in the other: surely of one house."""
    return vouches(one, (other,)) or vouches(other, (one,))


def vouches(domain: str, of: Iterable[str]) -> bool:
    """Whether a domain speaks for one of these: it is the same, or one that they lie in.

    Not one below it: that may be lent to somebody else, and only the server's DMARC knows.
    """
    return any(
        domain == one or (one.endswith(f".{domain}") and domain.count(".") >= 1) for one in of
    )
