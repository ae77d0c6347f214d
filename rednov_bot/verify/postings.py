"""Which mails of an archive are the bot's postings, and what each of them is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from rednov_bot.core.mail.addresses import addresses
from rednov_bot.core.mail.roster import folded
from rednov_bot.verify import sections
from rednov_bot.verify.archive import ArchivedMail
from rednov_bot.verify.sections import Section, ToldMoment

PostingKind = Literal[
    "opening", "resolution", "void", "correction", "idle", "between", "ruling", "other"
]
"""What a posting is by its subject; `between` are discards and gifts in return."""

_DRAFT: Final = "[rednov "  # in the subject of what lies before the contestmaster alone
_SIGNATURE: Final = re.compile(r"^rednov_bot, keeping (.+) for (.+)$", re.MULTILINE)
_DASHES: Final = re.compile(r"\n-- ?\Z")
_TURN: Final = re.compile(r"Turn (\d{1,9}): (.+?)(, without effect|, and the game is over)?")
_IDLE: Final = re.compile(r"(.+) is killed for idleness(?:, and the game is over)?")
_CORRECTION: Final = re.compile(r"Correction of (.+)", re.DOTALL)
_BETWEEN: Final = re.compile(r".+ (discard|gift in return)")
_RULING: Final = re.compile(r"Ruling (\d{1,9})(?: \((.+)\))?")


@dataclass(slots=True)
class Posting:
    """A mail of the bot's to the list."""

    mail: ArchivedMail
    kind: PostingKind
    contest: str
    contestmaster: str
    body: str = field(repr=False)  # without THE LUCK, and nothing below the signature
    section: Section | None
    number: int | None = None  # of the turn or ruling
    gnome: str = ""  # whose turn it is, or who is killed
    about: str = ""  # what is corrected; what a gnome did between turns

    @property
    def only_moment(self) -> ToldMoment:
        """What a posting of one moment shows of it."""
        section = self.section
        return section.moments[0] if section is not None and section.moments else ToldMoment()

    @property
    def title(self) -> str:
        """How it is named where something is said of it."""
        return self.mail.title


def postings(mails: Iterable[ArchivedMail]) -> tuple[Posting, ...]:
    """The bot's postings among *mails*, in their order; each once, whatever a list put below it."""
    every = [one for mail in mails if (one := posting(mail)) is not None]
    lists = {at for one in every if one.section is not None for at in _to(one.mail)}
    return tuple(_once(one for one in every if one.section is not None or _went(one.mail, lists)))


def _to(mail: ArchivedMail) -> set[str]:
    return {folded(at) for at in addresses(mail.head.all("to"))}


def _went(mail: ArchivedMail, lists: set[str]) -> bool:
    """Whether it went to a list: it shows no other address than those that got THE LUCK."""
    to = _to(mail)
    return not to or not to.isdisjoint(lists)


def _once(every: Iterable[Posting]) -> list[Posting]:
    """A mail that came by two lists, in copy, or once more under another name is one posting."""
    seen: set[tuple[str, str, str]] = set()
    kept = []
    for one in every:
        name = one.mail.author if one.section and one.section.seal else one.mail.known_by
        what = f"{one.kind} {one.number} {one.gnome} {one.section}"
        key = (name, " ".join(one.body.split()), what)
        if key not in seen:
            seen.add(key)
            kept.append(one)
    return kept


def posting(mail: ArchivedMail) -> Posting | None:
    """The posting that a mail is, None where it is a draft or lacks the bot's signature."""
    text = mail.text
    if _DRAFT in mail.subject:
        return None
    signed = _SIGNATURE.search(text)
    if signed is None or not _DASHES.search(text[: signed.start() - 1] or ""):
        return None
    body, section = sections.part(text[: signed.end()] + "\n")
    body = in_todays_words(body)
    contest = signed[1]
    subject = mail.subject.rpartition(f"[{contest}] ")[2].strip()
    told = sections.read(section) if section else None
    made = Posting(mail, "other", contest, signed[2].strip(), body, told)
    _classify(made, subject)
    return made


def _classify(made: Posting, subject: str) -> None:
    if made.section is not None and made.section.term:
        made.kind = "opening"
    elif turn := _TURN.fullmatch(subject):
        made.kind = "void" if turn[3] == ", without effect" else "resolution"
        made.number, made.gnome = int(turn[1]), turn[2]
    elif found := _CORRECTION.fullmatch(subject):
        made.kind, made.about = "correction", found[1]
        turn = re.match(r"turn (\d{1,9}): (.+)", found[1])
        if turn is not None:
            made.number, made.gnome = int(turn[1]), turn[2]
    elif found := _IDLE.fullmatch(subject):
        made.kind, made.gnome = "idle", found[1]
    elif found := _RULING.fullmatch(subject):
        made.kind, made.number, made.about = "ruling", int(found[1]), found[2] or ""
    elif found := _BETWEEN.fullmatch(subject):
        made.kind, made.about = "between", found[1]


_SENTENCES: Final = (
    (r"is resolved: e is killed\.", "is resolved: they are killed."),
    (r"is resolved: e abandons ship\.", "is resolved: they abandon ship."),
    (r"abandons ship; e wins if all", "abandons ship and wins if all"),
    (r"\) before e is done: failure", ") before the work is done: failure"),
    (r"on abandoning eir comrades", "on abandoning their comrades"),
    (r"killed by the fire in eir room", "killed by the fire in their room"),
    (r"drowns in eir room", "drowns in their room"),
    (r", asleep in eir room,", ", asleep in their room,"),
    (r"slain in eir room", "slain in their room"),
    (r"does not defend emself", "does not fight back"),
    (r", by the die\.", ", chosen by lot."),
    (r"Whoever holds more than (\d+ items?) is told", r"Each gnome who holds more than \1 is told"),
    (
        r"Should (.{1,80}?) hold more than (\d+ items?), e is told",
        r"If \1 holds more than \2, they are told",
    ),
    (
        r"If ((?s:.{1,80}?)) holds more than (\d+ items?), (?!they )(?s:.{1,80}?) is told",
        r"If \1 holds more than \2, they are told",
    ),
    (r"The fire finds no room to spread to:", "There is no fire that can spread:"),
    (r"announcement before eir next turn", "announcement before their next turn"),
    (
        r"Which (items? (?:it is|they are)), only those concerned are told\.",
        r"Nobody else is told which \1.",
    ),
    (r"Only the gnomes concerned are told which", "Nobody else is told which"),
    (
        r"This game is called (\S+), where a mail has to say which one it means\.",
        r"This game is called \1.",
    ),
    (r"and is told privately which\.", "and is told privately which ones."),
    (r"All others are at their defaults\.", "All other options are at their defaults."),
)
_TODAY: Final = tuple([(re.compile(old.replace(" ", r"\s+")), new) for old, new in _SENTENCES])


def in_todays_words(body: str) -> str:
    """A posting's text with each sentence that is worded otherwise today as it is today.

    How lines are folded changes by it, which the comparison does not mind.
    """
    for old, new in _TODAY:
        body = old.sub(new, body)
    return body
