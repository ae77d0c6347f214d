"""Minutes and the thing they go on, in whatever order: "five on the engine", "the reactor gets 6".

The words around the two are known here by heart; the clause becomes the plain "fix the engine, five
minutes".  A clause in which anything else stands is left as it is.
"""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.antecedents import IDLE
from rednov_bot.language.doings import VERBS
from rednov_bot.language.words import Word, kinds
from rednov_bot.language.works import DOING, doing, is_stuck

_ENDS: Final = kinds(
    "STOP PARAGRAPH QUERY SEP SEPWORD DASH OPENING CLOSING ASIDE ASIDE_END THEREUPON AFTER ONFAIL"
)
_LONGEST: Final = 16
_QUIET: Final = kinds("' 's now then hereby just next simply another full also straight here there")
_WORK: Final = (
    r"(?:(?:hard|honest|solid|good|more|some) )?(?:work|working|repairs?|repair work|repairing|"
    r"fixing|effort|toil|labour|labor|attention|care|time|maintenance|mending|tinkering|pumping|"
    r"bailing|fighting|firefighting|extinguishing|unblocking|stopping|sweat|elbow grease)"
)
_MIN: Final = rf"(?P<min>D|N)(?:(?: ')?(?: of)?(?: worth of)? {_WORK})?"
_SELF: Final = r"(?:I )?"
_TAIL: Final = (
    r"(?: (?:from me|of me|from clock|of clock|off clock|for me|myself|worth|"
    rf"(?:of|'|from)(?: all)? ?{_WORK}|with it|on it))*"
)
_ON: Final = (
    r"(?:on|to|into|in|onto|for|at|towards?|against|for sake of|working on|up on|from clock for)"
)
_TOIL: Final = (
    r"toil away|toil|labour|labour away|slave|"
    r"slave away|start|get busy|bang away|hammer away|hammer|work away|keep working|"
    r"get to work|go to work|set to work|set to|lay hands|turn|turn attention|tinker|tinker away|"
    r"keep busy|busy myself|lay into|toil on|have go|potter|potter about|put in work"
)
_GIVES: Final = (
    r"put|puts|putting|dedicate|dedicating|devote|devoting|pour|pouring|sink|sinking|throw|give|"
    r"giving|allot|allocate|set aside|lay out|assign|invest|investing|commit|spend|spending|use|"
    r"put down|put in|mark down|book|do|doing|work|working|contribute|burn|bet|reserve|"
    r"donate|offer|aim|expend|toil|put me down for|mark me down for|put myself down for"
)
_PATTERNS: Final = tuple(
    re.compile(pattern + _TAIL)
    for pattern in (
        rf"T (?:get|gets|getting|receives?|takes up) {_MIN}",
        rf"IM (?:busy |hard |back |over )?(?:on|at|by|with|to|working on|onto|working at) T {_MIN}",
        rf"{_SELF}(?:{_TOIL}) (?:on |at |by |to |over |with |working on |into |away at )?T {_MIN}",
        rf"{_MIN} (?:{_SELF}(?:{_TOIL}) )(?:on |at |by |to |over |with |working on |into )?T",
        rf"(?:and )?{_MIN} "
        rf"(?:go |goes |are going |is going |going |are spent |spent |spent working )?{_ON} T",
        r"T(?: it is| again)?(?: :)? (?:for |with )?(?P<min>D)",
        r"T(?: :)? x (?P<min>N)",
        rf"{_SELF}(?:{_GIVES}) {_MIN} {_ON} T",
        rf"{_ON} T {_SELF}(?:{_GIVES}) {_MIN}",
        rf"{_SELF}(?:give|giving|grant|allow|lend|spare|offer) T {_MIN}",
        rf"(?:{_SELF}(?:do|make|attempt|perform|carry out|do some|make some|try|put in) )?"
        rf"T {_WORK}(?: :)? {_MIN}",
        rf"(?:{_SELF}(?:do|make|attempt|perform|carry out) )?(?P<min>D)(?: of)? T {_WORK}",
    )
)
_AT: Final = r"(?:on|at|into|against|with|over|in|to|by|upon)"
_ITS_ME: Final = r"(?:it's |it is |then it's )?(?:just )?me (?:against|versus|vs|v|contra) T"
_PAINTED: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<min>D) (?:of |worth of )?(?:x ){{0,3}}G (?:x )?(?:{_AT} )?T(?: x){{0,2}}",
        r"(?P<min>D) (?:of |worth of )?(?:x ){0,2}T G",
        r"T G (?:: |for )?(?P<min>D)",
        rf"{_ITS_ME} (?:for |: )?(?P<min>D)",
        rf"(?P<min>D) of {_ITS_ME}",
    )
)
"""With words that nobody knows, only what is done in the minutes may be left open."""
_DUEL: Final = re.compile(_ITS_ME)
_TELLING: Final = kinds(
    "after before during than instead like as until till since while whether because nor except "
    "besides unlike nobody nothing without not from away off about near beside behind of on at "
    "into against with over in to by upon me it's it just then for worth : versus vs v contra"
)


def settle_efforts(words: list[Word]) -> None:
    """Every clause that is only minutes and what they go on says what is done."""
    at = 0
    while at < len(words):
        stop = at
        thing = minutes = False
        while stop < len(words) and words[stop].type not in _ENDS:
            thing = thing or words[stop].type in DOING or is_stuck(words[stop])
            minutes = minutes or words[stop].type in ("DUR", "NUM")
            stop += 1
        if thing and minutes and stop - at <= _LONGEST and (told := _told(words[at:stop])):
            words[at:stop] = told
            stop = at + len(told)
        elif thing and [w.type for w in words[stop : stop + 2]] == ["SEP", "DUR"]:
            stop += _duel(words, at, stop)
        at = stop + 1


def _duel(words: list[Word], at: int, stop: int) -> int:
    """ "Me against the fire, six minutes"; returns how many words there are more."""
    thing = _thing(words[at:stop])
    said = ["T" if w in thing[:1] else w.text for w in words[at:stop] if w not in thing[1:]]
    if _DUEL.fullmatch(" ".join(said)) is None:
        return 0
    words[at:stop] = [Word(doing(thing[0]), words[at].start, words[at].start, "work on"), *thing]
    return 1 + len(thing) - (stop - at)


def _told(clause: list[Word]) -> list[Word] | None:
    """One clause in plain order, if it fits a pattern."""
    if any(word.type == "ODD" for word in clause):
        return None  # "I start the fire"
    thing = _thing(clause)
    signs = []
    for word in clause:
        if word in thing:
            signs += ["T"] if word is thing[0] else []
        elif word.text not in _QUIET:
            signs.append(_sign(word))
    match = next((m for p in _PATTERNS if (m := p.fullmatch(" ".join(signs)))), None)
    match = match or _painted(clause, thing)
    if match is None:
        return None
    counts = "DUR" if match["min"] == "D" else "NUM"
    minutes = next(word for word in clause if word.type == counts)
    minutes.type, minutes.senses = "DUR", ()
    verb = Word(doing(thing[0]), thing[0].start, thing[0].start, "work on")
    for word in thing[:1]:
        word.senses = ()
    own = [w for w in clause if w.type == "SELF"][:1]
    for word in own:
        word.text = "i"
    return [*own, verb, *thing, minutes]


def _painted(clause: list[Word], thing: list[Word]) -> re.Match[str] | None:
    """The same with words that nobody knows: "two minutes' heavy leaning on the stuck hatch"."""
    signs = []
    for word in clause:
        if word in thing:
            signs += ["T"] if word is thing[0] else []
        elif word.text not in _QUIET:
            signs.append(_paint(word))
    return next((m for p in _PAINTED if (m := p.fullmatch(" ".join(signs)))), None)


def _paint(word: Word) -> str:
    sign = _sign(word)
    if sign != word.text or word.text in _TELLING or word.text in IDLE:
        return sign
    if word.text.endswith("ing"):
        return "G" if word.type == "OTHER" or word.type in VERBS else sign
    return "x" if word.type in ("OTHER", "FILL") else sign


def _thing(clause: list[Word]) -> list[Word]:
    """What is worked on; a stuck hatch with where it leads."""
    for at, word in enumerate(clause):
        if word.type in DOING:
            return [word]
        if is_stuck(word):
            end = at + 1
            if word.type == "DOOR" and [w.type for w in clause[end : end + 1]] == ["TO"]:
                end += 2
            return clause[at:end]
    return []


def _sign(word: Word) -> str:
    """The word as the patterns spell it."""
    match word.type:
        case "DUR":
            return "D"
        case "NUM":
            return "N"
        case "TIMES":
            return "x"
        case "SELF":
            return {"i": "I", "i'm": "IM", "i am": "IM", "im": "IM"}.get(word.text, "?")
        case _:
            return word.text
