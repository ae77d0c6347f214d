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
from rednov_bot.games.base import GameWords

Request = Literal[
    "hand", "orders", "status", "position", "contest", "week", "story", "others' hands", "rules"
]
"""A hand, standing orders, the state of the game for its asker, a report as the list would get it,
or the rules in short; of several that are meant by the same words, the first."""


@lru_cache(maxsize=4)
def _ways(words: GameWords) -> dict[str, list[re.Pattern[str]]]:
    """The wordings of grammar/asking.txt, with the words of a game."""
    given = {f"GAME{one.upper()}": getattr(words, one) for one in _GAME_WORDS}
    table = Wordings(ASKING, " ", {**given, "TAG": TAG, "MARK": NAME})
    return {
        heading.removesuffix(":"): [table.pattern(line) for line in lines]
        for heading, lines in table.blocks.items()
    }


_GAME_WORDS: Final = ("things", "states", "posted", "acts", "hand", "status", "rules")


def _says(game: GameWords, what: str, sentence: str) -> bool:
    """Whether a sentence begins as the table words something."""
    return any(way.match(sentence) for way in _ways(game)[what])


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
    every = (way.match(words) for way in _ways(game)[what])
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
_TAKEN_BACK: Final = any_case(
    r"\b(?:retract|withdraw|take (?:it|that|this) back|take back|never ?mind|scratch that"
    r"|just kidding|joking|kidding|my (?:own )?(?:mistake|error|bad|fault)|i was wrong"
    r"|i stand corrected|i misread|i misremember\w*|(?:ignore|disregard) (?:my|this|that)|j/k)\b"
)
_UNSURE: Final = any_case(
    r"(?:.{0,40}[\s,])?(?:if|unless|whether|in case|suppose|supposing|how (?:do|can|would)|can i"
    r"|may i|could i|would|don't (?:think|say|claim|believe|see)|do not (?:think|say|claim|see)"
    r"|not saying|(?:not|\w+n't) true that|untrue that|no(?:body|one)? (?:claims?|says?)|never"
    r"|next turn|tomorrow|soon|later|by then|will|going to|wish|hope(?:s|d)?|asked)\b"
)
_FORMALLY: Final = any_case(
    r"(?:i (?:hereby )?(?:submit|file|make|raise|issue) (?:a |an |the following )?)?"
    r"(?:coe|claim of error)\s*:\s*(?!none\b|no(?:t|body|one)?\b)\w"
)
"""The custom's own words with a colon: whatever stands behind them is what is wrong."""
_TAG_QUESTION: Final = any_case(r"(?:is|was|are)n't (?:it|that|they)\?|right\?|no\?|should")
_IDLE_TALK: Final = any_case(
    r"\b(?:if|unless|in case|suppose|whether|joking|kidding|j/k|never mind|no(?:body| one)|wonder"
    r"|doubt|untrue|(?:do|am|would)(?: not|n't) (?:\w+ )?"
    r"(?:think|say|saying|believe|claim|mean that)|(?:not|\w+n't) true)\b"
)
_BARE_NO: Final = any_case(r"\W*no(?:[\s,.!]+no)*\W*")
_TURN: Final = any_case(r"\bturn (?:no\.? ?|number )?(\d{1,4})\b")
_ITS_RESOLUTION: Final = any_case(r"\b(?:the|this|that|your|last|latest) (?:\w+ )?resolution\b")
_MY_TURN: Final = any_case(
    r"\b(?:my (?:\w+ )?(?:turn|move|announcement|action)|the bot|rednov\w*)\b"
)


def claim(message: Message, game: GameWords) -> str | None:
    """The words of a mail that claims an error, None where it is not certain that it does."""
    return message.text[:_LONGEST].strip() if claims(message, game) else None


def claims(message: Message, game: GameWords) -> tuple[str, ...]:
    """The sentences by which a mail claims an error; none where it makes no claim for certain.

    Behind the custom's own words all that stands in their paragraph is what is wrong.
    """
    plain = _QUOTED.sub(" ", message.text[:_LONGEST].strip()).replace("’", "'")
    if message.doubt or _TAKEN_BACK.search(plain):
        return ()
    found: list[str] = []
    for paragraph in re.split(r"\n\s*\n", plain):
        formal = False
        for sentence in _sentences(paragraph):
            formal = formal or _FORMALLY.match(sentence) is not None
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
    planned = _UNSURE.match(sentence) or sentence.rstrip(".! ").endswith(" then")
    return not planned and _says(game, "claim", sentence)


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
        takes_back = _says(game, "taken back", sentence)
        if _IDLE_TALK.search(sentence) or (sentence.endswith("?") and not takes_back):
            continue
        if takes_back or _says(game, "misread", sentence):
            return text
        if answers_us and _says(game, "meant otherwise", sentence):
            return text
    return None


def turn_named(message: Message) -> int | None:
    """The number of the one turn that a mail names, None where it names none or several."""
    numbers = {int(found) for found in _TURN.findall(message.text[:_LONGEST])}
    return numbers.pop() if len(numbers) == 1 else None


def is_formal(message: Message) -> bool:
    """Whether a mail names the custom itself at its beginning."""
    return _FORMALLY.match(message.text[:_LONGEST].strip()) is not None


def is_of_a_resolution(message: Message) -> bool:
    """Whether a mail names the custom itself at its beginning, or a resolution."""
    return is_formal(message) or _ITS_RESOLUTION.search(message.text[:_LONGEST]) is not None


def speaks_of_the_game(message: Message, game: GameWords, gnomes: Iterable[str]) -> bool:
    """Whether a mail names what the game has, or one of its gnomes."""
    named = "|".join([game.things, *map(re.escape, gnomes)])
    words = re.compile(rf"(?<!\w)(?:{named})(?!\w)", re.IGNORECASE)
    return words.search(message.text[:_LONGEST]) is not None


def names_the_turn(message: Message) -> bool:
    """Whether a mail says that it is about the writer's own turn, or about its reader's."""
    return _MY_TURN.search(message.text[:_LONGEST]) is not None


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
        said, marks = with_names(sentence, tuple(names), (), game.title, frozenset())
        for deed in () if sentence.endswith("?") else get_args(Office):
            matched = next(
                filter(None, (one.match(said) for one in _ways(game)[f"does {deed}"])), None
            )
            if matched is not None:
                slots = matched.groupdict()
                name, turn = slots.get("name"), slots.get("turn")
                named = marks[ord(name)][0] if name else None
                found.append(Proclaimed(deed, named, int(turn) if turn else None))
                break
    return tuple(found)


# -- musings: what somebody will do, would like to do, or wonders about --------------------------

_LEAD: Final = r"(?P<lead>(?:(?:ok(?:ay)?|so|well|now|right|hi|hello|hey|then|and)[,:!]? )*)"
_WORKS: Final = (
    r"(?:would|will|does|could|can|might) (?:this|that|it)"
    r" (?:work|do|be (?:legal|valid|allowed|ok))"
)
_ASKS: Final = any_case(rf"\s*{_LEAD}{_WORKS}(?: out)?\s*(?:[?:]|$)\s*")
"""A question about the turn that stands beside it."""
_WISHES: Final = any_case(
    rf"{_LEAD}(?:i think |i guess )?(?:i(?:'ll| will| shall)|i(?:'m| am) going to"
    r"|i(?:'d| would) like to|i(?:'d| would)|i want to|let me|lemme)(?: now| just)? "
)
_WONDERS: Final = any_case(
    rf"{_LEAD}(?:what (?:if|happens if|would happen if|comes of it if|about it if|do i get if) i"
    r"|what would (?:it cost|become of it|come of it) if i|how about it if i|suppose i|supposing i"
    rf"|(?:can|could|may|might|should) i|{_WORKS}(?: if|\s*[:,;–—-]+)\s*i)(?: now| just)? "
)
_LETS: Final = any_case(rf"{_LEAD}let'?s (?:do|try|go for) (?:this|it)\b")
_SOME_DAY: Final = any_case(
    r"\b(?:next|tomorrow|tonight|later|when(?:ever)?|once|after|before|until|if|unless|probably"
    r"|maybe|perhaps|might|soon|one day|some day|eventually|hope|wish)\b"
)
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
    said, changed = [], False
    wondered = asked and is_wondered(text)
    for sentence in _SENTENCE.findall(text.replace("’", "'")):
        made = _made(sentence, game, asked=asked)
        changed |= made != sentence
        said.append(made.replace("?", ".") if wondered and _OWN.match(made) else made)
    announced = "".join(said)
    if not changed or not announced or _SOME_DAY.search(announced) or "?" in announced:
        return None
    return announced


def is_wondered(text: str) -> bool:
    """Whether a text asks what would come of something, and so is meant to be tried out."""
    every = [one.strip() for one in _SENTENCE.findall(text[:_LONGEST_MUSING].replace("’", "'"))]
    return any(_WONDERS.match(one) or _ASKS.fullmatch(one) for one in every)


def _made(sentence: str, game: GameWords, *, asked: bool) -> str:
    """One sentence as it would be announced."""
    if lets := _LETS.match(sentence):
        return f"I do this{sentence[lets.end() :]}"
    if wished := _WISHES.match(sentence):
        return f"I {sentence[wished.end() :]}"
    if asked and _ASKS.fullmatch(sentence):
        return ""
    wondered = _WONDERS.match(sentence) if asked else None
    if wondered is None:
        return sentence
    past = dict(pair.split("/") for pair in game.past.split())
    rest = re.sub(
        "[A-Za-z]+", lambda word: past.get(word[0].lower(), word[0]), sentence[wondered.end() :]
    )
    return f"I {rest}".replace("?", ".")


# -- absences: no act, only shown beside the counts of idleness (A91) ----------------------------

_NUMBERS: Final = {**NUMBERS, "eight": 8, "nine": 9, "ten": 10}
_STATE: Final = (
    r"(?:away|(?:off )?on (?:my |a |our )?(?:(?:short|long|family|summer|winter) )?"
    r"(?:holidays?|vacation|leave|trip|business trip)|travell?ing|offline|abroad|afk|unavailable"
    r"|unreachable|gone|out of (?:town|the country|reach|the office)|in hospital|camping"
    r"|without (?:any )?(?:internet|net|e-?mail|a computer|a connection|(?:internet|net) access))"
)
_NO_NET: Final = (
    r"(?:have |have got |'ve got |will have |'ll have )?"
    r"(?:no|limited|little|patchy) (?:internet|net|e-?mail|connection|access)"
)
_CANNOT: Final = (
    r"(?:won'?t|will not|can'?t|cannot|can not|am not|'m not|shall not|am unable to|"
    r"won'?t be able to|will not be able to) "
    r"(?:be )?(?:around|available|here|able to (?:play|read|post|answer|take (?:a turn|turns))|"
    r"play|read (?:mail|e-?mail|the lists?)|post|answer|take (?:a turn|any turns?|turns))"
)
_AWAY: Final = any_case(
    r"\b(?:i|we)(?:'ll| will| shall|'m| am|'m going to| am going to|'ll probably| have to)?"
    rf" (?:probably |mostly |most likely |also )?(?:be |go |going )?{_STATE}\b"
    rf"|\bi {_NO_NET}\b|\bi'(?:ll|ve) {_NO_NET}\b|\bi {_CANNOT}\b|\bi'm not (?:around|available)\b"
    rf"|^(?:[a-z ,]{{0,30}}[:,-] )?(?:i'm |i am |will be |going |gone |back )?{_STATE}\b"
    rf"|^(?:sorry, |fyi,? |btw,? )?{_NO_NET}\b"
)
_OTHERWISE: Final = (
    r"\?|\b(?:if|unless|whether|would|might|may be|maybe|perhaps|was|were|had|used to|been|"
    r"back (?:now|again|already)|i'm back|i am back|no longer|not away|isn't|turns? ago|"
    r"according to|e is|he is|she is|they are|you are|you're|wish|joking|kidding)\b"
)
_WEEKDAY: Final = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
_DAY_NUMBER: Final = r"(?:\d{1,2}(?:st|nd|rd|th)?)"
_WHEN: Final = (
    rf"(?:\d{{4}}-\d\d-\d\d|(?:the )?{_DAY_NUMBER}(?: of)? (?:{MONTH})\.?"
    rf"|(?:{MONTH})\.? (?:the )?{_DAY_NUMBER}|(?:next |this |on )?{_WEEKDAY}|tomorrow|today|tonight"
    rf"|the {_DAY_NUMBER}|the weekend|next week|the end of (?:the|this|next) week|the new year"
    "|christmas)"
)
_FROM_TO: Final = any_case(
    rf"\b(?:from|between) (?P<a>{_WHEN}|{_DAY_NUMBER}) (?:to|till|until|through|and|-|–) "
    rf"(?P<b>{_WHEN})|(?P<c>{_WHEN}|{_DAY_NUMBER}) ?[-–] ?(?P<d>{_WHEN})"
)
_UNTIL: Final = any_case(rf"\b(?:until|till|til|through|up to) (?P<b>{_WHEN})")
_BACK: Final = any_case(rf"\b(?:back|return(?:ing)?) (?:on |by )?(?P<b>{_WHEN})")
_FOR: Final = any_case(
    r"(?:for|during|over) (?:about |the |the next |up to )?(?:(?P<count>a couple of|the next few"
    rf"|a few|\d{{1,2}}|{'|'.join(_NUMBERS)}) )?(?P<unit>days?|weeks?|fortnight)"
)
_SINCE: Final = any_case(rf"\b(?:from|starting|as of|on|beginning) (?P<a>{_WHEN})")
_VAGUE: Final = any_case(
    r"\b(?:this|next|over the|for the|the whole) (?:weekend|week|month)\b"
    r"|\b(?:over|for|during) (?:christmas|easter|the holidays|new year)\b"
    r"|\b(?:tomorrow|today|tonight)\b"
    r"|\bfor (?:a while|some time|some days)\b|\bthese days\b|\ball (?:week|day|weekend)\b"
)
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
    otherwise = re.compile(rf"{_OTHERWISE}|\b(?:{game.told_apart})\b", re.IGNORECASE)
    for raw in re.split(r"(?<=[.!?])\s+|\n\s*\n", text[:_LONGEST_TEXT]):
        words = " ".join(raw.split())
        said = words.replace("’", "'")
        if len(said) > _LONGEST_SENTENCE or otherwise.search(said) or not _AWAY.search(said):
            continue
        found = _span(said, said_at.astimezone(UTC))
        if found is not None:
            begins, ends = found
            if begins is not None and ends is not None and ends <= begins:
                begins = ends = None
            return Away(words, begins, ends)
    return None


def _span(said: str, at: datetime) -> tuple[datetime | None, datetime | None] | None:
    """From when until when, as far as that is certain; None where no time is named at all."""
    if found := _FROM_TO.search(said):
        begins, ends = found["a"] or found["c"], found["b"] or found["d"]
        first, last = _day(begins, at), _day(ends, at)
        number = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", begins)
        if first is None and number and last:  # `3` in `from 3 to 9 December`
            first = _date(last.year, last.month, int(number[1]))
        return first, _end(last)
    back = _BACK.search(said)
    since = _SINCE.search(said) if back is None else None
    first = _day(since["a"], at) if since else None
    if found := _UNTIL.search(said):
        return first, _end(_day(found["b"], first or at))
    if found := _FOR.search(said):
        start, length = first or at, _length(found)
        return start, start + length if length is not None else None
    if back is not None:
        return None, _day(back["b"], at)
    return (first, None) if since or _VAGUE.search(said) else None


def _end(day: datetime | None) -> datetime | None:
    """The end of a named day."""
    return None if day is None else day + timedelta(days=1)


def _length(found: re.Match[str]) -> timedelta | None:
    """`for two weeks` as fourteen days; None of `for a few days`."""
    said, unit = (found["count"] or "").lower(), found["unit"].lower()
    if "few" in said or "couple" in said or (not said and unit == "days"):
        return None
    count = int(said) if said.isdigit() else _NUMBERS.get(said, 1)
    return timedelta(days=count * (14 if unit == "fortnight" else 7 if "week" in unit else 1))


def _day(words: str, at: datetime) -> datetime | None:
    """The beginning of the day that is named, the next one of it; None where that is uncertain."""
    said = words.lower().replace(".", "")
    today = at.replace(hour=0, minute=0, second=0, microsecond=0)
    if "today" in said or "tonight" in said:
        return today
    if "tomorrow" in said:
        return today + timedelta(days=1)
    if found := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", said):
        return _date(int(found[1]), int(found[2]), int(found[3]))
    for place, name in enumerate(DAYS):
        if re.search(rf"\b{name[:3]}", said):
            if said.startswith("next"):
                return None  # people do not agree which one that is
            return today + timedelta(days=(place - at.weekday()) % 7 or 7)
    number = re.search(r"\d{1,2}", said)
    month = next((MONTHS[word] for word in said.split() if word in MONTHS), None)
    if number and month:
        # This year or else the next; a month ago is still this year.
        day = _date(today.year, month, int(number[0]))
        if day is not None and day < today - timedelta(days=31):
            return _date(today.year + 1, month, int(number[0]))
        return day
    if number and said.startswith("the "):
        day = _date(today.year, today.month, int(number[0]))
        return day if day is not None and day >= today else None
    return None


def _date(year: int, month: int, day: int) -> datetime | None:
    try:
        return datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return None
