"""Entering a happening is the only way to change the gamestate.

One case for each happening, and no rules.  The position is changed by public happenings alone:
whoever reads the list can follow it.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.position import (
    Due,
    Ending,
    Gamestate,
    Gift,
    Gnome,
    Limit,
    Position,
    Secrets,
)
from rednov_bot.engine.words import NOWHERE, GnomeName, Item, Place, RoomCondition


class Logbook:
    """A gamestate and what has happened to it, in order."""

    __slots__ = ("happenings", "position", "secrets")

    def __init__(self, gamestate: Gamestate) -> None:
        self.position = gamestate.position
        self.secrets = gamestate.secrets
        self.happenings: list[h.Happening] = []

    @property
    def gamestate(self) -> Gamestate:
        """The gamestate after all that has happened."""
        return Gamestate(self.position, self.secrets)

    def tell(self, happening: h.PublicHappening) -> None:
        """Enter what everybody may know."""
        self.position = position_after(self.position, happening)
        if type(happening) in _TOUCHES_SECRETS:
            self.secrets = secrets_after(self.secrets, self.position, happening)
        self.happenings.append(happening)

    def whisper(self, happening: h.PrivateHappening | h.HiddenHappening) -> None:
        """Enter what one gnome, or nobody, may know."""
        self.secrets = secrets_after(self.secrets, self.position, happening)
        self.happenings.append(happening)


def after(gamestate: Gamestate, happening: h.Happening) -> Gamestate:
    """The gamestate after *happening*.  Replaying a game is folding this over its happenings."""
    position = gamestate.position
    if not isinstance(happening, h.PrivateHappening | h.HiddenHappening):
        position = position_after(position, happening)
    return Gamestate(position, secrets_after(gamestate.secrets, position, happening))


def _with_gnome(position: Position, name: GnomeName, **changes: object) -> Position:
    gnomes = position.gnomes
    for seat, gnome in enumerate(gnomes):
        if gnome.name == name:
            changed: Gnome = replace(gnome, **changes)
            return replace(position, gnomes=(*gnomes[:seat], changed, *gnomes[seat + 1 :]))
    raise KeyError(name)


def _with_room(position: Position, room: Place, condition: RoomCondition) -> Position:
    rooms = position.rooms
    return replace(position, rooms=(*rooms[:room], condition, *rooms[room + 1 :]))


def _without_gifts_of(position: Position, name: GnomeName) -> tuple[Gift, ...]:
    gifts = position.gifts
    if not gifts:
        return gifts
    return tuple(gift for gift in gifts if name not in (gift.giver, gift.recipient))


def position_after(position: Position, happening: h.PublicHappening) -> Position:
    """The position after *happening*: what everybody can follow from the list alone."""
    match happening:
        case h.Reached(gnome=name, space=space):
            return _with_gnome(position, name, minutes=space, arrived=position.turns)
        case h.TurnTaken(gnome=name, number=number, gift_to=recipient):
            gifts = _without_gifts_of(position, name)
            if recipient is not None:
                gifts = (*gifts, Gift(name, recipient))
            return replace(position, turns=number, pending=name, gifts=gifts)
        case h.TurnResolved(gnome=name, minutes=minutes):
            gnome = position.gnome(name)
            if gnome.minutes != minutes:
                position = _with_gnome(position, name, minutes=minutes, arrived=position.turns)
            return replace(position, pending=None)
        case h.Passed(gnome=name, to=place):
            return _with_gnome(position, name, at=place)
        case h.CardDrawn(card=card) | h.FaintChecked(card=card):
            return replace(
                position, deck_left=position.deck_left - 1, played=(*position.played, card)
            )
        case h.ItemUsed(gnome=name, before=before, after=level):
            if before == level:
                return position
            return _with_gnome(position, name, intoxication=level)
        case h.ActionTaken(gnome=name, action=action, place=place):
            if action in ("gain_items", "gain_grog"):
                return _with_gnome(position, name, drew_in=place)
            gnome = position.gnome(name)
            if gnome.drew_in not in (NOWHERE, place):
                return _with_gnome(position, name, drew_in=NOWHERE)
            return position
        case h.TrackAdvanced(track=track, after=value) | h.TrackReset(track=track, after=value):
            return replace(position, **{track: value})
        case h.WaterEqualised(rooms=(one, other)):
            return _with_room(_with_room(position, one, "low"), other, "low")
        case h.RoomCaughtFire(room=room):
            return _with_room(position, room, "fire")
        case h.RoomFlooded(room=room):
            return _with_room(position, room, "high")
        case h.CurrentRose(rooms=rooms):
            for room in rooms:
                position = _with_room(position, room, "high")
            return position
        case h.FirePutOut(room=room) | h.RoomPumped(room=room):
            return _with_room(position, room, "dry")
        case h.HatchJammed(hatch=ends):
            return replace(position, blocked=position.blocked | {ends})
        case h.HatchFreed(hatch=ends):
            return replace(position, blocked=position.blocked - {ends})
        case h.TokenPlaced(token=kind, space=space):
            return replace(position, tokens=(*position.tokens, (kind, space)))
        case h.TokensPrevented(token=kind, spaces=spaces):
            gone = {(kind, space) for space in spaces}
            return replace(position, tokens=tuple(t for t in position.tokens if t not in gone))
        case h.GrogGained(count=count):
            return replace(position, stash=position.stash - count)
        case h.ThirstSlaked(gnome=name, after=level):
            return _with_gnome(position, name, intoxication=level)
        case h.Fainted(gnome=name):
            return _with_gnome(position, name, fainted=True)
        case h.Woke(gnome=name):
            return _with_gnome(position, name, fainted=False)
        case h.Killed(gnome=name):
            return _gone(position, name, "killed")
        case h.GnomeDeparted(gnome=name):
            return _gone(position, name, "abandoned")
        case h.GnomeReplaced(gnome=name, room=room):
            return _with_gnome(
                replace(position, gifts=_without_gifts_of(position, name)),
                name,
                at=room,
                fainted=False,
                intoxication=0,
                drew_in=NOWHERE,
            )
        case h.EventDeckRenewed(size=size, kraken_joined=joined):
            aside = position.kraken_aside and not joined
            return replace(position, deck_left=size, played=(), kraken_aside=aside)
        case h.Respite(removed=removed):
            if not removed:
                return position
            return replace(
                position,
                played=position.played[:-1],
                removed=(*position.removed, position.played[-1]),
            )
        case h.PointsDue(gnome=name, axis=axis, points=points, reason=reason):
            return replace(position, dues=(*position.dues, Due(name, axis, points, reason)))
        case h.GameOver(winners=winners, losers=losers, sub_lost=lost):
            return replace(position, ending=Ending(winners, losers, lost), gifts=())
        case h.GameOpened(gnomes=names, minutes=minutes, stash=stash, deck=deck, y_pot=pot):
            crew = tuple(
                Gnome(name=name, minutes=minutes, arrived=-seat) for seat, name in enumerate(names)
            )
            return Position(gnomes=crew, stash=stash, deck_left=deck, y_pot=pot)
        case h.GnomePlaced(gnome=name, room=room):
            return _with_gnome(position, name, at=room)
        case (
            h.HatchOpened()
            | h.FixTried()
            | h.AttemptFutile()
            | h.TokensMissed()
            | h.GiftMade()
            | h.EscapeMade()
            | h.NoEscape()
            | h.Attacked()
            | h.CharmHeld()
            | h.ItemsAwarded()
            | h.ItemPoolRenewed()
            | h.FireFed()
            | h.FireDrowned()
            | h.FireSpread()
            | h.FireStayed()
            | h.NoHatchToJam()
            | h.LimitImposed()
            | h.NobodyThirsty()
            | h.TokenBeyond()
            | h.TokenAlready()
            | h.ItemsDiscarded()
            | h.ReturnPromised()
            | h.HandsCounted()
            | h.HandsRevealed()
            | h.SubLost()
        ):
            return position
        case _:
            assert_never(happening)


def _gone(position: Position, name: GnomeName, fate: str) -> Position:
    return _with_gnome(
        replace(position, gifts=_without_gifts_of(position, name)),
        name,
        fate=fate,
        at=NOWHERE,
        minutes=position.gnome(name).minutes if fate == "abandoned" else 0,
        fainted=False,
    )


def secrets_after(secrets: Secrets, position: Position, happening: h.Happening) -> Secrets:
    """The secrets after *happening*; *position* is the one after it, for the seats."""
    match happening:
        case h.ItemUsed(gnome=name, item=item):
            return _discarded(secrets, position.seat(name), (item,))
        case h.ThirstSlaked(gnome=name):
            return _discarded(secrets, position.seat(name), ("grog",))
        case h.DiscardNamed(to=name, items=items):
            return _discarded(secrets, position.seat(name), items)
        case h.CardDrawn() | h.FaintChecked():
            return replace(secrets, deck=secrets.deck[1:])
        case h.ItemsReceived(to=name, items=items):
            seat = position.seat(name)
            hands = _with_hand(secrets, seat, (*secrets.hands[seat], *items))
            return replace(secrets, hands=hands, pool=secrets.pool[len(items) :])
        case h.GrogGained(gnome=name, count=count):
            seat = position.seat(name)
            grog: Item = "grog"
            grogs = (grog,) * count
            return replace(secrets, hands=_with_hand(secrets, seat, secrets.hands[seat] + grogs))
        case h.GiftReceived(to=name, giver=giver, items=items):
            left = without(secrets.hands[position.seat(giver)], items)
            secrets = replace(secrets, hands=_with_hand(secrets, position.seat(giver), left))
            seat = position.seat(name)
            return replace(secrets, hands=_with_hand(secrets, seat, (*secrets.hands[seat], *items)))
        case h.LimitPending(to=name, limit=limit, owed=owed):
            return _with_limit(secrets, position.seat(name), Limit(limit, owed))
        case h.LimitLifted(to=name):
            return _with_limit(secrets, position.seat(name), None)
        case h.EventDeckShuffled(order=deck):
            return replace(secrets, deck=deck)
        case h.ItemPoolShuffled(order=pool):
            return replace(secrets, pool=pool, discards=())
        case h.HandDropped(gnome=name, to_discards=to_discards):
            seat = position.seat(name)
            discards = secrets.discards + (secrets.hands[seat] if to_discards else ())
            secrets = replace(secrets, hands=_with_hand(secrets, seat, ()), discards=discards)
            return _with_limit(secrets, seat, None)
        case h.ReturnNoted(giver=giver, recipient=name, items=items):
            return replace(secrets, promised=(*secrets.promised, (giver, name, items)))
        case h.ReturnsKept():
            return replace(secrets, promised=())
        case h.GameOpened(gnomes=names):
            return Secrets(hands=((),) * len(names), limits=(None,) * len(names))
        case _:
            return secrets


_TOUCHES_SECRETS = frozenset(
    {h.ItemUsed, h.ThirstSlaked, h.CardDrawn, h.FaintChecked, h.GrogGained, h.GameOpened}
)


def without(hand: tuple[Item, ...], items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The hand without *items*, one tile for each; a tile that is not there is passed over."""
    left = list(hand)
    for item in items:
        if item in left:
            left.remove(item)
    return tuple(left)


def _with_hand(secrets: Secrets, seat: int, hand: tuple[Item, ...]) -> tuple[tuple[Item, ...], ...]:
    return (*secrets.hands[:seat], hand, *secrets.hands[seat + 1 :])


def _discarded(secrets: Secrets, seat: int, items: tuple[Item, ...]) -> Secrets:
    limit = secrets.limits[seat]
    if limit is not None and limit.owed is not None:
        secrets = _with_limit(secrets, seat, Limit(limit.limit, max(0, limit.owed - len(items))))
    hands = _with_hand(secrets, seat, without(secrets.hands[seat], items))
    return replace(secrets, hands=hands, discards=secrets.discards + items)


def _with_limit(secrets: Secrets, seat: int, limit: Limit | None) -> Secrets:
    return replace(secrets, limits=(*secrets.limits[:seat], limit, *secrets.limits[seat + 1 :]))
