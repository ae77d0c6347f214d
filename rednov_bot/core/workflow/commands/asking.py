"""What people's mails ask for, or say beside their turns: requests, claims, absences, musings.

How requests, claims and protests are worded is said by grammar/asking.txt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final, Literal, NamedTuple, get_args

from rednov_bot.core.models import TAG, Message
from rednov_bot.core.paths import ASKING
from rednov_bot.core.patterns import any_case, lazy_re
from rednov_bot.core.workflow.commands.saying import (
    DAYS,
    MONTH,
    MONTHS,
    NAME,
    NUMBERS,
    Wordings,
    is_polite,
    take_code,
    with_names,
)
from rednov_bot.games.base import NO_WORDS, GameWords

Request = Literal[
    "hand", "orders", "status", "position", "contest", "week", "story", "others' hands", "rules"
]
"""A hand, standing orders, the state of the game for its asker, a report as the list would get it,
or the rules in short; of several that are meant by the same words, the first."""


@lru_cache(maxsize=4)
def _ways(words: GameWords) -> dict[str, list[re.Pattern[str]]]:
    """The wordings of grammar/asking.txt, with the words of a game."""
    given = {f"GAME{one.upper()}": getattr(words, one) for one in _GAME_WORDS}
    table = Wordings(ASKING, " ", {**given, "TAG": TAG, "MARK": NAME, "MONTH": MONTH})
    found = {}
    for heading, lines in table.blocks.items():
        what, _, where = heading.partition(":")
        found[what] = [table.pattern(line, _WHERE[where.strip()]) for line in lines]
    return found


_GAME_WORDS: Final = (
    *("things", "states", "posted", "acts", "hand", "status", "rules", "told_apart"),
)
_WHERE: Final = {
    "": r"\A",
    "anywhere": r"\b",
    "each sentence": (
        r"(?:^|(?<=[.!?;:\n–—]))[\W_]*(?:(?:oops|wait|sorry|no|argh|actually|hm+|ah|oh|ok(?:ay)?"
        r"|well|damn|please|kindly|bot|dear bot|hi|hello|everybody|all)\b[\W_]*){0,4}"
    ),
}
"""Where in a text its words must begin; polite and startled words may stand before a sentence."""


def said(what: str, text: str, game: GameWords = NO_WORDS) -> re.Match[str] | None:
    """The words of a text that say something as the table words it; *game*: with its own words."""
    return next(filter(None, (way.search(text) for way in _ways(game)[what])), None)


# -- help, yes and no ----------------------------------------------------------------------------

_TO_BOT: Final = r"(?:(?:hi|hello|hey|dear)\b[^\n,!.]{0,40}[,!.]?\s+)?"
_HELP: Final = any_case(
    rf"{_TO_BOT}(?:please,? |(?:can|could|will) you |(?:i|we) (?:want|need) |(?:send|give) "
    r"(?:me|us) |some |any )*help(?: me| us| please| needed| wanted)*"
    r"(?: (?:with|on|for|about|to)\b[^\n]{0,60})?[\s?!.]*"
)
_HOW: Final = any_case(
    r"\b(?:how (?:do|does|can|could|would|should|must|may|am|are|to)\b|what (?:do|can|may|should|"
    r"must) (?:i|we)\b|what are the (?:commands|rules)\b|i (?:do not|don['’]t) know how\b)"
)
_AT_ONCE: Final = any_case(
    rf"{_TO_BOT}(?:please,?\s+|(?:can|could|will) you\s+|(?:i|we) (?:want|need)\s+"
    rf"|(?:some|any)\s+)*(?:help\b|{_HOW.pattern})"
)
_LONGEST_ASKED: Final = 300  # characters; a longer mail is about something
_ANSWERING: Final = any_case(r"(?:\s*(?:re|aw|sv|vs|antw|fwd?|wg)\s*:|\s*\[[^\[\]]*\])*\s*")


def without_answer_marks(subject: str) -> str:
    """A subject without its leading `Re:` and tags."""
    lead = _ANSWERING.match(subject)
    return (subject[lead.end() :] if lead is not None else subject).strip()


def asks_for_help(message: Message) -> bool:
    """Whether the mail plainly asks how to play; without a text, its subject may."""
    text = message.text.strip()
    if not text:
        return _HELP.fullmatch(without_answer_marks(message.subject)) is not None
    if _HELP.fullmatch(text) is not None:
        return True
    return len(text) <= _LONGEST_ASKED and _HOW.search(text) is not None


def begins_with_help(message: Message) -> bool:
    """Whether a mail that asks for help does so in its first words, as no machine would."""
    return asks_for_help(message) and _AT_ONCE.match(message.text.strip()) is not None


_LONGEST_ANSWER: Final = 1000  # characters of a yes or no
_ANSWERS: Final = any_case(
    r"\W*(?:(?:hi|hello|hey|dear|good (?:morning|day|evening))\b[^\n,.!?]{0,30}[\n,.!]\W*)?"
    r"(?:(?P<yes>yes|yep|yeah|yup|aye)|no|nope|nay)(?![\w'])"
)
_MAIL: Final = r"(?:(?:the|that|this|my) (?:e-?mail|mail|turn|message)|it|that|this)"
_ADDS: Final = {
    "yes": rf"{_MAIL}(?: is|'s| was)(?: indeed| really)? (?:me|mine|by me|from me|my (?:mail|turn))"
    rf"|i (?:did write|did send|did|wrote|sent|have written|have sent)(?: {_MAIL})?|i confirm"
    r"(?: it| that| this)?|indeed|of course|certainly|definitely",
    "no": rf"{_MAIL}(?: is not| was not|'s not| isn't| wasn't) (?:me|mine|by me|from me"
    rf"|my (?:mail|turn))|i (?:did not|didn't|never|have not|haven't)(?: write| wrote| written"
    rf"| send| sent| do)?(?: {_MAIL})?|not (?:me|mine)|certainly not|definitely not",
}
_MACHINE: Final = r"sent from my [\w ]{2,30}|get outlook for \w+|sent with [\w ]{2,30}"


def yes_or_no(text: str, names: Iterable[str]) -> tuple[Literal["yes", "no"], str | None] | None:
    """What a text answers, and the code behind it; None of a text that is no such answer.

    *names* are those by which its author may sign it.
    """
    text = text.replace("’", "'")
    found = _ANSWERS.match(text)
    if found is None or len(text) > _LONGEST_ANSWER:
        return None
    verdict: Literal["yes", "no"] = "yes" if found["yes"] else "no"
    code, rest = take_code(text[found.end() :])
    called = [re.escape(word) for name in names for word in name.split()]
    known = "|".join([_ADDS[verdict], _MACHINE, *called])
    rest = re.sub(rf"(?<![\w'])(?:{known})(?![\w'])", " ", rest, flags=re.IGNORECASE)
    return (verdict, code or None) if is_polite(rest, None) else None


# -- requests ------------------------------------------------------------------------------------

_ASKING_WORDS: Final = (
    "please kindly can could would will may might you i we me us to like want need wish show "
    "tell send give let mail see know get have look at what what's whats is are was a an the "
    "my our your own current present whole full complete entire latest of about be do also "
    "and both again just list"
)
_ASKING: Final = frozenset(_ASKING_WORDS.split())
"""Words that may stand before what is asked for, in any number and order."""
_BEHIND: Final = any_case(
    r"(?:[\s,]*(?:please|now|right now|again|at the moment|currently|thanks|today)\b)*"
)
_FILLING: Final = any_case(
    r"(?:hi|hello|hey|dear|good (?:morning|day|evening))(?: (?:there|bot|[^\W\d_]+))?"
    r"|(?:many )?thanks?(?: you)?(?: (?:very|so) much| a lot| in advance)?|thank you|thx|ty|cheers"
    r"|please|(?:best |kind )?regards|bot|best wishes"
)
_BREAK: Final = any_case(r"[.!?;:,\n&+/]+|\band\b|\bplus\b|[ \t]-+[ \t]|—|–")
_SENTENCE: Final = lazy_re(r"[^.!?\n]+[.!?]*\s*")
_QUESTION: Final = any_case(
    r"\s*(?:(?:and|but|so|also)[ ,]+)*(?:who|whose|what|where|when|which|why|how|is|are|does|do"
    r"|did)\b[^\n]*\?\s*"
)
_GREETING: Final = any_case(r"(?:hi|hello|hey)(?: (?:there|bot))?(?= \S)")
_EDGES: Final = " \t\r\"'*_`()[]<>“”‘’…"
_REQUESTS: Final[tuple[Request, ...]] = get_args(Request)


def requests(message: Message, game: GameWords) -> frozenset[Request]:
    """What the mail asks for, if that is all it says; without a text, its subject may ask.

    Other questions may stand beside what it asks for: `not_answered` tells them.
    """
    return _heard(message, game)[0]


def not_answered(message: Message, game: GameWords) -> tuple[str, ...]:
    """The questions of a mail that stand beside its requests and are none of them."""
    return _heard(message, game)[1]


def _heard(message: Message, game: GameWords) -> tuple[frozenset[Request], tuple[str, ...]]:
    text = message.text.strip()
    if not text and message.in_reply_to is None:  # an empty answer bears the subject of ours
        text = without_answer_marks(message.subject)
    if len(text) > _LONGEST_ASKED or message.doubt:
        return frozenset(), ()
    found: set[Request] = set()
    others: list[str] = []
    for sentence in _SENTENCE.findall(text.replace("’", "'")):
        asked = _asked_in(sentence, message, game)
        if asked is not None:
            found |= asked
        elif _QUESTION.match(sentence):
            others.append(" ".join(sentence.split()))
        else:
            return frozenset(), ()
    return frozenset(found), tuple(others) if found else ()


def _asked_in(sentence: str, message: Message, game: GameWords) -> set[Request] | None:
    """What a sentence asks for; None where some of it asks for nothing."""
    found: set[Request] = set()
    for piece in _BREAK.split(sentence):
        words = piece.strip(_EDGES).split()
        if greeting := _GREETING.match(" ".join(words)):
            words = words[len(greeting[0].split()) :]
        said, name = " ".join(words), message.sender or ""
        # A greeting, thanks, or the sender's name, of which the first word will do.
        if not words or said in (name, *name.split()[:1]) or _FILLING.fullmatch(said):
            continue
        if asks_what_to_do(said, game):
            found |= {"hand", "status"}
        elif (asked := _asked(words, game)) is not None:
            found.add(asked)
        else:
            return None
    return found


def _asked(words: list[str], game: GameWords) -> Request | None:
    """What a piece of a sentence asks for, behind any number of words that ask.

    Word by word, for one pattern of them all would try every way to share them out.
    """
    asks = [word.lower().strip("'") in _ASKING for word in words]
    last = asks.index(False) if False in asks else len(words) - 1
    tails = [" ".join(words[at:]).lstrip("'") for at in range(last + 1)]
    return next((one for one in _REQUESTS if any(_is_all(game, one, tail) for tail in tails)), None)


def _is_all(game: GameWords, what: str, words: str) -> bool:
    """Whether words are one way to ask for something, and polite ones behind it."""
    every = (way.search(words) for way in _ways(game)[what])
    return any(found and _BEHIND.fullmatch(words, found.end()) for found in every)


def asks_what_to_do(words: str, game: GameWords) -> bool:
    """Whether somebody asks what they can do: their hand and what may be done from where they
    stand tell it."""
    return _is_all(game, "what to do", words.replace("’", "'").strip(f"{_EDGES}?!.,"))


def game_asked_about(message: Message) -> str | None:
    """The tag of the game that a request names, `RN1`; None where it names none, or several."""
    named = games_in(message.text or message.subject)
    return named.pop() if len(named) == 1 else None


def games_in(text: str) -> set[str]:
    """The tags of the games that a text names."""
    return {f"RN{int(number)}" for number in re.findall(r"\bRN(\d{1,9})\b", text, re.IGNORECASE)}


# -- claims of error, and protests (§25) ---------------------------------------------------------

_LONGEST: Final = 4_000  # characters that are read of a mail
_QUOTED: Final = lazy_re(r"\"[^\"]{0,400}\"|“[^”]{0,400}”")
_TAG_QUESTION: Final = any_case(r"(?:is|was|are)n't (?:it|that|they)\?|right\?|no\?|should")
_BARE_NO: Final = any_case(r"\W*no(?:[\s,.!]+no)*\W*")
_TURN: Final = any_case(r"\bturn (?:no\.? ?|number )?(\d{1,4})\b")


def claim(message: Message, game: GameWords) -> str | None:
    """The words of a mail that claims an error, None where it is not certain that it does."""
    return message.text[:_LONGEST].strip() if claims(message, game) else None


def claims(message: Message, game: GameWords) -> tuple[str, ...]:
    """The sentences by which a mail claims an error; none where it makes no claim for certain.

    Behind the custom's own words all that stands in their paragraph is what is wrong.
    """
    plain = _QUOTED.sub(" ", message.text[:_LONGEST].strip()).replace("’", "'")
    if message.doubt or said("retracted", plain):
        return ()
    found: list[str] = []
    for paragraph in re.split(r"\n\s*\n", plain):
        formal = False
        for sentence in _sentences(paragraph):
            formal = formal or said("formally", sentence) is not None
            if formal or _claims(game, sentence):
                found.append(sentence)
    return tuple(found)


def _sentences(text: str) -> list[str]:
    every = re.split(r"(?<=[.!?])\s+|\n\s*\n", text)
    return [" ".join(one.split()).lstrip("*_-–—> ") for one in every]


def _claims(game: GameWords, sentence: str) -> bool:
    """Whether a sentence says that the resolution is wrong."""
    if sentence.endswith("?") and _TAG_QUESTION.search(sentence) is None:
        return False
    planned = said("unsure", sentence) or sentence.rstrip(".! ").endswith(" then")
    return not planned and said("claim", sentence, game) is not None


def protest(message: Message, game: GameWords, *, answers_us: bool) -> str | None:
    """The words of a mail that protests, None where it makes none or is not certain of it.

    *answers_us* where it answers the bot's word on that very turn: then less is needed.
    """
    text = message.text[:_LONGEST].strip()
    if message.doubt:
        return None
    if answers_us and _BARE_NO.fullmatch(text):
        return text
    for sentence in _sentences(_QUOTED.sub(" ", text).replace("’", "'")):
        takes_back = said("taken back", sentence, game)
        if said("idle talk", sentence) or (sentence.endswith("?") and not takes_back):
            continue
        if takes_back or said("misread", sentence, game):
            return text
        if answers_us and said("meant otherwise", sentence, game):
            return text
    return None


def turn_named(message: Message) -> int | None:
    """The number of the one turn that a mail names, None where it names none or several."""
    numbers = {int(found) for found in _TURN.findall(message.text[:_LONGEST])}
    return numbers.pop() if len(numbers) == 1 else None


def is_formal(message: Message) -> bool:
    """Whether a mail names the custom itself at its beginning."""
    return said("formally", message.text[:_LONGEST].strip()) is not None


def is_of_a_resolution(message: Message) -> bool:
    """Whether a mail names the custom itself at its beginning, or a resolution."""
    return is_formal(message) or said("its resolution", message.text[:_LONGEST]) is not None


def speaks_of_the_game(message: Message, game: GameWords, gnomes: Iterable[str]) -> bool:
    """Whether a mail names what the game has, or one of its gnomes."""
    named = "|".join([game.things, *map(re.escape, gnomes)])
    words = re.compile(rf"(?<!\w)(?:{named})(?!\w)", re.IGNORECASE)
    return words.search(message.text[:_LONGEST]) is not None


def names_the_turn(message: Message) -> bool:
    """Whether a mail says that it is about the writer's own turn, or about its reader's."""
    return said("my turn", message.text[:_LONGEST]) is not None


Office = Literal["kill", "award", "office", "resolve", "start"]
"""A gnome is killed (§19), points are awarded (§18, §24), the office passes on (§1), a turn is
resolved (§16), a game is begun (§4)."""


class Proclaimed(NamedTuple):
    """One deed of the office, of or for somebody where it names them, or a turn by its number."""

    deed: Office
    name: str | None = None
    turn: int | None = None


def proclaimed(message: Message, game: GameWords, names: Sequence[str]) -> tuple[Proclaimed, ...]:
    """The deeds that a mail says its writer does, in their order; *names* are those known."""
    found = []
    text = "" if message.doubt else _QUOTED.sub(" ", message.text[:_LONGEST])
    for part in re.split(r"(?<=[.!?;])\s+|\n+", text):
        sentence = " ".join(part.split()).lstrip("*_-–—> ")
        marked, marks = with_names(sentence, tuple(names), (), game.title, frozenset())
        for deed in () if sentence.endswith("?") else get_args(Office):
            if matched := said(f"does {deed}", marked, game):
                slots = matched.groupdict()
                name, turn = slots.get("name"), slots.get("turn")
                named = marks[ord(name)][0] if name else None
                found.append(Proclaimed(deed, named, int(turn) if turn else None))
                break
    return tuple(found)


# -- musings: what somebody will do, would like to do, or wonders about --------------------------

_OWN: Final = any_case(r"\s*(?:(?:then|and) )*i\b")
_LONGEST_MUSING: Final = 600  # characters; a longer mail is about much


def as_announced(text: str, game: GameWords, *, asked: bool) -> str | None:
    """The same words as if they were announced; None of words that say nothing of the kind.

    No such words do anything (mail-reality D67, D71, D72); but what they would do can be looked up.
    *asked*: questions are meant, too, as in a mail to the bot alone.  Of what is to be some day or
    under a condition nothing is made.
    """
    if len(text) > _LONGEST_MUSING:
        return None
    announced, changed = "", False
    wondered = asked and is_wondered(text)
    for sentence in _SENTENCE.findall(text.replace("’", "'")):
        made = _made(sentence, game, asked=asked)
        changed |= made != sentence
        announced += made.replace("?", ".") if wondered and _OWN.match(made) else made
    if not changed or not announced or said("some day", announced) or "?" in announced:
        return None
    return announced


def is_wondered(text: str) -> bool:
    """Whether a text asks what would come of something, and so is meant to be tried out."""
    every = [one.strip() for one in _SENTENCE.findall(text[:_LONGEST_MUSING].replace("’", "'"))]
    return any(_leads("wonders", one) or _asks_whether(one) for one in every)


def _leads(what: str, sentence: str) -> re.Match[str] | None:
    """What stands before something that might be announced, if anything stands behind it."""
    found = said(what, sentence)
    return found if found is not None and found[0].endswith(" ") else None


def _asks_whether(sentence: str) -> bool:
    """Whether a sentence is but a question about the turn that stands beside it."""
    asked = said("asks whether it works", sentence.strip())
    return asked is not None and sentence.strip()[asked.end() :] in ("", "?", ":")


def _made(sentence: str, game: GameWords, *, asked: bool) -> str:
    """One sentence as it would be announced."""
    if lets := said("lets", sentence):
        return f"I do this{sentence[len(lets[0].rstrip()) :]}"
    if wished := _leads("wishes", sentence):
        return f"I {sentence[wished.end() :]}"
    if asked and _asks_whether(sentence):
        return ""
    wondered = _leads("wonders", sentence) if asked else None
    if wondered is None:
        return sentence
    past = dict(pair.split("/") for pair in game.past.split())
    rest = re.sub(
        "[A-Za-z]+", lambda word: past.get(word[0].lower(), word[0]), sentence[wondered.end() :]
    )
    return f"I {rest}".replace("?", ".")


# -- absences: no act, only shown beside the counts of idleness (A91) ----------------------------

_NUMBERS: Final = {**NUMBERS, "eight": 8, "nine": 9, "ten": 10}
_LONGEST_SENTENCE: Final = 300  # characters of a sentence that is looked at
_LONGEST_TEXT: Final = 20_000  # characters of a text that are looked at


@dataclass(frozen=True, slots=True)
class Away:
    """What somebody said about being away."""

    words: str  # the sentence
    begins: datetime | None = None  # as far as it says so for certain, UTC
    ends: datetime | None = None


def absence(text: str, said_at: datetime, game: GameWords) -> Away | None:
    """The first sentence of a text that announces an absence, None where none plainly does.

    That is a sentence of their own, in the first person or without any, with a time in it.
    """
    for raw in re.split(r"(?<=[.!?])\s+|\n\s*\n", text[:_LONGEST_TEXT]):
        words = " ".join(raw.split())
        plain = words.replace("’", "'")
        if len(plain) > _LONGEST_SENTENCE or "?" in plain or said("not away", plain, game):
            continue
        if not (said("away", plain) or said("away at first", plain)):
            continue
        found = _span(plain, said_at.astimezone(UTC))
        if found is not None:
            begins, ends = found
            if begins is not None and ends is not None and ends <= begins:
                begins = ends = None
            return Away(words, begins, ends)
    return None


def _span(sentence: str, at: datetime) -> tuple[datetime | None, datetime | None] | None:
    """From when until when, as far as that is certain; None where no time is named at all."""
    if found := said("away from to", sentence):
        first, last = _day(found["first"], at), _day(found["last"], at)
        number = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", found["first"])
        if first is None and number and last:  # `3` in `from 3 to 9 December`
            first = _date(last.year, last.month, int(number[1]))
        return first, _end(last)
    back = said("back", sentence)
    since = said("away since", sentence) if back is None else None
    first = _day(since["first"], at) if since else None
    if found := said("away until", sentence):
        return first, _end(_day(found["last"], first or at))
    if found := said("away for", sentence):
        start, length = first or at, _length(found)
        return start, start + length if length is not None else None
    if back is not None:
        return None, _day(back["last"], at)
    return (first, None) if since or said("some time", sentence) else None


def _end(day: datetime | None) -> datetime | None:
    """The end of a named day."""
    return None if day is None else day + timedelta(days=1)


def _length(found: re.Match[str]) -> timedelta | None:
    """`for two weeks` as fourteen days; None of `for a few days`."""
    plain, unit = (found["count"] or "").lower(), found["unit"].lower()
    if "few" in plain or "couple" in plain or (not plain and unit == "days"):
        return None
    count = int(plain) if plain.isdigit() else _NUMBERS.get(plain, 1)
    return timedelta(days=count * (14 if unit == "fortnight" else 7 if "week" in unit else 1))


def _day(words: str, at: datetime) -> datetime | None:
    """The beginning of the day that is named, the next one of it; None where that is uncertain."""
    plain = words.lower().replace(".", "")
    today = at.replace(hour=0, minute=0, second=0, microsecond=0)
    if "today" in plain or "tonight" in plain:
        return today
    if "tomorrow" in plain:
        return today + timedelta(days=1)
    if found := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", plain):
        return _date(int(found[1]), int(found[2]), int(found[3]))
    for place, name in enumerate(DAYS):
        if re.search(rf"\b{name[:3]}", plain):
            if plain.startswith("next"):
                return None  # people do not agree which one that is
            return today + timedelta(days=(place - at.weekday()) % 7 or 7)
    number = re.search(r"\d{1,2}", plain)
    month = next((MONTHS[word] for word in plain.split() if word in MONTHS), None)
    if number and month:
        # This year or else the next; a month ago is still this year.
        day = _date(today.year, month, int(number[0]))
        if day is not None and day < today - timedelta(days=31):
            return _date(today.year + 1, month, int(number[0]))
        return day
    if number and plain.startswith("the "):
        day = _date(today.year, today.month, int(number[0]))
        return day if day is not None and day >= today else None
    return None


def _date(year: int, month: int, day: int) -> datetime | None:
    try:
        return datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return None
