"""Corrections, to the contestmaster alone: three ways side by side (A96), a mail read otherwise.

They may see everything: hands, decks, and which secrets a correction would make known.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Final

from rednov_bot.core.models import Act, Page
from rednov_bot.core.render.draft_pages import enclosed, own_words
from rednov_bot.core.render.letterhead import Envelope, Facts, Letterhead, mail
from rednov_bot.core.render.wording import capital, counted, listed
from rednov_bot.games.red_november.render import correction_pages
from rednov_bot.games.red_november.render.canonical import said
from rednov_bot.games.red_november.render.wording import item, spoken, tiles
from rednov_bot.games.red_november.rules.corrections.alternatives import (
    Alternative,
    Concerned,
    KnownTile,
)
from rednov_bot.games.red_november.rules.corrections.compared import Leaning
from rednov_bot.games.red_november.rules.corrections.replay import Held
from rednov_bot.games.red_november.rules.corrections.replayed import Retold, Way
from rednov_bot.games.red_november.rules.deck import card_of
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import Item

LABEL_WIDTH: Final = 15
CELL_WIDTH: Final = 18
_WAYS: Final[dict[Way, str]] = {
    "rerun": "RERUN: all is played again from there, with the same dice and cards",
    "patch": "PATCH: the difference alone is put right, what came later stands",
    "stand": "STAND: nothing changes but the record",
}


@mail("draft", "correction_draft")
def planner(
    code: str,
    about: str,
    ways: tuple[Alternative, ...],
    drafted: Way,
    retold: tuple[Retold, ...],
    public: tuple[Page, ...],
    private: tuple[Page, ...],
    tables: Tables,
    *,
    wrong: str,
    gamestate: int,
    notes: tuple[str, ...] = (),
    letterhead: Letterhead,
    envelope: Envelope,
    blind: bool = False,
) -> Facts:
    """What each way would do, and the texts of the one that is *drafted*, as they will be sent.

    *about* names the resolution: `Turn 12: Ann`; *wrong* says what was wrong with it; *notes* are
    to be minded first.  In a *blind* game nothing is told of hands, pool and decks.
    """
    if blind:
        ways = tuple([one.openly for one in ways])
    return {
        "table": table(ways, blind=blind),
        "ways": [(_WAYS[way], said) for way, said in _told(ways, tables)],
        "later": [
            f"{correction_pages.named(one)} {correction_pages.verdict(one)}." for one in retold
        ],
        **enclosed(public, private, None),
        "others": [one.way for one in ways if one.way != drafted and not one.problems],
    }


@mail("draft", "correction_held")
def held(
    code: str,
    about: str,
    waiting: Held,
    *,
    others: tuple[Way, ...] = (),
    notes: tuple[str, ...] = (),
    letterhead: Letterhead,
    envelope: Envelope,
) -> Facts:
    """The game played again has come to a choice that nobody has made: the contestmaster makes it.

    *about* names the resolution that is corrected: `Turn 12: Ann`; *others* are the ways that do
    without the choice; *notes* are to be minded first.
    """
    return {
        "number": waiting.step.number,
        "gnome": waiting.choice.of,
        "kind": waiting.choice.kind,
        "candidates": waiting.choice.candidates,
    }


def table(ways: tuple[Alternative, ...], *, blind: bool = False) -> str:
    """The ways side by side, in columns that fold; in a *blind* game only what everybody sees."""
    rows: list[tuple[str, list[str]]] = [("", [one.way for one in ways])]
    leanings: tuple[tuple[str, Leaning], ...]
    leanings = (("gain", "gains"), ("lose", "loses"), ("gain and lose", "both"))
    for label, leaning in leanings:
        cells = [listed(one.compared.leaning(leaning)) or "nobody" for one in ways]
        if label != "gain and lose" or any(cell != "nobody" for cell in cells):
            rows.append((label, cells))
    rows.append(
        ("sub changes", [str(len(correction_pages.of_the_sub(one.compared))) for one in ways])
    )
    hands = [listed([hand.gnome for hand in one.hands]) or "the same" for one in ways]
    if not blind:
        rows.append(("hands change", hands))
        rows.append(("become known", [_known(one) for one in ways]))
    rows.append(("can be done", ["no" if one.problems else "yes" for one in ways]))
    return "\n".join([_row(label, cells) for label, cells in rows])


def _told(ways: tuple[Alternative, ...], tables: Tables) -> Iterator[tuple[Way, list[str]]]:
    """What each way would do; one that comes to the same as another before it says just that."""
    told: list[tuple[Way, list[str]]] = []
    for one in ways:
        said = details(one, tables)
        like = next((way for way, before in told if before == said), None)
        told.append((one.way, said))
        yield one.way, said if like is None else [f"The same as by {like}."]


def _known(way: Alternative) -> str:
    cards, known = len(way.known.cards), len(way.known.tiles)
    if not cards and not known:
        return "nothing"
    parts = [counted(cards, "card")] * bool(cards) + [counted(known, "tile")] * bool(known)
    return listed(parts)


def _row(label: str, cells: list[str]) -> str:
    columns = [textwrap.wrap(cell, CELL_WIDTH) or [""] for cell in cells]
    lines = []
    for lead, *parts in zip_longest([label], *columns, fillvalue=""):
        row = " ".join([f"{part:<{CELL_WIDTH}}" for part in parts])
        lines.append(f"{lead:<{LABEL_WIDTH}}{row}".rstrip())
    return "\n".join(lines)


def details(way: Alternative, tables: Tables) -> list[str]:
    """What one way would do, a sentence each: the public, then what only the contestmaster sees."""
    said = [*correction_pages.of_gnomes(way.compared, tables.board)]
    said += correction_pages.of_the_sub(way.compared)
    said += [f"{capital(why)}." for why in (*way.conflicts, *map(spoken, way.hidden))]
    said += [f"{one.gnome} holds {more_and_less(one.before, one.after)}." for one in way.hands]
    if way.deck_changed:
        said.append("The event deck is another.")
    if way.pool_changed:
        said.append("The item pool is another.")
    if way.known.cards:
        titles = [card_of(card, tables).title for card in way.known.cards]
        said.append(
            f"Everybody would know the next {counted(len(titles), 'event card')}: "
            f"{', '.join(titles)}."
        )
    said += [_known_tile(one) for one in way.known.tiles]
    said += [f"It cannot be done: {why.whole}." for why in way.problems]
    return said or ["Nothing changes."]


def more_and_less(before: tuple[Item, ...], after: tuple[Item, ...]) -> str:
    """`a crowbar more and 2 grogs less`."""
    more, less = Counter(after) - Counter(before), Counter(before) - Counter(after)
    parts = [f"{tiles(more.elements())} more"] * bool(more)
    return listed([*parts, *[f"{tiles(less.elements())} less"] * bool(less)])


def told_alone(one: Concerned) -> tuple[str, ...]:
    """What a correction means for one gnome: why what they announced is void, and their hand.

    For `private_pages.private_notice`, with the occasion `the correction of turn 12`.
    """
    why = [
        f"What you announced has no effect now: {spoken(fault.reason)}." for fault in one.private
    ]
    change = more_and_less(one.hand.before, one.hand.after)
    return tuple([*why, f"You hold {change} than before."] if change else why)


def _known_tile(one: KnownTile) -> str:
    if one.holder is not None:
        return f"{one.knower} would know that {one.holder} holds {item(one.item)}."
    where = "on top of the pool" if one.depth == 1 else f"{one.depth} deep in the pool"
    return f"{one.knower} would know that {item(one.item)} lies {where}."


@mail("draft")
def reading(
    code: str,
    about: str,
    written: str,
    acts: Sequence[Act],
    *,
    notes: Sequence[str] = (),
    contest: str,
    said_at: datetime,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Facts:
    """How a mail is to be read, beside what was *written* in it; without *acts* as nothing.

    *about* is public, for it is in the subject: `Mail 12: Ann`; *notes* are what to mind.
    """
    return {
        "written": [text for _, text in own_words(written)],
        "announced": [line for act in acts for line in said(act, contest)],
    }
