"""Archives of a recorded game in every form: right as they are, and every tampering found."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from rednov_bot.verify.findings import Findings
from tests.fairness import luck_again as luck
from tests.fairness.forms import FORMS, PACKED, each, in_mbox, recorded, without_dates
from tests.fairness.tampering import (
    Forge,
    Mails,
    amended,
    announced,
    by_script,
    name_of,
    named,
    parsed,
    place_of,
    reworded,
    text_of,
    verified,
    with_field,
    with_text,
)
from tests.rigs.scale import some

DRAWS, TURNS = 50, 24
OLD = sorted(Path(__file__).with_name("old").glob("*.mbox.gz"))


def is_right(found: Findings) -> None:
    assert [str(one) for one in found.every] == []
    assert found.right == found.looked_at
    assert found.right["draw"] >= 6


@pytest.mark.parametrize("form", FORMS)
def test_an_archive_in_this_form_is_right(form: str, tmp_path: Path) -> None:
    path = FORMS[form](recorded(), tmp_path)
    found = verified(path)
    is_right(found)
    assert (found.right["draw"], found.right["announcement"]) == (DRAWS, TURNS)
    if form in PACKED:
        return
    code, told = by_script(path)
    right = re.search(r"(\d+) draw, (\d+) seal(?:, (\d+) mail)?\n\Z", told)
    assert right is not None
    if form == "no Message-IDs":  # on which the luck hangs, too: the script says what is missing
        assert (code, right[1], right[3]) == (1, str(DRAWS), None)
        assert told.count("its mail is missing") == TURNS
    else:
        assert (code, right[1], right[2], right[3]) == (0, str(DRAWS), str(TURNS + 1), str(TURNS))


@pytest.mark.parametrize("archive", OLD, ids=lambda path: path.name.partition(".")[0])
def test_an_archive_in_the_words_of_before_november_2026_is_right(archive: Path) -> None:
    is_right(verified(archive))


def test_an_archive_without_dates_is_not_said_to_be_right(tmp_path: Path) -> None:
    path = each(without_dates)(recorded(), tmp_path)
    assert not verified(path).agree
    assert by_script(path)[0] == 1


# -- tamperings, all in one archive ----------------------------------------------------------------


def a_die(mails: Mails) -> str:
    """One number is another, below and above."""
    place = place_of(mails, r"\] Turn [12]:", r"action: \d+ of 10")
    shown = re.search(r"action: (\d+) of 10", text_of(mails[place]))
    assert shown is not None
    other = str(int(shown[1]) % 10 + 1)
    mails[place] = reworded(mails[place], shown[0], f"action: {other} of 10")
    mails[place] = reworded(mails[place], rf"die says {shown[1]}\b", f"die says {other}")
    return name_of(mails[place])


def a_turn_rolled_again(mails: Mails) -> str:
    """The mail of a turn is dated otherwise until it throws another die, and all says so."""
    secret = next(text for text in map(text_of, reversed(mails)) if "dice and cards:" in text)
    dice = bytes.fromhex(re.findall(r"dice and cards:\n  (.{64})", secret)[0])
    place, said = place_of(mails, r"\] Turn 10:"), announced(mails, 10)
    shown = re.findall(r"action: (\d+) of 10", text_of(mails[place]))[0]
    reading = parsed(mails[said])
    words, at = " ".join(text_of(mails[said]).split()), reading["Date"].datetime
    rolled = shown
    while rolled == shown:
        at -= timedelta(seconds=1)
        digest = luck.mail_digest(name_of(mails[said]), f"{at:%Y-%m-%dT%H:%M:%SZ}", words)
        rolled = str(luck.drawn(dice, luck.scope("turn 10", digest), "action", 10))
    mails[said] = with_field(mails[said], "Date", f"{at:%a, %d %b %Y %H:%M:%S +0000}")
    for old, new in (
        (r"mail .{64}", f"mail {digest}"),
        (rf"action: {shown}", f"action: {rolled}"),
        (rf"die says {shown}\b", f"die says {rolled}"),
    ):
        mails[place] = reworded(mails[place], old, new)
    return name_of(mails[place])


def two_turns(mails: Mails) -> str:
    """Each is told where the other was."""
    one, two = place_of(mails, r"\] Turn 16:"), place_of(mails, r"\] Turn 17:")
    mails[one], mails[two] = (
        with_text(mails[one], text_of(mails[two])),
        with_text(mails[two], text_of(mails[one])),
    )
    return name_of(mails[one])


TAMPERINGS: dict[str, Forge] = {
    "a die": a_die,
    "a card": amended(r"\] Turn 3:", r"Event: Respite\.", "Event: Descent."),
    "a turn rolled again": a_turn_rolled_again,
    "a draft hidden": amended(r"\] Turn 13:", r"drafts [2-9]", "drafts 1"),
    "two turns": two_turns,
}


@pytest.mark.parametrize("form", some(list(FORMS), 3, 2))
def test_whatever_was_tampered_with_is_found_in_this_form(form: str, tmp_path: Path) -> None:
    """But the card, of which the script knows no name: another deal is found by the seals."""
    mails = recorded()
    where = {what: forge(mails) for what, forge in TAMPERINGS.items()}
    path = FORMS[form](mails, tmp_path)
    found = verified(path).differences
    assert len(found) >= len(where)
    if form != "no Message-IDs":
        assert set(where.values()) <= set(named(found))
    if form in PACKED:
        return
    code, told = by_script(path)
    assert code == 1
    if form != "no Message-IDs":
        assert [what for what, name in where.items() if name not in told] == ["a card"]


def test_lost_letters_of_an_announcement_are_said_to_be_so(tmp_path: Path) -> None:
    """The mail had a heart in it; the archive has a question mark."""
    mails = recorded()
    place = next(n for n, mail in enumerate(mails) if b"\nList-Id:" in mail)
    mails[place] = reworded(mails[place], r"\A", "? ")
    (found,) = verified(in_mbox(mails, tmp_path)).differences
    assert "a question mark may stand for letters that the archive has lost" in found.what
