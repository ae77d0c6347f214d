"""The contestmaster overrules a draft: it is drafted anew under a ruling on file (§25)."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from pathlib import Path

import msgspec
import pytest

from rednov_bot.contest import (
    OptionSet,
    PositionSet,
    Precedent,
    Ruling,
    RulingEffect,
    Valid,
    Void,
)
from rednov_bot.core import commands
from rednov_bot.desk.announcements import resolving
from rednov_bot.desk.contest import office
from rednov_bot.desk.corrections import in_force, overruling, ruled_as, ruling, withdrawing
from rednov_bot.desk.corrections.overruling import Overruled
from rednov_bot.desk.desk import ongoing
from rednov_bot.desk.drafts import approval
from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.happenings import TurnVoided
from rednov_bot.engine.logbook import after
from rednov_bot.engine.position import Gift
from rednov_bot.engine.resolve import Resolution
from rednov_bot.errors import CannotRule, DraftClosed
from rednov_bot.papers import Draft
from tests.builders import Table
from tests.desk.play import (
    MASTER,
    Postings,
    arrange,
    begun,
    code_in,
    draft,
    everything_public,
    hand,
    kinds,
    numbered,
    only,
    open_codes,
    position,
    reply,
    say,
    text_of,
    verdict,
    words_of,
    write,
)

ELSEWHERE = "I open 5-2, go in, and take no action."


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def overrule(
    table: Table, code: str, effect: RulingEffect, text: str = "", clause: str = ""
) -> tuple[Overruled, Postings]:
    with table.desk.ledger.transaction() as records:
        desk = office.seated(table.desk, records)
        done = overruling.overrule(desk, records, code, effect, text, clause, by=MASTER)
    return done, table.news()


def said(table: Table, code: str, how: commands.Overruling | None) -> RulingEffect:
    with table.desk.ledger.transaction() as records:
        desk = office.seated(table.desk, records)
        return ruled_as.effect_of(desk, records, code, how)


def read_as(table: Table, code: str, words: str) -> RulingEffect:
    return said(table, code, commands.ReadAs(words))


def rulings(table: Table) -> tuple[Ruling, ...]:
    with table.desk.ledger.transaction() as records:
        return ruling.rulings(records)


def made(done: Overruled) -> Draft:
    assert done.draft is not None
    return done.draft


def public(one: Draft) -> str:
    (page,) = (page for page in one.pages if page.kind == "public")
    return flat(page.body)


# -- read otherwise -----------------------------------------------------------------------------


def test_a_turn_that_is_read_otherwise_is_drafted_anew_on_the_same_luck(table: Table) -> None:
    """S140."""
    first = code_in(say(table, "Ann", "I open 5-6, go in, and take no action."))
    done, news = overrule(table, first, read_as(table, first, ELSEWHERE), "Ann meant 5-2.", "9")

    assert kinds(news) == ["draft"]
    assert verdict(table, first) == "superseded"
    assert (done.ruling.number, done.ruling.clause) == (1, "§9")
    assert "Ruling 1 (§9): Ann meant 5-2." in public(made(done))
    assert "Ann goes into room 2" in public(made(done))
    told = flat(text_of(only(news, "draft")))
    assert f"Draft {first} is overruled by your ruling 1: it is read as" in told
    assert "ruling 1 (§9) Ann meant 5-2." in told
    reply(table, made(done).code, "approve")
    assert position(table).gnome("Ann").at == 2
    assert position(table).pending is None


def test_the_luck_of_a_turn_read_otherwise_is_the_same(table: Table) -> None:
    arrange(table, gnomes={"Ann": {"at": 1}})
    first = draft(table, code_in(say(table, "Ann", "I fix the engine for 4 minutes.")))
    done, _ = overrule(
        table, first.code, read_as(table, first.code, "I fix the engine for 5 minutes.")
    )
    dice = [
        [one.die for one in each.happenings if hasattr(one, "die")] for each in (first, made(done))
    ]
    assert dice[0] == dice[1]


def test_a_reading_that_is_not_certain_is_answered_with_the_question(table: Table) -> None:
    first = code_in(say(table, "Ann"))
    with pytest.raises(CannotRule, match="the words are not certain"):
        read_as(table, first, "I fix the thing for 5 minutes.")
    assert rulings(table) == ()


def test_where_no_reading_is_shown_none_is_asked_about(table: Table) -> None:
    first = code_in(say(table, "Ann"))
    with pytest.raises(CannotRule, match="Please say it once more"):
        read_as(
            table,
            first,
            "Right, the reactor: I was going to sleep, but I tinker with the thing for 7 minutes.",
        )


def test_a_reading_that_would_be_void_changes_nothing(table: Table) -> None:
    first = code_in(say(table, "Ann"))
    with pytest.raises(CannotRule, match=r"read so the turn would have no effect: .*§11"):
        overrule(table, first, read_as(table, first, "I fix the engine for 5 minutes."))
    assert rulings(table) == ()
    assert open_codes(table) == [first]


def test_a_gift_that_is_read_otherwise_opens_the_window_of_the_one_it_goes_to(
    table: Table,
) -> None:
    """§11k."""
    arrange(table, hands={"Ann": ("grog", "coffee")})
    first = code_in(say(table, "Ann", "I give Bob a grog."))
    done, _ = overrule(table, first, read_as(table, first, "I give Cat a grog."))
    reply(table, made(done).code, "approve")
    assert hand(table, "Cat") == ["grog"]
    assert position(table).gifts == (Gift("Ann", "Cat"),)


def test_the_tiles_of_a_gift_are_not_told_by_its_ruling(table: Table) -> None:
    """§6, A23."""
    arrange(table, hands={"Ann": ("grog", "coffee")})
    write(table, "Ann", "My list: a grog")
    first = code_in(say(table, "Ann", "I give Bob 1 item."))
    done, _ = overrule(table, first, read_as(table, first, "I give Bob a coffee."))
    assert "coffee" not in public(made(done)).replace("coffee machine", "")


def test_a_rejected_draft_leaves_the_ruling_on_file(table: Table) -> None:
    first = code_in(say(table, "Ann"))
    done, _ = overrule(table, first, read_as(table, first, ELSEWHERE))
    reply(table, made(done).code, "reject because of a typo")
    again = draft(table, code_in(reply(table, made(done).code, "again")))
    assert again.happenings == made(done).happenings
    assert words_of(again) == words_of(made(done))
    assert len(rulings(table)) == 1


# -- void ---------------------------------------------------------------------------------------


def test_a_turn_ruled_void_is_not_pending_any_more_once_the_draft_is_approved(
    table: Table,
) -> None:
    first = code_in(say(table, "Ann"))
    done, news = overrule(table, first, Void(), "Ann only thought aloud.")
    assert kinds(news) == ["draft"]
    assert position(table).pending == "Ann"
    assert "has no effect, by ruling of the contestmaster (§25)" in public(made(done))

    sent = reply(table, made(done).code, "approve")
    assert "Ann only thought aloud." in flat(everything_public(sent))
    assert position(table).pending is None
    assert position(table).gnome("Ann").minutes == 39
    assert kinds(say(table, "Ann")) == ["receipt", "draft"]


def test_what_was_discarded_in_between_stays_discarded(table: Table) -> None:
    arrange(table, hands={"Bob": ("grog", "coffee")}, limits={"Bob": Limit(1)})
    say(table, "Ann")
    say(table, "Bob", "I discard a grog.")
    done, _ = overrule(table, _resolution(table), Void())
    reply(table, made(done).code, "approve")
    assert hand(table, "Bob") == ["coffee"]


def test_windows_that_a_void_turn_closed_are_open_again(table: Table) -> None:
    """§11k."""
    arrange(table, gifts=(Gift("Cat", "Ann"),))
    first = code_in(say(table, "Ann"))
    assert position(table).gifts == ()
    done, _ = overrule(table, first, Void())
    reply(table, made(done).code, "approve")
    assert position(table).gifts == (Gift("Cat", "Ann"),)


def test_a_void_turn_can_be_ruled_to_count_after_all(table: Table) -> None:
    first = draft(table, code_in(say(table, "Ann")))
    done, _ = overrule(table, first.code, Void())
    again, _ = overrule(table, made(done).code, Valid())
    assert not any(isinstance(one, TurnVoided) for one in made(again).happenings)
    reply(table, made(again).code, "approve")
    assert position(table).gnome("Ann").minutes == 38


# -- valid --------------------------------------------------------------------------------------


def test_a_turn_refused_for_a_hand_limit_can_be_ruled_valid(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog", "coffee")}, limits={"Ann": Limit(1)})
    line = code_in(say(table, "Ann"))
    done, news = overrule(table, line, Valid(), "Ann was not told in time.", "17")
    assert kinds(news) == ["receipt", "draft"]
    assert verdict(table, line) == "superseded"
    assert position(table).pending == "Ann"
    reply(table, made(done).code, "approve")
    assert position(table).gnome("Ann").minutes == 38


def test_a_sleeper_whose_turn_is_ruled_valid_is_awake(table: Table) -> None:
    arrange(table, gnomes={"Ann": {"fainted": True}})
    line = code_in(say(table, "Ann"))
    done, _ = overrule(table, line, Valid())
    assert "Ann: awake" in public(made(done))
    reply(table, made(done).code, "approve")
    assert not position(table).gnome("Ann").fainted


def test_an_abandonment_that_came_too_early_can_be_ruled_valid(table: Table) -> None:
    arrange(table, gnomes={"Ann": {"at": 11, "minutes": 5}}, hands={"Ann": ("aqualung",)})
    line = code_in(say(table, "Ann", "I use an aqualung and abandon my comrades."))
    done, _ = overrule(table, line, Valid())
    reply(table, made(done).code, "approve")
    assert position(table).gnome("Ann").fate == "abandoned"


def test_where_a_hatch_is_blocked_the_error_says_which_ruling_would_do(table: Table) -> None:
    arrange(table, blocked=frozenset({(5, 6)}))
    line = code_in(say(table, "Ann", "I open 5-6, go in, and take no action."))
    with pytest.raises(CannotRule, match="overrule: hatch 5-6 free"):
        overrule(table, line, Valid())
    done, _ = overrule(table, line, said(table, line, commands.Changes("hatch 5-6 free")))
    reply(table, made(done).code, "approve")
    assert position(table).gnome("Ann").at == 6
    assert position(table).blocked == frozenset()


def test_while_another_turn_is_pending_no_announcement_can_be_ruled_valid(table: Table) -> None:
    arrange(table, gnomes={"Bob": {"fainted": True}})
    line = code_in(say(table, "Bob"))
    say(table, "Ann")
    with pytest.raises(CannotRule, match="turn 1 of Ann awaits its resolution"):
        overrule(table, line, Valid())


def test_what_was_announced_before_a_later_turn_has_to_be_rewound_to(table: Table) -> None:
    arrange(table, gnomes={"Bob": {"fainted": True}})
    line = code_in(say(table, "Bob"))
    table.clock.forward(minutes=5)
    reply(table, code_in(say(table, "Ann")), "approve")
    with pytest.raises(CannotRule, match="turn 1 of Ann was taken since the announcement; rewind"):
        overrule(table, line, Valid())


# -- options ------------------------------------------------------------------------------------


def test_an_option_ruled_about_a_draft_holds_for_its_turn_and_later_ones(table: Table) -> None:
    first = code_in(say(table, "Ann"))
    done, _ = overrule(table, first, said(table, first, commands.OptionSet("drew", "on")))
    assert done.ruling.effect == OptionSet("drew_items", True)
    with table.desk.ledger.transaction() as records:
        now = ongoing(table.desk, records)
        taken = records.pending_turn(now.game.id) if now else None
        assert now is not None
        assert taken is not None
        assert now.options.drew_items
        assert in_force.options_of(records, now.game, taken).drew_items


def test_an_option_set_for_the_game_leaves_the_pending_turn_alone(table: Table) -> None:
    say(table, "Ann")
    with table.desk.ledger.transaction() as records:
        desk = office.seated(table.desk, records)
        _, told = ruling.set_option(desk, records, "crazed", "on")
        now = ongoing(table.desk, records)
        assert now is not None
        assert not now.options.crazed
        approval.approve(desk, records, told.code, MASTER)
        now = ongoing(table.desk, records)
        taken = records.pending_turn(now.game.id) if now else None
        assert now is not None
        assert taken is not None
        assert now.options.crazed
        assert not in_force.options_of(records, now.game, taken).crazed
    news = table.news()
    assert "Option crazed needs an amendment first" in flat(text_of(only(news, "draft")))


def test_an_option_that_has_the_value_already_is_not_ruled(table: Table) -> None:
    first = code_in(say(table, "Ann"))
    with pytest.raises(CannotRule, match="option crazed is off already"):
        said(table, first, commands.OptionSet("crazed", "off"))
    with pytest.raises(CannotRule, match="there is no option 'luck'"):
        said(table, first, commands.OptionSet("luck", "on"))


# -- the position -------------------------------------------------------------------------------


def test_the_position_behind_a_resolution_is_as_it_is_ruled(table: Table) -> None:
    first = code_in(say(table, "Ann"))
    done, _ = overrule(table, first, PositionSet("heat 3; Bob: 30 minutes"), "The deck slipped.")
    assert "Ruling 1: The deck slipped. From now on: heat 3; Bob: 30 minutes." in public(made(done))
    reply(table, made(done).code, "approve")
    assert position(table).heat == 3
    assert position(table).gnome("Bob").minutes == 30


def test_a_ruled_position_is_kept_when_the_draft_is_made_again(table: Table) -> None:
    """A44."""
    arrange(table, hands={"Bob": ("grog", "coffee")}, limits={"Bob": Limit(1)})
    first = code_in(say(table, "Ann"))
    overrule(table, first, PositionSet("heat 3"))
    say(table, "Bob", "I discard a grog.")
    reply(table, _resolution(table), "approve")
    assert position(table).heat == 3
    assert hand(table, "Bob") == ["coffee"]


def test_a_ruled_position_is_judged_again(table: Table) -> None:
    """§21."""
    first = code_in(say(table, "Ann"))
    done, _ = overrule(table, first, PositionSet("heat 10"))
    reply(table, made(done).code, "approve")
    ending = position(table).ending
    assert ending is not None
    assert ending.sub_lost


def test_a_position_that_cannot_be_read_changes_nothing(table: Table) -> None:
    first = code_in(say(table, "Ann"))
    with pytest.raises(CannotRule, match='"heat 11": a track stands at 1 to 10'):
        overrule(table, first, PositionSet("heat 11"))
    assert open_codes(table) == [first]


# -- precedents, withdrawals ----------------------------------------------------------------------


def test_a_precedent_about_a_draft_is_recorded_and_cited(table: Table) -> None:
    first = draft(table, code_in(say(table, "Ann")))
    done, news = overrule(table, first.code, Precedent(), "No action is an action.", "§9")
    assert kinds(news) == ["draft"]
    assert made(done).happenings[1:] == first.happenings
    assert "Ruling 1 (§9): No action is an action." in public(made(done))


def test_a_precedent_is_nothing_before_its_draft_is_approved(table: Table) -> None:
    with table.desk.ledger.transaction() as records:
        desk = office.seated(table.desk, records)
        given, drafted = ruling.rule(desk, records, "Whoever is awake may take any turn.", "§9")
        with pytest.raises(CannotRule, match=f"only when draft {drafted.code} is approved; reject"):
            withdrawing.withdraw(desk, records, given.number)
    assert rulings(table) == ()
    reply(table, drafted.code, "reject because I am not certain")
    assert rulings(table) == ()
    sent = reply(table, code_in(reply(table, drafted.code, "again")), "approve")
    assert "Ruling 1 of the contestmaster" in everything_public(sent)
    assert rulings(table) == (replace(given, told_at=table.clock.at),)


def test_a_precedent_is_told_to_the_list_and_minded_where_its_clause_decides(table: Table) -> None:
    with table.desk.ledger.transaction() as records:
        desk = office.seated(table.desk, records)
        ruling.rule(desk, records, "Whoever is awake may take any turn.", "§9")
    sent = reply(table, code_in(table.news()), "approve")
    assert "Ruling 1 of the contestmaster, on §9" in flat(everything_public(sent))
    told = flat(text_of(only(say(table, "Ann"), "draft")))
    said = 'Your ruling 1 (§9) may bear on this: "Whoever is awake may take any turn."'
    assert said in told.partition("WHY")[0]
    assert "Whoever is awake" not in told.partition("WHY")[2]


def test_a_precedent_is_minded_where_an_announcement_is_refused(table: Table) -> None:
    with table.desk.ledger.transaction() as records:
        desk = office.seated(table.desk, records)
        ruling.rule(desk, records, "The engine is mended in room 1 alone.", "§11d")
        ruling.rule(desk, records, "Nobody is idle in the first week.", "§19")
    for code in open_codes(table):
        reply(table, code, "approve")
    told = flat(text_of(only(say(table, "Ann", "I fix the engine for 3 minutes."), "draft")))
    assert "ruling 1 (§11d) may bear on this" in told
    assert "ruling 2" not in told


def test_a_withdrawn_ruling_holds_no_longer(table: Table) -> None:
    first = draft(table, code_in(say(table, "Ann")))
    overrule(table, first.code, PositionSet("heat 3"))
    with table.desk.ledger.transaction() as records:
        desk = office.seated(table.desk, records)
        _, drafted, _ = withdrawing.withdraw(desk, records, 1)
    reply(table, drafted.code, "approve")
    with (
        table.desk.ledger.transaction() as records,
        pytest.raises(CannotRule, match="ruling 1 is withdrawn already"),
    ):
        withdrawing.withdraw(desk, records, 1)
    again = draft(table, _resolution(table))
    assert again.happenings == first.happenings
    assert [one.number for one in rulings(table)] == [1, 2]


def test_a_draft_that_was_decided_cannot_be_overruled(table: Table) -> None:
    first = code_in(say(table, "Ann"))
    reply(table, first, "approve")
    with pytest.raises(DraftClosed):
        overrule(table, first, Void())
    assert rulings(table) == ()


def test_every_ruling_about_a_turn_counts_when_it_is_resolved_again(table: Table) -> None:
    first = code_in(say(table, "Ann"))
    done, _ = overrule(table, first, read_as(table, first, ELSEWHERE))
    done, _ = overrule(table, made(done).code, PositionSet("heat 3"))
    done, _ = overrule(table, made(done).code, PositionSet("room 4 dry; grog 2"))
    with table.desk.ledger.transaction() as records:
        now = ongoing(table.desk, records)
        taken = records.pending_turn(now.game.id) if now else None
        assert now is not None
        assert taken is not None
        outcome = resolving.resolution_of(records, now, taken)
    assert isinstance(outcome, Resolution)
    assert outcome.happenings == made(done).happenings
    reply(table, made(done).code, "approve")
    assert (position(table).heat, position(table).stash) == (3, 2)
    assert position(table).gnome("Ann").at == 2


def test_a_game_with_rulings_folds_and_resolves_to_the_same_bytes(table: Table) -> None:
    """The record alone tells what was ruled: nothing that holds in it was thought of later."""
    arrange(table, hands={"Ann": ("grog", "coffee")}, blocked=frozenset({(5, 6)}))
    behind = numbered(table)[0]
    first = code_in(say(table, "Ann", "I give Bob a grog."))
    done, _ = overrule(table, first, read_as(table, first, "I give Cat a coffee."))
    _approve_what_is_resolved_again(table, made(done))
    first = code_in(say(table, "Bob"))
    done, _ = overrule(table, first, PositionSet("heat 3; Cat: asleep"))
    _approve_what_is_resolved_again(table, made(done))
    first = code_in(say(table, "Ann"))
    done, _ = overrule(table, first, Void())
    _approve_what_is_resolved_again(table, made(done))
    line = code_in(say(table, "Bob", "I open 5-6, go in, and take no action."))
    done, _ = overrule(table, line, PositionSet("hatch 5-6 free"))
    _approve_what_is_resolved_again(table, made(done))

    with table.desk.ledger.transaction() as records:
        game = records.games()[-1].id
        state = records.gamestate_at(game, behind)
        for chapter in records.chapters(game, behind):
            state = reduce(after, chapter.happenings, state)
            known = records.gamestate_at(game, chapter.number)
            assert msgspec.json.encode(state) == msgspec.json.encode(known)


def _approve_what_is_resolved_again(table: Table, one: Draft) -> None:
    """The turn of an open draft gives the same happenings, byte for byte; then it is approved."""
    with table.desk.ledger.transaction() as records:
        now = ongoing(table.desk, records)
        assert now is not None
        assert one.turn is not None
        outcome = resolving.resolution_of(records, now, records.turn(one.turn))
    assert isinstance(outcome, Resolution)
    assert msgspec.json.encode(outcome.happenings) == msgspec.json.encode(one.happenings)
    reply(table, one.code, "approve")


def _resolution(table: Table) -> str:
    return next(one for one in open_codes(table) if draft(table, one).kind == "resolution")
