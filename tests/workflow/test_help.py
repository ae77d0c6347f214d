"""Whoever asks how to play by mail, or is not understood at all, is told once how it goes."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from rednov_bot.core.models import Act, Discard, ItemList, TurnAct
from rednov_bot.games.red_november.reader.choices import read_choice
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Limit
from rednov_bot.games.red_november.rules.hands import discard
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.rehearsal import rehearse
from rednov_bot.games.red_november.rules.words import Item
from tests.builders import BOT, BUSINESS, Table, address_of, private_mail
from tests.rigs.scale import many
from tests.rules.sailing import tables
from tests.rules.test_foresight import made_up
from tests.workflow.play import (
    Postings,
    arrange,
    filed,
    numbered,
    say,
    subject_of,
    text_of,
    write,
)


def helped(news: Postings) -> str:
    """The help mail among these."""
    (mail,) = news
    assert "[Red November] How to " in subject_of(mail)
    return text_of(mail)


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


def test_whoever_asks_how_to_play_or_is_not_understood_is_told(table: Table) -> None:
    for text in (
        "Help!",
        "HELP ME PLEASE",
        "Hello,\n\nhow do I take a turn?",
        "Hi, I need some help with discarding",
    ):
        told = helped(write(table, "Ann", text))
        assert BUSINESS in told
        assert BOT in told
        assert filed(table).reason == "asks for help"
        assert max(map(len, told.splitlines())) <= 72
    helped(table.receive(private_mail("Ann", "", subject="Help")))
    news = table.receive(private_mail("Ann", "", subject="Re: your cat"))
    assert [one.posting.to for one in news] == [address_of("Ann"), address_of("Pewterby")]
    lost = helped(write(table, "Ann", "Lovely weather down here."))
    assert "was not understood" in " ".join(lost.split())
    assert say(table, "Ann", "help") == ()
    for mark in (b"Auto-Submitted: auto-generated", b"Precedence: junk", b"X-Autoreply: yes"):
        octets = private_mail("Ann", "help", message_id=f"<{mark[:4].decode()}@post.example>")
        marked = octets.replace(b"\r\nMessage-ID:", b"\r\n" + mark + b"\r\nMessage-ID:")
        assert table.receive(marked) == ()


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


def test_the_examples_for_a_gnome_are_of_their_own_position(table: Table) -> None:
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
    text = " ".join(text.split())
    assert "Right now you could say for example:" in text
    assert "may take one whenever no other turn awaits its resolution" in text
    assert "Right now turn" not in text
    assert "I join" not in text
    arrange(table, hands={"Ann": ("grog", "grog", "coffee")}, limits={"Ann": Limit(1)})
    text = helped(write(table, "Ann", "help"))  # who owes a discard is shown no turn
    told = examples(text)
    assert told[3:] == ["I discard a grog and a coffee.", "coffee, grog", "I discard 2 items."]
    assert 'A turn reads like this: "I use my toolbox. I open hatch' in " ".join(text.split())
    arrange(table, limits={"Ann": None})
    say(table, "Bob")
    text = " ".join(helped(write(table, "Ann", "help")).split())
    assert "When you may take one again, you could say for example:" in text
    assert "Right now turn 1, Bob's, awaits its resolution by Pewterby, due by" in text
    arrange(table, gnomes={"Ann": {"fate": "killed", "minutes": 0, "at": 0}})
    assert [act for act in told_examples(table) if isinstance(act, TurnAct)] == []
    assert "I join Red November." in helped(write(table, "Dan", "help"))


def test_every_example_is_valid_where_its_reader_stands(table: Table) -> None:
    """Or would be, if it is only too early."""
    shown = 0
    for seed in range(many(60, 30)):
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
    assert shown > many(40, 20)


def put(table: Table, state: Gamestate) -> None:
    """The game is put into this gamestate."""
    number, _ = numbered(table)
    with table.desk.db.transaction() as records:
        game = records.games()[-1]
        records.advance(game.id, number + 1, (), state, cause="put by a test", at=table.clock.at)
