"""Standing orders sent apart from a turn: kept, confirmed to their gnome alone (rules.md 7.1, 8.1).

They are wishes to the resolver and no announcements, so that any mail will do; nobody else is told
of them.  Those that are in force when the cards are drawn count.
"""

from __future__ import annotations

from rednov_bot.core.models import Message, Page
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.announcements import choosing, resolving
from rednov_bot.core.workflow.announcements.asking import Waiting
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.games.base import Answer, Player
from rednov_bot.games.red_november.reader.standing import Standing, read_standing
from rednov_bot.games.red_november.render import private_pages
from rednov_bot.games.red_november.render.canonical import orders as sentences
from rednov_bot.games.red_november.rules.choices import left_to, wished
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Orders

_CALLED_SO = "standing order"
_MADE = "standing orders"


def hear_by_name(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """Orders that are called standing orders; None of other words.

    So they count on a list as well, where people talk of what may happen, and are no mere answer
    to a choice.  What is said to them goes to the gnome alone.
    """
    return hear(desk, records, message) if _CALLED_SO in message.text.lower() else None


def hear(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """A private mail that holds standing orders, or takes them back, and nothing else; or None."""
    if message.forum == "private" and message.wants_no_answer:
        return None
    said = read_standing(
        message, people=tuple(desk.settings.people), contest=desk.settings.contest.name
    )
    if said is None:
        return None
    now, name = ongoing(desk, records), message.sender or ""
    if now is None or name not in now.game.gnomes:
        # There is no game for which these orders could stand.
        told = answer(desk, records, shown(desk, records, message))
        return on_file(f"{_MADE} of nobody who plays", told)
    known = in_force(records, now, name)
    orders = (NO_ORDERS if said.withdrawn else known).replaced_by(said.orders)
    heard_before = records.same_before(message.message_id, None) if message.message_id else None
    if heard_before is not None and orders == known:
        return f"{_MADE}, in a mail heard before"
    waiting = choosing.waiting_for(desk, records, name)  # before they are in force
    records.note_orders(now.game.id, name, orders, desk.now())
    return _confirmed(desk, records, message, now, said, orders, waiting)


def in_force(records: UnitOfWork, now: Ongoing, name: Player) -> Orders:
    """The standing orders that a gnome has sent apart from their turns."""
    return records.noted_orders(now.game.id).get(name, NO_ORDERS)


def shown(desk: Desk, records: UnitOfWork, message: Message) -> Page:
    """The standing orders of whoever asks for their own."""
    now, name = ongoing(desk, records), message.sender or ""
    plays = now is not None and name in now.game.gnomes
    orders = NO_ORDERS if now is None else in_force(records, now, name)
    return private_pages.standing_orders(
        tuple(sentences(orders)) if plays else (),
        plays=plays,
        withdrawn=False,
        notes=(),
        **outgoing.answering(desk, message),
    )


def _confirmed(
    desk: Desk,
    records: UnitOfWork,
    message: Message,
    now: Ongoing,
    said: Standing,
    orders: Orders,
    waiting: Waiting | None,
) -> str:
    label = None if waiting is None else wished(waiting.choice, orders)
    page = private_pages.standing_orders(
        tuple(sentences(orders)),
        plays=True,
        withdrawn=said.withdrawn,
        notes=_notes(said.orders, now.options, waiting, label, orders),
        **outgoing.answering(desk, message),
    )
    told = answer(desk, records, page)
    if waiting is not None and label is not None:
        made = Answer(label, "gnome")
        resolving.answered(desk, records, waiting.taken.id, waiting.choice.key, made)
    elif waiting is not None and left_to(waiting.choice, orders):
        resolving.draft_resolution(desk, records, waiting.taken)
    return on_file("takes back " + _MADE if said.withdrawn else _MADE, told)


def _notes(
    said: Orders,
    options: Options,
    waiting: Waiting | None,
    label: str | None,
    orders: Orders,
) -> tuple[str, ...]:
    notes = []
    left = waiting is not None and left_to(waiting.choice, orders)
    if waiting is not None:
        turn = f"Turn {waiting.taken.number} waits for a choice of yours"
        notes.append(
            f"{turn}; these orders make it: {label}."
            if label is not None
            else f"{turn}; these orders leave it to others."
            if left
            else f"{turn}; these orders do not decide it: answer the mail that asked you."
        )
    if said.defend is not None and not options.crazed:
        notes.append("Nobody can attack in this game (game option crazed is off).")
    if said.drop or said.keep:
        notes.append(
            "A discard for a hand limit is yours alone to announce (§17): if you have to discard, "
            "you are sent an announcement after your wish, ready to paste."
        )
    return tuple(notes)
