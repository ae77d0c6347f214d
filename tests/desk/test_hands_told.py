"""Whoever learns something of their hand is told it, alone; nobody else is told anything (§6)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.words import ITEMS
from rednov_bot.papers import QueuedPosting
from rednov_bot.prose.luck_text import HEADING, NOTICE_HEADING, parted
from rednov_bot.prose.wording import tile_name
from tests.builders import Table, a_table
from tests.desk.play import (
    arrange,
    begun,
    code_in,
    everything_public,
    hand,
    kinds,
    open_codes,
    opened,
    position,
    reply,
    say,
    start,
    subject_of,
    text_of,
    write,
)
from tests.desk.test_random_games import act, decide


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def notices(postings: tuple[QueuedPosting, ...]) -> dict[str, str]:
    """Who was told eir hand, and in which words, without the folding."""
    told = [one for one in postings if one.posting.kind == "private"]
    by_name = {one.posting.to.partition("@")[0]: " ".join(text_of(one).split()) for one in told}
    assert len(by_name) == len(told)
    return by_name


def resolved(table: Table, who: str, text: str) -> dict[str, str]:
    return notices(reply(table, code_in(say(table, who, text)), "approve"))


def test_the_giver_of_a_gift_is_told_what_is_left(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee", "crowbar", "aqualung"), "Bob": ("grog",)})
    told = resolved(table, "Ann", "I give Bob a coffee and an aqualung.")
    assert set(told) == {"ann", "bob"}
    assert "You hold 1 item: 1 crowbar" in told["ann"]
    assert "You give Bob a coffee and an aqualung." in told["ann"]
    assert "From Ann you get a coffee and an aqualung" in told["bob"]
    assert "You hold 3 items" in told["bob"]


def test_the_giver_of_a_gift_in_return_is_told_what_is_left(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee",), "Bob": ("grog",)})
    resolved(table, "Ann", "I give Bob a coffee.")
    news = say(table, "Bob", "In return I give Ann the grog.")
    assert kinds(news) == ["receipt", "draft", "private"]
    told = notices(news)
    answered = " ".join(text_of(news[0]).split())
    assert "your gift in return of Mon 23 Nov 2026, 10:00 UTC is noted" in answered
    assert "You give Ann a grog in return." in answered
    assert "You hold 1 item: 1 coffee" in answered
    assert "what Bob's gift in return means for your items" in told["ann"]
    assert "From Bob you get a grog" in told["ann"]


def test_a_giver_by_a_private_list_is_told_which_items_e_gave(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee", "crowbar", "crowbar")})
    write(table, "Ann", "crowbar, crowbar")
    told = resolved(table, "Ann", "I give 2 items to Bob.")
    assert "You give Bob 2 crowbars." in told["ann"]
    assert "From Ann you get 2 crowbars." in told["bob"]


def test_a_gift_of_nothing_in_return_tells_nobody_a_hand(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee",)})
    resolved(table, "Ann", "I give Bob a coffee.")
    assert notices(say(table, "Bob", "In return I give Ann 0 items.")) == {}


def test_a_promised_return_is_told_when_it_changes_hands_and_not_before(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"return_gift_effect": "after_resolution"})
    arrange(table, hands={"Ann": ("coffee",), "Bob": ("grog",)})
    resolved(table, "Ann", "I give Bob a coffee.")
    say(table, "Cat")
    assert notices(say(table, "Bob", "In return I give Ann the grog.")) == {}
    told = notices(reply(table, open_codes(table)[-1], "approve"))
    assert set(told) == {"ann", "bob"}
    assert "You hold 1 item: 1 coffee" in told["bob"]


def test_whoever_discards_is_told_what_is_left_and_what_went(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog", "grog", "crowbar")}, limits={"Ann": Limit(2)})
    news = say(table, "Ann", "I discard a grog.", message_id="<discard@post.example>")
    assert kinds(news) == ["receipt", "draft"]
    told = " ".join(text_of(news[0]).split())
    assert subject_of(news[0]).endswith("Your discard is noted")
    assert opened(news[0])["In-Reply-To"] == "<discard@post.example>"
    assert "You discard a grog." in told
    assert "You hold 2 items: 1 grog 1 crowbar" in told
    assert "before your next turn" not in told


def test_whoever_still_owes_a_discard_is_told_so(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog", "grog", "crowbar")}, limits={"Ann": Limit(1)})
    told = " ".join(text_of(say(table, "Ann", "I discard a grog.")[0]).split())
    assert "Discard 1 item more before your next turn: the hand limit is 1 (§17)." in told


def test_whose_grog_an_event_drinks_is_told_eir_hand(table: Table) -> None:
    arrange(table, deck=["overheated"], gnomes={"Ann": {"minutes": 37}})
    arrange(table, hands={"Ann": ("coffee",), "Bob": ("grog", "crowbar"), "Cat": ("grog",)})
    told = resolved(table, "Ann", "I take no action.")
    assert set(told) == {"bob", "cat"}
    assert "You hold 1 item: 1 crowbar" in told["bob"]
    assert "You hold no items" in told["cat"]


def test_whoever_only_used_items_up_is_told_by_the_posting_alone(table: Table) -> None:
    arrange(table, hands={"Ann": ("lucky_charm", "crowbar")})
    assert resolved(table, "Ann", "I use my lucky charm. I take no action.") == {}


def test_whoever_uses_an_item_up_and_is_over_a_limit_is_told_how_many_to_discard(
    table: Table,
) -> None:
    arrange(table, hands={"Ann": ("lucky_charm", "crowbar", "grog")}, deck=["respite"])
    arrange(table, gnomes={"Ann": {"minutes": 40}})
    news = say(table, "Ann", "I use my lucky charm. I take no action.")
    arrange(table, limits={"Ann": Limit(1)})
    reply(table, code_in(news), "approve")
    told = notices(reply(table, open_codes(table)[-1], "approve"))
    assert "Discard 1 item before your next turn (§17)" in told["ann"]


def test_a_hand_that_did_not_change_gives_no_mail(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog", "crowbar"), "Bob": ("coffee",)})
    assert resolved(table, "Ann", "I take no action.") == {}


def test_a_hand_that_is_the_same_again_gives_no_mail(table: Table) -> None:
    """The grog used up and the captain's one taken are alike, and the list tells of both."""
    arrange(table, hands={"Ann": ("grog",)}, gnomes={"Ann": {"at": 10}}, deck=["respite"] * 3)
    assert resolved(table, "Ann", "I use my grog. I take 1 grog from the barrel.") == {}
    assert hand(table, "Ann") == ["grog"]


def test_the_killed_are_told_that_they_hold_nothing_and_not_how_to_play_on(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog",)}, rooms={5: "high"})
    told = resolved(table, "Ann", "I take no action.")
    assert "You drown in room 5 (§16b). What you held, a grog, goes to the discards" in told["ann"]
    assert "You hold no items." in told["ann"]
    assert "take it, announce" not in told["ann"]


def test_a_replaced_gnome_is_told_that_e_holds_nothing(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"less_deadly": "on"})
    arrange(table, hands={"Ann": ("grog",)}, rooms={5: "high"})
    told = resolved(table, "Ann", "I take no action.")
    assert "You hold no items." in told["ann"]
    assert "announce it on the list" in told["ann"]


def test_nothing_of_a_changed_hand_is_public(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee", "crowbar", "aqualung"), "Bob": ("grog",)})
    news = say(table, "Ann", "I give Bob a coffee.")
    sent = reply(table, code_in(news), "approve")
    public = everything_public((*news, *sent))
    assert "crowbar" not in public
    assert "for your items" not in public


def test_every_private_notice_is_shown_in_the_draft_before_it_is_sent(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee", "crowbar"), "Bob": ("grog",)})
    news = say(table, "Ann", "I give Bob a coffee.")
    shown = next(text_of(one) for one in news if one.posting.kind == "draft")
    for one in reply(table, code_in(news), "approve"):
        heading = HEADING if one.posting.kind == "public" else NOTICE_HEADING
        text, proof = parted(text_of(one), heading)
        assert text.rstrip() in shown
        assert proof.strip() in shown


TILES = re.compile(r"^ +(\d+)  ([a-z ]+)$", re.MULTILINE)
NAMES = {tile_name(item, count): item for item in ITEMS for count in (1, 2)}


def told_last(postings: Iterable[QueuedPosting]) -> dict[str, list[str]]:
    """The hand that each gnome's latest notice, or answer, tells em."""
    told = {}
    for one in postings:
        if one.posting.kind in ("private", "receipt") and "You hold" in text_of(one):
            tiles = TILES.findall(text_of(one).partition("You hold")[2])
            told[one.posting.to.partition("@")[0].title()] = sorted(
                NAMES[name] for count, name in tiles for _ in range(int(count))
            )
    return told


def follow(known: dict[str, Counter[str]], happenings: Iterable[h.Happening]) -> None:
    """What everybody who reads the list can tell of a hand that is known."""
    for one in happenings:
        if isinstance(one, h.ItemUsed):
            known[one.gnome][one.item] -= 1
        elif isinstance(one, h.GrogGained):
            known[one.gnome]["grog"] += one.count


@pytest.mark.parametrize("options", [{}, {"return_gift_effect": "after_resolution"}], ids=str)
def test_whoever_keeps_their_mails_and_reads_the_list_always_knows_their_hand(
    tmp_path: Path, options: dict[str, str]
) -> None:
    luck, table = Random(7), a_table(tmp_path, seed=b"hands 1")
    reply(table, start(table, **options).code, "approve")
    known: dict[str, Counter[str]] = {}
    mails = past = 0
    for _ in range(90):
        if position(table).ending is not None:
            break
        table.clock.forward(hours=1)
        act(table, luck)
        decide(table, luck)
        table.news()
        with table.desk.ledger.transaction() as records:
            outbox, history = records.outbox(), records.history(records.games()[0].id)
        told = told_last(outbox[mails:])
        if known:
            follow(known, history[past:])
        known |= {name: Counter(tiles) for name, tiles in told.items()}
        mails, past = len(outbox), len(history)
        assert known == {name: Counter(hand(table, name)) for name in ("Ann", "Bob", "Cat")}
    assert position(table).turns > 10
