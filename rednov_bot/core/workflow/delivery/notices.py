"""Private notices: what a gnome alone is told (§6); whether it reaches them is in reach.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rednov_bot.core.models import Game, Page, PaperId
from rednov_bot.core.proof import Proof
from rednov_bot.core.render import draft_pages
from rednov_bot.core.render.wording import whose
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, outgoing
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.luck.proving import Witness
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.render import private_pages
from rednov_bot.games.red_november.render.audience import private_to
from rednov_bot.games.red_november.render.private_pages import hand_story
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.events import Event
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds, wished_discards
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Orders
from rednov_bot.games.red_november.rules.words import Item

_NOBODYS: Mapping[Player, Orders] = {}


def notices_of(
    desk: Desk,
    records: UnitOfWork,
    game: Game,
    events: tuple[Event, ...],
    before: Gamestate,
    after: Gamestate,
    tables: Tables,
    *,
    occasion: str,
    moment: str,
    by: Player = "",
    orders: Mapping[Player, Orders] = _NOBODYS,
    proof: Proof | None = None,
) -> tuple[Page, ...]:
    """One private notice to each gnome who has something to learn that the list is not told (§6).

    Whoever only used up tiles, or took the captain's grog, has announced it and gets none: the
    posting tells it.  In a blind game each gets one of whom everybody can see that it may be so:
    that they get one tells nothing then.  *by* is whose *occasion* it is, `discard` say, where that
    is to be told; *orders* are what gnomes wish for a hand limit (A78); *proof* is that of the
    posting to which the notices belong, if any, and *moment* is what they prove.
    """
    pages, witness = [], Witness(records, game, before, events, proof, moment)
    owed = hidden.concerned(events, before.position) if hidden.is_blind(records) else frozenset()
    for seat, gnome in enumerate(after.position.gnomes):
        told = private_to(events, gnome.name)
        envelope = outgoing.to_gnome(desk, gnome.name)
        hand, limit = after.secrets.hands[seat], after.secrets.limits[seat]
        held = before.secrets.hands[seat] if before.secrets.hands else ()
        over = exceeds(limit, hand)
        learns = told or (over and sorted(held) != sorted(hand))
        learns = learns or _expected(events, gnome.name, held) != Counter(hand)
        if envelope is None or not (learns or gnome.name in owed):
            continue
        whose_it_is = "your" if gnome.name == by else whose(by)
        pages.append(
            private_pages.private_notice(
                hand_story(events, gnome.name, held, tables.board) or (draft_pages.UNCHANGED,),
                hand,
                occasion=f"{whose_it_is} {occasion}" if by else occasion,
                discard=over,
                plays_on=plays_on(after.position, gnome),
                wished=wished_discards(limit, hand, orders.get(gnome.name, NO_ORDERS)),
                letterhead=outgoing.letterhead_for(desk),
                envelope=envelope,
                proof=witness.lines(gnome.name, hand),
            )
        )
    return tuple(pages)


def of_a_hand(
    desk: Desk,
    records: UnitOfWork,
    game: PaperId,
    name: Player,
    told: tuple[str, ...],
    after: Gamestate,
    occasion: str,
    witness: Witness,
) -> Page | None:
    """The notice of a correction to one gnome: what they are *told* alone, and their hand.

    None where they have no address.
    """
    envelope = outgoing.to_gnome(desk, name)
    if envelope is None:
        return None
    seat = after.position.seat(name)
    hand, limit = after.secrets.hands[seat], after.secrets.limits[seat]
    orders = records.noted_orders(game).get(name, NO_ORDERS)
    return private_pages.private_notice(
        told or (draft_pages.UNCHANGED,),
        hand,
        occasion=occasion,
        discard=exceeds(limit, hand),
        plays_on=plays_on(after.position, after.position.gnomes[seat]),
        wished=wished_discards(limit, hand, orders),
        letterhead=outgoing.letterhead_for(desk),
        envelope=envelope,
        proof=witness.lines(name, hand),
    )


def _expected(events: Iterable[Event], name: Player, held: tuple[Item, ...]) -> Counter[Item]:
    """The hand that follows from what a gnome held, by what everybody sees them do with it."""
    hand = Counter(held)
    for one in events:
        match one:
            case ev.ItemUsed(gnome=user, item=item) if user == name:
                hand[item] -= 1
            case ev.GrogGained(gnome=user, count=count) if user == name:
                hand["grog"] += count
            case _:
                pass
    return hand


def plays_on(position: Position, gnome: Gnome) -> bool:
    """Whether a gnome may ever take a turn again (§9, §20, §22)."""
    return position.ending is None and gnome.in_play and gnome.minutes > 0
