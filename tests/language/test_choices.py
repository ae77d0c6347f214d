from __future__ import annotations

import pytest

from rednov_bot.language import read_choice

ROOMS = ("3", "6", "9")
HATCHES = ("8-9", "8-10", "5-8")
ESCAPES = ("open 5-7 and enter", "open 5-7 and stay", "open 5-8 and enter", "open 5-8 and stay")
SEAWARD = ("open 6-sea and enter", "open 6-sea and stay", "open 5-6 and enter")
YES_NO = ("yes", "no")

ANSWERS = [
    ("Room 9.", ROOMS, "9"),
    ("6", ROOMS, "6"),
    ("I choose room three, please.", ROOMS, "3"),
    ("Let it be 8/10.", HATCHES, "8-10"),
    ("10-8", HATCHES, "8-10"),
    ("The hatch between rooms 8 and 9.", HATCHES, "8-9"),
    ("5-7, go in", ESCAPES, "open 5-7 and enter"),
    ("open 5-7 and stay", ESCAPES, "open 5-7 and stay"),
    ("I open 5-8 and enter room 8.", ESCAPES, "open 5-8 and enter"),
    ("6-sea, out", SEAWARD, "open 6-sea and enter"),
    ("Yes.", YES_NO, "yes"),
    ("No, thanks.", YES_NO, "no"),
]
NO_ANSWERS = [
    ("4", ROOMS),
    ("6 or 9", ROOMS),
    ("Not 6.", ROOMS),
    ("What happens if I say 6?", ROOMS),
    ("5-7", ESCAPES),
    ("Whatever you like.", ROOMS),
    ("Grog, 5-8, in; draw 1 item.", HATCHES),
    ("Yes and no.", YES_NO),
    ("", ROOMS),
    ("6 " * 2_000, ROOMS),
]


@pytest.mark.parametrize(("text", "candidates", "meant"), ANSWERS, ids=[a[0] for a in ANSWERS])
def test_an_answer_means_one_candidate(text: str, candidates: tuple[str, ...], meant: str) -> None:
    assert read_choice(text, candidates=candidates) == meant


@pytest.mark.parametrize(
    ("text", "candidates"), NO_ANSWERS, ids=[a[0][:20] or "empty" for a in NO_ANSWERS]
)
def test_what_is_no_candidate_is_no_answer(text: str, candidates: tuple[str, ...]) -> None:
    assert read_choice(text, candidates=candidates) is None
