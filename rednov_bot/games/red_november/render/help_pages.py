"""How to play by mail: what a gnome may write where, and what the contestmaster may reply."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from rednov_bot.core.render.guide import the_game
from rednov_bot.core.render.letterhead import Envelope, Facts, Letterhead, mail


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


@mail("receipt", "rules")
def rules_page(site: str, *, letterhead: Letterhead, envelope: Envelope) -> Facts:
    """The game in two minutes.  *site*: where the pages of `docs/` are on the web, or ""."""
    return {"told": the_game(site)}


@mail("receipt", "help")
def help_page(
    *,
    lost: bool,
    master: bool,
    plays: bool,
    member: bool,
    examples: Examples,
    waits: str,
    desk: tuple[str, ...],
    guide: tuple[str, ...],
    said_at: datetime | None,
    site: str,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Facts:
    """The words that are understood, with examples that are.

    *lost* where the reader was not understood rather than asking; *master* for the
    contestmaster, with the *guide* to their commands and what lies on the *desk*, line by line;
    *plays* for whoever may have a turn to take; *member* for a contestant (§3); *examples* are
    of what they may write.  *waits*: whose turn awaits its resolution, "" where none does.
    *site*: where the pages of `docs/` are on the web, "" for nowhere.
    """
    return {"elsewhere": GENERIC.turn}
