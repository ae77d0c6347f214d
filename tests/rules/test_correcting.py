"""A game that went wrong is played again with the same luck, patched, or left to stand (A96)."""

from __future__ import annotations

import re
from functools import cache, reduce
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from rednov_bot.core import contest as effects
from rednov_bot.core.workflow.corrections.replay import replay
from rednov_bot.games.base import Answer, Corrected, OnTurn, Refusal, Replayed, Step, Way, Withheld
from rednov_bot.games.red_november.correcting import direct_difference, retell
from rednov_bot.games.red_november.game import GAME
from rednov_bot.games.red_november.render.correction_pages import Retold
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.corrections.patch import patch
from rednov_bot.games.red_november.rules.draws import card_of
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


def told(done: Corrected) -> tuple[Retold, ...]:
    return retell(GAME, done)


def codes(one: Replayed, kind: type) -> list[str]:
    return [fault.code for fault in one.against if isinstance(fault, kind)]


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_course_that_nobody_changed_comes_out_as_it_did(seed: int) -> None:
    voyage = voyages()[seed]
    free = [at for at, state in enumerate(voyage.passed) if state.position.pending is None]
    start = Random(seed).choice(free)
    again = replay(GAME, voyage.passed[start], course_of(voyage, seed, start), _seas(seed))

    assert [one.events for one in again.steps] == voyage.entered[start + 1 :]
    assert [one.after for one in again.steps] == voyage.passed[start + 1 :]
    assert not any(one.void or one.otherwise for one in again.steps)
    assert not any(one.otherwise for one in told(again))
    assert again.after == voyage.gamestate


def spoilt(voyage: Voyage, seed: int) -> tuple[Gamestate, list[Step]]:
    """A course in which one turn is read otherwise, or is void."""
    rng = Random(seed)
    taken = [at for at, told in enumerate(voyage.entered) if isinstance(told[0], ev.TurnTaken)]
    start = rng.choice(taken) - 1
    before, course = voyage.passed[start], course_of(voyage, seed, start)
    first = course[0]
    name = first.turn.gnome
    hand = before.secrets.hands[before.position.seat(name)]
    other = random_turn(before.position, name, hand, voyage.seas, voyage.options, rng)
    course[0] = replace(first, void=True) if seed % 3 == 0 else replace(first, turn=other)
    return before, course


def corrected_somehow(seed: int) -> tuple[Voyage, Corrected]:
    """Every choice that the corrected game comes to is answered by its first candidate."""
    voyage = voyages()[seed]
    before, course = spoilt(voyage, seed)
    while (done := replay(GAME, before, course, voyage.seas)).choice is not None:
        at = next(place for place, one in enumerate(course) if one is done.waits)
        answer = Answer(done.choice.candidates[0], "contestmaster")
        course[at] = replace(course[at], answers={**course[at].answers, done.choice.key: answer})
    return voyage, done


def by_what(state: Gamestate) -> Gamestate:
    """With its points due in an order of their own: what is due keeps its place from before."""
    dues = tuple(sorted((one for one in state.position.dues if one.points), key=str))
    return replace(state, position=replace(state.position, dues=dues))


def cards_known(way: Way, seas: Tables) -> tuple[int, ...]:
    """The next event cards that everybody would know, as the contestmaster is told."""
    deck = way.after.secrets.deck
    told = [one for one in way.aside if one.startswith("Everybody would know the next ")]
    if not told:
        return ()
    (said,) = told
    many, titles = re.findall(r"next (\d+|one)? ?event cards?: (.*)\.$", said)[0]
    cards = deck[: int(many) if many.isdigit() else 1]
    assert titles == ", ".join([card_of(one, seas).title for one in cards])
    return tuple(cards)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_corrected_game_is_sound_however_it_is_corrected(seed: int) -> None:
    """Nothing is deleted: the record shows both, and whoever follows the list knows the rest."""
    voyage, done = corrected_somehow(seed)
    for one in done.steps:
        assert problems(one.after, voyage.seas, voyage.options) == (), one.step
        assert not one.void or one.events == ()
    numbers = [one.step.number for one in done.steps]
    assert done.after.position.turns == max(numbers)

    every = GAME.ways(done, voyage.gamestate, voyage.seas, voyage.options, awarded=(), pot=0)
    for way in every:
        entered = (*voyage.events, *GAME.correction(way, voyage.gamestate, 1, 1))
        public = [one for one in entered if isinstance(one, ev.PublicEvent)]
        assert reduce(after, entered, Gamestate()) == way.after
        assert reduce(position_after, public, Position()) == way.after.position
        assert way.obstacles == ()
    assert every[-1].after == voyage.gamestate
    assert by_what(every[0].after) == by_what(done.after)

    cards = cards_known(every[0], voyage.seas)
    assert done.after.secrets.deck[: len(cards)] == cards
    seen = [one.card for one in voyage.events if isinstance(one, ev.CardDrawn | ev.FaintChecked)]
    assert set(cards) <= set(seen)


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
    course = Course(jammed()).turn(
        turn_of("Bob", UNBLOCK), action=7, event_42_room=2, event_39_room=2
    )
    done = course.again(0, turn=turn_of("Bob", UNBLOCK, Use("crowbar")))

    first = Replayed(course.steps[1], course.steps[1].told, course.present)
    assert kinds(first, ev.FixTried) == [ev.FixTried("Bob", "unblock_hatch", 5, 0, 7, False)]
    assert kinds(done.steps[1], ev.FixTried) == [ev.FixTried("Bob", "unblock_hatch", 5, 3, 7, True)]
    assert kinds(done.steps[1], ev.RoomCaughtFire) == kinds(first, ev.RoomCaughtFire)
    assert kinds(done.steps[1], ev.HatchFreed) == [ev.HatchFreed((8, 9))]
    assert done.after.secrets.hands[1] == ("coffee",)


def test_a_turn_through_a_hatch_that_was_never_freed_is_void_with_its_reason() -> None:
    course = (
        Course(jammed())
        .turn(turn_of("Bob", UNBLOCK, Use("crowbar")), action=7)
        .turn(turn_of("Bob", NOTHING, go(9)))
        .turn(turn_of("Cat", NOTHING))
    )
    done = course.again(0, turn=turn_of("Bob", UNBLOCK))

    assert [one.void for one in done.steps] == [False, False, True, True, False, False]
    assert codes(done.steps[2], Refusal) == ["HATCH_BLOCKED"]
    assert done.steps[3].against == done.steps[2].against
    assert done.after.position.turns == 14
    retold = told(done)
    assert [(one.number, one.void) for one in retold] == [(12, False), (13, True), (14, False)]
    assert retold[1].reason == done.steps[2].against[0]
    assert retold[1].now == ()


def test_a_reason_that_tells_of_a_hand_stays_private() -> None:
    """§6: Bob used a crowbar in turn 13; now they have used it in turn 12 already."""
    course = (
        Course(jammed())
        .turn(turn_of("Bob", UNBLOCK), action=7)
        .turn(turn_of("Bob", UNBLOCK, Use("crowbar")), action=7)
    )
    done = course.again(0, turn=turn_of("Bob", Action("no_action", 1), Use("crowbar")))

    assert codes(done.steps[2], Withheld) == ["ITEM_NOT_HELD"]
    assert codes(done.steps[2], Refusal) == []
    retold = told(done)[1]
    assert (retold.void, retold.reason, retold.by_ruling) == (True, None, False)


def test_a_turn_that_is_void_by_ruling_keeps_its_number() -> None:
    """The next turn must not throw dice that everybody has seen."""
    course = Course(jammed()).turn(turn_of("Bob", UNBLOCK), action=7)
    done = course.again(0, void=True)

    assert done.after.position.turns == 12
    assert done.after.position.pending is None
    assert done.after.position.gnome("Bob").minutes == 44
    assert told(done)[0].by_ruling


def test_a_turn_that_is_not_resolved_yet_stays_pending_if_it_is_still_valid() -> None:
    course = Course(jammed()).turn(turn_of("Bob", UNBLOCK, Use("crowbar")), action=7)
    course.step(Step(kind="taken", options=PLAIN, number=13, turn=turn_of("Bob", NOTHING, go(9))))
    sound, void = course.again(0), course.again(0, turn=turn_of("Bob", UNBLOCK))

    assert sound.after.position.pending == "Bob"
    assert void.after.position.pending is None
    assert [one.pending for one in told(sound)] == [False, True]
    assert [one.pending for one in told(void)] == [False, False]
    assert course.ways(void)[1].after.position.pending == "Bob", "a patch lets later turns stand"


def limited() -> Gamestate:
    """Ann is over a hand limit; Bob was given a tile and may return the favour."""
    hands: tuple[tuple[Item, ...], ...] = (("crowbar", "crowbar", "coffee"), ("aqualung",), ())
    return sub(Gnome("Ann", 8, 44), *CREW[1:], hands=hands)


def test_discards_and_gifts_in_return_are_made_again() -> None:
    gift = Action("give_items", 1, recipient="Bob", give=("coffee",))
    course = (
        Course(limited())
        .turn(turn_of("Ann", gift))
        .give_back("Bob", "Ann", "aqualung", "coffee")
        .turn(turn_of("Ann", NOTHING, Use("aqualung")))
    )
    done = course.again(0, turn=turn_of("Ann", NOTHING))

    assert [one.void for one in done.steps] == [False, False, True, True, True]
    assert codes(done.steps[2], Refusal) == ["GIFT_WINDOW_CLOSED"]
    assert codes(done.steps[3], Withheld) == ["ITEM_NOT_HELD"]
    assert [one.kind for one in told(done)] == ["turn", "gift in return", "turn"]


def test_a_discard_that_no_limit_asks_for_any_more_is_void_privately() -> None:
    before = limited()
    before = replace(before, secrets=replace(before.secrets, limits=(Limit(2), None, None)))
    course = Course(before).discard("Ann", "coffee")
    done = replay(GAME, limited(), course.steps, tables())

    assert codes(done.steps[0], Withheld) == ["NO_HAND_LIMIT"]
    assert codes(done.steps[0], Refusal) == []


def test_the_idle_are_killed_again_unless_they_are_dead() -> None:
    course = Course(jammed()).kill("Cat").turn(turn_of("Bob", UNBLOCK), action=7)
    assert course.again(0, void=True).after.position.gnome("Cat").in_play
    dead = sub(*CREW[:2], Gnome("Cat", fate="killed"))
    done = replay(GAME, dead, course.steps[:1], tables())
    assert codes(done.steps[0], Refusal) == ["KILLED"]


HEAT: Final = OnTurn(1, "§25", "so it is", effects.PositionSet("heat 3"))
ANOTHER: Final = OnTurn(1, "§25", "so it was meant", effects.ReadAs(turn_of("Bob", NOTHING)))
VOID: Final = OnTurn(2, "§25", "nobody meant it", effects.Void())
WOKEN: Final = OnTurn(1, "§16c", "Bob was woken", effects.Valid(), admits=True)


def test_what_was_ruled_about_a_turn_is_ruled_again() -> None:
    course = Course(jammed()).turn(turn_of("Bob", UNBLOCK), action=7)
    set_right, read = course.again(1, rulings=(HEAT,)), course.again(1, rulings=(ANOTHER,))
    void = course.again(1, rulings=(ANOTHER, VOID))

    assert set_right.after.position.heat == course.present.position.heat + 2
    assert read.after.position.gnome("Bob").minutes == 43
    assert kinds(void.steps[1], ev.TurnVoided)
    assert [one.number for one in kinds(void.steps[1], ev.RulingGiven)] == [1, 2]
    assert void.after.position.gnome("Bob").minutes == 44
    assert void.after.position.pending is None


def test_a_turn_that_counts_by_ruling_counts_again_but_for_their_hand() -> None:
    asleep = replace(
        jammed(),
        position=replace(
            jammed().position, gnomes=(CREW[0], replace(CREW[1], fainted=True), CREW[2])
        ),
    )
    taken = Step(
        kind="taken", options=PLAIN, number=12, turn=turn_of("Bob", UNBLOCK), rulings=(WOKEN,)
    )
    resolved = Step(
        kind="resolved", options=PLAIN, number=12, luck=Dice(action=7), rulings=(WOKEN,)
    )
    done = replay(GAME, asleep, [taken, resolved], tables())
    assert not any(one.void for one in done.steps)
    assert not done.after.position.gnome("Bob").fainted

    coffee = replace(taken, turn=turn_of("Bob", UNBLOCK, Use("coffee")))
    done = replay(GAME, asleep, [coffee, resolved], tables())
    assert codes(done.steps[0], Withheld) == ["ITEM_NOT_HELD"]
    assert [one.void for one in done.steps] == [True, True]


def test_a_turn_that_a_ruling_makes_impossible_is_void() -> None:
    course = Course(jammed()).turn(turn_of("Bob", UNBLOCK), action=7)
    effect = effects.PositionSet("Bob: 2 minutes")
    ruling = OnTurn(1, "§25", "so it is", effect, admits=True)
    done = course.again(1, rulings=(ruling,))

    assert codes(done.steps[1], Refusal) == ["NOT_ENOUGH_TIME"]
    assert done.after.position.pending is None


def test_a_choice_that_only_the_corrected_game_comes_to_is_asked_for() -> None:
    before = sub(*CREW, deck=(card("blocked_hatch"),))
    course = [*Course(before).turn(turn_of("Bob", NOTHING)).steps]
    course[0] = replace(course[0], turn=turn_of("Bob", Action("no_action", 1), go(5)))
    held = replay(GAME, before, course, tables())

    assert held.waits is course[1]
    assert held.choice is not None
    assert held.choice.kind == "block"
    assert len(held.steps) == 1
    answer = Answer(held.choice.candidates[0], "gnome")
    course[1] = replace(course[1], answers={held.choice.key: answer})
    assert replay(GAME, before, course, tables()).choice is None


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
    course = long_game()
    done = course.again(0, turn=turn_of("Bob", UNBLOCK))
    rerun, patched, stand = course.ways(done)

    assert patched.after.position.blocked == {(8, 9)}
    assert patched.after.secrets.hands[1] == ("coffee", "crowbar")
    assert patched.after.position.gnome("Bob") == course.present.position.gnome("Bob")
    assert rerun.after.position.gnome("Bob").at == 8
    assert rerun.after.position.gnome("Bob").minutes > stand.after.position.gnome("Bob").minutes
    assert [name for name, how in rerun.leaning.items() if how == "gains"] == ["Bob"]
    assert patched.hidden == ("Bob",)
    assert (stand.openly, stand.aside) == ((), ())


def test_a_patch_says_what_has_changed_since() -> None:
    course = long_game()
    done = course.again(0, turn=turn_of("Bob", NOTHING, go(7)))
    _, patched, _ = course.ways(done)

    assert "Bob has gone to room 9 since and stays there" in patched.stays
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
    course = long_game()
    done = course.again(0, void=True)

    assert kinds(done.steps[3], ev.CardDrawn)
    assert done.after.secrets.deck[0] == card("leak")
    (known,) = [one for one in course.ways(done)[0].aside if "would know" in one]
    assert "Leak" in known
    assert "Fire" not in known
    assert "would know" not in "".join(course.ways(course.again(0))[0].aside)


def test_the_random_games_make_cards_known() -> None:
    known = 0
    for seed in range(GAMES):
        voyage, done = corrected_somehow(seed)
        what = done, voyage.gamestate, voyage.seas, voyage.options
        known += bool(cards_known(GAME.ways(*what, awarded=(), pot=0)[0], voyage.seas))
    assert known > 3


def test_another_answer_is_played_from_its_choice_on() -> None:
    before = sub(*CREW, deck=(card("blocked_hatch"),))
    course = Course(before).turn(turn_of("Bob", NOTHING, go(5)), event_42_room=5)
    first = course.steps[1]
    jam = next(one for one in first.told if isinstance(one, ev.HatchJammed))
    (key,) = first.answers
    other = next(ends for ends in jam.candidates if ends != jam.hatch)
    label = f"{other[0]}-{other[1]}"
    done = course.again(1, answers={key: Answer(label, "contestmaster")})

    assert done.after.position.blocked == {other}
    at = first.told.index(jam)
    assert done.steps[1].events[:at] == first.told[:at]


def test_another_option_holds_for_the_steps_that_say_so() -> None:
    """A97: the option is in force from a moment on, and not before it."""
    course = Course(jammed()).turn(turn_of("Bob", UNBLOCK), action=7).turn(turn_of("Cat", NOTHING))
    done = course.again(3, options=Options(public_hand_sizes=True))

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
