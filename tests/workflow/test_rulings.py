"""The contestmaster overrules a draft: it is drafted anew under a ruling on file (§25)."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rednov_bot.core.contest import (
    OptionSet,
    PositionSet,
    Precedent,
    Ruling,
    RulingEffect,
    Valid,
    Void,
)
from rednov_bot.core.errors import CannotRule, DraftClosed
from rednov_bot.core.models import Draft
from rednov_bot.core.workflow import commands
from rednov_bot.core.workflow.announcements import resolving
from rednov_bot.core.workflow.contest import office
from rednov_bot.core.workflow.corrections import in_force, overruling, ruling, withdrawing
from rednov_bot.core.workflow.corrections.overruling import Overruled
from rednov_bot.core.workflow.desk import ongoing
from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gift
from rednov_bot.games.red_november.rules.resolve import Resolution
from tests.workflow.play import (
    MASTER,
    NO_TURN,
    Postings,
    Table,
    begun,
    code_in,
    everything_public,
    flat,
    kinds,
    only,
    words_of,
)


def overrule(
    table: Table, code: str, effect: RulingEffect, text: str = "", clause: str = ""
) -> tuple[Overruled, Postings]:
    with table.desk.db.transaction() as records:
        desk = office.seated(table.desk, records)
        done = overruling.overrule(desk, records, code, effect, text, clause, by=MASTER)
    return done, table.news()


def said(table: Table, code: str, how: commands.Overruling | None) -> RulingEffect:
    with table.desk.db.transaction() as records:
        desk = office.seated(table.desk, records)
        return overruling.effect_of(desk, records, code, how)


def read_as(table: Table, code: str, words: str) -> RulingEffect:
    return said(table, code, commands.ReadAs(words))


def rulings(table: Table) -> tuple[Ruling, ...]:
    with table.desk.db.transaction() as records:
        return ruling.rulings(records)


def made(done: Overruled) -> Draft:
    assert done.draft is not None
    return done.draft


def public(one: Draft) -> str:
    (page,) = (page for page in one.pages if page.kind == "public")
    return flat(page.body)


# -- read otherwise -------------------------------------------------------------------------------


def test_the_tiles_of_a_gift_are_not_told_by_its_ruling(table: Table) -> None:
    """§6, A23."""
    table.arrange(hands={"Ann": ("grog", "coffee")})
    table.write("Ann", "My list: a grog")
    first = code_in(table.say("Ann", "I give Bob 1 item."))
    done, _ = overrule(table, first, read_as(table, first, "I give Bob a coffee."))
    assert "coffee" not in public(made(done)).replace("coffee machine", "")


def test_a_game_with_rulings_folds_and_resolves_to_the_same_bytes(table: Table) -> None:
    """The record alone tells what was ruled: nothing that holds in it was thought of later."""
    table.arrange(hands={"Ann": ("grog", "coffee")}, blocked=frozenset({(5, 6)}))
    behind = table.numbered()[0]
    first = code_in(table.say("Ann", "I give Bob a grog."))
    done, _ = overrule(table, first, read_as(table, first, "I give Cat a coffee."))
    _approve_what_is_resolved_again(table, made(done))
    first = code_in(table.say("Bob"))
    done, _ = overrule(table, first, PositionSet("heat 3; Cat: asleep"))
    _approve_what_is_resolved_again(table, made(done))
    first = code_in(table.say("Ann"))
    done, _ = overrule(table, first, Void())
    _approve_what_is_resolved_again(table, made(done))
    line = code_in(table.say("Bob", "I open 5-6, go in, and take no action."))
    done, _ = overrule(table, line, PositionSet("hatch 5-6 free"))
    _approve_what_is_resolved_again(table, made(done))

    with table.desk.db.transaction() as records:
        game = records.games()[-1].id
        state = records.gamestate_at(game, behind)
        for chapter in records.chapters(game, behind):
            state = reduce(after, chapter.events, state)
            known = records.gamestate_at(game, chapter.number)
            assert msgspec.json.encode(state) == msgspec.json.encode(known)


def _approve_what_is_resolved_again(table: Table, one: Draft) -> None:
    """The turn of an open draft gives the same events, byte for byte; then it is approved."""
    with table.desk.db.transaction() as records:
        now = ongoing(table.desk, records)
        assert now is not None
        assert one.turn is not None
        outcome = resolving.resolution_of(records, now, records.turn(one.turn))
    assert isinstance(outcome, Resolution)
    assert msgspec.json.encode(outcome.events) == msgspec.json.encode(one.events)
    table.reply(one.code, "approve")


def _resolution(table: Table) -> str:
    return next(one for one in table.open_codes() if table.draft(one).kind == "resolution")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("I fix the thing for 5 minutes.", "the words are not certain"),
        (
            "Right, the reactor: I was going to sleep, but I tinker for 7.",
            "Please say it once more",
        ),
        ("I fix the engine for 5 minutes.", r"read so the turn would have no effect: .*§11"),
    ],
)
def test_a_reading_that_is_none_changes_nothing(table: Table, words: str, why: str) -> None:
    first = code_in(table.say("Ann"))
    with pytest.raises(CannotRule, match=why):
        overrule(table, first, read_as(table, first, words))
    with pytest.raises(CannotRule, match='"heat 11": a track stands at 1 to 10'):
        overrule(table, first, PositionSet("heat 11"))
    for option, fault in (("crazed", "option crazed is off already"), ("luck", "no option 'luck'")):
        with pytest.raises(CannotRule, match=fault):
            said(table, first, commands.OptionSet(option, "off"))
    assert (rulings(table), table.open_codes()) == ((), [first])
    table.reply(first, "approve")
    with pytest.raises(DraftClosed):
        overrule(table, first, Void())


def test_a_turn_ruled_void_is_pending_until_the_draft_is_approved(table: Table) -> None:
    """What was discarded meanwhile stays so, and the windows that it closed are open again."""
    table.arrange(hands={"Bob": ("grog", "coffee")}, limits={"Bob": Limit(1)})
    table.arrange(gifts=(Gift("Cat", "Ann"),))
    table.say("Ann")
    table.say("Bob", "I discard a grog.")
    done, _ = overrule(table, _resolution(table), Void(), "Ann only thought aloud.")
    assert table.position().pending == "Ann"
    assert "has no effect, by ruling of the contestmaster (§25)" in public(made(done))
    table.reply(made(done).code, "reject because of a typo")
    again = table.draft(code_in(table.reply(made(done).code, "again")))
    assert (again.events, words_of(again)) == (made(done).events, words_of(made(done)))
    assert len(rulings(table)) == 1
    sent = table.reply(again.code, "approve")
    assert "Ann only thought aloud." in flat(everything_public(sent))
    assert (table.position().pending, table.position().gnome("Ann").minutes) == (None, 39)
    assert table.position().gifts == (Gift("Cat", "Ann"),)
    assert table.hand("Bob") == ["coffee"]


def test_a_void_turn_can_be_ruled_to_count_after_all(table: Table) -> None:
    done, _ = overrule(table, code_in(table.say("Ann")), Void())
    again, _ = overrule(table, made(done).code, Valid())
    table.reply(made(again).code, "approve")
    assert table.position().gnome("Ann").minutes == 38


@pytest.mark.parametrize(
    ("put", "text"),
    [
        ({"hands": {"Ann": ("grog", "coffee")}, "limits": {"Ann": Limit(1)}}, "No action."),
        ({"gnomes": {"Ann": {"fainted": True}}}, "I take no action."),
        (
            {"gnomes": {"Ann": {"at": 11, "minutes": 5}}, "hands": {"Ann": ("aqualung",)}},
            "I use an aqualung and abandon my comrades.",
        ),
    ],
    ids=["hand limit", "asleep", "too early to abandon"],
)
def test_a_refused_announcement_can_be_valid(table: Table, put: dict[str, Any], text: str) -> None:
    table.arrange(**put)
    before = table.position().gnome("Ann")
    line = code_in(table.say("Ann", text))
    done, news = overrule(table, line, Valid(), "Ann was not told in time.", "17")
    assert kinds(news) == ["receipt", "draft"]
    assert table.verdict(line) == "superseded"
    assert table.position().pending == "Ann"
    table.reply(made(done).code, "approve")
    ann = table.position().gnome("Ann")
    assert (ann.minutes < before.minutes, ann.fainted) == (True, False)


def test_what_cannot_be_ruled_valid_is_said_with_the_ruling_that_would_do(table: Table) -> None:
    table.arrange(gnomes={"Bob": {"fainted": True}}, blocked=frozenset({(5, 6)}))
    line = code_in(table.say("Bob"))
    table.clock.forward(minutes=5)
    blocked = code_in(table.say("Cat", "I open 5-6, go in, and take no action."))
    with pytest.raises(CannotRule, match="overrule: hatch 5-6 free"):
        overrule(table, blocked, Valid())
    done, _ = overrule(table, blocked, said(table, blocked, commands.Changes("hatch 5-6 free")))
    with pytest.raises(CannotRule, match="turn 1 of Cat awaits its resolution"):
        overrule(table, line, Valid())
    table.reply(made(done).code, "approve")
    assert (table.position().gnome("Cat").at, table.position().blocked) == (6, frozenset())
    with pytest.raises(CannotRule, match="turn 1 of Cat was taken since the announcement; rewind"):
        overrule(table, line, Valid())


def pending_options(table: Table) -> tuple[Options, Options]:
    """Those that hold for the game, and those of the turn that is pending."""
    with table.desk.db.transaction() as records:
        now = ongoing(table.desk, records)
        taken = records.pending_turn(now.game.id) if now else None
        assert now is not None
        assert taken is not None
        return now.options, in_force.options_of(records, now.game, taken)


def test_an_option_ruled_about_a_draft_holds_for_its_turn(table: Table) -> None:
    first = code_in(table.say("Ann"))
    done, _ = overrule(table, first, said(table, first, commands.OptionSet("drew", "on")))
    assert done.ruling.effect == OptionSet("drew_items", True)
    assert all(one.drew_items for one in pending_options(table))
    with table.desk.db.transaction() as records:
        desk = office.seated(table.desk, records)
        _, told = ruling.set_option(desk, records, "crazed", "on")
    assert not any(one.crazed for one in pending_options(table))
    assert "Option crazed needs an amendment first" in flat(only(table.news(), "draft"))
    table.reply(told.code, "approve")
    assert [one.crazed for one in pending_options(table)] == [True, False]


def test_a_position_that_is_ruled_stays_until_the_ruling_is_withdrawn(table: Table) -> None:
    """§21, A44."""
    table.arrange(hands={"Bob": ("grog", "coffee")}, limits={"Bob": Limit(1)})
    first = table.draft(code_in(table.say("Ann")))
    done, _ = overrule(table, first.code, PositionSet("heat 3; Bob: 30 minutes"), "It slipped.")
    assert "Ruling 1: It slipped. From now on: heat 3; Bob: 30 minutes." in public(made(done))
    table.say("Bob", "I discard a grog.")
    again = table.draft(_resolution(table))
    assert public(again).count("heat 3") == 1
    with table.desk.db.transaction() as records:
        desk = office.seated(table.desk, records)
        _, drafted, _ = withdrawing.withdraw(desk, records, 1)
    table.reply(drafted.code, "approve")
    with (
        table.desk.db.transaction() as records,
        pytest.raises(CannotRule, match="ruling 1 is withdrawn already"),
    ):
        withdrawing.withdraw(desk, records, 1)
    again = table.draft(_resolution(table))
    assert again.events == first.events
    done, _ = overrule(table, again.code, PositionSet("heat 10"))
    table.reply(made(done).code, "approve")
    ending = table.position().ending
    assert ending is not None
    assert ending.sub_lost
    assert table.hand("Bob") == ["coffee"]


def test_a_precedent_is_told_to_the_list_and_minded_where_its_clause_decides(table: Table) -> None:
    with table.desk.db.transaction() as records:
        desk = office.seated(table.desk, records)
        given, drafted = ruling.rule(desk, records, "Whoever is awake may take any turn.", "§9")
        with pytest.raises(CannotRule, match=f"only when draft {drafted.code} is approved; reject"):
            withdrawing.withdraw(desk, records, given.number)
    table.reply(drafted.code, "reject because I am not certain")
    assert rulings(table) == ()
    sent = table.reply(code_in(table.reply(drafted.code, "again")), "approve")
    assert "Ruling 1 of the contestmaster, on §9" in flat(everything_public(sent))
    assert rulings(table) == (replace(given, told_at=table.clock.at),)
    with table.desk.db.transaction() as records:
        for text, clause in (("Mended in room 1 alone.", "§11d"), ("Nobody is idle.", "§19")):
            _, drafted = ruling.rule(desk, records, text, clause)
    for code in table.open_codes():
        table.reply(code, "approve")
    told = flat(only(table.say("Ann", "I fix the engine for 3 minutes."), "draft"))
    assert "ruling 2 (§11d) may bear on this" in told
    assert "ruling 3" not in told
    shown = table.say("Ann")
    told = flat(only(shown, "draft"))
    said = 'Your ruling 1 (§9) may bear on this: "Whoever is awake may take any turn."'
    assert said in told.partition("WHY")[0]
    assert "Whoever is awake" not in told.partition("WHY")[2]
    first = table.draft(code_in(shown))
    done, _ = overrule(table, first.code, Precedent(), "No action is an action.", "§9")
    assert made(done).events[1:] == first.events
    assert "Ruling 4 (§9): No action is an action." in public(made(done))


# -- withdrawn ------------------------------------------------------------------------------------

ELSEWHERE_rulings = 'read as "I open 5-6 and go in. I take no action." because 6 was meant'


def told(news: Postings) -> str:
    """What the contestmaster is answered, in one line."""
    return flat(only(news, "desk"))


def shown(news: Postings) -> str:
    """What the draft says that they are answered by, in one line."""
    return flat(only(news, "draft"))


def in_force_now(table: Table) -> list[int]:
    with table.desk.db.transaction() as records:
        return [one.number for one in in_force.in_force(records)]


def rulings_rulings(table: Table) -> tuple[Ruling, ...]:
    with table.desk.db.transaction() as records:
        return records.rulings()


def ruled_and_posted(table: Table, how: str) -> None:
    """Ann's turn is overruled, and the draft made under ruling 1 approved."""
    news = table.reply(code_in(table.say("Ann")), f"overrule: {how}")
    table.reply(code_in(news), "approve")


def corrected(table: Table) -> str:
    """Ann's resolved turn is ruled void; the code of the draft of the correction."""
    table.reply(code_in(table.say("Ann")), "approve")
    return code_in(table.write(MASTER, "rewind turn 1: it is void because Ann was joking"))


def test_the_pending_turn_is_drafted_again_without_the_ruling(table: Table) -> None:
    first = table.draft(code_in(table.say("Ann")))
    ruled = code_in(table.reply(first.code, f"overrule: {ELSEWHERE_rulings}"))
    news = table.write(MASTER, "withdraw ruling 1")
    assert "When you approve it, turn 1 is drafted again without the ruling." in shown(news)
    assert table.verdict(ruled) is None
    table.reply(code_in(news), "approve")
    assert table.verdict(ruled) == "superseded"
    (again,) = table.open_codes()
    assert table.draft(again).events == first.events


def test_a_ruling_on_which_the_pending_turn_rests_is_not_withdrawn(table: Table) -> None:
    table.arrange(gnomes={"Ann": {"fainted": True}})
    table.reply(code_in(table.say("Ann")), "overrule: it is valid because Ann was woken")
    before = rulings_rulings(table)
    said = told(table.write(MASTER, "withdraw ruling 1"))
    assert "without ruling 1 turn 1 would be no valid turn; overrule its draft void first" in said
    assert rulings_rulings(table) == before


@pytest.mark.parametrize(
    "how",
    [ELSEWHERE_rulings, "it is void because so", "heat 3 because so"],
    ids=["read", "void", "set"],
)
def test_what_was_posted_under_a_ruling_stands_until_rewound(table: Table, how: str) -> None:
    ruled_and_posted(table, how)
    before = table.position()
    news = table.write(MASTER, "withdraw ruling 1")
    table.reply(code_in(news), "approve")
    assert table.position() == before
    words = "rewind turn 1: as it was because ruling 1 is withdrawn"
    assert f'write "{words}"; a draft shows you the difference first.' in shown(news)
    table.reply(code_in(table.write(MASTER, words)), "approve")
    ann = table.position().gnome("Ann")
    assert (ann.at, ann.minutes, table.position().heat) == (5, 38, 1)


# -- rejected drafts ------------------------------------------------------------------------------


def test_a_precedent_is_withdrawn_once_when_its_withdrawal_is_approved(table: Table) -> None:
    table.reply(code_in(table.write(MASTER, "ruling: sleepers trade (§11k)")), "approve")
    news = table.write(MASTER, "withdraw ruling 1 because nobody slept")
    other = code_in(table.write(MASTER, "withdraw ruling 1"))
    assert "no draft reminds you of it any more." in shown(news)
    assert in_force_now(table) == [1]
    posted = flat(everything_public(table.reply(code_in(news), "approve")))
    assert in_force_now(table) == []
    assert "Ruling 2 of the contestmaster, on §11k (§25): nobody slept." in posted
    assert 'Ruling 1 ("sleepers trade (§11k)") no longer holds from now on.' in posted
    assert "Decisions made under it stand until they are corrected." in posted
    assert "ruling 1 is withdrawn already" in told(table.reply(other, "approve"))
    said = told(table.write(MASTER, "rulings\nmembers"))
    assert "withdrawn by ruling 2" in said
    said = told(table.write(MASTER, "withdraw ruling 7"))
    assert "NOT DONE. Nothing was ruled: there is no ruling 7" in said
    assert len(rulings_rulings(table)) == 2


# -- tiles that only the words of a ruling name (§6) ----------------------------------------------

UNHEARD = "Your words name what the list has not heard of"


@pytest.fixture
def stores(tmp_path: Path) -> Table:
    stores = begun(tmp_path)
    stores.arrange(gnomes={"Ann": {"at": 8}}, hands={"Ann": ["coffee", "toolbox"]})
    return stores


def shown_unheard(news: Postings) -> str:
    """The draft that came, on one line."""
    return flat(only(news, "draft"))


def test_a_tile_in_the_words_of_a_ruling_is_minded_with_a_way_out(stores: Table) -> None:
    code = code_in(stores.say("Ann", "I use my grog and draw 2 items."))
    said = 'overrule: read as "I draw 2 items." because Ann holds no grog, only a coffee'
    news = stores.reply(code, said)
    assert f"{UNHEARD}: a coffee (§6)" in shown_unheard(news)
    assert 'reply "withdraw ruling 1", and rule in other words' in shown_unheard(news)


def test_a_tile_in_a_denial_and_in_a_correction_is_minded(stores: Table) -> None:
    stores.reply(code_in(stores.say("Ann", "I use my toolbox and draw 1 item.")), "approve")
    claimed = code_in(stores.claim("Cat", "CoE: Ann cannot draw."))
    denied = stores.reply(claimed, "deny because Ann had but a toolbox and a coffee")
    assert f"{UNHEARD}: a coffee (§6)" in shown_unheard(denied)
    rewound = stores.write(MASTER, "rewind turn 1: void because Ann had but a toolbox and a coffee")
    assert f"{UNHEARD}: a coffee (§6)" in shown_unheard(rewound)


def test_what_was_never_told_is_minded_again_and_not_told_by_its_withdrawal(stores: Table) -> None:
    code = code_in(stores.say("Ann", NO_TURN))
    stores.reply(code, "overrule: heat 3 because the coffee of Ann was hot")
    (code,) = stores.open_codes()
    stores.reply(code, "reject because I was wrong")
    assert f"{UNHEARD}: a coffee" in shown_unheard(stores.reply(code, "again"))
    news = stores.write(MASTER, "withdraw ruling 1")
    assert "coffee" not in shown_unheard(news)
    assert "Ruling 1 no longer holds" in everything_public(stores.reply(code_in(news), "approve"))


def test_what_the_announcement_names_and_the_grog_of_the_captain_are_no_news(stores: Table) -> None:
    code = code_in(stores.say("Ann", "I use my toolbox and draw 1 item."))
    news = stores.reply(code, "overrule: heat 3 because the toolbox was thrown at it")
    assert UNHEARD not in shown_unheard(news)
    words = "ruling: the captain's grog is warm, and the oxygen pumps are for the gods"
    assert UNHEARD not in shown_unheard(stores.write(MASTER, words))
