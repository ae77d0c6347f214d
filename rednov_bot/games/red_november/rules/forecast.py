"""What is certain or likely to come of a planned turn, as everybody can tell (§12, §16c)."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from rednov_bot.games.base import Hushed
from rednov_bot.games.red_november.rules.actions import FIX_ITS, TRACK_OF
from rednov_bot.games.red_november.rules.ending import passed_token
from rednov_bot.games.red_november.rules.events import CERTAIN
from rednov_bot.games.red_november.rules.fixing import bonus
from rednov_bot.games.red_november.rules.intoxication import level_after
from rednov_bot.games.red_november.rules.movement import Course, move
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import Plan
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.public_changes import position_after
from rednov_bot.games.red_november.rules.sleep import FAINT_MINUTES
from rednov_bot.games.red_november.rules.tables import Board, Card, Tables
from rednov_bot.games.red_november.rules.targets import TOKEN_OF
from rednov_bot.games.red_november.rules.time_track import SPARED_BY_A_CHARM
from rednov_bot.games.red_november.rules.tracks import DOOM, reset_of
from rednov_bot.games.red_november.rules.turn import Open, Through
from rednov_bot.games.red_november.rules.words import (
    SEA,
    CardKind,
    Cause,
    Item,
    Place,
    TokenKind,
    Track,
)


class Death(msgspec.Struct, frozen=True):
    """The gnome would be killed where they end the turn (§16b)."""

    cause: Cause
    place: Place


class NoWayOut(msgspec.Struct, frozen=True):
    """If the fire is not put out, it would kill the gnome (§13, §16b)."""

    place: Place
    stated: bool  # the escape that the turn names does not save them


class Faint(msgspec.Struct, frozen=True):
    """The gnome would faint, for every card that may come has a number and it is met (§16c)."""

    level: int
    lost: int  # minutes


class TokenPassed(msgspec.Struct, frozen=True):
    """All gnomes would have passed this token, so the sub would be lost in this turn (§21)."""

    token: TokenKind
    space: int


class TrackFull(msgspec.Struct, frozen=True):
    """Whichever of the unseen cards come, a track would reach its end at the latest (§21)."""

    track: Track


class OverLimit(Hushed, frozen=True):
    """A hand limit is sure to be drawn, and the gnome would hold more (§17)."""

    limit: int  # or less
    held: int  # or more


Foreseen: TypeAlias = Death | NoWayOut | Faint | TokenPassed | TrackFull | OverLimit

TRACK_BY: dict[CardKind, Track] = {
    "descent": "pressure",
    "fast_descent": "pressure",
    "reactor_warmup": "heat",
    "reactor_malfunction": "heat",
}
"""The cards that move a track without a die."""

LIMITING: frozenset[CardKind] = frozenset({"turbulence", "stumble", "friendly_fire"})
"""The cards whose hand limit holds for the active gnome whatever else is on the board (§17)."""


def foresee(
    position: Position, hand: tuple[Item, ...], plan: Plan, tables: Tables, options: Options
) -> tuple[Foreseen, ...]:
    """What is certain of *plan*, taken at *position* by a gnome who holds *hand*."""
    after = reduce(position_after, plan.steps, position)
    gnome = position.gnome(plan.turn.gnome)
    left = gnome.minutes - plan.spent
    found: list[Foreseen | None] = []
    death = _death(after, plan)
    risky = plan.action.name == "extinguish_fire" and not _is_sure(plan, tables)
    found.append(death)
    if risky:
        found.append(_trapped(after, plan, tables.board, left))
    cards = unseen(position, tables)
    if death is None and not risky:
        found.append(_faint(after, plan, cards, left))
    ends = left if death is None or options.less_deadly else 0  # the minutes of the dead (A8)
    found.append(token_passed(position, plan, left, ends, options))
    if death is None and not risky and plan.action.name != "attack" and "grog" not in plan.used:
        below = tables.time_track.events_below
        draws = below[gnome.minutes] - below[left]
        draws = max(0, draws - SPARED_BY_A_CHARM * plan.used.count("lucky_charm"))
        found += _tracks(position, plan, cards, draws)
        if left > 0 and not any(isinstance(one, TokenPassed | TrackFull) for one in found):
            found.append(_limit(hand, plan, cards, draws))
    return tuple([one for one in found if one is not None])


def unseen(position: Position, tables: Tables) -> tuple[Card, ...]:
    """The cards of which the next ones are drawn, in no order.

    Those of the deck, or of the discards from which an empty one is renewed (A70, A71); everybody
    can tell which they are, for the whole deck is known and every card drawn is public.
    """
    every, aside = (*tables.deck, tables.kraken), position.kraken_aside
    kraken = [len(tables.deck)] if aside else []
    if position.deck_left:
        seen = {*position.played, *position.removed, *kraken}
        return tuple([card for number, card in enumerate(every) if number not in seen])
    return tuple([every[number] for number in sorted({*position.played, *kraken})])


def _is_sure(plan: Plan, tables: Tables) -> bool:
    """Whether a fix-it action needs no die (§12)."""
    help_ = bonus(plan.used_before, plan.action.name, tables)
    return plan.action.minutes + help_ >= CERTAIN


def _death(after: Position, plan: Plan) -> Death | None:
    """No air outside or high water; a fire may always be put out (§16b, A48, A51)."""
    if plan.place == SEA:
        return None if "aqualung" in plan.used else Death("no_air", SEA)
    return Death("high_water", plan.place) if after.rooms[plan.place] == "high" else None


def _trapped(after: Position, plan: Plan, board: Board, left: int) -> NoWayOut | None:
    """Whether no escape saves the gnome: the one stated, or any there is (§13, A115)."""
    stated = plan.turn.escape
    if stated is not None:
        saved = _saves(after, plan, stated.move, (*plan.used, *stated.uses), board, left)
        return None if saved else NoWayOut(plan.place, stated=True)
    for ends in board.attached[plan.place]:
        beyond = sum(ends) - plan.place
        for enter in (True, False):
            if _saves(after, plan, Open(Through(beyond), enter), plan.used, board, left):
                return None
    return NoWayOut(plan.place, stated=False)


def _saves(
    after: Position, plan: Plan, step: Open, used: tuple[Item, ...], board: Board, left: int
) -> bool:
    course = Course(after, plan.turn.gnome, board)
    course.used = list(used)
    return move(course, step) is None and course.spent <= left and course.survived


def _faint(after: Position, plan: Plan, cards: tuple[Card, ...], left: int) -> Faint | None:
    """Fainting at any card; not of the departed, and not where a fight comes first (§16c)."""
    if "grog" not in plan.used or plan.action.name in ("abandon", "attack") or not cards:
        return None
    level = reduce(
        lambda drunk, item: level_after(item, drunk),
        plan.used_after,
        after.gnome(plan.turn.gnome).intoxication,
    )
    if any(card.faint is None or card.faint > level for card in cards):
        return None
    return Faint(level, min(FAINT_MINUTES, left))


def token_passed(
    position: Position, plan: Plan, left: int, ends: int, options: Options
) -> TokenPassed | None:
    """A token behind everybody else that this turn passes, and cannot prevent (§21, A3).

    Prevention looks at the minutes *left* after movement and action (A2) and comes before a death
    (§16a, §16b); passing at those with which the gnome *ends* the turn.  Of several it is the
    first on the way down; one at 0 is passed where one at 1 is (A4).
    """
    kind = TOKEN_OF.get(plan.action.name)
    stay = [one for one in position.tokens if one[0] != kind or one[1] > left]
    token = passed_token(
        replace(
            position,
            gnomes=tuple(
                replace(gnome, minutes=ends) if gnome.name == plan.turn.gnome else gnome
                for gnome in position.gnomes
            ),
            tokens=tuple(sorted(stay, key=lambda one: -max(1, one[1]))),
        ),
        options,
    )
    return None if token is None else TokenPassed(*token)


def _tracks(
    position: Position, plan: Plan, cards: tuple[Card, ...], draws: int
) -> list[TrackFull | None]:
    """Tracks that the mildest *draws* of the unseen cards would bring to their end (§8, §21)."""
    found: list[TrackFull | None] = []
    fixed = TRACK_OF.get(plan.action.name)
    for track in ("heat", "pressure"):
        steps = sorted(card.step if TRACK_BY.get(card.kind) == track else 0 for card in cards)
        start = position.track(track)
        start = reset_of(start) if track == fixed else start
        if start + sum(steps[:draws]) >= DOOM:
            found.append(TrackFull(track))
    return found


def _limit(
    hand: tuple[Item, ...], plan: Plan, cards: tuple[Card, ...], draws: int
) -> OverLimit | None:
    """A limit that cannot stay in the deck, and the fewest tiles that may be held (§17, A78).

    The Kraken's is left out, for a second Kraken has none (A120).  What random items come is not
    known, and the events may drink the grogs (A77): those of the cards left, and any that come of
    a deck renewed on the way.
    """
    limits = [card.limit for card in cards if card.limit and card.kind in LIMITING]
    action = plan.turn.action
    if not limits or draws <= len(cards) - len(limits) or action is None:
        return None
    if plan.action.name == "abandon":
        return None
    gained = plan.action.minutes if plan.action.name == "gain_grog" else 0
    held = Counter([*hand, *["grog"] * gained])
    held -= Counter([*plan.used, *(action.give or ())])
    thirst = sum(card.kind == "overheated" for card in cards) + max(0, draws - len(cards))
    unnamed = (action.give_count or 0) if action.give is None else 0  # of a gift by number (A23)
    fewest = held.total() - unnamed - min(thirst, held["grog"])
    return OverLimit(max(limits), fewest) if fewest > max(limits) else None


class Chance(msgspec.Struct, frozen=True):
    """The chance of a fix-it action, and where it comes from (§12)."""

    minutes: int  # those chosen; the surcharge of low water adds nothing (A31)
    helps: tuple[tuple[Item, int], ...]  # each tile that helps, in the order of use
    futile: bool = False  # no token is left that the work could reach: it fails without a die (A35)

    @property
    def bound(self) -> int:
        """The highest roll of the ten-sided die that succeeds; 10 needs no die, 0 has none."""
        if self.futile:
            return 0
        return min(CERTAIN, self.total)

    @property
    def total(self) -> int:
        """Minutes and help together; what is above 10 is not needed."""
        return self.minutes + sum(points for _, points in self.helps)


class FaintRisk(msgspec.Struct, frozen=True):
    """How many of the cards that may be drawn for the faint check would fell the gnome (§16c)."""

    level: int  # of intoxication at the check
    felling: int
    cards: int
    lost: int  # minutes


def chance_of(plan: Plan, position: Position, tables: Tables) -> Chance | None:
    """The chance of *plan*, taken at *position*; None where no die decides."""
    name = plan.action.name
    if name not in FIX_ITS:
        return None
    used = [(item, tables.items.help_of(item, name)) for item in plan.used_before]
    helps = tuple([(item, points) for item, points in used if points])
    futile = False
    if name in ("stop_missile", "kill_kraken"):
        left = position.gnome(plan.turn.gnome).minutes - plan.spent
        spaces = [space for kind, space in position.tokens if kind == TOKEN_OF[name]]
        futile = all(space > left for space in spaces)
    return Chance(plan.action.minutes, helps, futile)


def faint_risk(plan: Plan, position: Position, tables: Tables) -> FaintRisk | None:
    """The faint check of *plan*; None where there is none, or where the level is not certain.

    Not of the departed, and not where a fight or a drink on the flight comes first.
    """
    if "grog" not in plan.used or plan.action.name in ("abandon", "attack"):
        return None
    if plan.turn.escape is not None and plan.turn.escape.uses:
        return None
    cards = unseen(position, tables)
    if not cards:
        return None
    level = level_at_end(plan, position)
    felling = sum(card.faint is not None and card.faint <= level for card in cards)
    left = position.gnome(plan.turn.gnome).minutes - plan.spent
    return FaintRisk(level, felling, len(cards), min(FAINT_MINUTES, left))


def level_at_end(plan: Plan, position: Position) -> int:
    """How drunk the gnome is when everything of the turn is used (§7)."""
    level = position.gnome(plan.turn.gnome).intoxication
    return reduce(lambda drunk, item: level_after(item, drunk), plan.used, level)


def place_at_end(plan: Plan, position: Position) -> Position:
    """The position after movement, uses and action, before any luck."""
    return reduce(position_after, plan.steps, position)


def escape_minutes(plan: Plan, position: Position, board: Board) -> int:
    """The minutes of the escape that the turn names, 0 where it names none (§13, A103)."""
    escape = plan.turn.escape
    if escape is None:
        return 0
    flight = Course(place_at_end(plan, position), plan.turn.gnome, board)
    flight.used = [*plan.used, *escape.uses]
    move(flight, escape.move)
    return flight.spent
