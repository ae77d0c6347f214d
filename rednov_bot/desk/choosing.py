"""A gnome answers a choice of eirs, or tries to (rules.md 7.1)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rednov_bot.desk import approval, asking, copied, stationery, turns
from rednov_bot.desk.desk import Desk, Ongoing, ongoing
from rednov_bot.desk.outgoing import answer, on_file
from rednov_bot.engine.choices import Answer, Choice
from rednov_bot.engine.resolve import Held
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Letter, Reading, TakenTurn
from rednov_bot.ports import Records
from rednov_bot.prose import private_pages, prospects

_CHOOSES = re.compile(r"\s*(?:i\s+)?choose\b", re.IGNORECASE)
_OF_A_TURN = re.compile(r"\b(?:turn|action|minutes?|mins?)\b", re.IGNORECASE)
_SHORT = 8  # words of an answer
_QUOTED = 200  # characters of a mail that are shown to its author again
_SUBJECT = "a choice of yours"


@dataclass(frozen=True, slots=True)
class Waiting:
    """The pending turn waits for a choice of one gnome's."""

    now: Ongoing
    taken: TakenTurn
    held: Held

    @property
    def choice(self) -> Choice:
        """What is to be chosen."""
        return self.held.choice


def waiting_for(desk: Desk, records: Records, name: GnomeName) -> Waiting | None:
    """The choice that the pending turn waits for, where it is *name*'s to make."""
    now = ongoing(desk, records)
    if now is None or now.gamestate.position.pending is None:
        return None
    taken = records.pending_turn(now.game.id)
    if taken is None:
        return None
    outcome = turns.resolution_of(records, now, taken)
    if not isinstance(outcome, Held) or outcome.choice.of != name:
        return None
    waiting = Waiting(now, taken, outcome)
    return waiting if asking.may_answer(desk, records, taken, outcome.choice) else None


def take(desk: Desk, records: Records, letter: Letter, waiting: Waiting | None) -> str | None:
    """The letter is an answer that counts, or one that comes too late; None if it is neither."""
    if waiting is None:
        return _too_late(desk, records, letter)
    choice = waiting.choice
    at, board = asking.moment(waiting.now, waiting.held), waiting.now.tables.board
    offered = prospects.candidates(choice, at, board)
    label = copied.read_answer(letter.text, offered, tuple(desk.settings.people))
    if label is None:
        return None
    approval.answered(desk, records, waiting.taken.id, choice.key, Answer(label, "gnome"))
    return "answers a choice"


def was_meant(letter: Letter, reading: Reading) -> bool:
    """Whether a letter that names no candidate was meant to: not where it is plainly a turn."""
    if _CHOOSES.match(letter.text):
        return True
    match reading.verdict:
        case "acts":
            return False
        case "none":
            return True
        case "ambiguous":
            brief = len(letter.text.split()) <= _SHORT
            return _SUBJECT in letter.subject or (brief and _OF_A_TURN.search(letter.text) is None)


def ask_again(desk: Desk, records: Records, letter: Letter, waiting: Waiting) -> str:
    """The candidates once more, and how to write them; there is no more time for it."""
    taken, choice = waiting.taken, waiting.choice
    page = private_pages.choice_again(
        choice,
        letter.text[:_QUOTED],
        asking.moment(waiting.now, waiting.held),
        waiting.now.tables.board,
        taken.number,
        deadline=asking.deadline(desk, records, taken, choice),
        letterhead=stationery.letterhead(desk, taken.forum),
        envelope=stationery.to_sender(desk, letter),
    )
    if answer(desk, records, page, reason="choice again"):
        return "no answer to a choice, asked again"
    return on_file("no answer to a choice", False, reason="choice again")


def _too_late(desk: Desk, records: Records, letter: Letter) -> str | None:
    """A gnome chooses in eir pending turn, when the choice was made or has passed on."""
    now = ongoing(desk, records)
    taken = None if now is None else records.pending_turn(now.game.id)
    if now is None or taken is None or not _CHOOSES.match(letter.text):
        return None
    outcome = turns.resolution_of(records, now, taken)
    passed_on = (
        isinstance(outcome, Held)
        and outcome.choice.of == letter.sender
        and outcome.choice.asks == "gnome"
    )
    made = None if passed_on else _made(records, taken, letter)
    if not passed_on and made is None:
        return None
    page = private_pages.choice_closed(
        taken.number,
        made,
        letterhead=stationery.letterhead(desk, taken.forum),
        envelope=stationery.to_sender(desk, letter),
    )
    answered = answer(desk, records, page, reason="private")
    made_of_it = "answers a choice too late" if passed_on else "answers a choice a second time"
    return on_file(made_of_it, answered, reason="private")


def _made(records: Records, taken: TakenTurn, letter: Letter) -> str | None:
    """What the sender has chosen last in eir own turn, None for another's or for nothing."""
    if taken.turn.gnome != letter.sender:
        return None
    labels = [
        answer.label
        for key, answer in records.answers(taken.id).items()
        if answer.by == "gnome" and key.startswith("event ")
    ]
    return labels[-1] if labels else None
