from __future__ import annotations

import pytest

from rednov_bot.games.red_november.reader.choices import read_choice

ROOMS = ("3", "6", "9")
HATCHES = ("8-9", "8-10", "5-8")
ESCAPES = ("open 5-7 and enter", "open 5-7 and stay", "open 5-8 and enter", "open 5-8 and stay")
SEAWARD = ("open 6-sea and enter", "open 6-sea and stay", "open 5-6 and enter")
YES_NO = ("yes", "no")

ANSWERS = [
    ("Room 9.", ROOMS, "9"),
    ("6", ROOMS, "6"),
    ("#6", ROOMS, "6"),
    ("Room #6, please", ROOMS, "6"),
    ("I choose room three, please.", ROOMS, "3"),
    ("Let it be 8/10.", HATCHES, "8-10"),
    ("10-8", HATCHES, "8-10"),
    ("The hatch between rooms 8 and 9.", HATCHES, "8-9"),
    ("5-7, go in", ESCAPES, "open 5-7 and enter"),
    ("open 5-7 and stay", ESCAPES, "open 5-7 and stay"),
    ("I open 5-8 and enter room 8.", ESCAPES, "open 5-8 and enter"),
    ("I block the one to the stores", ("5-7", "5-8", "2-5"), "5-8"),
    ("Block the hatch to the oxygen pumps, please.", ("5-7", "5-8", "2-5"), "2-5"),
    ("block the hatch to room 9", HATCHES, "8-9"),
    ("the hatch to 10", HATCHES, "8-10"),
    ("the one to room 6", ROOMS, "6"),
    ("6-sea, out", SEAWARD, "open 6-sea and enter"),
    ("Yes.", YES_NO, "yes"),
    ("No, thanks.", YES_NO, "no"),
    ("choose 8-10", HATCHES, "8-10"),
    ("choose 6\n\nCheers,\nAnn", ROOMS, "6"),
    ("8-10, please, thank you!", HATCHES, "8-10"),
    ("Open 5-7 but do not enter.", ESCAPES, "open 5-7 and stay"),
    ("6, as nobody is in there", ROOMS, "6"),
    ("Yes please!", YES_NO, "yes"),
    ("Aye", YES_NO, "yes"),
    ("OK.", YES_NO, "yes"),
    ("Yes, I do.", YES_NO, "yes"),
    ("I do", YES_NO, "yes"),
    ("Use it!", YES_NO, "yes"),
    ("I use my crowbar.", YES_NO, "yes"),
    ("Yes, use the crowbar up", YES_NO, "yes"),
    ("I defend myself with a crowbar.", YES_NO, "yes"),
    ("Defend: yes", YES_NO, "yes"),
    ("choose yes", YES_NO, "yes"),
    ("I choose: yes, please.", YES_NO, "yes"),
    ("Okay, I will defend myself.", YES_NO, "yes"),
    ("Hello bot,\n\nyes, of course!\n\nThank you very much,\nAnn", YES_NO, "yes"),
    ("Yes.\n\nKind regards,\nAnnie of the Deep", YES_NO, "yes"),
    ("Of course I do", YES_NO, "yes"),
    ("No!", YES_NO, "no"),
    ("No, no, no.", YES_NO, "no"),
    ("choose no", YES_NO, "no"),
    ("I do not.", YES_NO, "no"),
    ("I use a crowbar to defend myself, Bob.", YES_NO, "yes"),
    ("I\u2019d rather not.", YES_NO, "no"),
    ("I want to keep my crowbar.", YES_NO, "no"),
    ("I don\u2019t defend myself.", YES_NO, "no"),
    ("No, I won't.", YES_NO, "no"),
    ("Please do not use it.", YES_NO, "no"),
    ("I do not want to use my crowbar", YES_NO, "no"),
    ("No, I keep the crowbar.", YES_NO, "no"),
    ("My answer is no", YES_NO, "no"),
    ("Not this time, thanks", YES_NO, "no"),
]
NO_ANSWERS = [
    ("4", ROOMS),
    ("6 or 9", ROOMS),
    ("Not 6.", ROOMS),
    ("What happens if I say 6?", ROOMS),
    ("the one to the stores", HATCHES),
    ("2", ("2-5", "4-5", "5-6")),
    ("not the one to the captain's cabin", HATCHES),
    ("the one away from the captain's cabin", HATCHES),
    ("the one to room 9 or to room 10", HATCHES),
    ("to the engine room", HATCHES),
    ("5-7", ESCAPES),
    ("Whatever you like.", ROOMS),
    ("Grog, 5-8, in; draw 1 item.", HATCHES),
    ("choose 8-10: no, rather 9-10", HATCHES),
    ("choose 8-10: if Bob agrees", HATCHES),
    ("choose 8-10: wait, do not do this yet", HATCHES),
    ("choose 8-10, hold on", HATCHES),
    ("choose 8-10: or not", HATCHES),
    ("choose 8-10, just kidding", HATCHES),
    ("choose 8-10: this is only a draft", HATCHES),
    ("choose 8-10 after Bob has answered", HATCHES),
    ("choose 8-10 after I hear from Bob", HATCHES),
    ("choose 8-10: ask me again", HATCHES),
    ("choose 8-10: I am undecided", HATCHES),
    ("choose 8-10: tomorrow", HATCHES),
    ("choose 8-10: stop", HATCHES),
    ("choose 8-10. Please ignore this mail.", HATCHES),
    ("choose 8-10: the wrong one", HATCHES),
    ("choose open 5-7 and stay: no", ESCAPES),
    ("choose open 5-7 and stay: don't", ESCAPES),
    ("open 5-7 and enter, no, stay", ESCAPES),
    ("open 5-7 and enter and stay", ESCAPES),
    ("Yes and no.", YES_NO),
    ("I do not understand.", YES_NO),
    ("Okay, I will think about it until tomorrow", YES_NO),
    ("I am out of the office and will not read mail", YES_NO),
    ("I am not sure", YES_NO),
    ("Not yet", YES_NO),
    ("No idea", YES_NO),
    ("No hurry, I will answer tomorrow.", YES_NO),
    ("Yes?", YES_NO),
    ("Yes, if Bob agrees", YES_NO),
    ("choose yes: if Bob agrees", YES_NO),
    ("choose yes: wait", YES_NO),
    ("Yes, but only against Bob's first blow", YES_NO),
    ("Sure you asked the right gnome", YES_NO),
    ("OK got it, I will look later", YES_NO),
    ("I do wonder", YES_NO),
    ("I will be away. Please do not reply.", YES_NO),
    ("Never mind", YES_NO),
    ("Yes\nThanks,\nNo", YES_NO),
    ("Yes.\nThanks,\nbut wait", YES_NO),
    ("I cannot say yes", YES_NO),
    ("Negative karma for Bob", YES_NO),
    ("Thanks, Ann", YES_NO),
    ("Yes. " * 300, YES_NO),
    ("", ROOMS),
    ("6 " * 2_000, ROOMS),
]


@pytest.mark.parametrize(("text", "candidates", "meant"), ANSWERS, ids=[a[0] for a in ANSWERS])
def test_an_answer_means_one_candidate(text: str, candidates: tuple[str, ...], meant: str) -> None:
    assert read_choice(text, candidates=candidates, people=("Ann", "Bob")) == meant


@pytest.mark.parametrize(
    ("text", "candidates"), NO_ANSWERS, ids=[a[0][:20] or "empty" for a in NO_ANSWERS]
)
def test_what_is_no_candidate_is_no_answer(text: str, candidates: tuple[str, ...]) -> None:
    assert read_choice(text, candidates=candidates, people=("Ann", "Bob")) is None
