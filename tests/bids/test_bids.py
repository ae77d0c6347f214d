"""A game of sealed bids is played by mail from start to end, and core knows no line of it."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest

import rednov_bot.core
from rednov_bot.bootstrap import SystemClock
from rednov_bot.core.errors import SettingsError
from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.settings import GameSettings
from rednov_bot.core.workflow.restoring import played_anew
from rednov_bot.games.base import load
from tests.bids.game import GAME, PATIENCE, Bid, Sealed, State
from tests.builders import BUSINESS, address_of, private_mail
from tests.cli.shell import SETTINGS, Shell
from tests.workflow import play
from tests.workflow.play import MASTER, Postings, Table, code_in, flat, kinds, only, text_of

KIND = "tests.bids.game"
NAMES = ("Ann", "Bob", "Cat")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game of Ann, Bob and Cat has begun."""
    made = play.a_table(tmp_path, game=GameSettings(kind=KIND))
    play.reply(made, play.start(made, *NAMES).code, "approve")
    return made


@pytest.fixture
def shell(
    table: Table,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Shell:
    """The commands of the host, at the database of the table and by its clock."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(SystemClock, "now", lambda _: table.clock.now())
    shell = Shell(tmp_path, capsys)
    settings = SETTINGS + f'\n[game]\nkind = "{KIND}"\n'
    shell.config.write_text(settings, encoding="utf-8")
    return shell


def bid(table: Table, **coins: int) -> Postings:
    """Everybody bids, a minute after the other; what is queued for the last bid."""
    told: Postings = ()
    for name, one in coins.items():
        table.clock.forward(minutes=1)
        told = table.write(name, f"I bid {one}.")
    return told


def a_round(table: Table, **coins: int) -> Postings:
    """A round is bid and approved; what is queued for the approval."""
    return table.reply(code_in(bid(table, **coins)), "approve")


def to(postings: Postings, name: str) -> list[QueuedPosting]:
    return [one for one in postings if one.posting.to == address_of(name)]


def standing(table: Table) -> dict[str, tuple[int, int]]:
    """Points and coins."""
    state: Any = table.present()
    assert isinstance(state, State)
    return {seat.name: (seat.points, seat.coins) for seat in state.position.seats}


# -- the game from start to end -------------------------------------------------------------------


def test_the_opening_is_drafted_and_posted_when_it_is_approved(tmp_path: Path) -> None:
    table = play.a_table(tmp_path, game=GameSettings(kind=KIND))
    draft = play.start(table, *NAMES)
    (shown,) = table.news()
    assert shown.posting.to == address_of(MASTER)
    assert "Cat has 0 points, and 20 coins left." in text_of(shown)
    (posted,) = table.reply(draft.code, "approve")
    assert (posted.posting.kind, posted.posting.to) == ("public", BUSINESS)
    assert play.subject_of(posted) == "[Red November] SB1 begins"


def test_five_rounds_are_played_and_the_winner_is_awarded_the_pot(table: Table) -> None:
    told = a_round(table, Ann=7, Bob=3, Cat=0)
    (posted,) = told
    assert play.opened(posted)["In-Reply-To"] is None
    assert play.opened(posted)["Auto-Submitted"] is None
    assert posted.posting.to == BUSINESS
    for said in ("Ann bid 7.", "Bob bid 3.", "Cat bid 0.", "Ann wins the point, and pays 7."):
        assert said in text_of(posted)
    assert "nobody wins the point" in text_of(*a_round(table, Ann=2, Bob=2, Cat=1))
    a_round(table, Ann=0, Bob=1, Cat=0)
    a_round(table, Ann=0, Bob=0, Cat=20)
    assert standing(table) == {"Ann": (1, 13), "Bob": (1, 19), "Cat": (1, 0)}
    told = a_round(table, Ann=13, Bob=12, Cat=0)
    assert standing(table)["Ann"] == (2, 0)
    assert "The game is over." in text_of(only(told, "public"))
    drafts = {play.subject_of(one): text_of(one) for one in told if one.posting.kind == "draft"}
    award = next(text for subject, text in drafts.items() if "Points for SB1" in subject)
    assert "Pewterby awards Ann 12 Y points for winning" in award
    assert any("The story of SB1" in subject for subject in drafts)
    (posted,) = table.reply(table.code_of("award"), "approve")
    assert posted.posting.to == BUSINESS
    assert table.read(lambda it: it.is_over(it.games()[0].id))
    refused = table.write("Ann", "I bid 0.")
    assert "no game is being played" in flat(*refused).lower()


def test_who_are_equal_at_the_end_share_the_pot(table: Table) -> None:
    for coins in ({"Ann": 1}, {"Bob": 1}, {"Ann": 1}, {"Bob": 1}):
        a_round(table, **(dict.fromkeys(NAMES, 0) | coins))
    a_round(table, Ann=0, Bob=0, Cat=0)
    table.reply(table.code_of("award"), "approve")
    text = text_of(last_posting(table))
    assert "Ann 6 Y points" in text
    assert "Bob 6 Y points" in text


def last_posting(table: Table) -> QueuedPosting:
    """The last posting on the list."""
    return [one for one in table.read(lambda it: it.outbox()) if one.posting.kind == "public"][-1]


# -- bids -----------------------------------------------------------------------------------------


def test_a_bid_is_confirmed_to_its_author_alone_and_may_be_changed(table: Table) -> None:
    (receipt,) = table.write("Ann", "I bid 7.")
    assert (receipt.posting.kind, receipt.posting.to) == ("receipt", address_of("Ann"))
    assert "You bid 7 in round 1." in text_of(receipt)
    (receipt,) = table.write("Ann", "I bid 9.")
    assert receipt.posting.to == address_of("Ann")
    assert "Your bid of 7 does not count any more." in text_of(receipt)
    (posted,) = a_round(table, Bob=8, Cat=1)
    assert "Ann bid 9." in text_of(posted)


@pytest.mark.parametrize("coins", [21, 999_999])
def test_a_bid_too_high_is_refused_to_its_author_alone(table: Table, coins: int) -> None:
    (refused,) = table.write("Bob", f"I bid {coins}.")
    assert refused.posting.to == address_of("Bob")
    assert f"You bid {coins}, and have 20 coins left (rule 1)." in text_of(refused)
    bid(table, Ann=1, Cat=1)
    assert table.open_codes() == []  # for Bob has not bid


def test_all_that_is_left_may_be_bid_and_no_more(table: Table) -> None:
    a_round(table, Ann=13, Bob=0, Cat=0)
    assert "have 7 coins left" in flat(*table.write("Ann", "I bid 8."))
    assert "You bid 7 in round 2." in flat(*table.write("Ann", "I bid 7."))


def test_who_does_not_play_cannot_bid(table: Table) -> None:
    (refused,) = table.write("Dan", "I bid 1.")
    assert refused.posting.to == address_of("Dan")
    assert "Dan does not play (rule 1)" in text_of(refused)
    assert table.read(lambda it: it.noted_orders(it.games()[0].id)) == {}


def test_a_bid_on_the_list_is_none(table: Table) -> None:
    assert table.say("Ann", "I bid 7.") == ()
    assert table.read(lambda it: it.noted_orders(it.games()[0].id)) == {}


def test_a_bid_of_one_round_does_not_count_in_the_next(table: Table) -> None:
    a_round(table, Ann=7, Bob=3, Cat=0)
    told = bid(table, Ann=1, Bob=2)
    assert "draft" not in kinds(told)
    table.clock.forward(hours=48)
    (posted,) = table.reply(code_in(table.rounds()), "approve")
    assert "Cat bid 0." in text_of(posted)


# -- the end of a round ---------------------------------------------------------------------------


def test_a_round_ends_by_the_last_bid(table: Table) -> None:
    assert "draft" not in kinds(bid(table, Ann=7, Bob=3))
    told = table.write("Cat", "I bid 0.")
    assert sorted(kinds(told)) == ["draft", "receipt"]
    (taken,) = table.read(lambda it: it.turns(it.games()[0].id))
    assert (taken.number, taken.player, taken.mail) == (1, "everybody", None)
    assert (taken.message_id, taken.digest) == (None, "-")


def test_a_round_ends_by_its_deadline_and_who_has_not_bid_bids_nothing(table: Table) -> None:
    bid(table, Ann=7, Bob=3)
    table.clock.forward(hours=47, minutes=47)
    assert "draft" not in kinds(table.rounds())
    table.clock.forward(minutes=11)  # the clock is looked at every ten minutes
    told = table.rounds()
    assert kinds(told) == ["draft"]
    (posted,) = table.reply(code_in(told), "approve")
    assert play.opened(posted)["In-Reply-To"] is None
    assert play.missing(posted, "Ann bid 7.", "Bob bid 3.", "Cat bid 0.") == []
    assert table.rounds() == ()  # the next one has just begun


def test_the_deadline_waits_until_all_mail_is_heard(table: Table) -> None:
    table.clock.forward(hours=49)
    assert "draft" not in kinds(table.rounds(heard=False))
    assert "draft" in kinds(table.rounds())


def test_a_bid_that_arrived_in_time_counts_though_it_is_handled_later(table: Table) -> None:
    bid(table, Ann=7, Bob=3)
    mail = private_mail("Cat", "I bid 9.\n", date=table.clock.at)
    arrived = table.clock.at + PATIENCE / 2
    table.clock.forward(hours=60)
    told = table.receive_of((arrived, mail))
    (posted,) = table.reply(code_in(told), "approve")
    assert "Cat bid 9." in text_of(posted)


def test_a_bid_that_arrived_too_late_ends_the_round_and_is_refused(table: Table) -> None:
    bid(table, Ann=7, Bob=3)
    table.clock.forward(hours=49)
    told = table.write("Cat", "I bid 9.")
    assert "The round is over, and is not yet revealed (rule 2)." in flat(*to(told, "Cat"))
    (posted,) = table.reply(code_in(told), "approve")
    assert "Cat bid 0." in text_of(posted)


def test_a_bid_while_the_draft_waits_changes_nothing(table: Table) -> None:
    code = code_in(bid(table, Ann=7, Bob=3, Cat=0))
    assert "The round is over" in flat(*table.write("Cat", "I bid 20."))
    table.clock.forward(minutes=1)
    game = table.read(lambda it: it.games()[0].id)
    # Nor would orders that came in another way: those count that were there when it was drafted.
    table.read(lambda it: it.note_orders(game, "Cat", Sealed(1, 20), table.clock.at))
    table.reply(code, "reject because I look at it again")
    again = table.reply(code, "again")
    (posted,) = table.reply(code_in(again), "approve")
    assert "Cat bid 0." in text_of(posted)


# -- nobody learns a bid before the reveal --------------------------------------------------------


COINS = {"Ann": 13, "Bob": 17, "Cat": 19}
_NAMED = re.compile(r"\b(?:13|17|19)\b")


def told_of(text: str) -> list[str]:
    """What a text tells of the bids; moments and Message-IDs tell none."""
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.+]+|<\S+@\S+>|\d\d:\d\d(?::\d\d)?", "", text)
    return _NAMED.findall(text)


def test_nobody_else_reads_a_bid_before_it_is_revealed(
    table: Table, shell: Shell, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    every: list[QueuedPosting] = []
    for name, coins in COINS.items():
        every += table.write(name, f"I bid {coins}.")
        for reader in ("Bob", MASTER):
            every += table.write(reader, "status")
    every += table.write(MASTER, "hands")
    every += table.write(MASTER, "report position")
    table.clock.forward(hours=40)
    every += table.rounds()
    for one in every:
        own = [str(coins) for name, coins in COINS.items() if one.posting.to == address_of(name)]
        told = told_of(f"{play.subject_of(one)}\n{text_of(one)}")
        assert set(told) <= set(own), text_of(one)
    assert "draft" in kinds(tuple(every))
    commands = ["show", "games", "status", "drafts", "duties", "standing", "report position"]
    said = [shell(command, *more) for command in commands for more in ((), ("--json",))]
    said += [shell("mails"), shell("outbox")]
    said += [shell("mails show", number, "--json") for number in ("2", "5", "8")]
    for answer in said:
        assert answer.code == 0, answer
        assert told_of(answer.out + answer.err) == [], answer
    for secret in (("show",), ("mails show", "2")):
        refused = shell(*secret, "--secret", "--json")
        assert (refused.code, told_of(refused.out + refused.err)) == (1, [])
    settings = shell.config.read_text(encoding="utf-8")  # and when the bot has moved since
    shell.config.write_text(settings.replace("rednov@bots.example", "moved@bots.example"), "utf-8")
    refused = shell("mails show", "2", "--secret")
    assert (refused.code, told_of(refused.out + refused.err)) == (1, [])
    assert told_of("\n".join(one.getMessage() for one in caplog.records)) == []
    (posted,) = table.reply(table.code_of("resolution"), "approve")
    assert play.missing(posted, "Ann bid 13.", "Bob bid 17.", "Cat bid 19.") == []


def test_a_bid_hides_itself_where_it_is_printed() -> None:
    assert told_of(f"{Bid(13)!r} {Sealed(1, 13)!r}") == []


# -- the host -------------------------------------------------------------------------------------


def test_the_host_is_shown_the_game(table: Table, shell: Shell) -> None:
    a_round(table, Ann=7, Bob=3, Cat=0)
    assert "Ann has 1 points, and 13 coins left." in shell("show").out
    assert json.loads(shell("show", "--json").out)["seats"][0]["coins"] == 13
    assert "SB1  under way, turn 2 is awaited" in shell("games").out
    bid(table, Ann=1, Bob=2, Cat=3)
    assert "turn 2 by everybody is to be resolved" in shell("games").out
    assert "SB1: turn 2, everybody's, awaits its resolution" in flat(*table.write("Ann", "status"))
    assert "Turn 2: everybody" in flat(*table.write(MASTER, "status"))


def test_the_bot_is_started_again_in_the_middle(table: Table) -> None:
    bid(table, Ann=7, Bob=3)
    table.restarted()
    code = code_in(table.write("Cat", "I bid 1."))
    table.restarted()
    (posted,) = table.reply(code, "approve")
    assert play.missing(posted, "Ann bid 7.", "Bob bid 3.", "Cat bid 1.") == []
    table.clock.forward(hours=47)
    table.restarted()
    assert "draft" not in kinds(table.rounds())
    table.clock.forward(hours=1)
    table.restarted()
    assert "draft" in kinds(table.rounds())


def test_another_program_plays_the_same_game_again(table: Table) -> None:
    a_round(table, Ann=7, Bob=3, Cat=0)
    bid(table, Ann=1, Bob=2, Cat=3)
    count = played_anew.Count()
    with table.desk.db.transaction() as records:
        assert list(played_anew.differences(table.desk, records, count)) == []
    assert (count.games, count.turns) == (1, 2)


@pytest.mark.parametrize("kind", ["tests.bids.nothing", "os.path", "chess", ".game", ""])
def test_a_game_that_is_not_there_is_no_setting(tmp_path: Path, kind: str) -> None:
    with pytest.raises(SettingsError, match="there is no game"):
        play.a_table(tmp_path, game=GameSettings(kind=kind))


def test_a_fault_within_a_game_is_told_as_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    for name, line, fault in (
        ("lacking", "import lack", ModuleNotFoundError),
        ("faulty", "BOARD = {}['standard']", KeyError),
    ):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "game.py").write_text(f"{line}\n", encoding="utf-8")
        with pytest.raises(fault):
            load(f"{name}.game")


def test_core_does_not_know_the_game() -> None:
    core = Path(rednov_bot.core.__file__).parent
    known = re.compile(r"tests.bids|sealed.?bids", re.IGNORECASE)
    sources = [one.read_text(encoding="utf-8") for one in core.rglob("*.py")]
    assert len(sources) > 100
    assert not any(known.search(one) for one in sources)
    assert GAME.kind == KIND
