"""What must hold after each trouble: everything once, nothing that was not approved."""

from __future__ import annotations

from collections import Counter
from email.message import EmailMessage

from rednov_bot.demo import script
from rednov_bot.drill.sandbox import Failed, Sandbox
from rednov_bot.papers import Page
from rednov_bot.ports import Records


def all_once(box: Sandbox) -> None:
    """Each turn was taken once, each approved text is on the list once, and nothing else is.

    A private mail may have come twice, but then it is the very same.  Failed where it is not so.
    """
    facts = box.facts()
    if facts.turns != box.announced:
        raise Failed(f"{box.announced} turns were announced and {facts.turns} taken")
    approved = Counter(_words(page.body) for page in box.on_file(_approved))
    posted = Counter(_text(mail) for mail in box.posts())
    for words, often in posted.items():
        if words not in approved:
            raise Failed(f"the list has a text that nobody approved: {words[:60]!r}")
        if often != approved[words]:
            raise Failed(f"the list has a text {often} times: {words[:60]!r}")
    for words in approved:
        if words not in posted:
            raise Failed(f"a text was approved and is not on the list: {words[:60]!r}")
    for name in (*script.GNOMES, script.CONTESTMASTER):
        _the_same(name, box.private(name))


def _the_same(name: str, mails: list[EmailMessage]) -> None:
    known: dict[str, bytes] = {}
    often = Counter[str]()
    for mail in mails:
        number = str(mail["Message-ID"])
        if known.setdefault(number, mail.as_bytes()) != mail.as_bytes():
            raise Failed(f"{name} has two different mails with the Message-ID {number}")
        often[number] += 1
    if often and max(often.values()) > 2:
        raise Failed(f"{name} has a mail {max(often.values())} times")


def _approved(records: Records) -> tuple[Page, ...]:
    """Every public page of every draft that was approved, oldest first."""
    codes = dict.fromkeys(
        one.draft for one in records.outbox() if one.posting.kind == "public" and one.draft
    )
    pages = []
    for code in codes:
        found = records.draft(code)
        if found is None or found[1] is None or found[1].verdict != "approved":
            raise Failed(f"a mail to the list is of draft {code}, which was not approved")
        pages += [page for page in found[0].pages if page.kind == "public"]
    return tuple(pages)


def _text(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    return "" if part is None else _words(str(part.get_content()))


def _words(text: str) -> str:
    return " ".join(text.split())
