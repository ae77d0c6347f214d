"""What the contestmaster says that e does by eir office is understood, in eir own words."""

from __future__ import annotations

import pytest

from rednov_bot.core.workflow.commands.proclaimed import Proclaimed, proclaimed
from tests.mail.test_commands import message

NAMES = ("Ann", "Bob", "Cat", "Dan")
DEEDS = {
    "I hereby kill Bob, who has been idle for four days (section 19).": Proclaimed("kill", "Bob"),
    "Bob is hereby killed for being idle.": Proclaimed("kill", "Bob"),
    "So I kill bob.": Proclaimed("kill", "Bob"),
    "I award 2 X points to Cat for fixing the engine.": Proclaimed("award", "Cat"),
    "I award Cat 2 X": Proclaimed("award", "Cat"),
    "Cat is awarded 3 X points.": Proclaimed("award", "Cat"),
    "I hand the office of contestmaster to Dan.": Proclaimed("office", "Dan"),
    "I pass on my contestmastership to Dan.": Proclaimed("office", "Dan"),
    "I make Dan contestmaster.": Proclaimed("office", "Dan"),
    "I resign as contestmaster.": Proclaimed("office"),
    "I resolve Ann's turn: e takes no action.": Proclaimed("resolve", "Ann"),
    "I resolve turn 12 as follows.": Proclaimed("resolve", turn=12),
    "I start a new game of Red November.": Proclaimed("start"),
}
OTHERS = [
    "I kill the mood.",
    "I might kill Bob.",
    "Do I kill Bob?",
    '"I kill Bob", said Ann.',
    "If nobody objects, I kill Bob.",
    "I award a banana to Cat.",
    "I resolve the decision on proposal 8001.",
    "I hand Dan a coffee.",
    "I resign as Assessor.",
    "Bob was killed.",
]


@pytest.mark.parametrize("text", DEEDS)
def test_a_deed_of_the_office_is_understood(text: str) -> None:
    assert proclaimed(message(text), NAMES) == (DEEDS[text],)


@pytest.mark.parametrize("text", OTHERS)
def test_other_business_is_none(text: str) -> None:
    assert proclaimed(message(text), NAMES) == ()
