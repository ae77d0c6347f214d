"""What luck decides: the die, the event deck and the item pool (CC, §6, §11i, §16c, §16d)."""

from __future__ import annotations

from rednov_bot.games.base import Luck
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.logbook import Logbook
from rednov_bot.games.red_november.rules.position import CardId
from rednov_bot.games.red_november.rules.tables import Card, Tables
from rednov_bot.games.red_november.rules.words import GnomeName, Item


def die(luck: Luck, name: str) -> int:
    """The action die: 1 to 10, its face 0 read as 10 (A82)."""
    return luck.pick(name, 10) + 1


def card_of(card: CardId, tables: Tables) -> Card:
    """The card with this number; the Kraken comes after the deck's last."""
    return tables.deck[card] if card < len(tables.deck) else tables.kraken


def draw(log: Logbook, tables: Tables, luck: Luck) -> CardId | None:
    """The top card of the event deck, still in it; None when there is no card at all.

    An empty deck is renewed from the discards when a card is needed (A70), as often as that
    happens (A125); the first time the Kraken joins (A71).
    """
    if not log.secrets.deck:
        joins = log.position.kraken_aside
        cards = sorted(log.position.played) + ([len(tables.deck)] if joins else [])
        if not cards:
            return None
        order = luck.shuffle(f"renew events {renewals(log)}", len(cards))
        log.tell(ev.EventDeckRenewed(len(cards), joins))
        log.whisper(ev.EventDeckShuffled(tuple(cards[place] for place in order)))
    return log.secrets.deck[0]


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
