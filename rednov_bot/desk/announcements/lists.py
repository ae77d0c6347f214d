"""Private lists: which items are meant by an announcement that gives their number alone (A23)."""

from __future__ import annotations

from typing import Final

from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk, Ongoing, ongoing
from rednov_bot.desk.outgoing import answer, on_file
from rednov_bot.desk.trust import outdated
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.rules.hands import discard
from rednov_bot.engine.rules.held import exceeds
from rednov_bot.engine.words import Item
from rednov_bot.papers import Letter, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import answers
from rednov_bot.prose.wording import counted, spoken, tiles

_SORT: Final = "private list"
_MADE: Final = "a private list of items"


def owes(desk: Desk, records: Records, letter: Letter) -> bool:
    """Whether the sender has to discard, in a game where the list may be private (§17, A23)."""
    now = ongoing(desk, records)
    return now is not None and now.options.private_lists and _owed(now, letter) > 0


def note(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, items: tuple[Item, ...]
) -> str:
    """The list is kept for the next announcement of that many items, and confirmed.

    One that is known as eirs only now replaces none that e has sent since.
    """
    assert letter.sender is not None
    now, made, late = ongoing(desk, records), _MADE, False
    if now is not None and not now.options.private_lists:
        told: tuple[str, ...] = ("Items have to be named in public here (option private_lists).",)
        next = "Announce on the list which items you give or discard; this mail does nothing."
    elif late := outdated.is_outdated(records, mail, _SORT, letter.sender):
        made = f"{_MADE} from before another of theirs"
        told = (f"It names {tiles(items)}.", "You have sent another list since.")
        next = "If you want this one after all, mail it again."
    else:
        records.note_items(letter.sender, items, desk.now())
        outdated.note(records, mail, _SORT, letter.sender)
        told, next = _kept(now, letter, items)
    page = answers.noted(
        "private list",
        told,
        said_at=letter.said_at or desk.now(),
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
        next=next,
        late=late,
    )
    return on_file(made, answer(desk, records, page))


def _kept(
    now: Ongoing | None, letter: Letter, items: tuple[Item, ...]
) -> tuple[tuple[str, ...], str]:
    """What is told of a list on file, and what its sender has to do next."""
    named = f"Your list is on file: {tiles(items)}."
    served = f"It is for your next announcement of {counted(len(items), 'item')}, within 48 hours."
    owed = 0 if now is None else _owed(now, letter)
    if now is None or not owed:
        return (named, served), (
            "Now announce on the list how many items you give or discard; without that nothing "
            "happens."
        )
    duty = f"You have to discard {counted(owed, 'item')} before your next turn (§17)."
    done = discard(now.gamestate, letter.sender or "", items)
    if not isinstance(done, Logbook):
        faults = [f"As a discard it would have no effect: {spoken(one.reason)}." for one in done]
        return (named, duty, *faults), "Mail a list that can be discarded; it replaces this one."
    return (named, served, duty), (
        "Nothing is discarded yet. Now announce the number on the list, for everybody to read: "
        f'"I discard {counted(len(items), "item")}."'
    )


def _owed(now: Ongoing, letter: Letter) -> int:
    """How many items the sender still has to discard for a hand limit."""
    gnomes = [gnome.name for gnome in now.gamestate.position.gnomes]
    if letter.sender not in gnomes:
        return 0
    seat = gnomes.index(letter.sender)
    secrets = now.gamestate.secrets
    return exceeds(secrets.limits[seat], secrets.hands[seat])
