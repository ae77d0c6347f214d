"""Words that only look like a step: "heat at 8", "take two: ...", "out of bed", "a can of oil"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import kind_at, past_fill, stretch_end
from rednov_bot.language.words import Sense, Word, kinds

NOUNS: Final = kinds("can plan plans idea ideas")
"""What is a noun at times, and else the sign that nothing is done yet."""
_ENDS: Final = kinds("STOP PARAGRAPH QUERY SEP SEPWORD CLOSING COLON") | {""}
_TRACKS: Final = kinds("heat pressure asphyxiation")
_STANDS: Final = kinds("at is now stands already still being reaching hits to on near of track")
_ASKERS: Final = kinds("FILL NAME STATE SELF PAST")
_LEADS_TO_NOUN: Final = kinds("TO FOR THROUGH MEANS FROM")
_POINTED: Final = kinds("here there it this that")
_SUBS: Final = kinds("sub submarine boat ship vessel hull airlock")


def is_on_a_track(words: list[Word], at: int) -> bool:
    """ "Heat at 8", "the pressure is 9 by now": where a marker stands, and no room."""
    back = at - 1
    while back >= 0 and (words[back].text in _STANDS or words[back].type == "FILL"):
        back -= 1
    track = at - back > 1 and words[back].type == "OTHER" and words[back].text in _TRACKS
    return track and kind_at(words, at + 1) not in ("SLASH", "DASH", "ARROW", "NUM")


def counts_tries(words: list[Word], at: int) -> bool:
    """ "Take two: ...": the second try, as in a film."""
    tries = at > 0 and words[at - 1].text in ("take", "attempt", "try")
    before, behind = kind_at(words, at - 2), kind_at(words, at + 1)
    return tries and before in ("", "PARAGRAPH") and behind == "COLON"


def settle_things(words: list[Word], at: int) -> None:
    """ "Two things before I decide: ..."."""
    before = kind_at(words, at - 1)
    if not words[at].text.endswith("things") or (before not in _ENDS and before not in _ASKERS):
        return
    end = stretch_end(words, at + 1, ("STOP", "PARAGRAPH", "COLON", "QUERY"))
    if kind_at(words, end) in ("COLON", "QUERY") and not any(
        word.type in ("ITEM", "ROOM", "DRAW", "MACHINE") for word in words[at + 1 : end]
    ):
        words[at].type, words[at].senses = "FILL", ()


def settle_out_of(words: list[Word], at: int) -> None:
    """ "I go out of the captain's to 9": from there; "out of bed": no way at all."""
    of, place, to, goal = (words[at + 1 : at + 5] + [words[at]] * 4)[:4]
    strange = place.type == "OTHER" or (place.text in _POINTED and not _opens_before(words, at))
    if of.text == "of" and strange and place.text not in _SUBS:
        for word in (words[at], of, place):
            word.type, word.senses = "OTHER", ()
        return
    leads = of.text == "of" and to.type == "TO"
    if leads and place.type in ("ROOM", "NUM") and goal.type in ("ROOM", "NUM"):
        words[at].become(Sense("GO", form=words[at].form))
        words[at].senses = ()
        of.become(Sense("FROM"))


def settle_noun(words: list[Word], at: int) -> None:
    """ "I open a can of beans and ...", "I stick to the plan and ...": nothing is only planned."""
    word, before, behind = words[at], words[at - 1] if at else None, words[at + 1 : at + 2]
    if before is None or not behind:
        return
    if word.text == "can":
        if word.det or behind[0].text == "of":
            word.type, word.senses = "OTHER", ()
        return
    ahead = past_fill(words, at + 1)
    goes_on = kind_at(words, ahead) in ("SEPWORD", "THEREUPON")
    led = before.type in _LEADS_TO_NOUN or before.text in ("of", "with", "about", "over")
    if word.type == "PLAN" and goes_on and led:
        word.type, word.senses = "OTHER", ()


def _opens_before(words: list[Word], at: int) -> bool:
    """Whether a hatch is opened in the sentence, before this place."""
    for word in reversed(words[:at]):
        if word.type in ("STOP", "PARAGRAPH"):
            return False
        if word.type in ("HATCH", "PATH", "DOOR", "EXTERIOR") or word.can_be("OPEN"):
            return True
    return False
