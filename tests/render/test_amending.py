"""A public text is worded otherwise, and what changed is told."""

from __future__ import annotations

import pytest

from rednov_bot.core.render.amending import Changed, added, difference, replaced
from rednov_bot.games.red_november.game import GAME
from tests.games.letters import parsed
from tests.games.script import GAMES

RESOLUTIONS = {name: mail for name, mail in GAMES[0].mails().items() if "-out-public-" in name}
BODY = """\
Ann's turn, announced Mon 3 Aug 2009, 14:05 UTC, is resolved: 40 minutes
before it, 35 after.

THE ACTION (§16a)
  Ann fixes the engine for 5 minutes: 50%, die 3, success. Pressure is
      reset from 4 to 1.
  At 36 nothing happens.

THE POSITION

   gnome       place                    minutes  drunk
A  Ann         1 Engine Room                 35      0

To take a turn, announce it on this list.

-- 
rednov_bot, keeping Red November for Pewterby
"""


def test_words_are_replaced_across_a_break_of_lines_and_the_paragraph_is_folded_anew() -> None:
    text = replaced(BODY, "Pressure is reset", "To the relief of everybody, Pressure is reset")
    assert text is not None
    assert (
        "  Ann fixes the engine for 5 minutes: 50%, die 3, success. To the relief\n"
        "      of everybody, Pressure is reset from 4 to 1.\n"
    ) in text
    assert max(map(len, text.splitlines())) <= 72


@pytest.mark.parametrize("old", ["nowhere to be found", "Ann", "", "  "])
def test_words_that_stand_there_not_just_once_are_not_replaced(old: str) -> None:
    assert replaced(BODY, old, "Bob") is None


def test_a_change_of_mere_words_is_told_from_one_of_facts() -> None:
    changed = replaced(BODY, "Ann fixes the engine", "Ann hammers on the engine")
    assert changed is not None
    (one,) = difference(BODY, changed, ["Ann", "Bob"], GAME.facts_told)
    assert not one.states
    wrong = BODY.replace("die 3", "die 2")
    (one,) = difference(BODY, wrong, ["Ann", "Bob"], GAME.facts_told)
    assert one.states
    assert one == Changed(
        ("  Ann fixes the engine for 5 minutes: 50%, die 3, success. Pressure is",),
        ("  Ann fixes the engine for 5 minutes: 50%, die 2, success. Pressure is",),
        True,
    )


@pytest.mark.parametrize(
    ("words", "states"),
    [
        ("Well done!", False),
        ("Ann gets 3 X.", True),
        ("Ann has 3 minutes to lose.", True),
        ("Room five burns.", True),
        ("Ann is asleep.", True),
        ("Bob fixes the engine for 5 minutes.", True),
        ("Ann has no success.", True),
        ("Pressure is 4 now.", True),
        ("Pressure is reset from 1 to 4.", True),
        ("Success: pressure falls by 3.", True),
        ("Ann has 40 minutes left.", True),
        ("Ann is at 40.", True),
        ("35 is where the turn began, and 40 where it ended.", True),
        ("Bob is to be thanked.", False),
        ("It does not get better than that, or does it?", False),
        ("Ann fixes the engine for 5 minutes: well done!", False),
        ("A success, Ann! Not bad for a start.", False),
        ("A success, Ann! Bob dies of envy.", True),
        ("Not bad for a start, Ann!", False),
    ],
)
def test_words_that_are_added_are_facts_where_they_say_what_the_text_does_not(
    words: str, *, states: bool
) -> None:
    (one,) = difference(BODY, added(BODY, words), ["Ann", "Bob"], GAME.facts_told)
    assert one.states is states


@pytest.mark.parametrize("name", RESOLUTIONS)
def test_a_real_resolution_is_amended_in_any_of_its_sentences(name: str) -> None:
    body = str(parsed(RESOLUTIONS[name]).get_content()).replace("\r\n", "\n")
    flat = " ".join(body.split())
    for line in body.splitlines():
        words = line.strip()
        if len(words) > 30 and " ".join(words.split()) == words and flat.count(words) == 1:
            text = replaced(body, words, f"{words} (so it is)")
            assert text is not None, line
            assert "".join(text.split()).replace("(soitis)", "") == "".join(body.split())
