"""Mails to the contestmaster: drafts to approve, why they say what they say, answers to replies.

The contestmaster may see everything, but for what a blind game hides.  A draft shows each text
exactly as it is sent; only its proof is shown at the end of the draft instead of above the
signature.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, Unpack

from rednov_bot.core.models import Confirmed, Page, Stamps
from rednov_bot.core.render.amending import Changed
from rednov_bot.core.render.environment import WIDTH, fold
from rednov_bot.core.render.letterhead import Facts, Heads, mail
from rednov_bot.core.render.luck_pages import HEADING, NOTICE_HEADING, parted
from rednov_bot.games.base import Player

REMEDY: Final = "ask its gnome to announce it again, or end the blindness by a ruling"
"""What can be done about what cannot be decided blindly."""

NO_HANDS: Final = "This game is blind: you are shown no hand."

NO_REASON: Final = ("§6", "The reason was sent to its gnome alone; this game is blind.")
"""Why an announcement has no effect, as a draft gives its reasons."""

CLAIMED_ALONE: Final = (
    "(They wrote to the bot alone, and may speak of their hand. This game is blind, so you are not "
    "shown what: they were asked to say on the list what everybody may know.)"
)
"""In place of the words of a claim of error."""

WRITTEN_ALONE: Final = "(It was written to the bot alone, and this game is blind.)"

UNCHANGED: Final = "It does not change what you hold."
"""To a gnome who is told something alone in a blind game, whatever they hold."""


Reason = tuple[str, str]
"""A clause, and what it did, in sentences."""

_MOST_LINES: Final = 12
_MOST_CHARACTERS: Final = 600
"""Of a gnome's own words, as they are shown again; a turn is mostly far shorter."""


def own_words(text: str, whose: str = "wrote") -> tuple[Reason, ...]:
    """What a gnome wrote, line by line, cut where it is long; its announcement was public.

    *whose* says so; or that the words are those in which the contestmaster read it.
    """
    lines = [" ".join(line.split()) for line in text.split("\n") if line.strip()]
    shown: list[str] = []
    left = _MOST_CHARACTERS
    for line in lines[:_MOST_LINES]:
        shown.append(line if len(line) <= left else f"{line[:left].rstrip()} ...")
        left -= len(line)
        if left <= 0:
            break
    if len(shown) < len(lines) and not shown[-1].endswith(" ..."):
        shown.append("...")
    return tuple([("" if at else whose, line) for at, line in enumerate(shown)])


def confirmed(answered: Confirmed | None, *, is_blind: bool = False) -> tuple[Reason, ...]:
    """What the author of an unclear announcement was asked about it, and answered (A126).

    What was answered privately is not shown in a blind game.
    """
    if answered is None:
        return ()
    hidden = is_blind and answered.privately
    found: list[Reason] = []
    for asked, said in answered.said:
        found.append(("asked", asked))
        found += (("answered", WRITTEN_ALONE),) if hidden else own_words(said, "answered")
    return tuple(found)


def reason_lines(reasons: tuple[Reason, ...]) -> list[str]:
    """Each clause with what it did, folded beside it."""
    wide = max([len(clause) for clause, _ in reasons] + [5])
    return [fold(text, f"  {clause:<{wide}}  ", " " * (wide + 4)) for clause, text in reasons]


def odd(at: datetime, reason: str, stamps: Stamps) -> tuple[str, ...]:
    """Stamps that do not agree: which one was chosen and why, and all of them."""
    return (
        f"The stamps of the announcement do not agree. {reason} It counts as announced on "
        f"{to_the_second(at)}.",
        *_every(stamps),
    )


def crossed(
    gnome: Player, number: int, earlier: datetime, at: datetime, stamps: Stamps
) -> tuple[str, ...]:
    """Two turns whose stamps and whose arrival order them differently, or not at all."""
    how = "of the same second as" if at == earlier else "earlier than"
    return (
        f"This turn arrived after turn {number} of {gnome}, but its stamp is {how} that one's: "
        f"{to_the_second(at)} against {to_the_second(earlier)}. Which of them was announced "
        "first is for you to say (A15).",
        *_every(stamps),
    )


def to_the_second(moment: datetime) -> str:
    """`Mon 23 Nov 2026 15:12:07 UTC`."""
    return f"{moment:%a} {moment.day} {moment:%b %Y %H:%M:%S} UTC"


def _every(stamps: Stamps) -> tuple[str, ...]:
    """Each stamp, from the sender's own to the mailbox's."""
    found = [("Date", stamps.date)]
    found += [(f"got by {hop.host or 'a server'}", hop.at) for hop in reversed(stamps.hops)]
    found += [("passed on by the list", stamps.listed), ("in the mailbox", stamps.arrived)]
    return tuple(f"{to_the_second(at)}: {what}" for what, at in found if at is not None)


RULE = "-" * WIDTH


@mail("draft")
def draft(
    code: str,
    about: str,
    public: tuple[Page, ...],
    private: tuple[Page, ...],
    reasons: tuple[Reason, ...],
    *,
    gamestate: int | None,
    due: datetime | None,
    notes: tuple[str, ...] = (),
    changed: tuple[Changed, ...] = (),
    unseen: tuple[Player, ...] = (),
    award: Page | None = None,
    **heads: Unpack[Heads],
) -> Facts:
    """A draft for the contestmaster to approve, each text exactly as it will be sent.

    *about* is public, for it is in the subject: `Turn 12: Ann`; *gamestate* is the number of the
    one it was written for, None where it changes none; *due* is the end of the 48 hours, where
    there is a duty; *changed* are the lines that the contestmaster has worded otherwise; *unseen*
    are those to whom private notices go that the contestmaster is not shown, in a blind game;
    *award* is the text that "approve and award" posts besides.
    """
    return {
        **enclosed(public, private, award),
        "reasons": reason_lines(reasons),
        "changed": changed_lines(changed),
        "facts": sum(one.states for one in changed),
    }


def changed_lines(changed: tuple[Changed, ...]) -> list[str]:
    """Each change, line for line: `-` what stood there, `+` what stands there now."""
    return [
        f"  {'FACT ' if one.states else 'words'} {sign} {line}"
        for one in changed
        for sign, lines in (("-", one.before), ("+", one.after))
        for line in lines
    ]


def enclosed(public: tuple[Page, ...], private: tuple[Page, ...], award: Page | None) -> Facts:
    """What a draft shows of the pages that it sends.

    The texts stand between rules, as they are sent but for the proof that each has above its
    signature.
    """
    sent = [(one, "TO THE LIST") for one in public]
    sent += [(one, "PRIVATELY TO") for one in private]
    sent += [(award, 'WITH "approve and award" TO THE LIST')] if award else []
    texts, proofs = [], []
    for one, whom in sent:
        text, proof = in_parts(one)
        head = fold(f"{whom} {one.to_name} <{one.to}>")
        subject = fold(f"Subject: {one.subject}", hang="  ")
        texts.append(f"{RULE}\n{head}\n{subject}\n{RULE}\n{text}")
        if proof and one is not award:
            where = "The posting" if one.kind == "public" else f"The notice to {one.to_name}"
            proofs.append(f"{fold(f'{where} has these lines above its signature:')}\n\n{proof}")
    return {
        "texts": "".join([*texts, RULE]),
        "proofs": "\n\n".join(proofs),
        "posts": len(public),
        "notices": [one.to_name for one in private],
        "award": award is not None,
    }


def in_parts(one: Page) -> tuple[str, str]:
    """The text of a page as a draft shows it, and its proof, which stands at the end."""
    return parted(one.body, HEADING if one.kind == "public" else NOTICE_HEADING)
