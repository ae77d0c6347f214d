"""What somebody says, as it is read; and the question where that is not certain."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rednov_bot.core.errors import CannotRule
from rednov_bot.core.models import Act, Deed, Message, Question, Reading, TurnAct
from rednov_bot.core.render import answers
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.commands.asking import games_in
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.games.base import AGAIN, MEANT, NOTHING_QUOTED, RETRACTED, WHICH

_URL: Final = re.compile(
    r"(?:\b[a-z][a-z0-9+.-]{1,9}://|\bwww\.)[^\s<>]+"
    r"|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/[^\s<>]*",
    re.IGNORECASE,
)


def read(desk: Desk, message: Message) -> Reading:
    """What a message announces, or to the bot alone tries out, as far as it is understood."""
    return desk.game.read(message, tuple(desk.settings.people), desk.settings.contest.name)


def read_words(desk: Desk, name: str, words: str) -> Reading:
    """What words would announce if somebody had said them in public."""
    message = Message(
        message_id=None,
        in_reply_to=None,
        references=(),
        subject="",
        sender=name,
        addresses=(),
        forum=None,
        public=True,
        text=words,
        said_at=None,
    )
    return read(desk, message)


def read_in_game(desk: Desk, records: UnitOfWork, message: Message) -> Reading:
    """What a message announces; a question where that may be for another game than is played."""
    reading = read(desk, message)
    acts = reading.acts or reading.proposal
    ask = _which_game(desk, records, message.text) if of_a_game(acts) else ""
    if not ask:
        return reading
    return replace(
        reading,
        verdict="ambiguous",
        acts=(),
        questions=(Question("", ask), *(one for one in reading.questions if one.ask != MEANT)),
        announces=bool(reading.acts) or reading.announces,
        proposal=acts,
    )


def of_a_game(acts: Iterable[Act]) -> bool:
    """Whether any of these is done in a game, and is not of the contest."""
    return any(isinstance(act, TurnAct | Deed) for act in acts)


def settles_game(desk: Desk, records: UnitOfWork, text: str, answer: str) -> bool:
    """Whether an answer leaves no doubt that a text is for the game that is being played: where the
    text names others alone, it says yes or names that one."""
    if _which_game(desk, records, answer):
        return False
    if games_in(answer) or desk.game.agrees(answer):
        return True
    return not _which_game(desk, records, text)


def _which_game(desk: Desk, records: UnitOfWork, text: str) -> str:
    """What is asked of whoever names games, and not the one that is being played; else ""."""
    named = games_in(_URL.sub(" ", text) if "/" in text or "www." in text else text)
    now = ongoing(desk, records) if named else None
    if now is None or now.game.tag in named:
        return ""
    tag, others = now.game.tag, " and ".join(sorted(named))
    return f"You name {others}, but {tag} is being played. Is this for {tag}? Please say so."


def uncertain(reading: Reading) -> CannotRule:
    """Why the contestmaster cannot rule by words that leave a question."""
    asked = without_reading(reading.questions)[0]
    quoted = f'"{asked.words}": ' if asked.words else ""
    return CannotRule(f"the words are not certain; {quoted}{asked.ask}")


def with_help(desk: Desk, message: Message, reading: Reading) -> Reading:
    """The question with what the assistant, if it was asked about the message, would propose."""
    answer, people = (desk.consulted or {}).get(message.text), tuple(desk.settings.people)
    return desk.game.helped(reading, message, answer or "", people, desk.settings.contest.name)


def wish(desk: Desk, message: Message, reading: Reading) -> None:
    """The assistant is to be asked about a message that would be asked about like this.

    Not here, where a transaction would wait for it, but by the service (service.py).
    """
    if desk.assistant is not None and desk.consulted == {} and desk.game.may_help(reading):
        desk.consulted[message.text] = None


def ask(desk: Desk, records: UnitOfWork, message: Message, asked: tuple[Question, ...]) -> str:
    """What was not understood for certain is asked about, privately, and completed by no answer."""
    private = message.forum == "private"
    page = answers.question(
        without_reading(asked),
        **outgoing.answering(desk, message, None if private else message.forum),
        said_at=message.said_at,
        tried=private,
        stands=takes_back(asked),
    )
    if answer(desk, records, page, asked=private):
        return "a question was sent"
    return on_file("a question", False)


def without_reading(questions: Iterable[Question]) -> tuple[Question, ...]:
    """The same where no reading is shown beside them, which a "this" could mean."""
    return tuple(
        [replace(one, ask=AGAIN) if one.ask in (MEANT, WHICH) else one for one in questions]
    )


def takes_back(asked: tuple[Question, ...]) -> bool:
    """Whether a message takes an announcement back, which none can do, and says nothing besides."""
    return [one.ask for one in asked] == [RETRACTED]


def is_of_another(asked: tuple[Question, ...]) -> bool:
    """Whether a message takes back or repeats another one, so that it must be announced anew."""
    return any(one.ask in (RETRACTED, NOTHING_QUOTED) for one in asked)


def says_orders(message: Message) -> bool:
    """Whether a message calls something standing orders: then they count on a list as well."""
    return "standing order" in message.text.lower()


def without_masters(desk: Desk, text: str) -> str:
    """A text without the names of the contestmaster and their deputy."""
    return named(desk.decides, desk.contestmaster).sub("", text)


def named(*names: str) -> re.Pattern[str]:
    """Any of these names, as a word."""
    every = "|".join(re.escape(name) for name in names)
    return re.compile(rf"(?<!\w)(?:{every})(?!\w)", re.IGNORECASE)
