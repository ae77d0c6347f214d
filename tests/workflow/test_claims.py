"""Words in answer to what the bot mailed or posted: claims of error (§25), and others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.errors import CannotAnswerClaim, DraftClosed, Mendable
from rednov_bot.core.models import Forgery, QueuedPosting
from rednov_bot.core.workflow import (
    held,
)
from rednov_bot.core.workflow.corrections import claims
from rednov_bot.core.workflow.drafts import decisions
from tests.builders import BUSINESS, DISCUSSION, list_mail, private_mail
from tests.workflow.forgeries import OF_ANN, guarded, results
from tests.workflow.play import (
    ADDRESS_OF_MASTER,
    MASTER,
    NO_TURN,
    Postings,
    Table,
    code_in,
    flat,
    kinds,
    missing,
    only,
    opened,
    subject_of,
)
from tests.workflow.test_reached import a_game, bounce, drawn

CLAIM = "CoE: Ann had 38 minutes left, not 39."


def in_answer(
    table: Table, to: QueuedPosting, who: str, words: str, *, head: bytes = b"", **more: Any
) -> Postings:
    """Somebody answers a mail of the bot's, to the bot alone, with its subject."""
    more.setdefault("message_id", f"<{table.uid + 1}.answer@post.example>")
    mail = private_mail(who, f"{words}\n", subject=f"Re: {subject_of(to)}", **more)
    return table.receive(head + f"In-Reply-To: {to.posting.message_id}\r\n".encode() + mail)


def test_a_claim_is_answered_as_one_and_denied_under_it(table: Table) -> None:
    table.resolve("Ann")
    before = table.numbered()
    news = table.claim("Bob", CLAIM, message_id="<coe@post.example>")
    shown, receipt = only(news, "draft"), only(news, "receipt")
    assert [one.posting.to for one in (shown, receipt)] == [ADDRESS_OF_MASTER, "bob@post.example"]
    assert missing(shown, CLAIM, "WHY IT WAS RESOLVED LIKE THIS", "deny because REASON") == []
    assert "about turn 1 was read as a claim of error" in flat(receipt)
    code = code_in(news)
    assert "it is a claim of error: accept it, or deny it" in flat(*table.reply(code, "approve"))
    with pytest.raises(Mendable):
        table.do(decisions.approve, code, MASTER)
    with pytest.raises(CannotAnswerClaim, match="deny because"):
        table.do(claims.deny, code, MASTER, "  ")
    assert table.do(claims.accept, code).turn == 1
    with pytest.raises(CannotAnswerClaim, match="accepted already"):
        table.do(claims.accept, code)
    assert (table.numbered(), table.verdict(code)) == (before, None)
    made = table.do(claims.deny, code, MASTER, "e took one minute for no action")
    with pytest.raises(DraftClosed):
        table.do(claims.accept, code)
    assert table.verdict(code) == "settled"
    table.news()
    (posted,) = table.reply(made.code, "approve")
    assert posted.posting.to == BUSINESS
    assert opened(posted)["In-Reply-To"] == "<coe@post.example>"
    assert "Bob about turn 1 is denied (§25): e took one minute for no action." in flat(posted)
    turn = code_in(table.say("Bob"))
    for answer in (claims.deny, claims.accept):
        with pytest.raises(CannotAnswerClaim, match="no claim of error"):
            table.do(answer, turn, *((MASTER, "no") if answer is claims.deny else ()))
    assert table.verdict(turn) is None


def test_the_same_claim_to_list_and_bot_is_one(table: Table) -> None:
    resolution = only(table.resolve("Ann"), "public")

    def again(more: str = "", **how: Any) -> Postings:
        how.setdefault("message_id", "<coe@post.example>")
        return table.claim("Bob", CLAIM + more, **how)

    assert sorted(kinds(again(forum=DISCUSSION))) == ["draft", "receipt"]
    same = in_answer(table, resolution, "Bob", CLAIM, message_id="<coe@post.example>")
    assert same == again() == again("\n\nGnomes of Agora, all of us aboard") == ()
    assert table.filed().disposition == "ignore"
    news = again(" And Cat had 12 minutes left, not 17.")
    assert table.filed().disposition == "hold"
    assert "it says something else" in table.filed().reason
    assert any("is kept for you" in subject_of(one) for one in news)
    assert len(table.open_codes()) == 1


def test_what_is_no_claim_lies_before_nobody(table: Table) -> None:
    table.resolve("Ann")
    for text in ("Well done, Ann!", "Is that right?", "If heat is wrong I will say so tomorrow."):
        table.claim("Bob", text)
    table.claim(MASTER, CLAIM)  # their own word
    for text in ("This is wrong: I was in 3.", "CoE: the report lacks Eve."):  # answers nothing
        assert table.say("Bob", text) == ()
    table.say("Dan", CLAIM)
    head = b"In-Reply-To: <something@post.example>\r\n"
    table.receive(head + list_mail("Bob", "CoE: this needs a toolbox.\n"))
    assert table.open_codes() == []


def test_a_turn_beside_a_claim_is_asked_about_and_taken_by_a_yes(table: Table) -> None:
    table.resolve("Ann")
    news = table.claim("Bob", f"{CLAIM}\n\n{NO_TURN}")
    assert kinds(news) == ["draft", "receipt", "question"]
    in_answer(table, only(news, "question"), "Bob", "yes")
    assert table.position().pending == "Bob"


def test_a_claim_made_in_private_is_denied_in_private(table: Table) -> None:
    notice = only(table.read(lambda it: it.outbox("AAAAAAA"))[:2], "private")
    code = code_in(in_answer(table, notice, "Ann", "That is wrong: I had two crowbars."))
    assert table.draft(code).about == "Claim of error: Ann, the opening of RN1"
    made = table.do(claims.deny, code, MASTER, "it is as it is")
    table.news()
    (sent,) = table.reply(made.code, "approve")
    assert (sent.posting.kind, sent.posting.to) == ("private", "ann@post.example")
    assert "your claim of error about the opening of RN1 is denied (§25)" in flat(sent)


def test_what_else_answers_a_receipt_is_heard_as_what_it_is(table: Table) -> None:
    taken = table.say("Ann")
    receipt = only(taken, "receipt")
    for text in (
        "I wanted to give you my standing orders: block 5-6, else 5-7.",
        "If a hatch gets blocked: 5-6.",
    ):
        (told,) = in_answer(table, receipt, "Ann", text)
        assert "Your standing orders" in subject_of(told)
    assert "draft" not in kinds(in_answer(table, receipt, "Ann", "What do I hold?"))
    assert in_answer(table, receipt, "Ann", "ok, thank you, Pewterby") == ()
    auto = b"Auto-Submitted: auto-replied\r\n"
    assert in_answer(table, receipt, "Ann", "I am out of the office.", head=auto) == ()
    assert "draft" not in kinds(table.write("Ann", "No, not 5-6."))  # answers no receipt
    assert kinds(table.write("Ann", "No, I meant 5-6.")) == ["draft", "receipt"]  # undoes a turn
    table.reply(code_in(taken), "approve")
    (told,) = in_answer(table, receipt, "Ann", "Hm, I wanted to stay and draw. A pity.")
    assert "Turn 1 is resolved already" in subject_of(told)
    assert "CoE: turn 1: ..." in flat(told)


# -- words that are no claim are not swallowed ----------------------------------------------------


def test_a_mail_that_came_back_answers_words_once_with_what_can_be_done(tmp_path: Path) -> None:
    table = a_game(tmp_path)
    table.receive(bounce(drawn(table, "Bob")))
    (back,) = (one for one in table.rounds() if "came back" in subject_of(one))
    words = "Bob's address is bob@new.example"
    for thanks in ("ok, thanks", "Got it.", "Thank you!\n\nPewterby"):
        assert in_answer(table, back, MASTER, thanks) == ()
    auto = b"Auto-Submitted: auto-replied\r\n"
    assert in_answer(table, back, MASTER, words, head=auto) == ()
    (told,) = in_answer(table, back, MASTER, words)
    wanted = "ask the host to add it to [people] of rednov.toml", 'mail the bot "told Bob"'
    assert missing(told, *wanted) == []
    table.clock.forward(minutes=5)
    assert in_answer(table, back, MASTER, words) == ()  # to a machine, as far as can be told


SPOKEN = (
    "Pewterby, I think the bot is wrong here, please look at my turn.",
    "This is wrong! Please ask Pewterby.",
    "Would the contestmaster please look at this?",
)


def test_a_gnome_who_speaks_to_the_contestmaster_is_told_where_they_read(table: Table) -> None:
    asked = only(table.say("Ann", "I use my toolbox and give something to Bob."), "question")
    assert in_answer(table, asked, "Ann", "Thanks, Pewterby") == ()
    where = "write to them at pewterby@post.example"
    for words in (*SPOKEN, "Pewterby!"):
        (told,) = in_answer(table, asked, "Ann", words)
        assert subject_of(told).startswith("[Red November] Your answer announces nothing")
        assert missing(told, "Which items are these?", where) == []
    asked = only(table.say("Ann", "I open 5-6 and go in."), "question")
    (told,) = in_answer(table, asked, "Ann", "Oops, I open 5-8 and go in, draw 2")
    assert "announce the whole of it anew, in one mail, on agora-business" in flat(told)
    refusal = only(table.say("Ann", "I open 1-2 and go in. I take no action."), "receipt")
    for words in SPOKEN:
        (told,) = in_answer(table, refusal, "Ann", words)
        assert subject_of(told) == "[Red November] Nobody but the bot has read your answer"
        assert where in flat(told)
        table.clock.forward(minutes=5)
        assert in_answer(table, refusal, "Ann", words) == ()
        assert "was answered before" in table.filed().reason


def test_an_alarm_about_a_code_can_be_answered_with_a_rejection(table: Table) -> None:
    guarded(table)
    proved = results(OF_ANN)
    news = table.receive(proved + list_mail("Ann", f"{NO_TURN}\n"))
    code = code_in(news)
    said = in_answer(table, only(news, "draft"), "Bob", "approve", head=proved)
    (alarm,) = (one for one in said if one.posting.to == ADDRESS_OF_MASTER)
    assert "Alarm" in subject_of(alarm)
    words = f"reject {code} because somebody else has the code"
    assert f'mail the bot "{words}"' in flat(alarm)
    (told,) = in_answer(table, alarm, MASTER, words, head=proved)
    assert f"Draft {code} is rejected" in flat(told)
    assert table.open_codes() == []


def test_words_about_a_newcomer_an_alarm_or_no_draft_are_told_what_can_be_done(
    table: Table,
) -> None:
    octets = list_mail("Zed", "I join Red November.\n")
    told = only(table.receive(octets.replace(b"zed@post.example", b"zed@far.example")), "desk")
    (answer,) = in_answer(table, told, MASTER, "ok, add Zed")
    wanted = "Ask the host to add these lines to rednov.toml", 'addresses = ["zed@far.example"]'
    assert missing(answer, *wanted) == []
    odd = Forgery(kind="alarm", what="Something odd happened.", mail=None, at=table.clock.at)
    table.read(lambda it: it.note_forgery(odd))
    table.do(held.look)
    (told,) = in_answer(table, only(table.news(), "desk"), MASTER, "That was me, I forwarded it")
    assert '"status" shows what you have to deal with' in flat(told)
    code = code_in(table.say("Ann"))
    told, *_ = table.write(MASTER, "reject because it is late", subject="Re: Turn 1: Ann")
    assert f'"reject {code} because it is late" (Turn 1: Ann)' in flat(told)
    table.write(MASTER, f"approve {code}", subject="Re: Turn 1: Ann")
    assert table.open_codes() == []
