"""Minutes told by themselves: "Make it eight minutes", "Eight minutes should do it"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.doings import VERBS
from rednov_bot.language.neighbours import stretch_start
from rednov_bot.language.words import Word, kinds

_ENDS: Final = kinds("STOP PARAGRAPH QUERY SEP SEPWORD COLON DASH OPENING CLOSING ASIDE ASIDE_END")
_WORKS: Final = kinds("UNBLOCK EXTINGUISH PUMP FIX HALT KILL")
_SAID: Final = kinds(
    "make it call let's us say let that's is that all gets please should will ought do to it's be "
    "off clock for me put down i shall need allow myself which and job work this the worth my an a "
    "suffice so then with ' of time well spent exactly precisely flat gives give grant takes take "
    "i'll reckon i'd set aside allot budget reserve costs cost must "
    "task needs wants deserves plenty enough sufficient fine generous being what i've have got can "
    "spare are trick into life of"
)
"""Such minutes may be told with these words and no others."""


def settle_amounts(words: list[Word]) -> None:
    """The only minutes of a letter whose action has none are the action's."""
    durations = [word for word in words if word.type == "DUR"]
    if len(durations) != 1 or durations[0].surcharge:
        return
    minutes = durations[0]
    at = next(n for n, word in enumerate(words) if word is minutes)
    start = end = at
    while start and words[start - 1].type not in _ENDS:
        start -= 1
    while end < len(words) and words[end].type not in _ENDS:
        end += 1
    said = {piece for n in range(start, end) if n != at for piece in words[n].text.split()}
    polite = end + 1 < len(words) and words[end + 1].type == "PLEASE"
    if not (said or polite) or not said <= _SAID or words[start].type == "NEG":
        return
    told = [word for word in words[:start] if any(word.can_be(kind) for kind in _WORKS)]
    sentence = stretch_start(words, start, ("STOP", "PARAGRAPH", "QUERY"))
    asked = end < len(words) and words[end].type == "QUERY"
    if not told or asked or all(word.type != "SELF" for word in words[:start]):
        return
    if any(w.type in ("COND", "NEG", "PAST") for w in words[sentence:end]):
        return
    if any(word.type in VERBS and word.type != "SPEND" for word in words[start:end]):
        return
    if polite and words[end].type == "SEP":
        words[end + 1].type = "FILL"
    words[start:end] = [minutes]
