"""A turn is resolved again, so that it fits what the list was told of it.

The dice and the cards follow from the secret.  What else decides (who chose a hatch, who drinks
when it is overheated) is tried until the text agrees; where nothing agrees, what would have come
of it is compared.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.choices import BY_DEFENDING, Answer, Choice, Circumstances
from rednov_bot.engine.draws import Scope
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.options import Options
from rednov_bot.engine.overruled import Ruled, resolve_as_ruled
from rednov_bot.engine.resolve import Held, Resolution, resolve
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import Orders, Turn
from rednov_bot.engine.words import GnomeName, Item, hatch_label, place_label
from rednov_bot.prose.audience import public_only
from rednov_bot.prose.sentences import Scene, sentence
from rednov_bot.verify.hidden import UNKNOWN, KnownLuck, needed_for, with_tiles
from rednov_bot.verify.telling import Told

MOST_CHOICES: Final = 40  # in one turn; a gnome passes fewer events
MOST_PLACES: Final = 6  # of the pool that are tried for a grog
_BY_LOT: Final = Orders(else_block="random", else_spread="random")

_CHOSEN: Final = (
    h.EscapeMade,
    h.HatchOpened,
    h.WaterEqualised,
    h.Passed,
    h.HatchJammed,
    h.FireSpread,
)
"""What shows how somebody chose."""
_ELSEWHERE: Final = (h.PointsDue, h.SubLost, h.GameOver)
"""What is not told in the order in which it happened."""

Answers = Mapping[str, Answer]


@dataclass(frozen=True, slots=True)
class Given:
    """Everything that a resolution depends on and the list knows."""

    tables: Tables
    options: Options
    dice: bytes
    scope: Scope
    drawn: frozenset[str]  # for what the posting says that something was drawn
    ruled: Ruled | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """What comes of a turn."""

    resolution: Resolution
    luck: KnownLuck
    short: int = 0  # tiles that were used or drunk and cannot have been held


def resolve_again(state: Gamestate, turn: Turn, given: Given, told: Told) -> Again:
    """The turn resolved at *state*, in which it is taken, as far as possible as it was told.

    Raises ValueError where it was never valid.
    """
    seat = state.position.seat(turn.gnome)
    first: Again | None = None
    for world, short, meant in _worlds(state, turn, seat, told):
        made = _with_choices(world, meant, given, told)
        again = Again(made[0], made[1], short)
        thirsty = drinkers(again.resolution)
        if thirsty == told_drinkers(told, again.resolution, given.tables):
            return again
        first = first or again
    assert first is not None
    return first


def _worlds(
    state: Gamestate, turn: Turn, seat: int, told: Told
) -> Iterator[tuple[Gamestate, int, Turn]]:
    """Hidden worlds that the text leaves open, the plainest first; how many tiles are missing."""
    names = [gnome.name for gnome in state.position.gnomes]
    drinks = told.drinks(names)
    needed: dict[int, Counter[Item]] = {seat: needed_for(turn)}
    victim = _attacked(turn)
    for name, count in drinks.items():
        if name != turn.gnome:
            needed.setdefault(state.position.seat(name), Counter())["grog"] += count
    if victim in names and told.defends(victim):
        needed.setdefault(state.position.seat(victim), Counter())["crowbar"] += 1
    meant, needed = _with_gift(state, turn, needed)
    own = drinks[turn.gnome]
    for places in _places(own):
        mine = needed[seat].copy()
        mine["grog"] += own - len(places)
        world_needs = {**needed, seat: mine}
        short = sum(
            max(0, items.total() - len(state.secrets.hands[holder]))
            for holder, items in world_needs.items()
        )
        yield (
            with_tiles(state, world_needs, dict.fromkeys(places, "grog")),
            short,
            meant,
        )


def _places(own: int) -> Iterator[tuple[int, ...]]:
    """On which places of the pool the grogs lay that a gnome drew in eir walk and drank in it."""
    for many in range(own + 1):
        yield from combinations(range(MOST_PLACES), many)


def _attacked(turn: Turn) -> GnomeName:
    action = turn.action
    if action is None or action.name != "attack":
        return ""
    return action.recipient or ""


def _with_gift(
    state: Gamestate, turn: Turn, needed: dict[int, Counter[Item]]
) -> tuple[Turn, dict[int, Counter[Item]]]:
    """A gift announced by number (A23): tiles without names, or a grog that was drunk at once."""
    action = turn.action
    if action is None or action.name != "give_items" or action.give is not None:
        return turn, needed
    count = action.give_count or 0
    grog: Item = "grog"
    grogs = 0
    names = [gnome.name for gnome in state.position.gnomes]
    if action.recipient in names:
        to = state.position.seat(action.recipient)
        wanted = needed.get(to, Counter())["grog"]
        grogs = min(count, max(0, wanted - len(state.secrets.hands[to])))
        if grogs:
            needed = {**needed, to: needed[to] - Counter({"grog": grogs})}
            giver = state.position.seat(turn.gnome)
            needed[giver] = needed[giver] + Counter({"grog": grogs})
    items = (grog,) * grogs + (UNKNOWN,) * (count - grogs)
    return replace(turn, action=replace(action, give=items)), needed


def _with_choices(
    state: Gamestate, turn: Turn, given: Given, told: Told
) -> tuple[Resolution, KnownLuck]:
    """Every choice made as the text tells: by somebody, or by lot where a draw is shown for it."""
    made: dict[str, Answer] = {}
    lots: set[str] = set()
    for _ in range(MOST_CHOICES):
        outcome, luck = _once(state, turn, given, made)
        if isinstance(outcome, Resolution):
            if not lots:
                return outcome, luck
            answers = {key: answer for key, answer in made.items() if key not in lots}
            outcome, luck = _once(state, turn, given, answers, by_lot=True)
            assert isinstance(outcome, Resolution)
            return outcome, luck
        choice, known = outcome.choice, len(outcome.happenings)
        if f"{choice.key} choice" in given.drawn:
            lots.add(choice.key)
            drawn, _ = _once(state, turn, given, made, by_lot=True)
            made[choice.key] = Answer(_fallen(drawn.happenings[known], choice), "gnome")
        else:
            made[choice.key] = _answer(state, turn, given, told, made, choice, known)
    raise ValueError("more choices than there are events")


def _fallen(happening: h.Happening, choice: Choice) -> str:
    """On which candidate the lot has fallen."""
    match happening:
        case h.HatchJammed(hatch=ends):
            return hatch_label(ends)
        case h.FireSpread(room=room):
            return place_label(room)
        case _:
            return choice.candidates[0]


def _answer(
    state: Gamestate,
    turn: Turn,
    given: Given,
    told: Told,
    answers: Answers,
    choice: Choice,
    known: int,
) -> Answer:
    """The answer after which things go on as they are told; the first one where none does so."""
    if choice.kind == "defend":
        label = next(word for word, yes in BY_DEFENDING.items() if yes == told.defends(choice.of))
        return Answer(label, "contestmaster")
    ways = [Answer(label, "contestmaster") for label in choice.candidates]
    if choice.kind != "escape":
        ways = [Answer(label, "gnome") for label in choice.candidates] + ways
    best = (-1, ways[0])
    for way in ways:
        outcome, _ = _once(state, turn, given, {**answers, choice.key: way})
        score = _agreement(outcome.happenings, known, told, Scene(given.tables.board, turn.gnome))
        if score > best[0]:
            best = score, way
    return best[1]


def _agreement(happenings: Sequence[h.Happening], known: int, told: Told, scene: Scene) -> int:
    """How far the text tells what a choice has led to; 0 where it tells something else."""
    at = 0
    for one in public_only(happenings[:known]):
        if not isinstance(one, _ELSEWHERE):
            at = told.behind(sentence(one, scene), at) or at
    score = 1
    for one in public_only(happenings[known:]):
        if not isinstance(one, _CHOSEN):
            break
        behind = told.behind(sentence(one, scene), at)
        if behind is None:
            return 0
        at, score = behind, score + 1
    return score


def _once(
    state: Gamestate, turn: Turn, given: Given, answers: Answers, *, by_lot: bool = False
) -> tuple[Resolution | Held, KnownLuck]:
    luck = KnownLuck(given.dice, given.scope)
    circumstances = Circumstances(
        tables=given.tables,
        options=replace(given.options, event_choice="orders+ask"),
        luck=luck,
        orders=_BY_LOT if by_lot else Orders(),
        answers=answers,
    )
    if given.ruled is not None:
        return resolve_as_ruled(state, turn, circumstances, given.ruled), luck
    return resolve(state, turn, circumstances), luck


def drinkers(made: Resolution) -> list[str]:
    """Each card that makes thirsty, and who drinks then."""
    found = []
    for one in made.happenings:
        match one:
            case h.ThirstSlaked(gnome=name):
                found.append(name)
            case h.CardDrawn(kind="overheated"):
                found.append("")
            case _:
                pass
    return found


def told_drinkers(told: Told, made: Resolution, tables: Tables) -> list[str]:
    """The same, as the text has it."""
    titles = {re.escape(card.title) for card in tables.deck if card.kind == "overheated"}
    names = [re.escape(gnome.name) for gnome in made.after.position.gnomes]
    thirst = rf"Event: (?:{'|'.join(titles)})\.|(?<!\w)({'|'.join(names)}) drinks a grog"
    return [found[1] or "" for found in re.finditer(thirst, told.words)]
