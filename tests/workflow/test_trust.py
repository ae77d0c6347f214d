"""A mail that is held is released by its author or by the contestmaster, and counts once."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.errors import CannotReplay
from rednov_bot.core.models import PaperId
from rednov_bot.core.workflow import office
from rednov_bot.core.workflow.restoring import replaying
from tests.builders import list_mail, private_mail
from tests.workflow.forgeries import (
    FOREIGN,
    OF_ANN,
    REFUSED,
    approval,
    by_list,
    code_of_question,
    guarded,
    results,
)
from tests.workflow.play import Table, begun, code_in, flat, kinds


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return guarded(begun(tmp_path))


def held(table: Table) -> tuple[int, str]:
    """A turn in Ann's name that is held: its number, and the code of the question."""
    code = code_of_question(table.receive(by_list(FOREIGN)))
    table.clock.forward(hours=5)
    return table.filed().mail, code


def test_the_contestmaster_can_release_it_and_then_nobody_is_asked(table: Table) -> None:
    mail, code = held(table)
    draft = table.write("Pewterby", f"read mail {mail} as Ann")
    assert "It is not shown to be Ann's: fail:" in flat(*draft)
    assert "Ann was asked on Mon 23 Nov 2026, 10:00 UTC" in flat(*draft)
    table.reply(code_in(draft), "approve")
    assert table.position().turns == 1
    assert "Before you answered, Pewterby had decided" in flat(*table.reply(code, "no", who="Ann"))
    assert table.position().turns == 1


def test_a_no_stops_a_draft_that_was_made_before_it(table: Table) -> None:
    mail, code = held(table)
    draft = code_in(table.write("Pewterby", f"read mail {mail} as Ann"))
    table.clock.forward(minutes=1)
    table.reply(code, "no", who="Ann")
    told = table.reply(draft, "approve")
    assert f"Ann has said meanwhile that they did not write mail {mail}" in flat(*told)
    assert table.position().turns == 0


def test_where_a_better_copy_was_read_meanwhile_a_yes_counts_nothing_twice(table: Table) -> None:
    _, code = held(table)
    table.receive(by_list(OF_ANN))
    assert table.position().turns == 1
    assert "It counts once." in flat(*table.reply(code, "yes", who="Ann"))
    assert table.position().turns == 1


def test_a_code_works_for_a_week(table: Table) -> None:
    _, code = held(table)
    table.clock.forward(days=7)
    assert "more than a week old" in flat(*table.reply(code, "yes", who="Ann"))
    assert table.position().turns == 0


def test_a_mail_to_the_check_address_that_fails_is_asked_about(table: Table) -> None:
    octets = private_mail("Ann", "I take no action.\n", to="rednov+check@bots.example")
    assert code_of_question(table.receive(results(REFUSED) + octets))


def test_a_yes_lets_it_count_as_of_its_own_moment_and_once(table: Table) -> None:
    mail, code = held(table)
    told = flat(*table.write("Ann", "status"))
    assert "You are asked whether a mail in your name on agora-business@agora.example" in told
    assert 'before you answer "Was this you?", by Mon 30 Nov 2026, 10:00 UTC' in told
    told = flat(*table.write("Pewterby", "status"))
    assert "Ann is asked by Mon 30 Nov 2026, 10:00 UTC whether it is theirs" in told
    with table.desk.db.transaction() as records:
        desk = office.seated(table.desk, records)
        with pytest.raises(CannotReplay, match="is asked whether they wrote mail"):
            replaying.replay(desk, records, PaperId(mail), "Pewterby")
    news = table.write("Ann", f"Yes [rednov {code}], that was me.\n\nThanks, Ann", subject="hm")
    assert kinds(news) == ["receipt", "draft"]
    told = flat(*news)
    assert "of Mon 23 Nov 2026, 10:00 UTC is taken" in told
    assert "Ann said on Mon 23 Nov 2026, 15:00 UTC that it is theirs, when asked" in told
    assert "only evil.example vouches for it" in told
    answers = []
    for _ in range(8):
        table.clock.forward(minutes=1)
        answers.append(flat(*table.reply(code, "no", who="Ann")))
    assert ["used before" in one for one in answers] == [True] * 5 + [False] * 3
    assert answers[5:] == [""] * 3
    assert table.position().turns == 1


@pytest.mark.parametrize("unknown", ["act", "hold"])
def test_an_approval_that_is_held_decides_when_it_is_owned(tmp_path: Path, unknown: str) -> None:
    table = guarded(begun(tmp_path), unknown=unknown)
    news = table.receive(results("dkim=none") + list_mail("Ann", "I take no action.\n"))
    assert table.position().turns == (unknown == "act")
    if unknown == "hold":
        table.reply(code_of_question(news), "yes", who="Ann")
    (code,) = table.open_codes()
    news = table.receive(results(REFUSED) + approval(code).as_bytes())
    assert "It answers this draft, even if its subject says something else" in flat(*news)
    assert table.verdict(code) is None
    table.reply(code_of_question(news), "yes")
    if unknown == "act":
        assert table.verdict(code) == "approved"
    assert table.receive(list_mail("Ann", "A fine day.\n", message_id="<fine@x.example>")) == ()
