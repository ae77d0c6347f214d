"""What a gnome may ask the bot for in private: rules, hand, orders, how the game stands, a report.

Only a mail that says nothing else is a request.  It may say it in a word, `hand`, or as one asks
a person: "What do I hold, and where is everyone?"
"""

from __future__ import annotations

import re
from typing import Final, Literal

from rednov_bot.core.models import TAG, Message
from rednov_bot.core.patterns import lazy_re
from rednov_bot.core.workflow.commands.replies import without_answer_marks

Request = Literal[
    "rules", "hand", "others' hands", "orders", "status", "position", "contest", "week", "story"
]
"""The rules in short, a hand, standing orders, the state of the game for its asker, or a report as
the list would get it."""

_LONGEST: Final = 300  # characters; a longer mail is about something

_HAND: Final = (
    r"hand|inventory|items?|tiles?|holdings?|possessions|cards?"
    r"|(?:what|which)(?: (?:items?|tiles?|things?))? (?:do|have|did) i (?:now |still |currently )?"
    r"(?:hold|have|got|own|carry)(?: (?:in|on) (?:my )?(?:hands?|me))?"
    r"|what am i (?:holding|carrying)"
    r"|what(?: items?)?(?: is| are|'s|s) (?:there )?in my (?:hand|pockets?)"
    r"|what i (?:hold|have|am holding)"
)
_OTHERS: Final = (
    r"(?:what|which)(?: (?:items?|tiles?|things?))? (?:do|does|has|have|is|are|did)"
    r" (?!(?:i|we|you|it|this|that|there)\b)(?:[\w'-]+ ){1,3}?"
    r"(?:now |still |currently )?(?:hold|have|got|own|carry|holding|carrying)"
    r"|who (?:holds|has)(?: got)? what"
    r"|(?:[\w-]+'s|(?:the )?others'|other(?: gnomes)?'|their) (?:hands?|items?|tiles?|inventory)"
    r"|(?:the )?(?:inventory|items|tiles|hands?) of (?!mine\b)[\w'-]+(?: [\w'-]+){0,2} ?"
)
_ORDERS: Final = (
    r"standing orders?|(?:what|which)(?: standing)? orders? (?:do|have) i (?:have|got|given|sent)"
    r"|what (?:have|did) i (?:ordered|order)"
)
_STATUS: Final = (
    r"status|state|game ?state|position|situation|map|board|sub(?:marine)?|game|summary"
    r"|tracks|(?:state|status|position|map|summary) of (?:the )?(?:game|sub(?:marine)?|play"
    r"|things|boat)"
    r"|where (?:is|are|does|do) (?:everyone|everybody|all|we|they|the others|all the gnomes"
    r"|the gnomes|i)(?: all)?(?: stand| standing| now| at)?"
    r"|where (?:everyone|everybody|we|i) (?:is|are|am|stands?)|where am i"
    r"|who (?:is|stands) where|how (?:do things|does it|does the game|do we|are things|is the game"
    r"|are we)(?: stand| going| doing| look)?|what(?: is|'s|s) (?:going on|up|happening|the state)"
    r"|who (?:may|can) (?:act|move|take a turn|go)|who(?: is|'s) (?:next|waited for)"
    r"|who are we waiting for|whose turn is it|is it my turn|may i (?:act|move|take a turn)"
    r"|how (?:much time|many minutes) (?:do i (?:still )?have|have i(?: got)?|is|are)"
    r"(?: left| there)?"
    r"|who(?: still)? has (?:the )?(?:most|fewest|least|more|how many|how much) (?:minutes?|time)"
    r"(?: left)?|who is (?:ahead|behind|first|last|in front)"
    r"|how many minutes (?:does|has|do|have) [\w'-]+(?: [\w'-]+){0,2}?(?: still)?(?: have| got)?"
    r"(?: left)?"
    r"|(?:what|which) turn is it|how the game stands|how things stand|how the sub looks"
)
_CHOICES: Final = (
    r"(?:what|which(?: actions?| moves?| turns?)?)(?: else| legal(?:ly)?| actions?| moves?)?"
    r" (?:can|may|could|should|might|am i allowed to|am i able to)(?: i)?(?: legally| still)?"
    r" (?:do|take|make|play)(?: here| there| from here| next| with (?:this|my hand|these))?"
    r"|what(?: is|'s|s) (?:allowed|possible|legal)(?: here| for me)?"
    r"|what(?: are| do i have as| were)?(?: my| the)?(?: legal)? "
    r"(?:options|choices|possibilities|(?:legal |possible )?(?:moves|actions))"
    r"(?: do i have| have i)?(?: here)?"
    r"|what (?:is there|have i) to do|legal (?:moves|actions)|my (?:options|choices)"
)
_POSITION: Final = (
    r"(?:(?:full|position|public) )?report(?: (?:of|on|about)(?: the)?"
    rf" (?:game|play|position|sub(?:marine)?|boat|{TAG}))?|(?:game report|{TAG})(?: report)?"
)
_CONTEST: Final = (
    r"standings?(?: of the contest)?|(?:points|scores?|contest)(?: report)?|state of the contest"
    r"|report (?:of|on|about) the contest|how (?:does )?the contest stands?"
)
_WEEK: Final = r"week(?:ly|'s) report|report of the week"
_STORY: Final = rf"story(?: (?:of|about) (?:the (?:(?:last|finished) )?game|{TAG}))?|{TAG} story"
_PLAY: Final = r"(?:it|(?:all )?this|(?:the |this )?(?:game|contest|play|red november))"
_RULES: Final = (
    rf"(?:(?:basic|main|game|contest) )?rules?(?: (?:of|for|in) {_PLAY})?"
    r"|(?:how|when) (?:do|does|can|could|would|will|should)"
    rf" (?:i|we|you|one|anyone|somebody|gnomes?|a gnome) (?:win|lose)(?: here| {_PLAY})?"
    rf"|how (?:does|do) {_PLAY} (?:all )?work|how (?:is|are) {_PLAY} (?:played|won|lost)"
    r"|(?:what|who)(?: is|'s|s| are) (?:the |this |a |an )?(?:agora|red november|nomic|contract"
    rf"|kraken|goal|aim|object(?:ive)?|point)(?: (?:of|in) {_PLAY})?"
    rf"|what(?: is|'s|s) {_PLAY}(?: (?:all )?about)?|introduction|the game in two minutes"
)
_ASKING_WORDS: Final = (
    "please kindly can could would will may might you i we me us to like want need wish show "
    "tell send give let mail see know get have look at what what's whats is are was a an the "
    "my our your own current present whole full complete entire latest of about be do also "
    "and both again just list"
)
_ASKING: Final = frozenset(_ASKING_WORDS.split())
"""Words that may stand before what is asked for, in any number and order."""
_BEHIND: Final = r"(?:[\s,]*(?:please|now|right now|again|at the moment|currently|thanks|today))*"
_FILLING: Final = (
    r"(?:hi|hello|hey|dear|good (?:morning|day|evening))(?: (?:there|bot|[^\W\d_]+))?"
    r"|(?:many )?thanks?(?: you)?(?: (?:very|so) much| a lot| in advance)?|thank you|thx|ty|cheers"
    r"|please|(?:best |kind )?regards|bot|best wishes"
)
_WAYS: Final[dict[Request, str]] = {
    "hand": _HAND,
    "orders": _ORDERS,
    "status": _STATUS,
    "position": _POSITION,
    "contest": _CONTEST,
    "week": _WEEK,
    "story": _STORY,
    "others' hands": _OTHERS,
    "rules": _RULES,
}
_PIECES: Final = {
    request: lazy_re(rf"(?:{way}){_BEHIND}", re.IGNORECASE) for request, way in _WAYS.items()
}
_GAME: Final = lazy_re(r"\bRN(\d{1,9})\b", re.IGNORECASE)
_FILLING_PIECE: Final = lazy_re(rf"{_FILLING}", re.IGNORECASE)
_BREAK: Final = lazy_re(r"[.!?;:,\n&+/]+|\band\b|\bplus\b|[ \t]-+[ \t]|—|–", re.IGNORECASE)
_SENTENCE: Final = lazy_re(r"[^.!?\n]+[.!?]*")
_QUESTION: Final = lazy_re(
    r"\s*(?:(?:and|but|so|also)[ ,]+)*(?:who|whose|what|where|when|which|why|how|is|are|does|do"
    r"|did)\b[^\n]*\?\s*",
    re.IGNORECASE,
)
_GREETING: Final = lazy_re(r"(?:hi|hello|hey)(?: (?:there|bot))?(?= \S)", re.IGNORECASE)
_CHOICES_PIECE: Final = lazy_re(rf"(?:{_CHOICES}){_BEHIND}", re.IGNORECASE)
_EDGES: Final = " \t\r\"'*_`()[]<>“”‘’…"


def requests(message: Message) -> frozenset[Request]:
    """What the mail asks for, if that is all it says; without a text, its subject may ask.

    Other questions may stand beside what it asks for: `not_answered` tells them.
    """
    found, _ = _heard(message)
    return found


def not_answered(message: Message) -> tuple[str, ...]:
    """The questions of a mail that stand beside its requests and are none of them."""
    _, others = _heard(message)
    return others


def _heard(message: Message) -> tuple[frozenset[Request], tuple[str, ...]]:
    text = message.text.strip()
    if not text and message.in_reply_to is None:  # an empty answer bears the subject of ours
        text = without_answer_marks(message.subject)
    if len(text) > _LONGEST or message.doubt:
        return frozenset(), ()
    found: set[Request] = set()
    others: list[str] = []
    for sentence in _SENTENCE.findall(text.replace("’", "'")):
        asked = _asked_in(sentence, message)
        if asked is not None:
            found |= asked
        elif _QUESTION.match(sentence):
            others.append(" ".join(sentence.split()))
        else:
            return frozenset(), ()
    return frozenset(found), tuple(others) if found else ()


def _asked_in(sentence: str, message: Message) -> set[Request] | None:
    """What a sentence asks for; None where some of it asks for nothing."""
    found: set[Request] = set()
    for piece in _BREAK.split(sentence):
        words = piece.strip(_EDGES).split()
        greeting = _GREETING.match(" ".join(words))
        if greeting is not None:
            words = words[len(greeting[0].split()) :]
        said, name = " ".join(words), message.sender or ""
        # A greeting, thanks, or the sender's name, of which the first word will do.
        if not words or said in (name, *name.split()[:1]) or _FILLING_PIECE.fullmatch(said):
            continue
        if asks_what_to_do(said):
            found |= {"hand", "status"}
            continue
        asked = _asked(words)
        if asked is None:
            return None
        found.add(asked)
    return found


def asks_what_to_do(words: str) -> bool:
    """Whether somebody asks what they can do: their hand and what may be done from where they
    stand tell it."""
    return _CHOICES_PIECE.fullmatch(words.replace("’", "'").strip(f"{_EDGES}?!.,")) is not None


def game_asked_about(message: Message) -> str | None:
    """The tag of the game that a request names, `RN1`; None where it names none, or several."""
    named = games_in(message.text or message.subject)
    return named.pop() if len(named) == 1 else None


def games_in(text: str) -> set[str]:
    """The tags of the games that a text names."""
    return {f"RN{int(number)}" for number in _GAME.findall(text)}


def _asked(words: list[str]) -> Request | None:
    """What a piece of a sentence asks for, behind any number of words that ask.

    Word by word, for one pattern of them all would try every way to share them out.
    """
    asks = [word.lower().strip("'") in _ASKING for word in words]
    last = asks.index(False) if False in asks else len(words) - 1
    tails = [" ".join(words[at:]).lstrip("'") for at in range(last + 1)]
    for request, piece in _PIECES.items():
        if any(piece.fullmatch(tail) for tail in tails):
            return request
    return None
