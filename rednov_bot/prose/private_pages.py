"""Mails for one gnome's eyes: what only e may know, and choices that are eirs (§6, §17)."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import assert_never

from rednov_bot.engine import happenings as h
from rednov_bot.engine.choices import Choice
from rednov_bot.engine.position import Position
from rednov_bot.engine.tables import Board, Tables
from rednov_bot.engine.words import ITEMS, GnomeName, Item
from rednov_bot.papers import Page
from rednov_bot.prose.letterhead import Envelope, Letterhead, page
from rednov_bot.prose.sentences import Scene, sentence
from rednov_bot.prose.story import told
from rednov_bot.prose.wording import ITEM_NAMES, place


def private_notice(
    happenings: tuple[h.PrivateHappening, ...],
    hand: tuple[Item, ...],
    tables: Tables,
    *,
    occasion: str,
    discard: int,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """What only this gnome may know, and eir whole hand (§6).

    *occasion* is what everybody knows: `turn 12`, `the opening`; *discard* is how many items a
    pending hand limit still asks for (§17).
    """
    scene = Scene(tables.board)
    return page(
        "private",
        envelope,
        "private_notice",
        letterhead,
        occasion=occasion,
        sentences=[sentence(one, scene) for one in happenings],
        hand=hand_lines(hand),
        held=len(hand),
        discard=discard,
    )


def hand_lines(hand: tuple[Item, ...]) -> tuple[str, ...]:
    """`2  grog`: a line for each kind of item, in the order of the words of the game."""
    counts = Counter(hand)
    return tuple([f"{counts[kind]:>4}  {ITEM_NAMES[kind]}" for kind in ITEMS if counts[kind]])


def choice_question(
    choice: Choice,
    so_far: tuple[h.PublicHappening, ...],
    before: Position,
    tables: Tables,
    gnome: GnomeName,
    number: int,
    *,
    deadline: datetime,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """A gnome is asked for a choice of eirs in the middle of a resolution (rules.md 7.1).

    *gnome* is the one whose turn it is; the choice may be another's.
    """
    return page(
        "question",
        envelope,
        "choice_question",
        letterhead,
        gnome=gnome,
        own=choice.of == gnome,
        number=number,
        asked=asked(choice, envelope.to_name),
        candidates=candidates(choice, tables.board),
        first=choice.candidates[0],
        chapters=told(so_far, before, tables, gnome),
        deadline=deadline,
    )


def asked(choice: Choice, reader: GnomeName) -> str:
    """What a choice is about, to *reader*, who need not be the gnome concerned."""
    match choice.kind:
        case "block":
            return "which hatch is blocked"
        case "spread":
            return "to which room the fire spreads"
        case "escape":
            return f"how {choice.of} flees from the fire"
        case "defend":
            who = "you defend yourself" if reader == choice.of else f"{choice.of} defends emself"
            return f"whether {who} with a crowbar"
        case _:
            assert_never(choice.kind)


def candidates(choice: Choice, board: Board) -> tuple[tuple[str, str], ...]:
    """What to answer, and what it means where the answer alone does not say it."""
    if choice.kind == "spread":
        return tuple([(label, place(int(label), board)) for label in choice.candidates])
    meant = dict.fromkeys(choice.deadly, "does not save the gnome")
    return tuple([(label, meant.get(label, "")) for label in choice.candidates])
