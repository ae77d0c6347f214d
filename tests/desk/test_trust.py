"""A mail that is held is released by its author or by the contestmaster, and counts once."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk.contest import office
from rednov_bot.desk.restoring import replaying
from rednov_bot.errors import CannotReplay
from rednov_bot.papers import PaperId
from tests.builders import Table, list_mail, private_mail
from tests.desk.forgeries import FOREIGN, OF_ANN, REFUSED, approval, by_list, guarded, results
from tests.desk.play import (
    begun,
    code_in,
    filed,
    kinds,
    open_codes,
    position,
    reply,
    say,
    text_of,
    verdict,
    write,
)
from tests.desk.test_forgeries import code_of_question


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return guarded(begun(tmp_path))


def flat(table: Table, news: object) -> str:
    assert isinstance(news, tuple)
    return " ".join(" ".join(map(text_of, news)).split())


def held(table: Table) -> tuple[int, str]:
    """A turn in Ann's name that is held: its number, and the code of the question."""
    code = code_of_question(table.receive(by_list(FOREIGN)))
    table.clock.forward(hours=5)
    return filed(table).mail, code


def test_a_yes_lets_it_count_as_of_its_own_moment_and_the_draft_says_so(table: Table) -> None:
    _, code = held(table)
    news = reply(table, code, "yes", who="Ann")
    assert kinds(news) == ["receipt", "draft"]
    told = flat(table, news)
    assert "of Mon 23 Nov 2026, 10:00 UTC is taken" in told
    assert "Ann said on Mon 23 Nov 2026, 15:00 UTC that it is theirs, when asked" in told
    assert "only evil.example vouches for it" in told


def test_the_contestmaster_can_release_it_and_then_nobody_is_asked(table: Table) -> None:
    mail, code = held(table)
    draft = write(table, "Pewterby", f"read mail {mail} as Ann")
    assert "It is not shown to be Ann's: fail:" in flat(table, draft)
    assert "Ann was asked on Mon 23 Nov 2026, 10:00 UTC" in flat(table, draft)
    reply(table, code_in(draft), "approve")
    assert position(table).turns == 1
    assert "Before you answered, Pewterby had decided" in flat(
        table, reply(table, code, "no", who="Ann")
    )
    assert position(table).turns == 1


def test_a_no_stops_a_draft_that_was_made_before_it(table: Table) -> None:
    mail, code = held(table)
    draft = code_in(write(table, "Pewterby", f"read mail {mail} as Ann"))
    table.clock.forward(minutes=1)
    reply(table, code, "no", who="Ann")
    told = reply(table, draft, "approve")
    assert f"Ann has said meanwhile that they did not write mail {mail}" in flat(table, told)
    assert position(table).turns == 0


def test_where_a_better_copy_was_read_meanwhile_a_yes_counts_nothing_twice(table: Table) -> None:
    _, code = held(table)
    table.receive(by_list(OF_ANN))
    assert position(table).turns == 1
    assert "It counts once." in flat(table, reply(table, code, "yes", who="Ann"))
    assert position(table).turns == 1


def test_an_approval_that_is_held_decides_when_it_is_owned(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    news = table.receive(results(REFUSED) + approval(code).as_bytes())
    assert "It answers this draft, even if its subject says something else" in flat(table, news)
    assert verdict(table, code) is None
    reply(table, code_of_question(news), "yes")
    assert verdict(table, code) == "approved"


@pytest.mark.parametrize("answer", ["yes {}", "Yes [rednov {}], that was me.\n\nThanks, Ann"])
def test_a_new_mail_with_the_code_in_its_text_answers_as_well(table: Table, answer: str) -> None:
    _, code = held(table)
    write(table, "Ann", answer.format(code), subject="my turn")
    assert position(table).turns == 1


def test_a_code_works_once_and_wrong_ones_are_answered_a_few_times_a_day(table: Table) -> None:
    _, code = held(table)
    reply(table, code, "yes", who="Ann")
    told = []
    for _ in range(8):
        table.clock.forward(minutes=1)
        told.append(reply(table, code, "no", who="Ann"))
    assert ["used before" in flat(table, one) for one in told] == [True] * 5 + [False] * 3
    assert told[5:] == [()] * 3
    assert position(table).turns == 1


def test_status_says_that_one_is_asked_and_the_desk_that_it_is_held(table: Table) -> None:
    held(table)
    told = flat(table, write(table, "Ann", "status"))
    assert "You are asked whether a mail in your name on agora-business@agora.example" in told
    assert 'before you answer "Was this you?", by Mon 30 Nov 2026, 10:00 UTC' in told
    told = flat(table, write(table, "Pewterby", "status"))
    assert "Ann is asked by Mon 30 Nov 2026, 10:00 UTC whether it is theirs" in told


def test_while_somebody_is_asked_a_mail_is_not_handled_again(table: Table) -> None:
    mail, _ = held(table)
    with table.desk.ledger.transaction() as records:
        desk = office.seated(table.desk, records)
        with pytest.raises(CannotReplay, match="is asked whether they wrote mail"):
            replaying.replay(desk, records, PaperId(mail), "Pewterby")


def test_where_what_is_unknown_is_held_answers_count_all_the_same(tmp_path: Path) -> None:
    table = guarded(begun(tmp_path), unknown="hold")
    news = table.receive(results("dkim=none") + list_mail("Ann", "I take no action.\n"))
    assert position(table).turns == 0
    reply(table, code_of_question(news), "yes", who="Ann")
    assert position(table).turns == 1
    (draft,) = open_codes(table)
    news = reply(table, draft, "approve")
    assert verdict(table, draft) is None
    reply(table, code_of_question(news), "yes")
    assert verdict(table, draft) == "approved"
    assert table.receive(list_mail("Ann", "A fine day.\n", message_id="<fine@x.example>")) == ()


def test_a_mail_to_the_check_address_that_fails_is_asked_about(table: Table) -> None:
    octets = private_mail("Ann", "I take no action.\n", to="rednov+check@bots.example")
    assert code_of_question(table.receive(results(REFUSED) + octets))
