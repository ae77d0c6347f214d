"""Every impossibility of a gamestate at once, in words: what no sequence of turns can lead to.

The sentences name kinds and gnomes, never what a hand holds; those of `plain_problems` follow from
what everybody sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, get_args

from rednov_bot.games.red_november.rules.gamestate import Gamestate, Secrets
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import (
    NOWHERE,
    ROOMS,
    SEA,
    TRACKS,
    GnomeName,
    RoomCondition,
    hatch_label,
)

MOST_MINUTES: Final = 60
MOST_INTOXICATION: Final = 4
PLAIN: Final = Options()


def problems(gamestate: Gamestate, tables: Tables, options: Options = PLAIN) -> tuple[str, ...]:
    """What cannot be in *gamestate*, a sentence each; none when it is sound."""
    position, secrets = gamestate.position, gamestate.secrets
    if not position.gnomes:
        return ()
    return (
        *plain_problems(position, tables, options),
        *_hands(position, secrets),
        *_items(position, secrets, tables),
        *_deck(position, secrets, tables),
    )


def plain_problems(position: Position, tables: Tables, options: Options = PLAIN) -> tuple[str, ...]:
    """What cannot be in *position*, a sentence each, whatever is hidden."""
    return (
        *_names(position),
        *(why for gnome in position.gnomes for why in _gnome(gnome, position)),
        *_sub(position, tables),
        *_tokens(position, options),
        *_ending(position),
    )


def _names(position: Position) -> Iterator[str]:
    names = Counter(gnome.name for gnome in position.gnomes)
    for name, count in names.items():
        if count > 1:
            yield f"there are {count} gnomes called {name}"
    for what, name in _mentioned(position):
        if name not in names:
            yield f"{what} names {name}, who is no gnome of this game"
    for gift in position.gifts:
        if gift.giver == gift.recipient:
            yield f"{gift.giver} has given themself a gift"


def _mentioned(position: Position) -> Iterator[tuple[str, GnomeName]]:
    if position.pending is not None:
        yield "the pending turn", position.pending
    for gift in position.gifts:
        yield "a gift", gift.giver
        yield "a gift", gift.recipient
    for due in position.dues:
        yield "a due", due.gnome


def _gnome(gnome: Gnome, position: Position) -> Iterator[str]:
    name = gnome.name
    if not 0 <= gnome.minutes <= MOST_MINUTES:
        yield f"{name} has {gnome.minutes} minutes, not 0 to {MOST_MINUTES}"
    if not 0 <= gnome.intoxication <= MOST_INTOXICATION:
        yield f"{name} is drunk {gnome.intoxication}, not 0 to {MOST_INTOXICATION} (§7)"
    if gnome.drew_in not in (NOWHERE, *ROOMS):
        yield f"{name} drew items in {gnome.drew_in}, which is no room"
    if gnome.in_play:
        if gnome.at not in (*ROOMS, SEA):
            yield f"{name} is in play and nowhere"
        return
    if gnome.at != NOWHERE:
        yield f"{name} is {gnome.fate} and still has a place (A121)"
    if gnome.fainted:
        yield f"{name} is {gnome.fate} and asleep"
    still_walking = position.ending is not None or position.pending == name
    if gnome.minutes and not (gnome.fate == "abandoned" and still_walking):
        yield f"{name} is {gnome.fate} and still has minutes (§11m, §20)"


def _sub(position: Position, tables: Tables) -> Iterator[str]:
    conditions: tuple[RoomCondition, ...] = get_args(RoomCondition)
    if len(position.rooms) != SEA + 1:
        yield f"there are {len(position.rooms)} places, not {SEA + 1}"
    for place, condition in enumerate(position.rooms):
        if condition not in conditions:
            yield f"room {place} is {condition}: a room is one of {', '.join(conditions)}"
        elif condition != "dry" and place not in ROOMS:
            yield f"place {place} is no room and cannot burn or flood"
    for ends in sorted(position.blocked - tables.board.interior):
        why = "leads outside" if ends in tables.board.exterior else "does not exist"
        yield f"hatch {hatch_label(ends)} is blocked and {why}"
    for track in TRACKS:
        if not 1 <= position.track(track) <= 10:
            yield f"track {track} stands at {position.track(track)}, not 1 to 10 (§8)"
    if not 0 <= position.stash <= tables.items.stash:
        yield f"{position.stash} grogs are left in the cabin, not 0 to {tables.items.stash} (§11j)"
    if position.turns < 0:
        yield f"{position.turns} turns were taken"


def _tokens(position: Position, options: Options) -> Iterator[str]:
    for kind, space in position.tokens:
        if not 0 <= space <= MOST_MINUTES:
            yield f"token {kind} lies at {space}, off the time track"
    if options.multi_tokens:
        return
    for kind, count in Counter(kind for kind, _ in position.tokens).items():
        if count > 1:
            yield f"{count} tokens {kind} lie on the time track (A74)"


def _ending(position: Position) -> Iterator[str]:
    ending = position.ending
    if ending is None:
        if all(gnome.minutes == 0 for gnome in position.gnomes):
            yield "nobody has minutes left and the game is not over (§22)"
        return
    sides = sorted(ending.winners + ending.losers)
    if sides != sorted(gnome.name for gnome in position.gnomes):
        yield "winners and losers are not all gnomes, each once"
    if position.gifts:
        yield "the game is over and a gift can still be returned"


def _hands(position: Position, secrets: Secrets) -> Iterator[str]:
    seats = len(position.gnomes)
    if len(secrets.hands) != seats or len(secrets.limits) != seats:
        yield f"there are {len(secrets.hands)} hands and {len(secrets.limits)} limits for {seats}"
        return
    for gnome, hand, limit in zip(position.gnomes, secrets.hands, secrets.limits, strict=True):
        if not gnome.in_play and hand:
            yield f"{gnome.name} is {gnome.fate} and still holds items (A121)"
        if not gnome.in_play and limit is not None:
            yield f"{gnome.name} is {gnome.fate} and has a hand limit"
        if limit is not None and (limit.limit < 0 or (limit.owed or 0) < 0):
            yield f"{gnome.name} has a hand limit below 0"
    names = {gnome.name for gnome in position.gnomes}
    for giver, recipient, _ in secrets.promised:
        if giver not in names or recipient not in names:
            yield f"a gift in return is promised by {giver} to {recipient}: not both are gnomes"


def _items(position: Position, secrets: Secrets, tables: Tables) -> Iterator[str]:
    """Tiles may leave the game (A50, A68), but none can be made."""
    seen = Counter(item for hand in secrets.hands for item in hand)
    seen.update(secrets.pool)
    seen.update(secrets.discards)
    seen["grog"] += max(0, position.stash)
    made = Counter(dict(tables.items.pool))
    made["grog"] += tables.items.stash
    for item in sorted(seen - made):
        yield f"there are more tiles {item} than the data set has"


def _deck(position: Position, secrets: Secrets, tables: Tables) -> Iterator[str]:
    """Every event card is in one place, and in one only."""
    kraken = len(tables.deck)
    aside = (kraken,) if position.kraken_aside else ()
    where = Counter((*secrets.deck, *position.played, *position.removed, *aside))
    for card in sorted(where):
        if not 0 <= card <= kraken:
            yield f"there is no event card {card}"
        elif where[card] > 1:
            yield f"event card {card} is in {where[card]} places"
    for card in range(kraken + 1):
        if not where[card]:
            yield f"event card {card} is nowhere"
    if position.deck_left != len(secrets.deck):
        yield f"the event deck has {len(secrets.deck)} cards, the position says otherwise"
