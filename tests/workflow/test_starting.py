"""The opening of a game: drafted, approved, posted (§4, §5; S01-S03, S143)."""

from __future__ import annotations

from email.utils import getaddresses
from pathlib import Path

import pytest

from rednov_bot.core.errors import CannotStart
from rednov_bot.core.models import Draft, Game
from rednov_bot.core.render.luck_pages import HEADING, NOTICE_HEADING, parted
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import scheduler
from tests.workflow.play import (
    MASTER,
    Table,
    a_table,
    begun,
    code_in,
    kinds,
    opened,
    subject_of,
    text_of,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_table(tmp_path)


def crew(table: Table, made: Draft) -> tuple[str, ...]:
    assert made.game is not None
    with table.desk.db.transaction() as records:
        return records.game(made.game).gnomes


def test_s01_approving_posts_the_bytes_that_were_shown(table: Table) -> None:
    made = table.start()
    (drafted,) = table.news()
    assert opened(drafted)["To"].addresses[0].addr_spec == "pewterby@post.example"
    with pytest.raises(CannotStart, match=made.code):
        table.start()
    assert table.read(lambda records: records.gamestate(records.games()[0].id)) is None
    shown = text_of(drafted)
    sent = table.reply(made.code, "approve")
    assert kinds(sent) == ["private", "private", "private", "public"]
    pages = {page.to: page for page in table.draft(made.code).pages}
    for one in sent:
        page = pages[one.posting.to]
        assert (opened(one)["Subject"], text_of(one)) == (page.subject, page.body)
        assert page.subject in shown
        heading = HEADING if one.posting.kind == "public" else NOTICE_HEADING
        assert all(part in shown for part in parted(text_of(one), heading))
    for one in sent[:3]:
        mail = opened(one)
        assert len(getaddresses(mail.get_all("To", []))) == 1
        assert mail.get_all("Cc") is mail.get_all("Bcc") is None
        others = {"ann", "bob", "cat"} - {one.posting.to.partition("@")[0]}
        assert not any(f"{other}@" in one.posting.octets.decode() for other in others)
    assert table.numbered()[0] == 1
    assert [gnome.minutes for gnome in table.position().gnomes] == [60, 60, 60]
    with pytest.raises(CannotStart) as caught:
        table.start()
    assert caught.value.code == "GAME_ONGOING"


def test_a_deputy_who_decides_is_not_dealt_in(tmp_path: Path) -> None:
    """A83: they see every hand."""
    table = a_table(tmp_path, contestants=("Ann", "Bob", MASTER), deputy="Ann")
    with pytest.raises(CannotStart, match=r"Ann is the deputy .* cannot play"):
        table.start("Ann", "Bob", MASTER, contestmaster_plays="on")
    assert table.open_codes() == []


# -- an opening that was rejected (A95) -----------------------------------------------------------


@pytest.fixture
def rejected(tmp_path: Path) -> Table:
    """The only opening there was is rejected."""
    rejected = a_table(tmp_path)
    rejected.reply(rejected.start().code, "reject because the crew is wrong")
    return rejected


def games(rejected: Table) -> tuple[Game, ...]:
    return rejected.read(UnitOfWork.games)


def test_other_options_buy_nobody_another_luck(rejected: Table) -> None:
    """A95: the next game has one tag and one secret, however often it is started otherwise."""
    first = rejected.start()
    rejected.reply(first.code, "reject")
    for option in ("multi_tokens", "x_needs_change"):
        made = rejected.start(**{option: "on"})
        assert made.game != first.game
        assert made.about == "Opening of RN1"
        assert made.events == first.events
        rejected.reply(made.code, "reject")
    made = rejected.start(drew_items="on")
    assert "drafts 5" in made.pages[0].body
    rejected.reply(made.code, "approve")
    assert [game.tag for game in games(rejected)] == ["RN1"] * 4
    with rejected.desk.db.transaction() as records:
        assert records.game_called("RN1") == records.latest_game()
        assert records.unopened_games() == ()


def second(folder: Path) -> Table:
    """RN1 is over, and the opening of RN2 was rejected."""
    rejected = begun(folder, options={"queue_early_turns": "on"})
    rejected.ended()
    rejected.reply(rejected.start(queue_early_turns="on").code, "reject because")
    assert [game.tag for game in games(rejected)] == ["RN1", "RN2"]
    assert rejected.position().ending is not None
    return rejected


@pytest.mark.parametrize("is_second", [False, True])
def test_nothing_of_a_game_happens_in_it(rejected: Table, tmp_path: Path, is_second: bool) -> None:
    if is_second:
        (tmp_path / "second").mkdir()
        rejected = second(tmp_path / "second")
    rejected.news()
    for _ in range(2):
        news = rejected.say("Ann")
        assert kinds(news) == ["receipt", "draft"]
        assert "No game is ongoing" in text_of(news[0])
        assert rejected.draft(code_in(news)).game is None
    assert "No game is ongoing" in text_of(rejected.write("Cat", "I take no action.")[0])
    assert "has no effect" in subject_of(rejected.say("Ann", "I discard a grog.")[0])
    assert "has no effect" in subject_of(rejected.say("Ann", "In return I give Bob 1 item.")[0])
    scheduler.make_rounds(rejected.desk)
    with rejected.desk.db.transaction() as records:
        assert scheduler.draft_again(rejected.desk, records) is None
        assert records.gamestate(records.games()[-1].id) is None
    rejected.say("Dan", "I join Red November.")
    rejected.say("Cat", "I leave Red November.")
    with rejected.desk.db.transaction() as records:
        assert records.contestants() == ("Ann", "Bob", "Dan")
    made = rejected.start("Dan", "Bob", "Ann")
    rejected.reply(made.code, "approve")
    assert [gnome.name for gnome in rejected.position().gnomes] == ["Dan", "Bob", "Ann"]
    assert "is taken" in subject_of(rejected.say("Ann")[0])
