"""Whoever asks the bot alone for help, their hand or the game is told, and nobody else."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from rednov_bot.core.models import Act, TurnAct
from rednov_bot.games.red_november.reader.choices import read_choice
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.rules.deeds import Discard, ItemList
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Limit
from rednov_bot.games.red_november.rules.hands import discard
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.rehearsal import rehearse
from rednov_bot.games.red_november.rules.words import SEA, Item
from tests.builders import BOT, BUSINESS, address_of, private_mail
from tests.rigs.scale import many
from tests.rules.sailing import tables
from tests.rules.test_foresight import made_up
from tests.workflow.play import (
    Table,
    code_in,
    flat,
    jammed,
    missing,
    only,
    subject_of,
    text_of,
)


def told(table: Table, who: str, text: str, **more: Any) -> str:
    """The one answer, with its subject; it goes to whoever asked."""
    (mail,) = table.write(who, text, **more)
    assert mail.posting.to == address_of(who)
    lines = [one for one in text_of(mail).splitlines() if not one.startswith("    ")]
    assert max(map(len, lines)) <= 72
    return f"{subject_of(mail)}\n{text_of(mail)}"


MACHINES = (b"Auto-Submitted: auto-replied", b"Precedence: bulk", b"X-Autoreply: yes")


def test_where_and_how_one_may_ask(table: Table) -> None:
    for text, subject, reason in (
        ("Help!", "How to ", "asks for help"),
        ("Hello,\n\nhow do I take a turn?", "How to ", "asks for help"),
        ("Hi, I need some help with discarding", "How to ", "asks for help"),
        ("Lovely weather down here.", "How to ", "announces nothing"),
        ("My hand, please!", "Your hand", "asks for hand"),
        ("Where does everyone stand?", "How the game stands", "asks for status"),
        ("show me the sub", "How the game stands", "asks for status"),
    ):
        assert told(table, "Ann", text).startswith(f"[Red November] {subject}")
        assert reason in table.filed().reason
    assert "Your hand" in told(table, "Ann", "hand", to="rednov+check@bots.example")
    assert "AWAITING" not in told(table, "Ann", "status")
    for subject, answer in (("Help", "How to "), ("Status?", "How the game stands")):
        assert answer in subject_of(*table.receive(private_mail("Ann", "", subject=subject)))
    news = table.receive(private_mail("Ann", "", subject="Re: your cat"))
    assert [one.posting.to for one in news] == [address_of("Ann"), address_of("Pewterby")]
    for text in ("help", "hand"):
        assert table.say("Ann", text) == ()
        for number, mark in enumerate(MACHINES):
            octets = private_mail("Ann", text, message_id=f"<{text}.{number}@post.example>")
            head = b"\r\n" + mark + b"\r\nMessage-ID:"
            assert table.receive(octets.replace(b"\r\nMessage-ID:", head)) == ()


def test_a_hand_is_told_to_its_gnome_with_its_limit_and_its_last_change(table: Table) -> None:
    table.arrange(hands={"Ann": ("grog", "aqualung", "grog"), "Bob": ("lucky_charm",)})
    before = table.numbered()
    said = told(table, "Ann", "What do I hold?")
    for words in ("you hold 3 items", "2 grogs", "No hand limit is pending.", "with the opening:"):
        assert missing(said, words) == []
    assert "lucky charm" not in said
    assert table.numbered() == before
    table.arrange(limits={"Ann": Limit(2)})
    assert missing(told(table, "Ann", "hand"), "discard 1 item, by announcement on the list") == []
    assert missing(told(table, "Ann", "status"), "You have to discard 1 item (§17).") == []
    table.arrange(hands={"Ann": ("grog",)})
    assert missing(told(table, "Ann", "hand"), "you do not exceed it") == []
    code = code_in(table.say("Ann", "I drink a grog and take no action."))
    assert missing(told(table, "Ann", "hand"), "Your turn 1 is not resolved yet.") == []
    table.reply(code, "approve")
    changed = "It last changed with turn 1: You use up a grog."
    assert missing(told(table, "Ann", "hand"), "you hold no items.", changed) == []
    for who in ("Dan", "Pewterby"):  # who is no gnome is told no hand (§6)
        said = told(table, who, "hand")
        nothing = "you are not a gnome in a running game and hold no items"
        assert missing(said, nothing, "RN1: turn 2 is awaited.") == []
        assert "lucky charm" not in said


def test_the_state_of_the_game_is_told(table: Table) -> None:
    table.arrange(
        gnomes={"Ann": {"minutes": 31}, "Bob": {"at": SEA}, "Cat": {"fainted": True, "at": 10}},
        hands={"Ann": ("lucky_charm",)},
        rooms={6: "fire", 8: "low"},
        blocked=frozenset({(5, 7)}),
        tokens=(("kraken", 20),),
    )
    said = told(table, "Ann", "status")
    here = "Here you can unblock hatch 5-7 (1 to 10 minutes) or take no action (1 minute)."
    assert missing(said, "RN1: turn 1 is awaited.", here, "may act now Ann and Bob") == []
    assert "lucky" not in said
    table.arrange(gnomes={"Ann": {"at": 1, "minutes": 6}}, rooms={1: "low"})
    dear = "fix the engine (1 to 4 minutes, and 2 for the low water)"
    assert missing(told(table, "Ann", "What can I do?"), dear) == []
    table.arrange(gnomes={"Ann": {"at": 6}}, rooms={6: "dry"})
    idle = "There is nothing to do where you stand, but you can take no action (1 minute)."
    assert missing(told(table, "Ann", "What can I do?"), idle) == []


def test_who_is_waited_for_is_told_and_the_drafts_to_the_contestmaster_alone(table: Table) -> None:
    code = code_in(table.say("Bob"))
    said = told(table, "Ann", "status")
    awaited = "turn 1, Bob's, awaits its resolution by Pewterby, due by Wed 25 Nov 2026"
    assert missing(said, awaited, "You may take no turn until it is resolved.") == []
    assert "AWAITING" not in said
    void = code_in(table.say("Ann", "I fix the engine for 3 minutes."))
    said = flat(told(table, "Pewterby", "status"))
    assert f"AWAITING YOUR WORD [rednov {code}] Turn 1: Bob, due by Wed 25 Nov 2026" in said
    assert said.count(f"[rednov {void}] Without effect: turn of Ann") == 1
    (answer,) = table.reply(code, "status")
    assert "How the game stands" in subject_of(answer)
    assert code in table.open_codes()


def test_a_choice_that_is_waited_for_is_told_to_whoever_makes_it_alone(tmp_path: Path) -> None:
    table, _ = jammed(tmp_path)
    assert missing(told(table, "Ann", "status"), "It waits for a choice of yours") == []
    assert "choice" not in told(table, "Bob", "status")
    assert missing(told(table, "Pewterby", "status"), "waits for a choice of Ann's") == []


def test_the_words_of_an_answer_that_is_quoted_ask_for_nothing(table: Table) -> None:
    (mail,) = table.write("Ann", "hand and status")
    quote = "\n".join(f"> {line}".rstrip() for line in text_of(mail).splitlines())
    quote = f"On Mon, 23 Nov 2026, Red November bot wrote:\n{quote}\n"
    before, more = table.numbered(), {"subject": f"Re: {subject_of(mail)}"}
    news = table.write("Ann", f"Thank you!\n\n{quote}", **more)
    assert [one for one in news if "Your hand" in subject_of(one)] == []
    assert table.numbered() == before
    news = table.write("Ann", f"I open 5-6, go in; no action.\n\n{quote}", **more)
    assert "Your turn, only checked" in subject_of(only(news, "receipt"))


# -- the examples in the help ---------------------------------------------------------------------


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


def acts_of(example: str) -> tuple[Act, ...]:
    """What an example announces, or says to the bot alone."""
    for reader in ("public", "private"):
        reading = read(example, author="Ann", people=("Ann", "Bob", "Cat"), reader=reader)
        if reading.verdict == "acts":
            return reading.acts
    raise AssertionError(example)


def told_examples(table: Table) -> list[Act]:
    """What the examples of a help mail say, the candidate of a choice and the requests aside."""
    found: list[Act] = []
    for example in examples(told(table, "Ann", "help")):
        if example.startswith("choose "):
            assert read_choice(example, candidates=(example[7:], "5-11")) == example[7:]
        elif example not in ("hand", "status"):
            found += acts_of(example)
    return found


def test_the_examples_for_a_gnome_are_of_their_own_position(table: Table) -> None:
    table.arrange(hands={"Ann": ("toolbox", "crowbar")}, blocked=frozenset({(2, 5)}))
    text = told(table, "Ann", "help")
    assert missing(text, BOT, BUSINESS, "Right now you could say for example:") == []
    turn, hand, status, choice, other, *items = examples(text)
    assert turn.startswith("I open the hatch to room 4 and go in. I use a toolbox. I spend 5")
    assert (hand, status, choice) == ("hand", "status", "choose 4-5")
    assert other.startswith("I use a crowbar. I spend 5 minutes unblocking the hatch to room 2.")
    assert items == ["crowbar, toolbox", "I give 2 items to Bob."]
    assert "I join" not in text
    table.arrange(hands={"Ann": ("grog", "grog", "coffee")}, limits={"Ann": Limit(1)})
    owed = examples(told(table, "Ann", "help"))  # who owes a discard is shown no turn
    assert owed[3:] == ["I discard a grog and a coffee.", "coffee, grog", "I discard 2 items."]
    table.arrange(limits={"Ann": None})
    table.say("Bob")
    waits = "Right now turn 1, Bob's, awaits its resolution by Pewterby, due by"
    later = "When you may take one again, you could say for example:"
    assert missing(told(table, "Ann", "help"), waits, later) == []
    table.arrange(gnomes={"Ann": {"fate": "killed", "minutes": 0, "at": 0}})
    assert [act for act in told_examples(table) if isinstance(act, TurnAct)] == []
    assert "I join Red November." in flat(told(table, "Dan", "help"))


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
    number, _ = table.numbered()
    with table.desk.db.transaction() as records:
        game = records.games()[-1]
        records.advance(game.id, number + 1, (), state, cause="put by a test", at=table.clock.at)
