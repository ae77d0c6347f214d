"""The plain announcement is read back word for word, and nothing else is taken for one."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from rednov_bot.core.models import TurnAct
from rednov_bot.games.red_november.reader.reading import read as announced_by
from rednov_bot.games.red_november.render.canonical import announced_as
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.turn import Open, Turn
from rednov_bot.games.red_november.rules.words import ITEMS
from rednov_bot.verify.announcements import turn_of
from tests.rules.sailing import CREW, random_turn, tables


def some_turn(rng: Random) -> Turn:
    """A turn of somebody anywhere, in whatever weather."""
    conditions = ("dry", "dry", "fire", "low", "high")
    position = Position(
        gnomes=tuple([Gnome(name, at=rng.randint(1, 11), minutes=30) for name in CREW]),
        rooms=("dry", *[rng.choice(conditions) for _ in range(10)], "dry"),  # type: ignore[arg-type]
        blocked=frozenset(rng.sample(sorted(tables().board.interior), 4)),
        tokens=(("missiles", 20), ("kraken", 20)),
    )
    hand = tuple(rng.choices(ITEMS, k=4))
    return random_turn(position, rng.choice(CREW), hand, tables(), Options(crazed=True), rng)


def filled(turn: Turn) -> Turn:
    """What an action takes where nothing was said of it, and its tiles in order."""
    action = turn.action
    assert action is not None
    give = None if action.give is None else tuple(sorted(action.give))
    return replace(turn, action=replace(action, minutes=action.minutes or 1, give=give))


def beyond(turn: Turn) -> list[int]:
    """Where its hatches lead."""
    moves = [step for step in turn.steps if isinstance(step, Open)]
    moves += [turn.escape.move] if turn.escape is not None else []
    return [move.hatch.to for move in moves]


def test_whatever_a_gnome_announces_is_read_back() -> None:
    rng = Random(7)
    for _ in range(2_000):
        turn = some_turn(rng)
        found = turn_of(announced_as(turn), turn.gnome)
        assert found is not None, announced_as(turn)
        assert announced_as(found) == announced_as(turn)
        assert filled(found) == filled(turn)


def test_no_board_is_known_to_it() -> None:
    """A game may be played on a board of one's own, where other rooms touch and work."""
    words = "I open hatch 1-5 and go in. I spend 3 minutes fixing the oxygen pumps."
    found = turn_of(words, "Ann")
    assert found is not None
    assert announced_as(found) == words


def test_the_reader_says_the_same() -> None:
    rng = Random(8)
    for _ in range(100):
        turn = some_turn(rng)
        words = announced_as(turn)
        reading = announced_by(words, author=turn.gnome, people=CREW)
        (act,) = reading.acts
        assert isinstance(act, TurnAct)
        found = turn_of(words, turn.gnome)
        assert found is not None
        assert beyond(act.turn) == beyond(found)
        read, plain = filled(act.turn), filled(found)
        assert (read.action.name, read.after, read.orders) == (  # type: ignore[union-attr]
            plain.action.name,  # type: ignore[union-attr]
            plain.after,
            plain.orders,
        )


@pytest.mark.parametrize(
    "words",
    [
        "",
        "I take a nap.",
        "I take no action",
        "I take no action. I take no action.",
        "I use a spoon. I take no action.",
        "I open hatch 99-98 and go in and out. I take no action.",
        "I spend 3 minutes fixing everything.",
        "I give 2 crowbars and nothing else to Bob.",
        "If a hatch must be blocked: all of them. I take no action.",
        "I take no action. If the fire spreads: room 5, else wherever you like.",
    ],
)
def test_other_words_are_left_to_the_language_room(words: str) -> None:
    assert turn_of(words, "Ann") is None
