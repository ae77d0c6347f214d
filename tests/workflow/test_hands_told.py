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
from rednov_bot.games.red_november.render.luck_pages import HEADING, NOTICE_HEADING, parted
from rednov_bot.games.red_november.render.wording import tile_name
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.games.red_november.rules.words import ITEMS, Item
from tests.builders import Table, a_table
from tests.workflow.play import (
    MASTER,
    arrange,
    begin,
    code_in,
    draft,
    everything_public,
    hand,
    kinds,
    only,
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
from tests.workflow.test_random_games import act, decide


def notices(postings: tuple[QueuedPosting, ...]) -> dict[str, str]:
    """Who was told their hand, and in which words, without the folding."""
    told = [one for one in postings if one.posting.kind == "private"]
    by_name = {one.posting.to.partition("@")[0]: " ".join(text_of(one).split()) for one in told}
    assert len(by_name) == len(told)
    return by_name


def resolved(table: Table, who: str, text: str) -> dict[str, str]:
    return notices(reply(table, code_in(say(table, who, text)), "approve"))


def test_giver_and_recipient_are_told_what_they_hold_as_the_draft_shows_it(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee", "crowbar", "aqualung"), "Bob": ("grog",)})
    news = say(table, "Ann", "I give Bob a coffee and an aqualung.")
    shown = text_of(only(news, "draft"))
    sent = reply(table, code_in(news), "approve")
    told = notices(sent)
    assert set(told) == {"ann", "bob"}
    assert "You hold 1 item: 1 crowbar" in told["ann"]
    assert "You give Bob a coffee and an aqualung." in told["ann"]
    assert "From Ann you get a coffee and an aqualung" in told["bob"]
    assert "You hold 3 items" in told["bob"]
    for one in sent:
        heading = HEADING if one.posting.kind == "public" else NOTICE_HEADING
        text, proof = parted(text_of(one), heading)
        assert text.rstrip() in shown
        assert proof.strip() in shown
    public = everything_public((*news, *sent))
    assert "crowbar" not in public
    assert "for your items" not in public
    assert notices(say(table, "Bob", "In return I give Ann 0 items.")) == {}
    news = say(table, "Bob", "In return I give Ann the grog.")
    assert kinds(news) == ["receipt", "draft", "private"]
    answered = " ".join(text_of(news[0]).split())
    assert "your gift in return of Mon 23 Nov 2026, 10:00 UTC is noted" in answered
    assert "You give Ann a grog in return." in answered
    assert "You hold 2 items: 1 coffee 1 aqualung" in answered
    assert "what Bob's gift in return means for your items" in notices(news)["ann"]
    assert "From Bob you get a grog" in notices(news)["ann"]


def test_whoever_discards_is_told_what_is_left_what_went_and_what_is_owed(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog", "grog", "crowbar")}, limits={"Ann": Limit(1)})
    told = " ".join(text_of(say(table, "Ann", "I discard a grog.")[0]).split())
    assert "Discard 1 item more before your next turn: the hand limit is 1 (§17)." in told
    news = say(table, "Ann", "I discard a grog.", message_id="<discard@post.example>")
    assert kinds(news) == ["receipt", "draft"]
    told = " ".join(text_of(news[0]).split())
    assert subject_of(news[0]).endswith("Your discard is noted")
    assert opened(news[0])["In-Reply-To"] == "<discard@post.example>"
    assert "You discard a grog." in told
    assert "You hold 1 item: 1 crowbar" in told
    assert "before your next turn" not in told


def test_whose_hand_the_list_can_follow_gets_no_mail(table: Table) -> None:
    """The grog used up and the captain's one taken are alike, and the list tells of both."""
    arrange(table, hands={"Ann": ("grog", "lucky_charm")}, gnomes={"Ann": {"at": 10}})
    assert resolved(table, "Ann", "I use my lucky charm. I take no action.") == {}
    assert resolved(table, "Ann", "I use my grog. I take 1 grog from the barrel.") == {}
    assert hand(table, "Ann") == ["grog"]


def test_whom_an_event_an_early_limit_or_death_concerns_is_told(table: Table) -> None:
    arrange(table, deck=["overheated"], gnomes={"Ann": {"minutes": 37}})
    arrange(table, hands={"Ann": ("coffee",), "Bob": ("grog", "crowbar"), "Cat": ("grog",)})
    told = resolved(table, "Ann", "I take no action.")
    assert set(told) == {"bob", "cat"}
    assert "You hold 1 item: 1 crowbar" in told["bob"]
    assert "You hold no items" in told["cat"]
    arrange(table, hands={"Bob": ("lucky_charm", "crowbar", "grog")}, deck=["respite"] * 4)
    news = say(table, "Bob", "I use my lucky charm. I take no action.")
    arrange(table, limits={"Bob": Limit(1)})
    reply(table, code_in(news), "approve")
    told = notices(reply(table, open_codes(table)[-1], "approve"))
    assert "Discard 1 item before your next turn (§17)" in told["bob"]
    arrange(table, hands={"Ann": ("grog",)}, gnomes={"Ann": {"at": 5}}, rooms={5: "high"})
    told = resolved(table, "Ann", "I take no action.")
    assert "You drown in room 5 (§16b). What you held, a grog, goes to the discards" in told["ann"]
    assert "You hold no items." in told["ann"]
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


@pytest.mark.parametrize("options", [{"return_gift_effect": "after_resolution"}], ids=str)
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
        with table.desk.db.transaction() as records:
            outbox, history = records.outbox(), records.history(records.games()[0].id)
        told = told_last(outbox[mails:])
        if known:
            follow(known, history[past:])
        known |= {name: Counter(tiles) for name, tiles in told.items()}
        mails, past = len(outbox), len(history)
        assert known == {name: Counter(hand(table, name)) for name in ("Ann", "Bob", "Cat")}
    assert position(table).turns > 10


POLICIES: Final = ("orders+ask", "orders+contestmaster", "orders+random")
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
    begin(table, crazed="on", event_choice=policy)
    arrange(table, hands={"Ann": ("crowbar",), "Bob": held})
    if ordered:
        write(table, "Bob", f"My standing orders: I {'' if wish == 'yes' else 'do not '}defend.")
    name = "<attack@post.example>"
    news = say(table, "Ann", "I use my crowbar to attack Bob.", message_id=name)
    came = kinds(news)
    if not ordered:
        asked = MASTER if policy == "orders+contestmaster" else "Bob"
        said = f"choose {wish}"
        more = {"subject": f"Re: [rednov {code_in(news)}] a choice"} if asked == MASTER else {}
        news = write(table, asked, said, **more)
        came += kinds(news)
    found = draft(table, code_in(news))
    return came, tuple([page for page in found.pages if page.kind == "public"])


@pytest.mark.parametrize("policy", POLICIES)
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
