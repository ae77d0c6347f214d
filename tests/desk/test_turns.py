"""A valid turn from its announcement to the list, and what a draft's answers do (§9, §16)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from rednov_bot.desk.due import rounds
from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.happenings import FixTried
from rednov_bot.papers import RawMail
from rednov_bot.prose.luck_text import parted
from rednov_bot.prose.reasoning import own_words
from tests.builders import BUSINESS, MONDAY, Table, address_of, list_mail, private_mail
from tests.desk.play import (
    ADDRESS_OF_MASTER,
    MASTER,
    arrange,
    begun,
    code_in,
    draft,
    filed,
    hand,
    kinds,
    numbered,
    only,
    open_codes,
    opened,
    position,
    reply,
    say,
    subject_of,
    text_of,
    verdict,
    words_of,
    write,
)

REPAIR = "I open 5-2, go in and fix the oxygen pumps for 4 minutes."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def test_a_turn_is_taken_at_once_and_drafted_and_nothing_is_public(table: Table) -> None:
    news = say(table, "Ann", REPAIR, message_id="<turn@post.example>")
    assert kinds(news) == ["receipt", "draft"]
    receipt, drafted = news
    assert receipt.posting.to == "ann@post.example"
    assert opened(receipt)["In-Reply-To"] == "<turn@post.example>"
    assert drafted.posting.to == ADDRESS_OF_MASTER
    assert code_in(news) in subject_of(drafted)
    assert position(table).pending == "Ann"
    assert filed(table).disposition == "read"


def test_approval_posts_the_shown_text_under_the_announcement(table: Table) -> None:
    octets = list_mail("Ann", REPAIR, message_id="<turn@post.example>").replace(
        b"\r\nMessage-ID:", b"\r\nReferences: <thread@post.example>\r\nMessage-ID:"
    )
    news = table.receive(octets)
    shown = text_of(only(news, "draft"))
    before = numbered(table)[0]
    sent = reply(table, code_in(news), "approve")
    public = only(sent, "public")
    assert kinds(sent) == ["public"]
    assert public.posting.to == BUSINESS
    mail = opened(public)
    assert mail["In-Reply-To"] == "<turn@post.example>"
    assert mail["References"].split() == ["<thread@post.example>", "<turn@post.example>"]
    assert subject_of(public) in shown
    assert all(part in shown for part in parted(text_of(public)))
    assert numbered(table)[0] == before + 1
    assert position(table).pending is None
    assert position(table).gnome("Ann").minutes == 34


def test_private_notices_go_to_one_gnome_each_and_the_list_hears_numbers(table: Table) -> None:
    arrange(table, gnomes={"Ann": {"at": 8}})
    news = say(table, "Ann", "I draw 2 items.")
    sent = reply(table, code_in(news), "approve")
    assert kinds(sent) == ["private", "public"]
    private, public = sent
    assert private.posting.to == "ann@post.example"
    drawn = hand(table, "Ann")
    assert len(drawn) == 2
    for item in drawn:
        assert item.replace("_", " ") in text_of(private)
        assert item.replace("_", " ") not in text_of(public)


def test_who_wrote_automatically_is_marked_as_the_interface_says(table: Table) -> None:
    arrange(table, gnomes={"Ann": {"at": 8}})
    news = say(table, "Ann", "I draw 1 item.")
    sent = reply(table, code_in(news), "approve")
    marks = {one.posting.kind: opened(one)["Auto-Submitted"] for one in news + sent}
    assert marks == {
        "receipt": "auto-replied",
        "draft": "auto-generated",
        "private": "auto-generated",
        "public": None,
    }


def test_every_mail_is_from_the_bot_with_a_message_id_of_its_domain(table: Table) -> None:
    news = say(table, "Ann", REPAIR)
    sent = reply(table, code_in(news), "approve")
    for one in news + sent:
        mail = opened(one)
        assert mail["From"].addresses[0].addr_spec == "rednov@bots.example"
        assert mail["Message-ID"].endswith("@bots.example>")
        assert mail.get_content_type() == "text/plain"


def test_the_time_of_a_turn_is_when_the_mailbox_got_it(table: Table) -> None:
    """A94: a bot that was down for a day gives nobody a day more."""
    octets = list_mail("Ann", REPAIR, message_id="<turn@post.example>")
    with table.desk.ledger.transaction() as records:
        raw = RawMail(folder="INBOX", uidvalidity=1, uid=99, octets=octets, arrived_at=MONDAY)
        records.keep([raw])
    table.clock.forward(hours=30)
    news = table.receive()
    assert draft(table, code_in(news)).due_by == MONDAY + timedelta(hours=48)


def test_a_rejected_draft_leaves_the_gamestate_alone(table: Table) -> None:
    news = say(table, "Ann", REPAIR)
    before = numbered(table)
    told = reply(table, code_in(news), "reject because the crowbar was forgotten")
    assert kinds(told) == ["desk"]
    assert "the crowbar was forgotten" in " ".join(text_of(told[0]).split())
    assert numbered(table) == before
    assert position(table).pending == "Ann"
    assert verdict(table, code_in(news)) == "rejected"
    rounds.make_rounds(table.desk)
    assert table.news() == ()


def test_s140_a_rejected_draft_is_drafted_again_with_the_same_luck(table: Table) -> None:
    news = say(table, "Ann", REPAIR)
    first = draft(table, code_in(news))
    reply(table, first.code, "reject because a bonus was missed")
    with table.desk.ledger.transaction() as records:
        second = rounds.draft_again(table.desk, records)
    assert second is not None
    assert second.code != first.code
    assert second.attempt == 2
    assert second.happenings == first.happenings
    assert any(isinstance(one, FixTried) for one in second.happenings)
    assert words_of(second) == words_of(first)
    sent = reply(table, second.code, "approve")
    assert kinds(sent) == ["draft", "public"]


def test_approving_twice_posts_once(table: Table) -> None:
    code = code_in(say(table, "Ann", REPAIR))
    reply(table, code, "approve")
    before = numbered(table)
    again = reply(table, code, "approve")
    assert kinds(again) == ["desk"]
    assert "already approved" in subject_of(again[0])
    assert numbered(table) == before


def test_an_unknown_code_changes_nothing_and_is_answered(table: Table) -> None:
    say(table, "Ann", REPAIR)
    before = numbered(table)
    told = reply(table, "ZZZZZZ9", "approve")
    assert kinds(told) == ["desk"]
    assert "no such draft" in subject_of(told[0])
    assert numbered(table) == before


@pytest.mark.parametrize("who", ["Ann", "Bob"])
def test_nobody_but_the_contestmaster_approves(table: Table, who: str) -> None:
    code = code_in(say(table, "Ann", REPAIR))
    told = reply(table, code, "approve", who=who)
    (answer,) = [one for one in told if one.posting.to == address_of(who)]
    assert "not yours to decide" in subject_of(answer)
    (alarm,) = [one for one in told if one is not answer]
    assert alarm.posting.to == address_of(MASTER)
    assert open_codes(table) == [code]


def test_an_approval_from_an_address_off_the_roster_is_a_strangers(table: Table) -> None:
    code = code_in(say(table, "Ann", REPAIR))
    told = reply(table, code, "approve", address="pewterby@elsewhere.example")
    assert sorted(kinds(told)) == ["desk", "question"]
    (asked,) = [one for one in told if one.posting.kind == "question"]
    assert asked.posting.to == "pewterby@elsewhere.example"
    assert open_codes(table) == [code]


def test_an_approval_in_public_approves_nothing(table: Table) -> None:
    code = code_in(say(table, "Ann", REPAIR))
    told = say(table, MASTER, "approve", subject=f"Re: [rednov {code}] Turn 1")
    assert kinds(told) == ["desk"]
    assert "You wrote this to" in text_of(told[0])
    assert open_codes(table) == [code]


def test_an_approval_that_is_only_quoted_approves_nothing(table: Table) -> None:
    code = code_in(say(table, "Ann", REPAIR))
    reply(table, code, "> approve")
    assert open_codes(table) == [code]


def test_two_words_that_contradict_each_other_do_nothing(table: Table) -> None:
    code = code_in(say(table, "Ann", REPAIR))
    told = reply(table, code, "approve\n\nreject")
    assert kinds(told) == ["desk"]
    assert "0 of 2 commands done" in subject_of(told[0])
    assert open_codes(table) == [code]


@pytest.mark.parametrize("text", ["approve, but mend the typo first", "looks good to me", "aprove"])
def test_an_answer_that_is_neither_is_asked_again(table: Table, text: str) -> None:
    code = code_in(say(table, "Ann", REPAIR))
    told = reply(table, code, text)
    assert kinds(told) == ["desk"]
    assert "not understood" in subject_of(told[0])
    assert open_codes(table) == [code]


def test_a_vacation_reply_to_a_draft_is_left_alone(table: Table) -> None:
    code = code_in(say(table, "Ann", REPAIR))
    octets = private_mail(MASTER, "approve", subject=f"Re: [rednov {code}] Turn 1")
    away = octets.replace(b"\r\nMessage-ID:", b"\r\nAuto-Submitted: auto-replied\r\nMessage-ID:")
    assert table.receive(away) == ()
    assert filed(table).disposition == "ignore"
    assert open_codes(table) == [code]


def test_no_answer_of_the_desks_is_lost_for_many_drafts(table: Table) -> None:
    """Drafts are no automatic answers: however many there were, the contestmaster is told."""
    for _ in range(12):
        code = code_in(say(table, "Ann", "I take no action."))
        reply(table, code, "approve")
    assert kinds(reply(table, code, "approve")) == ["desk"]


def test_drafts_to_the_contestmaster_are_never_limited(table: Table) -> None:
    for number in range(14):
        news = say(table, "Ann", "I fix the engine for 3 minutes.")
        assert kinds(news)[-1] == "draft", number


def test_s141_of_two_turns_crossing_the_first_counts(table: Table) -> None:
    news = table.receive(
        list_mail("Ann", "I take no action.", message_id="<a@post.example>"),
        list_mail("Bob", "I take no action.", message_id="<b@post.example>"),
    )
    assert kinds(news) == ["receipt", "draft", "receipt", "draft"]
    assert position(table).pending == "Ann"
    assert "is not yet resolved" in text_of(news[2])
    assert "Bob's turn has no effect" in subject_of_public(table, news[3])
    public = " ".join(text_of(news[3]).split())
    assert "Ann's turn was not yet resolved when it came, and no other can be taken" in public


def subject_of_public(table: Table, posting: object) -> str:
    code = code_in((posting,))  # type: ignore[arg-type]
    return draft(table, code).pages[0].subject


def test_s142_a_turn_mailed_privately_is_only_a_check(table: Table) -> None:
    before = numbered(table)
    news = write(table, "Ann", "5-8, in; draw 1 item.")
    assert kinds(news) == ["receipt"]
    told = " ".join(text_of(news[0]).split())
    assert "only a check" in told
    assert BUSINESS in told
    assert numbered(table) == before
    assert open_codes(table) == []


def test_a_check_of_an_impossible_turn_says_why_and_tells_nobody_else(table: Table) -> None:
    news = write(table, "Ann", "I use a toolbox and take no action.")
    assert kinds(news) == ["receipt"]
    assert "You do not hold a toolbox" in " ".join(text_of(news[0]).split())
    assert open_codes(table) == []


def test_several_acts_in_one_mail_happen_in_their_order(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog", "crowbar")}, limits={"Ann": Limit(1)})
    news = say(table, "Ann", "I discard a grog. Then I take my turn: no action.")
    assert position(table).pending == "Ann"
    assert hand(table, "Ann") == ["crowbar"]
    assert kinds(news) == ["draft", "draft", "receipt"]


def test_of_two_turns_in_one_mail_the_second_is_too_early(table: Table) -> None:
    text = "I take my turn: no action.\n\nI take another turn: no action."
    news = say(table, "Ann", text)
    assert position(table).turns <= 1
    assert kinds(news).count("draft") == len(open_codes(table))


def test_an_approval_without_its_code_is_asked_about(table: Table) -> None:
    code = code_in(say(table, "Ann", REPAIR))
    told = write(table, MASTER, "approve", subject="Re: Turn 1: Ann")
    assert kinds(told) == ["desk"]
    assert "Which draft do you mean?" in text_of(told[0])
    assert open_codes(table) == [code]


def test_other_private_mail_of_the_contestmasters_is_not_taken_for_an_answer(table: Table) -> None:
    say(table, "Ann", REPAIR)
    (told,) = write(table, MASTER, "Good morning, bot.")
    assert "How to run the game" in subject_of(told)
    assert open_codes(table)


def test_the_draft_shows_the_gnomes_own_words_above_how_they_were_read(tmp_path: Path) -> None:
    table = begun(tmp_path)
    news = say(table, "Ann", "Tra-la-la, says the gnome.\n\nI open 5-8, go in\n  and draw 1 item.")
    why = text_of(only(news, "draft")).partition("\nWHY, clause by clause\n")[2]
    shown = [line.strip() for line in why.splitlines()[:4]]
    assert shown[:3] == [
        "wrote    Tra-la-la, says the gnome.",
        "I open 5-8, go in",
        "and draw 1 item.",
    ]
    assert shown[3].startswith("read as")
    code = code_in(news)
    reply(table, code, "reject because I want to see it again")
    again = only(reply(table, code, "again"), "draft")
    assert "wrote    Tra-la-la, says the gnome." in text_of(again)


def test_a_long_announcement_is_cut_in_the_draft() -> None:
    assert own_words("\n".join("abc" for _ in range(20)))[-2:] == (("", "abc"), ("", "..."))
    (one,) = own_words("word " * 500)
    assert one[0] == "wrote"
    assert one[1].endswith("word ...")
    assert len(one[1]) <= 604
    assert own_words(" \n ") == ()
