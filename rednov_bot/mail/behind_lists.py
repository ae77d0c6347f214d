"""How far it is shown that a list passed a mail on: by its own domain, for it alone can say so.

What an author has signed shows who wrote it, and to whom; a list's marks anybody can put above it.
"""

from __future__ import annotations

from functools import partial
from operator import eq
from typing import Final

from rednov_bot.kinds import Trust
from rednov_bot.mail.addresses import addresses
from rednov_bot.mail.arc import last_seal
from rednov_bot.mail.findings import ALWAYS, Found, Voucher, vouches
from rednov_bot.mail.letter import Opened
from rednov_bot.mail.signed_fields import covered

SPF_AGAINST: Final = ("fail", "softfail")
_MARKS: Final = ("list-post", "x-beenthere", "x-mailing-list", "sender", "errors-to")


def is_munged(mail: Opened) -> bool:
    """Whether the list has put its own address into From: its author stands elsewhere then."""
    return set(addresses(mail.head.all("from"))).isdisjoint(mail.letter.addresses)


def of_a_list(
    mail: Opened,
    found: Found,
    lists: tuple[str, ...],
    authors: tuple[str, ...],
    authserv_id: str | None,
    signed: tuple[str, ...],
) -> tuple[Trust, tuple[str, ...]]:
    """A list's mail of which its author has not shown that e wrote it to that list.

    *signed* is by what it is shown that e wrote it at all, to somebody else.
    """
    vouchers = [*found.signatures(), *found.dmarc()]
    passed = [one for one in vouchers if vouches(one.domain, lists) and _is_of_it(mail, one)]
    passed += [one for one in found.sent_by() if vouches(one.domain, lists)]
    good = [one.why for one in passed]
    sealed, proves = _sealed(mail, found, lists, authors, authserv_id)
    if proves:
        return "proved", (sealed, *good)
    good += [sealed] if sealed else []
    people = mail.roster.people
    if good and any(people.get(one) != mail.letter.sender for one in mail.letter.addresses):
        return "doubtful", (
            "beside their address stands another's, which may be the author's",
            *good,
        )
    if good:
        return "listed", (f"the list passed it on: {good[0]}", *good[1:], *signed)
    against = _against(found, lists)
    if against:
        return "contradicted", (f"it bears a list's marks, but {against}",)
    of = lists[0] if lists else "a list"
    if signed:
        why = f"their domain vouches for it, but not that it was written to the list of {of}"
        return "doubtful", (why, *signed)
    if any(vouches(one.domain, lists) for one in vouchers):
        return "doubtful", (f"what {of} has signed leaves open which list it was, or whose mail",)
    strangers = [one.domain for one in (*found.signatures(), *found.sent_by())]
    if strangers:
        why = f"it bears the marks of {of}, but only {strangers[0]} vouches for it"
        return "doubtful", (why,)
    return "plain", ("no domain vouches for it, neither its author's nor the list's",)


def _is_of_it(mail: Opened, voucher: Voucher) -> bool:
    """Whether a list's signature says that it passed the mail on, and for whom.

    It covers what says which list it was; and where the list has rewritten From, what says whose.
    """
    if not voucher.is_for((*ALWAYS, *_names_author(mail))):
        return False
    marks = ("list-id",) if mail.head.all("list-id") else _MARKS
    there = [one for one in marks if mail.head.all(one)]
    to_it = [one for one in ("to", "cc") if _names_list(mail, one)]
    return any(voucher.is_for((one,)) for one in (*there, *to_it))


def _names_author(mail: Opened) -> tuple[str, ...]:
    if not is_munged(mail):
        return ()
    own = mail.letter.addresses
    return next(
        ((name,) for name in ("reply-to", "cc") if set(own) & set(addresses(mail.head.all(name)))),
        (),
    )


def _names_list(mail: Opened, field: str) -> bool:
    known = mail.roster.fora_by_address
    return any(known.get(one) == mail.forum.key for one in addresses(mail.head.all(field)))


def _sealed(
    mail: Opened,
    found: Found,
    lists: tuple[str, ...],
    authors: tuple[str, ...],
    authserv_id: str | None,
) -> tuple[str, bool]:
    """That the list sealed it, and whether it had found its author's domain to vouch for it."""
    valid = any(one.result == "pass" for one in found.of("arc"))
    seal = last_seal(mail.head, authserv_id or "") if valid else None
    if seal is None or not vouches(seal.domain, lists):
        return "", False
    covers = covered(mail.head, partial(eq, seal.domain), field="arc-message-signature")
    if not _is_of_it(mail, Voucher(seal.domain, "", covers)):
        return "", False
    to_it = any(_names_list(mail, one) for one in ("to", "cc"))
    for one in seal.results if to_it else ():
        domain = one.domain("header.d", "header.i", "header.from")
        if one.result == "pass" and one.method == "dkim" and vouches(domain, authors):
            return f"{seal.domain} sealed (ARC) that DKIM of {domain} passed", True
        if one.result == "pass" and one.method == "dmarc" and domain in authors:
            return f"{seal.domain} sealed (ARC) that DMARC of {domain} passed", True
    return f"{seal.domain} sealed it (ARC)", False


def _against(found: Found, lists: tuple[str, ...]) -> str:
    for one in found.of("spf"):
        domain = one.domain("smtp.mailfrom", "smtp.mfrom", "smtp.helo")
        if one.result in SPF_AGAINST and vouches(domain, lists):
            return f"{domain} does not let the server send that handed it over (SPF)"
    for one in found.of("dmarc"):
        domain = one.domain("header.from")
        if one.result == "fail" and vouches(domain, lists):
            return f"DMARC of {domain} fails, says our server"
    for one in found.of("dkim"):
        domain = one.domain("header.d", "header.i")
        if one.result == "fail" and vouches(domain, lists):
            return f"the signature of {domain} is broken, says our server"
    return next(
        (
            f"the signature of {one.domain} does not hold: {one.why}"
            for one in found.signed
            if one.why and vouches(one.domain, lists)
        ),
        "",
    )
