"""The event deck: its top card, and how it is renewed (§16c, §16d)."""

from __future__ import annotations

from rednov_bot.games.base import Luck
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.items import renewals
from rednov_bot.games.red_november.rules.logbook import Logbook
from rednov_bot.games.red_november.rules.position import CardId
from rednov_bot.games.red_november.rules.tables import Card, Tables


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
