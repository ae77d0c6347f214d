"""Whole games by mail, byte for byte as they were recorded.  RETELL=1 records them anew."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from email.message import EmailMessage
from functools import reduce
from itertools import chain
from pathlib import Path

import pytest

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.luck import FORM
from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.workflow.restoring import played_anew
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.wording import ITEM_NAMES
from rednov_bot.games.red_november.rules.logbook import position_after
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.verify import archive, games, report
from tests import fairness
from tests.builders import CountingTokens, FixedClock, Table
from tests.games.letters import parsed
from tests.games.play import AtTheTable, play
from tests.games.script import GAMES, Script
from tests.games.wonders import WONDERS
from tests.games.world import MONDAY, settings_for
from tests.mailfiles import in_lines, keep
from tests.render.reports import course, known, story
from tests.rules import position_text

SCRIPT = Path(fairness.__file__).with_name("check_luck.py")


def at_the_table(game: Script, database: str) -> AtTheTable:
    """The game is played without a network; the table at its end."""
    clock = FixedClock(MONDAY)
    settings = settings_for(database, game.cast)
    desk = open_desk(settings, clock=clock, tokens=CountingTokens(seed=game.seed))
    desk = replace(desk, luck=game.luck)
    world = AtTheTable(Table(desk=desk, clock=clock), game.cast)
    play(game, world)
    return world


@pytest.fixture(scope="module", params=GAMES, ids=str)
def played(
    request: pytest.FixtureRequest, finished: Callable[[Script], AtTheTable]
) -> tuple[Script, AtTheTable]:
    return request.param, finished(request.param)


def named(papers: list[tuple[str, bytes]]) -> dict[str, bytes]:
    """Names that tell the order: `017-out-draft-Pewterby`."""
    return {f"{n:03d}-{name}": octets for n, (name, octets) in enumerate(papers, 1)}


def test_every_mail_in_and_out_is_as_recorded(played: tuple[Script, AtTheTable]) -> None:
    game, world = played
    said = named(world.papers)
    if os.environ.get("RETELL"):
        texts = {name: in_lines(octets) for name, octets in said.items()}
        keep(game.folder / "mails.mbox", texts)
    recorded = game.mails()
    assert list(said) == list(recorded)
    for name, octets in said.items():
        assert octets.decode() == recorded[name].decode(), name


def test_the_stories_are_as_recorded(played: tuple[Script, AtTheTable]) -> None:
    game, world = played
    with world.desk.db.transaction() as records:
        games = [(one, public_only(records.history(one.id))) for one in records.games()]
    for one, told in games:
        facts = known(one.tag, datasets.load("standard"), one.options, course(told, MONDAY))
        assert_recorded(game.folder / f"{one.tag}-story.txt", story(facts).body)


def test_the_last_positions_are_as_recorded(played: tuple[Script, AtTheTable]) -> None:
    game, world = played
    for tag, seen in world.positions.items():
        assert_recorded(game.folder / f"{tag}-end.txt", position_text.write(seen[-1][1]))


def assert_recorded(path: Path, text: str) -> None:
    if os.environ.get("RETELL"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_whoever_follows_the_list_knows_the_position_after_every_turn(
    played: tuple[Script, AtTheTable],
) -> None:
    _, world = played
    assert world.positions
    for events, position in chain(*world.positions.values()):
        followed = reduce(position_after, public_only(events), Position())
        assert position_text.write(followed) == position_text.write(position)
        assert followed == position


def test_the_list_hears_of_no_tile_before_its_gnome_names_it(
    played: tuple[Script, AtTheTable],
) -> None:
    _, world = played
    named_there = {"grog"}  # everybody can see who drinks, and the captain's stash
    told = {}
    for name, octets in world.papers:
        mail = parsed(octets)
        text = tiles_in(mail)
        if name.startswith("in-") and "List-Id" in mail:
            named_there |= text
        elif name == "out-public-business" and "held at the end" not in plain(mail):
            told[str(mail["Subject"])] = text - named_there
    assert not {subject: hidden for subject, hidden in told.items() if hidden}


def tiles_in(mail: EmailMessage) -> set[str]:
    return {name for name in ITEM_NAMES.values() if name in plain(mail)}


def plain(mail: EmailMessage) -> str:
    body = mail.get_body(("plain", "html"))
    assert body is not None
    return " ".join(str(body.get_content()).lower().split())


def test_it_comes_out_as_it_did_when_it_is_played_again(played: tuple[Script, AtTheTable]) -> None:
    _, world = played
    count = played_anew.Count()
    with world.desk.db.transaction() as records:
        assert list(played_anew.differences(world.desk, records, count)) == []
        assert count.games == len(records.games())
        assert count.turns == sum(len(records.turns(one.id)) for one in records.games())


def test_a_turn_of_the_season_costs_its_contestmasters_one_mail_of_one_word(
    finished: Callable[[Script], AtTheTable],
) -> None:
    (season,) = [one for one in GAMES if str(one) == "0002-a-season"]
    masters, roster = season.cast.contestmasters, Roster.of(settings_for("none", season.cast))
    turns, words, answers = 0, 0, []
    for name, octets in finished(season).papers:
        subject = str(parsed(octets)["Subject"])
        turns += name == "out-public-business" and "[Red November] Turn " in subject
        if name.removeprefix("in-") in masters:
            own = len(open_letter(octets, roster).message.text.split())
            words += own
            if re.search(r"\[rednov \w+\] Turn \d+: \w+$", subject):
                answers.append(own)
    late = 1  # the approval of somebody who was out of office by then
    assert turns > 20
    assert answers == [1] * (turns + late)
    assert words <= 3 * turns


def test_no_draft_is_left_open_and_no_mail_is_held(played: tuple[Script, AtTheTable]) -> None:
    _, world = played
    with world.desk.db.transaction() as records:
        assert records.open_drafts() == ()
        assert records.dispositions("hold") == ()


def test_the_recorded_games_show_their_wonders(played: tuple[Script, AtTheTable]) -> None:
    game, world = played
    missing = [name for name, shown in WONDERS[str(game)].items() if not shown(world)]
    assert not missing


def test_everybody_finds_the_luck_right_who_has_the_archive(
    played: tuple[Script, AtTheTable], tmp_path: Path
) -> None:
    """By the bot's own command, and by a script that shares no code with it; of form 2."""
    game, world = played
    for number, (name, octets) in enumerate(world.papers):
        if name == "out-public-business" or (name.startswith("in-") and b"List-Id" in octets):
            (tmp_path / f"{number:03d}.eml").write_bytes(octets)
    found = games.check(archive.read([tmp_path]), lambda _: datasets.load("standard"))
    assert len(found) == (1 if game.luck == FORM else 0)
    assert report.as_data(found)["agrees"] == (game.luck == FORM), report.in_words(found)
    script = [sys.executable, "-I", str(SCRIPT), str(tmp_path)]
    told = subprocess.run(script, capture_output=True, text=True, check=False)
    assert told.returncode == (0 if game.luck == FORM else 2), told.stdout
