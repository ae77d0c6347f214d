"""What each option changes in what people read, in games by mail."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.contest import Defends
from rednov_bot.desk.due import rounds
from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.happenings import CardDrawn, GnomePlaced, HatchJammed, ItemsReceived
from rednov_bot.engine.options import Options, needed
from rednov_bot.papers import Draft
from tests.builders import Table, a_table
from tests.desk.play import (
    MASTER,
    NO_TURN,
    Postings,
    arrange,
    begun,
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
    text_of,
    verdict,
    write,
)

FIX = "I fix the engine for 10 minutes."


def flat(news: Postings, to: str = "") -> str:
    """All that these mails say, or those to one gnome, on one line."""
    said = [one for one in news if one.posting.to.startswith(to.lower())]
    return " ".join(" ".join(map(text_of, said)).split())


def resolved(table: Table, who: str, text: str) -> Postings:
    """A turn is announced and its resolution approved; all that is sent for it."""
    news = say(table, who, text)
    return (*news, *reply(table, code_in(news), "approve"))


@pytest.mark.parametrize(
    ("option", "value", "needs"),
    [
        ("less_deadly", "on", "needs an amendment first"),
        ("crazed", "on", "needs an amendment first"),
        ("strict_order", "on", "needs an amendment first"),
        ("queue_early_turns", "on", "needs an amendment first"),
        ("opening_events", "on", "had better an amendment first"),
        ("remove_respite", "on", "needs your word"),
        ("event_choice", "orders+random", "needs your word"),
        ("escape_items", "on", "needs your ruling"),
        ("reveal_at_end", "on", "needs the consent of every gnome"),
        ("contestmaster_plays", "on", "needs a deputy who approves"),
        ("auto_verdicts", "on", "needs your leave"),
    ],
)
def test_the_draft_of_an_opening_says_what_its_options_need(
    tmp_path: Path, option: str, value: str, needs: str
) -> None:
    """rules.md 10."""
    table = a_table(tmp_path)
    start(table, **{option: value})
    assert f"Option {option} {needs}" in flat(table.news())


def test_options_that_the_contract_carries_need_nothing() -> None:
    others = Options(
        token_at_zero="lethal",
        faint_markers=False,
        wake="at_once",
        multi_tokens=True,
        drew_items=True,
        event_choice="orders+contestmaster",
        hand_limit_basis="at_event",
        return_gift_effect="after_resolution",
        sleepers_trade=False,
        dead_items="lost",
        x_needs_change=True,
        private_lists=False,
        public_hand_sizes=True,
        uniform_refusals=True,
        public_tape_hash=False,
        edition=1,
    )
    assert needed(others) == ()
    assert needed(Options()) == ()


# -- the optional rules ---------------------------------------------------------------------------


def test_a_killed_gnome_stumbles_out_and_plays_on(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"less_deadly": "on"})
    arrange(table, rooms={5: "high"}, hands={"Ann": ("grog", "coffee")})
    news = resolved(table, "Ann", NO_TURN)
    public = " ".join(everything_public(news).split())
    assert "another gnome of that name stumbles out of hiding in" in public
    assert "has lost" not in public
    ann = position(table).gnome("Ann")
    assert (ann.fate, ann.minutes, ann.intoxication) == ("aboard", 38, 0)
    assert hand(table, "Ann") == []
    assert "You hold no items." in flat(news, "ann")
    assert "coffee" not in public
    assert kinds(say(table, "Ann", NO_TURN)) == ["receipt", "draft"]


def fight(folder: Path, **hands: Any) -> Table:
    """Ann, with a crowbar and a coffee, beside Bob in room 5."""
    table = begun(folder, options={"crazed": "on"})
    arrange(table, hands={"Ann": ("crowbar", "coffee"), "Bob": ("grog", "grog"), **hands})
    return table


ATTACK = "I use my crowbar and attack Bob."


def test_an_attack_is_announced_and_the_defender_asked_alone(tmp_path: Path) -> None:
    table = fight(tmp_path)
    news = say(table, "Ann", ATTACK)
    assert kinds(news) == ["receipt", "question"]
    question = only(news, "question")
    assert question.posting.to == "bob@post.example"
    assert "whether you fight back with a crowbar" in flat((question,))
    assert "coffee" not in flat((question,))
    assert everything_public(news) == ""
    news = write(table, "Bob", "no")
    assert kinds(news) == ["receipt", "draft"]
    news = reply(table, code_in(news), "approve")
    public = " ".join(everything_public(news).split())
    assert "Ann attacks Bob with a crowbar; Bob does not fight back: Ann wins." in public
    assert "2 grogs" not in public
    assert position(table).gnome("Bob").fate == "killed"
    assert hand(table, "Ann") == ["coffee", "grog", "grog"]
    assert "2 grogs" in flat(news, "ann")


def test_a_defence_is_thrown_for_by_both(tmp_path: Path) -> None:
    table = fight(tmp_path, Bob=("crowbar", "grog"))
    say(table, "Ann", ATTACK)
    news = write(table, "Bob", "Yes, I defend myself.")
    public = " ".join(everything_public(reply(table, code_in(news), "approve")).split())
    assert "Bob uses a crowbar." in public or "crowbar of Bob" in public
    assert "less 0 for intoxication, against" in public
    alive = {one.name for one in position(table).gnomes if one.fate == "aboard"}
    assert alive in ({"Ann", "Cat"}, {"Bob", "Cat"})


@pytest.mark.parametrize("order", ["I defend.", "defence: no"])
def test_a_standing_order_spares_the_defender_the_question(tmp_path: Path, order: str) -> None:
    table = fight(tmp_path, Bob=("crowbar",))
    write(table, "Bob", order)
    news = resolved(table, "Ann", ATTACK)
    assert kinds(news)[:2] == ["receipt", "draft"]
    public = " ".join(everything_public(news).split())
    assert ("does not fight back" in public) == (order == "defence: no")


def test_a_defence_named_beside_a_turn_stands_from_then_on(tmp_path: Path) -> None:
    table = fight(tmp_path, Bob=("crowbar",))
    resolved(table, "Bob", f"{NO_TURN} I do not defend.")
    assert kinds(say(table, "Ann", ATTACK)) == ["receipt", "draft"]


def test_a_defender_without_a_crowbar_is_told_apart_from_nobody(tmp_path: Path) -> None:
    """What the list hears is the same whether e would not or could not."""
    told = []
    for name, answer in (("will", "yes"), ("wont", "no")):
        folder = tmp_path / name
        folder.mkdir()
        table = fight(folder)
        say(table, "Ann", ATTACK)
        news = write(table, "Bob", answer)
        told.append(everything_public(reply(table, code_in(news), "approve")))
    assert told[0].splitlines()[8:] == told[1].splitlines()[8:]


@pytest.mark.parametrize("how", ["defence yes", "yes", "defence: Yes"])
def test_a_correction_of_a_defence_names_no_answer_of_the_defenders(
    tmp_path: Path, how: str
) -> None:
    table = fight(tmp_path, Bob=("crowbar", "grog"))
    say(table, "Ann", ATTACK)
    reply(table, code_in(write(table, "Bob", "no")), "approve")
    assert position(table).gnome("Bob").fate == "killed"
    news = reply(table, code_in(write(table, MASTER, f"rewind turn 1: choose {how}")), "approve")
    public = everything_public(news)
    assert "The defence in Ann's turn 1 is decided otherwise" in " ".join(public.split())
    assert not re.search(r"\byes\b", public, re.IGNORECASE)
    with table.desk.ledger.transaction() as records:
        assert [one.effect for one in records.rulings()] == [Defends(True)]


def test_a_correction_overrides_the_standing_order_of_a_defender(tmp_path: Path) -> None:
    table = fight(tmp_path, Bob=("crowbar",))
    write(table, "Bob", "defence: no")
    resolved(table, "Ann", ATTACK)
    news = reply(table, code_in(write(table, MASTER, "rewind turn 1: choose yes")), "approve")
    assert "Bob uses a crowbar" in " ".join(everything_public(news).split())


def test_a_turn_that_is_ruled_to_be_read_otherwise_tells_no_standing_orders(
    tmp_path: Path,
) -> None:
    table = fight(tmp_path)
    code = code_in(say(table, "Ann", NO_TURN))
    ruled = 'overrule: read as "I open 5-6 and go in. I take no action. I do not defend."'
    news = reply(table, code, ruled)
    public = everything_public(reply(table, code_in(news), "approve"))
    told = " ".join(public.split())
    assert 'read otherwise than at first: "I open hatch 5-6 and go in. I take no action."' in told
    assert "defend" not in told


def test_a_defender_who_is_silent_leaves_it_to_the_contestmaster(tmp_path: Path) -> None:
    table = fight(tmp_path)
    say(table, "Ann", ATTACK)
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    (code,) = open_codes(table)
    table.news()
    assert kinds(reply(table, code, "choose no")) == ["draft"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("I attack Bob.", "Use a crowbar earlier in the turn."),
        ("I use my crowbar, open 5-6, go in and attack Bob.", "in room 6"),
    ],
)
def test_an_attack_needs_a_crowbar_and_somebody_there(tmp_path: Path, text: str, why: str) -> None:
    table = fight(tmp_path)
    assert why in flat(say(table, "Ann", text), "ann")
    assert position(table).pending is None


def test_without_the_option_an_attack_is_no_action(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, hands={"Ann": ("crowbar",)})
    assert "The contract knows no attack" in flat(say(table, "Ann", ATTACK), "ann")


def test_a_drawn_respite_leaves_the_game(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"remove_respite": "on"})
    arrange(table, gnomes={"Ann": {"at": 1, "minutes": 40}})
    public = " ".join(everything_public(resolved(table, "Ann", FIX)).split())
    assert "The Respite leaves the game." in public
    assert len(position(table).removed) == public.count("leaves the game")


def test_events_before_the_first_turn_are_told_in_the_opening(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    made = start(table, opening_events="on")
    news = reply(table, made.code, "approve")
    assert "BEFORE THE FIRST TURN" in everything_public(news)
    assert everything_public(news).count("Event: ") == 3


def test_a_choice_before_the_first_turn_is_the_contestmasters(tmp_path: Path) -> None:
    """Nobody acts yet: the least harmful candidate stands until e chooses another."""
    table, made = opening_with_a_choice(tmp_path)
    told = flat(table.news())
    assert made.choice is not None
    label = made.choice.candidates[0]
    assert f'reply "choose {label}" to have another' in told
    news = reply(table, made.code, f"choose {label}")
    assert verdict(table, made.code) == "chosen"
    again = draft(table, code_in(news))
    assert label in flat(news)
    jams = [one for one in again.happenings if isinstance(one, HatchJammed)]
    assert label in {"-".join(map(str, one.hatch)) for one in jams}
    assert {one.decider for one in jams} <= {"contestmaster", "only"}
    luck = (CardDrawn, GnomePlaced, ItemsReceived)
    assert [one for one in again.happenings if isinstance(one, luck)] == [
        one for one in made.happenings if isinstance(one, luck)
    ]
    assert kinds(reply(table, again.code, "approve"))[-1] == "public"


def opening_with_a_choice(folder: Path) -> tuple[Table, Draft]:
    """An opening in which a hatch jams."""
    for seed in range(20):
        place = folder / str(seed)
        place.mkdir()
        table = a_table(place, seed=b"%d" % seed)
        made = start(table, opening_events="on")
        if made.choice is not None and made.choice.kind == "block":
            return table, made
    raise AssertionError("no opening had a choice")


# -- the rulings ----------------------------------------------------------------------------------


def test_hand_sizes_are_public_where_the_game_says_so(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"public_hand_sizes": "on"})
    arrange(table, hands={"Ann": ("grog", "coffee"), "Bob": ("grog",)})
    public = everything_public(resolved(table, "Ann", NO_TURN))
    assert "Items held: Ann 2, Bob 1, Cat 0." in public
    assert "coffee" not in public


def test_every_refusal_reads_alike_where_the_game_says_so(tmp_path: Path) -> None:
    """A21."""
    told = []
    for name, text in (("public", "I open 1-2 and go in."), ("private", "I use a grog.")):
        folder = tmp_path / name
        folder.mkdir()
        table = begun(folder, options={"uniform_refusals": "on"})
        news = say(table, "Ann", f"{text} {NO_TURN}")
        told.append(everything_public(reply(table, code_in(news), "approve")))
    assert all("privately" in one for one in told)
    assert [line for line in told[0].splitlines() if "effect" in line] == [
        line for line in told[1].splitlines() if "effect" in line
    ]


def test_an_early_turn_is_kept_and_taken_where_the_game_says_so(tmp_path: Path) -> None:
    """A14."""
    table = begun(tmp_path, options={"queue_early_turns": "on"})
    code = code_in(say(table, "Ann", NO_TURN))
    assert "queue_early_turns" in flat(say(table, "Bob", NO_TURN), "bob")
    reply(table, code, "approve")
    assert position(table).pending == "Bob"


def test_verdicts_go_out_at_once_where_the_game_says_so(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"auto_verdicts": "on"})
    news = say(table, "Ann", f"I open 1-2 and go in. {NO_TURN}")
    assert sorted(kinds(news)) == ["public", "receipt"]
    assert opened(only(news, "public"))["Auto-Submitted"] == "auto-replied"


def test_only_the_furthest_back_acts_where_the_game_says_so(tmp_path: Path) -> None:
    """A13."""
    table = begun(tmp_path, options={"strict_order": "on"})
    arrange(table, gnomes={"Bob": {"minutes": 41}})
    assert "another gnome has more minutes and goes first" in flat(say(table, "Ann", NO_TURN))
    assert kinds(say(table, "Bob", NO_TURN)) == ["receipt", "draft"]


def test_tiles_are_named_in_public_where_the_game_says_so(tmp_path: Path) -> None:
    """A23."""
    table = begun(tmp_path, options={"private_lists": "off"})
    arrange(table, hands={"Ann": ("grog", "coffee")}, limits={"Ann": Limit(1)})
    assert "private_lists" in flat(write(table, "Ann", "grog"))
    assert "The items have to be named" in flat(say(table, "Ann", "I discard 1 item."), "ann")
    say(table, "Ann", "I discard a grog.")
    assert hand(table, "Ann") == ["coffee"]


def test_nobody_asleep_is_given_anything_where_the_game_says_so(tmp_path: Path) -> None:
    """A45."""
    table = begun(tmp_path, options={"sleepers_trade": "off"})
    arrange(table, gnomes={"Bob": {"fainted": True}}, hands={"Ann": ("grog",)})
    told = flat(say(table, "Ann", "I give Bob a grog."), "ann")
    assert "Bob is asleep (game option sleepers_trade)" in told


def test_a_gift_in_return_waits_where_the_game_says_so(tmp_path: Path) -> None:
    """A44."""
    table = begun(tmp_path, options={"return_gift_effect": "after_resolution"})
    arrange(table, hands={"Ann": ("grog",), "Bob": ("coffee",)})
    say(table, "Ann", "I give Bob a grog.")
    news = say(table, "Bob", "In return I give Ann a coffee.")
    assert "when the turn is resolved" in flat(news)
    assert hand(table, "Ann") == ["grog"]
    reply(table, open_codes(table)[-1], "approve")
    assert (hand(table, "Ann"), hand(table, "Bob")) == (["coffee"], ["grog"])


@pytest.mark.parametrize(
    ("policy", "sent"),
    [
        ("orders+ask", ["receipt", "question"]),
        ("orders+contestmaster", ["receipt", "draft"]),
        ("orders+random", ["receipt", "draft"]),
    ],
)
def test_who_makes_a_choice_is_as_the_game_says(
    tmp_path: Path, policy: str, sent: list[str]
) -> None:
    """rules.md 7.1."""
    table = begun(tmp_path, options={"event_choice": policy})
    arrange(table, deck=["blocked_hatch"], gnomes={"Ann": {"at": 1, "minutes": 40}})
    news = say(table, "Ann", FIX)
    assert kinds(news) == sent
    if policy == "orders+random":
        public = " ".join(everything_public(reply(table, code_in(news), "approve")).split())
        assert "by lot" in public or "the luck" in public or "die" in public


def test_a_tile_may_hang_on_the_failure_where_the_game_says_so(tmp_path: Path) -> None:
    """A18."""
    text = (
        "I extinguish the fire for 1 minute. "
        "If that fails, I use an aqualung and open the hatch to the sea and go out."
    )
    for option in ("off", "on"):
        folder = tmp_path / option
        folder.mkdir()
        table = begun(folder, options={"escape_items": option})
        place = {"Ann": {"at": 6, "minutes": 39}}
        arrange(table, rooms={6: "fire"}, hands={"Ann": ("aqualung",)}, gnomes=place)
        say(table, "Ann", text)
        assert (position(table).pending == "Ann") == (option == "on")


@pytest.mark.parametrize(("edition", "count"), [("1", 2), ("2", 1)])
def test_in_the_first_edition_a_second_token_of_a_kind_is_placed(
    tmp_path: Path, edition: str, count: int
) -> None:
    """A74, A98."""
    table = begun(tmp_path, options={"edition": edition})
    arrange(table, deck=["missile_countdown"] * 2, gnomes={"Ann": {"at": 8, "minutes": 40}})
    resolved(table, "Ann", "I draw 4 items.")
    assert [kind for kind, _ in position(table).tokens] == ["missiles"] * count


def test_what_each_held_is_told_at_the_end_where_the_game_says_so(tmp_path: Path) -> None:
    """A24b."""
    table = begun(tmp_path, options={"reveal_at_end": "on"})
    last = {name: {"minutes": 0} for name in ("Bob", "Cat")}
    arrange(table, gnomes={"Ann": {"minutes": 1}, **last}, hands={"Bob": ("coffee",)})
    public = " ".join(everything_public(resolved(table, "Ann", NO_TURN)).split())
    assert "Held at the end: Ann" in public
    assert "Bob a coffee" in public


def test_no_second_draw_in_a_room_where_the_game_says_so(tmp_path: Path) -> None:
    """A38."""
    table = begun(tmp_path, options={"drew_items": "on"})
    arrange(table, gnomes={"Ann": {"at": 8}})
    resolved(table, "Ann", "I draw 1 item.")
    told = flat(say(table, "Ann", "I draw 1 item."), "ann")
    assert "Act in another room before you draw here again." in told


def test_the_luck_is_bound_in_public_unless_the_game_says_otherwise(tmp_path: Path) -> None:
    """A95."""
    for option in ("on", "off"):
        folder = tmp_path / option
        folder.mkdir()
        table = a_table(folder)
        made = start(table, public_tape_hash=option)
        assert ("THE LUCK" in everything_public(reply(table, made.code, "approve"))) == (
            option == "on"
        )


def test_a_reset_that_changes_nothing_earns_nothing_where_the_game_says_so(
    tmp_path: Path,
) -> None:
    """A37."""
    for option in ("off", "on"):
        folder = tmp_path / option
        folder.mkdir()
        table = begun(folder, options={"x_needs_change": option})
        arrange(table, gnomes={"Ann": {"at": 4, "minutes": 39}})
        public = everything_public(resolved(table, "Ann", "I fix the reactor for 10 minutes."))
        assert ("2 X" in public) == (option == "off")


def test_a_number_fixed_at_the_event_stays_where_the_game_says_so(tmp_path: Path) -> None:
    """A78."""
    for option, owed in (("at_discard", 3), ("at_event", 2)):
        folder = tmp_path / option
        folder.mkdir()
        table = begun(folder, options={"hand_limit_basis": option})
        arrange(
            table,
            deck=["turbulence"],
            gnomes={"Ann": {"at": 1, "minutes": 40}},
            hands={"Ann": ("coffee",) * 6},
        )
        news = resolved(table, "Ann", FIX)
        assert f"Discard {owed} items before your next turn" in flat(news, "ann")
