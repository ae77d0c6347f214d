"""Games whose turns are bound to a public beacon: another round than that of the mail differs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import MappingProxyType

import pytest
from msgspec.structs import replace as with_

from rednov_bot.core.fairness.findings import Finding
from rednov_bot.core.proof import Beacon
from rednov_bot.core.settings import LuckSettings
from tests.builders import MONDAY, a_table
from tests.fairness.played import MASTER, Game
from tests.fairness.tampering import Mails, name_of, parsed, place_of, reworded
from tests.fairness.test_tampered import by_the_script
from tests.fairness.test_verify import checked, in_file
from tests.rules.sailing import CREW
from tests.workflow.play import start

BEACON = LuckSettings(
    beacon="drand quicknet",
    beacon_genesis=datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC),
    beacon_period=3,
)


class Ahead(Game):
    """Some turns are announced by mails that are dated ahead."""

    ahead: Mapping[int, timedelta] = MappingProxyType({})
    turns: int = 0
    until: datetime = MONDAY  # when the round of the last turn has come

    def dated(self, text: str) -> datetime:
        now = self.now()
        pending = now is None or now.gamestate.position.pending is not None
        if text.startswith("I discard") or pending:
            return super().dated(text)
        self.turns += 1
        ahead = self.ahead.get(self.turns, timedelta())
        waited = ahead if ahead <= timedelta(days=1) else timedelta()
        self.until = self.clock.at + waited + timedelta(seconds=4)
        return super().dated(text) + ahead


def begun_by_the_beacon(folder: Path, ahead: Mapping[int, timedelta]) -> Game:
    """A game with the option; each round is known when it has come."""
    table = a_table(folder, people=CREW, contestants=CREW[:3], contestmaster=MASTER)
    settings = with_(table.desk.settings, luck=BEACON)
    game = Ahead(table, Random(5), 3, chatter=0)
    game.ahead = ahead

    def value(number: int) -> str | None:
        at = Beacon(BEACON.beacon_genesis or MONDAY, timedelta(seconds=3), "").at(number)
        return f"{number:064x}" if at <= game.clock.at else None

    table.desk = replace(table.desk, settings=settings, beacon=value)
    start(table, *CREW[:3], beacon="on")
    game.go_round()
    game.decide()
    while (now := game.now()) is not None:
        game.clock.forward(minutes=30)
        game.discard()
        if now.gamestate.position.pending is None:
            game.turn()
        game.clock.at = max(game.clock.at, game.until)
        game.go_round()
        game.decide()
    game.reveal(tiles=False)
    return game


@pytest.fixture(scope="module")
def lit(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A whole game; all dates are true."""
    return begun_by_the_beacon(tmp_path_factory.mktemp("game"), {})


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


def test_the_script_finds_the_same(lit: Game, tmp_path: Path) -> None:
    code, told = by_the_script(in_file(tmp_path, "archive", lit.archive))
    assert (code, told.count("beacon")) == (0, 0), told
    mails = list(lit.archive)
    place = place_of(mails, r"\] Turn 3:")
    mails[place] = reworded(mails[place], r"round (\d+)\d", r"round \g<1>0")
    code, told = by_the_script(in_file(tmp_path, "archive", mails))
    assert (code, name_of(mails[place]) in told) == (1, True)


def test_of_a_mail_that_is_dated_ahead_the_round_is_behind_its_date(tmp_path: Path) -> None:
    """The bot has waited for it: the turn is resolved behind the Date."""
    game = begun_by_the_beacon(tmp_path, {3: timedelta(hours=5)})
    path = in_file(tmp_path, "archive", game.archive)
    found = checked(path).findings
    assert found.agree, found.every
    assert by_the_script(path)[0] == 0


def test_a_mail_that_is_dated_far_ahead_is_said_to_be_so(tmp_path: Path) -> None:
    """Its round is one before its Date: nobody can see from here that it is the right one."""
    game = begun_by_the_beacon(tmp_path, {3: timedelta(days=3)})
    path = in_file(tmp_path, "archive", game.archive)
    found = checked(path).findings
    assert found.differences == []
    (told,) = found.of("unchecked")
    assert "is dated more than a day after this round" in told.what
    assert told.mail is not None
    code, said = by_the_script(path)
    assert (code, told.mail.name in said) == (1, True)


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
