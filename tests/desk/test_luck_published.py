"""What the desk publishes of the luck: numbers, seals, proofs of tiles, and at last the secret."""

from __future__ import annotations

import dataclasses
import mailbox
import re
import subprocess
import sys
from email import message_from_bytes
from itertools import pairwise
from pathlib import Path

import pytest

from rednov_bot.contest import PublishLuck
from rednov_bot.desk.drafts import amending
from rednov_bot.desk.due import idling
from rednov_bot.desk.luck import fortune, revealing
from rednov_bot.engine.draws import Keys
from rednov_bot.errors import CannotAmend, CannotReveal
from rednov_bot.papers import QueuedPosting
from rednov_bot.ports import Records
from rednov_bot.proof.commitments import commitment, mail_digest
from rednov_bot.proof.published import Proof
from rednov_bot.proof.tiles import is_shown
from tests import proof
from tests.builders import BUSINESS, Table, a_table
from tests.desk.play import (
    Postings,
    arrange,
    begun,
    code_in,
    draft,
    kinds,
    only,
    open_codes,
    reply,
    say,
    start,
    subject_of,
    text_of,
    verdict,
    write,
)

SCRIPT = Path(proof.__file__).with_name("check_luck.py")
REPAIR = "I open 5-2, go in and fix the oxygen pumps for 4 minutes."


def section(text: str) -> str:
    return text.partition("THE LUCK, form 2\n")[2].partition("\n\n")[0]


def value(label: str, text: str) -> str:
    (found,) = re.findall(rf"^  {label} (\S+)$", text, re.MULTILINE)
    return str(found)


def keys(table: Table) -> Keys:
    with table.desk.ledger.transaction() as records:
        return fortune.keys_of(records, records.games()[-1])


def opened(table: Table, **options: str) -> tuple[str, Postings]:
    """The opening as the list reads it, and all that went out with it."""
    news = reply(table, start(table, **options).code, "approve")
    return text_of(only(news, "public")), news


def resolved(table: Table, who: str, words: str) -> str:
    """A turn is announced and approved; its resolution."""
    return text_of(only(reply(table, code_in(say(table, who, words)), "approve"), "public"))


def at_the_stores(table: Table) -> None:
    arrange(table, gnomes={"Ann": {"at": 8, "minutes": 50}, "Bob": {"at": 8, "minutes": 45}})


def ended(table: Table) -> Postings:
    arrange(table, gnomes={"Ann": {"minutes": 0}, "Bob": {"minutes": 0}, "Cat": {"minutes": 1}})
    return reply(table, code_in(say(table, "Cat")), "approve")


def code_of_the_secret(postings: Postings) -> str:
    (subject,) = (it for it in map(subject_of, postings) if "secret of the luck" in it)
    return subject.partition("[rednov ")[2].partition("]")[0]


def archive(table: Table, folder: Path) -> Path:
    """Everything that the list has seen, as an mbox."""
    with table.desk.ledger.transaction() as records:
        mails = [one.posting.octets for one in records.outbox() if one.posting.to == BUSINESS]
    path = folder / "list.mbox"
    box = mailbox.mbox(path)
    for octets in mails:
        box.add(mailbox.mboxMessage(message_from_bytes(octets)))
    box.close()
    return path


def test_the_opening_commits_itself_to_both_secrets_and_to_its_terms(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    text, _ = opened(table, crazed="on")
    luck, both = section(text), keys(table)
    assert "  option crazed=on\n" in luck
    term = value("term", luck)
    assert value("dice", luck) == commitment(term, "dice", both.dice)
    assert value("tile", luck) == commitment(term, "tile", both.tile)
    assert re.findall(r"draw (\d+), ([^:]+)", luck) == [
        ("1", "starting room of Ann"),
        ("2", "starting room of Bob"),
        ("3", "starting room of Cat"),
        ("4", "item pool"),
        ("5", "event deck"),
    ]
    assert both.dice.hex() not in text
    assert both.tile.hex() not in text


def test_a_resolution_shows_its_draws_its_mail_and_how_it_was_read(tmp_path: Path) -> None:
    table = begun(tmp_path)
    text = section(resolved(table, "Ann", REPAIR))
    assert text.startswith(
        "  turn 1, read as: I open hatch 5-2 and go in. I spend 4 minutes fixing"
    )
    assert value("mail", text) == mail_digest(
        "<2.public@post.example>", "2026-11-23T10:00:00Z", REPAIR
    )
    die = re.search(r"^  draw 6, action: (\d+) of 10$", text, re.MULTILINE)
    assert die
    assert f"the die says {die[1]}" in text_of_last(table)
    assert value("drafts", text) == "1"


def text_of_last(table: Table) -> str:
    with table.desk.ledger.transaction() as records:
        last = [one for one in records.outbox() if one.posting.kind == "public"][-1]
    return text_of(last)


def test_the_luck_of_a_turn_hangs_on_the_mail_that_announced_it(tmp_path: Path) -> None:
    dice = set()
    for number in range(8):
        (tmp_path / str(number)).mkdir()
        table = begun(tmp_path / str(number))
        say(table, "Ann", REPAIR, message_id=f"<{number}@post.example>")
        dice.add(re.findall(r"draw 6, action: \d+", shown(table))[0])
    assert len(dice) > 1


def shown(table: Table) -> str:
    """The public text of the one open draft."""
    return draft(table, open_codes(table)[-1]).pages[0].body


def test_drafts_of_a_turn_are_counted_and_its_draws_are_the_same(tmp_path: Path) -> None:
    table = begun(tmp_path)
    first = code_in(say(table, "Ann", REPAIR))
    before = shown(table)
    second = code_in(reply(table, first, "again"))
    reply(table, second, "reject because I want to see")
    code_in(reply(table, second, "again"))
    after = shown(table)
    assert (value("drafts", before), value("drafts", after)) == ("1", "3")
    assert value("seal", before) != value("seal", after)
    assert section(before).splitlines()[:-2] == section(after).splitlines()[:-2]


def test_an_amendment_is_a_draft_more_and_leaves_the_section_alone(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(say(table, "Ann", REPAIR))
    before = section(shown(table))
    new = code_in(reply(table, code, 'amend: add "Well done!"'))
    after = section(draft(table, new).pages[0].body)
    assert value("drafts", after) == "2"
    assert before.splitlines()[:-2] == after.splitlines()[:-2]
    posted = only(reply(table, new, "approve"), "public")
    with table.desk.ledger.transaction() as records:
        chain = records.chain(records.games()[-1].id)
    assert chain is not None
    assert chain.seal == value("seal", section(text_of(posted)))


def test_what_was_drawn_cannot_be_worded_otherwise(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(say(table, "Ann", REPAIR))
    change = amending.Replace("draw 6, action", "draw 6, nothing")
    with table.desk.ledger.transaction() as records, pytest.raises(CannotAmend):
        amending.amend(table.desk, records, code, (change,), "Pewterby")


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


def test_each_gnome_can_show_at_once_that_eir_tiles_lay_there(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    text, news = opened(table)
    root = value("root", section(text))
    places = []
    for name in ("Ann", "Bob", "Cat"):
        for place, item, shown in tiles_shown(notice_to(name, news)):
            assert is_shown(shown, place, item, root)
            places.append(place)
    assert places == [1, 2, 3, 4, 5, 6]


def test_tiles_drawn_later_go_on_where_the_pool_stood(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    text, _ = opened(table)
    at_the_stores(table)
    root = value("root", section(text))
    news = reply(table, code_in(say(table, "Ann", "I draw 3 items.")), "approve")
    found = tiles_shown(notice_to("Ann", news))
    assert [place for place, _, _ in found][:3] == [7, 8, 9]
    assert all(is_shown(shown, place, item, root) for place, item, shown in found)


def test_a_gnome_who_draws_nothing_has_eir_hand_sealed_all_the_same(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, hands={"Ann": ("grog", "coffee")})
    news = reply(table, code_in(say(table, "Ann", "I give Bob a coffee.")), "approve")
    assert re.search(r"^  told turn 1: [0-9a-f]{32}$", text_of(notice_to("Ann", news)), re.M)


def test_an_idle_kill_has_a_link_of_its_own(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.clock.forward(days=5)
    with table.desk.ledger.transaction() as records:
        code = idling.kill(table.desk, records, "Bob").code
    text = section(draft(table, code).pages[0].body)
    assert re.fullmatch(r"  drafts \d\n  seal [0-9a-f]{64}", text)


def test_a_correction_draws_nothing_anew_that_was_drawn_before(tmp_path: Path) -> None:
    table = begun(tmp_path)
    before = section(resolved(table, "Ann", REPAIR))
    say(table, "Ann", "I discuss.")
    reply(
        table,
        code_in(
            write(
                table,
                "Pewterby",
                f'rewind turn 1: read as "{REPAIR.replace("4", "5")}" because e said so',
            )
        ),
        "hold",
    )
    text = shown(table)
    assert "draw 6, action" in before
    assert "draw 6, action" not in section(text)
    assert "turn 1, read as: I open" in section(text)
    assert "the die says" in text


def test_without_the_option_nothing_is_published(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    text, news = opened(table, public_tape_hash="off")
    assert "THE LUCK" not in text
    assert "PROOF" not in "".join(map(text_of, news))
    arrange(table, gnomes={"Ann": {"at": 5, "minutes": 39}})
    assert "THE LUCK" not in resolved(table, "Ann", "I take no action.")
    with table.desk.ledger.transaction() as records, pytest.raises(CannotReveal):
        revealing.reveal(table.desk, records)


def test_a_game_of_the_first_form_goes_on_as_it_began(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.desk = dataclasses.replace(table.desk, luck=1)
    text, _ = opened(table)
    assert "Its SHA-256" in text
    table.desk = dataclasses.replace(table.desk, luck=2)
    arrange(table, gnomes={"Ann": {"at": 5, "minutes": 39}})
    assert "form 2" not in resolved(table, "Ann", "I take no action.")


def test_a_draft_behind_which_the_chain_went_on_is_made_again(tmp_path: Path) -> None:
    """A correction that lets the position stand publishes draws of its own all the same."""
    table = begun(tmp_path)
    resolved(table, "Ann", REPAIR)
    waiting = code_in(say(table, "Bob", "I take no action."))
    longer = REPAIR.replace("4", "5")
    news = write(table, "Pewterby", f'rewind turn 1: read as "{longer}", stand, because e said so')
    reply(table, code_in(news), "approve")
    again = code_in(reply(table, waiting, "approve"))
    assert verdict(table, waiting) == "superseded"
    posted = text_of(only(reply(table, again, "approve"), "public"))
    with table.desk.ledger.transaction() as records:
        chain = records.chain(records.games()[-1].id)
        every = [one.seal for one in seals(records)]
    assert chain is not None
    assert value("seal", section(posted)) == chain.seal
    assert len(every) == len(set(every))


def seals(records: Records) -> list[Proof]:
    """What every approved draft published, oldest first."""
    found = []
    for queued in records.outbox():
        if queued.posting.kind == "public" and queued.draft is not None:
            kept = records.draft(queued.draft)
            assert kept is not None
            found += [e.proof for e in kept[0].effects if isinstance(e, PublishLuck)]
    assert all(one.behind and one.behind.seal == last.seal for last, one in pairwise(found))
    return found


# -- the end ----------------------------------------------------------------------------------


def test_at_the_end_the_secret_of_the_dice_is_drafted_and_the_tiles_stay_secret(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path)
    news = ended(table)
    code = code_of_the_secret(news)
    shown = "".join(text_of(one) for one in news)
    both, body = keys(table), draft(table, code).pages[0].body
    assert "(64 digits, told when you approve)" in shown
    assert both.dice.hex() not in shown, "a correction may still let the game go on"
    assert f"\n  {both.dice.hex()}\n" in body
    assert both.tile.hex() not in body
    (mail,) = (one for one in news if code in subject_of(one))
    assert '"reveal with the tiles"' in " ".join(text_of(mail).split())
    assert "public" in kinds(reply(table, code, "approve"))
    with table.desk.ledger.transaction() as records:
        assert revealing.is_revealed(records, records.games()[-1])


def test_a_claim_offers_to_rewind_a_turn_only_until_the_secret_is_told(tmp_path: Path) -> None:
    table = begun(tmp_path)
    secret = code_of_the_secret(ended(table))
    claimed = "CoE: turn 1: it took five minutes."
    before = text_of(only(say(table, "Bob", claimed), "draft"))
    assert 'mail "rewind turn 1:"' in " ".join(before.split())
    reply(table, secret, "approve")
    news = say(table, "Cat", claimed)
    assert "rewind" not in text_of(only(news, "draft"))
    assert "no correction can reopen the game" in " ".join(text_of(only(news, "draft")).split())
    told = " ".join(text_of(reply(table, code_in(news), "accept")[-1]).split())
    assert "rewind" not in told
    assert '"reject because it is put right" closes the claim' in told


@pytest.mark.parametrize("words", ["amend:\nNothing.", "amend: add: So it was."])
def test_no_words_of_others_bring_the_secret_out_of_its_draft(tmp_path: Path, words: str) -> None:
    table = begun(tmp_path)
    code = code_of_the_secret(ended(table))
    news = reply(table, code, words)
    assert "shown to nobody before it is told" in " ".join(text_of(news[0]).split())
    assert code in open_codes(table)
    assert keys(table).dice.hex() not in "".join(text_of(one) for one in news)


def test_with_the_consent_of_all_the_tiles_are_told_too(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_of_the_secret(ended(table))
    new = code_of_the_secret(write(table, "Pewterby", "reveal RN1 with the tiles"))
    assert verdict(table, code) == "superseded"
    assert keys(table).tile.hex() in draft(table, new).pages[0].body
    reply(table, new, "approve")
    with table.desk.ledger.transaction() as records, pytest.raises(CannotReveal, match="already"):
        revealing.reveal(table.desk, records, "RN1", tiles=True)


def test_the_tiles_can_be_told_after_the_dice(tmp_path: Path) -> None:
    table = begun(tmp_path)
    reply(table, code_of_the_secret(ended(table)), "approve")
    new = code_of_the_secret(write(table, "Pewterby", "reveal with the tiles"))
    assert keys(table).tile.hex() in draft(table, new).pages[0].body


def test_a_game_begun_with_consent_tells_both(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"reveal_at_end": "on"})
    code = code_of_the_secret(ended(table))
    assert keys(table).tile.hex() in draft(table, code).pages[0].body


def test_no_secret_is_told_of_a_game_that_goes_on(tmp_path: Path) -> None:
    table = begun(tmp_path)
    with table.desk.ledger.transaction() as records, pytest.raises(CannotReveal, match="goes on"):
        revealing.reveal(table.desk, records)


def test_the_independent_script_finds_all_right_but_for_mails_that_are_not_there(
    tmp_path: Path,
) -> None:
    table = a_table(tmp_path)
    opened(table)
    at_the_stores(table)
    resolved(table, "Ann", "I draw 3 items.")
    resolved(table, "Bob", "I draw 2 items.")
    again = code_in(say(table, "Cat", "I take no action."))
    reply(table, code_in(reply(table, again, 'amend: add "So be it."')), "approve")
    reply(table, code_of_the_secret(ended(table)), "approve")
    told = subprocess.run(
        [sys.executable, "-I", str(SCRIPT), str(archive(table, tmp_path))],
        capture_output=True,
        text=True,
        check=False,
    )
    *missing, right = told.stdout.strip().split("\n\n")
    assert (told.returncode, told.stderr, len(missing)) == (1, "", 4), told.stdout
    assert all("its mail is missing" in one for one in missing)
    assert re.fullmatch(r"right: 1 term, 1 secret, \d+ draw, 5 seal", right)
