"""Which mails act, once each, and which are answered, left alone or held (B4.1, B4.8)."""

from __future__ import annotations

from datetime import timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rednov_bot.bootstrap import open_desk
from rednov_bot.desk import listening
from rednov_bot.desk.drafts import drafting
from rednov_bot.handling import work
from rednov_bot.papers import Letter, RawMail
from rednov_bot.settings import Forum
from tests.builders import (
    BOT,
    BUSINESS,
    DISCUSSION,
    MONDAY,
    CountingTokens,
    FixedClock,
    Table,
    list_mail,
    private_mail,
    settings_for,
)
from tests.desk.play import (
    NO_TURN,
    arrange,
    begin,
    begun,
    code_in,
    filed,
    kinds,
    numbered,
    open_codes,
    position,
    reply,
    say,
    text_of,
    write,
)

OFFICIAL = "agora-official@agora.example"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def fetched(table: Table, octets: bytes, *, uidvalidity: int) -> RawMail:
    return RawMail(
        folder="INBOX",
        uidvalidity=uidvalidity,
        uid=1,
        octets=octets,
        arrived_at=table.clock.at,
    )


def test_a_mail_fetched_again_under_a_new_uidvalidity_acts_once(table: Table) -> None:
    octets = list_mail("Ann", NO_TURN)
    code = code_in(table.receive(octets))
    reply(table, code, "approve")
    with table.desk.ledger.transaction() as records:
        assert records.keep([fetched(table, octets, uidvalidity=2)]) == 1
    assert table.receive() == ()
    assert filed(table).disposition == "ignore"
    assert position(table).turns == 1


def test_an_approval_fetched_again_is_not_even_answered(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    octets = private_mail("Pewterby", "approve", subject=f"Re: [rednov {code}] Turn 1")
    table.receive(octets)
    with table.desk.ledger.transaction() as records:
        records.keep([fetched(table, octets, uidvalidity=2)])
    assert table.receive() == ()


def test_a_direct_copy_never_eats_the_lists_copy(table: Table) -> None:
    listed = list_mail("Ann", NO_TURN, message_id="<one@post.example>")
    direct = private_mail("Ann", NO_TURN, to=BUSINESS, message_id="<one@post.example>")
    copied = direct.replace(b"\r\nSubject:", f"\r\nCc: {BOT}\r\nSubject:".encode())
    assert table.receive(copied) == ()
    assert kinds(table.receive(listed)) == ["receipt", "draft"]


def test_a_copy_to_the_bot_alone_is_a_check_and_the_lists_copy_acts(table: Table) -> None:
    direct = private_mail("Ann", NO_TURN, message_id="<one@post.example>")
    assert "would be valid" in text_of(table.receive(direct)[0])
    listed = list_mail("Ann", NO_TURN, message_id="<one@post.example>")
    assert kinds(table.receive(listed)) == ["receipt", "draft"]


def test_the_same_mail_by_two_public_lists_acts_once(tmp_path: Path) -> None:
    known = settings_for(f"sqlite:///{tmp_path / 'rednov.db'}")
    official = Forum(address=OFFICIAL, list_id=OFFICIAL.replace("@", "."), public=True)
    known = msgspec.structs.replace(known, forums={**known.forums, "official": official})
    clock = FixedClock()
    table = Table(desk=open_desk(known, clock=clock, tokens=CountingTokens()), clock=clock)
    begin(table)
    once = list_mail("Ann", NO_TURN, message_id="<one@post.example>")
    twice = list_mail("Ann", NO_TURN, forum=OFFICIAL, message_id="<one@post.example>")
    assert kinds(table.receive(twice, once)) == ["receipt", "draft"]
    assert filed(table).reason.startswith("read already")


def test_a_public_turn_copied_to_the_discussion_list_is_not_called_misdirected(
    table: Table,
) -> None:
    once = list_mail("Ann", NO_TURN, message_id="<one@post.example>")
    twice = list_mail("Ann", NO_TURN, forum=DISCUSSION, message_id="<one@post.example>")
    assert kinds(table.receive(once, twice)) == ["receipt", "draft"]


def test_a_mail_without_a_message_id_acts_once(table: Table) -> None:
    octets = list_mail("Ann", NO_TURN, message_id="<one@post.example>")
    bare = octets.replace(b"Message-ID: <one@post.example>\r\n", b"")
    assert bare != octets
    assert kinds(table.receive(bare, bare)) == ["receipt", "draft"]


def test_a_turn_in_the_wrong_forum_comes_back_with_its_text(table: Table) -> None:
    news = say(table, "Ann", "I take no action.", forum=DISCUSSION)
    assert kinds(news) == ["receipt"]
    told = text_of(news[0])
    assert "I take no action." in told
    assert DISCUSSION in told
    assert BUSINESS in told
    assert position(table).pending is None
    assert open_codes(table) == []


@pytest.mark.parametrize("forum", [BUSINESS, DISCUSSION])
def test_chatter_is_left_alone(table: Table, forum: str) -> None:
    assert say(table, "Ann", "What a lovely sub this was.", forum=forum) == ()
    assert filed(table).reason == "announces nothing"


def test_an_unclear_mail_is_asked_about_in_public_and_in_private(table: Table) -> None:
    unclear = "I use my toolbox and give something to Bob."
    news = say(table, "Ann", unclear)
    assert kinds(news) == ["question"]
    assert news[0].posting.to == "ann@post.example"
    assert position(table).pending is None
    assert kinds(write(table, "Ann", unclear)) == ["question"]


def test_a_stranger_is_answered_once_a_day(table: Table) -> None:
    stranger: dict[str, Any] = {"address": "zed@far.example"}
    assert kinds(write(table, "Zed", "Who is this?", **stranger)) == ["question"]
    table.clock.forward(hours=13)  # the same day, in UTC
    assert write(table, "Zed", "Hello?", **stranger) == ()
    table.clock.forward(hours=2)
    assert kinds(write(table, "Zed", "Is anybody there?", **stranger)) == ["question"]


def test_a_strangers_old_mail_met_again_is_not_answered_again(table: Table) -> None:
    octets = private_mail("Zed", "Who is this?", address="zed@far.example")
    assert kinds(table.receive(octets)) == ["question"]
    table.clock.forward(days=9)
    with table.desk.ledger.transaction() as records:
        records.keep([fetched(table, octets, uidvalidity=2)])
    assert table.receive() == ()


def test_nobody_is_answered_whom_a_mail_in_a_lists_name_puts_into_reply_to(table: Table) -> None:
    octets = private_mail("Zed", "Who is this?", address=BUSINESS)
    assert table.receive(b"Reply-To: victim@far.example\r\n" + octets) == ()


def test_a_stranger_on_a_list_is_left_alone(table: Table) -> None:
    octets = list_mail("Zed", NO_TURN).replace(b"zed@post.example", b"zed@far.example")
    assert table.receive(octets) == ()


def test_one_persons_answers_are_not_taken_from_anothers(table: Table) -> None:
    for n in range(2, 14):
        write(table, "Ann", f"I use {n} toolboxes. No action.")
    assert kinds(write(table, "Bob", NO_TURN)) == ["receipt"]


@pytest.mark.parametrize(
    "mark",
    [b"Auto-Submitted: auto-replied", b"Precedence: junk", b"X-Autoreply: yes"],
    ids=lambda mark: mark.decode().partition(":")[0],
)
def test_machines_are_not_answered(table: Table, mark: bytes) -> None:
    octets = private_mail("Ann", NO_TURN)
    assert (
        table.receive(octets.replace(b"\r\nMessage-ID:", b"\r\n" + mark + b"\r\nMessage-ID:")) == ()
    )
    assert filed(table).disposition == "ignore"


def test_the_bots_own_post_coming_back_from_the_list_is_left_alone(table: Table) -> None:
    sent = reply(table, code_in(say(table, "Ann")), "approve")
    back = sent[-1].posting.octets.replace(
        b"\r\nSubject:", f"\r\nList-Id: <{BUSINESS.replace('@', '.')}>\r\nSubject:".encode()
    )
    assert table.receive(back) == ()
    assert filed(table).disposition == "ignore"


def test_the_bot_answers_no_draft_of_its_own(table: Table) -> None:
    news = say(table, "Ann")
    assert table.receive(news[-1].posting.octets) == ()


def test_a_mail_that_cannot_be_handled_is_held_and_the_next_one_acts(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = listening.read_letter

    def stumbling(letter: Letter, **more: Any) -> Any:
        if "grue" in letter.text:
            raise RuntimeError("a secret: grog, coffee")
        return whole(letter, **more)

    monkeypatch.setattr(listening, "read_letter", stumbling)
    news = table.receive(list_mail("Ann", "I am eaten by a grue."), list_mail("Bob", NO_TURN))
    assert kinds(news) == ["receipt", "draft", "desk"]
    with table.desk.ledger.transaction() as records:
        (held,) = records.dispositions("hold")
    assert "RuntimeError" in held.reason
    assert "grog" not in held.reason
    assert work(table.desk) == 0


def test_a_mail_held_leaves_nothing_half_done(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(drafting, "resolution", failing)
    before = numbered(table)
    assert kinds(say(table, "Ann")) == ["desk"]
    assert filed(table).disposition == "hold"
    assert numbered(table) == before


def test_a_far_future_date_changes_nothing_but_what_is_shown(table: Table) -> None:
    octets = list_mail("Ann", NO_TURN).replace(
        format_datetime(MONDAY).encode(), format_datetime(MONDAY + timedelta(days=900)).encode()
    )
    news = table.receive(octets)
    assert kinds(news) == ["receipt", "draft"]
    with table.desk.ledger.transaction() as records:
        (drafted,) = records.open_drafts()
    assert drafted.due_by == MONDAY + timedelta(hours=48)


def test_no_paper_shows_its_secrets_when_it_is_printed(table: Table) -> None:
    arrange(table, gnomes={"Ann": {"at": 8}})
    say(table, "Ann", "I draw 3 items.")
    with table.desk.ledger.transaction() as records:
        (drafted,) = records.open_drafts()
        shown = repr(drafted) + repr(records.gamestate(drafted.game or 0))  # type: ignore[arg-type]
    for page in drafted.pages:
        assert page.body not in shown
    assert "You" not in shown
