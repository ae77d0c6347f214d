"""How to play by mail: what a gnome may write where, with examples that are understood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rednov_bot.core.render.environment import template
from rednov_bot.core.render.letterhead import Letterhead
from rednov_bot.core.render.wording import counted
from rednov_bot.games.red_november.render.canonical import sentences
from rednov_bot.games.red_november.render.wording import ITEM_NAMES, tiles
from rednov_bot.games.red_november.rules.examples import (
    examples as possible,
    gift,
    is_fit,
    with_wishes,
)
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import standing
from rednov_bot.games.red_november.rules.rehearsal import rehearse
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Open, Turn
from rednov_bot.games.red_november.rules.words import GnomeName, hatch_label


@dataclass(frozen=True, slots=True, kw_only=True)
class Examples:
    """What may be written, as it may be written now; the empty string where nothing can be."""

    real: bool = True  # from the present position of the reader
    later: bool = False  # it is too early for any of the turns
    turn: str  # one that moves, if there is one
    wishes: str  # one with standing orders
    choice: str  # a candidate
    items: str = ""  # a private list
    gift: str = ""  # what is announced then
    discard: str = ""  # the same of a discard
    named: str = ""  # a discard that names its items


GENERIC: Final = Examples(
    real=False,
    turn="I use my toolbox. I open hatch 1-2 and go in. I fix the oxygen pumps for 5 minutes.",
    wishes="I fix the engine for 6 minutes. If a hatch gets blocked, 5-6, else 5-7. "
    "Fire spreads: 6, else 3.",
    choice="5-6",
    items="coffee, crowbar",
    gift="I give 2 items to Bob.",
    discard="I discard 2 items.",
    named="I discard a grog.",
)
"""For whoever plays no game: how it goes in one."""


def examples(
    state: Gamestate,
    name: GnomeName,
    tables: Tables,
    options: Options,
    reads: Callable[[Turn], bool],
) -> Examples:
    """What *name* might write as the game stands; where they play none, how it goes in one.

    *reads* tells whether a turn in plain words is read as it is meant.
    """
    position = state.position
    if all(gnome.name != name for gnome in position.gnomes):
        return GENERIC
    found: dict[bool, Turn] = {}  # the first turn that moves, and the first that stays
    for turn in possible(state, name, tables, options):
        moves = any(isinstance(step, Open) for step in turn.steps)
        if moves not in found and reads(turn):
            found[moves] = turn
        if len(found) == 2:
            break
    stays, wishes = found.get(False), None
    if stays is not None:
        wishing = with_wishes(stays, position, tables.board)
        fit = is_fit(rehearse(state, wishing, tables, options))
        wishes = wishing if fit and reads(wishing) else None
    block = [] if wishes is None else [hatch_label(ends) for ends in wishes.orders.block]
    seat = position.seat(name)
    hand = state.secrets.hands[seat]
    owed = tuple(sorted(hand)[: exceeds(state.secrets.limits[seat], hand)])
    given = gift(state, name, tables, options)
    give = given.action.give if given is not None and given.action is not None else None
    items = owed or give or ()
    to = "" if given is None or given.action is None or owed else given.action.recipient
    privately = options.private_lists
    return Examples(
        later=standing(position, name, options) is not None,
        turn=_said(found.get(True) or stays),
        wishes=_said(wishes),
        choice=block[0] if block else GENERIC.choice,
        items=", ".join([ITEM_NAMES[item] for item in items]) if privately else "",
        gift=f"I give {counted(len(items), 'item')} to {to}." if to else "",
        discard=f"I discard {counted(len(owed), 'item')}." if owed and privately else "",
        named=f"I discard {tiles(owed)}." if owed else "",
    )


def _said(turn: Turn | None) -> str:
    return "" if turn is None else " ".join(sentences(turn))


def how_to_play(shown: Examples, waits: str, letterhead: Letterhead, *, member: bool) -> str:
    """What a gnome may write, laid out.

    *waits*: whose turn awaits its resolution, "" where none does; *member*: of the contest (§3).
    """
    text = template("_how_to_play").render(
        examples=shown,
        elsewhere=GENERIC.turn,
        waits=waits,
        member=member,
        letterhead=letterhead,
    )
    return text.rstrip("\n")
