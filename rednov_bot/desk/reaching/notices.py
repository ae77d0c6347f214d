"""Private notices: what a gnome alone is told of what happened, and eir whole hand (§6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.luck.proving import Witness
from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.happenings import Happening
from rednov_bot.engine.position import Gnome, Position
from rednov_bot.engine.rules.held import exceeds
from rednov_bot.engine.rules.limits import wished_discards
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import NO_ORDERS, Orders
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.papers import Page
from rednov_bot.ports import Records
from rednov_bot.prose import blind_words, private_pages
from rednov_bot.prose.audience import private_to
from rednov_bot.prose.hand_story import hand_story
from rednov_bot.prose.wording import whose

_NOBODYS: Mapping[GnomeName, Orders] = {}


def notices_of(
    desk: Desk,
    records: Records,
    happenings: tuple[Happening, ...],
    before: Gamestate,
    after: Gamestate,
    tables: Tables,
    *,
    occasion: str,
    by: GnomeName = "",
    orders: Mapping[GnomeName, Orders] = _NOBODYS,
    witness: Witness | None = None,
) -> tuple[Page, ...]:
    """One private notice to each gnome who has something to learn that the list is not told (§6).

    Whoever only used up tiles, or took the captain's grog, has announced it and gets none: the
    posting tells it.  In a blind game each gets one of whom everybody can see that it may be so:
    that they get one tells nothing then.  *by* is whose *occasion* it is, `discard` say, where that
    is to be told; *orders* are what gnomes wish for a hand limit (A78); *witness* proves what they
    are told.
    """
    pages = []
    owed = sight.concerned(happenings, before.position) if sight.is_blind(records) else frozenset()
    for seat, gnome in enumerate(after.position.gnomes):
        told = private_to(happenings, gnome.name)
        envelope = stationery.to_gnome(desk, gnome.name)
        hand, limit = after.secrets.hands[seat], after.secrets.limits[seat]
        held = before.secrets.hands[seat] if before.secrets.hands else ()
        over = exceeds(limit, hand)
        learns = told or (over and sorted(held) != sorted(hand))
        learns = learns or _expected(happenings, gnome.name, held) != Counter(hand)
        if envelope is None or not (learns or gnome.name in owed):
            continue
        whose_it_is = "your" if gnome.name == by else whose(by)
        pages.append(
            private_pages.private_notice(
                hand_story(happenings, gnome.name, held, tables.board) or (blind_words.UNCHANGED,),
                hand,
                occasion=f"{whose_it_is} {occasion}" if by else occasion,
                discard=over,
                plays_on=plays_on(after.position, gnome),
                wished=wished_discards(limit, hand, orders.get(gnome.name, NO_ORDERS)),
                letterhead=stationery.letterhead(desk),
                envelope=envelope,
                proof=() if witness is None else witness.lines(gnome.name, hand),
            )
        )
    return tuple(pages)


def _expected(
    happenings: Iterable[Happening], name: GnomeName, held: tuple[Item, ...]
) -> Counter[Item]:
    """The hand that follows from what a gnome held, by what everybody sees them do with it."""
    hand = Counter(held)
    for one in happenings:
        match one:
            case h.ItemUsed(gnome=user, item=item) if user == name:
                hand[item] -= 1
            case h.GrogGained(gnome=user, count=count) if user == name:
                hand["grog"] += count
            case _:
                pass
    return hand


def plays_on(position: Position, gnome: Gnome) -> bool:
    """Whether a gnome may ever take a turn again (§9, §20, §22)."""
    return position.ending is None and gnome.in_play and gnome.minutes > 0
