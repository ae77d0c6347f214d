"""A message of somebody on the roster is heard: what they announce, ask for, answer or claim."""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from rednov_bot.core.models import Act, Message, PaperId, Question, Reading, TurnAct
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import copies, idleness, listening, outgoing, trust
from rednov_bot.core.workflow.announcements import announcing, choosing, confirming, standing_orders
from rednov_bot.core.workflow.commands import carrying_out
from rednov_bot.core.workflow.corrections import claims
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.core.workflow.private import dispatch, rehearsing
from rednov_bot.games.red_november.reader.questions import without_reading
from rednov_bot.games.red_november.render import answers


def hear(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, heard_at: datetime
) -> str:
    """A message that is its author's is read; copies of it are known from now on."""
    if message.sender is None:
        return "nobody on the roster can be shown to have sent it"
    made = _read(desk, records, mail, message, heard_at)
    copies.note_read(records, mail, message)
    return made


def _read(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, heard_at: datetime
) -> str:
    if message.forum == "private":
        answered = trust.answered(desk, records, mail, message, hear)
        answered = answered or trust.refused(desk, records, mail, message)
        if answered is not None:
            return answered
    idleness.note_absence(desk, records, mail, message)
    if confirmed := confirming.hear(desk, records, mail, message):
        return confirmed
    if message.forum == "private":
        claimed = claims.hear(desk, records, mail, message, plainly=True)
        return claimed or dispatch.hear(desk, records, mail, message)
    if message.forum is None:
        return "it reached no list"
    reading = listening.read_in_game(desk, records, message)
    records.note_reading(mail, reading)
    unclear = reading.verdict == "ambiguous"
    plainly = reading.verdict != "acts"
    claimed = claims.hear(desk, records, mail, message, plainly=plainly, unclear=unclear)
    if claimed is not None and not (reading.acts or reading.proposal):
        return claimed
    if claimed is None and reading.verdict != "acts":
        made = (
            carrying_out.overhear(desk, records, message)
            or choosing.take_in_public(desk, records, mail, message)
            or standing_orders.hear_by_name(desk, records, message)
            or claims.hear(desk, records, mail, message, unclear=unclear)
        )
        if made is not None:
            return made
    match reading.verdict:
        case "none":
            said = rehearsing.announced_nothing(desk, records, message) if message.public else None
            return said or "announces nothing"
        case "ambiguous":
            if not message.public:
                return _unclear_astray(desk, records, message, reading)
            if not confirming.concerns(desk, records, message, reading):
                return "announces nothing certain, and its author does not play"
            if listening.takes_back(reading.questions):
                return listening.ask(desk, records, message, reading.questions)
            return confirming.ask(desk, records, mail, message, reading)
        case "acts":
            if not message.public:
                return _misdirected(desk, records, message, acts=reading.acts)
            told = announcing.carry_out(desk, records, mail, message, reading.acts, heard_at)
            made = f"announces {', '.join(announcing.named(reading.acts))}"
            made += f"; {claimed}" if claimed else ""
            return on_file(made, told)
        case _:
            assert_never(reading.verdict)


def _unclear_astray(desk: Desk, records: UnitOfWork, message: Message, reading: Reading) -> str:
    """Something doubtful was said on a list that is for talk, where nothing counts (§9).

    There people wonder, joke and plan aloud, and whoever is asked about that stops reading the
    bot's mails.  So a word goes only to a gnome of the game who plainly announces, and only what
    they announce is unclear: they believe that they have taken a turn.
    """
    now = ongoing(desk, records)
    if not reading.announces or now is None or message.sender not in now.game.gnomes:
        return _counts_elsewhere(records, message) or "announces nothing certain, and not in public"
    return _misdirected(desk, records, message, without_reading(reading.questions))


def _counts_elsewhere(records: UnitOfWork, message: Message) -> str:
    """Where a public forum has a mail as well, or is about to, that copy counts."""
    if records.same_before(message.message_id, None) is not None:
        return "not in a public forum, but it was read in another one"
    return "not in a public forum, but it went to one as well" if message.also_public else ""


def _misdirected(
    desk: Desk,
    records: UnitOfWork,
    message: Message,
    asked: tuple[Question, ...] = (),
    acts: tuple[Act, ...] = (),
) -> str:
    """An announcement went where none counts: a private word, with the text to send again (§9).

    It says so if no turn can be taken just now; other acts wait for no resolution.
    """
    if elsewhere := _counts_elsewhere(records, message):
        return elsewhere
    forum = desk.settings.forums[message.forum or ""]
    now = ongoing(desk, records)
    turns_meant = not acts or any(isinstance(act, TurnAct) for act in acts)
    waits = rehearsing.waits(desk, records, now) if now is not None and turns_meant else ""
    page = answers.wrong_forum(
        forum.address, message.text, asked, **outgoing.answering(desk, message), waits=waits
    )
    return on_file("not in a public forum", answer(desk, records, page))
