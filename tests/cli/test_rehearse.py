"""`rednov rehearse`: what would come of a turn, for the contestmaster; nothing happens."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.games.red_november.rules.words import ITEMS
from tests.builders import Table
from tests.cli.shell import Said, Shell
from tests.workflow import play

PUMPS = "I open 5-2 and go in, and fix the oxygen pumps for 5 minutes."


def begun(shell: Shell) -> Table:
    """Everybody stands in room 5, 39 minutes left; Ann holds a toolbox and a lucky charm."""
    shell.made()
    table = shell.table()
    play.begin(table)
    play.arrange(table, hands={"Ann": ("toolbox", "lucky_charm")})
    return table


@pytest.fixture
def game(shell: Shell) -> Shell:
    begun(shell)
    return shell


def facts(said: Said) -> Any:
    assert said.err == ""
    return json.loads(said.out)


def test_a_valid_turn_ends_with_0_and_is_told_whole(game: Shell) -> None:
    said = game("rehearse", "Ann", PUMPS)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("As far as everybody can see, Ann's turn would be valid.")
    assert "6  in all, of 39; 33 left" in said.out
    assert "Chance of success: 50%, for 5 minutes (§12)." in said.out
    assert "I open hatch 5-2 and go in." in said.out
    assert max(map(len, said.out.splitlines())) <= 72
    assert "-- " not in said.out.splitlines()


def test_the_words_may_come_without_quotation_marks(game: Shell) -> None:
    assert game("rehearse", "Ann", *PUMPS.split()).code == 0


def test_a_gnome_is_known_in_capitals_and_without(game: Shell) -> None:
    for name in ("ann", "ANN"):
        assert game("rehearse", name, PUMPS).out == game("rehearse", "Ann", PUMPS).out


def test_the_text_may_come_from_a_file_or_from_standard_input(
    game: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = game.folder / "plan.txt"
    path.write_text(PUMPS, encoding="utf-8")
    assert game("rehearse", "Ann", "--file", str(path)).code == 0
    for more in ((), ("--file", "-")):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PUMPS.encode())))
        assert game("rehearse", "Ann", *more).code == 0
    assert game("rehearse", "Ann", PUMPS, "--file", str(path)).code == 2


def test_a_void_turn_ends_with_1_and_every_reason(game: Shell) -> None:
    play.arrange(game.table(), blocked=frozenset({(5, 7)}))
    said = game("rehearse", "Ann", "I open 5-7, go in and stop the missiles for 3 minutes.")
    assert said.code == 1
    assert "Ann's turn would have no effect." in said.out
    assert "Hatch 5-7 is blocked (§10a)." in said.out
    assert "No missile launch threatens the sub (§11g)." in said.out


def test_what_hangs_on_the_hand_is_told_only_in_secret(game: Shell) -> None:
    play.arrange(game.table(), limits={"Ann": Limit(1)})
    text = "I use a coffee and take no action."
    for more in ((), ("--json",)):
        said = game("rehearse", "Ann", text, *more)
        assert said.code == 0
        unsaid = set(ITEMS) - {"coffee"}
        for word in (*unsaid, *(item.replace("_", " ") for item in unsaid), "hold 2", "and limit"):
            assert word not in said.out
    secret = game("rehearse", "Ann", text, "--secret")
    assert secret.code == 1
    assert "As things stand Ann's turn would have no effect." in secret.out
    assert "You do not hold a coffee (§9)." in secret.out
    assert "Hand limit 1 is pending, you hold 2" in secret.out


def test_without_secret_a_rehearsal_is_the_same_whatever_the_hand(game: Shell) -> None:
    text = "I use a crowbar and a lucky charm, open 5-8, go in and draw 2 items."
    told = set()
    for hand, limit in (((), None), (("crowbar", "lucky_charm"), None), (("grog",) * 3, Limit(1))):
        play.arrange(game.table(), hands={"Ann": hand}, limits={"Ann": limit})
        told.add((game("rehearse", "Ann", text), game("rehearse", "Ann", text, "--json")))
    assert len(told) == 1


def test_as_json_everything_has_its_key(game: Shell) -> None:
    play.arrange(game.table(), rooms={2: "low"}, tokens=(("missiles", 37),))
    said = game("rehearse", "Ann", PUMPS, "--json")
    assert said.code == 0
    told = facts(said)
    assert (told["gnome"], told["verdict"], told["objections"]) == ("Ann", "valid", [])
    assert told["minutes"] == {
        "steps": [
            [2, "open hatch 2-5 and go into room 2, at low water"],
            [5, "fix the oxygen pumps"],
            [2, "more, for acting at low water (§15)"],
        ],
        "before": 39,
        "spent": 9,
        "left": 30,
    }
    assert (told["chance"], told["faint"]) == (50, None)
    assert told["passes"] == {
        "events": [36, 33, 30],
        "items": [30],
        "tokens": [["missiles", 37]],
    }
    assert told["turn"]["action"]["name"] == "fix_oxygen"
    assert told["announcement"].startswith("I open hatch 5-2 and go in.")
    assert "hand" not in told


def test_as_json_objections_have_codes(shell: Shell) -> None:
    play.say(begun(shell), "Bob")
    text = "I use a coffee and take no action."
    told = facts(shell("rehearse", "Ann", text, "--json"))
    assert told["verdict"] == "too early"
    assert [one["code"] for one in told["objections"]] == ["UNRESOLVED"]
    told = facts(shell("rehearse", "Ann", text, "--json", "--secret"))
    assert told["verdict"] == "void"
    assert [one["code"] for one in told["objections"]] == ["UNRESOLVED", "ITEM_NOT_HELD"]
    assert told["hand"] == ["Toolbox", "Lucky Charm"]


def test_what_is_not_understood_is_asked_and_ends_with_1(game: Shell) -> None:
    text = "I take my turn: I fix the thing for 5 minutes."
    said = game("rehearse", "Ann", text)
    assert (said.code, said.err) == (1, "")
    assert "It was not understood for certain:" in said.out
    told = facts(game("rehearse", "Ann", text, "--json"))
    assert told["verdict"] == "question"
    assert told["questions"]


def test_what_is_no_turn_ends_with_1(game: Shell) -> None:
    assert "It announces no turn." in game("rehearse", "Ann", "A fine day.").out
    said = game("rehearse", "Ann", "I discard a grog.", "--json")
    assert (said.code, facts(said)["verdict"]) == (1, "no turn")


def test_a_game_is_not_needed_to_be_told_that_there_is_none(shell: Shell) -> None:
    shell.made()
    said = shell("rehearse", "Ann", "I take no action.")
    assert said.code == 1
    assert "No game is ongoing (§5)." in said.out
    told = facts(shell("rehearse", "Ann", "I take no action.", "--json"))
    assert (told["verdict"], told["minutes"], told["chance"]) == ("void", None, None)


def test_somebody_unknown_is_named(game: Shell) -> None:
    said = game("rehearse", "Zed", "I take no action.")
    assert said.code == 1
    assert "there is nobody called 'Zed' in the settings; people are Ann, Bob" in said.err


def test_nothing_happens(game: Shell) -> None:
    table = game.table()
    before = play.numbered(table)
    game("rehearse", "Ann", PUMPS)
    assert play.numbered(table) == before
    assert table.news() == ()
