"""Tiles given and thrown away in lists: "two items: a grog, a charm", "Discards:", "grog ... 1"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import COUNTED, kind_at, stretch_end, stretch_start
from rednov_bot.language.words import Sense, Word, kinds

_STOPS: Final = kinds("STOP PARAGRAPH QUERY")
_AND: Final = kinds("SEP SEPWORD PLUS FILL")
_LEADS_ON: Final = kinds("COLON SEP DASH OPENING")
_SAID_OF: Final = kinds(
    "FILL FOR SELF STATE OTHER TO WHO NOW IN THROUGH GIVE KRAKEN VAGUE FROM REMARK"
)
_AIMS: Final = kinds("limit over within hold keep meet satisfy excess many") | {
    "down to", "hand limit", "back to", "item limit",
}  # fmt: skip
_AIMED: Final = (" limit", "down to four", "down to three", "down to five", "down to two")
_AIMING: Final = kinds("FILL TO GO IN MEANS OTHER NUM TILEWORD STATE SEPWORD SEP FOR STAY KRAKEN")
"""What may be said of how many tiles one comes down to."""
_LIMITS: Final = frozenset(["down to", "hand limit", "limit", "back to"])


def settle_parcels(words: list[Word]) -> None:
    """Every number, colon and heading that only leads to a list of tiles means nothing."""
    kinds_ = {word.type for word in words}
    if kinds_.isdisjoint(COUNTED):
        return
    at = 0
    while at < len(words):
        word = words[at]
        if word.type == "ITEM":
            _leader_dots(words, at)
        elif word.type == "TILEWORD" and word.number:
            _told_by_name(words, at)
        elif word.type == "DISCARD" or (len(word.senses) > 1 and word.can_be("DISCARD")):
            _discarding(words, at)
        elif word.type == "RETURN":
            at = _returning(words, at)
        at += 1


def _leader_dots(words: list[Word], at: int) -> None:
    """ "grog ..... 1": a table with its number behind dots."""
    end = at + 1
    while kind_at(words, end) == "STOP" and words[end].text == ".":
        end += 1
    if end < at + 3 or kind_at(words, end) != "NUM" or words[at].number:
        return
    number = words[end].number
    if number:
        words[at].number, words[at].end = number, words[end].end
        del words[at + 1 : end + 1]
    elif at and words[at - 1].type == "STOP":
        del words[at - 1 : end + 1]


def _told_by_name(words: list[Word], at: int) -> None:
    """ "two items, a toolbox and a charm": where number and names agree, the names are enough."""
    if not any(_takes(word) for word in _sentence_before(words, at)):
        return
    first = at + 1
    while kind_at(words, first) in _SAID_OF:
        first += 1
    if kind_at(words, first) not in _LEADS_ON:
        return
    while kind_at(words, first) in (*_LEADS_ON, "FILL", "REMARK"):
        first += 1
    if kind_at(words, first) != "ITEM":
        return
    count, end = 0, first
    while kind_at(words, end) == "ITEM":
        if words[end].plural and not words[end].number:
            return
        count, end = count + (words[end].number or 1), end + 1
        ahead = end
        while kind_at(words, ahead) in _AND:
            ahead += 1
        if ahead > end and kind_at(words, ahead) == "ITEM":
            end = ahead
    if count == words[at].number:
        for blank in words[at:first]:
            blank.type, blank.senses = "FILL", ()
        if kind_at(words, end) == "CLOSING":
            words[end].type = "FILL"


def _takes(word: Word) -> bool:
    return (
        word.can_be("GIVE") is not None or word.can_be("DISCARD") is not None or word.type == "GIVE"
    )


def _sentence_before(words: list[Word], at: int) -> list[Word]:
    start = stretch_start(words, at, _STOPS)
    return words[start:at]


def _discarding(words: list[Word], at: int) -> None:
    """ "Discarded by me:", "Discard as required by the Kraken card: one code"."""
    _down_to(words, at)
    verb = words[at]
    opens = not any(
        word.type not in ("FILL", "DASH", "SELF") for word in _sentence_before(words, at)
    )
    end = at + 1
    while end < len(words) and words[end].type in _SAID_OF | {"SEP"}:
        end += 1
    colon = kind_at(words, end) == "COLON"
    if not colon:
        return
    if verb.form == "past" and not opens:
        return
    below = kind_at(words, end + 1) == "STOP"
    if kind_at(words, end + 1) not in COUNTED and not (below and verb.form == "past"):
        return
    verb.become(Sense("DISCARD"))
    verb.senses = (Sense("DISCARD"),)
    if verb.form == "" and {"by", "me"} <= {w.text for w in words[at:end]}:
        words.insert(at, Word("SELF", verb.start, verb.start, "i"))  # "discarded by me"
        at, end = at + 1, end + 1
    for blank in words[at + 1 : end if below else end + 1]:
        blank.type, blank.senses = "FILL", ()


def _down_to(words: list[Word], at: int) -> None:
    """ "Down to four: I drop ...", "for the hand limit of 4"."""
    start = stretch_start(words, at, _STOPS)
    end = stretch_end(words, at, _STOPS)
    _pass_over_aims(words, start, at, end)
    for n in range(start, end - 1):
        if words[n].text not in _LIMITS:
            continue
        number = n + 1 + (kind_at(words, n + 1) == "FILL")
        if kind_at(words, number) != "NUM":
            continue
        if kind_at(words, number + 1) in ("COLON", "SEP", "STOP", "", "FOR", "CLOSING"):
            for blank in words[n : number + 1]:
                blank.type, blank.senses = "FILL", ()
            if kind_at(words, number + 1) == "COLON":
                words[number + 1].type = "SEP"


def _pass_over_aims(words: list[Word], start: int, verb: int, end: int) -> None:
    """ "To come down to three tiles I discard ...", "... to get down to four items"."""
    subject = next((n for n in range(start, verb) if words[n].type == "SELF"), verb)
    last = max((n for n in range(verb, end) if words[n].type == "ITEM"), default=end)
    for first, stop in ((start, subject), (last + 1, end)):
        part = words[first:stop]
        counts = any(word.type in ("TILEWORD", "NUM") for word in part)
        limits = any(word.text in _AIMS or word.text.endswith(_AIMED) for word in part)
        if counts and limits and all(word.type in _AIMING for word in part):
            for blank in part:
                blank.type, blank.senses, blank.text = "FILL", (), "hand limit"


def _returning(words: list[Word], at: int) -> int:
    """ "My return gift to Bob: a grog"; returns where to go on."""
    before = [word for word in _sentence_before(words, at) if word.type not in ("FILL", "DASH")]
    if any(word.type not in ("GIVE", "SELF", "OTHER") or word.text == "i" for word in before):
        return at
    gift = "gift" in words[at].text or any(word.text in ("gift", "gifts") for word in before)
    end = at + 1
    if kind_at(words, end) == "NUM" and words[end].text == "4":
        words[end].type = "TO"  # "4 Bob"
    if kind_at(words, end) not in ("TO", "FOR") or kind_at(words, end + 1) != "NAME":
        return at
    colon = end + 2
    if not (kind_at(words, colon) == "COLON" or (colon < len(words) and words[colon].text == "=")):
        return at
    if not gift and kind_at(words, end) == "TO" and words[end].text != "for":
        return at
    name = words[end + 1]
    for word in before:
        word.type, word.senses = "FILL", ()
    words[end].become(Sense("GIVE"))
    words[end].senses, words[end].text = (), "give"
    if kind_at(words, colon + 1) != "STOP":
        words[colon].type = "FILL"
    words.insert(end, Word("SELF", name.start, name.start, "i"))
    return colon
