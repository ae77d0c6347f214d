"""Mails to the contestmaster: drafts to approve, choices to make, answers to their replies.

The contestmaster may see everything.  A draft shows each text exactly as it is sent; only its proof
is shown at the end of the draft instead of above the signature.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from rednov_bot.core.models import Page, Stamps
from rednov_bot.games.red_november.render import prospects
from rednov_bot.games.red_november.render.amending import Changed
from rednov_bot.games.red_november.render.environment import WIDTH, fold
from rednov_bot.games.red_november.render.letterhead import Envelope, Facts, Letterhead, mail
from rednov_bot.games.red_november.render.luck_pages import HEADING, NOTICE_HEADING, parted
from rednov_bot.games.red_november.render.reasoning import Reason, reason_lines
from rednov_bot.games.red_november.render.story import told
from rednov_bot.games.red_november.render.wording import capital, spoken
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.choices import Choice
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.refusals import Against, Withheld
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import GnomeName


def of_refusals(refusals: Iterable[Against]) -> tuple[Reason, ...]:
    """The clauses by which an announcement has no effect, the private ones named as such."""
    return tuple(
        [
            (
                one.clause,
                f"{capital(spoken(one.reason))}{' (private)' * isinstance(one, Withheld)}.",
            )
            for one in refusals
        ]
    )


def told_alone(name: GnomeName, refusals: Iterable[Against]) -> tuple[Reason, ...]:
    """The reasons of which the list is told nothing, as they were told to *name* (§6, A21)."""
    return tuple(
        [
            (one.clause, f'Told to {name} alone: "{capital(spoken(one.reason))}."')
            for one in refusals
        ]
    )


def odd(at: datetime, reason: str, stamps: Stamps) -> tuple[str, ...]:
    """Stamps that do not agree: which one was chosen and why, and all of them."""
    return (
        f"The stamps of the announcement do not agree. {reason} It counts as announced on "
        f"{to_the_second(at)}.",
        *_every(stamps),
    )


def crossed(
    gnome: GnomeName, number: int, earlier: datetime, at: datetime, stamps: Stamps
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
    letterhead: Letterhead,
    envelope: Envelope,
    notes: tuple[str, ...] = (),
    changed: tuple[Changed, ...] = (),
    unseen: tuple[GnomeName, ...] = (),
    award: Page | None = None,
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


@mail("draft")
def choice_draft(
    code: str,
    about: str,
    choice: Choice,
    so_far: tuple[ev.PublicEvent, ...],
    before: Position,
    now: Position,
    tables: Tables,
    gnome: GnomeName,
    *,
    why: str,
    due: datetime,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Facts:
    """The contestmaster is asked for a choice, the candidates ranked, least harm first.

    *before* is the position before the turn, *now* the one at the choice; *why* says in a
    sentence why they are asked.
    """
    return {
        "verb": "" if choice.kind == "beacon" else "choose ",
        "chapters": told(so_far, before, tables, gnome),
        **prospects.facts(choice, envelope.to_name, now, tables.board),
    }
