"""Whole games under every two options together: what holds of each, whatever the others are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, reduce
from random import Random
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.draws import card_of
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import after, position_after
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.resolve import resolve
from rednov_bot.games.red_november.rules.soundness import problems
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Turn
from rednov_bot.games.red_november.rules.words import GnomeName, Item, Place
from tests.rigs.scale import many
from tests.rules.pairwise import OF_THE_DESK, all_pairs, pairs_of, pairwise_sets, values_of
from tests.rules.sailing import Voyage, calm, play_game, random_turn, tables

GAMES: Final = many(50, 6)

SETS: Final = [{}, *pairwise_sets(values_of())]


def turn_of(
    position: Position,
    name: GnomeName,
    hand: tuple[Item, ...],
    seas: Tables,
    options: Options,
    rng: Random,
) -> Turn:
    """A random turn; now and then the escape it states uses a tile (option escape_items)."""
    turn = random_turn(position, name, hand, seas, options, rng)
    if turn.escape is not None and hand and rng.random() < 0.3:
        turn = replace(turn, escape=replace(turn.escape, uses=(rng.choice(hand),)))
    return turn


@cache
def voyages(number: int) -> tuple[Voyage, ...]:
    """Games under one set of options, of three to eight gnomes, in rough and in calm seas."""
    options = Options(**SETS[number])
    return tuple(
        play_game(
            1000 * number + seed,
            3 + (number + seed) % 6,
            options,
            seas=calm() if seed % 2 else tables(),
            turn_of=turn_of,
            idle=0.01,
        )
        for seed in range(GAMES)
    )


def every_voyage() -> Iterator[Voyage]:
    for number in range(len(SETS)):
        yield from voyages(number)


Step = tuple[Gamestate, ev.Event]


def steps(voyage: Voyage) -> Iterator[Step]:
    """Every event of a game, with the gamestate in which it happens."""
    state = Gamestate()
    for event in voyage.events:
        yield state, event
        state = after(state, event)


def awake(position: Position) -> list[Gnome]:
    return [one for one in position.gnomes if one.in_play and not one.fainted]


# -- what holds under one option; a breach is told in words -----------------------------------


def less_deadly(voyage: Voyage) -> Iterator[str]:
    """Nobody dies but idly; who would have, is sober, awake, and without items."""
    for state, one in steps(voyage):
        if isinstance(one, ev.Killed) and voyage.options.less_deadly and one.cause != "idle":
            yield f"{one.gnome} was killed by {one.cause}"
        if isinstance(one, ev.GnomeReplaced):
            if not voyage.options.less_deadly:
                yield f"{one.gnome} was replaced"
            now = after(state, one)
            gnome, seat = now.position.gnome(one.gnome), now.position.seat(one.gnome)
            if gnome.intoxication or gnome.fainted or not gnome.in_play or gnome.at != one.room:
                yield f"{one.gnome} is not a new gnome"
            if now.secrets.hands[seat] or now.secrets.limits[seat] is not None:
                yield f"{one.gnome} has kept something"
            if gnome.minutes != state.position.gnome(one.gnome).minutes:
                yield f"{one.gnome} has not kept the minutes"


def crazed(voyage: Voyage) -> Iterator[str]:
    """Attacks only there; dice only against a defence, ties to the attacker; the loser dies."""
    for state, one in steps(voyage):
        if not isinstance(one, ev.Attacked):
            continue
        if not voyage.options.crazed:
            yield f"{one.attacker} attacked"
        dice = (one.attack_die, one.defence_die)
        if one.defended:
            if None in dice:
                yield "a defence without dice"
                continue
            ahead = (one.attack_die or 0) - one.attack_level >= (
                (one.defence_die or 0) - one.defence_level
            )
            if one.winner != (one.attacker if ahead else one.defender):
                yield "the wrong one won"
        elif dice != (None, None) or one.winner != one.attacker:
            yield "dice, or a loss, without a defence"
        if one.defended and state.position.gnome(one.defender).fainted:
            yield "a sleeper defended emself"


def remove_respite(voyage: Voyage) -> Iterator[str]:
    """Drawn Respites leave the game, and nothing else does (with the faint cards)."""
    position = voyage.gamestate.position
    removed = {card_of(card, voyage.seas).kind for card in position.removed}
    played = {card_of(card, voyage.seas).kind for card in position.played}
    if voyage.options.remove_respite and "respite" in played:
        yield "a respite is among the discards"
    if removed - ({"respite"} if voyage.options.remove_respite else set()):
        yield f"{removed} left the game"


def opening_events(voyage: Voyage) -> Iterator[str]:
    """As many events as gnomes before the first turn, unless the sub is lost before; else none."""
    drawn, lost = 0, False
    for one in voyage.events:
        if isinstance(one, ev.TurnTaken):
            break
        drawn += isinstance(one, ev.CardDrawn)
        lost |= isinstance(one, ev.SubLost)
    wanted = len(voyage.gamestate.position.gnomes) if voyage.options.opening_events else 0
    if drawn != wanted and not (lost and drawn < wanted):
        yield f"{drawn} events before the first turn, not {wanted}"


def token_at_zero(voyage: Voyage) -> Iterator[str]:
    """Not placed; or there and never passed; or deadly when all have arrived (A4)."""
    option, position = voyage.options.token_at_zero, voyage.gamestate.position
    for _, one in steps(voyage):
        if isinstance(one, ev.TokenPlaced) and one.space == 0 and option == "not_placed":
            yield "a token was placed at 0"
        if isinstance(one, ev.SubLost) and one.space == 0 and option != "lethal":
            yield "a token at 0 was passed"
    ending = position.ending
    at_zero = any(space == 0 for _, space in position.tokens)
    if ending is not None and not ending.sub_lost and at_zero and option == "lethal":
        yield "all arrived at a token at 0, and the sub is not lost"


def faint_markers(voyage: Voyage) -> Iterator[str]:
    """Without it, the minutes of a faint pass no markers (A6)."""
    if voyage.options.faint_markers:
        return
    for leg in voyage.legs:
        told = leg.resolution.events
        lost = next((one.lost for one in told if isinstance(one, ev.Fainted)), 0)
        left = next((one.minutes for one in told if isinstance(one, ev.TurnResolved)), 0)
        if not lost or leg.resolution.after.position.ending is not None:
            continue
        for one in told:
            if isinstance(one, ev.CardDrawn | ev.CharmHeld) and (one.space or 0) < left + lost:
                yield f"a marker at {one.space} was passed asleep"


def wake(voyage: Voyage) -> Iterator[str]:
    """Sleepers wake when a resolution is complete; at once only under that option (A63)."""
    for leg in voyage.legs:
        resolved = False
        for one in leg.resolution.events:
            resolved |= isinstance(one, ev.TurnResolved)
            if isinstance(one, ev.Woke) and not resolved and voyage.options.wake == "end":
                yield f"{one.gnome} woke during the walk"
        gnomes = leg.resolution.after.position.gnomes
        for gnome in gnomes if leg.resolution.after.position.ending is None else ():
            last = all(o.minutes < gnome.minutes for o in gnomes if o.name != gnome.name)
            if gnome.fainted and gnome.in_play and last:
                yield f"{gnome.name} sleeps on, behind everybody"


def multi_tokens(voyage: Voyage) -> Iterator[str]:
    """A second token of a kind is without effect, unless it is placed beside the first (A74)."""
    for state, one in steps(voyage):
        if isinstance(one, ev.TokenAlready) and voyage.options.multi_tokens:
            yield f"a second {one.token} had no effect"
        known = [kind for kind, _ in state.position.tokens]
        placed = isinstance(one, ev.TokenPlaced) and one.token in known
        if placed and not voyage.options.multi_tokens:
            yield "a second token of a kind was placed"


def drew_items(voyage: Voyage) -> Iterator[str]:
    """No second draw in a room before an action in another one (A38, A39)."""
    if not voyage.options.drew_items:
        return
    drew: dict[GnomeName, Place] = {}
    for _, one in steps(voyage):
        if isinstance(one, ev.GnomeReplaced):
            drew.pop(one.gnome, None)
        if not isinstance(one, ev.ActionTaken):
            continue
        draws = one.action in ("gain_items", "gain_grog")
        if draws and drew.get(one.gnome) == one.place:
            yield f"{one.gnome} drew twice in room {one.place}"
        if draws:
            drew[one.gnome] = one.place
        elif drew.get(one.gnome) != one.place:
            drew.pop(one.gnome, None)


def event_choice(voyage: Voyage) -> Iterator[str]:
    """The gnome is asked, or the contestmaster, or the luck decides (7.1)."""
    option = voyage.options.event_choice
    for leg in voyage.legs:
        for choice in leg.held:
            wanted = "gnome" if option == "orders+ask" else "contestmaster"
            if choice.kind == "escape":
                wanted = "contestmaster"  # §13 gives it to nobody else
            elif choice.kind == "defend" and option == "orders+random":
                wanted = "gnome"  # never by lot (rules.md 10.1)
            elif option == "orders+random":
                yield f"{choice.kind} was asked for"
            if choice.asks != wanted:
                yield f"{choice.kind} was asked of the {choice.asks}"
    for _, one in steps(voyage):
        chosen = isinstance(one, ev.FireSpread | ev.HatchJammed) and one.decider == "luck"
        if chosen and option != "orders+random":
            yield "luck decided"


def hand_limit_basis(voyage: Voyage) -> Iterator[str]:
    """The number to discard is fixed at the event under that option alone (A78)."""
    fixed = voyage.options.hand_limit_basis == "at_event"
    for _, one in steps(voyage):
        if isinstance(one, ev.LimitPending) and (one.owed is not None) != fixed:
            yield f"{one.to} owes {one.owed}"


def return_gift_effect(voyage: Voyage) -> Iterator[str]:
    """A gift in return waits for the resolution, or is made at once (A44)."""
    waits = voyage.options.return_gift_effect == "after_resolution"
    for state, one in steps(voyage):
        if isinstance(one, ev.ReturnPromised) and not waits:
            yield "a gift in return was only promised"
        returned = isinstance(one, ev.GiftMade) and one.in_return
        if returned and waits and state.position.pending is not None:
            yield "a gift in return did not wait"


def escape_items(voyage: Voyage) -> Iterator[str]:
    """Tiles used only if the attempt fails, under that option alone (A18)."""
    for leg in voyage.legs:
        escape = leg.turn.escape
        if escape is not None and escape.uses and not voyage.options.escape_items:
            yield "an escape used tiles"


def sleepers_trade(voyage: Voyage) -> Iterator[str]:
    """Without it nobody asleep is given anything, nor gives in return (A45)."""
    if voyage.options.sleepers_trade:
        return
    for state, one in steps(voyage):
        if isinstance(one, ev.GiftMade | ev.ReturnPromised):
            in_return = isinstance(one, ev.ReturnPromised) or one.in_return
            who = one.giver if in_return else one.recipient
            if state.position.gnome(who).fainted and state.position.pending is None:
                yield f"{who} traded asleep"


def dead_items(voyage: Voyage) -> Iterator[str]:
    """The items of the killed go to the discards, or out of the game (A68)."""
    for state, one in steps(voyage):
        if isinstance(one, ev.HandDropped):
            departed = state.position.gnome(one.gnome).fate == "abandoned"
            kept = voyage.options.dead_items == "discard" and not departed
            if one.to_discards != kept:
                yield f"the items of {one.gnome} went the wrong way"


def x_needs_change(voyage: Voyage) -> Iterator[str]:
    """A reset that changes nothing earns nothing under that option (A37)."""
    for leg in voyage.legs:
        told = leg.resolution.events
        resets = [one for one in told if isinstance(one, ev.TrackReset)]
        paid = sum(isinstance(one, ev.PointsDue) and "reset" in one.reason for one in told)
        change = voyage.options.x_needs_change
        paying = [one for one in resets if one.before != one.after or not change]
        if paid != len(paying):
            yield f"{paid} resets were paid, not {len(paying)}"


def public_hand_sizes(voyage: Voyage) -> Iterator[str]:
    """The list is told how many items everybody in play holds, or never."""
    for state, one in steps(voyage):
        if isinstance(one, ev.HandsCounted):
            held = dict(zip(state.position.gnomes, state.secrets.hands, strict=True))
            if one.sizes != tuple((g.name, len(hand)) for g, hand in held.items() if g.in_play):
                yield "the hands were miscounted"
    for leg in voyage.legs:
        counted = sum(isinstance(one, ev.HandsCounted) for one in leg.resolution.events)
        if counted != voyage.options.public_hand_sizes:
            yield f"hands were counted {counted} times in a turn"


def reveal_at_end(voyage: Voyage) -> Iterator[str]:
    """What each held is told once, at the end, or never (A24b)."""
    told = [one for one in voyage.events if isinstance(one, ev.HandsRevealed)]
    if len(told) != voyage.options.reveal_at_end:
        yield f"hands were revealed {len(told)} times"


def strict_order(voyage: Voyage) -> Iterator[str]:
    """Only who is furthest back of those awake takes a turn (A13)."""
    if not voyage.options.strict_order:
        return
    for state, one in steps(voyage):
        if isinstance(one, ev.TurnTaken):
            minutes = state.position.gnome(one.gnome).minutes
            if any(other.minutes > minutes for other in awake(state.position)):
                yield f"{one.gnome} was not the furthest back"


def edition(voyage: Voyage) -> Iterator[str]:
    """In the first edition sleepers do not drink, and blocked hatches hold fire back (A98)."""
    if voyage.options.edition == 2:
        return
    board = voyage.seas.board
    for state, one in steps(voyage):
        if isinstance(one, ev.ThirstSlaked) and state.position.gnome(one.gnome).fainted:
            yield f"{one.gnome} drank asleep"
        if isinstance(one, ev.FireSpread):
            ways = [
                (min(one.room, near), max(one.room, near))
                for near in board.neighbours[one.room]
                if state.position.rooms[near] == "fire"
            ]
            if all(ends in state.position.blocked for ends in ways):
                yield f"fire passed a blocked hatch to room {one.room}"


LAWS: Final[tuple[Callable[[Voyage], Iterator[str]], ...]] = (
    less_deadly, crazed, remove_respite, opening_events, token_at_zero, faint_markers, wake,
    multi_tokens, drew_items, event_choice, hand_limit_basis, return_gift_effect, escape_items,
    sleepers_trade, dead_items, x_needs_change, public_hand_sizes, reveal_at_end, strict_order,
    edition,
)  # fmt: skip


def test_every_option_of_a_resolution_has_a_law() -> None:
    assert {law.__name__ for law in LAWS} | OF_THE_DESK == set(values_of())


def test_every_two_values_of_two_options_meet() -> None:
    met = set[Any]().union(*map(pairs_of, SETS))
    assert met == all_pairs(values_of())
    assert len(SETS) < 30


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_an_option_does_what_it_says(law: Callable[[Voyage], Iterator[str]]) -> None:
    assert {why for voyage in every_voyage() for why in law(voyage)} == set()


@pytest.mark.parametrize("number", range(len(SETS)))
def test_games_end_and_stay_sound(number: int) -> None:
    for voyage in voyages(number):
        found = {
            why for state in voyage.passed for why in problems(state, voyage.seas, voyage.options)
        }
        assert found == set()
        assert voyage.gamestate.position.ending is not None


def test_entering_all_events_again_gives_the_gamestate() -> None:
    for voyage in every_voyage():
        assert reduce(after, voyage.events, Gamestate()) == voyage.gamestate


def test_the_list_alone_gives_the_position() -> None:
    for voyage in every_voyage():
        public = [one for one in voyage.events if isinstance(one, ev.PublicEvent)]
        assert reduce(position_after, public, Position()) == voyage.gamestate.position


def test_a_turn_drafted_again_has_the_same_luck() -> None:
    """A95."""
    for voyage in every_voyage():
        for leg in voyage.legs:
            assert resolve(leg.resolved_from, leg.turn, leg.circumstances) == leg.resolution


def test_minutes_never_rise() -> None:
    for voyage in every_voyage():
        left = dict[GnomeName, int]()
        for state in voyage.passed:
            for gnome in state.position.gnomes:
                assert gnome.minutes <= left.setdefault(gnome.name, gnome.minutes)
                left[gnome.name] = gnome.minutes


def test_options_of_the_desk_change_nothing_in_a_resolution() -> None:
    plain, other = Options(), msgspec.structs.asdict(Options())
    other |= {name: not getattr(plain, name) for name in OF_THE_DESK}
    for seed in range(3):
        one = play_game(seed, 4, plain, turn_of=turn_of)
        two = play_game(seed, 4, Options(**other), turn_of=turn_of)
        assert one.events == two.events


def test_what_an_option_is_about_comes_up_in_these_games() -> None:
    """A law that nothing ever tries would hold of anything."""
    told = {type(one) for voyage in every_voyage() for one in voyage.events}
    assert {
        ev.GnomeReplaced, ev.Attacked, ev.Respite, ev.TokenPlaced, ev.Fainted, ev.Woke,
        ev.TokenAlready,        ev.LimitPending, ev.ReturnPromised, ev.HandDropped,
        ev.TrackReset, ev.HandsCounted,
        ev.HandsRevealed, ev.FireSpread, ev.ThirstSlaked, ev.EscapeMade, ev.TurnTaken,
    } <= told  # fmt: skip
    assert any(
        leg.turn.escape is not None and leg.turn.escape.uses
        for voyage in every_voyage()
        for leg in voyage.legs
    )
    placed = {
        one.token
        for voyage in every_voyage()
        for one in voyage.events
        if isinstance(one, ev.TokenPlaced)
    }
    assert {"crushed", "asphyxiated", "missiles"} <= placed
