"""Each turn on a page is read by the real reader, as the note below it says."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from rednov_bot.cli.read import read_octets
from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.paths import TEMPLATES
from rednov_bot.core.workflow.commands.asking import Request, asks_for_help, requests
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.reader.desk_words import WORDS
from rednov_bot.games.red_november.rules.words import ACTIONS
from tests.builders import list_mail, private_mail, settings_for
from tests.docs.pages import Block, Note, Page, pages
from tests.reader.compact import compact

SETTINGS = settings_for("sqlite:///never.db")


def turns() -> list[tuple[Page, Block, str]]:
    """Each turn with what is noted of it."""
    found: list[tuple[Page, Block, str]] = []
    for page in pages():
        turn: Block | None = None
        for piece in page.pieces():
            if isinstance(piece, Note) and piece.words.startswith("= "):
                assert turn is not None, f"{page.where(piece)}: no turn stands above"
                found.append((page, turn, piece.words.removeprefix("= ")))
                turn = None
            elif isinstance(piece, Block):
                assert turn is None, f"{page.where(piece)}: the turn above has no reading"
                turn = piece if piece.kind == "turn" else None
        assert turn is None, f"{page.name}: the last turn has no reading"
    return found


@pytest.mark.parametrize(
    ("turn", "meaning"),
    [pytest.param(turn, meaning, id=page.where(turn)) for page, turn, meaning in turns()],
)
def test_a_turn_on_a_page_means_what_its_note_says(turn: Block, meaning: str) -> None:
    octets = list_mail("Ann", turn.text + "\n")
    screened, reading = read_octets(octets, Roster.of(SETTINGS), SETTINGS)
    assert screened.message is not None
    assert (compact(reading) if reading else "none") == meaning
    assert reading is None or reading.verdict == "ambiguous" or not reading.questions


def test_every_action_has_its_words_in_the_table() -> None:
    (page,) = [one for one in pages() if one.name == "gnomes/turns"]
    rows = [line for line in page.prose().splitlines() if "(§11" in line]
    said = [row.split("|")[-2].strip() for row in rows]
    assert [row.split("(§11")[1][0] for row in rows] == list("abcdefghijklm")
    read = [
        read_octets(list_mail("Ann", words + "\n"), Roster.of(SETTINGS), SETTINGS)[1]
        for words in said
    ]
    assert [compact(one).split()[1] if one else "none" for one in read] == list(ACTIONS[:13])


def test_what_helps_an_action_is_what_the_contract_s_items_add() -> None:
    (page,) = [one for one in pages() if one.name == "gnomes/turns"]
    rows = [line.split("|") for line in page.prose().splitlines() if "(§11" in line]
    told = {row[1].split("(§")[1][:3]: row[3].strip() for row in rows}
    bonus = datasets.load("standard").items.bonus
    for clause, action in zip("abcdefgh", ACTIONS, strict=False):
        items = {item: adds[action] for item, adds in bonus.items() if action in adds}
        said = {f"{item.replace('_', ' ')} {minutes}" for item, minutes in items.items()}
        assert set(told[f"11{clause}"].split(", ")) == said


def test_what_a_gnome_may_ask_for_is_what_the_bot_understands_and_its_help_tells() -> None:
    (page,) = [one for one in pages() if one.name == "gnomes/asking"]
    words = re.findall(r"^\| `([a-z ]+)` \|", page.text, re.MULTILINE)
    letters = [
        open_letter(private_mail("Ann", word), Roster.of(SETTINGS)).message for word in words
    ]
    asked = [requests(message, WORDS) for message in letters if not asks_for_help(message)]
    assert {"others' hands", *set().union(*asked)} == set(get_args(Request))
    assert [len(one) for one in asked] == [1] * (len(words) - 1)
    template = (
        (TEMPLATES / "red_november" / "_how_to_play.txt.j2").read_text(encoding="utf-8").lower()
    )
    told = [word for word in words if f"\n    {word}\n" in template or f'\\"{word}\\"' in template]
    assert told == [word for word in words if word != "help"]
