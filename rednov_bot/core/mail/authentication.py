"""How far it is shown that a mail is its author's.  Opened -> Confidence.

From alone shows nothing.  What our own mail server found counts, and the signatures that the bot
checks itself; of a list's mail, that the list's own domain vouches for it, for lists change mails
and rewrite From, and break by that what their authors signed (RFC 7960).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from operator import eq
from typing import Final

from rednov_bot.core.mail.addresses import addresses
from rednov_bot.core.mail.domain_keys import DomainKeys, Signed
from rednov_bot.core.mail.findings import ALWAYS, Found, Voucher, are_kin, vouches
from rednov_bot.core.mail.headers import Head
from rednov_bot.core.mail.letter import Opened
from rednov_bot.core.mail.results import LONGEST, Result, believed, parsed
from rednov_bot.core.mail.roster import folded
from rednov_bot.core.mail.screening import is_ours
from rednov_bot.core.mail.signed_fields import ambiguity, covered
from rednov_bot.kinds import Trust
from rednov_bot.papers import Confidence

MOST_GROUNDS: Final = 6
"""For one mail: they are told to people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks:
    """What a host lets the bot believe of where a mail comes from."""

    authserv_id: str | None = None
    results: int = 1  # how many fields our own server always writes
    keys: DomainKeys | None = None  # where the bot checks signatures itself
    lists: Callable[[str], tuple[str, ...]] = lambda _: ()  # domains that vouch for a forum

    @property
    def are_made(self) -> bool:
        """Whether anything is checked at all."""
        return self.authserv_id is not None or self.keys is not None


def confidence(
    mail: Opened, octets: bytes, checks: Checks, at: datetime, *, by_list: bool = False
) -> Confidence | None:
    """How far it is shown that *mail* is its author's, or the bot's own; None of a stranger's.

    Of one that is *by_list*, which tells of itself, how far that it is by that list.
    None also where nothing is checked.  *octets* are those of the mail as it came, *at* is when.
    It takes bounded time (domain_keys.py).
    """
    if not checks.are_made:
        return None
    if mail.letter.sender is None and not by_list and not is_ours(mail):
        return None
    results: tuple[Result, ...] | None = ()
    if checks.authserv_id is not None:
        results = believed(mail.head.in_order, checks.authserv_id, checks.results)
    signed: tuple[Signed, ...] = ()
    if checks.keys is not None:
        signed = checks.keys.checked(octets, _wanted(mail, checks), at)
    trust, grounds = _weighed(mail, Found(mail.head, results or (), signed), checks)
    grounds = grounds[:MOST_GROUNDS]
    why = ambiguity(octets, mail.head)
    if why and trust != "contradicted":
        return Confidence(trust="doubtful", grounds=(why, *grounds))
    if results is None and trust == "plain":
        unread = f"what {checks.authserv_id} found cannot be read"
        return Confidence(trust="doubtful", grounds=(unread, *grounds))
    if checks.authserv_id is not None and not results:
        grounds = (*grounds, f"it bears no results of {checks.authserv_id}")
    return Confidence(trust=trust, grounds=grounds or ("nothing speaks for it or against",))


def _wanted(mail: Opened, checks: Checks) -> tuple[str, ...]:
    """The domains whose signatures are worth a look, the author's own first."""
    return (*_authors(mail), *_lists(mail, checks))


def _authors(mail: Opened) -> tuple[str, ...]:
    """The domains of the author's addresses that the mail names."""
    return tuple(dict.fromkeys(one.rpartition("@")[2] for one in _authors_own(mail)))


def _authors_own(mail: Opened) -> tuple[str, ...]:
    name, people = mail.letter.sender, mail.roster.people
    if name is None:
        return tuple([one for one in mail.letter.addresses if one in mail.roster.bots])
    return tuple([one for one in mail.letter.addresses if people.get(one) == name])


def _lists(mail: Opened, checks: Checks) -> tuple[str, ...]:
    """The domains that vouch for the list which passed the mail on; none where none did."""
    forum = mail.forum
    if not forum.listed or forum.key is None:
        return ()
    own = (forum.domain,) if forum.domain else ()
    return (*own, *checks.lists(forum.key))


def _weighed(mail: Opened, found: Found, checks: Checks) -> tuple[Trust, tuple[str, ...]]:
    authors, forum = _authors(mail), mail.forum
    by_author = _by_author(mail, found, authors)
    proofs = [one for one in by_author if one.is_for(ALWAYS)]
    listed = forum.listed and forum.key is not None
    here = [one.why for one in proofs if _is_to_here(mail, one)]
    if not forum.listed:
        here += [one.why for one in found.sent_by() if one.domain in authors]
    signed = tuple(dict.fromkeys([one.why for one in proofs]))
    if here:
        return "proved", tuple(dict.fromkeys([*signed, *here]))
    if listed:
        lists = _lists(mail, checks)
        trust, grounds = of_a_list(mail, found, lists, authors, checks.authserv_id, signed)
        if trust == "plain" and by_author:
            why = f"what {by_author[0].domain} has signed of it leaves open what is read"
            return "doubtful", (why, by_author[0].why)
        return trust, grounds
    if signed:
        return "doubtful", ("nothing shows that it was written to the bot", *signed)
    return _direct(found, authors)


def _is_to_here(mail: Opened, proof: Voucher) -> bool:
    """Whether a signature of its author's shows that e wrote a mail to where it was heard.

    Or anybody to whom e wrote could have it heard elsewhere.
    """
    key, roster = mail.forum.key, mail.roster
    here = frozenset(at for at, of in roster.fora_by_address.items() if of == key)
    here = roster.bots if key == "private" else here
    to_it = [one for one in ("to", "cc") if not here.isdisjoint(addresses(mail.head.all(one)))]
    return key is None or any(proof.is_for((one,)) for one in to_it)


def _by_author(mail: Opened, found: Found, authors: tuple[str, ...]) -> list[Voucher]:
    """What the author's own domain says for the mail, by signatures; some cover too little.

    Nothing where the list has rewritten From: whoever signed, it was not for the author's name.
    What passes DMARC behind a list, handed over by the author's own server, need not be signed.
    """
    if is_munged(mail):
        return []
    proofs = [one for one in found.signatures() if vouches(one.domain, authors)]
    sent = any(are_kin(one.domain, author) for one in found.sent_by() for author in authors)
    if proofs or not (mail.forum.listed and sent):
        proofs += [one for one in found.dmarc() if one.domain in authors]
    return proofs


def _direct(found: Found, authors: tuple[str, ...]) -> tuple[Trust, tuple[str, ...]]:
    """A mail that came straight from its sender: what eir own domain says against it counts."""
    for one in found.of("dmarc"):
        domain = one.domain("header.from")
        if one.result == "fail" and domain in authors:
            if one.policy in ("quarantine", "reject"):
                return "contradicted", (f"DMARC of {domain} fails, and it wants such refused",)
            return "doubtful", (f"DMARC of {domain} fails, says our server",)
    for one in found.of("spf"):
        domain = one.domain("smtp.mailfrom", "smtp.mfrom", "smtp.helo")
        if domain in authors and one.result in SPF_AGAINST:
            trust: Trust = "contradicted" if one.result == "fail" else "doubtful"
            return trust, (f"{domain} does not let the server send that handed it over (SPF)",)
    for one in found.of("dkim"):
        domain = one.domain("header.d", "header.i")
        if one.result == "fail" and vouches(domain, authors):
            return "doubtful", (f"the signature of {domain} is broken, says our server",)
    for signed in found.signed:
        if signed.why and vouches(signed.domain, authors):
            return "doubtful", (f"the signature of {signed.domain} does not hold: {signed.why}",)
    return "plain", ("their domain does not vouch for it, nor speak against it",)


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


MOST_SETS = 50
"""RFC 8617, 4.2.1: a chain has no more."""

_INSTANCE = re.compile(r"\s*i\s*=\s*([0-9]{1,2})\s*;(.*)", re.DOTALL | re.IGNORECASE)
_DOMAIN = re.compile(r"(?:^|;)\s*d\s*=\s*([^\s;]+)\s*(?=;|$)")
_TAG_INSTANCE = re.compile(r"(?:^|;)\s*i\s*=\s*([0-9]{1,2})\s*(?=;|$)")


@dataclass(frozen=True, slots=True)
class Seal:
    """One set of a chain: whose it is, and what its sealer had found."""

    domain: str  # folded
    authserv_id: str
    results: tuple[Result, ...]


def last_seal(head: Head, authserv_id: str) -> Seal | None:
    """The last one who sealed the mail before our own server; None where the chain is no chain.

    Only the last counts: whoever came before may have sealed another text.  Our own server may
    have put a seal of its own on top, by a domain in which it lies.
    """
    domains = _by_instance(head.all("arc-seal"), _TAG_INSTANCE)
    stated = _by_instance(head.all("arc-authentication-results"), _INSTANCE)
    if domains is None or stated is None or not domains or set(domains) != set(stated):
        return None
    if set(domains) != set(range(1, len(domains) + 1)):
        return None
    for number in sorted(domains, reverse=True):
        found = _DOMAIN.search(domains[number])
        instance = _INSTANCE.fullmatch(stated[number])
        read = None if instance is None else parsed(instance[2])
        if found is None or read is None:
            return None
        domain = folded(found[1]).rstrip(".")
        if read.authserv_id == folded(authserv_id) and _lies_in(read.authserv_id, domain):
            continue
        return Seal(domain, read.authserv_id, read.results)
    return None


def _by_instance(values: list[str], instance: re.Pattern[str]) -> dict[int, str] | None:
    """The fields by their number; None where one has none, or two have the same."""
    found: dict[int, str] = {}
    for value in values:
        number = instance.search(value) if len(value) <= LONGEST else None
        if number is None or int(number[1]) in found or len(found) >= MOST_SETS:
            return None
        found[int(number[1])] = value
    return found


def _lies_in(host: str, domain: str) -> bool:
    return "." in domain and (host == domain or host.endswith(f".{domain}"))
