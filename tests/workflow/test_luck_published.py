"""What the desk publishes of the luck: numbers, seals, proofs of tiles, and at last the secret."""

from __future__ import annotations

import dataclasses
import re
from itertools import pairwise
from pathlib import Path

import pytest

from rednov_bot.core.contest import PublishLuck
from rednov_bot.core.errors import CannotAmend, CannotReveal
from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.proof import Proof, commitment, is_shown, mail_digest
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.drafts import amending
from rednov_bot.core.workflow.luck import fortune, revealing
from rednov_bot.games.red_november.rules.luck import Keys
from tests.workflow.play import (
    Postings,
    Table,
    a_table,
    begun,
    code_in,
    flat,
    kinds,
    only,
    subject_of,
    text_of,
)

REPAIR = "I open 5-2, go in and fix the oxygen pumps for 4 minutes."


def section(text: str) -> str:
    return text.partition("THE LUCK, form 2\n")[2].partition("\n\n")[0]


def value(label: str, text: str) -> str:
    (found,) = re.findall(rf"^  {label} (\S+)$", text, re.MULTILINE)
    return str(found)


def keys(table: Table) -> Keys:
    with table.desk.db.transaction() as records:
        return fortune.keys_of(records, records.games()[-1])


def opened(table: Table, **options: str) -> tuple[str, Postings]:
    """The opening as the list reads it, and all that went out with it."""
    news = table.reply(table.start(**options).code, "approve")
    return text_of(only(news, "public")), news


def resolved(table: Table, who: str, words: str) -> str:
    """A turn is announced and approved; its resolution."""
    return text_of(only(table.reply(code_in(table.say(who, words)), "approve"), "public"))


def code_of_the_secret(postings: Postings) -> str:
    (subject,) = (it for it in map(subject_of, postings) if "secret of the luck" in it)
    return subject.partition("[rednov ")[2].partition("]")[0]


def test_the_luck_of_a_turn_hangs_on_the_mail_that_announced_it(tmp_path: Path) -> None:
    dice = set()
    for number in range(8):
        (tmp_path / str(number)).mkdir()
        table = begun(tmp_path / str(number))
        table.say("Ann", REPAIR, message_id=f"<{number}@post.example>")
        dice.add(re.findall(r"draw 6, action: \d+", shown(table))[0])
    assert len(dice) > 1


def shown(table: Table) -> str:
    """The public text of the one open draft."""
    return table.draft(table.open_codes()[-1]).pages[0].body


def tiles_shown(notice: QueuedPosting) -> list[tuple[int, str, str]]:
    """Place, item and proof of each tile that a notice shows."""
    found = re.findall(
        r"^  draw \d+, tile (\d+), (\w+):\n((?:  [\w+/=]+\n)+)", text_of(notice), re.M
    )
    return [(int(place), item, proof) for place, item, proof in found]


def notice_to(name: str, news: Postings) -> QueuedPosting:
    (found,) = (
        one
        for one in news
        if one.posting.kind == "private" and one.posting.to.startswith(name.lower())
    )
    return found


def test_a_draft_behind_which_the_chain_went_on_is_made_again(tmp_path: Path) -> None:
    """A correction that lets the position stand publishes draws of its own all the same."""
    table = begun(tmp_path)
    resolved(table, "Ann", REPAIR)
    waiting = code_in(table.say("Bob", "I take no action."))
    longer = REPAIR.replace("4", "5")
    news = table.write("Pewterby", f'rewind turn 1: read as "{longer}", stand, because e said so')
    table.reply(code_in(news), "approve")
    again = code_in(table.reply(waiting, "approve"))
    assert table.verdict(waiting) == "superseded"
    posted = text_of(only(table.reply(again, "approve"), "public"))
    with table.desk.db.transaction() as records:
        chain = records.chain(records.games()[-1].id)
        every = [one.seal for one in seals(records)]
    assert chain is not None
    assert value("seal", section(posted)) == chain.seal
    assert len(every) == len(set(every))


def seals(records: UnitOfWork) -> list[Proof]:
    """What every approved draft published, oldest first."""
    found = []
    for queued in records.outbox():
        if queued.posting.kind == "public" and queued.draft is not None:
            kept = records.draft(queued.draft)
            assert kept is not None
            found += [e.proof for e in kept[0].effects if isinstance(e, PublishLuck)]
    assert all(one.behind and one.behind.seal == last.seal for last, one in pairwise(found))
    return found


# -- the end --------------------------------------------------------------------------------------


def test_the_opening_commits_itself_and_gnomes_can_show_their_tiles(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    text, news = opened(table, crazed="on")
    luck, both = section(text), keys(table)
    assert "  option crazed=on\n" in luck
    term, root = value("term", luck), value("root", luck)
    assert value("dice", luck) == commitment(term, "dice", both.dice)
    assert value("tile", luck) == commitment(term, "tile", both.tile)
    crew = ("Ann", "Bob", "Cat")
    assert re.findall(r"draw (\d+), ([^:]+)", luck) == [
        *[(str(at), f"starting room of {name}") for at, name in enumerate(crew, 1)],
        *[("4", "item pool"), ("5", "event deck")],
    ]
    assert both.dice.hex() not in text
    assert both.tile.hex() not in text
    table.arrange(gnomes={"Ann": {"at": 8, "minutes": 50}})
    later = table.reply(code_in(table.say("Ann", "I draw 3 items.")), "approve")
    notices = [notice_to(name, news) for name in crew] + [notice_to("Ann", later)]
    shown = [one for notice in notices for one in tiles_shown(notice)]
    assert [place for place, _, _ in shown][:9] == [*range(1, 10)]
    assert all(is_shown(proof, place, item, root) for place, item, proof in shown)


def test_a_resolution_shows_its_draws_its_mail_and_how_often_it_was_drafted(table: Table) -> None:
    table.arrange(hands={"Bob": ("grog", "coffee")})
    first = code_in(table.say("Ann", REPAIR))
    before = shown(table)
    change = amending.Replace("draw 6, action", "draw 6, nothing")
    with table.desk.db.transaction() as records, pytest.raises(CannotAmend):
        amending.amend(table.desk, records, first, (change,), "Pewterby")
    second = code_in(table.reply(first, "again"))
    table.reply(second, "reject because I want to see")
    third = code_in(table.reply(second, "again"))
    fourth = code_in(table.reply(third, 'amend: add "Well done!"'))
    after = shown(table)
    assert (value("drafts", before), value("drafts", after)) == ("1", "4")
    assert value("seal", before) != value("seal", after)
    assert section(before).splitlines()[:-2] == section(after).splitlines()[:-2]
    posted = text_of(only(table.reply(fourth, "approve"), "public"))
    luck = section(posted)
    assert luck.startswith("  turn 1, read as: I open hatch 5-2 and go in. I spend 4 minutes")
    digest = mail_digest("<2.public@post.example>", "2026-11-23T10:00:00Z", REPAIR)
    assert value("mail", luck) == digest
    (die,) = re.findall(r"^  draw 6, action: (\d+) of 10$", luck, re.MULTILINE)
    assert f"the die says {die}" in posted
    with table.desk.db.transaction() as records:
        chain = records.chain(records.games()[-1].id)
    assert chain is not None
    assert chain.seal == value("seal", luck)
    news = table.reply(code_in(table.say("Bob", "I give Cat a coffee.")), "approve")
    assert re.search(r"^  told turn 2: [0-9a-f]{32}$", text_of(notice_to("Bob", news)), re.M)


def test_without_the_option_nothing_is_published_and_the_first_form_goes_on(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.desk = dataclasses.replace(table.desk, luck=1)
    text, _ = opened(table)
    assert "Its SHA-256" in text
    table.desk = dataclasses.replace(table.desk, luck=2)
    table.arrange(gnomes={"Ann": {"at": 5, "minutes": 39}})
    assert "form 2" not in resolved(table, "Ann", "I take no action.")
    (tmp_path / "off").mkdir()
    table = begun(tmp_path / "off", options={"public_tape_hash": "off"})
    assert "THE LUCK" not in resolved(table, "Ann", "I take no action.")
    table.ended()
    with table.desk.db.transaction() as records, pytest.raises(CannotReveal):
        revealing.reveal(table.desk, records)


def test_the_secret_of_the_dice_is_told_at_the_end_that_of_the_tiles_by_consent(
    table: Table,
) -> None:
    with table.desk.db.transaction() as records, pytest.raises(CannotReveal, match="goes on"):
        revealing.reveal(table.desk, records)
    news = table.ended()
    code, both = code_of_the_secret(news), keys(table)
    (mail,) = (one for one in news if code in subject_of(one))
    assert '"reveal with the tiles"' in flat(mail)
    for words in ("amend:\nNothing.", "amend: add: So it was."):
        news += table.reply(code, words)
        assert "shown to nobody before it is told" in flat(news[-1])
    told = "".join(map(text_of, news))
    assert "(64 digits, told when you approve)" in told
    assert both.dice.hex() not in told, "a correction may still let the game go on"
    body = table.draft(code).pages[0].body
    assert f"\n  {both.dice.hex()}\n" in body
    assert both.tile.hex() not in body
    assert "public" in kinds(table.reply(code, "approve"))
    with table.desk.db.transaction() as records:
        assert revealing.is_revealed(records, records.games()[-1])
    new = code_of_the_secret(table.write("Pewterby", "reveal RN1 with the tiles"))
    newer = code_of_the_secret(table.write("Pewterby", "reveal with the tiles"))
    assert table.verdict(new) == "superseded"
    assert both.tile.hex() in table.draft(newer).pages[0].body
    table.reply(newer, "approve")
    with table.desk.db.transaction() as records, pytest.raises(CannotReveal, match="already"):
        revealing.reveal(table.desk, records, "RN1", tiles=True)


def test_a_game_begun_with_consent_tells_both(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"reveal_at_end": "on"})
    code = code_of_the_secret(table.ended())
    assert keys(table).tile.hex() in table.draft(code).pages[0].body
