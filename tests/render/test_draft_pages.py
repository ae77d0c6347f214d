"""A draft shows what will be sent, byte for byte; where the section of the luck begins and ends."""

from __future__ import annotations

from rednov_bot.core.render.draft_pages import RULE, enclosed
from rednov_bot.core.render.luck_pages import parted
from tests.render import mails
from tests.render.samples import eventful


def test_each_text_stands_in_the_draft_as_it_will_be_sent() -> None:
    played = eventful()
    body = mails.draft().body
    for page in (mails.resolved(played), mails.notice(played, "Ann")):
        assert f"Subject: {page.subject}\n{RULE}\n{page.body}{RULE}\n" in body
        assert f"{page.to_name} <{page.to}>\n" in body


def test_the_proof_of_a_posting_stands_at_the_end_of_its_draft() -> None:
    opening = mails.opening()
    words, section = parted(opening.body)
    assert section.startswith("THE LUCK, form 2\n")
    shown = enclosed((opening,), (), None)
    assert words in shown["texts"]
    assert "THE LUCK" not in shown["texts"]
    assert shown["proofs"].endswith(section)


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
