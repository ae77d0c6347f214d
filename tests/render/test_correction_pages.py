"""A correction tells the list what was wrong and what holds; the contestmaster alone sees more."""

from __future__ import annotations

from msgspec.structs import replace

from rednov_bot.games.red_november.render import planner_pages
from rednov_bot.games.red_november.render.correction_pages import (
    heading,
    of_gnomes,
    of_the_sub,
    verdict,
)
from rednov_bot.games.red_november.render.draft_pages import RULE
from rednov_bot.games.red_november.rules.corrections.alternatives import (
    Obstacle,
    alternatives,
    concerned,
    retell,
)
from rednov_bot.games.red_november.rules.corrections.compared import Comparison, compare
from rednov_bot.games.red_november.rules.corrections.replay import Corrected, Discarded, correct
from rednov_bot.games.red_november.rules.corrections.replayed import Retold
from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Due, Ending, Gnome, Position
from rednov_bot.games.red_november.rules.refusals import refusal
from rednov_bot.games.red_november.rules.turn import Use
from tests.render import corrected
from tests.render.samples import TABLES
from tests.rules.courses import CREW, NOTHING, Course, sub, turn_of


def plain(body: str) -> str:
    return " ".join(body.split())


def test_what_was_and_what_is_stand_beside_each_other() -> None:
    body = corrected.amendment("rerun").body

    assert "  was  39  The chance is 80%" in body
    assert "  now  39  The chance is 50%" in body
    assert "Ann takes no action" not in body


def test_a_later_turn_that_is_void_says_why() -> None:
    assert (
        "Turn 14: Bob has no effect now: hatch 8-9 is blocked (§10a)."
        in corrected.amendment("rerun").body
    )


def test_a_patch_tells_of_the_wrong_turn_alone() -> None:
    body = corrected.amendment("patch").body

    assert "Turn 14" not in body
    assert "what came later stands" in plain(body)


def test_a_correction_for_the_record_changes_nothing() -> None:
    assert "WHAT CHANGES" not in corrected.amendment("stand").body


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
    void = retell(done)[1]

    assert verdict(void) == "has no effect now; the reason is told to Bob alone (§6)"
    rerun, patched, _ = told.ways(done)
    (bob,) = concerned(rerun, done)
    assert planner_pages.told_alone(bob) == (
        "What you announced has no effect now: you do not hold a coffee.",
    )
    assert concerned(patched, done) == ()


def test_uniform_refusals_hide_public_reasons_too() -> None:
    """A21."""
    told = corrected.course()
    steps = [replace(one, options=Options(uniform_refusals=True)) for one in told.steps]
    done = correct(told.before, [replace(steps[0], counts=False), *steps[1:]], TABLES)

    assert isinstance(done, Corrected)
    assert [one.reason for one in retell(done) if one.void] == [None, None]


def test_the_secrets_that_would_become_known_are_told_to_the_contestmaster_alone() -> None:
    body = plain(corrected.planner_that_tells().body.rpartition(RULE)[2])

    assert "Everybody would know the next 2 event cards: Descent, Respite." in body
    assert "Bob would know that an aqualung lies" not in body
    assert "would know" not in plain(corrected.amendment_of_a_void_turn().body)


def test_what_cannot_be_done_is_not_offered() -> None:
    rerun, patched, stand = corrected.ways()
    broken = replace(
        patched, problems=(Obstacle("no", "there are more tiles grog than the data set has"),)
    )
    ways = (rerun, broken, stand)

    assert "It cannot be done: there are more tiles grog" in " ".join(
        planner_pages.details(broken, TABLES)
    )
    assert planner_pages.table(ways).splitlines()[-1].split()[3:] == ["yes", "no", "yes"]


def test_many_names_fold_within_their_column() -> None:
    rows = planner_pages.table(
        tuple(
            replace(one, hands=tuple([planner_pages.HandChanged(n, (), ()) for n in NAMES]))
            for one in corrected.ways()
        )
    )

    assert max(len(line) for line in rows.splitlines()) <= 72


NAMES = ("Ann Lee of the Deep", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")


def test_a_discard_that_is_void_is_named() -> None:
    before = sub(*CREW, hands=(("coffee", "grog", "grog"), (), ()))
    over = replace(before, secrets=replace(before.secrets, limits=(Limit(2), None, None)))
    told = Course(over).step(Discarded(state=100, gnome="Ann", items=("coffee",)))
    done = correct(before, told.steps, TABLES)

    assert isinstance(done, Corrected)
    assert heading(retell(done)[0]) == "Ann's discard"
    assert alternatives(done, told.present, TABLES, Options())[0].hands


def test_every_side_of_a_gnome_is_told() -> None:
    before = Position(
        gnomes=(Gnome("Ann", 4, 30, 2, fainted=True), Gnome("Bob", fate="killed"), CREW[2]),
        dues=(Due("Cat", "X", 3, "reset"),),
    )
    after = Position(
        gnomes=(Gnome("Ann", 11, 31, 1), CREW[1], Gnome("Cat", fate="killed")),
        ending=Ending(("Ann",), ("Bob", "Cat"), True),
    )

    assert of_gnomes(compare(before, after), TABLES.board) == (
        "Ann gains: a winner, 31 minutes instead of 30, in the sea instead of room 4, awake, "
        "intoxication 1 instead of 2.",
        "Bob gains and loses: in play after all, not a winner, 44 minutes instead of 0.",
        "Cat loses: killed, not a winner, 0 minutes instead of 44, 3 X less due.",
    )


def test_everything_else_that_changes_is_told() -> None:
    compared = Comparison(
        rooms=((5, "fire", "dry"),),
        freed=((5, 6), (5, 7)),
        blocked=((8, 9),),
        tracks=(("heat", 3, 4),),
        tokens_gone=(("kraken", 9),),
        tokens_placed=(("crushed", 20),),
        stash=(6, 5),
        over=(False, True),
    )

    assert of_the_sub(compared) == (
        "Heat stands at 4 instead of 3.",
        "Room 5 is dry instead of on fire.",
        "Hatches 5-6 and 5-7 are free.",
        "Hatch 8-9 is blocked.",
        "Devoured by Kraken! at 9 is gone.",
        "Crushed! at 20 is placed.",
        "5 grogs in the cabin instead of 6.",
        "The game is over.",
    )


def test_a_verdict_says_what_became_of_a_step() -> None:
    void = Retold("turn", "Ann", 13, (), (), Position(), Position(), void=True)
    blocked = refusal("HATCH_BLOCKED", "hatch 5-8 is blocked")

    assert heading(void) == "Turn 13: Ann"
    assert verdict(replace(void, by_ruling=True)) == "has no effect, by this ruling"
    assert verdict(replace(void, reason=blocked)) == (
        "has no effect now: hatch 5-8 is blocked (§10a)"
    )
    assert verdict(replace(void, void=False)) == "came out as before"
    assert verdict(replace(void, void=False, pending=True)) == "awaits its resolution still"
