"""A game that went wrong is played again with the same luck, patched, or left to stand (A96)."""

from __future__ import annotations

from functools import cache, reduce
from random import Random

import pytest
from msgspec.structs import replace

from rednov_bot.games.base import Answer
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.corrections.alternatives import (
    KnownTile,
    alternatives,
    correction,
    direct_difference,
    known,
    retell,
)
from rednov_bot.games.red_november.rules.corrections.compared import compare
from rednov_bot.games.red_november.rules.corrections.patch import patch
from rednov_bot.games.red_november.rules.corrections.replay import (
    Announced,
    Corrected,
    Discarded,
    GaveBack,
    Held,
    IdleKilled,
    Played,
    Replayed,
    Resolved,
    Ruled,
    correct,
)
from rednov_bot.games.red_november.rules.events import GnomeRuled, TrackRuled
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Limit
from rednov_bot.games.red_november.rules.logbook import after, position_after
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.overruled import overrule
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.soundness import problems
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Action, Through, Use
from rednov_bot.games.red_november.rules.words import Item
from tests.rigs.scale import many
from tests.rules.courses import CREW, NOTHING, Course, Dice, card, course_of, go, sub, turn_of
from tests.rules.sailing import Voyage, calm, play_game, random_turn, tables

PLAIN = Options()
OTHERS = (
    PLAIN,
    Options(event_choice="orders+random", less_deadly=True, crazed=True),
    Options(return_gift_effect="after_resolution", public_hand_sizes=True, multi_tokens=True),
    Options(hand_limit_basis="at_event", remove_respite=True, reveal_at_end=True),
)
GAMES = many(40, 12)


@cache
def voyages() -> tuple[Voyage, ...]:
    return tuple(
        play_game(seed, 3 + seed % 6, OTHERS[seed % 4], seas=_seas(seed), idle=0.02)
        for seed in range(GAMES)
    )


def _seas(seed: int) -> Tables:
    return calm() if seed % 2 else tables()


def played_again(before: Gamestate, course: list[Played], seed: int = 0) -> Corrected:
    done = correct(before, course, _seas(seed))
    assert isinstance(done, Corrected), done
    return done


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_course_that_nobody_changed_comes_out_as_it_did(seed: int) -> None:
    voyage = voyages()[seed]
    free = [at for at, state in enumerate(voyage.passed) if state.position.pending is None]
    start = Random(seed).choice(free)
    again = played_again(voyage.passed[start], course_of(voyage, seed, start), seed)

    assert [one.events for one in again.steps] == voyage.entered[start + 1 :]
    assert [one.after for one in again.steps] == voyage.passed[start + 1 :]
    assert not any(one.void or one.otherwise for one in again.steps)
    assert not any(one.otherwise for one in retell(again))
    assert again.after == voyage.gamestate


def spoilt(voyage: Voyage, seed: int) -> tuple[Gamestate, list[Played]]:
    """A course in which one turn is read otherwise, or is void."""
    rng = Random(seed)
    taken = [at for at, told in enumerate(voyage.entered) if isinstance(told[0], ev.TurnTaken)]
    start = rng.choice(taken) - 1
    before, course = voyage.passed[start], course_of(voyage, seed, start)
    first = course[0]
    assert isinstance(first, Announced)
    name = first.turn.gnome
    hand = before.secrets.hands[before.position.seat(name)]
    other = random_turn(before.position, name, hand, voyage.seas, voyage.options, rng)
    course[0] = replace(first, counts=False) if seed % 3 == 0 else replace(first, turn=other)
    return before, course


def corrected_somehow(seed: int) -> tuple[Voyage, Corrected]:
    """Every choice that the corrected game comes to is answered by its first candidate."""
    voyage = voyages()[seed]
    before, course = spoilt(voyage, seed)
    while isinstance(done := correct(before, course, voyage.seas), Held):
        at = next(place for place, one in enumerate(course) if one is done.step)
        answer = Answer(done.choice.candidates[0], "contestmaster")
        answers = {**done.step.answers, done.choice.key: answer}
        course[at] = replace(done.step, answers=answers)
    return voyage, done


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_corrected_game_is_sound_however_it_is_corrected(seed: int) -> None:
    """Nothing is deleted: the record shows both, and whoever follows the list knows the rest."""
    voyage, done = corrected_somehow(seed)
    for one in done.steps:
        assert problems(one.after, voyage.seas, voyage.options) == (), one.step
        assert not one.void or one.events == ()
    numbers = [one.step.number for one in done.steps if isinstance(one.step, Announced)]
    assert done.after.position.turns == max(numbers)

    every = alternatives(done, voyage.gamestate, voyage.seas, voyage.options)
    for way in every:
        entered = (*voyage.events, *correction(way, voyage.gamestate, 1, None))
        public = [one for one in entered if isinstance(one, ev.PublicEvent)]
        assert reduce(after, entered, Gamestate()) == way.after
        assert reduce(position_after, public, Position()) == way.after.position
        assert way.problems == ()
    rerun, _, stand = every
    assert (rerun.after, stand.after) == (done.after, voyage.gamestate)

    leaks, secrets = known(done), done.after.secrets
    seen = [one.card for one in voyage.events if isinstance(one, ev.CardDrawn | ev.FaintChecked)]
    assert secrets.deck[: len(leaks.cards)] == leaks.cards
    assert set(leaks.cards) <= set(seen)
    for tile in leaks.tiles:
        if tile.holder is None:
            assert secrets.pool[tile.depth - 1] == tile.item
        else:
            assert tile.item in secrets.hands[done.after.position.seat(tile.holder)]
            assert tile.holder != tile.knower


@pytest.mark.parametrize("seed", range(0, GAMES, 4))
def test_a_patch_right_after_the_mistake_is_the_corrected_game(seed: int) -> None:
    """Where nothing has happened since, nothing is in its way."""
    voyage, done = corrected_somehow(seed)
    old, new = direct_difference(done)
    patched = patch(old, new, old, voyage.options)
    assert patched.conflicts == ()
    for name in ("tokens", "rooms", "blocked", "heat", "pressure", "asphyxiation", "stash"):
        laid, wanted = (getattr(one.position, name) for one in (patched.after, new))
        assert sorted(laid) == sorted(wanted) if name == "tokens" else laid == wanted
    for one, other in zip(patched.after.position.gnomes, new.position.gnomes, strict=True):
        assert replace(one, arrived=0, drew_in=0) == replace(other, arrived=0, drew_in=0)


def kinds(one: Replayed, *wanted: type) -> list[ev.Event]:
    return [told for told in one.events if isinstance(told, wanted)]


def jammed() -> Gamestate:
    """Bob stands before a blocked hatch with a crowbar."""
    position = Position(turns=11, blocked=frozenset({(8, 9)}))
    hands: tuple[tuple[Item, ...], ...] = ((), ("crowbar",), ())
    deck = (card("fire"), card("leak"))
    return sub(*CREW, hands=hands, deck=deck, pool=("coffee", "grog"), position=position)


UNBLOCK = Action("unblock_hatch", 5, hatch=Through(9))


def test_s140_a_missed_bonus_is_given_with_the_same_dice() -> None:
    """S140: A95, A96 (the die says 7 again, and the fire breaks out in room 2 again)."""
    told = Course(jammed()).turn(
        turn_of("Bob", UNBLOCK), action=7, event_42_room=2, event_39_room=2
    )
    done = told.again(0, turn=turn_of("Bob", UNBLOCK, Use("crowbar")))

    first = Replayed(told.steps[1], told.steps[1].told, told.present)
    assert kinds(first, ev.FixTried) == [ev.FixTried("Bob", "unblock_hatch", 5, 0, 7, False)]
    assert kinds(done.steps[1], ev.FixTried) == [ev.FixTried("Bob", "unblock_hatch", 5, 3, 7, True)]
    assert kinds(done.steps[1], ev.RoomCaughtFire) == kinds(first, ev.RoomCaughtFire)
    assert kinds(done.steps[1], ev.HatchFreed) == [ev.HatchFreed((8, 9))]
    assert done.after.secrets.hands[1] == ("coffee",)


def test_a_turn_through_a_hatch_that_was_never_freed_is_void_with_its_reason() -> None:
    told = (
        Course(jammed())
        .turn(turn_of("Bob", UNBLOCK, Use("crowbar")), action=7)
        .turn(turn_of("Bob", NOTHING, go(9)))
        .turn(turn_of("Cat", NOTHING))
    )
    done = told.again(0, turn=turn_of("Bob", UNBLOCK))

    assert [one.void for one in done.steps] == [False, False, True, True, False, False]
    assert [one.code for one in done.steps[2].public] == ["HATCH_BLOCKED"]
    assert done.steps[3].public == done.steps[2].public
    assert done.after.position.turns == 14
    retold = retell(done)
    assert [(one.number, one.void) for one in retold] == [(12, False), (13, True), (14, False)]
    assert retold[1].reason == done.steps[2].public[0]
    assert retold[1].now == ()


def test_a_reason_that_tells_of_a_hand_stays_private() -> None:
    """§6: Bob used a crowbar in turn 13; now they have used it in turn 12 already."""
    told = (
        Course(jammed())
        .turn(turn_of("Bob", UNBLOCK), action=7)
        .turn(turn_of("Bob", UNBLOCK, Use("crowbar")), action=7)
    )
    done = told.again(0, turn=turn_of("Bob", Action("no_action", 1), Use("crowbar")))

    assert [one.code for one in done.steps[2].private] == ["ITEM_NOT_HELD"]
    assert done.steps[2].public == ()
    retold = retell(done)[1]
    assert (retold.void, retold.reason, retold.by_ruling) == (True, None, False)


def test_a_turn_that_is_void_by_ruling_keeps_its_number() -> None:
    """The next turn must not throw dice that everybody has seen."""
    told = Course(jammed()).turn(turn_of("Bob", UNBLOCK), action=7)
    done = told.again(0, counts=False)

    assert done.after.position.turns == 12
    assert done.after.position.pending is None
    assert done.after.position.gnome("Bob").minutes == 44
    assert retell(done)[0].by_ruling


def test_a_turn_that_is_not_resolved_yet_stays_pending_if_it_is_still_valid() -> None:
    told = Course(jammed()).turn(turn_of("Bob", UNBLOCK, Use("crowbar")), action=7)
    through = Announced(state=102, number=13, turn=turn_of("Bob", NOTHING, go(9)))
    told.step(through)
    sound, void = told.again(0), told.again(0, turn=turn_of("Bob", UNBLOCK))

    assert sound.after.position.pending == "Bob"
    assert void.after.position.pending is None
    assert [one.pending for one in retell(sound)] == [False, True]
    assert [one.pending for one in retell(void)] == [False, False]
    assert told.ways(void)[1].after.position.pending == "Bob", "a patch lets later turns stand"


def test_a_refused_turn_that_counts_after_all_is_played_where_it_belongs() -> None:
    told = Course(jammed()).turn(turn_of("Cat", NOTHING))
    added: list[Played] = [
        Announced(state=100, number=13, turn=turn_of("Bob", UNBLOCK)),
        Resolved(state=100, number=13, luck=Dice(action=3)),
    ]
    done = correct(told.before, [*added, *told.steps], tables())

    assert isinstance(done, Corrected)
    assert kinds(done.steps[1], ev.HatchFreed) == [ev.HatchFreed((8, 9))]
    assert done.after.position.turns == 13
    assert [one.otherwise for one in retell(done)] == [True, False]


def limited() -> Gamestate:
    """Ann is over a hand limit; Bob was given a tile and may return the favour."""
    hands: tuple[tuple[Item, ...], ...] = (("crowbar", "crowbar", "coffee"), ("aqualung",), ())
    return sub(Gnome("Ann", 8, 44), *CREW[1:], hands=hands)


def test_discards_and_gifts_in_return_are_made_again() -> None:
    gift = Action("give_items", 1, recipient="Bob", give=("coffee",))
    told = (
        Course(limited())
        .turn(turn_of("Ann", gift))
        .step(GaveBack(state=110, giver="Bob", to="Ann", items=("aqualung", "coffee")))
        .turn(turn_of("Ann", NOTHING, Use("aqualung")))
    )
    done = told.again(0, turn=turn_of("Ann", NOTHING))

    assert [one.void for one in done.steps] == [False, False, True, True, True]
    assert [one.code for one in done.steps[2].public] == ["GIFT_WINDOW_CLOSED"]
    assert [one.code for one in done.steps[3].private] == ["ITEM_NOT_HELD"]
    assert set(known(done).tiles) == {  # what each would have had of the other
        KnownTile("Bob", "coffee", "Ann"),
        KnownTile("Ann", "aqualung", "Bob"),
    }
    assert [one.kind for one in retell(done)] == ["turn", "gift in return", "turn"]


def test_a_discard_that_no_limit_asks_for_any_more_is_void_privately() -> None:
    before = limited()
    before = replace(before, secrets=replace(before.secrets, limits=(Limit(2), None, None)))
    told = Course(before).step(Discarded(state=100, gnome="Ann", items=("coffee",)))
    done = correct(limited(), told.steps, tables())

    assert isinstance(done, Corrected)
    assert [one.code for one in done.steps[0].private] == ["NO_HAND_LIMIT"]
    assert done.steps[0].public == ()


def test_the_idle_and_the_ruled_are_played_again_too() -> None:
    ruling = ev.RulingGiven(1, "§25", "so it is", (TrackRuled("heat", 3),))
    told = (
        Course(jammed())
        .step(IdleKilled(state=100, gnome="Cat", luck=Dice()))
        .step(Ruled(state=101, ruling=ruling))
        .turn(turn_of("Bob", UNBLOCK), action=7)
    )
    done = told.again(0, counts=False)

    assert done.after.position.gnome("Cat").in_play
    assert done.after.position.heat == 3
    twice = told.again(1, counts=False)
    assert twice.after.position.heat == 1


def test_a_turn_that_a_ruling_makes_impossible_is_void() -> None:
    """A ruling between the announcement and the resolution."""
    ruling = ev.RulingGiven(1, "§25", "so it is", (GnomeRuled("Bob", minutes=2),))
    told = Course(jammed()).turn(turn_of("Bob", UNBLOCK), action=7)
    course = [told.steps[0], Ruled(state=101, ruling=ruling), told.steps[1]]
    done = correct(told.before, course, tables())

    assert isinstance(done, Corrected)
    assert [one.code for one in done.steps[2].public] == ["NOT_ENOUGH_TIME"]
    assert done.after.position.pending is None


def test_a_choice_that_only_the_corrected_game_comes_to_is_asked_for() -> None:
    before = sub(*CREW, deck=(card("blocked_hatch"),))
    told = Course(before).turn(turn_of("Bob", NOTHING))
    course = [*told.steps]
    course[0] = replace(course[0], turn=turn_of("Bob", Action("no_action", 1), go(5)))
    held = correct(before, course, tables())

    assert isinstance(held, Held)
    assert held.step.number == 12
    assert held.choice.kind == "block"
    assert [one.step.state for one in held.so_far] == [100]
    course[1] = replace(
        held.step, answers={held.choice.key: Answer(held.choice.candidates[0], "gnome")}
    )
    assert isinstance(correct(before, course, tables()), Corrected)


def long_game() -> Course:
    """Bob frees a hatch with their crowbar; then Ann and Bob go on."""
    return (
        Course(jammed())
        .turn(turn_of("Bob", UNBLOCK, Use("crowbar")), action=7, event_42_room=2, event_39_room=3)
        .turn(turn_of("Ann", NOTHING, go(3)))
        .turn(turn_of("Bob", NOTHING, go(9)))
    )


def test_a_patch_lays_only_the_direct_difference_on_the_present() -> None:
    """The crowbar comes back and the hatch is blocked; what was done since stays."""
    told = long_game()
    done = told.again(0, turn=turn_of("Bob", UNBLOCK))
    rerun, patched, stand = told.ways(done)

    assert patched.after.position.blocked == {(8, 9)}
    assert patched.after.secrets.hands[1] == ("coffee", "crowbar")
    assert patched.after.position.gnome("Bob") == told.present.position.gnome("Bob")
    assert rerun.after.position.gnome("Bob").at == 8
    assert rerun.after.position.gnome("Bob").minutes > stand.after.position.gnome("Bob").minutes
    assert rerun.compared.leaning("gains") == ("Bob",)
    assert [one.gnome for one in patched.hands] == ["Bob"]
    assert stand.compared == compare(told.present.position, told.present.position)


def test_a_patch_says_what_has_changed_since() -> None:
    told = long_game()
    done = told.again(0, turn=turn_of("Bob", NOTHING, go(7)))
    _, patched, _ = told.ways(done)

    assert "Bob has gone to room 9 since and stays there" in patched.conflicts
    assert patched.after.position.gnome("Bob").minutes == 44 - 2 - 2


def test_a_patch_shifts_tracks_and_stays_within_them() -> None:
    old = sub(*CREW, position=Position(heat=9))
    new = sub(*CREW, position=Position(heat=5, stash=4))
    present = sub(*CREW, position=Position(heat=3, stash=1))
    patched = patch(old, new, present, PLAIN).after.position

    assert (patched.heat, patched.stash) == (1, 0)


def test_a_patch_that_brings_heat_to_its_end_loses_the_sub() -> None:
    """§21."""
    old = sub(*CREW, position=Position(heat=5))
    new = sub(*CREW, position=Position(heat=8))
    present = sub(*CREW, position=Position(heat=8))
    ending = patch(old, new, present, PLAIN).after.position.ending

    assert ending is not None
    assert ending.sub_lost


def test_a_gnome_who_should_never_have_died_is_back_with_their_hand() -> None:
    dead = (*CREW[:2], Gnome("Cat", fate="killed"))
    old, new = sub(*dead), sub(*CREW, hands=((), (), ("coffee",)))
    old = replace(old, secrets=replace(old.secrets, discards=("coffee",)))
    present = replace(old, position=replace(old.position, heat=4))
    patched = patch(old, new, present, PLAIN)

    assert patched.after.position.gnome("Cat") == CREW[2]
    assert patched.after.secrets.hands[2] == ("coffee",)
    assert patched.after.secrets.discards == ()


def test_a_gnome_who_has_died_since_stays_dead() -> None:
    shorter = (*CREW[:2], Gnome("Cat", 10, 40))
    dead = (*CREW[:2], Gnome("Cat", fate="killed"))
    patched = patch(sub(*CREW), sub(*shorter), sub(*dead), PLAIN)

    assert patched.conflicts == ("Cat is killed by now and stays so",)
    assert patched.after.position.gnome("Cat") == dead[2]


def test_cards_that_everybody_saw_and_that_lie_on_the_deck_again_are_known() -> None:
    """Turn 12 drew fire and leak; if it is void, Ann draws the fire, and the leak comes next."""
    told = long_game()
    done = told.again(0, counts=False)

    assert kinds(done.steps[3], ev.CardDrawn)
    assert known(done).cards[:1] == (card("leak"),)
    assert done.after.secrets.deck[: len(known(done).cards)] == known(done).cards
    assert known(told.again(0)).cards == ()


def test_a_tile_that_was_told_to_one_gnome_and_goes_to_another_is_known() -> None:
    """Ann drew the crowbar first; with their turn void, Bob draws it, and Ann knows."""
    crew = (Gnome("Ann", 8, 49), Gnome("Bob", 8, 49), Gnome("Cat", 10, 49))
    pool: tuple[Item, ...] = ("crowbar", "coffee", "aqualung", "grog")
    draw = Action("gain_items", 1)
    told = Course(sub(*crew, pool=pool)).turn(turn_of("Ann", draw)).turn(turn_of("Bob", draw))
    done = told.again(0, counts=False)

    assert known(done).tiles == (
        KnownTile("Ann", "crowbar", "Bob"),
        KnownTile("Bob", "coffee", None, 1),
    )


def test_who_gains_and_who_loses_is_told_by_every_side_of_it() -> None:
    drunk = Gnome("Ann", 1, 50, 1)
    comparison = compare(
        Position(gnomes=CREW, heat=3, tokens=(("kraken", 9),)),
        Position(
            gnomes=(drunk, Gnome("Bob", fate="killed"), Gnome("Cat", 9, 44)),
            blocked=frozenset({(5, 6)}),
            stash=5,
        ),
    )

    assert comparison.leaning("both") == ("Ann",)
    assert comparison.leaning("loses") == ("Bob",)
    assert comparison.leaning("neither") == ("Cat",)
    assert comparison.tracks == (("heat", 3, 1),)
    assert comparison.tokens_gone == (("kraken", 9),)
    assert (comparison.blocked, comparison.stash) == (((5, 6),), (6, 5))


def test_the_random_games_make_secrets_known() -> None:
    leaks = [known(corrected_somehow(seed)[1]) for seed in range(GAMES)]

    assert sum(bool(one.cards) for one in leaks) > 3
    assert sum(bool(one.tiles) for one in leaks) > 3


def test_another_answer_is_played_from_its_choice_on() -> None:
    before = sub(*CREW, deck=(card("blocked_hatch"),))
    told = Course(before).turn(turn_of("Bob", NOTHING, go(5)), event_42_room=5)
    first = told.steps[1]
    assert isinstance(first, Resolved)
    jam = next(one for one in first.told if isinstance(one, ev.HatchJammed))
    (key,) = first.answers
    other = next(ends for ends in jam.candidates if ends != jam.hatch)
    label = f"{other[0]}-{other[1]}"
    done = told.again(1, answers={key: Answer(label, "contestmaster")})

    assert done.after.position.blocked == {other}
    at = first.told.index(jam)
    assert done.steps[1].events[:at] == first.told[:at]


def test_another_option_holds_for_the_steps_that_say_so() -> None:
    """A97: the option is in force from a moment on, and not before it."""
    told = Course(jammed()).turn(turn_of("Bob", UNBLOCK), action=7).turn(turn_of("Cat", NOTHING))
    done = told.again(3, options=Options(public_hand_sizes=True))

    assert not done.steps[1].otherwise
    assert kinds(done.steps[3], ev.HandsCounted)


# -- rulings -----------------------------------------------------------------------------------


def test_a_ruling_that_kills_drops_the_hand() -> None:
    """A68, A121."""
    ruling = ev.RulingGiven(1, "§20", "Bob is dead", (GnomeRuled("Bob", fate="killed"),))
    done = overrule(jammed(), ruling, PLAIN)

    assert done.after.secrets.hands[1] == ()
    assert done.after.secrets.discards == ("crowbar",)
    assert problems(done.after, tables(), PLAIN) == ()
    assert reduce(after, done.events, jammed()) == done.after


def test_a_ruling_that_brings_a_track_to_its_end_loses_the_sub() -> None:
    """§21."""
    ruling = ev.RulingGiven(1, "§8", "the heat was forgotten", (TrackRuled("heat", 10),))
    done = overrule(jammed(), ruling, PLAIN)

    assert done.after.position.ending is not None


def test_a_ruling_while_a_turn_is_pending_is_judged_with_its_resolution() -> None:
    pending = replace(jammed(), position=replace(jammed().position, pending="Bob"))
    ruling = ev.RulingGiven(1, "§8", "the heat was forgotten", (TrackRuled("heat", 10),))
    done = overrule(pending, ruling, PLAIN)

    assert done.after.position.ending is None


def test_who_is_killed_by_a_ruling_owes_no_discard_any_more() -> None:
    """A68, A121: their hand was empty."""
    state = jammed()
    bare = replace(state.secrets, hands=((),) * 3, limits=(None, Limit(1), None))
    ruling = ev.RulingGiven(1, "§20", "Bob is dead", (GnomeRuled("Bob", fate="killed"),))
    done = overrule(replace(state, secrets=bare), ruling, PLAIN)

    assert done.after.secrets.limits == (None, None, None)
