"""Drawing tiles from the item pool, and what tiles add to an action (CC, §11i, §16d)."""

from __future__ import annotations

from collections.abc import Iterable

from rednov_bot.games.base import Luck
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.logbook import Logbook
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import ActionName, GnomeName, Item


def award(log: Logbook, name: GnomeName, count: int, source: ev.ItemSource, luck: Luck) -> None:
    """A gnome is awarded random items: the number is public, which ones they alone are told.

    §6, §11i, §16d.  An empty pool is refilled from the discards in mid-draw (CC, A72); if there
    is nothing left, fewer are awarded (A42).
    """
    drawn: tuple[Item, ...] = ()
    while len(drawn) < count:
        pool = log.secrets.pool
        if not pool:
            if not log.secrets.discards:
                break
            _refill(log, luck)
            continue
        batch = pool[: count - len(drawn)]
        drawn += batch
        log.whisper(ev.ItemsReceived(name, batch, source))
    log.tell(ev.ItemsAwarded(name, len(drawn), count, source))


def _refill(log: Logbook, luck: Luck) -> None:
    """The discards are shuffled into a new pool (CC)."""
    discards = sorted(log.secrets.discards)
    order = luck.deal(f"refill items {renewals(log)}", len(discards))
    log.tell(ev.ItemPoolRenewed())
    log.whisper(ev.ItemPoolShuffled(tuple(discards[place] for place in order)))


def renewals(log: Logbook) -> int:
    """How many decks and pools were renewed in this turn so far: part of a draw's name."""
    return sum(isinstance(one, ev.ItemPoolRenewed | ev.EventDeckRenewed) for one in log.events)


def bonus(used: Iterable[Item], action: ActionName, tables: Tables) -> int:
    """What the tiles used before the die add to an action (§12, CC).

    Tiles of a kind add up; a tile that does not fit adds nothing (A32).
    """
    return sum([tables.items.help_of(item, action) for item in used])
