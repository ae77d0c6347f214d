"""Idle gnomes: both counts, the offer, the contestmaster's own wish, and its limits (§19, A91)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.contest import Absence, Outage
from rednov_bot.desk.contest import office
from rednov_bot.desk.due import idling
from rednov_bot.engine.gamestate import Limit
from rednov_bot.errors import CannotKill
from rednov_bot.papers import Draft
from rednov_bot.prose.idle_pages import Idle
from tests.builders import Table
from tests.desk.play import (
    arrange,
    begun,
    code_in,
    draft,
    everything_public,
    kinds,
    open_codes,
    position,
    reply,
    say,
    text_of,
    verdict,
)


def kill(table: Table, name: str) -> Draft:
    with table.desk.ledger.transaction() as records:
        return idling.kill(office.seated(table.desk, records), records, name)


def refused(table: Table, name: str) -> str:
    with pytest.raises(CannotKill) as caught:
        kill(table, name)
    return caught.value.code


def counts(table: Table) -> Mapping[str, Idle]:
    with table.desk.ledger.transaction() as records:
        desk = office.seated(table.desk, records)
        return {one.name: one for one in idling.idleness(desk, records)}


def after(folder: Path, hours: float = 97, **gnomes: Mapping[str, Any]) -> Table:
    """A game in which nobody has taken a turn for so many hours."""
    table = begun(folder)
    arrange(table, gnomes=gnomes)
    table.clock.forward(hours=hours)
    return table


def minded(table: Table, name: str) -> str:
    """What the contestmaster should mind before e kills somebody."""
    kill(table, name)
    text = text_of(table.news()[-1])
    return " ".join(text[text.index("PLEASE NOTE") : text.index("----")].split())


def resolved(table: Table, who: str) -> None:
    reply(table, code_in(say(table, who)), "approve")


def test_s114_only_the_wakeful_with_minutes_and_idle_for_four_days_are_killed(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path, "Ann", "Bob", "Cat")
    arrange(table, gnomes={"Cat": {"fainted": True, "minutes": 30}})
    table.clock.forward(hours=2)
    resolved(table, "Bob")
    table.clock.forward(days=3, hours=23)
    assert refused(table, "Bob") == "TOO_EARLY"
    assert refused(table, "Cat") == "FAINTED"
    arrange(table, gnomes={"Cat": {"fainted": False, "minutes": 0}})
    assert refused(table, "Cat") == "NO_MINUTES"
    made = kill(table, "Ann")
    reply(table, made.code, "approve")
    assert position(table).gnome("Ann").fate == "killed"
    assert position(table).gnome("Ann").minutes == 0


def test_who_is_no_gnome_in_play_cannot_be_killed(tmp_path: Path) -> None:
    table = after(tmp_path)
    assert refused(table, "Pewterby") == "NOT_A_GNOME"
    reply(table, kill(table, "Ann").code, "approve")
    assert refused(table, "Ann") == "KILLED"


def test_nobody_is_killed_between_games(tmp_path: Path) -> None:
    table = after(tmp_path, Ann={"minutes": 0}, Bob={"minutes": 0}, Cat={"minutes": 1})
    resolved(table, "Cat")
    assert refused(table, "Ann") == "NO_GAME"


def test_s115_the_draft_warns_that_the_death_would_lose_the_sub(tmp_path: Path) -> None:
    table = after(tmp_path, Ann={"minutes": 5}, Bob={"minutes": 5}, Cat={"minutes": 20})
    arrange(table, tokens=(("missiles", 15),))
    table.news()
    made = kill(table, "Cat")
    text = " ".join(text_of(table.news()[-1]).split())
    assert "The death of Cat would decide the game: All gnomes have passed Missiles" in text
    sent = reply(table, made.code, "approve")
    ending = position(table).ending
    assert ending is not None
    assert (ending.winners, ending.losers) == ((), ("Ann", "Bob", "Cat"))
    assert "the sub is lost" in " ".join(everything_public(sent).split())


def test_the_death_that_ends_the_game_brings_the_award_of_the_pot(tmp_path: Path) -> None:
    table = after(tmp_path, Ann={"minutes": 0}, Bob={"minutes": 0}, Cat={"minutes": 5})
    news = reply(table, kill(table, "Cat").code, "approve")
    assert draft(table, code_in(news[1:])).kind == "award"


def test_who_would_wake_is_told(tmp_path: Path) -> None:
    table = after(
        tmp_path, Ann={"minutes": 5}, Bob={"minutes": 20, "fainted": True}, Cat={"minutes": 25}
    )
    assert "With that death Bob would wake." in minded(table, "Cat")


def test_both_counts_and_their_difference_are_told(tmp_path: Path) -> None:
    table = begun(tmp_path)
    taken = code_in(say(table, "Bob"))
    table.clock.forward(days=1)
    reply(table, taken, "approve")
    table.clock.forward(days=3, hours=2)
    one = counts(table)["Ann"]
    assert (one.idle, one.able) == (timedelta(days=4, hours=2), timedelta(days=3, hours=2))
    told = minded(table, "Ann")
    assert "has taken no turn; the game began Mon 23 Nov 2026, 10:00 UTC: 4 days and 2" in told
    assert "3 days and 2 hours of it they could have acted" in told


def test_time_asleep_counts_by_the_text_alone(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, gnomes={"Ann": {"fainted": True}})
    table.clock.forward(days=4)
    arrange(table, gnomes={"Ann": {"fainted": False}})
    table.clock.forward(hours=5)
    one = counts(table)["Ann"]
    assert (one.idle, one.able) == (timedelta(days=4, hours=5), timedelta(hours=5))


def test_time_in_which_the_bot_was_out_counts_by_the_text_alone(tmp_path: Path) -> None:
    table = after(tmp_path, hours=100)
    begins = table.clock.at - timedelta(hours=50)
    with table.desk.ledger.transaction() as records:
        records.note_outage(Outage(begins=begins, ends=begins + timedelta(hours=30)))
    one = counts(table)["Ann"]
    assert (one.able, one.lost) == (timedelta(hours=70), timedelta(hours=30))
    assert "for 1 day and 6 hours the bot was not at work" in minded(table, "Ann")


def test_who_has_a_hand_limit_pending_better_waits_and_it_stays_secret(tmp_path: Path) -> None:
    table = after(tmp_path)
    arrange(table, hands={"Ann": ("grog",) * 6}, limits={"Ann": Limit(4)})
    assert "Better wait: Ann has to discard 2 for a hand limit first" in minded(table, "Ann")
    assert counts(table)["Ann"].able == timedelta(hours=97)
    public = everything_public(reply(table, open_codes(table)[0], "approve"))
    assert "hand limit" not in public


def test_while_a_turn_is_unresolved_one_better_waits(tmp_path: Path) -> None:
    table = after(tmp_path)
    say(table, "Bob")
    assert "Better wait: Bob's turn is not yet resolved" in minded(table, "Ann")


def test_absences_are_shown_beside_the_counts(tmp_path: Path) -> None:
    table = after(tmp_path)
    words = "I am away until Friday."
    with table.desk.ledger.transaction() as records:
        records.note_absence(Absence(name="Ann", said_at=table.clock.at, words=words), None)
    assert f'"{words}"' in minded(table, "Ann")
    assert words not in minded(table, "Bob")


def test_whoever_may_be_waiting_to_abandon_is_hinted_at_to_the_contestmaster_alone(
    tmp_path: Path,
) -> None:
    table = after(tmp_path, Ann={"at": 9, "minutes": 8}, Bob={"at": 9, "minutes": 8})
    arrange(table, hands={"Ann": ("aqualung",)})
    told = minded(table, "Ann")
    assert "may only be waiting to abandon ship" in told
    assert "while others have more: Cat 39" in told
    assert "abandon" not in minded(table, "Bob")
    news = reply(table, open_codes(table)[0], "approve")
    assert "aqualung" not in everything_public(news)


def test_a_kill_that_another_turn_overtook_is_made_again(tmp_path: Path) -> None:
    table = after(tmp_path)
    made = kill(table, "Ann")
    table.news()
    resolved(table, "Bob")
    news = reply(table, made.code, "approve")
    assert kinds(news) == ["draft", "desk"]
    assert position(table).gnome("Ann").fate == "aboard"
    assert verdict(table, made.code) == "superseded"
    reply(table, code_in(news), "approve")
    assert position(table).gnome("Ann").fate == "killed"


def test_who_has_acted_since_is_killed_by_no_old_draft(tmp_path: Path) -> None:
    table = after(tmp_path)
    made = kill(table, "Ann")
    table.news()
    resolved(table, "Ann")
    assert kinds(reply(table, made.code, "approve")) == ["desk"]
    assert position(table).gnome("Ann").fate == "aboard"
    assert open_codes(table) == []


def test_a_second_draft_of_the_same_kill_replaces_the_first(tmp_path: Path) -> None:
    table = after(tmp_path)
    first, second = kill(table, "Ann"), kill(table, "Ann")
    assert open_codes(table) == [second.code]
    assert verdict(table, first.code) == "superseded"
