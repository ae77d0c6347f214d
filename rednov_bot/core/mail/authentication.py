"""Who wrote a mail: `pass`, `nothing known` or `fail`.  Opened -> Authentication.

From alone shows nothing.  What our own mail server found counts (Authentication-Results, RFC 8601),
and the signatures that the bot checks itself; of a list's mail also that the list's own domain
vouches for it, for lists change mails and rewrite From, which breaks what their authors signed
(RFC 7960).

A signature vouches for the fields that it covers, of each name the last (RFC 6376, 5.4.2).  Another
field above it, or one that it does not cover, need not be by whoever signed (8.15).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from operator import eq
from typing import Final

from rednov_bot.core.mail.addresses import PAIR, addresses, end_of_comment
from rednov_bot.core.mail.dkim import DomainKeys, Signed, covered
from rednov_bot.core.mail.headers import MOST_OCTETS_OF_HEAD, Head
from rednov_bot.core.mail.message import Opened, is_own_id
from rednov_bot.core.mail.roster import folded
from rednov_bot.core.models import Authentication
from rednov_bot.core.toml import AuthResult

MOST_GROUNDS: Final = 6
"""For one mail: they are told to people."""

ALWAYS: Final = ("from", "date", "subject")
"""What a signature has to cover, or it says nothing of what is read.

The Message-ID may be open, as some large providers leave it: the same words under the same Date
count once, whatever it is.
"""

READ_ONCE: Final = (
    *("from", "reply-to", "to", "cc", "date", "subject", "message-id"),
    *("in-reply-to", "references", "content-type", "content-transfer-encoding"),
)
"""Fields that say who wrote a mail, when, to whom and what; a mail has each once at most.

RFC 5322, 3.6, and RFC 2045.  Of others a second one does no harm: every Sender and every mark of a
list is looked at, and where two lists name themselves nothing counts.
"""

_MARKS: Final = ("list-post", "x-beenthere", "x-mailing-list", "sender", "errors-to")
_END_OF_HEAD = re.compile(rb"\n\r?\n")
_LONE_RETURN = re.compile(rb"\r(?!\n)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks:
    """What a host lets the bot believe of where mails come from."""

    authserv_id: str | None = None
    results: int = 1  # how many fields our own server always writes
    keys: DomainKeys | None = None  # where the bot checks signatures itself
    lists: Callable[[str], tuple[str, ...]] = lambda _: ()  # domains that vouch for a forum

    @property
    def are_made(self) -> bool:
        """Whether anything is checked at all."""
        return self.authserv_id is not None or self.keys is not None


def authenticate(
    mail: Opened, octets: bytes, checks: Checks, at: datetime, *, by_list: bool = False
) -> Authentication | None:
    """Whether *mail* is its author's, or the bot's own; None of a stranger's.

    Of one that is *by_list*, which tells of itself, whether it is by that list.
    None also where nothing is checked.  *octets* are those of the mail as it came, *at* is when.
    It takes bounded time (dkim.py).
    """
    if not checks.are_made:
        return None
    if mail.message.sender is None and not by_list and not is_ours(mail):
        return None
    if why := _ambiguity(octets, mail.head):
        return _found("fail", why)
    results: tuple[Result, ...] | None = ()
    if checks.authserv_id is not None:
        results = believed(mail.head.in_order, checks.authserv_id, checks.results)
    signed: tuple[Signed, ...] = ()
    if checks.keys is not None:
        wanted = (*_authors(mail), *_lists(mail, checks))
        signed = checks.keys.checked(octets, wanted, at)
    found = _weighed(mail, Found(mail.head, results or (), signed), checks)
    grounds = tuple(dict.fromkeys(found.grounds))[:MOST_GROUNDS]
    if results is None and found.outcome == "nothing known":
        unread = f"what {checks.authserv_id} found cannot be read"
        return _found("fail", unread, *grounds)  # a sender with an odd address can bring that about
    if checks.authserv_id is not None and not results:
        grounds = (*grounds, f"it bears no results of {checks.authserv_id}")
    return _found(found.outcome, *grounds)


def _found(outcome: AuthResult, *grounds: str) -> Authentication:
    return Authentication(outcome=outcome, grounds=grounds)


def _ambiguity(octets: bytes, head: Head) -> str:
    """Why a mail's head may be another to whoever has signed or checked it; "" where it is one."""
    end = _END_OF_HEAD.search(octets)
    raw = octets if end is None else octets[: end.start() + 1]
    if _LONE_RETURN.search(raw):
        return "its head has line ends that are none to others"
    if len(raw) > MOST_OCTETS_OF_HEAD:
        return "its head is longer than is read"
    twice = [
        name for name in READ_ONCE if len({" ".join(value.split()) for value in head.all(name)}) > 1
    ]
    if twice:
        named = ", ".join(name.title().replace("-Id", "-ID") for name in twice)
        return f"it bears more than one {named}, and its author need not have written the first"
    return ""


def _authors(mail: Opened) -> tuple[str, ...]:
    """The domains of the author's addresses that the mail names."""
    name, people = mail.message.sender, mail.roster.people
    own = [
        one
        for one in mail.message.addresses
        if (one in mail.roster.bots if name is None else people.get(one) == name)
    ]
    return tuple(dict.fromkeys(one.rpartition("@")[2] for one in own))


def _lists(mail: Opened, checks: Checks) -> tuple[str, ...]:
    """The domains that vouch for the list which passed the mail on; none where none did."""
    forum = mail.forum
    if not forum.listed or forum.key is None:
        return ()
    own = (forum.domain,) if forum.domain else ()
    return (*own, *checks.lists(forum.key))


def _weighed(mail: Opened, found: Found, checks: Checks) -> Authentication:
    authors, listed = _authors(mail), mail.forum.listed
    by_author = _by_author(mail, found, authors)
    whole = [one for one in by_author if one.is_for(ALWAYS)]
    here = [one.why for one in whole if _is_to_here(mail, one)]
    if not listed:
        here += [one.why for one in found.sent_by if one.domain in authors]
    if here:
        return _found("pass", *here)
    if listed and mail.forum.key is not None:
        return _of_a_list(mail, found, checks, by_author)
    if whole:
        return _found("fail", "nothing shows that it was written to the bot", whole[0].why)
    if against := found.against(authors, ("dmarc", "spf", "dkim")):
        return _found("fail", against)
    return _found("nothing known", "their domain does not vouch for it, nor speak against it")


def _of_a_list(
    mail: Opened, found: Found, checks: Checks, by_author: list[Voucher]
) -> Authentication:
    """A list's mail of which its author has not shown that they wrote it to that list."""
    authors, lists = _authors(mail), _lists(mail, checks)
    vouchers = [*found.signatures, *found.dmarc]
    by_list = [one for one in vouchers if vouches(one.domain, lists)]
    good = [one.why for one in by_list if _is_of_it(mail, one)]
    good += [one.why for one in found.sent_by if vouches(one.domain, lists)]
    good += _sealed(mail, found, lists, checks.authserv_id or "")
    people = mail.roster.people
    if good and any(people.get(one) != mail.message.sender for one in mail.message.addresses):
        return _found(
            "fail", "beside their address stands another's, which may be the author's", *good
        )
    if good:
        return _found("pass", f"the list passed it on: {good[0]}", *good[1:])
    if against := found.against(lists, ("spf", "dmarc", "dkim")):
        return _found("fail", f"it bears a list's marks, but {against}")
    of = lists[0] if lists else "a list"
    if any(one.is_for(ALWAYS) for one in by_author):
        why = f"their domain vouches for it, but not that it was written to the list of {of}"
        return _found("fail", why, *[one.why for one in by_author])
    if by_list:
        return _found("fail", f"what {of} has signed leaves open which list it was, or whose mail")
    if by_author:
        why = f"what {by_author[0].domain} has signed of it leaves open what is read"
        return _found("fail", why, by_author[0].why)
    if strangers := [one.domain for one in (*found.signatures, *found.sent_by)]:
        return _found("fail", f"it bears the marks of {of}, but only {strangers[0]} vouches for it")
    if against := found.against(authors, ("dmarc", "spf")):  # lists break signatures
        return _found(
            "fail", f"it bears the marks of {of}, which does not vouch for it, and {against}"
        )
    return _found("nothing known", "no domain vouches for it, neither its author's nor the list's")


def _is_to_here(mail: Opened, proof: Voucher) -> bool:
    """Whether a signature of its author's shows that they wrote a mail to where it was heard.

    Or anybody to whom they wrote could have it heard elsewhere.
    """
    key = mail.forum.key
    return key is None or any(proof.is_for((one,)) for one in _sent_to(mail, key))


def _by_author(mail: Opened, found: Found, authors: tuple[str, ...]) -> list[Voucher]:
    """What the author's own domain says for the mail, by signatures; some cover too little.

    Nothing where the list has rewritten From: whoever signed, it was not for the author's name.
    What passes DMARC behind a list, handed over by the author's own server, need not be signed.
    """
    if _is_munged(mail):
        return []
    proofs = [one for one in found.signatures if vouches(one.domain, authors)]
    sent = any(_are_kin(one.domain, author) for one in found.sent_by for author in authors)
    if proofs or not (mail.forum.listed and sent):
        proofs += [one for one in found.dmarc if one.domain in authors]
    return proofs


def _is_munged(mail: Opened) -> bool:
    """Whether the list has put its own address into From: its author stands elsewhere then."""
    return set(addresses(mail.head.all("from"))).isdisjoint(mail.message.addresses)


def _is_of_it(mail: Opened, voucher: Voucher) -> bool:
    """Whether a list's signature says that it passed the mail on, and for whom.

    It covers what says which list it was; and where the list has rewritten From, what says whose.
    """
    author: list[str] = []
    if _is_munged(mail):
        own = set(mail.message.addresses)
        author = [one for one in ("reply-to", "cc") if own & set(addresses(mail.head.all(one)))]
    if not voucher.is_for((*ALWAYS, *author[:1])):
        return False
    marks = ("list-id",) if mail.head.all("list-id") else _MARKS
    there = [one for one in marks if mail.head.all(one)]
    to_it = _sent_to(mail, mail.forum.key)
    return any(voucher.is_for((one,)) for one in (*there, *to_it))


def _sent_to(mail: Opened, key: str | None) -> list[str]:
    """The fields in which a forum stands as a recipient; for "private", the bot."""
    roster = mail.roster
    here = frozenset(at for at, of in roster.fora_by_address.items() if of == key)
    here = roster.bots if key == "private" else here
    return [one for one in ("to", "cc") if not here.isdisjoint(addresses(mail.head.all(one)))]


# -- What was found out about a mail ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Voucher:
    """A domain that vouches for a mail, how, and for which of its fields."""

    domain: str
    why: str
    covers: frozenset[str] | None = None  # None where nothing is signed, or it was taken out

    def is_for(self, names: Iterable[str]) -> bool:
        """Whether it vouches for these fields as well."""
        return self.covers is None or self.covers.issuperset(names)


@dataclass(frozen=True)
class Found:
    """What our server says of a mail, and the signatures that were checked here."""

    head: Head
    results: tuple[Result, ...]
    signed: tuple[Signed, ...]

    def of(self, method: str) -> tuple[Result, ...]:
        """What one method found."""
        return tuple(one for one in self.results if one.method == method)

    @cached_property
    def signatures(self) -> list[Voucher]:
        """Each signature that holds."""
        found = [(one.domain, "checked here", "") for one in self.signed if one.good]
        found += [
            (one.domain(*_SIGNER), "says our server", one.of("header.b"))
            for one in self.of("dkim")
            if one.result == "pass"
        ]
        return [
            Voucher(
                domain,
                f"DKIM of {domain} passes, {how}",
                covered(self.head, partial(eq, domain), begins=begins),
            )
            for domain, how, begins in found
            if domain
        ]

    @cached_property
    def dmarc(self) -> list[Voucher]:
        """The domain of From, where something holds that is by it or its like."""
        found = [one.domain("header.from") for one in self.of("dmarc") if one.result == "pass"]
        return [
            Voucher(at, f"DMARC of {at} passes, says our server", self._aligned_with(at))
            for at in found
            if at
        ]

    def _aligned_with(self, domain: str) -> frozenset[str] | None:
        """What every signature covers by which DMARC of a domain may have passed (RFC 7489, 3.1).

        Kin that sign too little make this less, and never more.  Where no signature is known to
        hold it may have passed by the server that handed the mail over, and nothing be signed.
        """
        covers = covered(self.head, partial(_are_kin, domain))
        signed = any(_are_kin(domain, one.domain) for one in self.signatures)
        sent = any(
            vouches(domain, (one.domain,)) or vouches(one.domain, (domain,)) for one in self.sent_by
        )
        return covers or (None if sent and not signed else covers)

    @cached_property
    def sent_by(self) -> list[Voucher]:
        """Each domain that let the server send which handed the mail over."""
        found = [one.domain(*_SENDER) for one in self.of("spf") if one.result == "pass"]
        return [Voucher(at, f"SPF of {at} passes, says our server") for at in found if at]

    def against(self, domains: tuple[str, ...], methods: tuple[str, ...]) -> str:
        """What one of these domains says against the mail by these methods; "" where nothing."""
        for method in methods:
            names, wrong, says = _AGAINST[method]
            for one in self.of(method):
                domain = one.domain(*names)
                if one.result in wrong and vouches(domain, domains):
                    return says.format(domain)
        for signed in self.signed if "dkim" in methods else ():
            if signed.why and vouches(signed.domain, domains):
                return f"the signature of {signed.domain} does not hold: {signed.why}"
        return ""


_SENDER: Final = ("smtp.mailfrom", "smtp.mfrom", "smtp.helo")
_SIGNER: Final = ("header.d", "header.i")
_AGAINST: Final = {
    "spf": (
        _SENDER,
        ("fail", "softfail"),
        "{} does not let the server send that handed it over (SPF)",
    ),
    "dmarc": (("header.from",), ("fail",), "DMARC of {} fails, says our server"),
    "dkim": (_SIGNER, ("fail",), "the signature of {} is broken, says our server"),
}
"""By method: where the domain stands, which results speak against a mail, and what is said then."""


def _are_kin(one: str, other: str) -> bool:
    """Whether two domains may be of one organisation: they have their last two names in common.

    In some countries more than these have, so that this may only lessen what is shown.
    """
    return bool(one) and one.split(".")[-2:] == other.split(".")[-2:]


def vouches(domain: str, of: Iterable[str]) -> bool:
    """Whether a domain speaks for one of these: it is the same, or one that they lie in.

    Not one below it: that may be lent to somebody else, and only the server's DMARC knows.
    """
    return any(
        domain == one or (one.endswith(f".{domain}") and domain.count(".") >= 1) for one in of
    )


# -- Seals of lists (ARC, RFC 8617) ----------------------------------------------------------

MOST_SETS: Final = 50
"""RFC 8617, 4.2.1: a chain has no more."""

_INSTANCE = re.compile(r"(?:^|;)\s*i\s*=\s*([0-9]{1,2})\s*(?=;|$)", re.IGNORECASE)
_DOMAIN = re.compile(r"(?:^|;)\s*d\s*=\s*([^\s;]+)\s*(?=;|$)")


def _sealed(mail: Opened, found: Found, lists: tuple[str, ...], ours: str) -> list[str]:
    """That the list sealed it, last before our own server, which has checked the chain.

    Only the last seal counts: whoever came before may have sealed another text.  Our own server
    may have put one of its own on top, by a domain in which it lies.
    """
    if all(one.result != "pass" for one in found.of("arc")):
        return []
    domains = _sealers(mail.head)
    while domains and not vouches(domains[-1], lists) and vouches(domains[-1], (folded(ours),)):
        domains.pop()
    if not domains or not vouches(domains[-1], lists):
        return []
    covers = covered(mail.head, partial(eq, domains[-1]), field="arc-message-signature")
    if not _is_of_it(mail, Voucher(domains[-1], "", covers)):
        return []
    return [f"{domains[-1]} sealed it (ARC)"]


def _sealers(head: Head) -> list[str]:
    """The domain of each seal, in their order; nothing of a chain that is none."""
    found: dict[int, str] = {}
    for value in head.all("arc-seal"):
        number = _INSTANCE.search(value) if len(value) <= LONGEST else None
        domain = _DOMAIN.search(value) if number else None
        if number is None or domain is None or int(number[1]) in found or len(found) >= MOST_SETS:
            return []
        found[int(number[1])] = folded(domain[1]).rstrip(".")
    return [found[at] for at in sorted(found)] if set(found) == {*range(1, len(found) + 1)} else []


# -- Authentication-Results (RFC 8601) -------------------------------------------------------

LONGEST: Final = 16 * 1024
"""Characters of a field that is read; no server writes as many."""

_LONGEST_DOMAIN: Final = 255  # RFC 1035, 2.3.4
_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([;()])|(\s+)|([^\s;()"\\]+)', re.DOTALL)
_OPEN = re.compile(r"[A-Za-z][\w./-]*=")
_COMMENTS = re.compile(r"\A\s*(?:\([^()]*\)\s*)*")
_METHOD = re.compile(r"([A-Za-z][A-Za-z0-9-]*)(?:/\d+)?=([A-Za-z][A-Za-z0-9-]*)")
_PROPERTY = re.compile(r"([A-Za-z][A-Za-z0-9-]*)\.([A-Za-z0-9_-]+)=(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Result:
    """What one method found: `dkim`, `pass`, and of what."""

    method: str  # lower case: dkim, spf, dmarc, arc
    result: str  # lower case: pass, fail, softfail, none, ...
    properties: tuple[tuple[str, str], ...] = ()  # ("header.d", "post.example"), names lowered

    def of(self, *names: str) -> str:
        """The first of these properties that is there, "" where none is."""
        for name in names:
            for property_, value in self.properties:
                if property_ == name:
                    return value
        return ""

    def domain(self, *names: str) -> str:
        """The domain in the first of these properties, folded: `header.i=@Post.Example`.

        "" where there is none, or what is there is longer than any domain.
        """
        found = self.of(*names).rpartition("@")[2]
        return folded(found).rstrip(".") if len(found) <= _LONGEST_DOMAIN else ""


def believed(
    fields: Iterable[tuple[str, str]], authserv_id: str, most: int = 1
) -> tuple[Result, ...] | None:
    """What our own server found, from the fields of a mail in their order.

    It writes its own above whatever came with the mail, and anybody may have put the others there:
    so the topmost field of our server's name counts, and at most *most* of its fields in all, with
    no Received between them.  None where one of them cannot be read.
    """
    ours = folded(authserv_id)
    found: list[Result] = []
    taken = 0
    for name, value in fields:
        if taken and (name == "received" or taken == most):
            break
        if name != "authentication-results":
            continue
        read = parsed(value)
        if read is None:
            begins = folded(_COMMENTS.sub("", value[:1000]).lstrip(' \t"'))
            if begins.startswith(ours) and begins[len(ours) : len(ours) + 1] in ("", *' \t;"('):
                return None
        elif read[0] == ours:
            taken += 1
            found += read[1]
    return tuple(found)


def parsed(value: str) -> tuple[str, tuple[Result, ...]] | None:
    """The server that a field names, and what it found; None of a malformed or absurd field."""
    statements = _statements(value) if len(value) <= LONGEST else None
    if statements is None or len(statements) < 2:
        return None
    first, *rest = statements
    if len(first) not in (1, 2) or "=" in first[0] or not all(one.isdigit() for one in first[1:]):
        return None  # a version may stand behind the name, and nothing else
    if not rest[-1] and rest[:-1]:
        rest.pop()  # a semicolon at the end does no harm
    if rest == [["none"]]:
        return folded(first[0]), ()
    results = [_result(one) for one in rest]
    found = [one for one in results if one is not None]
    return (folded(first[0]), tuple(found)) if len(found) == len(results) else None


def _statements(value: str) -> list[list[str]] | None:
    """The words between semicolons, without comments; `dkim = pass` is one word as `dkim=pass`."""
    found: list[list[str]] = [[]]
    at, apart = 0, True
    while at < len(value):
        token = _TOKEN.match(value, at)
        if token is None or token[2] == ")":
            return None
        at = token.end()
        quoted, sign, blanks, plain = token.groups()
        if sign == "(":
            at = end_of_comment(value, token.end())
            if at < 0:
                return None
        if sign == ";":
            found.append([])
        if sign or blanks:
            apart = True
            continue
        words, word = found[-1], plain if quoted is None else PAIR.sub(r"\1", quoted)
        if words and (not apart or _OPEN.fullmatch(words[-1]) or word.startswith("=")):
            words[-1] += word
        elif word:
            words.append(word)
        apart = False
    return found


def _result(words: list[str]) -> Result | None:
    method = _METHOD.fullmatch(words[0]) if words else None
    if method is None:
        return None
    found: list[tuple[str, str]] = []
    for word in words[1:]:
        known = _PROPERTY.fullmatch(word)
        if known is not None:
            found.append((f"{known[1]}.{known[2]}".lower(), known[3]))
        elif not word.lower().startswith("reason="):
            return None
    return Result(method[1].lower(), method[2].lower(), tuple(found))


def is_ours(mail: Opened) -> bool:
    """The bot wrote it."""  # OWN, which is on file
    roster, message = mail.roster, mail.message
    authors = message.addresses[:1] + addresses(mail.head.all("sender"))
    return not roster.bots.isdisjoint(authors) or is_own_id(message.message_id, roster.bot)
