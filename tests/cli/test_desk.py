"""A game kept from the shell: start, drafts, approve, reject, choose, show, games, mails."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.workflow import hearing
from rednov_bot.core.workflow.scheduler import batches
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
    assert shell("start", "Ann", "Bob", "Cat").code == 0
    code: str = value(shell("drafts", "--json"))[0]["code"]
    return code


def begun(shell: Shell) -> None:
    assert "approved: 4 mails" in shell("approve", started(shell)).out


def test_a_game_is_started_approved_and_shown(shell: Shell) -> None:
    shell.made()
    assert "no draft is open" in shell("drafts").out
    assert "no game yet" in shell("games").out
    assert "no game is on" in shell("show").out
    code = started(shell)
    assert f"{code}  opening     Opening of RN1" in shell("drafts").out
    assert value(shell("show", "--json")) == {"phase": "none"}
    assert shell("approve", code.lower()).code == 0
    assert "no draft is open" in shell("drafts").out
    (facts,) = value(shell("games", "--json"))
    assert facts["game"] == "RN1"
    assert facts["phase"] == "awaiting turn"
    assert facts["gnomes"] == ["Ann", "Bob", "Cat"]
    assert "captain's grog" in shell("show", "RN1").out


def test_the_public_view_is_as_the_interface_says_and_holds_no_hand(shell: Shell) -> None:
    begun(shell)
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


def test_the_secret_view_adds_each_hand_in_the_words_of_the_cases(shell: Shell) -> None:
    begun(shell)
    facts = value(shell("show", "--json", "--secret"))
    known = {item.replace("_", " ").title() for item in ITEMS}
    for gnome in facts["gnomes"].values():
        assert len(gnome["hand"]) == 2
        assert set(gnome["hand"]) <= known
    assert "Ann: " in shell("show", "--secret").out


def test_places_tokens_and_hatches_are_spelled_as_in_the_cases(shell: Shell) -> None:
    begun(shell)
    table = shell.table()
    play.arrange(
        table,
        gnomes={"Ann": {"at": 11}, "Bob": {"fate": "killed", "at": 0, "minutes": 0}},
        rooms={5: "fire", 6: "high"},
        blocked=frozenset({(5, 7)}),
        tokens=(("kraken", 9),),
    )
    facts = value(shell("show", "--json"))
    assert facts["gnomes"]["Ann"]["at"] == "sea"
    assert facts["gnomes"]["Bob"]["alive"] is False
    assert facts["rooms"] == {"5": "fire", "6": "high"}
    assert facts["blocked"] == ["5-7"]
    assert facts["tokens"] == {"Kraken": [9]}


def test_drafts_as_json_show_nothing_private(shell: Shell) -> None:
    started(shell)
    said = shell("drafts", "--json")
    (facts,) = value(said)
    assert facts["kind"] == "opening"
    assert "A game begins" in facts["public"][0]
    assert "You start with" not in said.out
    assert "For you alone" not in said.out


def test_a_draft_is_shown_whole_to_the_contestmaster(shell: Shell) -> None:
    code = started(shell)
    said = shell.run("drafts", "--config", str(shell.config), "show", code)
    assert said.code == 0
    assert "You start with" in said.out
    assert "PRIVATELY TO Ann" in said.out


def test_a_draft_is_rejected_with_a_reason(shell: Shell) -> None:
    code = started(shell)
    assert shell("reject", code, "--because", "too early in the day").code == 0
    said = shell.run("drafts", "--config", str(shell.config), "show", code)
    assert "too early in the day" in said.out
    again = shell("approve", code)
    assert again.code == 1
    assert "already rejected" in again.err


BEHIND_DRAFTS = {
    "list": "opening",
    "show CODE": "You start with",
    "again": "no turn awaits",
    "approve CODE": "approved",
    "reject CODE --because late": "rejected",
}


@pytest.mark.parametrize("behind", [True, False], ids=["own --config", "group's --config"])
@pytest.mark.parametrize(("words", "answer"), BEHIND_DRAFTS.items(), ids=BEHIND_DRAFTS)
def test_every_command_under_drafts_takes_the_settings_from_either_side(
    shell: Shell,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    behind: bool,
    words: str,
    answer: str,
) -> None:
    code = started(shell)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    # What is said outright counts for more than the environment.
    monkeypatch.setenv("REDNOV_CONFIG", str(elsewhere / "nothing.toml"))
    config = ("--config", str(shell.config))
    before, after = ((), config) if behind else (config, ())
    name, *rest = words.replace("CODE", code).split()
    said = shell.run("drafts", *before, name, *after, *rest)
    assert (said.code, said.err) == (0, "")
    assert answer in said.out


def test_the_nearer_settings_count(shell: Shell) -> None:
    started(shell)
    said = shell.run("drafts", "--config", "no.toml", "list", "--config", str(shell.config))
    assert (said.code, said.err) == (0, "")


def test_the_list_of_drafts_is_json_whichever_side_asks_for_it(shell: Shell) -> None:
    code = started(shell)
    for words in (("--json", "list"), ("list", "--json")):
        (facts,) = value(shell.run("drafts", *words))
        assert facts["code"] == code


def state_of(shell: Shell) -> tuple[str, dict[str, Any]]:
    """What the list of games says of the one there is: in words, and as JSON."""
    (line,) = shell("games").out.splitlines()
    (facts,) = value(shell("games", "--json"))
    return line, {key: facts[key] for key in ("state", "turn", "draft")}


def test_a_game_whose_opening_waits_or_was_rejected_is_listed_as_such(shell: Shell) -> None:
    code = started(shell)
    line, facts = state_of(shell)
    assert line == f"RN1  opening awaits approval ({code})  Ann, Bob, Cat"
    assert facts == {"state": "opening awaits approval", "turn": None, "draft": code}
    named = shell("show", "RN1").out
    assert named == f"RN1 has not begun: opening awaits approval ({code})\n"
    shell("reject", code, "--because", "too early in the day")
    line, facts = state_of(shell)
    assert line == "RN1  opening rejected  Ann, Bob, Cat"
    assert facts == {"state": "opening rejected", "turn": None, "draft": None}
    assert shell("show", "RN1").out == "RN1 has not begun: opening rejected\n"


def test_a_game_under_way_is_listed_with_its_turn(shell: Shell) -> None:
    begun(shell)
    line, facts = state_of(shell)
    assert line == "RN1  under way, turn 1 is awaited  Ann, Bob, Cat"
    assert facts == {"state": "under way", "turn": 1, "draft": None}
    play.say(shell.table(), "Ann")
    line, facts = state_of(shell)
    assert line == "RN1  under way, turn 1 by Ann is to be resolved  Ann, Bob, Cat"
    assert facts == {"state": "under way", "turn": 1, "draft": None}


@pytest.mark.parametrize(
    ("ending", "state", "words"),
    [
        (Ending(winners=("Ann", "Cat"), losers=("Bob",), sub_lost=False), "won", "by Ann and Cat"),
        (Ending(winners=(), losers=("Ann", "Bob", "Cat"), sub_lost=True), "lost", "with the sub"),
        (
            Ending(winners=("Bob",), losers=("Ann", "Cat"), sub_lost=True),
            "lost",
            "with the sub; Bob had left and wins",
        ),
        (Ending(winners=(), losers=("Ann", "Bob", "Cat"), sub_lost=False), "lost", "by everybody"),
        (
            Ending(winners=("Bob",), losers=("Ann", "Cat"), sub_lost=False),
            "won",
            "by Bob",
        ),
    ],
    ids=["won", "lost", "lost but for one", "all dead", "by the departed"],
)
def test_a_game_that_is_over_is_listed_as_won_or_lost(
    shell: Shell, ending: Ending, state: str, words: str
) -> None:
    begun(shell)
    play.arrange(shell.table(), ending=ending, turns=7)
    line, facts = state_of(shell)
    assert line == f"RN1  {state} {words}  Ann, Bob, Cat"
    assert facts == {"state": state, "turn": 7, "draft": None}
    assert value(shell("games", "--json"))[0]["phase"] == "over"


def test_a_pending_turn_is_drafted_again(shell: Shell) -> None:
    begun(shell)
    table = shell.table()
    first = play.code_in(play.say(table, "Ann"))
    again = ("drafts", "--config", str(shell.config), "again")
    said = shell.run(*again)
    assert said.out.startswith("drafted as ")
    (facts,) = value(shell("drafts", "--json"))
    assert (facts["attempt"], facts["code"]) == (2, made_as(said))
    assert "replaced" in shell("approve", first).err
    assert shell("approve", facts["code"]).code == 0
    assert "no turn awaits" in shell.run(*again).out


def test_a_rejected_opening_or_line_is_drafted_again_by_its_code(shell: Shell) -> None:
    code = started(shell)
    shell("reject", code, "--because", "too early in the day")
    again = shell("drafts", "again", code.lower())
    assert again.out.startswith("drafted as ")
    assert "approved" in shell("approve", made_as(again)).out
    table = shell.table()
    play.say(table, "Ann")
    line = play.code_in(play.say(table, "Bob"))
    shell("reject", line, "--because", "not now")
    again = shell("drafts", "again", line)
    assert again.out.startswith("drafted as ")
    told = shell("drafts", "again", line)
    assert (told.code, told.err) == (0, "")
    assert told.out == (f"not drafted again: draft {made_as(again)} about it is open\n")


def test_a_draft_that_does_not_exist_is_not_drafted_again(shell: Shell) -> None:
    begun(shell)
    told = shell("drafts", "again", "ABCDEFG")
    assert told.code == 1
    assert "ABCDEFG" in told.err


def test_the_list_of_drafts_says_whose_choice_is_awaited(shell: Shell) -> None:
    table = shell.table()
    play.begin(table)
    where = {"Ann": {"at": 1, "minutes": 40}}
    play.arrange(table, gnomes=where, rooms={5: "fire"}, deck=["fire_spreads"])  # whatever the die
    play.say(table, "Ann", "I fix the engine for 10 minutes.")
    until = table.clock.at + timedelta(days=1)
    assert shell("drafts").out == (
        f"no draft is open\nturn 1 waits for a choice of Ann's until {until:%d %b %Y %H:%M} UTC\n"
    )
    assert value(shell("drafts", "--json")) == []
    table.clock.forward(hours=24)
    batches.make_rounds(table.desk)
    assert "waits for" not in shell("drafts").out


def test_a_choice_is_made_with_one_of_its_candidates(shell: Shell) -> None:
    table = shell.table()
    play.begin(table)
    where = {"Ann": {"at": 1, "minutes": 40}}
    play.arrange(table, gnomes=where, rooms={5: "fire"}, deck=["fire_spreads"])  # whatever the die
    assert play.kinds(play.say(table, "Ann", "I fix the engine for 10 minutes."))[-1] == "question"
    table.clock.forward(hours=24)
    batches.make_rounds(table.desk)
    drafts = value(shell("drafts", "--json"))
    (facts,) = (one for one in drafts if one["kind"] == "choice")  # on a Monday also a report
    wrong = shell("choose", facts["code"], "6-sea")
    assert wrong.code == 1
    assert facts["candidates"][0] in wrong.err
    assert shell("approve", facts["code"]).code == 1
    right = shell("choose", facts["code"], facts["candidates"][0])
    assert (right.code, right.out) == (0, f"chosen: {facts['candidates'][0]}\n")
    assert value(shell("drafts", "--json"))[-1]["kind"] == "resolution"


def test_a_stale_draft_is_made_again_on_the_command_line(shell: Shell) -> None:
    begun(shell)
    table = shell.table()
    code = play.code_in(play.say(table, "Ann"))
    play.arrange(table)
    said = shell("approve", code)
    assert said.code == 0
    assert "nothing was posted; it was made again as" in said.out


def test_a_new_draft_does_not_hide_the_game_that_was(shell: Shell) -> None:
    begun(shell)
    table = shell.table()
    play.arrange(table, gnomes={name: {"minutes": 0} for name in ("Ann", "Bob")})
    play.arrange(table, gnomes={"Cat": {"minutes": 1}}, deck=["respite"])
    play.reply(table, play.code_in(play.say(table, "Cat")), "approve")
    assert shell("start", "Ann", "Bob", "Cat").code == 0
    facts = value(shell("show", "--json"))
    assert facts["phase"] == "over"
    assert facts["over"]["win"] == ["Ann", "Bob", "Cat"]


def test_what_became_of_each_mail_is_told(shell: Shell) -> None:
    begun(shell)
    table = shell.table()
    play.say(table, "Ann")
    said = shell("mails")
    assert "announces a turn" in said.out
    assert shell("mails", "--held").out == "no mail is held\n"


def test_before_the_first_mail_there_is_none(shell: Shell) -> None:
    shell.made()
    assert shell("mails").out == "no mail has come yet\n"


def test_the_database_is_upgraded_as_often_as_one_likes(shell: Shell) -> None:
    config = ("--config", str(shell.config))
    first, second = shell.run("db", "upgrade", *config), shell.run("db", "upgrade", *config)
    assert first.code == second.code == 0
    assert first.out == second.out


def test_a_held_mail_is_handled_again(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.made()
    table = shell.table()
    play.begin(table)
    with monkeypatch.context() as broken:
        broken.setattr(hearing, "_read", lambda *_: 1 // 0)
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
    assert done["disposition"] == "read"
    assert done["mails"] == ["receipt", "draft"]
    assert play.position(table).pending == "Ann"
    again = shell("mails replay", number)
    assert again.code == 1
    assert "took effect when it came" in again.err
    assert shell("mails", "--held").out == "no mail is held\n"
