"""A game kept from the shell: start, drafts, approve, reject, choose, show, games, mails."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.workflow import handling, scheduler
from rednov_bot.games.red_november.rules.position import Ending
from rednov_bot.games.red_november.rules.words import ITEMS
from tests.cli.shell import Said, Shell
from tests.workflow import play


def value(said: Said) -> Any:
    assert (said.code, said.err) == (0, ""), said
    return json.loads(said.out)


def made_as(said: Said) -> str:
    """The code of the draft that a command made."""
    assert (said.code, said.err) == (0, ""), said
    found = re.match(r"drafted as ([A-Z2-9]{7}): ", said.out)
    assert found is not None, said.out
    return found[1]


def started(shell: Shell) -> str:
    """The code of the opening's draft."""
    shell.made()
    assert shell("start", "Ann", "Bob", "Cat").code == 0
    code: str = value(shell("drafts", "--json"))[0]["code"]
    return code


def begun(shell: Shell) -> None:
    """A game of Ann, Bob and Cat."""

    def begin() -> None:
        assert "approved: 4 mails" in shell("approve", started(shell)).out

    shell.prepared("begun", begin)


def state_of(shell: Shell) -> tuple[str, dict[str, Any]]:
    """What the list of games says of the one there is: in words, and as JSON."""
    (line,) = shell("games").out.splitlines()
    (facts,) = value(shell("games", "--json"))
    return line, {key: facts[key] for key in ("state", "turn", "draft")}


def test_a_game_is_started_rejected_drafted_again_approved_and_shown(shell: Shell) -> None:
    shell.made()
    assert "no draft is open" in shell("drafts").out
    assert "no game yet" in shell("games").out
    assert "no game is on" in shell("show").out
    assert shell("mails").out == "no mail has come yet\n"
    code = started(shell)
    assert f"{code}  opening     Opening of RN1" in shell("drafts").out
    assert value(shell("show", "--json")) == {"phase": "none"}
    line, facts = state_of(shell)
    assert line == f"RN1  opening awaits approval ({code})  Ann, Bob, Cat"
    assert facts == {"state": "opening awaits approval", "turn": None, "draft": code}

    assert shell("reject", code, "--because", "too early in the day").code == 0
    shown = shell.run("drafts", "--config", str(shell.config), "show", code).out
    for words in ("too early in the day", "You start with", "PRIVATELY TO Ann"):
        assert words in shown
    assert "already rejected" in shell("approve", code).err
    assert state_of(shell)[1] == {"state": "opening rejected", "turn": None, "draft": None}
    assert shell("show", "RN1").out == "RN1 has not begun: opening rejected\n"

    again = made_as(shell("drafts", "again", code.lower()))
    assert shell("approve", again.lower()).code == 0
    line, facts = state_of(shell)
    assert line == "RN1  under way, turn 1 is awaited  Ann, Bob, Cat"
    assert facts == {"state": "under way", "turn": 1, "draft": None}
    table = shell.table()
    play.say(table, "Ann")
    assert state_of(shell)[0] == "RN1  under way, turn 1 by Ann is to be resolved  Ann, Bob, Cat"
    assert "announces a turn" in shell("mails").out
    assert shell("mails", "--held").out == "no mail is held\n"

    refusal = play.code_in(play.say(table, "Bob"))
    shell("reject", refusal, "--because", "not now")
    newer = made_as(shell("drafts", "again", refusal))
    told = shell("drafts", "again", refusal)
    assert (told.code, told.out) == (0, f"not drafted again: draft {newer} about it is open\n")


def test_the_public_view_is_as_the_interface_says_and_holds_no_hand(shell: Shell) -> None:
    code = started(shell)
    (draft,) = value(shell("drafts", "--json"))
    assert "A game begins" in draft["public"][0]
    assert "You start with" not in str(draft)
    shell("approve", code)
    said = shell("show", "--json")
    facts = value(said)
    keys = "phase turn gnomes rooms blocked tracks tokens stash points over"
    assert set(facts) >= set(keys.split())
    assert list(facts["gnomes"]) == ["Ann", "Bob", "Cat"]
    assert set(facts["gnomes"]["Ann"]) == {"at", "min", "tox", "fainted", "alive", "abandoned"}
    assert facts["tracks"] == {"heat": 1, "pressure": 1, "asphyxiation": 1}
    for item in ITEMS:
        assert item not in said.out
        assert item.replace("_", " ") not in shell("show").out.replace("captain's grog", "")
    known = {item.replace("_", " ").title() for item in ITEMS}
    for gnome in value(shell("show", "--json", "--secret"))["gnomes"].values():
        assert len(gnome["hand"]) == 2
        assert set(gnome["hand"]) <= known
    play.arrange(
        shell.table(),
        gnomes={"Ann": {"at": 11}, "Bob": {"fate": "killed", "at": 0, "minutes": 0}},
        rooms={5: "fire", 6: "high"},
        blocked=frozenset({(5, 7)}),
        tokens=(("kraken", 9),),
    )
    facts = value(shell("show", "--json"))
    assert facts["gnomes"]["Ann"]["at"] == "sea"
    assert facts["gnomes"]["Bob"]["alive"] is False
    assert facts["rooms"] == {"5": "fire", "6": "high"}
    assert (facts["blocked"], facts["tokens"]) == (["5-7"], {"Kraken": [9]})


def test_every_command_under_drafts_takes_the_settings_from_either_side(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = started(shell)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    # What is said outright counts for more than the environment, and the nearer for more still.
    monkeypatch.setenv("REDNOV_CONFIG", str(elsewhere / "nothing.toml"))
    config = ("--config", str(shell.config))
    for before, behind in ((config, ()), ((), config), (("--config", "no.toml"), config)):
        for words, answer in (
            ("list", "opening"),
            (f"show {code}", "You start with"),
            ("again", "no turn awaits"),
        ):
            name, *rest = words.split()
            said = shell.run("drafts", *before, name, *behind, *rest)
            assert (said.code, said.err) == (0, "")
            assert answer in said.out
    assert "rejected" in shell.run("drafts", *config, "reject", code, "--because", "late").out


@pytest.mark.parametrize(
    ("winners", "losers", "sub_lost", "state", "words"),
    [
        (("Ann", "Cat"), ("Bob",), False, "won", "by Ann and Cat"),
        ((), ("Ann", "Bob", "Cat"), True, "lost", "with the sub"),
        (("Bob",), ("Ann", "Cat"), True, "lost", "with the sub; Bob had left and wins"),
        ((), ("Ann", "Bob", "Cat"), False, "lost", "by everybody"),
    ],
)
def test_a_game_that_is_over_is_listed_as_won_or_lost(
    shell: Shell,
    winners: tuple[str, ...],
    losers: tuple[str, ...],
    sub_lost: bool,
    state: str,
    words: str,
) -> None:
    begun(shell)
    play.arrange(shell.table(), ending=Ending(winners, losers, sub_lost), turns=7)
    line, facts = state_of(shell)
    assert line == f"RN1  {state} {words}  Ann, Bob, Cat"
    assert facts == {"state": state, "turn": 7, "draft": None}
    started(shell)  # a new draft does not hide the game that was
    facts = value(shell("show", "--json"))
    assert facts["phase"] == "over"
    assert facts["over"]["win"] == list(winners)


def test_a_pending_turn_is_drafted_again_and_a_stale_draft_made_anew(shell: Shell) -> None:
    begun(shell)
    table = shell.table()
    first = play.code_in(play.say(table, "Ann"))
    code = made_as(shell("drafts", "again"))
    (facts,) = value(shell("drafts", "--json"))
    assert (facts["attempt"], facts["code"]) == (2, code)
    assert "replaced" in shell("approve", first).err
    play.arrange(table)
    facts = value(shell("approve", code, "--json"))
    assert (facts["verdict"], facts["again"]) == (
        "stale",
        value(shell("drafts", "--json"))[0]["code"],
    )
    facts = value(shell("approve", facts["again"], "--json"))
    assert (facts["verdict"], facts["again"]) == ("approved", None)
    assert "no turn awaits" in shell("drafts", "again").out


def test_a_choice_is_awaited_and_made_with_one_of_its_candidates(shell: Shell) -> None:
    table = shell.table()
    play.begin(table)
    where = {"Ann": {"at": 1, "minutes": 40}}
    play.arrange(table, gnomes=where, rooms={5: "fire"}, deck=["fire_spreads"])  # whatever the die
    assert play.kinds(play.say(table, "Ann", "I fix the engine for 10 minutes."))[-1] == "question"
    until = table.clock.at + timedelta(days=1)
    assert shell("drafts").out == (
        f"no draft is open\nturn 1 waits for a choice of Ann's until {until:%d %b %Y %H:%M} UTC\n"
    )
    table.clock.forward(hours=24)
    scheduler.make_rounds(table.desk)
    drafts = value(shell("drafts", "--json"))
    (facts,) = (one for one in drafts if one["kind"] == "choice")  # on a Monday also a report
    wrong = shell("choose", facts["code"], "6-sea")
    assert wrong.code == 1
    assert facts["candidates"][0] in wrong.err
    assert shell("approve", facts["code"]).code == 1
    right = shell("choose", facts["code"], facts["candidates"][0])
    assert (right.code, right.out) == (0, f"chosen: {facts['candidates'][0]}\n")
    assert value(shell("drafts", "--json"))[-1]["kind"] == "resolution"


def test_a_held_mail_is_handled_again(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    table = shell.table()
    play.begin(table)
    with monkeypatch.context() as broken:
        broken.setattr(handling, "hear", lambda *_: 1 // 0)
        play.say(table, "Ann")
    number = re.findall(r"^ *(\d+) .* hold .*ZeroDivisionError \(", shell("mails", "--held").out)[0]
    assert "rednov mails replay NUMBER" in shell("mails", "--held").out
    would = shell("mails replay", number, "--dry-run").out
    assert would == (
        f"mail {number}: would be read: announces a turn\n"
        "mails that would go out: 1 receipt, 1 draft\n"
    )
    assert play.position(table).pending is None
    done = json.loads(shell("mails replay", number, "--json").out)
    assert (done["status"], done["mails"]) == ("read", ["receipt", "draft"])
    assert play.position(table).pending == "Ann"
    again = shell("mails replay", number)
    assert again.code == 1
    assert "took effect when it came" in again.err
    assert shell("mails", "--held").out == "no mail is held\n"


def test_everything_that_a_mail_led_to_can_be_shown(shell: Shell) -> None:
    table = shell.table()
    play.begin(table)
    code = play.code_in(play.say(table, "Ann"))
    numbers = [int(it) for it in re.findall(r"^ *(\d+) ", shell("mails").out, re.MULTILINE)]
    turn = numbers[-1]

    def led_to(number: int) -> list[tuple[str, str]]:
        facts = value(shell("mails show", str(number), "--json"))
        return [(one["kind"], one["what"]) for one in facts["led_to"]]

    before = led_to(turn)
    kinds = ["gamestate", "turn", "choice", "mail", "draft", "mail"]
    assert [kind for kind, _ in before] == kinds
    assert ("turn", "turn 1 of RN1 taken by Ann") in before
    assert any(what.endswith("; open") for kind, what in before if kind == "draft")
    play.reply(table, code, "approve")
    after = led_to(turn)
    assert any(what.endswith("; approved by Pewterby") for kind, what in after if kind == "draft")
    assert any(what.startswith("posting to ") for kind, what in after if kind == "mail")
    assert ("decision", f"draft {code} approved") in led_to(turn + 1)
    words = shell("mails show", str(turn)).out
    assert words.startswith(f"mail {turn} of Ann, on business, ")
    assert "\nread: announces a turn\nread as: acts\n  I take no action.\n" in words
    facts = value(shell("mails show", str(turn), "--json"))
    assert (facts["from"], facts["status"], facts["verdict"]) == ("Ann", "read", "acts")
    assert facts["acts"][0]["turn"]["gnome"] == "Ann"
    missing = shell("mails show", "99")
    assert (missing.code, "there is no mail 99 on file" in missing.err) == (1, True)
