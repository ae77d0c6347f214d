"""Hands: whether claimed tiles are held, limits, discards, gifts in return (§6, §11k, §17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rednov_bot.games.base import Against, Refusal, Withheld
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Limit
from rednov_bot.games.red_november.rules.logbook import Logbook
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.refusals import refusal, withheld
from rednov_bot.games.red_november.rules.turn import Orders, Turn, Use
from rednov_bot.games.red_november.rules.words import GnomeName, Item


def exceeds(limit: Limit | None, hand: tuple[Item, ...]) -> int:
    """How many items a pending hand limit still asks to be discarded, 0 when it is met (A78)."""
    if limit is None:
        return 0
    if limit.owed is not None:
        return min(limit.owed, len(hand))
    return max(0, len(hand) - limit.limit)


def private_refusals(gamestate: Gamestate, turn: Turn) -> tuple[Withheld, ...]:
    """Every reason, told to the sender alone, why the turn has no effect (rules.md 3.3)."""
    seat = gamestate.position.seat(turn.gnome)
    hand = gamestate.secrets.hands[seat]
    found: list[Withheld] = []
    limit = gamestate.secrets.limits[seat]
    if limit is not None and (over := exceeds(limit, hand)):
        reason = f"hand limit {limit.limit} is pending, you hold {len(hand)}: discard {over} first"
        found.append(withheld("HAND_LIMIT", reason))
    found.extend(_not_held(turn, hand))
    if fault := _gift(turn):
        found.append(fault)
    return tuple(found)


def _not_held(turn: Turn, hand: tuple[Item, ...]) -> list[Withheld]:
    """Each tile must be held when it is used or given; public gains of the action count (A116)."""
    before = [step.item for step in turn.steps if isinstance(step, Use)]
    later = [step.item for step in turn.after if isinstance(step, Use)] if turn.after else []
    action = turn.action
    if action is not None and action.give and action.name == "give_items":
        later[:0] = action.give
    if turn.escape is not None:
        later += turn.escape.uses
    if not before and not later:
        return []
    left = list(hand)
    short = _missing(left, before)
    if action is not None and action.name == "gain_grog":
        left.extend(["grog"] * (action.minutes or 0))
    short += _missing(left, later)
    return [
        withheld(
            "ITEM_NOT_HELD", f"you do not hold {'another' if hand.count(item) else 'a'} {item}"
        )
        for item in dict.fromkeys(short)
    ]


def _missing(left: list[Item], items: Sequence[Item]) -> list[Item]:
    """Each of *items* is taken from those that are *left*; what is not among them."""
    short = []
    for item in items:
        if item in left:
            left.remove(item)
        else:
            short.append(item)
    return short


def _gift(turn: Turn) -> Withheld | None:
    """A gift announced by number needs its private list, of that number (A23); 0 is one (A43)."""
    action = turn.action
    if action is None or action.name != "give_items":
        return None
    if action.give is None:
        if action.give_count == 0:
            return None
        return withheld("GIFT_UNSPECIFIED", "the private list of what you give has not arrived")
    if action.give_count is not None and action.give_count != len(action.give):
        reason = f"you announced {action.give_count} items and listed {len(action.give)}"
        return withheld("GIFT_UNSPECIFIED", reason)
    return None


def present(position: Position, name: GnomeName) -> Refusal | None:
    """Whether *name* is a gnome in play (§2, §20)."""
    if position.ending is not None or not position.gnomes:
        return refusal("NO_GAME", "no game is ongoing")
    if all(gnome.name != name for gnome in position.gnomes):
        return refusal("NOT_A_GNOME", f"{name} is no gnome of this game")
    fate = position.gnome(name).fate
    if fate == "killed":
        return refusal("KILLED", f"{name} has been killed")
    if fate == "abandoned":
        return refusal("ABANDONED", f"{name} has abandoned ship")
    return None


def discard(
    gamestate: Gamestate, name: GnomeName, items: tuple[Item, ...]
) -> Logbook | tuple[Against, ...]:
    """A gnome discards for a pending hand limit, wholly or in part (§17).

    Allowed at any time, also while a turn is unresolved.  More than the limit asks is not
    provided for.
    """
    if fault := present(gamestate.position, name):
        return (fault,)
    seat = gamestate.position.seat(name)
    hand, limit = gamestate.secrets.hands[seat], gamestate.secrets.limits[seat]
    over = exceeds(limit, hand)
    if not over:
        return (withheld("NO_HAND_LIMIT", "no hand limit asks you to discard anything"),)
    if missing := not_in(hand, items):
        return tuple(missing)
    if len(items) > over:
        reason = f"the hand limit asks for {over} discarded and you named {len(items)}"
        return (withheld("TOO_MANY_DISCARDED", reason),)
    log = Logbook(gamestate)
    log.tell(ev.ItemsDiscarded(name, len(items)))
    log.whisper(ev.DiscardNamed(name, items))
    if not exceeds(log.secrets.limits[seat], log.secrets.hands[seat]):
        log.whisper(ev.LimitLifted(name))
    return log


def give_back(
    gamestate: Gamestate,
    name: GnomeName,
    to: GnomeName,
    items: tuple[Item, ...],
    options: Options,
) -> Logbook | tuple[Against, ...]:
    """A gift in return, until giver or recipient takes another turn (§11k, A44).

    Several are allowed while the window is open; sleepers may, unless option `sleepers_trade`
    is off (A45).
    """
    if fault := present(gamestate.position, name):
        return (fault,)
    position = gamestate.position
    if any(gnome.name == to for gnome in position.gnomes):
        gone = {"killed": "has been killed", "abandoned": "has abandoned ship"}
        if became := gone.get(position.gnome(to).fate):
            reason = f"{to} {became}, so nothing can be given to them any more"
            return (refusal("GIFT_WINDOW_CLOSED", reason),)
    if all((gift.recipient, gift.giver) != (name, to) for gift in position.gifts):
        reason = f"{to} gave {name} nothing since either of them last took a turn"
        return (refusal("GIFT_WINDOW_CLOSED", reason),)
    if position.gnome(name).fainted and not options.sleepers_trade:
        return (refusal("FAINTED", f"{name} is asleep (game option sleepers_trade)", "§11k"),)
    seat = position.seat(name)
    hand = gamestate.secrets.hands[seat]
    noted = tuple(
        item for giver, _, held in gamestate.secrets.promised if giver == name for item in held
    )
    if missing := not_in(hand, noted + items):
        return tuple(missing)
    log = Logbook(gamestate)
    if options.return_gift_effect == "after_resolution" and position.pending is not None:
        log.tell(ev.ReturnPromised(name, to, len(items)))
        log.whisper(ev.ReturnNoted(name, to, items))
        return log
    _hand_over(log, name, to, items)
    limit = log.secrets.limits[seat]
    if limit is not None and not exceeds(limit, log.secrets.hands[seat]):
        log.whisper(ev.LimitLifted(name))
    return log


def _hand_over(log: Logbook, giver: GnomeName, to: GnomeName, items: tuple[Item, ...]) -> None:
    log.tell(ev.GiftMade(giver, to, len(items), in_return=True))
    if items:
        log.whisper(ev.GiftReceived(to, giver, items))


def keep_promises(log: Logbook) -> None:
    """Gifts in return that waited for the resolution are made (option return_gift_effect)."""
    promised = log.secrets.promised
    log.whisper(ev.ReturnsKept())
    for giver, to, items in promised:
        if log.position.gnome(giver).in_play and log.position.gnome(to).in_play:
            hand = log.secrets.hands[log.position.seat(giver)]
            if not not_in(hand, items):
                _hand_over(log, giver, to, items)


def not_in(hand: tuple[Item, ...], items: tuple[Item, ...]) -> list[Withheld]:
    """A refusal for each kind of item that is not held often enough."""
    short = Counter(items) - Counter(hand)
    return [
        withheld("ITEM_NOT_HELD", f"you do not hold {'another' if item in hand else 'a'} {item}")
        for item in short
    ]


def tell_what_is_public(log: Logbook, options: Options) -> None:
    """Hand sizes or, at the end, hands, where an option makes them public (A22, A24b)."""
    hands = log.secrets.hands
    gnomes = log.position.gnomes
    if options.public_hand_sizes:
        sizes = tuple(
            (gnome.name, len(hand))
            for gnome, hand in zip(gnomes, hands, strict=True)
            if gnome.in_play
        )
        log.tell(ev.HandsCounted(sizes))
    if options.reveal_at_end and log.position.ending is not None:
        held = zip(gnomes, hands, strict=True)
        told = tuple((gnome.name, tuple(sorted(hand))) for gnome, hand in held)
        log.tell(ev.HandsRevealed(told))


def impose(log: Logbook, limit: int, only: GnomeName | None, options: Options) -> None:
    """A hand limit for one gnome or for all: whoever holds more must discard (§17).

    Only those above the limit at the event are concerned; gnomes without minutes are not pressed
    (A78, A119).  Of several limits the smallest holds.
    """
    log.tell(ev.LimitImposed(limit, only))
    for seat, gnome in enumerate(log.position.gnomes):
        if not gnome.in_play or gnome.minutes <= 0 or only not in (None, gnome.name):
            continue
        held = len(log.secrets.hands[seat])
        if held <= limit:
            continue
        pending = log.secrets.limits[seat]
        least = limit if pending is None else min(limit, pending.limit)
        owed = None
        if options.hand_limit_basis == "at_event":
            owed = max(held - limit, (pending.owed or 0) if pending else 0)
        log.whisper(ev.LimitPending(gnome.name, least, held, owed))


def wished_discards(
    limit: Limit | None, hand: tuple[Item, ...], orders: Orders
) -> tuple[Item, ...]:
    """The discards that a gnome wished for a hand limit, at most as many as it asks for (A78).

    A proposal that only the gnome can carry out, by announcement (§17).
    """
    over = exceeds(limit, hand)
    wished = [item for kind in orders.drop for item in hand if item == kind]
    others = [item for item in hand if item not in (*orders.drop, *orders.keep)]
    if orders.keep and len(wished) + len(others) <= over:
        wished += others  # what is to be kept leaves no choice among the rest
    return tuple(wished[:over])


def lift_met(log: Logbook) -> None:
    """Hand limits that are met by now are over, whatever met them (A78, A119)."""
    for seat, limit in enumerate(log.secrets.limits):
        if limit is None:
            continue
        gnome = log.position.gnomes[seat]
        if gnome.minutes <= 0 or not exceeds(limit, log.secrets.hands[seat]):
            log.whisper(ev.LimitLifted(gnome.name))
