"""Corners where optional rules meet: the slain who are replaced, and what they no longer hold."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from rednov_bot.core.luck import SecretLuck
from rednov_bot.games.base import Answer, Held, Resolution
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Limit
from rednov_bot.games.red_november.rules.hands import give_back
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.resolve import resolve, take
from rednov_bot.games.red_november.rules.soundness import problems
from rednov_bot.games.red_november.rules.turn import Action, Turn, Use
from tests.rules.sailing import play_game, tables
from tests.rules.test_laws import tiles

BOTH = Options(crazed=True, less_deadly=True)


def meeting(**changed: Any) -> Gamestate:
    """Ann and Bob meet in room 5, each with a crowbar; Ann holds a coffee and a grog besides."""
    state = play_game(1, 3, BOTH, most=0).gamestate
    gnomes = [replace(one, at=5, minutes=39) for one in state.position.gnomes]
    position = replace(state.position, gnomes=tuple(gnomes), **changed)
    pool = list(state.secrets.pool) + [item for hand in state.secrets.hands for item in hand]
    wanted = (("crowbar", "coffee", "grog"), ("crowbar",), ())
    for hand in wanted:
        for item in hand:
            pool.remove(item)
    secrets = replace(state.secrets, hands=wanted, pool=tuple(pool))
    return Gamestate(position, secrets)


def attacked(state: Gamestate, secret: bytes, answer: str = "yes") -> Resolution:
    turn = Turn(
        "Ann", (Use("crowbar"),), Action("attack", 1, recipient="Bob"), (Use("coffee"), Use("grog"))
    )
    answers = {"defence": Answer(answer, "gnome")}
    known = Circumstances(tables(), BOTH, SecretLuck(secret, "turn 1"), answers=answers)
    outcome = resolve(after(state, take(state, turn)), turn, known)
    assert isinstance(outcome, Resolution)
    return outcome


def lost_attacks(state: Gamestate) -> list[Resolution]:
    """Attacks of Ann's that Bob has won."""
    every = [attacked(state, bytes([number]) * 32) for number in range(40)]
    return [
        one
        for one in every
        if any(isinstance(told, ev.Attacked) and told.winner == "Bob" for told in one.events)
    ]


def test_who_was_slain_in_their_own_attack_has_nothing_left_to_use() -> None:
    state = meeting()
    before = tiles(state)
    lost = lost_attacks(state)
    assert len(lost) > 5
    for one in lost:
        used = Counter(told.item for told in one.events if isinstance(told, ev.ItemUsed))
        assert used == Counter({"crowbar": 2})
        assert tiles(one.after) == before
        assert problems(one.after, tables(), BOTH) == ()
        assert not any(isinstance(told, ev.FaintChecked) for told in one.events)
        seat = one.after.position.seat("Bob")
        assert {"coffee", "grog"} <= set(one.after.secrets.hands[seat])


def test_who_stumbles_out_into_a_fire_is_not_killed_by_it_at_once() -> None:
    """The die puts them into a room in any state (rules.md 10.1)."""
    everywhere = ("dry", *["fire"] * 4, "dry", *["fire"] * 5, "dry")
    lost = lost_attacks(meeting(rooms=everywhere))
    assert len(lost) > 5
    for one in lost:
        replaced = [told for told in one.events if isinstance(told, ev.GnomeReplaced)]
        assert len([told for told in replaced if told.gnome == "Ann"]) == 1


def test_a_defence_that_nobody_ordered_is_asked_of_whom_the_option_says() -> None:
    """rules.md 7.1, 10.1."""
    state = meeting()
    turn = Turn("Ann", (Use("crowbar"),), Action("attack", 1, recipient="Bob"))
    for policy, whom in (
        ("orders+ask", "gnome"),
        ("orders+contestmaster", "contestmaster"),
        ("orders+random", "gnome"),
    ):
        options = replace(BOTH, event_choice=policy)
        known = Circumstances(tables(), options, SecretLuck(bytes(32), "turn 1"))
        outcome = resolve(after(state, take(state, turn)), turn, known)
        assert isinstance(outcome, Held)
        assert (outcome.choice.of, outcome.choice.asks) == ("Bob", whom)


def test_a_gift_in_return_counts_towards_a_number_fixed_at_the_event() -> None:
    """A78: met by any means."""
    options = Options(hand_limit_basis="at_event")
    state = meeting()
    gift = Action("give_items", 1, recipient="Ann", give=())
    state = after(state, take(state, Turn("Bob", (), gift)))
    state = replace(state, secrets=replace(state.secrets, limits=(Limit(1, 2), None, None)))
    log = give_back(state, "Ann", "Bob", ("coffee",), options)
    assert not isinstance(log, tuple)
    assert log.secrets.limits[0] == Limit(1, 1)
    log = give_back(log.gamestate, "Ann", "Bob", ("grog",), options)
    assert not isinstance(log, tuple)
    assert log.secrets.limits[0] is None
