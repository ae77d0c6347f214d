"""Games whose turns are bound to a public beacon: another round than that of the mail differs."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace as with_

from rednov_bot.settings import LuckSettings
from rednov_bot.verify.findings import Finding
from tests.builders import a_table
from tests.desk.play import start
from tests.engine.sailing import CREW
from tests.proof.played import MASTER, Game
from tests.proof.tampering import Mails, name_of, parsed, place_of, reworded
from tests.proof.test_verify import checked, in_file

BEACON = LuckSettings(
    beacon="drand quicknet",
    beacon_genesis=datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC),
    beacon_period=3,
)


@pytest.fixture(scope="module")
def lit(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The first turns of a game with the option, and its secret, as if it were over."""
    folder = tmp_path_factory.mktemp("game")
    table = a_table(folder, people=CREW, contestants=CREW[:3], contestmaster=MASTER)
    settings = with_(table.desk.settings, luck=BEACON)
    table.desk = replace(table.desk, settings=settings, beacon=lambda round: f"{round:064x}")
    game = Game(table, Random(5), 3, chatter=0)
    start(table, *CREW[:3], beacon="on")
    game.go_round()
    game.decide()
    while (now := game.now()) is not None:
        game.clock.forward(minutes=30)
        game.discard()
        if now.gamestate.position.pending is None:
            game.turn()
        game.go_round()
        game.decide()
    game.reveal(tiles=False)
    return game


def found_in(folder: Path, mails: Mails) -> list[Finding]:
    return checked(in_file(folder, "archive", mails)).findings.every


def differing(found: list[Finding]) -> dict[str, str]:
    return {one.mail.name: one.what for one in found if one.mail and one.weight == "differs"}


def test_each_turn_shows_the_round_behind_its_mail(lit: Game, tmp_path: Path) -> None:
    found = found_in(tmp_path, lit.archive)
    assert differing(found) == {}
    (told,) = (one for one in found if "compare these rounds" in one.what)
    for line in told.stands.splitlines():
        round_, value = line.split()
        assert int(value, 16) == int(round_)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (r"\n  beacon .*\n  from .*", "", "it shows no beacon"),
        (r"round \d+", "round 7", "dated more than a day after this round"),
        (r"round (\d+)\d", r"round \g<1>0", "the round behind the Date of the mail is"),
        (r"round \d+", "round 999999999", "came later than the posting"),
        (r"drand quicknet", "my own", "not the beacon of the terms"),
    ],
)
def test_another_round_differs(lit: Game, tmp_path: Path, old: str, new: str, says: str) -> None:
    mails = list(lit.archive)
    place = place_of(mails, r"\] Turn 3:")
    mails[place] = reworded(mails[place], old, new)
    every = found_in(tmp_path, mails)
    assert says in " ".join(
        [one.what for one in every if one.mail and one.mail.name == name_of(mails[place])]
    )


def test_a_mail_without_a_date_leaves_every_round_before_the_posting(
    lit: Game, tmp_path: Path
) -> None:
    mails = list(lit.archive)
    answered = str(parsed(mails[place_of(mails, r"\] Turn 3:")])["In-Reply-To"]).strip("<> ")
    place = next(place for place, mail in enumerate(mails) if name_of(mail) == answered)
    mails[place] = re.sub(rb"Date: .*\n", b"", mails[place], count=1)
    found = found_in(tmp_path, mails)
    assert not any("round behind the Date" in one.what for one in found)
    (told,) = (one for one in found if "has no date to lead to" in one.what)
    assert told.weight == "unchecked"


def test_no_round_is_shown_anywhere(lit: Game, tmp_path: Path) -> None:
    mails = [
        re.sub(rb"\n  beacon [^\n]*, round[^\n]*\n  from [^\n]*", b"", one) for one in lit.archive
    ]
    assert mails != lit.archive
    assert len([one for one in found_in(tmp_path, mails) if "shows no beacon" in one.what]) >= 5


def test_terms_without_the_beacon_differ(lit: Game, tmp_path: Path) -> None:
    mails = list(lit.archive)
    place = place_of(mails, "new game")
    mails[place] = reworded(mails[place], r"\n  beacon 2023.*", "")
    assert "do not say which" in " ".join([one.what for one in found_in(tmp_path, mails)])


def test_a_game_without_the_option_shows_none(lit: Game, tmp_path: Path) -> None:
    mails = list(lit.archive)
    place = place_of(mails, "new game")
    mails[place] = reworded(mails[place], r"\n  option beacon=on", "")
    assert "to which the terms do not bind it" in " ".join(
        [one.what for one in found_in(tmp_path, mails)]
    )
