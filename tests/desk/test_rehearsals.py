"""A turn mailed to the bot alone, or to its address for checks, is tried and never counts."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rednov_bot.core.mail.screening import screen
from rednov_bot.desk.talk import private
from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.words import SEA
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.papers import PaperId, TurnAct
from rednov_bot.prose.canonical import announcement
from tests.builders import BOT, BUSINESS, Table, a_table, list_mail, private_mail
from tests.desk.play import (
    Postings,
    arrange,
    begun,
    code_in,
    filed,
    hand,
    kinds,
    numbered,
    only,
    open_codes,
    reply,
    say,
    subject_of,
    text_of,
    write,
)
from tests.desk.test_choices import jammed, offered
from tests.engine.sailing import play_game

PUMPS = "I use my toolbox, open 5-2 and go in, and fix the oxygen pumps for 5 minutes."
CHECK = "rednov+check@bots.example"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def told(news: Postings) -> str:
    """The one answer, on one line."""
    (mail,) = news
    text = text_of(mail)
    assert max(map(len, text.splitlines())) <= 72
    assert mail.posting.to == "ann@post.example"
    return " ".join(text.split())


def on_file(table: Table) -> tuple[Any, ...]:
    """Everything that a check must leave alone."""
    with table.desk.ledger.transaction() as records:
        game = records.games()[-1]
        return (
            records.gamestate(game.id),
            records.history(game.id),
            records.pending_turn(game.id),
            records.noted_orders(game.id),
            [
                records.noted_items(name, table.clock.at.replace(year=2000))
                for name in ("Ann", "Bob", "Cat")
            ],
            records.contestants(),
            [one.code for one in records.open_drafts()],
        )


@pytest.mark.parametrize("to", [BOT, CHECK], ids=["alone", "check"])
def test_a_plan_is_judged_and_reckoned(table: Table, to: str) -> None:
    arrange(table, hands={"Ann": ("toolbox",)}, rooms={2: "low"}, asphyxiation=7)
    before = on_file(table)
    news = write(table, "Ann", PUMPS, to=to)
    text = told(news)
    assert subject_of(news[0]) == "[Red November] Your turn, only checked"
    assert "the turn would be valid now" in text
    assert "2 open hatch 2-5 and go into room 2, at low water 5 fix the oxygen pumps" in text
    assert "2 more, for acting at low water (§15) -- 9 in all, of 39; 30 left" in text
    assert "80%, of which 5 minutes give 50% and a toolbox 30% (§12)" in text
    assert "Success sets Asphyxiation back from 7 to 5 (§8)." in text
    assert "events at 36, 33 and 30; an item at 30" in text
    assert f"To take the turn, send them to {BUSINESS}." in text
    assert on_file(table) == before


def test_a_track_that_success_leaves_where_it_is_is_said_to_stay(table: Table) -> None:
    arrange(table, asphyxiation=1)
    assert "Asphyxiation stays at 1, even on success (§8)." in told(write(table, "Ann", PUMPS))


def test_everything_that_is_against_it_is_told_at_once(table: Table) -> None:
    arrange(
        table,
        hands={"Ann": ("grog",)},
        limits={"Ann": Limit(0)},
        blocked=frozenset({(5, 7)}),
        gnomes={"Ann": {"fainted": True}},
    )
    say(table, "Bob")
    news = write(table, "Ann", "I use coffee, open 5-7, go in and stop the missile for 5 minutes.")
    text = told(news)
    assert subject_of(news[0]) == "[Red November] Your turn, only checked"
    for reason in (
        "Turn 1, Bob's, awaits its resolution by Pewterby, due by Wed 25 Nov 2026, 10:00 UTC (§9).",
        "Ann is still asleep (§16c). Wait until you wake",
        "Hatch 5-7 is blocked (§10a). Go another way",
        "No missile launch threatens the sub (§11g).",
        "Hand limit 0 is pending, you hold 1: discard 1 first (§17).",
        "You do not hold a coffee (§9). Leave it out",
    ):
        assert reason in text
    assert "for 6 reasons" in text
    assert "I open hatch 5-7 and go in." in text


def test_while_a_turn_awaits_its_resolution_all_else_is_told_as_things_stand(table: Table) -> None:
    say(table, "Bob")
    before = on_file(table)
    news = write(table, "Ann", "I open 5-6, go in; no action.")
    text = told(news)
    assert subject_of(news[0]) == "[Red November] Your turn, only checked"
    assert "the turn would be too early now" in text
    assert "Turn 1, Bob's, awaits its resolution by Pewterby" in text
    assert "At the moment it would cost:" in text
    assert "2 in all, of 39; 37 left" in text
    assert "I open hatch 5-6 and go in. I take no action." in text
    assert on_file(table) == before


def test_a_sleeper_is_told_what_eir_turn_would_cost(table: Table) -> None:
    arrange(table, gnomes={"Ann": {"fainted": True}})
    text = told(write(table, "Ann", "I take no action."))
    assert "Ann is still asleep (§16c)" in text
    assert "1 in all, of 39; 38 left" in text


def test_between_games_a_plan_is_read_and_nothing_more(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    text = told(write(table, "Ann", "I take no action."))
    assert "No game is ongoing (§5)." in text
    assert "I take no action." in text
    assert "Correct it" not in text


def test_who_is_no_gnome_is_told_so(table: Table) -> None:
    (mail,) = write(table, "Dan", "I take no action.")
    assert "Dan is no gnome of this game (§2)." in text_of(mail)


def test_the_chance_of_fainting_is_told_from_the_cards_nobody_has_seen(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog",)}, gnomes={"Ann": {"intoxication": 3}})
    plan = "I drink a grog and take no action."
    text = told(write(table, "Ann", plan))
    assert "your intoxication is 4 when a card is drawn for it (§16c). Of the 55 cards" in text
    arrange(table, deck=["fast_descent", "missile_countdown"])  # another order of the same cards
    assert told(write(table, "Ann", plan)) == text


@pytest.mark.parametrize(
    ("where", "plan", "danger"),
    [
        ({"at": SEA}, "I take no action.", "You would be killed: you would end the turn outside"),
        ({"at": 4}, "I take no action.", "You would be killed: you would end the turn in room 4"),
        ({"at": 3}, "I open 3-4 but stay in 3. No action.", "Opening hatch 3-4 lets high water"),
        ({"at": 8}, "Extinguish the fire, 3 minutes.", "Pewterby makes an escape move for you"),
        ({"at": 7}, "I open 7-5. I open 7-5. I take no action.", "Beside you room 8 burns:"),
        ({"at": 1}, "Toolbox, toolbox; fix the engine, 9 minutes.", "as certain without a toolbox"),
        ({"at": 1}, "I use a coffee and take no action.", "You are sober: the coffee is used up"),
        ({"at": 1}, "I use a crowbar; no action.", "A crowbar adds nothing to this turn"),
        (
            {"at": 1, "intoxication": 1},
            "Coffee, grog, grog; fix the engine, 2 minutes.",
            "You drink coffee before grog. After the last grog it would leave you at intoxication "
            "1, not 2",
        ),
        (
            {"at": 3},
            "Use the aqualung, open 3-sea, go out; no action.",
            "You end the turn outside and hold no other aqualung",
        ),
    ],
)  # fmt: skip
def test_dangers_are_told(table: Table, where: dict[str, Any], plan: str, danger: str) -> None:
    tiles = ("grog", "grog", "coffee", "crowbar", "aqualung", "toolbox", "toolbox")
    arrange(table, gnomes={"Ann": where}, hands={"Ann": tiles}, rooms={4: "high", 8: "fire"})
    text = told(write(table, "Ann", plan))
    assert danger in text.partition("Please note:")[2] or "escape move" in danger
    assert danger in text


def test_the_last_gnome_hears_that_a_faint_would_lose_the_sub(table: Table) -> None:
    behind = {"minutes": 20}
    gnomes = {"Ann": {"intoxication": 1}, "Bob": behind, "Cat": behind}
    arrange(table, gnomes=gnomes, hands={"Ann": ("grog",)}, tokens=(("crushed", 33),))
    text = told(write(table, "Ann", "I drink a grog and take no action."))
    assert "If you faint, all gnomes will have passed Crushed! at 33, and the sub is lost" in text


def test_a_gift_by_number_is_given_back_as_one(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog", "coffee")})
    plan = "I give 2 items to Bob."
    assert "The private list of what you give has not arrived" in told(write(table, "Ann", plan))
    write(table, "Ann", "grog, coffee")
    text = told(write(table, "Ann", plan))
    assert "would be valid" in text
    assert "I give 2 items to Bob." in text
    assert "coffee" not in text


def test_a_turn_beside_something_else_is_checked_as_if_it_came_first(table: Table) -> None:
    news = write(table, "Ann", "I take no action. I discard a grog.")
    assert kinds(news) == ["receipt"]
    assert "Each part is checked for itself, as if it came first" in told(news)


def test_a_rehearsal_reveals_no_luck_and_draws_none(table: Table) -> None:
    """Not even the secret of the game is asked for, also while a turn is pending."""
    say(table, "Bob")
    octets = private_mail("Ann", "I open 5-6, go in; no action.", to=CHECK)
    letter = screen(octets, table.desk.roster).letter
    assert letter is not None
    assert letter.check
    with table.desk.ledger.transaction() as records:
        assert private.hear(table.desk, Luckless(records), PaperId(1), letter) == (
            "a check, in which nothing counts"
        )


class Luckless:
    """What is on file, but for the luck."""

    def __init__(self, records: Any) -> None:
        self._records = records

    def secret(self, game: object) -> bytes:
        raise AssertionError("a rehearsal draws no luck")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._records, name)


# -- the address for checks ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "verdict", "says"),
    [
        ("I discard a grog.", "discard would be valid", "announce it on"),
        ("I discard a coffee.", "discard would have no effect", "You do not hold a coffee (§9)."),
        ("I discard 1 item.", "discard would have no effect", "private list of your items"),
        ("grog, crowbar", "your list is not kept", "your list is not kept"),
        ("I give Bob a grog in return.", "gift in return would have no effect", "§11k"),
        ("I leave Red November.", "leaving would have no effect", "is a gnome of the game"),
        ("I join Red November.", "joining would have no effect", "is a contestant already"),
    ],
)
def test_nothing_counts_at_the_address_for_checks(
    table: Table, text: str, verdict: str, says: str
) -> None:
    arrange(table, hands={"Ann": ("grog", "crowbar")}, limits={"Ann": Limit(1)})
    before = on_file(table)
    news = write(table, "Ann", text, to=CHECK)
    assert subject_of(news[0]).endswith(", only checked")
    assert verdict in told(news)
    assert says in told(news)
    assert on_file(table) == before
    assert filed(table).reason == "a check, in which nothing counts"


def test_a_decision_of_the_contestmaster_does_not_count_there(table: Table) -> None:
    code = code_in(say(table, "Bob"))
    reply(table, code, "approve", to=CHECK)
    assert open_codes(table) == [code]


def test_a_choice_does_not_count_there(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    label = offered(text_of(only(news, "question")))[0]
    before = numbered(table)
    write(table, "Ann", f"choose {label}", to=CHECK)
    assert numbered(table) == before
    assert kinds(write(table, "Ann", f"choose {label}")) == ["receipt", "draft"]


def test_a_list_copy_with_the_address_for_checks_is_an_announcement(table: Table) -> None:
    octets = list_mail("Ann", "I take no action.")
    octets = octets.replace(b"\r\nSubject:", f"\r\nCc: {CHECK}\r\nSubject:".encode())
    assert kinds(table.receive(octets)) == ["receipt", "draft"]


# -- replies to rehearsals ----------------------------------------------------------------------


def quoted(mail: Any) -> str:
    text = "\n".join(f"> {line}".rstrip() for line in text_of(mail).splitlines())
    return f"On Mon, 23 Nov 2026, Red November bot wrote:\n{text}\n"


def answering(mail: Any) -> dict[str, str]:
    return {"subject": f"Re: {subject_of(mail)}"}


def test_thanks_for_a_rehearsal_are_no_turn_and_try_nothing(table: Table) -> None:
    (mail,) = write(table, "Ann", "I open 5-6, go in; no action.")
    before = on_file(table)
    for text in ("Thanks!", "Looks good, thank you."):
        news = write(table, "Ann", f"{text}\n\n{quoted(mail)}", **answering(mail))
        assert not any("would be" in subject_of(one) for one in news)
    assert on_file(table) == before


def test_another_plan_above_a_quoted_rehearsal_is_tried_alone(table: Table) -> None:
    (mail,) = write(table, "Ann", "I open 5-6, go in; no action.")
    text = told(
        write(
            table,
            "Ann",
            f"I open 5-8, go in and draw 2 items.\n\n{quoted(mail)}",
            **answering(mail),
        )
    )
    assert "I open hatch 5-8 and go in. I spend 2 minutes drawing 2 items." in text
    assert "room 6" not in text


def test_the_announcement_of_a_rehearsal_can_be_pasted_to_the_list(table: Table) -> None:
    arrange(table, hands={"Ann": ("toolbox",)})
    (mail,) = write(table, "Ann", PUMPS + " If a hatch gets blocked, 5-6.")
    body = text_of(mail)
    ready = body.partition("as your announcement:\n")[2].partition("To take the turn")[0].strip()
    news = say(table, "Ann", ready)
    assert kinds(news) == ["receipt", "draft"]
    taken = text_of(only(news, "receipt"))
    assert "9 in all" not in taken
    assert "Chance of success: 80%" in taken
    assert hand(table, "Ann") == ["toolbox"]


def test_a_plain_announcement_is_read_as_the_very_same_turn() -> None:
    """What is read of a turn's plain words has plain words that are read as just that."""
    seen = 0
    for seed in range(30):
        voyage = play_game(seed, 3 + seed % 6)
        for leg in Random(seed).sample(voyage.legs, min(12, len(voyage.legs))):
            people = tuple(gnome.name for gnome in leg.before.position.gnomes)
            name = leg.turn.gnome
            (first,) = read(announcement(leg.turn), author=name, people=people).acts
            assert isinstance(first, TurnAct)
            again = read(announcement(first.turn), author=name, people=people)
            assert again.acts == (first,)
            assert without_near(first.turn) == without_near(leg.turn)
            seen += 1
    assert seen > 200


def without_near(turn: Any) -> Any:
    """A turn whose hatches are named by where they lead alone."""

    def plain(step: Any) -> Any:
        hatch = getattr(step, "hatch", None)
        return step if hatch is None else replace(step, hatch=replace(hatch, near=None))

    action = plain(turn.action)
    if action.name in ("no_action", "give_items", "abandon"):
        action = replace(action, minutes=None)
    if action.give is not None:
        action = replace(action, give=tuple(sorted(action.give)))
    escape = turn.escape and replace(turn.escape, move=plain(turn.escape.move))
    return replace(turn, steps=tuple(map(plain, turn.steps)), action=action, escape=escape)
