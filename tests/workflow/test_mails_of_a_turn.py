"""How many mails a turn costs each person: drafts, receipts, notices and the list's copies."""

from __future__ import annotations

from collections import Counter

from rednov_bot.core.store.unit_of_work import UnitOfWork
from tests.builders import address_of
from tests.workflow.play import ADDRESS_OF_MASTER, MASTER, Postings, Table, code_in, kinds, text_of

READERS = {name: address_of(name) for name in ("Ann", "Bob", "Cat")} | {MASTER: ADDRESS_OF_MASTER}
PLAIN = {MASTER: 2, "Ann": 2, "Bob": 1, "Cat": 1}


def delivered(table: Table) -> Postings:
    """The mail server takes what is due, again and again; everything that it has taken so far."""
    with table.desk.db.transaction() as records:
        while due := records.due(table.clock.at, 1000):
            for one in due:
                records.attempted(table.tried(one, "accepted"))
        return tuple([one for one in records.outbox() if one.state == "accepted"])


def states(table: Table) -> dict[str, str]:
    """What became of the mails to Ann alone, by the ends of their subjects."""
    mails = [one for one in table.read(UnitOfWork.outbox) if one.posting.to == READERS["Ann"]]
    return {text_of(one).split("\n")[0]: one.state for one in mails}


def cost(table: Table, *steps: tuple[str, str], at_once: bool = False) -> dict[str, int]:
    """How many mails each person gets by these steps: who says what, in their order.

    Pewterby's words answer the newest draft.  *at_once*: before the mail server has taken anything.
    """
    before = len(delivered(table))
    code = ""
    for who, words in steps:
        news = table.reply(code, words) if who == MASTER else table.say(who, words)
        code = code_in(news) if "draft" in kinds(news) else code
        if not at_once:
            delivered(table)
    read: Counter[str] = Counter()
    for one in delivered(table)[before:]:
        public = one.posting.kind == "public"
        read += Counter([who for who, at in READERS.items() if public or one.posting.to == at])
    return dict(read)


def test_a_plain_turn_costs_two_mails_those_who_act_and_one_everybody_else(table: Table) -> None:
    assert cost(table, ("Ann", "I take no action."), (MASTER, "approve")) == PLAIN


def test_tiles_that_are_drawn_are_told_in_a_notice_of_their_own(table: Table) -> None:
    table.arrange(gnomes={"Ann": {"at": 8}})
    steps = ("Ann", "I draw 2 items."), (MASTER, "approve")
    assert cost(table, *steps) == {**PLAIN, "Ann": 3}


def test_a_notice_that_follows_at_once_takes_the_place_of_the_receipt(table: Table) -> None:
    table.arrange(gnomes={"Ann": {"at": 8}})
    steps = ("Ann", "I draw 2 items."), (MASTER, "approve")
    assert cost(table, *steps, at_once=True) == PLAIN
    assert set(states(table).values()) == {"accepted", "withdrawn"}


def test_a_receipt_that_was_put_off_until_the_turn_was_resolved_is_withdrawn(table: Table) -> None:
    news = table.say("Ann")
    with table.desk.db.transaction() as records:
        records.attempted(table.tried(news[0].posting, "deferred", "451 later"))
    table.reply(code_in(news), "approve")
    table.clock.forward(hours=2)
    assert not [one for one in delivered(table) if one.posting.kind == "receipt"]
    assert table.read(UnitOfWork.unsent) == ()


def test_points_that_are_awarded_with_the_resolution_cost_everybody_one_copy(table: Table) -> None:
    table.arrange(gnomes={"Ann": {"at": 1, "minutes": 39}})
    table.arrange(hands={"Ann": ("engine_manual", "toolbox", "grog")})
    turn = "I use the engine manual, the toolbox and a grog, and fix the engine for 1 minute."
    steps = ("Ann", turn), (MASTER, "approve and award")
    assert cost(table, *steps) == {name: mails + 1 for name, mails in PLAIN.items()}
