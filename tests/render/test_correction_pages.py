"""A correction tells the list what was wrong and what holds; the contestmaster alone sees more."""

from __future__ import annotations

from msgspec.structs import replace

from rednov_bot.core.render.draft_pages import RULE
from rednov_bot.core.workflow.corrections.replay import replay
from rednov_bot.games.base import Corrected
from rednov_bot.games.red_november.correcting import retell
from rednov_bot.games.red_november.game import GAME
from rednov_bot.games.red_november.render.correction_pages import compare, verdict
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Due, Ending, Gnome, Position, Token
from rednov_bot.games.red_november.rules.turn import Use
from tests.render import corrected
from tests.render.samples import TABLES
from tests.rules.courses import CREW, NOTHING, Course, sub, turn_of

OVER = Ending((), (), sub_lost=True)


def plain(body: str) -> str:
    return " ".join(body.split())


def used_twice() -> tuple[Course, Corrected]:
    """Bob's coffee turns out to have been drunk a turn earlier."""
    told = (
        Course(sub(*CREW, hands=((), ("coffee",), ())))
        .turn(turn_of("Bob", NOTHING))
        .turn(turn_of("Bob", NOTHING, Use("coffee")))
    )
    return told, told.again(0, turn=turn_of("Bob", NOTHING, Use("coffee")))


def test_a_reason_that_tells_of_a_hand_is_not_told_to_the_list() -> None:
    """§6, A21."""
    told, done = used_twice()
    void = retell(GAME, done)[1]
    assert verdict(void) == "has no effect now; the reason is told to Bob alone (§6)"
    rerun, patched, _ = told.ways(done)
    assert rerun.alone["Bob"] == (
        "What you announced has no effect now: you do not hold a coffee.",
    )
    assert not any(patched.alone.values())


def test_uniform_refusals_hide_public_reasons_too() -> None:
    """A21."""
    told = corrected.course()
    steps = [replace(one, options=Options(uniform_refusals=True)) for one in told.steps]
    done = replay(GAME, told.before, [replace(steps[0], void=True), *steps[1:]], TABLES)
    assert [one.reason for one in retell(GAME, done) if one.void] == [None, None]


def test_the_secrets_that_would_become_known_are_told_to_the_contestmaster_alone() -> None:
    body = plain(corrected.planner_that_tells().body.rpartition(RULE)[2])
    assert "Everybody would know the next 2 event cards: Descent, Respite." in body
    assert "Bob would know" not in body
    assert "would know" not in plain(corrected.amendment_of_a_void_turn().body)


def test_every_side_of_a_gnome_is_told() -> None:
    before = Position(
        gnomes=(Gnome("Ann", 4, 30, 2, fainted=True), Gnome("Bob", fate="killed"), CREW[2]),
        dues=(Due("Cat", "X", 3, "reset"),),
    )
    after = Position(
        gnomes=(Gnome("Ann", 11, 31, 1), CREW[1], Gnome("Cat", fate="killed")),
        ending=Ending(("Ann",), ("Bob", "Cat"), True),
    )
    assert compare(before, after, TABLES.board).gnomes == (
        "Ann gains: a winner, 31 minutes instead of 30, in the sea instead of room 4, awake, "
        "intoxication 1 instead of 2.",
        "Bob gains and loses: in play after all, not a winner, 44 minutes instead of 0.",
        "Cat loses: killed, not a winner, 0 minutes instead of 44, 3 X less due.",
    )


def test_everything_else_that_changes_is_told() -> None:
    rooms = list(Position().rooms)
    rooms[5] = "fire"
    tokens: tuple[Token, ...] = (("kraken", 9),)
    before = Position(
        rooms=tuple(rooms), heat=3, blocked=frozenset({(5, 6), (5, 7)}), tokens=tokens
    )
    after = Position(
        heat=4, blocked=frozenset({(8, 9)}), tokens=(("crushed", 20),), stash=5, ending=OVER
    )
    assert compare(before, after, TABLES.board).sub == (
        "Heat stands at 4 instead of 3.",
        "Room 5 is dry instead of on fire.",
        "Hatches 5-6 and 5-7 are free.",
        "Hatch 8-9 is blocked.",
        "Devoured by Kraken! at 9 is gone.",
        "Crushed! at 20 is placed.",
        "5 grogs in the cabin instead of 6.",
        "The game is over.",
    )
