"""Standing orders sent apart from a turn: kept, told to their gnome alone, and followed (7.1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rednov_bot.core.workflow.desk import ongoing
from rednov_bot.games.red_november.rules.events import HatchJammed
from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.games.red_november.rules.turn import Orders
from tests.workflow.play import (
    Table,
    begun,
    code_in,
    everything_public,
    flat,
    jammed,
    kinds,
    offered,
    only,
    subject_of,
    text_of,
)

FIX = "I fix the engine for 10 minutes."


def jam_ahead(folder: Path, **options: Any) -> Table:
    """Whoever fixes the engine for ten minutes draws Blocked Hatch."""
    table = begun(folder, options=options)
    table.arrange(deck=["blocked_hatch"], gnomes={"Ann": {"at": 1, "minutes": 40}})
    return table


def orders_of(table: Table, name: str = "Ann") -> Orders | None:
    with table.desk.db.transaction() as records:
        now = ongoing(table.desk, records)
        assert now is not None
        return records.noted_orders(now.game.id).get(name)


def jammed_label(table: Table, code: str) -> tuple[str, str]:
    (jam,) = [one for one in table.draft(code).events if isinstance(one, HatchJammed)]
    return "-".join(map(str, jam.hatch)), jam.decider


def a_label(folder: Path) -> tuple[Path, str, str]:
    """A folder for another table with the same luck, and two candidates of its jammed hatch."""
    _, news = jammed(folder)
    first, *_, last = offered(text_of(only(news, "question")))
    again = folder / "again"
    again.mkdir()
    return again, first, last


def test_a_wish_for_a_hand_limit_is_proposed_and_never_carried_out(tmp_path: Path) -> None:
    """A78."""
    table = begun(tmp_path)
    table.arrange(
        deck=["turbulence"],
        gnomes={"Ann": {"at": 1, "minutes": 40}},
        hands={"Ann": ("grog", "coffee", "grog", "aqualung", "toolbox", "lucky_charm")},
    )
    told = table.write("Ann", "For a hand limit drop coffee, then grog; keep the aqualung.")
    assert "yours alone to announce" in flat(*told)
    news = table.reply(code_in(table.say("Ann", FIX)), "approve")
    (notice,) = [one for one in news if one.posting.to == "ann@post.example"]
    assert "    I discard 2 grogs and a coffee.\n" in text_of(notice)
    assert len(table.hand("Ann")) == 7
    table.say("Ann", "I discard a coffee and 2 grogs.")
    assert {"aqualung", "lucky_charm", "toolbox"} < set(table.hand("Ann"))


def test_nothing_of_orders_is_ever_public(tmp_path: Path) -> None:
    folder, _, label = a_label(tmp_path)
    table = jam_ahead(folder)
    table.arrange(hands={"Ann": ("coffee",) * 6}, limits={"Ann": Limit(9)})
    sent = [
        *table.write("Ann", f"block: {label}, then 1-3; fire spreads to 6. I defend."),
        *table.say("Ann", FIX),
    ]
    sent += table.reply(table.open_codes()[-1], "approve")
    told = everything_public(sent)
    assert "blocked" in told
    for secret in ("1-3", "standing order", "room 6", "defend"):
        assert secret not in told.lower()


def test_orders_are_kept_confirmed_and_told_to_their_gnome_alone(table: Table) -> None:
    news = table.write("Ann", "block: 5-6, then 5-7; if the fire spreads, let it be room 6")
    assert kinds(news) == ["receipt"]
    assert subject_of(news[0]) == "[Red November] Your standing orders"
    assert "If a hatch must be blocked: 5-6, then 5-7." in text_of(news[0])
    assert "If the fire spreads: room 6." in text_of(news[0])
    assert orders_of(table) == Orders(block=((5, 6), (5, 7)), spread=(6,))
    assert table.filed().reason == "standing orders"
    table.write("Ann", "For a hand limit drop grog")
    (public,) = table.say("Ann", "My standing orders: block 5-7.", message_id="<both@x.example>")
    assert public.posting.to == "ann@post.example"
    again = table.write("Ann", "My standing orders: block 5-7.", message_id="<both@x.example>")
    assert again == ()
    assert table.filed().reason == "standing orders, in a mail heard before"
    table.say("Ann", "block: 5-6")
    table.write("Ann", f"{FIX} Block: 1-2.")
    assert table.filed().reason == "a rehearsal"
    assert orders_of(table) == Orders(block=((5, 7),), spread=(6,), drop=("grog",))
    table.write("Bob", "fire spreads to 8")
    for asked in ("hand", "status"):
        told = flat(*table.write("Ann", asked))
        assert "YOUR STANDING ORDERS" in told
        assert "If a hatch must be blocked: 5-7." in told
        assert "room 8." not in told
    said = flat(*table.write("Ann", "Forget my standing orders."))
    assert "you have no standing orders any more" in said
    assert orders_of(table) == Orders()


def test_orders_that_come_while_the_resolution_waits_decide_it(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    label = offered(text_of(only(news, "question")))[-1]
    news = table.write("Ann", "My standing orders: fire spreads to 6")
    assert kinds(news) == ["receipt"]
    assert "answer the mail that asked you" in flat(*news)
    news = table.write("Ann", f"My standing orders: block {label}.")
    assert kinds(news) == ["receipt", "draft"]
    assert f"these orders make it: {label}" in flat(only(news, "receipt"))
    assert jammed_label(table, code_in(news)) == (label, "gnome")
