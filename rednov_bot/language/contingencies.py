"""What is said to happen only in a certain event: the escape of §13, the standing orders (7.1).

Nobody can list all the ways to say "if it fails", so a condition is known by its parts: it is
about the fire, the attempt or the dice, and that goes wrong; or about a hatch, and that jams; or
about fire, and that spreads.  An escape is believed only behind the fire that is fought.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from rednov_bot.language import preferences
from rednov_bot.language.events import ALL, ORDERS, SLOTS, Event, event as told
from rednov_bot.language.flights import flees, is_failure
from rednov_bot.language.neighbours import phrase
from rednov_bot.language.preferences import settle_preferences, shall_be
from rednov_bot.language.words import Sense, Word, kinds

_OPENS: Final = kinds("COND ONFAIL")
_OPENERS: Final = frozenset(["should", "were", "for event of", "event of", "lest"])
_BREAKS: Final = kinds(
    "SEP COLON DASH ARROW STOP PARAGRAPH QUERY OPENING CLOSING ASIDE ASIDE_END SEPWORD THEREUPON"
)
_MOST_WORDS: Final = 40
"""Of a condition; a longer one is none that a turn knows."""
_MOST_BEFORE: Final = 200
"""Words of a sentence before a condition; what stands farther off is no matter of it."""
_SENTENCE_ENDS: Final = kinds("STOP PARAGRAPH QUERY")
_WAY: Final = kinds("HATCH PATH ROOM MACHINE NUM SEA EXTERIOR DOOR")
_LEADS: Final = kinds("TO THROUGH IN OUT FROM FILL")
_MOVES: Final = kinds("OPEN GO ENTER LEAVE")
_STUCK: Final = ("jammed", "blocked", "stuck")
_ELSE: Final = frozenset(
    ["else", "otherwise", "or else", "if not", "failing that", "failing this", "failing which"]
)
_WAYS_OUT: Final = ("way out is", "escape is", "escape route is", "retreat is", "bolt hole")
_LABEL_KEYS: Final = kinds(
    "contingency escape retreat fallback bolthole exit emergency backup failure plan way worst"
)
_LABEL_WORDS: Final = _LABEL_KEYS | kinds(
    "case worst i i'm my need must if when flee leave run "
    "move moves route hatch way out plan b on if of need be necessary needed my the in case "
    "back up for fire only iteration one para paragraph section sec s § clause 13 "
    "movement otherwise last resort door , beaten lost defeated unlucky "
    "required should it go wrong fail fails when all else order standing ( )"
)
_CHOOSES: Final = kinds(
    "whichever whatever wherever pleases please leave chooses choose decides decide picks pick"
)


_CUES: Final = (
    kinds("EXTINGUISH FIRE DOOR : any event")
    | _OPENS | _OPENERS | _ELSE | ORDERS | preferences.NEXT
)  # fmt: skip
"""Only words of these kinds or spellings are looked at."""
_UNDOUBTED: Final = kinds("SELF NUM ITEM DUR SEP MEANS MACHINE ROOM TO IN GO ENTER USE")
"""No condition begins with one of these."""


_NAMED: Final = (_WAY - {"DOOR"}) | kinds("DUR ITEM TILEWORD KRAKEN BARREL WATER CONTEST")
_ANY_WAY: Final = kinds("whichever wherever")


def settle_contingencies(words: list[Word]) -> None:
    """Every condition that is an escape's or an order's becomes one word that says so."""
    at, sentence, fought = 0, 0, False
    settle_preferences(words)
    while at < len(words):
        word = words[at]
        if word.type in _SENTENCE_ENDS:
            sentence = at + 1
        elif (word.type in _UNDOUBTED and word.text not in _ELSE) or (
            word.type not in _CUES and word.text not in _CUES
        ):
            pass
        elif word.type == "EXTINGUISH" or (word.type == "FIRE" and _is_fought(words, at)):
            fought = True
        elif word.type == "FIRE" and preferences.is_sent(words, max(0, sentence - _MOST_WORDS), at):
            word.become(Sense("ORDER_SPREAD"))
            word.senses = ()
        elif word.text in preferences.NEXT and preferences.next_choice(words, sentence, at):
            words[sentence - 1].type = "SEP"
        elif word.text in _ELSE and _goes_on(words, at):
            for joint in words[at - 2 : at]:
                joint.type = "SEP" if joint.type == "STOP" else joint.type
            word.type, word.senses = "FILL", ()
        elif word.text == ":" and at > sentence:
            at = _label(words, sentence, at) if fought else at
            preferences.fire_label(words, sentence, at)
        elif word.type == "ONFAIL" and word.text in _WAYS_OUT and _told_before(words, sentence, at):
            word.type, word.senses = "FILL", ()
        elif word.type == "DOOR" and word.text.startswith(_STUCK):
            shall_be(words, at)
        elif word.type in ORDERS and at and words[at - 1].text == "no":
            word.type, words[at - 1].type = "FILL", "FILL"  # "no block order"
        elif word.text == "otherwise" and not fought and _heads(words, at):
            word.type, word.senses = "FILL", ()
        elif word.type == "ONFAIL" and _leave_it(words, at + 1):
            pass
        elif word.type in _OPENS or word.text in _OPENERS or _is_any(words, at):
            _condition(words, sentence, at, fought=fought)
        at += 1


def _is_fought(words: list[Word], at: int) -> bool:
    """ "Fire, 4 min", "fire fought": the fire is what is worked at."""
    rest = [word for word in words[at + 1 : at + 4] if word.type not in ("SEP", "COLON", "FILL")]
    return bool(rest) and (rest[0].type in ("DUR", "NUM") or rest[0].text == "fought")


def _goes_on(words: list[Word], at: int) -> bool:
    """ "Orders: block 5-8; else 5-7": the order before goes on."""
    start = at - 1 - (at > 1 and words[at - 1].text == "or")
    if start < 0 or words[start].type != "STOP":
        return False
    while start and words[start - 1].type not in _SENTENCE_ENDS:
        start -= 1
    return any(word.type in ORDERS for word in words[start:at])


def _told_before(words: list[Word], sentence: int, at: int) -> bool:
    """Whether the condition was told: "should it fail, my way out is the hatch to 5"."""
    return any(word.type == "ONFAIL" for word in words[sentence:at])


def _heads(words: list[Word], at: int) -> bool:
    """ "Otherwise: ..." at the beginning of a paragraph: something else is told now."""
    begins = not at or words[at - 1].type == "PARAGRAPH"
    return begins and at + 1 < len(words) and words[at + 1].text == ":"


def _is_any(words: list[Word], at: int) -> bool:
    """ "Any hatch that must jam: 1-3"."""
    return words[at].text in ("any", "event") and words[at + 1 : at + 2] != []


def _label(words: list[Word], start: int, colon: int) -> int:
    """ "Emergency exit: 5-6", "Contingency (para. 13): ..."; returns where the colon stands."""
    start += words[start].type in ("DASH", "OPENING")
    label = words[start:colon]
    said = {piece for word in label for piece in word.text.split()}
    if not label or not said <= _LABEL_WORDS:
        return colon
    if said.isdisjoint(_LABEL_KEYS) and "13" not in said:
        return colon
    if any(word.type in ORDERS for word in label) or ("way" in said and "out" not in said):
        return colon
    words[start:colon] = [phrase(label, "ONFAIL")]
    words[start + 1].type = "COLON"
    _one_iteration(words, start + 2)
    return start + 1


def _one_iteration(words: list[Word], at: int) -> None:
    """ "... one iteration of movement, viz. ..." only leads to the hatch."""
    while at < len(words) and words[at].type not in _SENTENCE_ENDS:
        word = words[at]
        if word.text == "iteration" and words[at - 1].type == "NUM":
            for blank in words[at - 1 : at + 3]:
                if blank.type in ("NUM", "OTHER", "LABEL", "FILL"):
                    blank.type, blank.senses = "FILL", ()
        elif word.text in ("viz", "namely", "i.e", "ie", "that is"):
            word.type, word.senses = "FILL", ()
        at += 1


def _condition(words: list[Word], sentence: int, at: int, *, fought: bool) -> None:
    """The condition that begins here, merged if it is one of the kind."""
    preceding = words[max(sentence, at - _MOST_BEFORE) : at]
    if at - sentence <= _MOST_BEFORE:
        _head_order(preceding)
    before = {word.type for word in preceding}
    goes_on = preferences.runs_over(words, sentence, at)
    if goes_on:
        preceding = words[goes_on:at]
    ordering = not before.isdisjoint(ORDERS) or goes_on > 0
    spoken_of = preferences.named(preceding) if ordering else frozenset()
    if ordering and words[at].type == "ONFAIL" and words[at].text in _ELSE:
        words[at].type, words[at].text, words[at].senses = "SEP", ",", ()
        return
    end = at + 1
    event: Event = ""
    while True:
        closes = end >= len(words) or _breaks(words[end]) or end - at > _MOST_WORDS
        if closes or (_may_follow(words, end) and not preferences.leads_to(words, end, spoken_of)):
            stretch = [one for one in words[at:end] if not preferences.is_named(one, spoken_of)]
            event = told(stretch, ordering=ordering, fought=fought)
            if not event and fought and not ordering and is_failure(words[at:end]):
                event = "ONFAIL" if flees(words, end) else ""
            room = words[end - 1].text in ("is", "it's", "be", "in", "room", "was", "for")
            if event == "again" and not closes and room and words[end].type in ("ROOM", "NUM"):
                return  # "if it is room 9"
            if event or closes:
                break
        slot = words[end].type in SLOTS and words[end].text not in ALL
        if slot and not preferences.is_named(words[end], spoken_of):
            break
        end += 1
    if not event or (event == "ONFAIL" and "ONFAIL" in before):
        return
    if event == "again":
        if goes_on:
            words[sentence - 1].type = "SEP"
        words[at:end] = [Word("SEP", words[at].start, words[end - 1].end, ",")]
    else:
        words[at:end] = [phrase(words[at:end], event)]
        _only_points(words, at + 1)
    if event == "ONFAIL":
        _leave_it(words, at + 1)


def _breaks(word: Word) -> bool:
    return word.type in _BREAKS and word.text != "there"  # "if it can't go there, to 7"


def _leave_it(words: list[Word], at: int) -> bool:
    """ "... the contestmaster may shove me wherever e pleases": no escape is named (§13)."""
    end = at
    while end < len(words) and words[end].type not in _SENTENCE_ENDS:
        if end - at >= _MOST_WORDS:
            return False
        end += 1
    rest = words[at:end]
    said = {piece for word in rest for piece in word.text.split()}
    if said.isdisjoint(("contestmaster", "me")) or said.isdisjoint(_CHOOSES):
        return False
    if "contestmaster" not in said and said.isdisjoint(_ANY_WAY):
        return False
    if any(word.type in _NAMED for word in rest):
        return False
    words[at:end] = [phrase(rest, "YOURCHOICE")]
    return True


def _only_points(words: list[Word], at: int) -> None:
    """ "... it's out through 5-4": "it is" only points at what follows."""
    while at < len(words) and (words[at].type == "SEP" or words[at].text in ("then", "so")):
        at += 1
    for word in words[at : at + 2]:
        if word.text in ("it's", "it", "that's", "is"):
            word.type = "FILL"
        else:
            break


def _head_order(before: list[Word]) -> None:
    """ "Blocked hatch, should one be drawn: ...": what stands alone before it is the order."""
    said = islice((word.type for word in before if word.type != "FILL"), 3)
    if [*said][1:] in ([], ["SEP"]) and before:
        for kind in ORDERS:
            if (sense := before[0].can_be(kind)) is not None and before[0].type != kind:
                before[0].become(sense)


def _may_follow(words: list[Word], at: int) -> bool:
    """Whether what is done in that event may begin here, with no comma before it."""
    word = words[at]
    if word.type == "SELF":
        return True
    if word.type in ("HATCH", "PATH"):
        return True
    if word.text == "one":
        return False  # "if I have to choose one"
    if word.type in _MOVES or word.type in _LEADS or word.type in ("NUM", "ROOM"):
        ahead = at + (word.type not in ("NUM", "ROOM"))
        while ahead < len(words) and words[ahead].type in _LEADS:
            ahead += 1
        return ahead < len(words) and words[ahead].type in _WAY
    return word.text in ("please", "then", "let", "it's", "my")
