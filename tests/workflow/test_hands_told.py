"""Whoever learns something of their hand is told it, alone; nobody else is told anything (§6)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Final

import pytest

from rednov_bot.core.models import Page, QueuedPosting
from rednov_bot.core.render.luck_pages import HEADING, NOTICE_HEADING, parted
from rednov_bot.games.red_november.render.wording import tile_name
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.games.red_november.rules.words import ITEMS, Item
from tests.workflow.play import (
    Postings,
    Table,
    a_table,
    code_in,
    everything_public,
    flat,
    kinds,
    missing,
    only,
    text_of,
)
from tests.workflow.test_random_games import act, decide


def notices(postings: Postings) -> dict[str, str]:
    """Who was told their hand, and in which words, without the folding."""
    told = [one for one in postings if one.posting.kind == "private"]
    by_name = {one.posting.to.partition("@")[0]: flat(one) for one in told}
    assert len(by_name) == len(told)
    return by_name


def resolved(table: Table, who: str, text: str) -> dict[str, str]:
    return notices(table.resolve(who, text))


def test_giver_and_recipient_are_told_what_they_hold_as_the_draft_shows_it(table: Table) -> None:
    table.arrange(hands={"Ann": ("coffee", "crowbar", "aqualung"), "Bob": ("grog",)})
    news = table.say("Ann", "I give Bob a coffee and an aqualung.")
    shown = text_of(only(news, "draft"))
    sent = table.reply(code_in(news), "approve")
    told = notices(sent)
    assert set(told) == {"ann", "bob"}
    gave = "You give Bob a coffee and an aqualung."
    assert missing(told["ann"], "You hold 1 item: 1 crowbar", gave) == []
    assert missing(told["bob"], "From Ann you get a coffee and an aqualung", "hold 3 items") == []
    for one in sent:
        heading = HEADING if one.posting.kind == "public" else NOTICE_HEADING
        text, proof = parted(text_of(one), heading)
        assert text.rstrip() in shown
        assert proof.strip() in shown
    public = everything_public((*news, *sent))
    assert "crowbar" not in public
    assert "for your items" not in public
    assert notices(table.say("Bob", "In return I give Ann 0 items.")) == {}
    news = table.say("Bob", "In return I give Ann the grog.")
    assert kinds(news) == ["receipt", "draft", "private"]
    gave = "You give Ann a grog in return."
    assert missing(news[0], gave, "You hold 2 items: 1 coffee 1 aqualung") == []
    assert "From Bob you get a grog" in notices(news)["ann"]
    public = flat(everything_public(table.reply(code_in(news), "approve")))
    assert "The announcement on the list says which item it is." in public


def test_whose_hand_the_list_can_follow_gets_no_mail(table: Table) -> None:
    """The grog used up and the captain's one taken are alike, and the list tells of both."""
    table.arrange(hands={"Ann": ("grog", "lucky_charm")}, gnomes={"Ann": {"at": 10}})
    assert resolved(table, "Ann", "I use my lucky charm. I take no action.") == {}
    assert resolved(table, "Ann", "I use my grog. I take 1 grog from the barrel.") == {}
    assert table.hand("Ann") == ["grog"]


def test_whom_an_event_an_early_limit_or_death_concerns_is_told(table: Table) -> None:
    table.arrange(deck=["overheated"], gnomes={"Ann": {"minutes": 37}})
    table.arrange(hands={"Ann": ("coffee",), "Bob": ("grog", "crowbar"), "Cat": ("grog",)})
    told = resolved(table, "Ann", "I take no action.")
    assert set(told) == {"bob", "cat"}
    assert "You hold 1 item: 1 crowbar" in told["bob"]
    assert "You hold no items" in told["cat"]
    table.arrange(hands={"Bob": ("lucky_charm", "crowbar", "grog")}, deck=["respite"] * 4)
    news = table.say("Bob", "I use my lucky charm. I take no action.")
    table.arrange(limits={"Bob": Limit(1)})
    table.reply(code_in(news), "approve")
    told = notices(table.reply(table.open_codes()[-1], "approve"))
    assert "Discard 1 item before your next turn (§17)" in told["bob"]
    table.arrange(hands={"Ann": ("grog",)}, gnomes={"Ann": {"at": 5}}, rooms={5: "high"})
    told = resolved(table, "Ann", "I take no action.")
    drowned = "You drown in room 5 (§16b). What you held, a grog, goes to the discards"
    assert missing(told["ann"], drowned, "You hold no items.") == []
    assert "take it, announce" not in told["ann"]


TILES = re.compile(r"^ +(\d+)  ([a-z ]+)$", re.MULTILINE)
NAMES = {tile_name(item, count): item for item in ITEMS for count in (1, 2)}


def told_last(postings: Iterable[QueuedPosting]) -> dict[str, list[str]]:
    """The hand that each gnome's latest notice, or answer, tells them."""
    told = {}
    for one in postings:
        if one.posting.kind in ("private", "receipt") and "You hold" in text_of(one):
            tiles = TILES.findall(text_of(one).partition("You hold")[2])
            told[one.posting.to.partition("@")[0].title()] = sorted(
                NAMES[name] for count, name in tiles for _ in range(int(count))
            )
    return told


def follow(known: dict[str, Counter[str]], events: Iterable[ev.Event]) -> None:
    """What everybody who reads the list can tell of a hand that is known."""
    for one in events:
        if isinstance(one, ev.ItemUsed):
            known[one.gnome][one.item] -= 1
        elif isinstance(one, ev.GrogGained):
            known[one.gnome]["grog"] += one.count


def test_whoever_keeps_their_mails_and_reads_the_list_always_knows_their_hand(
    tmp_path: Path,
) -> None:
    luck, table = Random(7), a_table(tmp_path, seed=b"hands 1")
    table.reply(table.start(return_gift_effect="after_resolution").code, "approve")
    known: dict[str, Counter[str]] = {}
    mails = past = 0
    for _ in range(90):
        if table.position().ending is not None:
            break
        table.clock.forward(hours=1)
        act(table, luck)
        decide(table, luck)
        outbox = table.read(lambda it: it.outbox())
        history = table.read(lambda it: it.history(it.games()[0].id))
        if known:
            follow(known, history[past:])
        known |= {name: Counter(tiles) for name, tiles in told_last(outbox[mails:]).items()}
        mails, past = len(outbox), len(history)
        assert known == {name: Counter(table.hand(name)) for name in ("Ann", "Bob", "Cat")}
    assert table.position().turns > 10


UNDEFENDED: Final[tuple[tuple[tuple[Item, ...], str], ...]] = (
    (("toolbox",), "yes"),
    (("toolbox",), "no"),
    (("crowbar",), "no"),
)
"""What Bob may hold, and what they may wish, where they do not fight back."""


def attacked(
    folder: Path, held: Iterable[Item], wish: str, *, policy: str, ordered: bool
) -> tuple[list[str], tuple[Page, ...]]:
    """Ann attacks Bob: the kinds of mail that come of it, and what the list would be told."""
    folder.mkdir()
    table = a_table(folder)
    table.begin(crazed="on", event_choice=policy)
    table.arrange(hands={"Ann": ("crowbar",), "Bob": held})
    if ordered:
        table.write("Bob", f"My standing orders: I {'' if wish == 'yes' else 'do not '}defend.")
    attack = {"message_id": "<attack@post.example>"}
    news = table.say("Ann", "I use my crowbar to attack Bob.", **attack)
    came = kinds(news)
    if not ordered and policy == "orders+contestmaster":
        news = table.reply(code_in(news), f"choose {wish}")
    elif not ordered:
        news = table.write("Bob", f"choose {wish}")
    came += [] if ordered else kinds(news)
    found = table.draft(code_in(news))
    return came, tuple([page for page in found.pages if page.kind == "public"])


@pytest.mark.parametrize("policy", ["orders+ask", "orders+contestmaster", "orders+random"])
def test_nothing_tells_what_the_defender_held_or_wished_nor_how(
    tmp_path: Path, policy: str
) -> None:
    """Whether there was an order or an answer is their own affair, too."""
    texts = []
    for ordered in (True, False):
        mails = []
        for held, wish in UNDEFENDED:
            folder = tmp_path / f"{ordered} {held} {wish}"
            came, pages = attacked(folder, held, wish, policy=policy, ordered=ordered)
            mails.append(came)
            texts += pages
        assert mails[0] == mails[1] == mails[2]
    assert len(texts) == 6
    assert texts.count(texts[0]) == 6
    assert "Bob does not fight back" in texts[0].body
    assert "  draw " not in texts[0].body
