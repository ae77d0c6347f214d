"""Rulings withdrawn, and what rests on them: drafts, corrections, what was posted (§25, A96)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.contest import Ruling
from rednov_bot.desk.corrections import in_force
from rednov_bot.desk.desk import ongoing
from rednov_bot.engine.options import Options
from tests.builders import Table
from tests.desk.play import (
    MASTER,
    Postings,
    arrange,
    begun,
    code_in,
    draft,
    everything_public,
    kinds,
    only,
    open_codes,
    position,
    reply,
    say,
    text_of,
    verdict,
    write,
)

ELSEWHERE = 'read as "I open 5-6 and go in. I take no action." because 6 was meant'


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def told(news: Postings) -> str:
    """What the contestmaster is answered, in one line."""
    return flat(text_of(only(news, "desk")))


def shown(news: Postings) -> str:
    """What the draft says that e is answered by, in one line."""
    return flat(text_of(only(news, "draft")))


def flat(text: str) -> str:
    return " ".join(text.split())


def in_force_now(table: Table) -> list[int]:
    with table.desk.ledger.transaction() as records:
        return [one.number for one in in_force.in_force(records)]


def options_of_turn(table: Table, number: int) -> Options:
    """The options under which a turn is resolved."""
    with table.desk.ledger.transaction() as records:
        now = ongoing(table.desk, records)
        assert now is not None
        (taken,) = [one for one in records.turns(now.game.id) if one.number == number]
        return in_force.options_of(records, now.game, taken)


def rulings(table: Table) -> tuple[Ruling, ...]:
    with table.desk.ledger.transaction() as records:
        return records.rulings()


def ruled_and_posted(table: Table, how: str) -> None:
    """Ann's turn is overruled, and the draft made under ruling 1 approved."""
    news = reply(table, code_in(say(table, "Ann")), f"overrule: {how}")
    reply(table, code_in(news), "approve")


def corrected(table: Table) -> str:
    """Ann's resolved turn is ruled void; the code of the draft of the correction."""
    reply(table, code_in(say(table, "Ann")), "approve")
    return code_in(write(table, MASTER, "rewind turn 1: it is void because Ann was joking"))


# -- by mail ------------------------------------------------------------------------------------


def test_a_precedent_is_withdrawn_when_its_withdrawal_is_approved(table: Table) -> None:
    reply(table, code_in(write(table, MASTER, "ruling: sleepers trade (§11k)")), "approve")
    news = write(table, MASTER, "withdraw ruling 1 because nobody slept")
    assert kinds(news) == ["draft"]
    assert (
        "PLEASE NOTE What was decided by it stands; no draft reminds you of it any more."
        in shown(news)
    )
    assert in_force_now(table) == [1]
    posted = flat(everything_public(reply(table, code_in(news), "approve")))
    assert in_force_now(table) == []
    assert "Ruling 2 of the contestmaster, on §11k (§25): nobody slept." in posted
    assert 'Ruling 1 ("sleepers trade (§11k)") no longer holds from now on.' in posted
    assert "Decisions made under it stand until they are corrected." in posted


def test_a_withdrawn_ruling_is_listed_as_one(table: Table) -> None:
    reply(table, code_in(write(table, MASTER, "ruling: sleepers trade")), "approve")
    reply(table, code_in(write(table, MASTER, "withdraw ruling 1")), "approve")
    said = told(write(table, MASTER, "rulings\nmembers"))
    assert "Pewterby: sleepers trade (withdrawn by ruling 2)" in said
    assert "Pewterby: Ruling 1 is withdrawn >" in said


def test_a_ruling_that_is_not_there_cannot_be_withdrawn_and_nothing_changes(table: Table) -> None:
    news = write(table, MASTER, "withdraw ruling 7")
    assert "NOT DONE. Nothing was ruled: there is no ruling 7" in told(news)
    assert rulings(table) == ()


def test_a_ruling_is_withdrawn_once(table: Table) -> None:
    reply(table, code_in(write(table, MASTER, "ruling: sleepers trade")), "approve")
    first, second = (code_in(write(table, MASTER, "withdraw ruling 1")) for _ in range(2))
    reply(table, first, "approve")
    assert "ruling 1 is withdrawn already" in told(reply(table, second, "approve"))
    assert len(rulings(table)) == 2


def test_a_ruling_that_a_correction_only_proposes_is_rejected_with_it(table: Table) -> None:
    code = corrected(table)
    said = told(write(table, MASTER, "withdraw ruling 1"))
    assert f"ruling 1 holds only when draft {code} is approved; reject that" in said


def test_the_pending_turn_is_drafted_again_without_the_ruling(table: Table) -> None:
    first = draft(table, code_in(say(table, "Ann")))
    ruled = code_in(reply(table, first.code, f"overrule: {ELSEWHERE}"))
    news = write(table, MASTER, "withdraw ruling 1")
    assert "When you approve it, turn 1 is drafted again without the ruling." in shown(news)
    assert verdict(table, ruled) is None
    reply(table, code_in(news), "approve")
    assert verdict(table, ruled) == "superseded"
    (again,) = open_codes(table)
    assert draft(table, again).happenings == first.happenings


def test_an_option_that_a_ruling_set_is_as_before_for_turns_taken_from_then_on(
    table: Table,
) -> None:
    news = reply(table, code_in(say(table, "Ann")), "overrule: option wake = at_once because so")
    reply(table, code_in(news), "approve")
    say(table, "Bob")
    (old,) = open_codes(table)
    reply(table, code_in(write(table, MASTER, "withdraw ruling 1")), "approve")
    assert verdict(table, old) is None
    assert options_of_turn(table, 2).wake == "at_once"
    reply(table, old, "approve")
    say(table, "Cat")
    assert options_of_turn(table, 3).wake == Options().wake


def test_an_option_for_a_turn_is_as_before_for_that_turn(table: Table) -> None:
    news = reply(table, code_in(say(table, "Ann")), "overrule: option wake = at_once because so")
    ruled = code_in(news)
    assert options_of_turn(table, 1).wake == "at_once"
    reply(table, code_in(write(table, MASTER, "withdraw ruling 1")), "approve")
    assert verdict(table, ruled) == "superseded"
    assert options_of_turn(table, 1).wake == Options().wake


def test_a_ruling_without_which_the_pending_turn_would_be_void_is_not_withdrawn(
    table: Table,
) -> None:
    arrange(table, gnomes={"Ann": {"fainted": True}})
    reply(table, code_in(say(table, "Ann")), "overrule: it is valid because Ann was woken")
    before = rulings(table)
    said = told(write(table, MASTER, "withdraw ruling 1"))
    assert "without ruling 1 turn 1 would be no valid turn; overrule its draft void first" in said
    assert rulings(table) == before


@pytest.mark.parametrize(
    "how", [ELSEWHERE, "it is void because so", "heat 3 because so"], ids=["read", "void", "set"]
)
def test_what_was_posted_under_a_ruling_stands_and_e_is_told_how_to_rewind(
    table: Table, how: str
) -> None:
    ruled_and_posted(table, how)
    before = position(table)
    news = write(table, MASTER, "withdraw ruling 1")
    reply(table, code_in(news), "approve")
    assert position(table) == before
    words = "rewind turn 1: as it was because ruling 1 is withdrawn"
    assert f'write "{words}"; a draft shows you the difference first.' in shown(news)
    reply(table, code_in(write(table, MASTER, words)), "approve")
    ann = position(table).gnome("Ann")
    assert (ann.at, ann.minutes, position(table).heat) == (5, 38, 1)


def test_a_posted_correction_stands_and_e_is_told_how_to_set_it_right(table: Table) -> None:
    reply(table, corrected(table), "approve")
    news = write(table, MASTER, "withdraw ruling 1")
    assert "The correction of turn 1 that was posted under it stands" in shown(news)
    assert '"overrule: Ann 30 minutes because REASON"' in shown(news)
    reply(table, code_in(news), "approve")
    assert position(table).gnome("Ann").minutes == 39


# -- rejected drafts ----------------------------------------------------------------------------


def test_a_rejected_correction_is_asked_for_anew_and_leaves_no_ruling(table: Table) -> None:
    said = told(reply(table, corrected(table), "reject because e was not"))
    assert "If you want it after all, ask for it again in the same way as before." in said
    assert 'Reply "again"' not in said
    assert "uling" not in said
    assert in_force_now(table) == []


def test_a_rejected_draft_names_the_ruling_that_holds_on_and_how_it_is_withdrawn(
    table: Table,
) -> None:
    news = reply(table, code_in(say(table, "Ann")), f"overrule: {ELSEWHERE}")
    said = told(reply(table, code_in(news), "reject because of a comma"))
    assert 'Ruling 1, on which it rests, stays in force; "withdraw ruling 1" takes it' in said
    assert in_force_now(table) == [1]


def test_the_same_is_said_line_by_line(table: Table) -> None:
    news = reply(table, code_in(say(table, "Ann")), f"overrule: {ELSEWHERE}")
    said = told(reply(table, code_in(news), "reject because of a comma\nmembers"))
    assert "gets you a new draft. Ruling 1, on which it rests, stays in force;" in said


def test_a_rejected_draft_on_which_nothing_was_ruled_says_nothing_of_rulings(table: Table) -> None:
    assert "uling" not in told(reply(table, code_in(say(table, "Ann")), "reject because so"))


def test_a_correction_outlives_the_end_of_its_game(table: Table) -> None:
    arrange(table, gnomes={"Bob": {"minutes": 0}, "Cat": {"minutes": 1}})
    code = corrected(table)
    arrange(table, gnomes={"Ann": {"minutes": 0}})
    reply(table, code_in(say(table, "Cat")), "approve")
    assert position(table).ending is not None
    assert code in open_codes(table)
