"""Whoever asks how to play by mail, or is not understood at all, is told once how it goes."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from rednov_bot.engine.gamestate import Gamestate, Limit
from rednov_bot.engine.options import Options
from rednov_bot.engine.rehearsal import rehearse
from rednov_bot.engine.rules.hands import discard
from rednov_bot.engine.words import Item
from rednov_bot.games.red_november.reader.choices import read_choice
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.papers import Act, Discard, ItemList, TurnAct
from tests.builders import BOT, BUSINESS, Table, address_of, private_mail
from tests.desk.play import (
    Postings,
    arrange,
    begun,
    code_in,
    filed,
    kinds,
    numbered,
    open_codes,
    reply,
    say,
    subject_of,
    text_of,
    write,
)
from tests.engine.sailing import tables
from tests.engine.test_foresight import made_up


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def helped(news: Postings) -> str:
    """The help mail among these."""
    (mail,) = news
    assert "[Red November] How to " in subject_of(mail)
    return text_of(mail)


@pytest.mark.parametrize(("who", "reader"), [("Ann", "gnomes"), ("Pewterby", "contestmaster")])
def test_the_help_names_the_site_where_the_host_has_one(
    table: Table, who: str, reader: str
) -> None:
    assert "https://" not in helped(write(table, who, "help"))
    known = table.desk.settings
    site = replace(known.bot, guide="https://bots.example/rednov/")
    table.desk = dataclasses.replace(table.desk, settings=replace(known, bot=site))
    told = helped(write(table, who, "help"))
    assert f"https://bots.example/rednov/{reader}/index.html" in told
    assert told.count("https://") == 1


def examples(text: str) -> list[str]:
    """The paragraphs that stand further to the right: what may be written."""
    found: list[list[str]] = []
    inside = False
    for line in text.splitlines():
        deep = line.startswith("    ")
        if deep and not inside:
            found.append([])
        if deep:
            found[-1].append(line.strip())
        inside = deep
    return [" ".join(lines) for lines in found]


@pytest.mark.parametrize(
    "text",
    [
        "help",
        "Help!",
        "HELP ME PLEASE",
        "Hello,\n\nhow do I take a turn?",
        "Hi, I need some help with discarding",
    ],
)
def test_whoever_asks_how_to_play_is_told(table: Table, text: str) -> None:
    told = helped(write(table, "Ann", text))
    assert BUSINESS in told
    assert BOT in told
    assert filed(table).reason == "asks for help"
    assert max(map(len, told.splitlines())) <= 72


def test_a_subject_alone_may_ask_for_help(table: Table) -> None:
    helped(table.receive(private_mail("Ann", "", subject="Help")))
    news = table.receive(private_mail("Ann", "", subject="Re: your cat"))
    assert [one.posting.to for one in news] == [address_of("Ann"), address_of("Pewterby")]


def test_a_list_is_not_told_how_to_play(table: Table) -> None:
    assert say(table, "Ann", "help") == ()


def test_what_was_not_understood_at_all_brings_help(table: Table) -> None:
    first = helped(write(table, "Ann", "Lovely weather down here."))
    assert "was not understood" in " ".join(first.split())


def acts_of(example: str) -> tuple[Act, ...]:
    """What an example announces, or says to the bot alone."""
    for reader in ("public", "private"):
        reading = read(example, author="Ann", people=("Ann", "Bob", "Cat"), reader=reader)
        if reading.verdict == "acts":
            return reading.acts
    raise AssertionError(example)


def told_examples(table: Table, who: str = "Ann") -> list[Act]:
    """What the examples of a help mail say, the candidate of a choice and the requests aside."""
    found: list[Act] = []
    for example in examples(helped(write(table, who, "help"))):
        if example.startswith("choose "):
            assert read_choice(example, candidates=(example[7:], "5-11")) == example[7:]
        elif example not in ("hand", "status"):
            found += acts_of(example)
    return found


def test_every_example_for_whoever_plays_no_game_is_read_as_it_is_meant(table: Table) -> None:
    acts = told_examples(table, "Dan")
    turns = [act for act in acts if isinstance(act, TurnAct)]
    assert any(one.turn.orders.block and one.turn.orders.spread for one in turns)
    assert any(one.turn.action and one.turn.action.give_count for one in turns)
    assert any(isinstance(act, Discard) and act.items for act in acts)
    assert any(isinstance(act, Discard) and act.count for act in acts)
    assert any(isinstance(act, ItemList) for act in acts)


def test_the_examples_for_a_gnome_are_of_eir_own_position(table: Table) -> None:
    arrange(table, hands={"Ann": ("toolbox", "crowbar")}, blocked=frozenset({(2, 5)}))
    text = helped(write(table, "Ann", "help"))
    told = examples(text)
    assert told[0] == (
        "I open the hatch to room 4 and go in. I use a toolbox. I spend 5 minutes fixing the "
        "reactor."
    )
    assert told[1:5] == [
        "hand",
        "status",
        "choose 4-5",
        "I use a crowbar. I spend 5 minutes unblocking the hatch to room 2. If a hatch must be "
        "blocked: 4-5, then 5-6. If the fire spreads: room 2, then room 4.",
    ]
    assert told[5:] == ["crowbar, toolbox", "I give 2 items to Bob."]
    assert "Right now you could say for example:" in " ".join(text.split())


def test_whoever_owes_a_discard_is_shown_that_one_and_no_turn(table: Table) -> None:
    hand = ("grog", "grog", "coffee")
    arrange(table, hands={"Ann": hand}, limits={"Ann": Limit(1)})
    told = examples(helped(write(table, "Ann", "help")))
    assert told[3:] == ["I discard a grog and a coffee.", "coffee, grog", "I discard 2 items."]


def test_whoever_has_to_wait_is_told_so_beside_the_example(table: Table) -> None:
    say(table, "Bob")
    text = " ".join(helped(write(table, "Ann", "help")).split())
    assert "When you may take one again, you could say for example:" in text
    assert "Right now turn 1, Bob's, awaits its resolution by Pewterby, due by" in text


def test_the_help_says_when_one_may_take_a_turn(table: Table) -> None:
    text = " ".join(helped(write(table, "Ann", "help")).split())
    assert "may take one whenever no other turn awaits its resolution" in text
    assert "Right now turn" not in text


def test_whoever_may_take_no_turn_is_told_how_one_reads(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog",) * 3}, limits={"Ann": Limit(1)})
    text = " ".join(helped(write(table, "Ann", "help")).split())
    assert 'A turn reads like this: "I use my toolbox. I open hatch 1-2 and go in.' in text


def test_the_dead_are_shown_no_turn(table: Table) -> None:
    arrange(table, gnomes={"Ann": {"fate": "killed", "minutes": 0, "at": 0}})
    assert [act for act in told_examples(table) if isinstance(act, TurnAct)] == []


def test_every_example_is_valid_where_its_reader_stands(table: Table) -> None:
    """Or would be, if it is only too early."""
    shown = 0
    for seed in range(60):
        rng = Random(seed)
        state = made_up(rng, tables())
        pending = "Bob" if rng.random() < 0.2 else None
        limit = Limit(rng.randint(0, 6)) if rng.random() < 0.3 else None
        state = replace(
            state,
            position=replace(state.position, pending=pending),
            secrets=replace(state.secrets, limits=(limit, None, None)),
        )
        put(table, state)
        listed: tuple[Item, ...] = ()
        for act in told_examples(table):
            match act:
                case ItemList(items=items):
                    listed = items
                case TurnAct(turn=turn):
                    if turn.action is not None and turn.action.give_count:
                        turn = replace(turn, action=replace(turn.action, give=listed))
                    found = rehearse(state, turn, tables(), Options())
                    assert found.valid or found.too_early, (seed, turn, found.objections)
                    assert found.valid == (pending is None and not state.position.gnomes[0].fainted)
                    shown += 1
                case Discard(items=items):
                    done = discard(state, "Ann", items or listed)
                    assert not isinstance(done, tuple), (seed, act)
                case _:
                    raise AssertionError(act)
        table.clock.forward(hours=25)
    assert shown > 40


def put(table: Table, state: Gamestate) -> None:
    """The game is put into this gamestate."""
    number, _ = numbered(table)
    with table.desk.ledger.transaction() as records:
        game = records.games()[-1]
        records.advance(game.id, number + 1, (), state, cause="put by a test", at=table.clock.at)


def test_who_plays_no_game_is_told_how_to_join(table: Table) -> None:
    told = helped(write(table, "Dan", "help"))
    assert "I join Red November." in told
    assert "I join" not in helped(write(table, "Ann", "help"))


def test_the_contestmaster_is_told_the_replies_and_what_awaits_them(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    told = helped(write(table, "Pewterby", "help"))
    for word in ("approve", "reject because", "choose", "again"):
        assert word in told
    assert f"[rednov {code}] Turn 1: Ann, due by" in told
    assert "I use" not in told
    assert open_codes(table) == [code]


def test_the_contestmaster_may_ask_for_help_in_answer_to_a_draft(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    assert code in helped(reply(table, code, "help"))


def test_a_rejection_that_asks_how_something_can_be_is_a_rejection(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    reply(table, code, "reject because I don't know how that can be: how do they breathe?")
    assert open_codes(table) == []


def test_the_contestmaster_who_is_not_understood_is_told_the_replies(table: Table) -> None:
    assert "approve" in helped(write(table, "Pewterby", "Well done, bot."))


def test_a_choice_without_its_code_is_asked_about_while_one_awaits(table: Table) -> None:
    assert "No draft is open" in text_of(write(table, "Pewterby", "choose wisely")[0])
    arrange(table, rooms={5: "fire"})
    code = code_in(say(table, "Ann", "Extinguish the fire for 1 minute."))
    for text in ("choose open 5-6 and enter", "approve", "again"):
        news = write(table, "Pewterby", text)
        assert kinds(news) in (["question"], ["desk"])
        assert code in text_of(news[0])
    assert open_codes(table) == [code]


@pytest.mark.parametrize(
    "mark",
    [b"Auto-Submitted: auto-generated", b"Precedence: junk", b"X-Autoreply: yes"],
    ids=lambda mark: mark.decode().partition(":")[0],
)
def test_a_machine_is_not_helped(table: Table, mark: bytes) -> None:
    octets = private_mail("Ann", "help")
    marked = octets.replace(b"\r\nMessage-ID:", b"\r\n" + mark + b"\r\nMessage-ID:")
    assert table.receive(marked) == ()
