"""What the pages for spectators are made from: what the lists have got, and nothing before that."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as changed

from rednov_bot.core.errors import StoreUnreachable
from rednov_bot.core.models import Attempt, Outcome
from rednov_bot.core.settings import PagesSettings
from rednov_bot.core.web import site
from rednov_bot.core.web.material import SiteMaterial
from rednov_bot.core.web.site import steps
from rednov_bot.core.workflow.luck import revealing
from rednov_bot.core.workflow.reports import spectators
from rednov_bot.core.workflow.scheduler import batches
from rednov_bot.games.red_november.render.wording import ITEM_NAMES
from tests.builders import Table
from tests.workflow.play import arrange, begun, code_in, only, reply, say, subject_of, write

TURN = "I open 5-7, go in and take no action."


def go(table: Table, outcome: Outcome = "accepted") -> None:
    """What is due is handed to a mail server, which says this of each mail for a list."""
    for _ in range(3):  # an opening waits for its notices
        with table.desk.db.transaction() as records:
            for one in records.begin_sending(table.clock.at, 100):
                came = outcome if one.kind == "public" else "accepted"
                tried = Attempt(
                    message_id=one.message_id, at=table.clock.at, outcome=came, reply="so it is"
                )
                records.attempted(tried, one.number)


def material(table: Table) -> SiteMaterial:
    with table.desk.db.transaction() as records:
        return spectators.material_of(table.desk, records)


def ended(table: Table) -> None:
    """The last turn is resolved, and all three win."""
    arrange(table, gnomes={"Ann": {"minutes": 0}, "Bob": {"minutes": 0}, "Cat": {"minutes": 1}})
    reply(table, code_in(say(table, "Cat")), "approve")


def titles(table: Table) -> list[str]:
    (game,) = material(table).games
    return [one.title for one in steps(game)]


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
    (game,) = material(table).games
    (opening,) = game.posted[0]
    assert opening.subject == "[Red November] A new game begins"
    name = opening.message_id.strip("<>")
    hashed = opening.link.removeprefix("https://lists.example/").partition("?")[0]
    assert opening.link.endswith(f"?id={name}")
    assert len(hashed) == 32
    drafted = say(table, "Ann", TURN)
    made = dict(site.files(material(table)))
    assert "goes into room 7" not in made["rn1/1.html"].decode()
    reply(table, code_in(drafted), "approve")
    for _ in range(2):  # nor is what no server has taken
        assert titles(table) == ["The opening", "Turn 1: Ann"]
        (game,) = material(table).games
        assert steps(game)[-1].awaits
        assert game.facts.position.gnome("Ann").at == 5
        go(table, "deferred")
        table.clock.forward(hours=24)
    go(table)
    (game,) = material(table).games
    assert not steps(game)[-1].awaits
    assert game.facts.position.gnome("Ann").at == 7
    ruling = only(write(table, "Pewterby", "rule that a wet hatch is no hatch (§10c)"), "draft")
    reply(table, code_in((ruling,)), "approve")
    assert material(table).contest.rulings == ()
    go(table)
    assert [one.number for one in material(table).contest.rulings] == [1]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    at = begun(tmp_path)
    go(at)
    return at


def test_hands_are_opened_when_the_game_is_over_and_the_tiles_are_told(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee", "grog"), "Bob": ("aqualung",)})
    ended(table)
    go(table)
    (game,) = material(table).games
    assert game.facts.ended is not None
    assert (game.proofs, game.hands) == ((), None)
    with table.desk.db.transaction() as records:
        (dice,) = [one for one in records.open_drafts() if one.kind == "secret"]
    reply(table, dice.code, "approve")
    go(table)
    (game,) = material(table).games
    assert len(game.proofs) == 1  # the dice are told, and no tiles
    assert game.hands is None
    with table.desk.db.transaction() as records:
        tiles = revealing.reveal(table.desk, records, tiles=True)
    reply(table, tiles.code, "approve")
    assert material(table).games[0].hands is None
    go(table)
    (game,) = material(table).games
    assert game.hands is not None
    assert game.hands.held[-1]["Bob"] == ("aqualung",)
    page = dict(site.files(material(table)))[f"rn1/{len(steps(game)) - 1}.html"].decode()
    assert "an aqualung" in page


def test_no_page_names_a_tile_that_somebody_only_holds(table: Table) -> None:
    arrange(table, hands={"Ann": ("diving_gun",), "Bob": ("lucky_charm",), "Cat": ("coffee",)})
    reply(table, code_in(say(table, "Ann", "I open 5-8, go in and draw 2 items.")), "approve")
    go(table)

    for name, octets in site.files(material(table)):
        if name == "rules.html":  # tells of every item, whoever holds what
            continue
        if name.endswith((".html", ".json", ".xml", ".svg")):
            told = octets.decode().lower()
            assert not [item for item in ITEM_NAMES.values() if item in told.replace("grog", "")], (
                name
            )


def test_the_service_writes_them_where_the_settings_say(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(tmp_path.rglob("*"))
    spectators.bring_up_to_date(table.desk)
    assert sorted(tmp_path.rglob("*")) == before  # without a folder nothing
    folder = tmp_path / "site"
    pages = PagesSettings(folder=str(folder))
    table.desk = replace(table.desk, settings=changed(table.desk.settings, pages=pages))

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
    pages = PagesSettings(folder="/proc/rednov-pages")
    table.desk = replace(table.desk, settings=changed(table.desk.settings, pages=pages))
    spectators.bring_up_to_date(table.desk)
    spectators.bring_up_to_date(table.desk)
    (said,) = [one.getMessage() for one in caplog.records if "pages in" in one.getMessage()]
    assert said.startswith("the pages in /proc/rednov-pages cannot be written (/proc/rednov-pages")
    assert "name another in [pages] folder" in said
    assert len(said.splitlines()) == 1


def test_a_ruling_is_told_when_its_posting_has_gone_out(table: Table) -> None:
    news = write(table, "Pewterby", "rule that a wet hatch is no hatch (§10c)")
    reply(table, code_in(news), "approve")
    assert material(table).contest.rulings == ()
    go(table)
    assert [one.number for one in material(table).contest.rulings] == [1]


def test_what_the_contestmaster_settles_is_waited_for_no_longer(table: Table) -> None:
    reply(table, code_in(say(table, "Ann", TURN)), "approve")
    go(table, "unknown")
    table.clock.forward(minutes=61)
    batches.make_rounds(table.desk)
    (asked,) = [one for one in table.news() if "Turn 1" in subject_of(one)]
    reply(table, code_in((asked,)), "reject because I have mailed the list myself")
    (game,) = material(table).games
    assert not steps(game)[-1].awaits

    reply(table, code_in(say(table, "Bob", "I take no action.")), "approve")
    go(table)
    assert titles(table)[-1] == "Turn 2: Bob"
