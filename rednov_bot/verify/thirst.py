"""Who drinks when it is overheated: the one thing that a hand decides before everybody (A77)."""

from __future__ import annotations

import re

from rednov_bot.engine import happenings as h
from rednov_bot.engine.resolve import Resolution
from rednov_bot.engine.tables import Tables
from rednov_bot.verify.telling import Told


def drinkers(made: Resolution) -> list[str]:
    """Each card that makes thirsty, and who drinks then."""
    found = []
    for one in made.happenings:
        match one:
            case h.ThirstSlaked(gnome=name):
                found.append(name)
            case h.CardDrawn(kind="overheated"):
                found.append("")
            case _:
                pass
    return found


def told_drinkers(told: Told, made: Resolution, tables: Tables) -> list[str]:
    """The same, as the text has it."""
    titles = {re.escape(card.title) for card in tables.deck if card.kind == "overheated"}
    names = [re.escape(gnome.name) for gnome in made.after.position.gnomes]
    thirst = rf"Event: (?:{'|'.join(titles)})\.|(?<!\w)({'|'.join(names)}) drinks a grog"
    return [found[1] or "" for found in re.finditer(thirst, told.words)]
