"""Where the section of the luck begins and ends in a posting."""

from __future__ import annotations

from rednov_bot.games.red_november.render.luck_pages import parted

SECTION = "THE LUCK, form 2\n  drafts 1\n  seal 0a"


def test_the_section_is_parted_from_the_rest() -> None:
    assert parted(f"Ann opens 5-2.\n\n{SECTION}\n\n-- \nThe bot\n") == (
        "Ann opens 5-2.\n\n-- \nThe bot\n",
        SECTION,
    )
    assert parted(f"{SECTION}\n\n-- \nThe bot\n") == ("-- \nThe bot\n", SECTION)
    assert parted("Ann opens 5-2.\n") == ("Ann opens 5-2.\n", "")


def test_words_that_look_like_one_above_it_stay_words() -> None:
    above = "The note:\nTHE LUCK, form 2\n  seal ff\n\nNo, see THE LUCK, form 2\n"
    assert parted(f"{above}\n{SECTION}\n\n-- \n") == (f"{above}\n-- \n", SECTION)
