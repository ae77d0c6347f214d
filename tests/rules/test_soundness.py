"""Every impossibility is found, and all of them at once."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rednov_bot.games.red_november.rules.gamestate import Gamestate, Limit
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Ending, Gift, Gnome
from rednov_bot.games.red_november.rules.soundness import problems
from tests.rules.sailing import play_game, tables


def sound() -> Gamestate:
    return play_game(2, 3, most=3).gamestate


def spoilt(**changes: Any) -> Gamestate:
    state = sound()
    position = {key: value for key, value in changes.items() if hasattr(state.position, key)}
    secret = {key: value for key, value in changes.items() if hasattr(state.secrets, key)}
    return Gamestate(replace(state.position, **position), replace(state.secrets, **secret))


def with_gnome(**changes: Any) -> Gamestate:
    first, *others = sound().position.gnomes
    return spoilt(gnomes=(replace(first, **changes), *others))


def test_a_game_in_progress_is_sound() -> None:
    assert problems(sound(), tables()) == ()
    assert problems(Gamestate(), tables()) == ()


CASES: list[tuple[Gamestate, str]] = [
    (with_gnome(name="Bob"), "there are 2 gnomes called Bob"),
    (with_gnome(minutes=61), "Ann has 61 minutes, not 0 to 60"),
    (with_gnome(intoxication=5), "Ann is drunk 5, not 0 to 4 (§7)"),
    (with_gnome(at=0), "Ann is in play and nowhere"),
    (with_gnome(at=12), "Ann is in play and nowhere"),
    (with_gnome(fate="killed", at=0), "Ann is killed and still has minutes (§11m, §20)"),
    (with_gnome(fate="killed", minutes=0), "Ann is killed and still has a place (A121)"),
    (with_gnome(fate="killed"), "Ann is killed and still holds items (A121)"),
    (spoilt(blocked=frozenset({(1, 10)})), "hatch 1-10 is blocked and does not exist"),
    (spoilt(blocked=frozenset({(6, 11)})), "hatch 6-sea is blocked and leads outside"),
    (spoilt(heat=11), "track heat stands at 11, not 1 to 10 (§8)"),
    (spoilt(rooms=("fire", *("dry",) * 11)), "place 0 is no room and cannot burn or flood"),
    (spoilt(rooms=("dry",) * 11), "there are 11 places, not 12"),
    (spoilt(tokens=(("kraken", 3),) * 2), "2 tokens kraken lie on the time track (A74)"),
    (spoilt(tokens=(("kraken", 61),)), "token kraken lies at 61, off the time track"),
    (spoilt(stash=7), "7 grogs are left in the cabin, not 0 to 6 (§11j)"),
    (spoilt(pending="Zed"), "the pending turn names Zed, who is no gnome of this game"),
    (spoilt(gifts=(Gift("Ann", "Ann"),)), "Ann has given themself a gift"),
    (spoilt(ending=Ending(("Ann",), ("Ann", "Bob"), True)), "winners and losers are not all"),
    (spoilt(limits=(Limit(4),)), "there are 3 hands and 1 limits for 3"),
    (spoilt(discards=("coffee", "coffee")), "there are more tiles coffee than the data set has"),
    (spoilt(played=(0, 0)), "event card 0 is in "),
    (spoilt(deck=()), "event card "),
    (spoilt(deck_left=3), "the event deck has "),
    (
        spoilt(gnomes=tuple(Gnome(name, 1) for name in ("Ann", "Bob", "Cat"))),
        "nobody has minutes left and the game is not over (§22)",
    ),
]


@pytest.mark.parametrize(("state", "why"), CASES, ids=[why for _, why in CASES])
def test_an_impossibility_is_named(state: Gamestate, why: str) -> None:
    assert any(said.startswith(why) for said in problems(state, tables())), problems(
        state, tables()
    )


def test_all_impossibilities_are_named_at_once() -> None:
    assert len(problems(spoilt(heat=0, pressure=11, stash=9), tables())) >= 3


def test_several_tokens_of_a_kind_are_sound_where_an_option_says_so() -> None:
    """A74."""
    state = spoilt(tokens=(("kraken", 3), ("kraken", 5)))
    assert problems(state, tables(), Options(multi_tokens=True)) == ()
