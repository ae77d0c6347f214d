"""Who is asked whether e wrote a mail may say it in many words; what may mean either is none."""

from __future__ import annotations

import pytest

from rednov_bot.mail.avowals import avowed

YES = (
    *("yes", "Yes!", "YES.", "yes yes", "Yep", "Yeah", "aye", "Yes please", "*yes*", '"yes"'),
    *("Yes, I wrote it.", "yes, I did", "Yes I sent that.", "Yes, that was me!", "Yes - mine"),
    *("Yes, that's me", "Yes, that’s me", "Yes. Sorry for the noise", "Yes, sorry for the noise."),
    *("Hi,\n\nyes.", "Hello\nyes", "Hello bot, yes", "Dear bot, yes", "Well, yes.", "Sure, yes"),
    "Hello,\n\nYes, it was me.\n\nAnn",
    *("I did", "I did.", "I wrote it", "I sent it, yes", "that was me", "That was indeed me"),
    *("Of course it was me", "It's mine.", "mine", "This mail is mine", "I did write that"),
    *("I did write that, please count it!", "I have sent this", "It is I"),
    *("Yes\n\nSent from my iPhone", "Yes\nAnn", "yes\n\nI join the next game as well."),
    "Yes, I sent it from my phone\nwhile I was on the train.\n\nAnn",
    "Yes. My provider has a new server.",
    "yes   you wrote it: it is judged then, as of its own moment",
)
NO = (
    *("no", "No.", "NO!", "nope", "No, no", "*no*", "Nope, not me", "not me", "Not mine."),
    *("No, I did not write this", "No, I didn't.", "No I didn't", "No way!", "no, never"),
    *(
        "I never sent this",
        "I did not write that.",
        "I didn’t",
        "I didn't do it!",
        "Definitely not",
    ),
    *("That was not me", "That wasn't me.", "it's not mine", "Of course not!", "No, not by me"),
    *("No, sorry.", "Sorry, no.", "Hi,\n\nno.", "Hello bot,\nno", "No\nAnn", "No.\n\nBest, Ann"),
    *("No, somebody else wrote it.", "No, this is a forgery", "No. I have never seen this."),
    *(
        "It wasn't me, no.",
        "No, it was not.",
        "No I have not sent this mail",
        "No, I have never seen that message",
        "I never wrote this at all",
    ),
    "no    you did not: it never counts, and Pewterby is told",
)
EITHER = (
    *(
        "",
        "perhaps",
        "ok",
        "I join.",
        "yes and no",
        "yes/no",
        "yes? no idea",
        "yes or no",
        "no yes",
    ),
    *("no problem, that was me", "no worries, it was me", "No doubt that was me", "No idea"),
    *("no, that was me", "no, I wrote it", "No, yes", "No, wait, yes", "No, I did", "No, I do."),
    *("yes, but not that one", "yes, but later", "Yes, that was not me", "Yes, except the last"),
    *(
        "Yes, part of it",
        "Yes, only the first line",
        "Yes, I wrote that to Bob",
        "yes if Bob agrees",
    ),
    *("Yes, I think so", "Yes, maybe", "Yes. No.", "yes\nno", "Yes\n\nNo, wait.", "no\n\nyes"),
    *("Yes.\n\nBut not the second turn.", "yes, it wasn't me", "yes, as a joke", "Yes, why?"),
    *("Yes. Or somebody else did.", "No. Sure it was me.", "No, but I meant to", "No one did"),
    *(
        "never mind",
        "no thanks",
        "I see.",
        "I saw it",
        "I do",
        "No, never mind",
        "Not sure",
        "No, not sure",
        "I did not mean it",
        "I do wonder",
    ),
    *(
        "I am Ann",
        "I did it for Bob",
        "I didn't finish it",
        "I never said it like that",
        "me neither",
    ),
    *("Was it me?", "Is it mine?", "That was me, not Bob", "I did not only write that", "no need"),
    *("I wrote something like it", "No, only the first", "Yes, by mistake", "That was me?"),
    "Yes, I wrote it, but the part about the grog is\nnot mine",
    "I am away until Monday. Yes, no, whatever.",
    "yes   you wrote it\nno    you did not",
)


@pytest.mark.parametrize("text", YES)
def test_it_is_eirs(text: str) -> None:
    assert avowed(text) == "yes"


@pytest.mark.parametrize("text", NO)
def test_it_is_not_eirs(text: str) -> None:
    assert avowed(text) == "no"


@pytest.mark.parametrize("text", EITHER)
def test_what_may_mean_either_is_not_guessed_at(text: str) -> None:
    assert avowed(text) is None
