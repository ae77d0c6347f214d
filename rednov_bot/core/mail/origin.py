"""Where a mail comes from: who wrote it, and which list passed it on.

Only what the lists themselves write is believed about lists (RFC 2919, RFC 2369 and older
marks); a Subject or a To proves nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from rednov_bot.core.mail.addresses import Mailbox, addresses, boxes_in
from rednov_bot.core.mail.headers import Head, words
from rednov_bot.core.mail.quoted_mail import VIA, KnownAs, bare_subject
from rednov_bot.core.mail.roster import Roster, folded

Doubt = Literal["", "two authors", "forged"]

_STAND_IN = re.compile(r"\bretrieval using the (?:imap|pop)\w* protocol failed\b", re.IGNORECASE)
_ADDRESS = re.compile(r"[^\s\"'<>()\[\]:;,@]{1,64}@[\w.-]{1,255}")
_LIST_ID = re.compile(r"<([^<>]*)>\s*(?:\([^()]*\)\s*)?$")
_MAILTO = re.compile(r"mailto:([^>?\s]+)", re.IGNORECASE)
_SERVICE = re.compile(r"[-+](?:bounces|admin|owner|request|errors|return)(?:[+-][^@]*)?@")
_AT = re.compile(r"\s?[(\[](?:a|at|@)[)\]]\s?|\sat\s", re.IGNORECASE)
_LIST_FIELDS = ("list-post", "list-archive", "list-subscribe", "list-owner")
_RECIPIENTS = ("to", "cc", "resent-to", "resent-cc")
_DELIVERED = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "apparently-to")


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """Who wrote a mail, as far as its headers show."""

    name: str | None  # from [people]
    addresses: tuple[str, ...]  # candidates, best first
    called: tuple[str, ...]  # the names they give themselves
    doubt: Doubt = ""
    dressed: bool = False  # their own address, though From is worded as if a list had rewritten it
    perhaps: str | None = None  # from [people]: who may have written it, though nothing shows that


@dataclass(frozen=True, slots=True, kw_only=True)
class Forum:
    """Where a mail was said."""

    key: str | None  # a key of [forums], "private", or None
    listed: bool  # some list passed it on
    domain: str | None = None  # of the forum
    disputed: bool = False  # two lists' marks contradict each other
    direct: bool = False  # it came straight from its sender, though it was sent to a list, too
    check: bool = False  # it came straight to the address at which nothing counts


def author(head: Head, roster: Roster) -> Author:
    """The person whose address is in From; behind a list's address, whom the list names.

    A list that rewrites From puts the author's address into Reply-To; where it has a Reply-To of
    its own, last into Cc, behind whatever the author had put there.
    """
    boxes = boxes_in(head.all("from"))
    found = tuple(dict.fromkeys(box.address for box in boxes if box.address is not None))
    called = tuple(words(box.name) for box in boxes if box.name)
    if len(boxes) == 1 and len(found) == 1:
        if found[0] in roster.fora_by_address:
            return _behind_the_list(head, roster, called)
        name = roster.people.get(found[0])
        dressed = any(VIA.search(one) for one in called)
        forged = dressed and (found[0] in roster.bots or name == roster.contestmaster)
        return Author(
            name=None if forged else name,
            addresses=found,
            called=called,
            doubt="forged" if forged else "",
            dressed=dressed,
            perhaps=_perhaps(called, found, roster) if name is None else None,
        )
    people = {roster.people.get(box.address or "") for box in boxes}
    name = people.pop() if len(people) == 1 else None
    doubtful = any(people - {None}) or not roster.bots.isdisjoint(found)
    return Author(
        name=name,
        addresses=found,
        called=called,
        doubt="two authors" if doubtful else "",
        perhaps=_perhaps(called, found, roster) if name is None else None,
    )


def stood_in_for(head: Head, text: str, roster: Roster) -> Author | None:
    """Whose mail the mailbox's own server could not convert, so that it wrote one of its own.

    Exchange does so: its mail has come over no server, is by nobody, and says whom it is about.
    """
    is_said = _STAND_IN.search(head.text("subject")) is not None
    if head.all("received") or (addresses(head.all("from")) and not is_said):
        return None
    found = (folded(one) for one in _ADDRESS.findall(text[:10_000]))
    address = next((one for one in found if one in roster.people), None)
    if address is None:
        return None
    return Author(name=roster.people[address], addresses=(address,), called=())


def is_by_a_forum(head: Head, roster: Roster) -> bool:
    """Whether From is a forum's own address: its list has rewritten it."""
    found = addresses(head.all("from"))
    return len(found) == 1 and found[0] in roster.fora_by_address


def _behind_the_list(head: Head, roster: Roster, called: tuple[str, ...]) -> Author:
    """The author of a mail whose From is the list's."""
    called = tuple(VIA.sub("", name) for name in called)
    reply, copies = (
        [
            box
            for box in boxes_in(head.all(field))
            if box.address is not None and not roster.is_list_or_bot(box.address)
        ]
        for field in ("reply-to", "cc")
    )
    by_list = any(map(roster.is_list_or_bot, addresses(head.all("reply-to"))))
    # Where Reply-To names the list as well, the author's own Reply-To stands before it.
    boxes = reply if reply and not by_list else copies[-1:]
    said = {name.casefold() for name in called}
    named = any(words(box.name).casefold() in said for box in copies[:-1] if box.name)
    if named and boxes is not reply:
        boxes = copies  # another of those in Cc bears the name that the list gives
    name = _only_person(boxes, called, roster)
    if name is None and by_list:
        name = _only_person(reply, called, roster) if not copies else None
        boxes = boxes or reply
    others = head.all("x-original-from", "x-original-sender")
    if any(roster.people.get(one) != name for one in addresses(others)):
        name = None  # they prove nothing, but may well contradict
    hinted = [words(box.name) for box in boxes_in(others) if box.name]
    return Author(
        name=name,
        addresses=tuple(dict.fromkeys(box.address or "" for box in boxes)),
        called=called,
        perhaps=_perhaps((*called, *hinted), addresses(others), roster) if name is None else None,
    )


def _perhaps(called: tuple[str, ...], found: tuple[str, ...], roster: Roster) -> str | None:
    """Who may have written a mail: by name, by a detail of their address, or by a relay's."""
    called = tuple(VIA.sub("", _AT.sub("@", one)) for one in called)
    said = {" ".join(name.casefold().split()) for name in called}
    people = {name for name in roster.people.values() if name.casefold() in said}
    if len(people) != 1:
        people = {
            name
            for known, name in roster.people.items()
            if any(known in box.lower() for box in called)
            or any(_is_like(address, *known.rsplit("@", 1)) for address in found)
        }
    return people.pop() if len(people) == 1 else None


def _is_like(address: str, local: str, domain: str) -> bool:
    """Whether an address has a detail more than a known one (RFC 5233), or is a relay's for it."""
    own, _, at = address.rpartition("@")
    if at == domain:
        return re.split(r"[+=]", own, maxsplit=1)[0] == local.partition("+")[0]
    parts = re.split(r"[^a-z0-9]+|_at_", own)
    return local in own and all(part in parts for part in domain.split("."))


def _is_called(called: tuple[str, ...], person: str, box: Mailbox) -> bool:
    """Whether the name that the list gives in From is this person's, as far as it is one."""
    own = {person.casefold(), words(box.name).casefold(), (box.address or "").casefold()}
    own.add((box.address or "").partition("@")[0].casefold())
    return any(name.casefold().strip("'\" ") in own - {""} for name in called)


def _only_person(boxes: list[Mailbox], called: tuple[str, ...], roster: Roster) -> str | None:
    """The one person among the candidates, if they bear the name that the list gives in From.

    Anybody can write a Reply-To; the list gives the name of whoever has sent the mail.
    """
    people = {name for box in boxes if (name := roster.people.get(box.address or ""))}
    if len(people) != 1:
        return None
    person = people.pop()
    theirs = [box for box in boxes if roster.people.get(box.address or "") == person]
    if called and not any(_is_called(called, person, box) for box in theirs):
        return None
    if all(box.address in roster.people for box in boxes):
        return person
    names = {person.lower()} | {words(box.name).lower() for box in theirs}
    return person if any(name.lower() in names for name in called if name) else None


def known_as(who: Author, roster: Roster, subject: str) -> KnownAs:
    """By what a text may name its author, the others, and the mail itself."""
    own = roster.addresses_of(who.name) if who.name else who.addresses[:1]
    names = {VIA.sub("", name).strip().lower() for name in who.called}
    if who.name:
        names.add(who.name.lower())
    return KnownAs(
        addresses=frozenset(own),
        names=frozenset(names - {""}),
        lists=frozenset(roster.fora_by_address),
        others=roster.names - {(who.name or "").lower()},
        subject=bare_subject(subject),
    )


def forum(head: Head, roster: Roster) -> Forum:
    """The forum whose list passed the mail on; "private" where it came straight to the bot."""
    ids = {_list_id(value) for value in head.all("list-id")}
    if ids:
        keys = {roster.fora_by_list_id.get(one) or roster.fora_by_address.get(one) for one in ids}
        if len(keys) == 1:
            return _named(keys.pop(), roster)
        return Forum(key=None, listed=True, disputed=True)
    posts = [one for value in head.all("list-post") for one in _MAILTO.findall(value[:1000])]
    named = [*addresses(head.all("x-beenthere", "x-mailing-list")), *map(folded, posts)]
    keys = {roster.fora_by_address.get(address) for address in named}
    if not keys:
        keys = {key for key in map(roster.fora_by_address.get, _servants(head)) if key}
    if known := keys - {None}:
        if len(known) > 1:
            return Forum(key=None, listed=True, disputed=True)
        return _named(known.pop(), roster)
    if keys or any(name in head.fields for name in _LIST_FIELDS):
        return Forum(key=None, listed=True)
    return _unlisted(head, roster)


def _named(key: str | None, roster: Roster) -> Forum:
    domain = next((at for at, name in roster.fora_by_address.items() if name == key), "")
    return Forum(key=key, listed=True, domain=domain.rpartition("@")[2] or None)


def _unlisted(head: Head, roster: Roster) -> Forum:
    """A mail that no list has passed on: private, unless it was sent to a list."""
    sent_to = addresses(head.all(*_RECIPIENTS))
    if any(address in roster.fora_by_address for address in sent_to):
        return Forum(key=None, listed=False, direct=True)
    reached = roster.bots.intersection((*sent_to, *addresses(head.all(*_DELIVERED))))
    key = "private" if reached else None
    return Forum(key=key, listed=False, check=roster.check in reached)


def names_public(head: Head, roster: Roster) -> bool:
    """Whether a public forum is among those the mail was sent to."""
    sent_to = addresses(head.all(*_RECIPIENTS))
    return any(roster.fora_by_address.get(address) in roster.public for address in sent_to)


def _list_id(value: str) -> str:
    """The identifier of a List-Id field, without its description (RFC 2919)."""
    match = _LIST_ID.search(value[-1000:])
    if match:
        return "".join(folded(match[1]).split())
    return "" if "<" in value else "".join(folded(value).split())


def _servants(head: Head) -> set[str]:
    """The lists whose `-bounces`, `-admin` or `-owner` address sent somebody's mail on."""
    if any(_SERVICE.search(address) for address in addresses(head.all("from"))):
        return set()  # the list speaks for itself, to one person
    senders = addresses(head.all("sender", "errors-to", "return-path"))
    return {_SERVICE.sub("@", address) for address in senders if _SERVICE.search(address)}
