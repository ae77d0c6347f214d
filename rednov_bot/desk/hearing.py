"""A letter of somebody on the roster is heard: what e announces, asks for, answers or claims."""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from rednov_bot.desk import commanding, listening, stationery
from rednov_bot.desk.announcements import announcing, choosing, confirming, standing_orders
from rednov_bot.desk.corrections import claims
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.due import away
from rednov_bot.desk.outgoing import answer, on_file
from rednov_bot.desk.talk import musing, private, rehearsing
from rednov_bot.desk.trust import copies, policy
from rednov_bot.games.red_november.reader.questions import without_reading
from rednov_bot.papers import Act, Letter, PaperId, Question, Reading, TurnAct
from rednov_bot.ports import Records
from rednov_bot.prose import answers


def hear(desk: Desk, records: Records, mail: PaperId, letter: Letter, heard_at: datetime) -> str:
    """A letter that is its author's is read; copies of it are known from now on."""
    if letter.sender is None:
        return "nobody on the roster can be shown to have sent it"
    made = _read(desk, records, mail, letter, heard_at)
    copies.note_read(records, mail, letter)
    return made


def _read(desk: Desk, records: Records, mail: PaperId, letter: Letter, heard_at: datetime) -> str:
    """A letter of somebody on the roster; what was made of it, for the file."""
    if letter.forum == "private":
        answered = policy.answered(desk, records, mail, letter, hear)
        answered = answered or policy.refused(desk, records, mail, letter)
        if answered is not None:
            return answered
    away.note(desk, records, mail, letter)
    if confirmed := confirming.hear(desk, records, mail, letter):
        return confirmed
    if letter.forum == "private":
        claimed = claims.hear(desk, records, mail, letter, plainly=True)
        return claimed or private.hear(desk, records, mail, letter)
    if letter.forum is None:
        return "it reached no list"
    reading = listening.read_in_game(desk, records, letter)
    unclear = reading.verdict == "ambiguous"
    plainly = reading.verdict != "acts"
    claimed = claims.hear(desk, records, mail, letter, plainly=plainly, unclear=unclear)
    if claimed is not None and not (reading.acts or reading.proposal):
        return claimed
    if claimed is None and reading.verdict != "acts":
        made = (
            commanding.overhear(desk, records, letter)
            or choosing.take_in_public(desk, records, mail, letter)
            or standing_orders.hear_by_name(desk, records, letter)
            or claims.hear(desk, records, mail, letter, unclear=unclear)
        )
        if made is not None:
            return made
    match reading.verdict:
        case "none":
            said = musing.told(desk, records, letter) if letter.public else None
            return said or "announces nothing"
        case "ambiguous":
            if not letter.public:
                return _unclear_astray(desk, records, letter, reading)
            if not confirming.concerns(desk, records, letter, reading):
                return "announces nothing certain, and its author does not play"
            if listening.takes_back(reading.questions):
                return listening.ask(desk, records, letter, reading.questions)
            return confirming.ask(desk, records, mail, letter, reading)
        case "acts":
            if not letter.public:
                return _misdirected(desk, records, letter, acts=reading.acts)
            told = announcing.carry_out(desk, records, mail, letter, reading.acts, heard_at)
            made = f"announces {', '.join(announcing.named(reading.acts))}"
            made += f"; {claimed}" if claimed else ""
            return on_file(made, told)
        case _:
            assert_never(reading.verdict)


def _unclear_astray(desk: Desk, records: Records, letter: Letter, reading: Reading) -> str:
    """Something doubtful was said on a list that is for talk, where nothing counts (§9).

    There people wonder, joke and plan aloud, and whoever is asked about that, stops reading the
    bot's mails.  So a word goes only to a gnome of the game who plainly announces, and only what
    they announce is unclear: they believe that they have taken a turn.
    """
    now = ongoing(desk, records)
    if not reading.announces or now is None or letter.sender not in now.game.gnomes:
        return _counts_elsewhere(records, letter) or "announces nothing certain, and not in public"
    return _misdirected(desk, records, letter, without_reading(reading.questions))


def _counts_elsewhere(records: Records, letter: Letter) -> str:
    """Where a public forum has a mail as well, or is about to, that copy counts."""
    if records.same_before(letter.message_id, None) is not None:
        return "not in a public forum, but it was read in another one"
    return "not in a public forum, but it went to one as well" if letter.also_public else ""


def _misdirected(
    desk: Desk,
    records: Records,
    letter: Letter,
    asked: tuple[Question, ...] = (),
    acts: tuple[Act, ...] = (),
) -> str:
    """An announcement went where none counts: a private word, with the text to send again (§9).

    It says so if no turn can be taken just now; other acts wait for no resolution.
    """
    if elsewhere := _counts_elsewhere(records, letter):
        return elsewhere
    forum = desk.settings.forums[letter.forum or ""]
    now = ongoing(desk, records)
    turns_meant = not acts or any(isinstance(act, TurnAct) for act in acts)
    waits = rehearsing.waits(desk, records, now) if now is not None and turns_meant else ""
    page = answers.wrong_forum(
        forum.address,
        letter.text,
        asked,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
        waits=waits,
    )
    return on_file("not in a public forum", answer(desk, records, page))
