"""`rednov rehearse`: what would come of a turn, for the contestmaster; nothing happens."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.games.red_november.rules.words import ITEMS
from tests.cli.shell import Said, Shell
from tests.workflow import play

PUMPS = "I open 5-2 and go in, and fix the oxygen pumps for 5 minutes."


@pytest.fixture
def game(shell: Shell) -> Shell:
    """Everybody stands in room 5, 39 minutes left; Ann holds a toolbox and a lucky charm."""
    table = shell.table()
    play.begin(table)
    play.arrange(table, hands={"Ann": ("toolbox", "lucky_charm")})
    return shell


def facts(said: Said) -> Any:
    assert said.err == ""
    return json.loads(said.out)


def test_a_valid_turn_ends_with_0_is_told_whole_and_changes_nothing(
    game: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = game.table()
    before = play.numbered(table)
    said = game("rehearse", "Ann", PUMPS)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("As far as everybody can see, Ann's turn would be valid.")
    assert "6  in all, of 39; 33 left" in said.out
    assert "Chance of success: 50%, for 5 minutes (§12)." in said.out
    assert max(map(len, said.out.splitlines())) <= 72
    path = game.folder / "plan.txt"
    path.write_text(PUMPS, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PUMPS.encode())))
    for name, *words in (
        ("ANN", *PUMPS.split()),
        ("ann", "--file", str(path)),
        ("Ann", "--file", "-"),
    ):
        assert game("rehearse", name, *words) == said
    assert game("rehearse", "Ann", PUMPS, "--file", str(path)).code == 2
    assert play.numbered(table) == before
    assert table.news() == ()


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
    assert "You do not hold a coffee (§9)." in secret.out
    assert "Hand limit 1 is pending, you hold 2" in secret.out
    told = set()
    for hand, limit in (((), None), (("coffee",), None), (("grog",) * 3, Limit(1))):
        play.arrange(game.table(), hands={"Ann": hand}, limits={"Ann": limit})
        told.add((game("rehearse", "Ann", text), game("rehearse", "Ann", text, "--json")))
    assert len(told) == 1


def test_as_json_everything_has_its_key_and_objections_have_codes(game: Shell) -> None:
    table = game.table()
    play.arrange(table, rooms={2: "low"}, tokens=(("missiles", 37),))
    told = facts(game("rehearse", "Ann", PUMPS, "--json"))
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
    passes = {"events": [36, 33, 30], "items": [30], "tokens": [["missiles", 37]]}
    assert told["passes"] == passes
    assert told["turn"]["action"]["name"] == "fix_oxygen"
    assert "hand" not in told
    play.say(table, "Bob")
    text = "I use a coffee and take no action."
    told = facts(game("rehearse", "Ann", text, "--json"))
    assert told["verdict"] == "too early"
    assert [one["code"] for one in told["objections"]] == ["UNRESOLVED"]
    told = facts(game("rehearse", "Ann", text, "--json", "--secret"))
    assert told["verdict"] == "void"
    assert [one["code"] for one in told["objections"]] == ["UNRESOLVED", "ITEM_NOT_HELD"]
    assert told["hand"] == ["Toolbox", "Lucky Charm"]


def test_what_is_no_certain_turn_of_somebody_known_ends_with_1(shell: Shell) -> None:
    shell.made()
    assert "No game is ongoing (§5)." in shell("rehearse", "Ann", "I take no action.").out
    play.begin(shell.table())
    unsure = "I take my turn: I fix the thing for 5 minutes."
    for text, verdict, words in (
        (unsure, "question", "not understood for certain"),
        ("A fine day.", "no turn", "It announces no turn."),
    ):
        said = shell("rehearse", "Ann", text)
        assert (said.code, said.err) == (1, "")
        assert words in said.out
        assert facts(shell("rehearse", "Ann", text, "--json"))["verdict"] == verdict
    said = shell("rehearse", "Zed", "I take no action.")
    assert said.code == 1
    assert "there is nobody called 'Zed' in the settings; people are Ann, Bob" in said.err
