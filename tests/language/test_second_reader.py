from __future__ import annotations

import pytest

from rednov_bot.engine.words import SEA, Place
from rednov_bot.language import read
from rednov_bot.language.marks import join
from rednov_bot.language.scanner import scan
from rednov_bot.language.second_reader import Said, is_read_otherwise
from rednov_bot.language.second_reader.board import way
from rednov_bot.language.second_reader.slots import Cue
from rednov_bot.language.second_reader.walks import Mention, Pass
from rednov_bot.language.segments import sentences
from rednov_bot.language.senses import settle
from rednov_bot.papers import Reading
from tests.language.compact import compact
from tests.language.samples import AUTHOR, PEOPLE


def heard(text: str) -> Reading:
    return read(text, author=AUTHOR, people=PEOPLE)


def steps(
    *told: tuple[Cue, Place] | bool, ends_at: Place | None = None
) -> list[tuple[Place, bool]] | None:
    """The hatches of the one way that the board allows, and whether each is passed."""
    legs = way(
        [
            Pass(number, one) if isinstance(one, bool) else Mention(number, one[1:], one[0])
            for number, one in enumerate(told)
        ],
        ends_at,
    )
    return None if legs is None else [(leg.far, bool(leg.enter)) for leg in legs]


def test_a_hatch_leads_on_from_the_room_just_entered() -> None:
    assert steps(("open", 5), True, ("open", 7), True) == [(5, True), (7, True)]


def test_a_hatch_that_is_not_passed_leaves_the_gnome_where_e_is() -> None:
    assert steps(("open", 6), False, ("to", 2), ends_at=2) == [(6, False), (2, True)]


def test_rooms_without_a_hatch_between_them_are_no_way() -> None:
    assert steps(("to", 1), ("to", 10)) is None


def test_nobody_ends_up_in_another_room_than_that_of_the_action() -> None:
    assert steps(("to", 5), ends_at=1) is None


def test_a_hatch_of_which_nobody_says_whether_it_is_passed_is_no_plain_way() -> None:
    assert steps(("open", 5)) is None
    assert steps(("open", 4), ends_at=4) == [(4, True)]


def test_an_outer_hatch_named_by_its_room_leads_to_the_sea_where_the_kraken_is() -> None:
    assert steps(("out", 3), ends_at=SEA) == [(SEA, True)]


def test_a_room_gone_through_comes_before_the_one_gone_to() -> None:
    assert steps(("to", 7), ("via", 8)) == [(8, True), (7, True)]


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (
            "I climb back into the boat: hatch of room 6 from outside, open, in. Drip. Then on "
            "through the hatch to 5, where I pump the water out for four minutes.",
            "go >6; go >5 => pump_water 4",
        ),
        (
            "A bell rings. Enter a wet gnome. I open the hatch to 2, I enter, I fix the oxygen "
            "pumps for four minutes.",
            "go >2 => fix_oxygen 4",
        ),
        (
            "I go to 7, wriggling somewhat, and bestow six frantic minutes upon stopping the "
            "launch.",
            "go >7 => stop_missile 6",
        ),
        (
            "I've got two crowbars, and I use them on the hatch to 2, for 4 minutes.",
            "crowbar; crowbar => unblock_hatch 4 >2",
        ),
        (
            "Bob, you get my deactivation code. My action: giving it to you.",
            "=> give_items 1 to Bob deactivation_code",
        ),
        ("Bob, here's my aqualung: I give it to you.", "=> give_items 1 to Bob aqualung"),
        ("Here's my toolbox. With it I fix the reactor for 5.", "toolbox => fix_reactor 5"),
        (
            "The engine is my job. I'm in room 1. I spend 7 minutes fixing it.",
            "=> fix_engine 7",
        ),
        (
            "I unblock the hatch to 8 with four minutes and a crowbar plus a grog.",
            "crowbar; grog => unblock_hatch 4 >8",
        ),
        ("I heft my toolbox and fix the engine for 5 minutes.", "toolbox => fix_engine 5"),
        (
            "I move to 8, where I rummage for two minutes and come up with two items.",
            "go >8 => gain_items 2",
        ),
        (
            "I've a coffee and a grog, and I drink both. I open 5, go in, fight the fire for 6.",
            "coffee; grog; go >5 => extinguish_fire 6",
        ),
        ("Into 8. One item, please.", "go >8 => gain_items 1"),
        (
            "I enter room 2. I use the manual on the oxygen pumps and work for four minutes.",
            "go >2; pump_manual => fix_oxygen 4",
        ),
        (
            "I stay in 5. I open the hatch to 6. I pump six minutes.",
            "open >6 => pump_water 6",
        ),
        (
            "Hatch 6: I open it, peer in, shrug, enter, and pump for 2 minutes.",
            "go >6 => pump_water 2",
        ),
        (
            "By way of room 8 I make for the captain's cabin, where I draw two grogs.",
            "go >8; go >10 => gain_grog 2",
        ),
        (
            "Destination room 2, through the hatch from 5. Work: oxygen pumps, 6 minutes.",
            "go >2 => fix_oxygen 6",
        ),
        (
            "I nudge hatch 7 open, hop across, and bail for 4 minutes.",
            "go >7 => pump_water 4",
        ),
        (
            "The hatch to 4 is heavy but I open it, I enter, and I fix the reactor for seven "
            "minutes.",
            "go >4 => fix_reactor 7",
        ),
        (
            "Bob is in room 7. I go there and stop the missile for 8 minutes.",
            "go >7 => stop_missile 8",
        ),
        (
            "The reactor room is hot. In I go, through the hatch from 5, and I repair the reactor "
            "for six minutes.",
            "go >4 => fix_reactor 6",
        ),
        ("Hatch: 4. In. Reactor, 6 min. Items: none.", "go >4 => fix_reactor 6"),
        (
            "Movement: hatch to 2, entered. Action: oxygen pumps fixed for 4 minutes.",
            "go >2 => fix_oxygen 4",
        ),
        (
            "I open the hatch to 2 and pass it, I open the hatch to 1 and pass it, I do nothing "
            "for one minute.",
            "go >2; go >1 => no_action 1",
        ),
        (
            "I open 4, charge into the burning room, and extinguish it: 7 minutes.",
            "go >4 => extinguish_fire 7",
        ),
    ],
)
def test_it_answers_where_only_words_beside_the_turn_are_unknown(text: str, meaning: str) -> None:
    assert compact(heard(text)) == meaning


@pytest.mark.parametrize(
    "text",
    [
        "I fix the engine for 5 minutes with my trusty doodlewhack.",
        "I photograph the reactor for 6 minutes.",
        "My aunt and I pump for 3 minutes.",
        "I use up to 2 grogs and pump for 3 minutes.",
        "I draw 2 items and leave.",
        "I use a crowbar on Bob and pump for 3 minutes.",
        "I stoke the fire in here for 6 minutes.",
        "I shun the hatch to 5 and pump for 3 minutes.",
        "The water goes through to 9. I pump for 3 minutes.",
        "I have a toolbox and a crowbar. I use it and fix the engine for 3 minutes.",
        "Bob has a toolbox. I use it and fix the engine for 3 minutes.",
        "I serenade my toolbox and fix the engine for 3 minutes.",
        "I pump for 3 minutes and have a coffee after that.",
        "The hatches to 7 and 8 are blocked. I unblock it for 4 minutes.",
        "I have a lucky charm. I use that and fix the engine for 4 minutes.",
        "My radio is broken. I go to 1 and fix it for 4 minutes.",
        "I go to 8 with three items.",
        "I swing my toolbox at a rat and fix the engine for 4 minutes.",
        "There's a toolbox in room 8. I use it to fix the engine for 4 minutes.",
        "I go to 1 and repair to my bunk for 6 minutes.",
        "I take the aqualung off and pump for 4 minutes.",
        "I go to 5 and throw a grog at Bob.",
        "I drop two grogs into the barrel and spend 2 minutes at it.",
        "I spend 4 minutes between the engine and the reactor.",
        "I've got both pump manuals. I consult them both and fix the oxygen pumps for 2 minutes.",
        "Bob, have my coffee. This is my action: I give it to you.",
        "I'm going from 4 to 5, then I work on unblocking the hatch to 8, 3 minutes.",
        "I check the reactor for 4 minutes.",
        "The engine needs 4 minutes and a toolbox.",
        "I go to 8 and swap two items.",
        "I unblock the hatches to 7 and 8 for 4 minutes.",
        "I go to 10 and refill the barrel with two grogs.",
        "I dance for 4 minutes with my toolbox, in the engine room.",
        "I spend 9 minutes: 2 walking to 5 and then 4, and 6 fixing the reactor.",
        "Scene one: the engine room, at dusk. I fix the engine for 3 minutes.",
        "Room 5 is on fire. I go there next turn; now I pump for 4 minutes.",
        "Pip went to 5, Rusty to 6. I pump for 4 minutes.",
        "Pip went to 5, Bob to 6. I go there too and pump for 4 minutes.",
        "The captain is in 10. I enter it into the log and pump for 4 minutes.",
    ],
)
def test_it_answers_nothing_where_an_unknown_word_may_be_part_of_the_turn(text: str) -> None:
    assert heard(text).verdict == "ambiguous"


def said(text: str) -> list[Said]:
    """The stretches of a text, all of them announced."""
    words = join(scan(text, PEOPLE, "Red November"))
    settle(words)
    return [Said(one, "real") for told in sentences(words) for one in told.segments]


def test_it_objects_to_a_turn_that_it_reads_otherwise() -> None:
    text = "I open the hatch to 4, enter it and fix the reactor for six minutes."
    acts = heard(text).acts
    assert not is_read_otherwise(said(text), acts, AUTHOR)
    for other in (
        text.replace("six", "four"),
        text.replace("4, enter it", "3, enter it, open the hatch to 4, enter it"),
    ):
        assert is_read_otherwise(said(other), acts, AUTHOR)


def test_it_has_no_objection_where_it_has_no_opinion() -> None:
    acts = heard("I pump for six minutes.").acts
    assert not is_read_otherwise(said("I pump until it is dry, or so."), acts, AUTHOR)
