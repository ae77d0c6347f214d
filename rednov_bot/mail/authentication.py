"""How far it is shown that a mail is its author's.  Opened -> Confidence.

From alone shows nothing.  What our own mail server found counts, and the signatures that the bot
checks itself; of a list's mail, that the list's own domain vouches for it, for lists change mails
and rewrite From, and break by that what their authors signed (RFC 7960).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from rednov_bot.kinds import Trust
from rednov_bot.mail.addresses import addresses
from rednov_bot.mail.arc import last_seal
from rednov_bot.mail.domain_keys import DomainKeys, Signed
from rednov_bot.mail.letter import Opened
from rednov_bot.mail.results import Result, believed
from rednov_bot.papers import Confidence

_SPF_AGAINST = ("fail", "softfail")


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


@dataclass(frozen=True, slots=True)
class _Found:
    """What is known of a mail: our server's word, and the signatures that were checked here."""

    results: tuple[Result, ...]
    signed: tuple[Signed, ...]

    def of(self, method: str) -> tuple[Result, ...]:
        return tuple(one for one in self.results if one.method == method)

    def passes(self) -> list[tuple[str, str]]:
        """Each domain that vouches for the mail, with how."""
        found = [(one.domain, "checked here") for one in self.signed if one.good]
        for one in self.of("dkim"):
            if one.result == "pass":
                found.append((one.domain("header.d", "header.i"), "says our server"))
        return [(domain, f"DKIM of {domain} passes, {how}") for domain, how in found if domain]

    def sent_by(self) -> list[tuple[str, str]]:
        """Each domain that let the server send which handed the mail over."""
        found = [
            one.domain("smtp.mailfrom", "smtp.mfrom", "smtp.helo")
            for one in self.of("spf")
            if one.result == "pass"
        ]
        return [(domain, f"SPF of {domain} passes, says our server") for domain in found if domain]


def confidence(mail: Opened, octets: bytes, checks: Checks, at: datetime) -> Confidence | None:
    """How far it is shown that *mail* is its author's; None where nothing is checked.

    *octets* are those of the mail as it came, *at* is when.  It takes bounded time
    (domain_keys.py).
    """
    if not checks.are_made or mail.letter.sender is None:
        return None
    results: tuple[Result, ...] | None = ()
    if checks.authserv_id is not None:
        results = believed(mail.head.in_order, checks.authserv_id, checks.results)
    signed: tuple[Signed, ...] = ()
    if checks.keys is not None:
        signed = checks.keys.checked(octets, _wanted(mail, checks), at)
    trust, grounds = _weighed(mail, _Found(results or (), signed), checks)
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
    return tuple([one for one in mail.letter.addresses if people.get(one) == name])


def _lists(mail: Opened, checks: Checks) -> tuple[str, ...]:
    """The domains that vouch for the list which passed the mail on; none where none did."""
    forum = mail.forum
    if not forum.listed or forum.key is None:
        return ()
    own = (forum.domain,) if forum.domain else ()
    return (*own, *checks.lists(forum.key))


def _weighed(mail: Opened, found: _Found, checks: Checks) -> tuple[Trust, tuple[str, ...]]:
    authors = _authors(mail)
    if proofs := _proofs(mail, found, authors):
        return "proved", proofs
    if mail.forum.listed and mail.forum.key is not None:
        return _of_a_list(mail, found, _lists(mail, checks), authors, checks)
    return _direct(found, authors)


def _proofs(mail: Opened, found: _Found, authors: tuple[str, ...]) -> tuple[str, ...]:
    """What the author's own domain says for the mail.

    Nothing where the list has rewritten From: whoever signed, it was not for the author's name.
    """
    if _is_munged(mail):
        return ()
    proofs = [why for domain, why in found.passes() if _vouches(domain, authors)]
    for one in found.of("dmarc"):
        domain = one.domain("header.from")
        if one.result == "pass" and domain in authors:
            proofs.append(f"DMARC of {domain} passes, says our server")
    if not mail.forum.listed:
        proofs += [why for domain, why in found.sent_by() if domain in authors]
    return tuple(dict.fromkeys(proofs))


def _is_munged(mail: Opened) -> bool:
    """Whether the list has put its own address into From: its author stands elsewhere then."""
    return set(addresses(mail.head.all("from"))).isdisjoint(mail.letter.addresses)


def _vouches(domain: str, of: Iterable[str]) -> bool:
    """Whether a domain speaks for one of these: it is the same, or one that they lie in.

    Not one below it: that may be lent to somebody else, and only the server's DMARC knows.
    """
    return any(
        domain == one or (one.endswith(f".{domain}") and domain.count(".") >= 1) for one in of
    )


def _of_a_list(
    mail: Opened,
    found: _Found,
    lists: tuple[str, ...],
    authors: tuple[str, ...],
    checks: Checks,
) -> tuple[Trust, tuple[str, ...]]:
    """A list's mail whose author's own domain says nothing: the list's may vouch for it."""
    good = [why for domain, why in (*found.passes(), *found.sent_by()) if _vouches(domain, lists)]
    for one in found.of("dmarc"):
        domain = one.domain("header.from")
        if one.result == "pass" and _vouches(domain, lists):
            good.append(f"DMARC of {domain} passes, says our server")
    sealed, proves = _sealed(mail, found, lists, authors, checks)
    if proves:
        return "proved", (sealed, *good)
    good += [sealed] if sealed else []
    if good and len(mail.letter.addresses) > len(_authors_own(mail)):
        return "doubtful", ("beside eir address stands another's, which may be the author's", *good)
    if good:
        return "listed", (f"the list passed it on: {good[0]}", *good[1:])
    against = _against_a_list(found, lists)
    if against:
        return "contradicted", (f"it bears a list's marks, but {against}",)
    strangers = [domain for domain, _ in (*found.passes(), *found.sent_by())]
    if strangers:
        return "doubtful", (
            f"it bears the marks of {lists[0] if lists else 'a list'}, but only {strangers[0]} "
            "vouches for it",
        )
    return "plain", ("no domain vouches for it, neither its author's nor the list's",)


def _sealed(
    mail: Opened,
    found: _Found,
    lists: tuple[str, ...],
    authors: tuple[str, ...],
    checks: Checks,
) -> tuple[str, bool]:
    """That the list sealed it, and whether it had found its author's domain to vouch for it."""
    valid = any(one.result == "pass" for one in found.of("arc"))
    seal = last_seal(mail.head, checks.authserv_id or "") if valid else None
    if seal is None or not _vouches(seal.domain, lists):
        return "", False
    for one in seal.results:
        domain = one.domain("header.d", "header.i", "header.from")
        if one.result == "pass" and one.method == "dkim" and _vouches(domain, authors):
            return f"{seal.domain} sealed (ARC) that DKIM of {domain} passed", True
        if one.result == "pass" and one.method == "dmarc" and domain in authors:
            return f"{seal.domain} sealed (ARC) that DMARC of {domain} passed", True
    return f"{seal.domain} sealed it (ARC)", False


def _against_a_list(found: _Found, lists: tuple[str, ...]) -> str:
    for one in found.of("spf"):
        domain = one.domain("smtp.mailfrom", "smtp.mfrom", "smtp.helo")
        if one.result in _SPF_AGAINST and _vouches(domain, lists):
            return f"{domain} does not let the server send that handed it over (SPF)"
    for one in found.of("dmarc"):
        domain = one.domain("header.from")
        if one.result == "fail" and _vouches(domain, lists):
            return f"DMARC of {domain} fails, says our server"
    for one in found.of("dkim"):
        domain = one.domain("header.d", "header.i")
        if one.result == "fail" and _vouches(domain, lists):
            return f"the signature of {domain} is broken, says our server"
    return next(
        (
            f"the signature of {one.domain} does not hold: {one.why}"
            for one in found.signed
            if one.why and _vouches(one.domain, lists)
        ),
        "",
    )


def _direct(found: _Found, authors: tuple[str, ...]) -> tuple[Trust, tuple[str, ...]]:
    """A mail that came straight from its sender: what eir own domain says against it counts."""
    for one in found.of("dmarc"):
        domain = one.domain("header.from")
        if one.result == "fail" and domain in authors:
            if one.policy in ("quarantine", "reject"):
                return "contradicted", (f"DMARC of {domain} fails, and it wants such refused",)
            return "doubtful", (f"DMARC of {domain} fails, says our server",)
    for one in found.of("spf"):
        domain = one.domain("smtp.mailfrom", "smtp.mfrom", "smtp.helo")
        if domain in authors and one.result in _SPF_AGAINST:
            trust: Trust = "contradicted" if one.result == "fail" else "doubtful"
            return trust, (f"{domain} does not let the server send that handed it over (SPF)",)
    for one in found.of("dkim"):
        domain = one.domain("header.d", "header.i")
        if one.result == "fail" and _vouches(domain, authors):
            return "doubtful", (f"the signature of {domain} is broken, says our server",)
    for signed in found.signed:
        if signed.why and _vouches(signed.domain, authors):
            return "doubtful", (f"the signature of {signed.domain} does not hold: {signed.why}",)
    return "plain", ("eir domain does not vouch for it, nor speak against it",)
