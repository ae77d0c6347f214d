"""Standing orders sent apart from a turn: kept, told to their gnome alone, and followed (7.1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rednov_bot.desk.desk import ongoing
from rednov_bot.desk.due import rounds
from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.turn import Orders
from rednov_bot.engine.words import hatch_label
from tests.builders import Table, a_table
from tests.desk.play import (
    arrange,
    begun,
    code_in,
    draft,
    everything_public,
    filed,
    hand,
    kinds,
    only,
    open_codes,
    reply,
    say,
    subject_of,
    text_of,
    write,
)
from tests.desk.test_choices import candidates, jammed, jams, offered
from tests.prose.samples import TABLES

FIX = "I fix the engine for 10 minutes."


def jam_ahead(folder: Path, **options: Any) -> Table:
    """Whoever fixes the engine for ten minutes draws Blocked Hatch."""
    table = begun(folder, options=options)
    arrange(table, deck=["blocked_hatch"], gnomes={"Ann": {"at": 1, "minutes": 40}})
    return table


def orders_of(table: Table, name: str = "Ann") -> Orders | None:
    with table.desk.ledger.transaction() as records:
        now = ongoing(table.desk, records)
        assert now is not None
        return records.noted_orders(now.game.id).get(name)


def jammed_label(table: Table, code: str) -> tuple[str, str]:
    (jam,) = jams(draft(table, code))
    return "-".join(map(str, jam.hatch)), jam.decider


def a_label(folder: Path) -> tuple[Path, str, str]:
    """A folder for another table with the same luck, and two candidates of its jammed hatch."""
    _, news = jammed(folder)
    first, *_, last = offered(text_of(only(news, "question")))
    again = folder / "again"
    again.mkdir()
    return again, first, last


def test_orders_mailed_to_the_bot_are_kept_and_confirmed_in_plain_words(tmp_path: Path) -> None:
    table = begun(tmp_path)
    news = write(table, "Ann", "block: 5-6, then 5-7; if the fire spreads, let it be room 6")
    assert kinds(news) == ["receipt"]
    assert subject_of(news[0]) == "[Red November] Your standing orders"
    told = text_of(news[0])
    assert "If a hatch must be blocked: 5-6, then 5-7." in told
    assert "If the fire spreads: room 6." in told
    assert orders_of(table) == Orders(block=((5, 6), (5, 7)), spread=(6,))
    assert filed(table).reason == "standing orders"


def test_later_orders_replace_each_sort_for_itself(tmp_path: Path) -> None:
    table = begun(tmp_path)
    write(table, "Ann", "block: 5-6. For a hand limit drop grog")
    write(table, "Ann", "fire spreads to 6")
    write(table, "Ann", "block: 5-7")
    assert orders_of(table) == Orders(block=((5, 7),), spread=(6,), drop=("grog",))
    news = write(table, "Ann", "Forget my standing orders.")
    assert "you have no standing orders any more" in " ".join(text_of(news[0]).split())
    assert orders_of(table) == Orders()


def test_orders_sent_before_the_turn_spare_the_question(tmp_path: Path) -> None:
    folder, _, label = a_label(tmp_path)
    table = jam_ahead(folder)
    write(table, "Ann", f"If a hatch must be blocked: {label}.")
    news = say(table, "Ann", FIX)
    assert kinds(news) == ["receipt", "draft"]
    assert jammed_label(table, code_in(news)) == (label, "gnome")


def test_what_the_turn_names_itself_comes_first(tmp_path: Path) -> None:
    """The dice hang on the words of the mail, so it names every hatch, in another order."""
    table = jam_ahead(tmp_path)
    hatches = [hatch_label(ends) for ends in sorted(TABLES.board.interior)]
    write(table, "Ann", f"block: {', '.join(hatches)}")
    news = say(table, "Ann", f"{FIX} Block: {', '.join(reversed(hatches))}.")
    (jam,) = jams(draft(table, code_in(news)))
    assert len(jam.candidates) > 1
    assert (jam.hatch, jam.decider) == (max(jam.candidates), "gnome")


def test_orders_that_come_while_the_resolution_waits_decide_it(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    label = offered(text_of(only(news, "question")))[-1]
    news = write(table, "Ann", f"My standing orders: block {label}.")
    assert kinds(news) == ["receipt", "draft"]
    assert f"these orders make it: {label}" in " ".join(text_of(only(news, "receipt")).split())
    assert jammed_label(table, code_in(news)) == (label, "gnome")


def test_orders_that_do_not_decide_the_choice_leave_the_question(tmp_path: Path) -> None:
    table, _ = jammed(tmp_path)
    news = write(table, "Ann", "My standing orders: fire spreads to 6")
    assert kinds(news) == ["receipt"]
    assert "answer the mail that asked you" in " ".join(text_of(news[0]).split())
    assert open_codes(table) == []


def test_orders_after_the_draft_change_it_no_more(tmp_path: Path) -> None:
    folder, first, last = a_label(tmp_path)
    table = jam_ahead(folder)
    write(table, "Ann", f"block: {first}")
    code = code_in(say(table, "Ann", FIX))
    table.clock.forward(hours=1)
    assert kinds(write(table, "Ann", f"block: {last}")) == ["receipt"]
    reply(table, code, "reject I want to see it again")
    again = code_in(reply(table, code, "again"))
    assert jammed_label(table, again) == (first, "gnome")


def test_orders_after_the_contestmaster_was_asked_leave_em_the_choice(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    first, *_, last = offered(text_of(only(news, "question")))
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    (code,) = open_codes(table)
    table.news()
    table.clock.forward(hours=1)
    assert kinds(write(table, "Ann", f"block: {last}")) == ["receipt"]
    assert open_codes(table) == [code]
    assert first in candidates(table)
    made = code_in(reply(table, code, f"choose {first}"))
    assert jammed_label(table, made) == (first, "contestmaster")


def test_orders_on_a_list_count_if_they_are_called_so(tmp_path: Path) -> None:
    table = begun(tmp_path)
    news = say(table, "Ann", "My standing orders: block 5-6, then 5-7.")
    (mail,) = news
    assert mail.posting.to == "ann@post.example"
    assert orders_of(table) == Orders(block=((5, 6), (5, 7)))
    say(table, "Ann", "block: 5-6")
    assert orders_of(table) == Orders(block=((5, 6), (5, 7)))


def test_the_same_mail_to_the_list_and_to_the_bot_is_answered_once(tmp_path: Path) -> None:
    table = begun(tmp_path)
    text, name = "Standing orders: block 5-6.", "<both@post.example>"
    assert len(say(table, "Ann", text, message_id=name)) == 1
    assert write(table, "Ann", text, message_id=name) == ()
    assert filed(table).reason == "standing orders, in a mail heard before"


@pytest.mark.parametrize("who", ["Dan", "Pewterby"])
def test_orders_of_somebody_who_does_not_play_stand_for_nothing(tmp_path: Path, who: str) -> None:
    table = begun(tmp_path)
    news = write(table, who, "block: 5-6")
    assert "you are not a gnome in one" in " ".join(text_of(news[0]).split())
    assert orders_of(table, who) is None


def test_between_games_no_orders_are_kept(tmp_path: Path) -> None:
    news = write(a_table(tmp_path), "Ann", "no standing orders")
    assert "belong to a running game" in " ".join(text_of(news[0]).split())


def test_a_gnome_is_told_eir_own_orders_and_nobody_elses(tmp_path: Path) -> None:
    table = begun(tmp_path)
    write(table, "Ann", "block: 5-6")
    write(table, "Bob", "fire spreads to 6")
    for asked in ("hand", "status"):
        told = text_of(write(table, "Ann", asked)[0])
        assert "YOUR STANDING ORDERS" in told
        assert "If a hatch must be blocked: 5-6." in told
        assert "room 6." not in told


def test_a_private_mail_that_holds_a_turn_as_well_is_a_rehearsal(tmp_path: Path) -> None:
    table = jam_ahead(tmp_path)
    write(table, "Ann", f"{FIX} Block: 1-2.")
    assert orders_of(table) is None
    assert filed(table).reason == "a rehearsal"


def test_a_wish_for_a_hand_limit_is_proposed_and_never_carried_out(tmp_path: Path) -> None:
    """A78."""
    table = begun(tmp_path)
    arrange(
        table,
        deck=["turbulence"],
        gnomes={"Ann": {"at": 1, "minutes": 40}},
        hands={"Ann": ("grog", "coffee", "grog", "aqualung", "toolbox", "lucky_charm")},
    )
    told = write(table, "Ann", "For a hand limit drop coffee, then grog; keep the aqualung.")
    assert "yours alone to announce" in " ".join(text_of(told[0]).split())
    news = reply(table, code_in(say(table, "Ann", FIX)), "approve")
    (notice,) = [one for one in news if one.posting.to == "ann@post.example"]
    assert "    I discard 2 grogs and a coffee.\n" in text_of(notice)
    assert len(hand(table, "Ann")) == 7
    say(table, "Ann", "I discard a coffee and 2 grogs.")
    assert {"aqualung", "lucky_charm", "toolbox"} < set(hand(table, "Ann"))


def test_nothing_of_orders_is_ever_public(tmp_path: Path) -> None:
    folder, _, label = a_label(tmp_path)
    table = jam_ahead(folder)
    arrange(table, hands={"Ann": ("coffee",) * 6}, limits={"Ann": Limit(9)})
    sent = [
        *write(table, "Ann", f"block: {label}, then 1-3; fire spreads to 6. I defend."),
        *say(table, "Ann", FIX),
    ]
    sent += reply(table, open_codes(table)[-1], "approve")
    told = everything_public(sent)
    assert "blocked" in told
    for secret in ("1-3", "standing order", "room 6", "defend"):
        assert secret not in told.lower()
