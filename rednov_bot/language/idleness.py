"""A minute in which nothing is done: "I stare at the wall for a minute", "I let a minute go by".

Only where the letter tells of no other minutes and no other action.
"""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.games.red_november.reader.verbs import Form
from rednov_bot.language.neighbours import stretch_end
from rednov_bot.language.words import Sense, Word, kinds
from rednov_bot.language.works import blank

_BREAKS: Final = kinds(
    "STOP PARAGRAPH QUERY SEP SEPWORD COLON DASH OPENING CLOSING ASIDE ASIDE_END QUOTE THEREUPON "
    "AFTER PLUS SELF NAME ARROW NOW"
)
_ELSE: Final = kinds("DUR NOACTION NOACT TILEWORD BARREL ABANDON ABANDONSHIP")
_SLOTS: Final = kinds(
    "ITEM TILEWORD HATCH PATH DOOR EXTERIOR ROOM NUM NAME OWNER YOU MACHINE FIRE WATER KRAKEN "
    "BARREL NEG UNREAL COND JEST PLAN DRAFT VAGUE SEA BIG HEDGE PAST CORRECTION LOOKUP"
)
_PLAYED: Final = kinds("HATCH PATH EXTERIOR DOOR ITEM HEADING ROOM NUM CONTEST")
_STEMS: Final = re.compile(
    r"(?:stand|sit|lie|ly|loung|loaf|loiter|linger|dawdl|dall|hang|laz|lean|wait|rest|paus|star|gaz|"
    r"whistl|hum|daydream|dream|ponder|think|meditat|contemplat|scratch|strok|nap|snooz|doz|"
    r"sleep|idl|relax|reflect|mus|brood|mop|sulk|kick|cool|twiddl|count|chew|suck|yawn|"
    r"stretch|breath|bid|mark|remain|stay|keep|hold|slouch|squat|perch|crouch|tarr|settl|"
    r"recuperat|recover|chill|moon|vegetat|hibernat|malinger|faff|mooch|grumbl|sigh|mutter|sing)"
    r"(?:s|es|y|ies|ying|e|ing|ting|ning|ping|ming)?\b"
)
_TAKES: Final = re.compile(
    r"(?:take|takes|taking|have|has|having|enjoy|enjoys|enjoying|grant myself|allow myself|permit "
    r"myself|treat myself to|indulge in) (?:little |short |quick |nice |well earned |brief )?"
    r"(?:break|rest|breather|nap|pause|sit|sit down|lie down|snooze|doze|kip|breath|stretch|"
    r"time out|timeout|holiday|siesta)"
)
_WASTES: Final = re.compile(
    r"(?:kill|kills|killing|waste|wastes|wasting|squander|squanders|squandering|while away|whiles "
    r"away|whiling away|idle away|idles away|idling away|fritter away|fritters away|frittering "
    r"away|lose|loses|losing|fritter|dream away|dreams away|sleep away|sit out|sits out|wait out|"
    r"waits out|see out|while|laze away|lounge away|loaf away|throw away|throws away|twiddle away|"
    r"pass|passes|passing|burn off) D"
)
_LETS: Final = re.compile(
    r"(?:let|lets|letting|watch|watches|watching|allow|allows) D (?:to )?(?:pass|pass by|go by|"
    r"slip by|slip away|tick by|tick away|elapse|go|tick past|roll by|drift by|slide by|run out|"
    r"run|go past|go to waste)"
)
_SPENDS: Final = re.compile(
    r"(?:spend|spends|spending|take|takes|use|uses|devote|devotes|give|gives|waste|wastes|need|"
    r"needs|pass|passes)(?: just| only)?(?: D| it)(?: just| only| merely)? "
    r"(?:in|on|to|at|for|with) "
    r"(?:idleness|nothing|contemplation|thought|rest|peace|inactivity|quiet contemplation|"
    r"meditation|reflection|absolutely nothing|nothing at all|doing nothing|idle thought|"
    r"reverie|silence|quiet|boredom|repose|leisure|inaction|no action|nothing in particular|"
    r"nothing much|nothing whatsoever|complete idleness|deep thought|utter idleness)"
)
_BREATHES: Final = re.compile(
    _TAKES.pattern
    + r"(?: there| here| in there| in here)?|(?:do|does) (?:squat|zilch|nada|zip|jack|diddly|"
    r"nowt|sod all|nothing useful|nothing worth mentioning)|"
    r"pauses? for breath|(?:catch|catches|recover|recovers) (?:eir |his |her )?breath|"
    r"(?:waste|wastes|squander|squanders|kill|kills) time|lets? time pass"
)
_HEADS: Final = kinds(
    "take takes have has enjoy enjoys grant allow permit treat indulge do does pause pauses catch "
    "catches recover recovers waste wastes squander squanders kill kills let lets"
)
_SUBJECTS: Final = kinds("SELF NAME SEP SEPWORD THEREUPON STOP")
_IDLY: Final = kinds("idly idle lazily quietly inactive doing")


def settle_idleness(words: list[Word]) -> None:
    """A minute of nothing becomes the plain "do nothing"."""
    for at, word in enumerate(words[:-1]):
        if word.type == "ABANDON" and word.text.startswith("leav") and words[at + 1].type == "TO":
            word.type, word.senses = "ODD", ()  # "I leave my comrades to their dinner"
    minutes = [n for n, word in enumerate(words) if word.type == "DUR"]
    if len(minutes) > 1 or any(word.type in _ELSE - {"DUR"} for word in words):
        return
    if minutes:
        if words[minutes[0]].number == 1 and words[minutes[0]].type == "DUR":
            _minute(words, minutes[0])
        return
    if not any(word.type in _PLAYED for word in words):
        return
    for at, word in enumerate(words):
        if word.text.split(" ")[0] in _HEADS and at and words[at - 1].type in _SUBJECTS:
            _breather(words, at)
        if word.text in ("spend", "spends", "spending") and at + 1 < len(words):
            _spends_it(words, at)


def _breather(words: list[Word], at: int) -> None:
    """ "I take a break", "I do zilch", if that is all that is said."""
    end = _end(words, at)
    said = words[at:end]
    text = " ".join(word.text for word in said if word.text)
    text = re.sub(r"\b(?:em|him|her|them)self\b", "myself", text)
    last = end == len(words) or words[end].type in ("STOP", "PARAGRAPH")
    if last and _BREATHES.fullmatch(text):
        _idle(words, at, end, keep=None)


def _spends_it(words: list[Word], at: int) -> None:
    """ "A minute goes by, Pip spends it on nothing"."""
    end = _end(words, at)
    said = " ".join(word.text for word in words[at:end] if word.text)
    if words[at + 1].text == "it" and _SPENDS.fullmatch(said):
        _idle(words, at, end, keep=None)


def _minute(words: list[Word], minute: int) -> None:
    start = minute
    while start and words[start - 1].type not in _BREAKS and minute - start < 10:
        start -= 1
    end = _end(words, minute)
    _spends_it_later(words, minute, end)
    said = words[start:end]
    if not _is_told_in_play(words, start, end):
        return
    if any(word.type in _SLOTS and word.text not in ("rest",) for word in said):
        return
    text = " ".join("D" if w.type == "DUR" else w.text for w in said if w.text and not _adverb(w))
    text = re.sub(r"\b(?:em|him|her|them)self\b", "myself", text)
    text = re.sub(r"\b(?:eir|his|their) ", "", text)
    head, _, tail = text.partition(" D")
    spent = re.match(
        r"(?:spend|spends|spending|take|takes|use|uses) D(?: just| only)?(?: to)? (.+)$", text
    )
    idle = (
        _WASTES.match(text) is not None
        or _LETS.fullmatch(text) is not None
        or _SPENDS.fullmatch(text) is not None
        or (_TAKES.match(head) is not None and len(tail.split()) < 4)
        or (_STEMS.match(head) is not None and len(tail.split()) < 7)
        or (
            spent is not None
            and _STEMS.match(spent[1]) is not None
            and spent[1].split(" ")[0].endswith("ing")
        )
        or (
            re.fullmatch(r"(?:spend|spends) D", text) is not None
            and any(word.text in _IDLY for word in said)
        )
    )
    if idle:
        _idle(words, start, end, keep=minute)


def _is_told_in_play(words: list[Word], start: int, end: int) -> bool:
    """Whether the clause belongs to a walk through the boat, and nothing hangs on it."""
    if end < len(words) and words[end].type == "SEPWORD" and words[end].text not in ("and", "then"):
        return False
    before = words[start - 1] if start else None
    if before is None or before.type in ("STOP", "PARAGRAPH", "QUERY", "COLON"):
        first = words[start].text.split(" ")[0]
        if first in ("hang", "hold", "wait", "stay", "keep", "think", "let"):
            return False
    return any(word.type in _PLAYED for word in words)


def _spends_it_later(words: list[Word], minute: int, end: int) -> None:
    """ "A minute goes by.  Pip spends it on nothing": what goes by is that minute."""
    for at in range(end, min(end + 8, len(words) - 1)):
        if words[at].text in ("spend", "spends") and words[at + 1].text == "it":
            until = _end(words, at)
            said = " ".join(word.text for word in words[at:until] if word.text)
            if _SPENDS.fullmatch(said):
                _idle(words, at, until, keep=None)
                for word in words[minute + 1 : end]:
                    blank(word)
            return


def _end(words: list[Word], at: int) -> int:
    end = stretch_end(words, at + 1, _BREAKS)
    return end


def _idle(words: list[Word], start: int, end: int, *, keep: int | None) -> None:
    """The words from here to there say that nothing is done."""
    first = next(n for n in range(start, end) if n != keep)
    form: Form = "s" if start and words[start - 1].type == "NAME" else ""
    for n in range(start, end):
        if n != keep:
            blank(words[n])
    words[first].become(Sense("NOACTION", form=form))
    words[first].text = "do nothing"


def _adverb(word: Word) -> bool:
    return word.type == "FILL" and word.text.endswith("ly")
