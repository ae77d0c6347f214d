"""Faint checks of gnomes who drank, and when sleepers wake (§16c, A63, A64)."""

from __future__ import annotations

from rednov_bot.games.base import Luck
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.draws import card_of, draw
from rednov_bot.games.red_november.rules.logbook import Logbook
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import GnomeName

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
    log.tell(ev.FaintChecked(name, card_id, card.title, card.faint, level, faints))
    if card.kind == "respite" and options.remove_respite:
        log.tell(ev.Respite(removed=True))
    return faints


def wake(log: Logbook, walking: str | None = None) -> None:
    """A sleeper wakes when all other gnomes have strictly fewer minutes (§16c).

    One who sleeps at 0 never does (A64).
    """
    gnomes = log.position.gnomes
    for gnome in gnomes:
        if not gnome.fainted or not gnome.in_play or gnome.name == walking:
            continue
        if all(other.minutes < gnome.minutes for other in gnomes if other.name != gnome.name):
            log.tell(ev.Woke(gnome.name))
            return


def break_deadlock(log: Logbook) -> None:
    """If only sleepers have minutes, the one with most wakes; among equals the last arrived.

    A ruling under §25 after the board game's stack of time keepers (A63, S116).
    """
    gnomes = log.position.gnomes
    if not [gnome for gnome in gnomes if gnome.fainted]:
        return
    waiting = [gnome for gnome in gnomes if gnome.in_play and gnome.minutes > 0]
    if waiting and all(gnome.fainted for gnome in waiting):
        last = max(waiting, key=lambda gnome: (gnome.minutes, gnome.arrived))
        log.tell(ev.Woke(last.name, deadlock=True))
