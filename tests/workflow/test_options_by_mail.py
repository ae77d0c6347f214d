"""What each option changes in what people read, in games by mail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rednov_bot.core.models import Draft
from rednov_bot.games.red_november.rules.events import (
    CardDrawn,
    GnomePlaced,
    HatchJammed,
    ItemsReceived,
)
from tests.workflow.play import (
    NO_TURN,
    Table,
    a_table,
    begun,
    code_in,
    everything_public,
    flat,
    kinds,
)


def fight(folder: Path, **hands: Any) -> Table:
    """Ann, with a crowbar and a coffee, beside Bob in room 5."""
    table = begun(folder, options={"crazed": "on"})
    table.arrange(hands={"Ann": ("crowbar", "coffee"), "Bob": ("grog", "grog"), **hands})
    return table


def test_a_turn_that_is_ruled_to_be_read_otherwise_tells_no_standing_orders(tmp_path: Path) -> None:
    table = fight(tmp_path)
    code = code_in(table.say("Ann", NO_TURN))
    ruled = 'overrule: read as "I open 5-6 and go in. I take no action. I do not defend."'
    news = table.reply(code, ruled)
    public = everything_public(table.reply(code_in(news), "approve"))
    told = " ".join(public.split())
    assert 'read otherwise than at first: "I open hatch 5-6 and go in. I take no action."' in told
    assert "defend" not in told


def test_a_choice_before_the_first_turn_is_the_contestmasters(tmp_path: Path) -> None:
    """Nobody acts yet: the least harmful candidate stands until e chooses another."""
    table, made = opening_with_a_choice(tmp_path)
    told = flat(*table.news())
    assert made.choice is not None
    label = made.choice.candidates[0]
    assert f'reply "choose {label}" to have another' in told
    news = table.reply(made.code, f"choose {label}")
    assert table.verdict(made.code) == "chosen"
    again = table.draft(code_in(news))
    assert label in flat(*news)
    jams = [one for one in again.events if isinstance(one, HatchJammed)]
    assert label in {"-".join(map(str, one.hatch)) for one in jams}
    assert {one.decider for one in jams} <= {"contestmaster", "only"}
    luck = (CardDrawn, GnomePlaced, ItemsReceived)
    assert [one for one in again.events if isinstance(one, luck)] == [
        one for one in made.events if isinstance(one, luck)
    ]
    assert kinds(table.reply(again.code, "approve"))[-1] == "public"


def opening_with_a_choice(folder: Path) -> tuple[Table, Draft]:
    """An opening in which a hatch jams."""
    for seed in range(20):
        place = folder / str(seed)
        place.mkdir()
        table = a_table(place, seed=b"%d" % seed)
        made = table.start(opening_events="on")
        if made.choice is not None and made.choice.kind == "block":
            return table, made
    raise AssertionError("no opening had a choice")
