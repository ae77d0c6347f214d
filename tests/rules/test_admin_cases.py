"""Cases that are more than one announcement: openings, discards, gifts in return, idle kills."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from rednov_bot.core.luck import SecretLuck
from rednov_bot.games.base import Against, Answer, Held, Luck, Refusal, Resolution
from rednov_bot.games.red_november.rules import events as ev, hands
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import Logbook, after
from rednov_bot.games.red_november.rules.opening import may_start, open_game
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.resolve import (
    judge,
    kill_idle,
    may_kill_idle,
    resolve,
    take,
)
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Action, Orders, Turn
from rednov_bot.games.red_november.rules.words import GnomeName, Item
from tests.contract.cases import Case, Setting, compare, turn_of
from tests.rules.sailing import CREW, tables

NO_ACTION = Action("no_action")
DEFAULT = Options()


class NamedLuck:
    """Dice by the names of their throws; decks with these on top, the rest as they lie."""

    def __init__(self, dice: dict[str, int], tops: dict[str, Sequence[int]] | None = None) -> None:
        self.dice, self.tops = dice, tops or {}

    def pick(self, name: str, count: int) -> int:
        return (self.dice[name] - 1) % count

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        top = tuple(self.tops.get(name, ()))
        return top + tuple(place for place in range(count) if place not in top)

    deal = shuffle


def setting(given: dict[str, Any] | None = None, **forced: Any) -> Setting:
    return Setting(Case("here", {"given": given or {}, "forced": forced}))


def play(
    state: Gamestate, turn: Turn, seas: Tables, luck: Luck, options: Options = DEFAULT, **known: Any
) -> Resolution:
    """The turn is valid, taken and resolved without a question."""
    assert judge(state, turn, seas, options).refusals == ()
    circumstances = Circumstances(seas, options, luck, **known)
    outcome = resolve(after(state, take(state, turn)), turn, circumstances)
    assert isinstance(outcome, Resolution), outcome.choice
    return outcome


def codes(faults: tuple[Against, ...] | Logbook) -> list[str]:
    assert isinstance(faults, tuple)
    return [fault.code for fault in faults]


def code(fault: Refusal | None) -> str | None:
    return fault.code if fault else None


def hand(state: Gamestate, name: GnomeName) -> list[Item]:
    return sorted(state.secrets.hands[state.position.seat(name)])


def opened(
    names: Sequence[str], luck: Luck, options: Options = DEFAULT, **parts: Any
) -> Resolution:
    seas = replace(tables(), **parts)
    outcome = open_game(names, Circumstances(seas, options, luck), y_pot=10)
    assert isinstance(outcome, Resolution)
    return outcome


ROOMS_3_3_10 = {
    "starting room of Ann": 3,
    "starting room of Bob": 3,
    "starting room of Cat": 10,
}


def test_s01_a_game_begins_with_rooms_and_two_items_each() -> None:
    """S01: §4, §5, §6, CB; A82, A84, A110 (the die's 0 is room 10; items are told privately)."""
    tiles = tables().items.tiles()
    wanted: tuple[Item, ...] = ("grog", "coffee", "crowbar", "crowbar", "aqualung", "toolbox")
    places: list[int] = []
    for item in wanted:
        places.append(next(i for i, tile in enumerate(tiles) if tile == item and i not in places))
    begun = opened(CREW[:3], NamedLuck(ROOMS_3_3_10, {"item pool": places}))
    compare(
        {
            "Ann": {"at": 3, "min": 60, "tox": 0, "hand": ["Grog", "Coffee"]},
            "Bob": {"at": 3, "min": 60, "hand": ["Crowbar", "Crowbar"]},
            "Cat": {"at": 10, "min": 60, "hand": ["Aqualung", "Toolbox"]},
            "tracks": {"heat": 1, "pressure": 1, "asphyxiation": 1},
            "stash": 6,
        },
        begun.after,
        tables(),
        None,
    )
    told = [one.to for one in begun.events if isinstance(one, ev.ItemsReceived)]
    assert told == ["Ann", "Bob", "Cat"]


@pytest.mark.parametrize(
    ("gnomes", "minutes"), [(3, 60), (4, 60), (5, 60), (6, 55), (7, 49), (8, 46)]
)
def test_s02_minutes_at_the_start_by_the_number_of_gnomes(gnomes: int, minutes: int) -> None:
    """S02: CB."""
    begun = opened(CREW[:gnomes], SecretLuck(bytes(32), "opening"))
    assert {gnome.minutes for gnome in begun.after.position.gnomes} == {minutes}


@pytest.mark.parametrize(
    ("names", "contestants", "given", "refused"),
    [
        ("Ann Bob", "Ann Bob", {}, "TOO_FEW_CONTESTANTS"),
        ("Ann Bob Cat", "Ann Bob Cat", {"game_ongoing": True}, "GAME_ONGOING"),
        ("Ann Bob Cat", "Ann Bob Cat", {"is_contest": False}, "NOT_A_CONTEST"),
        (" ".join(CREW) + " Ida", " ".join(CREW) + " Ida", {}, "WRONG_NUMBER"),
        ("Ann Bob Ann", "Ann Bob Cat", {}, "WRONG_NUMBER"),
        ("Ann Bob Zed", "Ann Bob Cat", {}, "NOT_A_CONTESTANT"),
        ("Ann Bob Cat", "Ann Bob Cat", {"contestmaster": "Cat"}, "TOO_FEW_CONTESTANTS"),
        ("Ann Bob Cat", "Ann Bob Cat Dan", {"contestmaster": "Cat"}, "IS_CONTESTMASTER"),
        ("Ann Bob Cat", "Ann Bob Cat", {}, None),
    ],
)
def test_s03_a_game_starts_only_as_the_contract_allows(
    names: str, contestants: str, given: dict[str, Any], refused: str | None
) -> None:
    """S03: §4, §5, A83, A107."""
    known = {"is_contest": True, "game_ongoing": False, "contestmaster": None, **given}
    assert code(may_start(names.split(), contestants.split(), **known)) == refused


def given_s61() -> tuple[Setting, Gamestate]:
    """Ann has given Bob a coffee and an aqualung; no turn was taken since."""
    there = setting({"Ann": {"at": 8, "hand": ["Coffee", "Crowbar", "Aqualung"]}})
    gift = Turn("Ann", action=Action("give_items", 1, recipient="Bob", give=("coffee", "aqualung")))
    return there, play(there.gamestate, gift, there.tables, there.luck()).after


def given_back(state: Gamestate, *items: Item, options: Options = DEFAULT) -> Gamestate:
    log = hands.give_back(state, "Bob", "Ann", items, options)
    assert isinstance(log, Logbook), log
    return log.gamestate


def test_s62_a_gift_in_return_comes_before_either_takes_a_turn() -> None:
    """S62: §11k, A44."""
    there, state = given_s61()
    state = given_back(state, "coffee")
    assert hand(state, "Ann") == ["coffee", "crowbar"]
    state = play(state, Turn("Ann", action=NO_ACTION), there.tables, there.luck()).after
    late = hands.give_back(state, "Bob", "Ann", ("aqualung",), DEFAULT)
    assert codes(late) == ["GIFT_WINDOW_CLOSED"]
    assert hand(state, "Bob") == ["aqualung"]


def test_s120_a_turn_of_another_and_a_void_turn_leave_the_window_open() -> None:
    """S120: §11k, §9, A44."""
    there, state = given_s61()
    state = play(state, Turn("Cat", action=NO_ACTION), there.tables, there.luck()).after
    assert not judge(state, Turn("Bob", action=None), there.tables, DEFAULT).valid
    state = given_back(state, "coffee")
    assert hand(state, "Ann") == ["coffee", "crowbar"]
    assert hand(state, "Bob") == ["aqualung"]


def test_several_gifts_in_return_are_possible_while_the_window_is_open() -> None:
    """A44; and of one tile only once."""
    _, state = given_s61()
    state = given_back(state, "coffee")
    again = hands.give_back(state, "Bob", "Ann", ("coffee",), DEFAULT)
    assert codes(again) == ["ITEM_NOT_HELD"]
    assert hand(given_back(state, "aqualung"), "Ann") == ["aqualung", "coffee", "crowbar"]


def test_s144_a_sleeper_may_give_in_return() -> None:
    """S144: §11k, A45; with option sleepers_trade off they may not."""
    there = setting(
        {
            "Ann": {"at": 8, "hand": ["Coffee"]},
            "Bob": {"fainted": True, "min": 20, "hand": ["Crowbar"]},
        }
    )
    gift = Turn("Ann", action=Action("give_items", 1, recipient="Bob", give=("coffee",)))
    state = play(there.gamestate, gift, there.tables, there.luck()).after
    assert hand(given_back(state, "crowbar"), "Ann") == ["crowbar"]
    strict = hands.give_back(state, "Bob", "Ann", ("crowbar",), Options(sleepers_trade=False))
    assert codes(strict) == ["FAINTED"]


def test_a_gift_in_return_may_wait_for_the_resolution() -> None:
    """A44: option return_gift_effect = after_resolution."""
    later = Options(return_gift_effect="after_resolution")
    there, state = given_s61()
    cat = Turn("Cat", action=NO_ACTION)
    state = after(state, take(state, cat))
    promised = given_back(state, "coffee", options=later)
    assert hand(promised, "Bob") == ["aqualung", "coffee"]
    over = resolve(promised, cat, Circumstances(there.tables, later, there.luck()))
    assert isinstance(over, Resolution)
    assert hand(over.after, "Ann") == ["coffee", "crowbar"]


def test_an_unnamed_recipient_is_sought_where_the_way_ends() -> None:
    """A17: Ann walks to room 8, where only Bob is; the window for their return is Bob's."""
    there = setting({"Ann": {"hand": ["Coffee"]}, "Cat": {"at": 5}})
    turn = turn_of(
        {
            "by": "Ann",
            "steps": [{"open": "5-8", "enter": True}],
            "action": {"kind": "give_items", "items": ["Coffee"]},
        }
    )
    assert judge(there.gamestate, turn, there.tables, DEFAULT).valid
    assert take(there.gamestate, turn).gift_to == "Bob"


def test_s96_a_part_of_the_discard_is_not_enough() -> None:
    """S96: §17, A78 (the limit is lifted when it is met, never below it)."""
    held = ["Grog", "Grog", "Coffee", "Crowbar", "Toolbox", "Aqualung"]
    there = setting({"Ann": {"hand": held, "limit": 4}})
    turn = Turn("Ann", action=NO_ACTION)
    first = hands.discard(there.gamestate, "Ann", ("grog",))
    assert isinstance(first, Logbook)
    refused = judge(first.gamestate, turn, there.tables, DEFAULT)
    assert [fault.code for fault in refused.private] == ["HAND_LIMIT"]
    assert refused.public == ()
    many = hands.discard(first.gamestate, "Ann", ("grog", "crowbar"))
    assert codes(many) == ["TOO_MANY_DISCARDED"]
    second = hands.discard(first.gamestate, "Ann", ("crowbar",))
    assert isinstance(second, Logbook)
    assert judge(second.gamestate, turn, there.tables, DEFAULT).valid
    compare(
        {
            "Ann": {"limit": None, "hand": ["Grog", "Coffee", "Toolbox", "Aqualung"]},
            "used_contains": ["Grog", "Crowbar"],
        },
        second.gamestate,
        there.tables,
        None,
    )
    more = hands.discard(second.gamestate, "Ann", ("grog",))
    assert codes(more) == ["NO_HAND_LIMIT"]


def test_a_discard_is_possible_while_a_turn_is_unresolved() -> None:
    """§17, A78; A92 (a pending limit is no bar to anything but turns)."""
    there = setting({"Ann": {"hand": ["Grog", "Coffee"], "limit": 1}, "pending": "Bob"})
    log = hands.discard(there.gamestate, "Ann", ("grog",))
    assert isinstance(log, Logbook)
    assert [type(one) for one in log.events] == [
        ev.ItemsDiscarded,
        ev.DiscardNamed,
        ev.LimitLifted,
    ]


NOW = datetime(2026, 3, 5, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "idle_for", "refused"),
    [
        ("Ann", timedelta(days=4, hours=1), None),
        ("Bob", timedelta(days=3, hours=23), "TOO_EARLY"),
        ("Cat", timedelta(days=6), "FAINTED"),
        ("Dan", timedelta(days=9), "NO_MINUTES"),
        ("Eve", timedelta(days=9), "KILLED"),
        ("Zed", timedelta(days=9), "NOT_A_GNOME"),
    ],
)
def test_s114_an_idle_gnome_may_be_killed_after_four_days(
    name: str, idle_for: timedelta, refused: str | None
) -> None:
    """S114: §19, A91, A102 (waking hours alone count, the rest is advice), A109."""
    there = setting(
        {
            "Ann": {"min": 30},
            "Cat": {"fainted": True},
            "Dan": {"min": 0},
            "Eve": {"alive": False},
        }
    )
    assert code(may_kill_idle(there.gamestate, name, NOW - idle_for, NOW)) == refused


def test_s114_the_idle_gnome_is_killed_and_the_others_play_on() -> None:
    """S114: §19, §20, A68 (their items go to the discards)."""
    there = setting({"Ann": {"min": 30, "hand": ["Grog"], "limit": 4}})
    killed = kill_idle(there.gamestate, "Ann", DEFAULT, there.luck())
    wanted = {"Ann": {"alive": False, "min": 0, "hand": [], "limit": None}, "over": None}
    compare(wanted, killed.after, there.tables, None)
    compare({"used": ["Grog"]}, killed.after, there.tables, None)


def test_s115_an_idle_kill_may_lose_the_sub() -> None:
    """S115: §19, §21, A8 (the minutes so lost pass tokens, and no marker)."""
    there = setting(
        {
            "tokens": {"Missiles": [15]},
            "Ann": {"min": 10},
            "Bob": {"min": 12},
            "Cat": {"min": 20},
            "event_at": [16, 17, 18],
        }
    )
    killed = kill_idle(there.gamestate, "Cat", DEFAULT, there.luck())
    over = {"over": {"win": [], "lose": ["Ann", "Bob", "Cat"]}}
    compare(over, killed.after, there.tables, None)
    assert not any(isinstance(one, ev.CardDrawn) for one in killed.events)


def test_s137_less_deadly_a_sober_gnome_stumbles_out_and_walks_on() -> None:
    """S137: option less_deadly, §20."""
    there = setting(
        {
            "opts": {"less_deadly": True},
            "Bob": {"at": 5, "min": 40, "tox": 2, "hand": ["Grog", "Crowbar"]},
            "event_at": [39, 35],
        },
        events=["Respite(3)", "Fire(1)", "Descent(1)"],
        d10=[5, 2],
    )
    turn = turn_of(
        {"by": "Bob", "steps": ["Grog", {"open": "5-6"}], "action": {"kind": "no_action"}}
    )
    over = play(there.gamestate, turn, there.tables, there.luck(), there.options)
    wanted = {
        "Bob": {"alive": True, "at": 2, "min": 28, "tox": 0, "hand": [], "fainted": False},
        "tracks": {"pressure": 2, "asphyxiation": 2},
        "used": ["Grog", "Crowbar"],
    }
    compare(wanted, over.after, there.tables, None)


def crazed(**bob: Any) -> tuple[Setting, Turn]:
    there = setting(
        {
            "opts": {"crazed": True},
            "Ann": {"at": 8, "tox": 1, "hand": ["Crowbar"]},
            "Bob": {"tox": 3, "hand": ["Crowbar", "Coffee"], **bob},
        },
        d10=[4, 5],
    )
    turn = turn_of({"by": "Ann", "steps": ["Crowbar"], "action": {"kind": "attack", "to": "Bob"}})
    return there, turn


def test_s138_crazed_gnomes_fight_with_crowbars() -> None:
    """S138: option crazed."""
    there, turn = crazed()
    orders = {"Bob": Orders(defend=True)}
    over = play(there.gamestate, turn, there.tables, there.luck(), there.options, standing=orders)
    wanted = {
        "Bob": {"alive": False, "min": 0},
        "Ann": {"hand": ["Coffee"], "min": 39},
        "used_contains": ["Crowbar", "Crowbar"],
    }
    compare(wanted, over.after, there.tables, None)


def test_who_is_attacked_without_an_order_is_asked() -> None:
    """S138: option crazed; the defender's word is a choice like any other."""
    there, turn = crazed()
    state = after(there.gamestate, take(there.gamestate, turn))
    held = resolve(state, turn, Circumstances(there.tables, there.options, there.luck()))
    assert isinstance(held, Held)
    assert (held.choice.of, held.choice.candidates) == ("Bob", ("yes", "no"))
    said = {held.choice.key: Answer("no", "gnome")}
    over = resolve(
        state, turn, Circumstances(there.tables, there.options, there.luck(), answers=said)
    )
    assert isinstance(over, Resolution)
    assert over.after.position.gnome("Bob").fate == "killed"


def test_a_sleeper_is_not_asked_whether_they_defend() -> None:
    """Option crazed: e cannot."""
    there, turn = crazed(fainted=True)
    over = play(there.gamestate, turn, there.tables, there.luck(), there.options)
    compare({"Bob": {"alive": False}}, over.after, there.tables, None)


def test_s139_events_before_the_first_turn_and_respites_removed() -> None:
    """S139: options remove_respite and opening_events."""
    there = setting(events=["Descent(1)", "Respite(1)", "Leak(1)"])
    dice = {**ROOMS_3_3_10, "opening 3 room": 7}
    options = Options(remove_respite=True, opening_events=True)
    begun = opened(CREW[:3], NamedLuck(dice), options, deck=there.tables.deck)
    wanted = {
        "tracks": {"pressure": 2},
        "rooms": {7: "high"},
        "event_discards": ["Descent", "Leak"],
        "deck": [],
    }
    compare(wanted, begun.after, there.tables, None)


def test_s140_a_corrected_turn_is_resolved_with_the_same_dice() -> None:
    """S140: A95, A96 (resolving again throws the same dice; a correction is only a new reading)."""
    there = setting(
        {"blocked": ["8-9"], "event_at": [39], "Bob": {"hand": ["Crowbar"]}}, events=["Fire(1)"]
    )
    action = Action("unblock_hatch", minutes=5)
    plain = Turn("Bob", action=action)
    corrected = turn_of(
        {"by": "Bob", "steps": ["Crowbar"], "action": {"kind": "unblock_hatch", "minutes": 5}}
    )
    dice = {"action": 7, "event 39 room": 2}
    draft = play(there.gamestate, plain, there.tables, NamedLuck(dice))
    redone = play(there.gamestate, corrected, there.tables, NamedLuck(dice))
    tried = [one for over in (draft, redone) for one in over.events if isinstance(one, ev.FixTried)]
    assert [(one.die, one.success) for one in tried] == [(7, False), (7, True)]
    burning = [one for one in redone.events if isinstance(one, ev.RoomCaughtFire)]
    assert burning == [ev.RoomCaughtFire(2)]
    assert burning == [one for one in draft.events if isinstance(one, ev.RoomCaughtFire)]


def test_s141_of_two_turns_that_cross_the_first_counts() -> None:
    """S141: §9, A14, A15, A20."""
    there = setting()
    state = after(there.gamestate, take(there.gamestate, Turn("Ann", action=NO_ACTION)))
    verdict = judge(state, Turn("Bob", action=NO_ACTION), there.tables, DEFAULT)
    assert state.position.pending == "Ann"
    assert [fault.code for fault in verdict.refusals] == ["UNRESOLVED"]


def burning(**opts: Any) -> tuple[Setting, Turn]:
    there = setting(
        {
            "opts": opts,
            "rooms": {5: "fire", 6: "fire"},
            "blocked": ["5-7", "2-5", "4-5", "5-8"],
            "Ann": {"hand": ["Grog"]},
        },
        d10=[5],
        events=["Respite(1)"],
    )
    turn = turn_of(
        {
            "by": "Ann",
            "action": {"kind": "extinguish_fire", "minutes": 8},
            "fail": {"open": "5-6", "enter": True, "use": "Grog"},
        }
    )
    return there, turn


def test_s150_items_of_the_escape_are_used_only_if_it_happens() -> None:
    """S150: A18, option escape_items."""
    there, turn = burning(escape_items=True)
    over = play(there.gamestate, turn, there.tables, there.luck(), there.options)
    wanted = {"Ann": {"hand": ["Grog"], "tox": 0, "alive": True, "min": 32}, "deck": ["Respite(1)"]}
    compare(wanted, over.after, there.tables, None)


def test_items_of_the_escape_count_for_the_faint_check_when_it_happens() -> None:
    """A18, option escape_items: the grog is drunk on the way into the next fire, where e dies."""
    there, turn = burning(escape_items=True)
    there.dice = [9]
    over = play(there.gamestate, turn, there.tables, there.luck(), there.options)
    compare({"Ann": {"alive": False}, "used": ["Grog"]}, over.after, there.tables, None)


def test_s153_items_cannot_be_used_conditionally() -> None:
    """S153: §9, A18."""
    there, turn = burning()
    verdict = judge(there.gamestate, turn, there.tables, there.options)
    assert [fault.code for fault in verdict.refusals] == ["CONDITIONAL"]


def test_hand_sizes_and_hands_are_told_only_where_an_option_says_so() -> None:
    """A22, A24b: options public_hand_sizes and reveal_at_end."""
    given = {"Ann": {"min": 1, "hand": ["Grog"]}, "Bob": {"min": 0}, "Cat": {"min": 0}}
    turn = Turn("Ann", action=NO_ACTION)
    there = setting(given)
    silent = play(there.gamestate, turn, there.tables, there.luck())
    assert not any(isinstance(one, ev.HandsCounted | ev.HandsRevealed) for one in silent.events)
    options = Options(public_hand_sizes=True, reveal_at_end=True)
    open_ = play(there.gamestate, turn, there.tables, there.luck(), options)
    assert open_.events[-2:] == (
        ev.HandsCounted((("Ann", 1), ("Bob", 0), ("Cat", 0))),
        ev.HandsRevealed((("Ann", ("grog",)), ("Bob", ()), ("Cat", ()))),
    )


def test_a_private_list_of_a_gift_must_have_arrived_and_match() -> None:
    """A23: GIFT_UNSPECIFIED, told to the sender alone."""
    there = setting({"Ann": {"at": 8, "hand": ["Coffee"]}})
    silent = Turn("Ann", action=Action("give_items", 1, recipient="Bob", give_count=1))
    verdict = judge(there.gamestate, silent, there.tables, DEFAULT)
    assert (verdict.public, [fault.code for fault in verdict.private]) == ((), ["GIFT_UNSPECIFIED"])
    action = Action("give_items", 1, recipient="Bob", give_count=2, give=("coffee",))
    verdict = judge(there.gamestate, Turn("Ann", action=action), there.tables, DEFAULT)
    assert [fault.code for fault in verdict.private] == ["GIFT_UNSPECIFIED"]


def test_strict_order_lets_only_whoever_has_most_minutes_act() -> None:
    """A13: option strict_order; among equals any."""
    there = setting({"Ann": {"min": 30}, "Bob": {"min": 30}, "Cat": {"min": 31, "fainted": True}})
    strict = Options(strict_order=True)
    turn = Turn("Ann", action=NO_ACTION)
    assert judge(there.gamestate, turn, there.tables, strict).valid
    there = setting({"Ann": {"min": 30}, "Bob": {"min": 31}})
    verdict = judge(there.gamestate, turn, there.tables, strict)
    assert [fault.code for fault in verdict.refusals] == ["NOT_YOUR_TIME"]
