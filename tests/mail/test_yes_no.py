"""`yes` or `no`, in a person's own words: nothing is guessed."""

from __future__ import annotations

import pytest

from rednov_bot.core.workflow.commands.replies import yes_or_no

NAMES = ("Ann", "Ann Lee")
YES = [
    *("yes", "Yes.", "YES!", "*yes*", "yep", "Yes, that was me.", "Yes, I wrote it", "Yes, thanks"),
    *("Yes\n\nAnn", "Yes, it’s me.\n\nBest regards,\nAnn Lee", "Hi bot,\nyes, that was my mail."),
    *(
        "Yes\n\nSent from my iPhone",
        "yes please",
        "Yes. I did write that mail. Thanks a lot!",
    ),
]
NO = [
    *("no", "No!", "nope", "No, that was not me.", "No, I didn't write it.", "No, not me.\n\nAnn"),
    *("No. I never sent that.", "No, thanks.", "Hello!\nNo, it wasn't me\nAnn"),
]
NEITHER = [
    *(
        "",
        "perhaps",
        "maybe yes",
        "yes?",
        "Yes. Bob wrote it.",
        "Yes and no",
        "yes, no",
        "no, yes I",
    ),
    *("yes, if it was me", "No problem, that was me", "Yes\n\nNo.", "No, it was me", "nobody"),
    *("yes I did not write it", "Yesterday I wrote it", "It was me", "yes " * 300, "No idea"),
    *("Yes\n\nBob", "I say yes", "Yes, that was Bob", "yes: reject it"),
]


@pytest.mark.parametrize("text", YES)
def test_a_yes_is_a_yes(text: str) -> None:
    assert yes_or_no(text, NAMES) == ("yes", None)


@pytest.mark.parametrize("text", NO)
def test_a_no_is_a_no(text: str) -> None:
    assert yes_or_no(text, NAMES) == ("no", None)


@pytest.mark.parametrize("text", NEITHER)
def test_of_anything_else_nothing_is_guessed(text: str) -> None:
    assert yes_or_no(text, NAMES) is None


@pytest.mark.parametrize(
    "text", ["yes K7QZ2M3", "Yes [rednov K7QZ2M3], that was me", "yes: k7qz2m3", "yes K7QZ2M3\nAnn"]
)
def test_a_code_may_stand_behind_it(text: str) -> None:
    assert yes_or_no(text, NAMES) == ("yes", "K7QZ2M3")
