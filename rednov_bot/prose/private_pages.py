"""Mails for one gnome's eyes: what only e may know, and choices that are eirs (§6, §17)."""

from __future__ import annotations

import textwrap
from collections import Counter
from datetime import datetime

from rednov_bot.engine import happenings as h
from rednov_bot.engine.choices import Choice
from rednov_bot.engine.position import Position
from rednov_bot.engine.tables import Board, Tables
from rednov_bot.engine.words import ITEMS, GnomeName, Item
from rednov_bot.papers import Discard, Page
from rednov_bot.proof.notices import NoticeProof
from rednov_bot.prose import prospects
from rednov_bot.prose.canonical import said
from rednov_bot.prose.letterhead import Envelope, Letterhead, page
from rednov_bot.prose.story import told
from rednov_bot.prose.sub_map import sub_map
from rednov_bot.prose.wording import tile_name

_BASE64 = 64  # characters of a line (RFC 7468)


def private_notice(
    told_alone: tuple[str, ...],
    hand: tuple[Item, ...],
    *,
    occasion: str,
    discard: int,
    letterhead: Letterhead,
    envelope: Envelope,
    plays_on: bool = True,
    wished: tuple[Item, ...] = (),
    proof: tuple[str, ...] = (),
) -> Page:
    """What only this gnome may know, and eir whole hand (§6).

    *told_alone* is the story of eir hand; *occasion* is what everybody knows: `turn 12`, `the
    opening`, or to the gnome who brought it about `your discard`; *discard* is how many items a
    pending hand limit still asks for (§17); *plays_on* whether e may take a turn again;
    *wished* what e wished to discard then (A78); *proof* are lines that prove what e is told.
    """
    return page(
        "private",
        envelope,
        "private_notice",
        letterhead,
        occasion=occasion,
        sentences=told_alone,
        hand=hand_lines(hand),
        held=len(hand),
        discard=discard,
        plays_on=plays_on,
        proposal=" ".join(said(Discard(wished))) if wished else "",
        proof=proof,
    )


def hand_lines(hand: tuple[Item, ...]) -> tuple[str, ...]:
    """`2  grog`: a line for each kind of item, in the order of the words of the game."""
    counts = Counter(hand)
    return tuple(
        [f"{counts[kind]:>4}  {tile_name(kind, counts[kind])}" for kind in ITEMS if counts[kind]]
    )


def choice_question(
    choice: Choice,
    so_far: tuple[h.PublicHappening, ...],
    before: Position,
    now: Position,
    tables: Tables,
    gnome: GnomeName,
    number: int,
    *,
    deadline: datetime,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """A gnome is asked for a choice of eirs in the middle of a resolution (rules.md 7.1).

    *gnome* is the one whose turn it is; the choice may be another's.  *before* is the position
    before the turn, *now* the one at the choice: e is told what the list will be, and no more.
    """
    return page(
        "question",
        envelope,
        "choice_question",
        letterhead,
        gnome=gnome,
        own=choice.of == gnome,
        number=number,
        asked=prospects.asked(choice, envelope.to_name),
        occasion=prospects.occasion(choice, now, tables.board),
        candidates=prospects.candidates(choice, now, tables.board),
        first=choice.candidates[0],
        chapters=told(so_far, before, tables, gnome),
        map=sub_map(now, tables.board),
        deadline=deadline,
    )


def choice_again(
    choice: Choice,
    words: str,
    now: Position,
    board: Board,
    number: int,
    *,
    deadline: datetime,
    was_there: bool = False,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """An answer to such a question was none: *words*, and the candidates once more.

    *was_there*: for it had come before the question was asked.
    """
    return page(
        "question",
        envelope,
        "choice_again",
        letterhead,
        number=number,
        words=" ".join(words.split()),
        asked=prospects.asked(choice, envelope.to_name),
        candidates=prospects.candidates(choice, now, board),
        first=choice.candidates[0],
        deadline=deadline,
        was_there=was_there,
    )


def choice_taken(number: int, made: str, *, letterhead: Letterhead, envelope: Envelope) -> Page:
    """A gnome's choice was *made* as e said, and the resolution of turn *number* goes on."""
    return page("receipt", envelope, "choice_taken", letterhead, number=number, made=made)


def standing_orders(
    orders: tuple[str, ...],
    *,
    plays: bool,
    withdrawn: bool,
    notes: tuple[str, ...],
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """The standing orders that a gnome has from now on, a sentence each (rules.md 7.1).

    *plays* whether e is a gnome of a game; *withdrawn* whether e has just taken them back.
    """
    return page(
        "receipt",
        envelope,
        "standing_orders",
        letterhead,
        orders=orders,
        plays=plays,
        withdrawn=withdrawn,
        notes=notes,
    )


def choice_closed(
    number: int, made: str | None, *, letterhead: Letterhead, envelope: Envelope
) -> Page:
    """An answer came when the choice was not the gnome's any more: *made* already, or passed on."""
    return page("question", envelope, "choice_closed", letterhead, number=number, made=made)


def notice_lines(proof: NoticeProof, moment: str) -> tuple[str, ...]:
    """What stands at the end of a private notice of a *moment*."""
    lines = []
    for tile in proof.tiles:
        lines.append(f"draw {tile.draw}, tile {tile.place}, {tile.item}:")
        lines += textwrap.wrap(tile.proof, _BASE64)
    return (*lines, f"told {moment}: {proof.told}")
