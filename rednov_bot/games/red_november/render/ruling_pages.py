"""Mails to the list about rulings: a turn is void after all, a ruling is given (§25)."""

from __future__ import annotations

from datetime import datetime

from rednov_bot.core.render.letterhead import Envelope, Facts, Letterhead, mail
from rednov_bot.games.red_november.render.position import board_facts
from rednov_bot.games.red_november.render.sentences import Scene, sentence
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import GnomeName


@mail("public")
def voided(
    events: tuple[ev.PublicEvent, ...],
    after: Position,
    tables: Tables,
    gnome: GnomeName,
    number: int,
    *,
    letterhead: Letterhead,
    envelope: Envelope,
    options: Options,
    said_at: datetime | None = None,
    luck: str = "",
) -> Facts:
    """A turn that was taken is without effect by ruling, and the next may be announced (§9)."""
    scene = Scene(tables.board)
    return {
        "sentences": [sentence(one, scene) for one in events],
        "points": (),
        "awarded": (),
        **board_facts(after, tables, options, letterhead.contest),
    }
