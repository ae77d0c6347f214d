"""What the pages for spectators are made from: what the lists have got, and nothing before that."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as changed

from rednov_bot.core.errors import StoreUnreachable
from rednov_bot.core.models import Attempt, Outcome
from rednov_bot.core.render.spectators import GameMaterial, SiteMaterial
from rednov_bot.core.settings import PagesSettings
from rednov_bot.core.workflow import spectators
from rednov_bot.core.workflow.luck import revealing
from rednov_bot.games.red_november.render import site
from rednov_bot.games.red_november.render.site import steps
from tests.workflow.play import Table, begun, code_in, only, subject_of

TURN = "I open 5-7, go in and take no action."


def go(table: Table, outcome: Outcome = "accepted") -> None:
    """What is due is handed to a mail server, which says this of each mail for a list."""
    for _ in range(3):  # an opening waits for its notices
        with table.desk.db.transaction() as records:
            for one in records.begin_sending(table.clock.at, 100):
                came = outcome if one.kind == "public" else "accepted"
                at = table.clock.at
                tried = Attempt(message_id=one.message_id, at=at, outcome=came, reply="so it is")
                records.attempted(tried, one.number)


def material(table: Table) -> SiteMaterial:
    return table.do(spectators.material_of)


def game_of(table: Table) -> GameMaterial:
    (game,) = material(table).games
    return game


def titles(table: Table) -> list[str]:
    return [one.title for one in steps(game_of(table))]


def told_anew(table: Table, pages: PagesSettings) -> None:
    table.desk = replace(table.desk, settings=changed(table.desk.settings, pages=pages))


def test_what_is_told_has_gone_out_and_is_shown_with_its_place_in_the_archive(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path)
    assert material(table).games == ()
    forums = dict(table.desk.settings.forums)
    archive = "https://lists.example/{hash}?id={id}"
    forums["business"] = changed(forums["business"], archive=archive)
    table.desk = replace(table.desk, settings=changed(table.desk.settings, forums=forums))
    go(table)
    (opening,) = game_of(table).posted[0]
    assert opening.subject == "[Red November] A new game begins"
    hashed, _, name = opening.link.removeprefix("https://lists.example/").partition("?id=")
    assert (len(hashed), name) == (32, opening.message_id.strip("<>"))
    drafted = table.say("Ann", TURN)
    made = dict(site.files(material(table)))
    assert "goes into room 7" not in made["rn1/1.html"].decode()
    table.reply(code_in(drafted), "approve")
    for outcome in ("deferred", "accepted"):  # nor is what no server has taken
        assert titles(table) == ["The opening", "Turn 1: Ann"]
        game = game_of(table)
        assert steps(game)[-1].awaits
        assert game.facts.position.gnome("Ann").at == 5
        go(table, outcome)  # type: ignore[arg-type]
        table.clock.forward(hours=24)
    game = game_of(table)
    assert not steps(game)[-1].awaits
    assert game.facts.position.gnome("Ann").at == 7
    ruling = only(table.write("Pewterby", "rule that a wet hatch is no hatch (§10c)"), "draft")
    table.reply(code_in((ruling,)), "approve")
    assert material(table).contest.rulings == ()
    go(table)
    assert [one.number for one in material(table).contest.rulings] == [1]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    at = begun(tmp_path)
    go(at)
    return at


def test_hands_are_opened_when_the_game_is_over_and_the_tiles_are_told(table: Table) -> None:
    table.arrange(hands={"Ann": ("coffee", "grog"), "Bob": ("aqualung",)})
    table.ended()
    go(table)
    game = game_of(table)
    assert game.facts.ended is not None
    assert (game.proofs, game.hands) == ((), None)
    table.reply(table.code_of("secret"), "approve")
    go(table)
    game = game_of(table)
    assert len(game.proofs) == 1  # the dice are told, and no tiles
    assert game.hands is None
    tiles = table.do(revealing.reveal, tiles=True)
    table.reply(tiles.code, "approve")
    assert game_of(table).hands is None
    go(table)
    game = game_of(table)
    assert game.hands is not None
    assert game.hands.held[-1]["Bob"] == ("aqualung",)
    page = dict(site.files(material(table)))[f"rn1/{len(steps(game)) - 1}.html"].decode()
    assert "an aqualung" in page


def test_the_service_writes_them_where_the_settings_say(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(tmp_path.rglob("*"))
    spectators.bring_up_to_date(table.desk)
    assert sorted(tmp_path.rglob("*")) == before  # without a folder nothing
    folder = tmp_path / "site"
    told_anew(table, PagesSettings(folder=str(folder)))

    def away(*_: object) -> SiteMaterial:
        raise StoreUnreachable("the database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(spectators, "material_of", away)
        spectators.bring_up_to_date(table.desk)  # a database that is away stops nothing
    assert not folder.exists()
    spectators.bring_up_to_date(table.desk)
    assert "RN1" in (folder / "index.html").read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_written_stops_nothing_and_is_logged_once(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    told_anew(table, PagesSettings(folder="/proc/rednov-pages"))
    for _ in range(2):
        spectators.bring_up_to_date(table.desk)
    (said,) = [one.getMessage() for one in caplog.records if "pages in" in one.getMessage()]
    assert said.startswith("the pages in /proc/rednov-pages cannot be written (/proc/rednov-pages")
    assert "name another in [pages] folder" in said
    assert len(said.splitlines()) == 1


def test_what_the_contestmaster_settles_is_waited_for_no_longer(table: Table) -> None:
    table.resolve("Ann", TURN)
    go(table, "unknown")
    table.clock.forward(minutes=61)
    (asked,) = [one for one in table.rounds() if "Turn 1" in subject_of(one)]
    table.reply(code_in((asked,)), "reject because I have mailed the list myself")
    assert not steps(game_of(table))[-1].awaits
    table.resolve("Bob")
    go(table)
    assert titles(table)[-1] == "Turn 2: Bob"
