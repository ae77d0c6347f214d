"""What its author says again while e is asked about it has one effect, and the question closes."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from rednov_bot.desk.due.rounds import make_rounds
from rednov_bot.desk.trust.vouching import A_DAY
from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.turn import NO_ORDERS, Orders
from rednov_bot.papers import PaperId
from tests.builders import Table, address_of, list_mail, private_mail
from tests.desk.forgeries import (
    BROKEN,
    CONTRADICTED,
    FOREIGN,
    OF_ANN,
    REFUSED,
    direct,
    guarded,
    results,
)
from tests.desk.play import (
    MASTER,
    Postings,
    arrange,
    begun,
    code_in,
    filed,
    hand,
    kinds,
    position,
    reply,
    say,
    subject_of,
    text_of,
    verdict,
    write,
)
from tests.desk.test_claims import answering
from tests.desk.test_forgeries import asked
from tests.desk.test_vouching import alarms, code_of_question, flat, question

DRAW = "I draw 1 item.\n"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = guarded(begun(tmp_path))
    arrange(table, gnomes={"Ann": {"at": 8}, "Bob": {"minutes": 30}, "Cat": {"minutes": 30}})
    return table


def doubtful(table: Table, text: str = DRAW) -> Postings:
    """A turn in Ann's name that is not shown to be eirs; what the bot queues for it."""
    table.clock.forward(minutes=10)
    return table.receive(results(FOREIGN) + list_mail("Ann", text, date=table.clock.at))


def certain(table: Table, text: str = DRAW) -> Postings:
    table.clock.forward(minutes=10)
    return table.receive(results(OF_ANN) + list_mail("Ann", text, date=table.clock.at))


def owns(table: Table, code: str, words: str = "yes") -> Postings:
    table.clock.forward(minutes=10)
    return reply(table, code, words, who="Ann")


def held(table: Table) -> int:
    with table.desk.ledger.transaction() as records:
        return len(records.held())


def test_an_honest_yes_after_the_same_counted_makes_no_second_turn(table: Table) -> None:
    code = code_of_question(doubtful(table))
    turn = certain(table)
    assert held(table) == 0
    reply(table, code_in(turn), "approve")
    (told,) = owns(table, code)
    assert "You have said the same again in your mail of Mon 23 Nov 2026, 10:20 UTC" in flat(told)
    assert "does not count a second time" in flat(told)
    assert position(table).turns == 1
    assert len(hand(table, "Ann")) == 1
    assert filed(table).reason == "answers about mail 2, of which mail 3 says the same"


def test_the_question_says_that_it_closes_by_itself(table: Table) -> None:
    told = flat(question(doubtful(table)))
    assert "If you say the same again in a mail that counts, you do not need to answer." in told


@pytest.mark.parametrize("first", [0, 1])
def test_of_two_that_are_asked_about_one_counts(table: Table, first: int) -> None:
    codes = [code_of_question(doubtful(table)), code_of_question(doubtful(table))]
    reply(table, code_in(owns(table, codes[first])), "approve")
    (told,) = owns(table, codes[1 - first])
    again = f"the same again in your mail of Mon 23 Nov 2026, 10:{10 * (1 + first)} UTC"
    assert again in flat(told)
    assert position(table).turns == 1


def test_what_is_meant_once_more_later_counts_once_more(table: Table) -> None:
    code = code_of_question(doubtful(table))
    for _ in range(2):
        reply(table, code_in(certain(table)), "approve")
    assert position(table).turns == 2
    owns(table, code)
    assert position(table).turns == 2
    late = code_of_question(doubtful(table))
    assert kinds(owns(table, late)) == ["receipt", "draft"]
    assert position(table).turns == 3


def test_what_was_said_before_closes_nothing(table: Table) -> None:
    reply(table, code_in(certain(table)), "approve")
    code = code_of_question(doubtful(table))
    owns(table, code)
    assert position(table).turns == 2


def test_what_had_no_effect_closes_nothing(table: Table) -> None:
    code = code_of_question(doubtful(table))
    bobs = code_in(say(table, "Bob"))
    certain(table)  # too early: Bob's is not resolved
    assert held(table) == 1
    reply(table, bobs, "approve")
    assert kinds(owns(table, code)) == ["receipt", "draft"]
    assert position(table).turns == 2


def test_other_words_of_eirs_close_nothing(table: Table) -> None:
    code = code_of_question(doubtful(table))
    reply(table, code_in(certain(table, "I take no action.\n")), "approve")
    owns(table, code)
    assert position(table).turns == 2


def test_the_same_words_of_another_close_nothing(table: Table) -> None:
    arrange(table, gnomes={"Bob": {"at": 8, "minutes": 39}, "Ann": {"at": 8, "minutes": 38}})
    code = code_of_question(doubtful(table))
    table.clock.forward(minutes=1)
    octets = list_mail("Bob", DRAW, date=table.clock.at)
    reply(table, code_in(table.receive(results(OF_ANN) + octets)), "approve")
    assert position(table).turns == 1
    owns(table, code)
    assert position(table).turns == 2


def test_laid_out_in_another_way_and_with_a_word_above_it_is_the_same(table: Table) -> None:
    code = code_of_question(doubtful(table))
    reply(table, code_in(certain(table, "Hello all,\n\nI  draw\n1 item!\n")), "approve")
    owns(table, code)
    assert position(table).turns == 1


def test_a_copy_of_the_mail_that_comes_after_it_was_said_again_counts_for_nothing(
    table: Table,
) -> None:
    table.clock.forward(minutes=10)
    first = list_mail("Ann", DRAW, date=table.clock.at)
    table.receive(results(FOREIGN) + first)
    reply(table, code_in(certain(table)), "approve")
    table.receive(results(OF_ANN) + first)
    assert position(table).turns == 1
    assert filed(table).disposition == "ignore"


def test_no_to_what_closed_by_itself_is_an_alarm(table: Table) -> None:
    code = code_of_question(doubtful(table))
    certain(table)
    news = owns(table, code, "no")
    (told,) = alarms(news)
    assert "Ann says that they did not write mail 2," in told
    assert "The same words counted as mail 3." in " ".join(told.split())
    assert position(table).turns == 1


def test_no_to_what_closed_by_itself_is_an_alarm_once(table: Table) -> None:
    code = code_of_question(doubtful(table))
    certain(table)
    subject = f"Re: [rednov {code}] Was this you?"
    denied = results(REFUSED) + private_mail("Ann", "no\n", subject=subject, date=table.clock.at)
    assert alarms(table.receive(denied)) == []
    assert len(alarms(owns(table, code, "no"))) == 1
    assert owns(table, code, "no, it was not me") == ()
    assert filed(table).reason == "answered before"


def test_after_the_time_it_closes_nothing(table: Table) -> None:
    doubtful(table)
    table.clock.forward(hours=97)
    certain(table)
    assert held(table) == 1


def test_what_waits_to_be_asked_about_is_not_asked_about(table: Table) -> None:
    for number in range(A_DAY):
        doubtful(table, f"I draw {number + 2} items.\n")
    assert asked(doubtful(table), "Ann") == []
    certain(table)
    assert held(table) == A_DAY
    table.clock.forward(hours=25)
    make_rounds(table.desk)
    assert asked(table.news(), "Ann") == []


def in_eir_name(table: Table, many: int) -> None:
    """Somebody else writes in Ann's name, and the list's own domain denies it."""
    for number in range(many):
        table.clock.forward(minutes=1)
        octets = list_mail("Ann", f"I draw {number + 2} items.\n", date=table.clock.at)
        table.receive(results(CONTRADICTED) + octets)


def test_others_mails_in_eir_name_do_not_hide_what_e_says_again(table: Table) -> None:
    code = code_of_question(doubtful(table))
    in_eir_name(table, 21)
    reply(table, code_in(certain(table)), "approve")
    (told,) = owns(table, code)
    assert "does not count a second time" in flat(told)
    assert position(table).turns == 1


def test_nor_what_e_was_yet_to_be_asked_about(table: Table) -> None:
    for number in range(A_DAY):
        doubtful(table, f"I draw {number + 2} items.\n")
    assert asked(doubtful(table), "Ann") == []
    in_eir_name(table, 21 + A_DAY)
    certain(table)
    with table.desk.ledger.transaction() as records:
        assert records.is_reopened(PaperId(2 + A_DAY))


def test_a_turn_that_waits_for_another_has_counted(tmp_path: Path) -> None:
    table = guarded(begun(tmp_path, options={"queue_early_turns": True}))
    code = code_of_question(doubtful(table, "I take no action.\n"))
    bobs = code_in(say(table, "Bob"))
    certain(table, "I take no action.\n")
    (told,) = owns(table, code)
    assert "does not count a second time" in flat(told)
    news = reply(table, bobs, "approve")
    reply(table, code_in(news), "approve")
    assert position(table).turns == 2


def test_of_a_draft_decided_by_the_same_words_the_question_closes(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    table.clock.forward(minutes=3)
    octets = private_mail(MASTER, "approve\n", subject=f"[rednov {code}]", date=table.clock.at)
    question = code_of_question(table.receive(results(BROKEN) + octets), MASTER)
    table.clock.forward(minutes=3)
    write(table, MASTER, "approve", subject=f"[rednov {code}]")
    assert verdict(table, code) == "approved"
    (told,) = reply(table, question, "yes")
    assert "It counts already" in str(told.posting.octets)


def test_an_approval_that_decides_nothing_closes_nothing(table: Table) -> None:
    code = code_in(say(table, "Ann"))

    def approves(said: str, address: str) -> Postings:
        table.clock.forward(minutes=3)
        subject, at = f"Re: [rednov {code}] Turn 1: Ann", table.clock.at
        how = private_mail(MASTER, "approve\n", subject=subject, address=address, date=at)
        return table.receive(results(said) + how)

    table.clock.forward(minutes=3)
    past, of_past = "pewterby@old.example", "dkim=pass header.d=old.example"
    table.receive(results(of_past) + private_mail(MASTER, "help\n", address=past))
    question = code_of_question(approves(BROKEN, address_of(MASTER)), MASTER)
    approves(of_past, past)
    assert filed(table).reason == "decides from an address that is not theirs now"
    table.clock.forward(minutes=3)
    reply(table, question, "yes")
    assert verdict(table, code) == "approved"


def test_a_shorter_claim_of_error_does_not_close_the_question_about_a_longer_one(
    table: Table,
) -> None:
    reply(table, code_in(say(table, "Bob")), "approve")
    first = "CoE: Ann had 38 minutes left, not 39."
    table.clock.forward(minutes=10)
    more = answering(
        table, list_mail("Ann", f"{first} And Cat had 12, not 17.\n", date=table.clock.at)
    )
    code = code_of_question(table.receive(results(FOREIGN) + more))
    table.clock.forward(minutes=10)
    less = answering(table, list_mail("Ann", f"{first}\n", date=table.clock.at))
    table.receive(results(OF_ANN) + less)
    assert held(table) == 1
    news = owns(table, code)
    assert any("And Cat had 12" in text_of(one) for one in news)


def turn_and_claim(table: Table, text: str = "CoE: Cat had 12 minutes left, not 17.") -> str:
    """Of a turn in Ann's name something more is said than when e takes it; the question's code."""
    reply(table, code_in(say(table, "Bob")), "approve")
    table.clock.forward(minutes=10)
    more = list_mail("Ann", f"{DRAW}\n{text}\n", date=table.clock.at)
    code = code_of_question(table.receive(results(FOREIGN) + answering(table, more)))
    reply(table, code_in(certain(table)), "approve")
    assert held(table) == 0
    return code


def test_a_claim_beside_a_turn_that_has_counted_is_heard_once_e_owns_it(table: Table) -> None:
    code = turn_and_claim(table)
    news = owns(table, code)
    (put,) = [one for one in news if "Claim of error" in subject_of(one)]
    assert "Cat had 12 minutes left, not 17" in flat(put)
    assert any("does not count a second time" in flat(one) for one in news)
    assert position(table).turns == 2
    assert not [one for one in owns(table, code) if "Claim of error" in subject_of(one)]


@pytest.mark.parametrize("words", ["no", "perhaps"])
def test_it_is_heard_of_nobody_who_does_not_own_it(table: Table, words: str) -> None:
    news = owns(table, turn_and_claim(table), words)
    assert not [one for one in news if "Claim of error" in subject_of(one)]


def test_nor_by_an_answer_that_is_not_eirs(table: Table) -> None:
    code = turn_and_claim(table)
    subject = f"Re: [rednov {code}] Was this you?"
    news = table.receive(direct(REFUSED, "yes\n", subject=subject, date=table.clock.at))
    assert not [one for one in news if "Claim of error" in subject_of(one)]


def test_an_absence_beside_a_turn_that_has_counted_is_noted_once_e_owns_it(table: Table) -> None:
    code = turn_and_claim(table, "I am away until Friday.")

    def absences() -> int:
        with table.desk.ledger.transaction() as records:
            return len(records.absences("Ann"))

    assert absences() == 0
    owns(table, code)
    assert absences() == 1
    assert position(table).turns == 2


def test_standing_orders_that_e_owns_replace_none_that_e_has_sent_since(table: Table) -> None:
    orders = "Standing orders: I spread fire to {} first.\n"
    table.clock.forward(minutes=10)
    older = direct(BROKEN, orders.format(6), date=table.clock.at)
    code = code_of_question(table.receive(older))
    table.clock.forward(minutes=10)
    table.receive(direct(OF_ANN, orders.format(3), date=table.clock.at))
    (told,) = owns(table, code)
    assert "Your earlier ones are not in force" in flat(told)
    assert "fire" in flat(told)
    with table.desk.ledger.transaction() as records:
        (noted,) = records.noted_orders(records.games()[-1].id).values()
    assert noted.spread == (3,)


def test_of_standing_orders_that_e_owns_in_turn_the_later_are_in_force(table: Table) -> None:
    codes = []
    for room in (6, 3):
        table.clock.forward(minutes=10)
        text = f"Standing orders: I spread fire to {room} first.\n"
        codes.append(code_of_question(table.receive(direct(BROKEN, text, date=table.clock.at))))
    for code in codes:
        owns(table, code)
    with table.desk.ledger.transaction() as records:
        (noted,) = records.noted_orders(records.games()[-1].id).values()
    assert noted.spread == (3,)


def ordered(table: Table, said: str, text: str) -> Postings:
    """Standing orders of Ann's, mailed to the bot alone."""
    table.clock.forward(minutes=10)
    return table.receive(direct(said, f"{text}\n", date=table.clock.at))


def in_force(table: Table) -> Orders:
    with table.desk.ledger.transaction() as records:
        return records.noted_orders(records.games()[-1].id).get("Ann", NO_ORDERS)


FIRE = "Standing orders: I spread fire to {} first."
BLOCK = "Standing orders: block 5-6."


def test_standing_orders_of_another_sort_come_into_force_when_e_owns_them(table: Table) -> None:
    code = code_of_question(ordered(table, BROKEN, FIRE.format(6)))
    ordered(table, OF_ANN, BLOCK)
    (told,) = owns(table, code)
    assert "not in force" not in flat(told)
    orders = in_force(table)
    assert orders.spread == (6,)
    assert orders.block


def test_of_two_sorts_that_e_owns_the_one_replaces_none_sent_since(table: Table) -> None:
    both = f"{FIRE.format(6)} Block 5-6."
    code = code_of_question(ordered(table, BROKEN, both))
    ordered(table, OF_ANN, FIRE.format(3))
    (told,) = owns(table, code)
    assert "If you have sent others of the same kind since then, those are in force" in flat(told)
    orders = in_force(table)
    assert orders.spread == (3,)
    assert orders.block


def test_what_takes_all_back_and_is_owned_later_takes_back_what_was_before_it(table: Table) -> None:
    ordered(table, OF_ANN, BLOCK)
    code = code_of_question(ordered(table, BROKEN, "No standing orders."))
    ordered(table, OF_ANN, FIRE.format(3))
    owns(table, code)
    assert in_force(table) == Orders(spread=(3,))


def test_nothing_that_e_owns_comes_into_force_that_e_has_taken_back_since(table: Table) -> None:
    code = code_of_question(ordered(table, BROKEN, FIRE.format(6)))
    ordered(table, OF_ANN, "No standing orders.")
    owns(table, code)
    assert in_force(table) == NO_ORDERS


def listed(table: Table, said: str, items: str) -> Postings:
    """A private list of Ann's, for what e owes of a hand limit."""
    table.clock.forward(minutes=10)
    return table.receive(direct(said, f"{items}\n", date=table.clock.at))


def test_a_private_list_that_e_owns_replaces_none_that_e_has_sent_since(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog", "grog", "crowbar")}, limits={"Ann": Limit(2)})
    code = code_of_question(listed(table, BROKEN, "crowbar"))
    listed(table, OF_ANN, "grog")
    (told,) = owns(table, code)
    assert "You have sent another list since" in flat(told)
    assert "crowbar" in flat(told)
    assert max(map(len, text_of(told).splitlines())) <= 72
    assert filed(table).reason.endswith("a private list of items from before another of theirs")
    say(table, "Ann", "I discard 1 item.")
    assert hand(table, "Ann") == ["crowbar", "grog"]


def test_nor_one_that_has_served_already(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog", "grog", "crowbar")}, limits={"Ann": Limit(2)})
    code = code_of_question(listed(table, BROKEN, "crowbar"))
    listed(table, OF_ANN, "grog")
    say(table, "Ann", "I discard 1 item.")
    (told,) = owns(table, code)
    assert "You have sent another list since" in flat(told)
    with table.desk.ledger.transaction() as records:
        assert not records.noted_items("Ann", table.clock.at - timedelta(hours=48))


def test_of_private_lists_that_e_owns_in_turn_the_later_serves(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog", "grog", "crowbar")}, limits={"Ann": Limit(2)})
    codes = [code_of_question(listed(table, BROKEN, one)) for one in ("crowbar", "grog")]
    for code in codes:
        owns(table, code)
    say(table, "Ann", "I discard 1 item.")
    assert hand(table, "Ann") == ["crowbar", "grog"]


def test_what_e_says_when_it_is_too_late_closes_no_question_that_was_given_up(table: Table) -> None:
    code = code_of_question(doubtful(table))
    table.clock.forward(hours=97)
    subject = f"Re: [rednov {code}]"
    table.receive(direct(REFUSED, "yes\n", subject=subject, date=table.clock.at))
    table.clock.forward(days=3)
    certain(table)
    assert held(table) == 1
