"""The faint check of a gnome who drank (§16c)."""

from __future__ import annotations

from rednov_bot.engine import happenings as h
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.luck import Luck
from rednov_bot.engine.options import Options
from rednov_bot.engine.rules.deck import card_of, draw
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.words import GnomeName

FAINT_MINUTES = 10  # §16c


def faint_check(
    log: Logbook, name: GnomeName, tables: Tables, options: Options, luck: Luck
) -> bool:
    """Whether a gnome who drank this turn faints: a card is drawn for its number alone.

    §16c; one check however many grogs (A61); a dash fells nobody (A57); the card is a draw like
    any other (A58).
    """
    card_id = draw(log, tables, luck)
    if card_id is None:
        return False
    card = card_of(card_id, tables)
    level = log.position.gnome(name).intoxication
    faints = card.faint is not None and card.faint <= level
    log.tell(h.FaintChecked(name, card_id, card.title, card.faint, level, faints))
    if card.kind == "respite" and options.remove_respite:
        log.tell(h.Respite(removed=True))
    return faints
