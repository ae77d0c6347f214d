"""The contestmaster overrules a draft: it is drafted anew under a ruling on file (§25)."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rednov_bot.core.contest import Ruling
from rednov_bot.core.models import Draft
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import in_force, resolving
from rednov_bot.core.workflow.desk import ongoing
from rednov_bot.games.base import Resolution
from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gift
from tests.workflow.play import (
    MASTER,
    NO_TURN,
    Postings,
    Table,
    begun,
    code_in,
    everything_public,
    flat,
    only,
    words_of,
)

UNHEARD = "Your words name what the list has not heard of"


def overruled(table: Table, code: str, words: str) -> Draft:
    """The contestmaster overrules a draft; the one that comes of it."""
    return table.draft(code_in(table.reply(code, f"overrule: {words}")))


def rulings(table: Table) -> tuple[Ruling, ...]:
    return table.read(UnitOfWork.rulings)


def public(one: Draft) -> str:
    (page,) = (page for page in one.pages if page.kind == "public")
    return flat(page.body)


def resolution(table: Table) -> str:
    return next(one for one in table.open_codes() if table.draft(one).kind == "resolution")


def test_the_tiles_of_a_gift_are_not_told_by_its_ruling(table: Table) -> None:
    """§6, A23."""
    table.arrange(hands={"Ann": ("grog", "coffee")})
    table.write("Ann", "My list: a grog")
    made = overruled(
        table, code_in(table.say("Ann", "I give Bob 1 item.")), 'read as "I give Bob a coffee."'
    )
    assert "coffee" not in public(made).replace("coffee machine", "")


def test_a_game_with_rulings_folds_and_resolves_to_the_same_bytes(table: Table) -> None:
    """The record alone tells what was ruled: nothing that holds in it was thought of later."""
    table.arrange(hands={"Ann": ("grog", "coffee")}, blocked=frozenset({(5, 6)}))
    behind = table.numbered()[0]
    for who, text, ruled in (
        ("Ann", "I give Bob a grog.", 'read as "I give Cat a coffee."'),
        ("Bob", NO_TURN, "heat 3; Cat: asleep"),
        ("Ann", NO_TURN, "void"),
        ("Bob", "I open 5-6, go in, and take no action.", "hatch 5-6 free"),
    ):
        made = overruled(table, code_in(table.say(who, text)), ruled)
        with table.desk.db.transaction() as records:
            now = ongoing(table.desk, records)
            assert now is not None
            assert made.turn is not None
            outcome = resolving.resolution_of(table.desk, records, now, records.turn(made.turn))
        assert isinstance(outcome, Resolution)
        assert msgspec.json.encode(outcome.events) == msgspec.json.encode(made.events)
        table.reply(made.code, "approve")
    with table.desk.db.transaction() as records:
        game = records.games()[-1].id
        state = records.gamestate_at(game, behind)
        for chapter in records.chapters(game, behind):
            state = reduce(after, chapter.events, state)
            known = records.gamestate_at(game, chapter.number)
            assert msgspec.json.encode(state) == msgspec.json.encode(known)


def test_what_cannot_be_ruled_changes_nothing(table: Table) -> None:
    first = code_in(table.say("Ann"))
    for words, why in (
        ('read as "I fix the thing for 5 minutes."', "the words are not certain"),
        (
            'read as "Right, the reactor: I was going to sleep, but I tinker for 7."',
            "Please say it once more",
        ),
        ('read as "I fix the engine for 5 minutes."', "read so the turn would have no effect: "),
        ("heat 11", '"heat 11": a track stands at 1 to 10'),
        ("option crazed = off", "option crazed is off already"),
        ("option luck = off", "no option 'luck'"),
    ):
        assert why in flat(only(table.reply(first, f"overrule: {words}"), "desk"))
        assert (rulings(table), table.open_codes()) == ((), [first])
    table.reply(first, "approve")
    told = flat(*table.reply(first, "overrule: void because it was a joke"))
    assert 'to correct it, mail "rewind turn 1: void because it was a joke"' in told
    assert rulings(table) == ()


def test_a_turn_ruled_void_is_pending_until_the_draft_is_approved(table: Table) -> None:
    """What was discarded meanwhile stays so, and the windows that it closed are open again."""
    table.arrange(hands={"Bob": ("grog", "coffee")}, limits={"Bob": Limit(1)})
    table.arrange(gifts=(Gift("Cat", "Ann"),))
    table.say("Ann")
    table.say("Bob", "I discard a grog.")
    made = overruled(table, resolution(table), "void because Ann only thought aloud.")
    assert table.position().pending == "Ann"
    assert "has no effect, by ruling of the contestmaster (§25)" in public(made)
    table.reply(made.code, "reject because of a typo")
    again = table.draft(code_in(table.reply(made.code, "again")))
    assert (again.events, words_of(again)) == (made.events, words_of(made))
    assert len(rulings(table)) == 1
    sent = table.reply(again.code, "approve")
    assert "Ann only thought aloud." in flat(everything_public(sent))
    assert (table.position().pending, table.position().gnome("Ann").minutes) == (None, 39)
    assert table.position().gifts == (Gift("Cat", "Ann"),)
    assert table.hand("Bob") == ["coffee"]


@pytest.mark.parametrize(
    ("put", "text"),
    [
        ({"hands": {"Ann": ("grog", "coffee")}, "limits": {"Ann": Limit(1)}}, "No action."),
        ({"gnomes": {"Ann": {"fainted": True}}}, "I take no action."),
        (
            {"gnomes": {"Ann": {"at": 11, "minutes": 5}}, "hands": {"Ann": ("aqualung",)}},
            "I use an aqualung and abandon my comrades.",
        ),
        ({}, ""),
    ],
    ids=["hand limit", "asleep", "too early to abandon", "ruled void"],
)
def test_a_refused_announcement_can_be_valid(table: Table, put: dict[str, Any], text: str) -> None:
    table.arrange(**put)
    before = table.position().gnome("Ann")
    line = code_in(table.say("Ann", text or NO_TURN))
    if not text:
        line = overruled(table, line, "void").code
    made = overruled(table, line, "it is valid because Ann was not told in time (§17)")
    assert table.verdict(line) == "superseded"
    assert table.position().pending == "Ann"
    table.reply(made.code, "approve")
    ann = table.position().gnome("Ann")
    assert (ann.minutes < before.minutes, ann.fainted) == (True, False)


def test_what_cannot_be_ruled_valid_is_said_with_what_would_do(table: Table) -> None:
    table.arrange(gnomes={"Bob": {"fainted": True}})
    line = code_in(table.say("Bob"))
    table.clock.forward(minutes=5)
    taken = code_in(table.say("Cat"))
    for why in ("of Cat awaits its resolution", "of Cat was taken since the announcement; rewind"):
        news = table.reply(line, "overrule: it is valid because Bob was woken")
        assert f"turn 1 {why}" in flat(only(news, "desk"))
        table.reply(taken, "approve")
    assert (table.verdict(line), rulings(table)) == (None, ())


def pending_options(table: Table) -> tuple[Options, Options]:
    """Those that hold for the game, and those of the turn that is pending."""
    with table.desk.db.transaction() as records:
        now = ongoing(table.desk, records)
        taken = records.pending_turn(now.game.id) if now else None
        assert now is not None
        assert taken is not None
        return now.options, in_force.options_of(records, now.game, taken)


def test_an_option_ruled_about_a_draft_holds_for_its_turn(table: Table) -> None:
    overruled(table, code_in(table.say("Ann")), "option drew = on")
    assert all(one.drew_items for one in pending_options(table))
    news = table.write(MASTER, "ruling: option crazed = on")
    assert not any(one.crazed for one in pending_options(table))
    assert "Option crazed needs an amendment first" in flat(only(news, "draft"))
    table.reply(code_in(news), "approve")
    assert [one.crazed for one in pending_options(table)] == [True, False]


def test_a_position_that_is_ruled_stays_until_the_ruling_is_withdrawn(table: Table) -> None:
    """§21, A44."""
    table.arrange(hands={"Bob": ("grog", "coffee")}, limits={"Bob": Limit(1)})
    first = table.draft(code_in(table.say("Ann")))
    made = overruled(table, first.code, "heat 3; Bob: 30 minutes because it slipped.")
    assert "Ruling 1: it slipped. From now on: heat 3; Bob: 30 minutes." in public(made)
    table.say("Bob", "I discard a grog.")
    assert public(table.draft(resolution(table))).count("heat 3") == 1
    news = table.write(MASTER, "withdraw ruling 1")
    assert "When you approve it, turn 1 is drafted again without the ruling." in shown(news)
    table.reply(code_in(news), "approve")
    assert "ruling 1 is withdrawn already" in flat(*table.write(MASTER, "withdraw ruling 1"))
    again = table.draft(resolution(table))
    assert again.events == first.events
    table.reply(overruled(table, again.code, "heat 10").code, "approve")
    ending = table.position().ending
    assert ending is not None
    assert ending.sub_lost
    assert table.hand("Bob") == ["coffee"]


def test_a_ruling_on_which_the_pending_turn_rests_is_not_withdrawn(table: Table) -> None:
    table.arrange(gnomes={"Ann": {"fainted": True}})
    table.reply(code_in(table.say("Ann")), "overrule: it is valid because Ann was woken")
    before = rulings(table)
    told = flat(only(table.write(MASTER, "withdraw ruling 1"), "desk"))
    assert "without ruling 1 turn 1 would be no valid turn; overrule its draft void first" in told
    assert rulings(table) == before


def test_a_ruling_is_withdrawn_once_by_two_drafts(table: Table) -> None:
    table.reply(code_in(table.write(MASTER, "ruling: sleepers trade (§11k)")), "approve")
    withdrawn = [table.write(MASTER, "withdraw ruling 1") for _ in range(2)]
    assert "no draft reminds you of it any more." in shown(withdrawn[0])
    one, other = map(code_in, withdrawn)
    assert "no longer holds" in everything_public(table.reply(one, "approve"))
    news = table.reply(other, "approve")
    assert "ruling 1 is withdrawn already" in flat(*news)
    assert everything_public(news) == ""
    assert len(rulings(table)) == 2


# -- tiles that only the words of a ruling name (§6) ----------------------------------------------


@pytest.fixture
def stores(tmp_path: Path) -> Table:
    stores = begun(tmp_path)
    stores.arrange(gnomes={"Ann": {"at": 8}}, hands={"Ann": ["coffee", "toolbox"]})
    return stores


def shown(news: Postings) -> str:
    """The draft that came, on one line."""
    return flat(only(news, "draft"))


def test_a_tile_in_the_words_of_a_ruling_is_minded_with_a_way_out(stores: Table) -> None:
    code = code_in(stores.say("Ann", "I use my grog and draw 2 items."))
    said = 'overrule: read as "I draw 2 items." because Ann holds no grog, only a coffee'
    news = stores.reply(code, said)
    assert f"{UNHEARD}: a coffee (§6)" in shown(news)
    assert 'reply "withdraw ruling 1", and rule in other words' in shown(news)


def test_a_tile_in_a_denial_and_in_a_correction_is_minded(stores: Table) -> None:
    stores.reply(code_in(stores.say("Ann", "I use my toolbox and draw 1 item.")), "approve")
    claimed = code_in(stores.claim("Cat", "CoE: Ann cannot draw."))
    denied = stores.reply(claimed, "deny because Ann had but a toolbox and a coffee")
    assert f"{UNHEARD}: a coffee (§6)" in shown(denied)
    rewound = stores.write(MASTER, "rewind turn 1: void because Ann had but a toolbox and a coffee")
    assert f"{UNHEARD}: a coffee (§6)" in shown(rewound)


def test_what_was_never_told_is_minded_again_and_not_told_by_its_withdrawal(stores: Table) -> None:
    code = code_in(stores.say("Ann", NO_TURN))
    stores.reply(code, "overrule: heat 3 because the coffee of Ann was hot")
    (code,) = stores.open_codes()
    stores.reply(code, "reject because I was wrong")
    assert f"{UNHEARD}: a coffee" in shown(stores.reply(code, "again"))
    news = stores.write(MASTER, "withdraw ruling 1")
    assert "coffee" not in shown(news)
    assert "Ruling 1 no longer holds" in everything_public(stores.reply(code_in(news), "approve"))


def test_what_the_announcement_names_and_the_grog_of_the_captain_are_no_news(stores: Table) -> None:
    code = code_in(stores.say("Ann", "I use my toolbox and draw 1 item."))
    news = stores.reply(code, "overrule: heat 3 because the toolbox was thrown at it")
    assert UNHEARD not in shown(news)
    words = "ruling: the captain's grog is warm, and the oxygen pumps are for the gods"
    assert UNHEARD not in shown(stores.write(MASTER, words))
