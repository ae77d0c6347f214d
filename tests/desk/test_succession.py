"""The office passes on, with all that is hidden, in the middle of a game (§1, A83, A108)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rednov_bot.desk.contest import changing, office, succession
from rednov_bot.engine.gamestate import Limit
from rednov_bot.errors import CannotChange
from rednov_bot.papers import Draft, QueuedPosting
from tests.builders import BUSINESS, Table, a_table
from tests.desk.play import (
    MASTER,
    Postings,
    arrange,
    begun,
    code_in,
    draft,
    everything_public,
    forget_which_drafts_were_shown,
    kinds,
    numbered,
    open_codes,
    position,
    reply,
    say,
    start,
    subject_of,
    text_of,
    verdict,
    write,
)

DAN = "dan@post.example"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ann, Bob and Cat play; Dan is known, and plays not."""
    return begun(tmp_path, options={"event_choice": "orders+contestmaster"})


def hand_over(table: Table, to: str = "Dan") -> Draft:
    with table.desk.ledger.transaction() as records:
        return succession.hand_over(table.desk, records, to)


def handed_over(table: Table, to: str = "Dan") -> Postings:
    """The office passes on by the contestmaster's own word; what is mailed for it."""
    made = hand_over(table, to)
    table.news()
    return reply(table, made.code, "approve")


def taken_over(table: Table, to: str = "Dan") -> Postings:
    """The host gives the office to another."""
    with table.desk.ledger.transaction() as records:
        succession.take_over(table.desk, records, to)
    return table.news()


def contestmaster(table: Table) -> str:
    with table.desk.ledger.transaction() as records:
        return office.contest(table.desk, records).contestmaster


def flat(posting: QueuedPosting) -> str:
    return " ".join(text_of(posting).split())


def to_dan(news: Postings) -> Postings:
    return tuple(one for one in news if one.posting.to == DAN)


def jammed(table: Table) -> Draft:
    """Ann's turn draws Blocked Hatch: which hatch it is asks for the contestmaster's word."""
    arrange(table, deck=["blocked_hatch"], gnomes={"Ann": {"at": 1, "minutes": 40}})
    return draft(table, code_in(say(table, "Ann", "I fix the engine for 10 minutes.")))


def first_of(offered: Draft) -> str:
    assert offered.choice is not None
    return f"choose {offered.choice.candidates[0]}"


def test_the_office_passes_on_when_its_holder_approves(table: Table) -> None:
    made = hand_over(table)
    assert contestmaster(table) == MASTER
    assert [one.posting.to for one in table.news()] == ["pewterby@post.example"]
    news = reply(table, made.code, "approve")
    assert contestmaster(table) == "Dan"
    assert [one.posting.to for one in news] == [BUSINESS, DAN]
    assert "hands the office of contestmaster to Dan" in " ".join(everything_public(news).split())


def test_the_office_stays_where_the_handing_over_is_rejected(table: Table) -> None:
    made = hand_over(table)
    table.news()
    reply(table, made.code, "reject because I stay")
    assert contestmaster(table) == MASTER


def test_the_successor_learns_every_hand_and_the_list_none(table: Table) -> None:
    arrange(table, hands={"Ann": ("crowbar",), "Bob": ("coffee", "grog")})
    news = handed_over(table)
    (briefing,) = to_dan(news)
    assert "Ann holds a crowbar" in flat(briefing)
    assert "Bob holds a grog and a coffee" in flat(briefing)
    assert "turn 1 is awaited" in flat(briefing)
    assert "crowbar" not in everything_public(news)
    assert "crowbar" not in subject_of(briefing)


def test_the_successor_learns_of_a_hand_limit_and_not_of_the_order_of_the_deck(
    table: Table,
) -> None:
    arrange(table, hands={"Bob": ("coffee", "grog")}, limits={"Bob": Limit(1)})
    (briefing,) = to_dan(handed_over(table))
    assert "They must discard 1 item before their next turn" in flat(briefing)
    assert "event cards" in flat(briefing)
    assert "respite" not in flat(briefing).lower()


def test_an_open_draft_comes_to_the_successor_as_it_was_and_obeys_em_alone(table: Table) -> None:
    shown = say(table, "Ann")
    code = code_in(shown)
    before = next(one for one in shown if one.posting.kind == "draft")
    again = next(one for one in to_dan(handed_over(table)) if one.posting.kind == "draft")
    assert (subject_of(again), text_of(again)) == (subject_of(before), text_of(before))
    told = reply(table, code, "approve")
    assert verdict(table, code) is None
    assert kinds(told) == ["desk"]
    assert "decided by Dan alone" in flat(told[0])
    assert "public" in kinds(reply(table, code, "approve", who="Dan"))
    assert verdict(table, code) == "approved"


def test_a_choice_that_was_offered_is_the_successors_to_make(table: Table) -> None:
    offered = jammed(table)
    news = to_dan(handed_over(table))
    assert [offered.code in subject_of(one) for one in news] == [False, True]
    assert offered.code in text_of(news[0])
    reply(table, offered.code, first_of(offered))
    assert verdict(table, offered.code) is None
    reply(table, offered.code, first_of(offered), who="Dan")
    assert verdict(table, offered.code) == "chosen"


def test_a108_a_vanished_contestmaster_is_replaced_and_the_game_is_finished(table: Table) -> None:
    """Rehearsed from a game with an open line, a held choice and a pending hand limit."""
    arrange(table, hands={"Bob": ("coffee", "grog")}, limits={"Bob": Limit(1)})
    line = code_in(say(table, "Eve", "I join Red November."))
    offered = jammed(table)

    news = taken_over(table)
    assert contestmaster(table) == "Dan"
    assert {one.posting.to for one in news} == {DAN}
    assert kinds(news) == ["desk", "draft", "draft", "draft"]
    assert open_codes(table)[:2] == [line, offered.code]
    notice = open_codes(table)[2]

    drafted = reply(table, offered.code, first_of(offered), who="Dan")
    assert kinds(reply(table, code_in(drafted), "approve")) == ["desk"]
    assert "public" in kinds(reply(table, code_in(drafted), "approve", who="Dan"))
    told = everything_public(reply(table, notice, "approve", who="Dan"))
    assert "in Pewterby's place" in " ".join(told.split())
    assert "Eve joins" in everything_public(reply(table, line, "approve", who="Dan"))

    discarded = say(table, "Bob", "I discard the coffee.")
    assert [one.posting.to for one in discarded if one.posting.kind == "draft"] == [DAN]
    gone = {"minutes": 0, "at": 5}
    arrange(table, gnomes={"Ann": gone, "Bob": {"minutes": 1, "at": 5}, "Cat": gone})
    public = reply(table, code_in(say(table, "Bob")), "approve", who="Dan")
    assert position(table).ending is not None
    assert "keeping Red November for Dan" in everything_public(public)


@pytest.mark.parametrize(
    ("to", "code", "told"),
    [
        ("Ann", "IS_A_GNOME", "would see every hand"),
        ("Zed", "NO_SUCH_PERSON", "rednov.toml"),
        (MASTER, "AS_IT_IS", "already"),
    ],
)
def test_the_office_goes_to_nobody_who_may_not_have_it(
    table: Table, to: str, code: str, told: str
) -> None:
    with pytest.raises(CannotChange, match=told) as caught:
        hand_over(table, to)
    assert caught.value.code == code
    with pytest.raises(CannotChange):
        taken_over(table, to)
    assert contestmaster(table) == MASTER
    assert table.news() == ()


def test_a_killed_gnome_may_be_the_contestmaster(table: Table) -> None:
    arrange(table, gnomes={"Cat": {"fate": "killed", "minutes": 0, "at": 0}})
    handed_over(table, "Cat")
    assert contestmaster(table) == "Cat"


def test_a_successor_who_joins_the_crew_meanwhile_gets_no_hands(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob", "Cat", "Dan"))
    made = hand_over(table)
    opening = start(table, "Ann", "Bob", "Dan")
    reply(table, opening.code, "approve")
    table.news()
    told = reply(table, made.code, "approve")
    assert kinds(told) == ["desk"]
    assert "would see every hand" in flat(told[0])
    assert contestmaster(table) == MASTER


def test_an_opening_with_the_successor_as_a_gnome_is_not_posted(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob", "Cat", "Dan"))
    start(table, "Ann", "Bob", "Dan")
    with pytest.raises(CannotChange, match="is a gnome of RN1"):
        hand_over(table)


def test_between_games_there_is_nothing_hidden_to_tell(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    (briefing,) = to_dan(handed_over(table))
    assert "No game is being played" in flat(briefing)
    assert "WHAT EACH GNOME HOLDS" not in text_of(briefing)


def test_the_new_contestmaster_starts_the_next_game(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    handed_over(table)
    opening = start(table)
    assert [one.posting.to for one in table.news()] == [DAN]
    assert kinds(reply(table, opening.code, "approve", who="Dan"))[-1] == "public"


def test_a_deputy_who_becomes_the_contestmaster_is_deputy_no_more(tmp_path: Path) -> None:
    table = a_table(tmp_path, deputy="Dan")
    handed_over(table)
    with table.desk.ledger.transaction() as records:
        contest = office.contest(table.desk, records)
    assert (contest.contestmaster, contest.deputy) == ("Dan", None)


def test_a_new_deputy_who_decides_at_once_is_told_all_that_is_hidden(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob", MASTER), deputy="Dan")
    opening = start(table, "Ann", "Bob", MASTER, contestmaster_plays="on")
    reply(table, opening.code, "approve", who="Dan")
    with table.desk.ledger.transaction() as records:
        made = changing.name_deputy(table.desk, records, "Eve")
    table.news()
    news = reply(table, made.code, "approve", who="Dan")
    (briefing,) = (one for one in news if one.posting.to == "eve@post.example")
    assert "as the deputy of Pewterby and after Dan" in flat(briefing)
    assert "Pewterby holds" in flat(briefing)


def test_the_settings_count_no_more_once_the_office_was_handed_over(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    handed_over(table)
    again = a_table(tmp_path, contestmaster="Eve", people=("Ann", "Bob", "Cat", "Dan"))
    assert contestmaster(again) == "Dan"


def test_who_decides_nothing_and_answers_a_draft_is_told_who_does(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    told = reply(table, code, "approve", who="Bob")
    assert "decided by Pewterby alone" in flat(told[0])
    assert verdict(table, code) is None


def test_the_former_contestmaster_is_told_of_no_draft_by_status(table: Table) -> None:
    say(table, "Ann")
    handed_over(table)
    (told,) = write(table, MASTER, "status")
    assert re.search(r"\[rednov", text_of(told)) is None
    (told,) = write(table, "Dan", "status")
    assert re.search(r"\[rednov", text_of(told)) is not None


def test_nothing_of_the_game_changes_when_the_office_does(table: Table) -> None:
    before = numbered(table)
    handed_over(table)
    assert numbered(table) == before


def test_an_unknown_code_is_as_unknown_as_ever(table: Table) -> None:
    handed_over(table)
    told = reply(table, "ZZZZZZZ", "approve", who="Dan")
    assert "no such draft" in subject_of(told[0])


def test_a_deputy_does_not_hand_over_an_office_that_is_not_eirs(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob", "Pewterby"), deputy="Dan")
    made = start(table, "Ann", "Bob", "Pewterby", contestmaster_plays="on")
    table.news()
    reply(table, made.code, "approve", who="Dan")
    with (
        pytest.raises(CannotChange, match="only Pewterby can hand the office over"),
        table.desk.ledger.transaction() as records,
    ):
        succession.hand_over(table.desk, records, "Dan")


def test_a_draft_whose_mail_is_not_found_comes_to_the_successor_all_the_same(
    table: Table, tmp_path: Path
) -> None:
    code = code_in(say(table, "Ann"))
    made = hand_over(table)
    forget_which_drafts_were_shown(tmp_path)
    shown = [one for one in to_dan(reply(table, made.code, "approve")) if one.draft == code]
    assert len(shown) == 1
    assert f"[rednov {code}]" in subject_of(shown[0])
    assert "Ann's turn" in flat(shown[0])
