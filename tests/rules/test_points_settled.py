"""What a correction makes of points that are due, and of those awarded already (§18, A96)."""

from __future__ import annotations

from rednov_bot.games.red_november.rules.corrections.points import settle
from rednov_bot.games.red_november.rules.position import Due

ANN = Due("Ann", "X", 2, "disaster track reset")
BOB = Due("Bob", "X", 1, "timed destruction prevented")
CAT = Due("Cat", "X", 2, "disaster track reset")


def test_what_stays_due_keeps_its_place() -> None:
    assert settle((ANN, BOB), (ANN, BOB), {1}).dues == (ANN, BOB)


def test_what_is_newly_due_comes_behind() -> None:
    settled = settle((ANN,), (ANN, CAT), {0})
    assert (settled.dues, settled.new) == ((ANN, CAT), (CAT,))


def test_what_is_newly_due_takes_the_place_of_what_is_gone() -> None:
    settled = settle((ANN, BOB), (BOB, CAT), {1})
    assert (settled.dues, settled.gone, settled.new) == ((CAT, BOB), (ANN,), (CAT,))


def test_what_was_awarded_stays_though_it_is_not_due() -> None:
    settled = settle((ANN, BOB), (BOB,), {0})
    assert (settled.dues, settled.overpaid, settled.gone) == ((ANN, BOB), (ANN,), ())


def test_what_is_gone_before_an_award_is_due_with_no_points() -> None:
    settled = settle((ANN, BOB), (BOB,), {1})
    assert [due.points for due in settled.dues] == [0, 1]
    assert settled.dues[1] == BOB


def test_what_is_gone_at_the_end_leaves_nothing_behind() -> None:
    assert settle((ANN, BOB), (ANN,), {0}).dues == (ANN,)


def test_of_two_equal_dues_the_awarded_one_stays_due() -> None:
    settled = settle((ANN, ANN), (ANN,), {1})
    assert (settled.overpaid, settled.gone, settled.new) == ((), (ANN,), ())
    assert [due.points for due in settled.dues] == [0, 2]


def test_what_was_awarded_too_much_is_set_off_against_what_is_due_instead() -> None:
    won = [Due(name, "Y", 4, "game won") for name in ("Ann", "Bob", "Cat")]
    instead = [Due(name, "Y", 6, "game won") for name in ("Ann", "Bob")]
    settled = settle(tuple(won), tuple(instead), {0, 1, 2})
    assert settled.set_off == tuple(won[:2])
    assert settled.overpaid == (won[2],)
    assert [(due.gnome, due.points) for due in settled.new] == [("Ann", 2), ("Bob", 2)]
    assert settled.dues == (*won, *settled.new)


def test_of_an_award_only_what_is_not_due_instead_was_too_much() -> None:
    won, instead = Due("Ann", "Y", 4, "game won"), Due("Ann", "Y", 3, "game won")
    settled = settle((won,), (instead,), {0})
    assert [due.points for due in settled.set_off] == [3]
    assert [due.points for due in settled.overpaid] == [1]
    assert (settled.dues, settled.new) == ((won,), ())


def test_points_along_one_axis_are_not_set_off_against_the_other() -> None:
    won = Due("Ann", "Y", 2, "game won")
    settled = settle((won,), (ANN,), {0})
    assert (settled.overpaid, settled.set_off, settled.new) == ((won,), (), (ANN,))


def test_the_same_points_due_twice_are_two() -> None:
    settled = settle((ANN, ANN), (ANN,), {0, 1})
    assert (settled.dues, settled.overpaid) == ((ANN, ANN), (ANN,))
