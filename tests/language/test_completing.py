"""What an answer makes of an unclear announcement (A126)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rednov_bot import language
from rednov_bot.prose.canonical import said
from tests.language.samples import AUTHOR, PEOPLE

HATCH = "I open the hatch and draw 3 items."
KEPT = "I throw everything except my aqualung overboard."
THROUGH = "I open 5-8 and draw 3 items."
SOME = "I open 5-8 and go in and draw some items."
WORK = "I fix the engine."
EITHER = "I go through 8 or 9 and draw 2 items"
DENIED = "I do not use my toolbox. I open the hatch and draw 3 items."
NO_ACTION = "I open 5-8."


def outcome(text: str, answer: str) -> str:
    """The acts in plain words, the text with less to ask, or why there are none."""
    asked = language.read(text, author=AUTHOR, people=PEOPLE)
    assert asked.verdict == "ambiguous"
    unclear = language.Unclear(
        text, asked.questions, asked.proposal, AUTHOR, PEOPLE, "Red November"
    )
    unclear = replace(unclear, proposal=language.offered(unclear))
    found = language.completed(unclear, answer)
    if isinstance(found, language.Further):
        return f"further: {found.text}"
    if isinstance(found, str):
        return found
    return " ".join(line for act in found for line in said(act, "Red November"))


@pytest.mark.parametrize(
    ("text", "answer", "meant"),
    [
        (HATCH, "8", "further: I open the hatch to 8 and draw 3 items."),
        (
            HATCH,
            "8, and I go in",
            "I open the hatch to room 8 and go in. I spend 3 minutes drawing 3 items.",
        ),
        (THROUGH, "I go in", "I open hatch 5-8 and go in. I spend 3 minutes drawing 3 items."),
        (THROUGH, "yes, I go in", "I open hatch 5-8 and go in. I spend 3 minutes drawing 3 items."),
        (SOME, "three", "I open hatch 5-8 and go in. I spend 3 minutes drawing 3 items."),
        (SOME, "I meant 2", "I open hatch 5-8 and go in. I spend 2 minutes drawing 2 items."),
        (WORK, "5", "I spend 5 minutes fixing the engine."),
        (WORK, "for 5 minutes.", "I spend 5 minutes fixing the engine."),
        (EITHER, "9", "I open the hatch to room 9 and go in. I spend 2 minutes drawing 2 items."),
        (NO_ACTION, "I take no action", "I open hatch 5-8 and stay where I am. I take no action."),
        ("I draw three items, I think.", "Yes.", "I spend 3 minutes drawing 3 items."),
        (
            "I open 5-7, go in and spend 5 minutes there.",
            "stop the missile",
            "I open hatch 5-7 and go in. I spend 5 minutes stopping the missile launch.",
        ),
        ("I draw three items, I think.", "no", "no"),
        ("I'll deal with it: I take no action.", "yes", "I take no action."),
        ("If all agree, I draw two items.", "yes", "I spend 2 minutes drawing 2 items."),
        (
            "I pry the hatch to the oxygen pumps open with my crowbar, taking 5 minutes over it.",
            "No. I use a crowbar and unblock the hatch to room 2 for 5 minutes.",
            "I use a crowbar. I spend 5 minutes unblocking the hatch to room 2.",
        ),
    ],
)
def test_an_answer_chooses_or_completes(text: str, answer: str, meant: str) -> None:
    assert outcome(text, answer) == meant


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (HATCH, "I open 5-8, go in and draw 4 items"),
        (HATCH, "I use my toolbox, open 5-8 and go in. I draw 3 items."),
        (HATCH, "yes"),
        (THROUGH, "no, I meant 9-8"),
        (SOME, "I use my lucky charm. I draw 3 items."),
        (SOME, "I open 5-7 and go in. I draw 2 items."),
        (WORK, "I fix the reactor for 5 minutes"),
        (WORK, "5 minutes, with my toolbox"),
        (DENIED, "I use my toolbox. I open 5-8 and go in. I draw 3 items."),
        (WORK, "x" * 1000),
        (KEPT, "the crowbar and the lucky charm"),
        ("I discard all but my grog.", "a crowbar"),
        ("I draw three items, I think.", "cancel"),
        ("I give Bob a coffee, I think.", "Cat"),
        ("I use my toolbox. Wait. No. I take no action.", "cancel"),
        ("I walk to the reactor, via 3, and fix it for 5 minutes.", "lol"),
        ("I wander next door and draw 2 items.", "never mind"),
        ("I draw 2 items and go to 9.", "tomorrow"),
        ("I drink all my grog. No action.", "hmm, not sure"),
        ("I open the hatch and go in, and draw 3 items.", "I draw 3 items."),
        ("I open 5-8 and go in. If nobody minds, I draw 2 items.", "yes"),
        ("Unless somebody objects, I draw 2 items.", "yes"),
        ("I will use my toolbox: I fix the engine for 5 minutes.", "yes"),
        ("I'll go to room 8: I draw 3 items.", "yes"),
        ("Tomorrow, once Bob has gone: I fix the engine for 5 minutes.", "yes"),
        ("Bob will say: I take no action.", "yes"),
        ("I draw three items, I think.", "Thank you."),
        ("I draw three items, I think.", "Please."),
    ],
)
def test_it_changes_and_adds_nothing_and_is_never_guessed(text: str, answer: str) -> None:
    assert outcome(text, answer) == "nothing"
