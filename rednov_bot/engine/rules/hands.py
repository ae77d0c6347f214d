"""Hands between turns: discards for a limit, gifts in return, what is public (§11k, §17)."""

from __future__ import annotations

from collections import Counter

from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.options import Options
from rednov_bot.engine.position import Position
from rednov_bot.engine.refusals import Against, Refusal, Withheld, refusal, withheld
from rednov_bot.engine.rules.held import exceeds
from rednov_bot.engine.words import GnomeName, Item


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
    log.tell(h.ItemsDiscarded(name, len(items)))
    log.whisper(h.DiscardNamed(name, items))
    if not exceeds(log.secrets.limits[seat], log.secrets.hands[seat]):
        log.whisper(h.LimitLifted(name))
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
        log.tell(h.ReturnPromised(name, to, len(items)))
        log.whisper(h.ReturnNoted(name, to, items))
        return log
    _hand_over(log, name, to, items)
    limit = log.secrets.limits[seat]
    if limit is not None and not exceeds(limit, log.secrets.hands[seat]):
        log.whisper(h.LimitLifted(name))
    return log


def _hand_over(log: Logbook, giver: GnomeName, to: GnomeName, items: tuple[Item, ...]) -> None:
    log.tell(h.GiftMade(giver, to, len(items), in_return=True))
    if items:
        log.whisper(h.GiftReceived(to, giver, items))


def keep_promises(log: Logbook) -> None:
    """Gifts in return that waited for the resolution are made (option return_gift_effect)."""
    promised = log.secrets.promised
    if not promised:
        return
    log.whisper(h.ReturnsKept())
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
        log.tell(h.HandsCounted(sizes))
    if options.reveal_at_end and log.position.ending is not None:
        held = zip(gnomes, hands, strict=True)
        told = tuple((gnome.name, tuple(sorted(hand))) for gnome, hand in held)
        log.tell(h.HandsRevealed(told))
