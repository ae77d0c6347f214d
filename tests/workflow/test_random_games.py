"""Games of careless gnomes and a hasty contestmaster: what holds whatever they write."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rednov_bot.core.workflow import scheduler
from rednov_bot.games.red_november.rules.words import GnomeName
from tests.builders import BUSINESS, Table, a_table
from tests.workflow.play import (
    draft,
    hand,
    open_codes,
    opened,
    position,
    reply,
    say,
    start,
    subject_of,
    verdict,
    write,
)

CREW = ("Ann", "Bob", "Cat")
WORK = {
    1: "I fix the engine for 4 minutes",
    2: "I fix the oxygen pumps for 3 minutes",
    4: "I fix the reactor for 5 minutes",
    8: "I draw 2 items",
    10: "I take 1 grog",
}
ORDERS = (
    "block: 5-6, then 5-7; fire spreads to 6",
    "I defend.",
    "If I am attacked, I do not defend myself.",
    "For a hand limit drop grog, keep the aqualung.",
    "no standing orders",
    "yes",
)
ANYWHERE = ("I take no action", "I pump for 3 minutes", "I extinguish the fire for 2 minutes")


def announcement(table: Table, luck: random.Random, name: GnomeName) -> str:
    """A turn that may or may not be valid."""
    at, held, parts = position(table).gnome(name).at, hand(table, name), []
    if held and luck.random() < 0.4:
        parts.append(f"I use my {luck.choice(held).replace('_', ' ')}")
    board = table.desk.tables("standard").board
    beyond = [sum(ends) - at for ends in board.interior if at in ends]
    if beyond and luck.random() < 0.7:
        to = luck.choice(beyond)
        parts.append(f"I open {at}-{to} and go in")
        at = to
    other = luck.choice([one for one in CREW if one != name])
    gift, blow = f"I give {other} 1 item", f"I use my crowbar and attack {other}"
    parts.append(luck.choice([WORK.get(at, ANYWHERE[0]), gift, blow, *ANYWHERE]))
    return ". ".join(parts) + "."


def decide(table: Table, luck: random.Random) -> None:
    """The contestmaster answers whatever lies before them, until nothing does."""
    while codes := open_codes(table):
        made = draft(table, codes[0])
        if made.choice is not None:
            reply(table, made.code, f"choose {luck.choice(made.choice.candidates)}")
        elif made.kind == "resolution" and luck.random() < 0.1:
            reply(table, made.code, "reject because")
            with table.desk.db.transaction() as records:
                scheduler.draft_again(table.desk, records)
        else:
            reply(table, made.code, "approve")
        assert verdict(table, made.code) is not None


def act(table: Table, luck: random.Random) -> None:
    """Somebody writes something."""
    who, kind = luck.choice(CREW), luck.random()
    tile = (hand(table, who) or ["grog"])[0].replace("_", " ")
    if kind < 0.1:
        say(table, who, f"I discard a {tile}.")
    elif kind < 0.2:
        say(table, who, f"In return I give {luck.choice(CREW)} 1 item.")
    elif kind < 0.3:
        write(table, who, tile)
    elif kind < 0.4:
        write(table, who, luck.choice(ORDERS))
    else:
        say(table, who, announcement(table, luck, who))


def played(folder: Path, seed: int, **options: str) -> Table:
    luck = random.Random(seed)
    table = a_table(folder, seed=b"%d" % seed)
    reply(table, start(table, **options).code, "approve")
    for _ in range(60):
        if position(table).ending is not None:
            break
        table.clock.forward(minutes=luck.randint(5, 200))
        act(table, luck)
        if luck.random() < 0.3:
            table.clock.forward(hours=25)
            scheduler.make_rounds(table.desk)
        if luck.random() < 0.6:
            decide(table, luck)
    decide(table, luck)
    return table


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (2, {"queue_early_turns": "on", "auto_verdicts": "on", "event_choice": "orders+random"}),
        (4, {"opening_events": "on", "event_choice": "orders+contestmaster", "edition": "1"}),
        (5, {"crazed": "on", "less_deadly": "on", "return_gift_effect": "after_resolution"}),
    ],
    ids=["queued", "events first", "crazed and less deadly"],
)
def test_every_turn_is_resolved_once(tmp_path: Path, seed: int, options: dict[str, str]) -> None:
    table = played(tmp_path, seed, **options)
    with table.desk.db.transaction() as records:
        assert records.dispositions("hold") == ()
        outbox = records.outbox()
        pending = records.pending_turn(records.games()[-1].id)
    resolved = 0
    for one in outbox:
        mail = opened(one)
        (reader,) = mail["To"].addresses
        assert mail["Cc"] is None
        assert (reader.addr_spec == BUSINESS) == (one.posting.kind == "public")
        resolved += one.posting.kind == "public" and "] Turn " in subject_of(one)
    assert (pending is None) == (position(table).pending is None)
    assert resolved == position(table).turns - (pending is not None)
