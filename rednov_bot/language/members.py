"""Joining and leaving where the contest is named elsewhere: "agrees to be bound by it"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.words import Sense, Word, kinds

_ENDS: Final = kinds("STOP PARAGRAPH QUERY")
_BARE: Final = frozenset(["leave", "enter", "exit", "agree to", "drop out of", "renounce"])
"""What these do to "it" may be something else."""
_LISTED: Final = frozenset(["contests", "contracts", "games"])


def settle_members(words: list[Word]) -> None:
    """ "it" behind a verb of joining or leaving is the contest that the sentence has named."""
    named: Word | None = None
    for at, word in enumerate(words):
        if word.type in _ENDS and word.text != "\n":
            named = None
        elif word.type == "CONTEST":
            named = word
        elif word.text in ("it", "you") and named and at and _is_of_members(words[at - 1]):
            word.become(Sense("CONTEST", name=named.name))
            word.senses, word.text = (), named.text
        elif word.type == "COLON":
            _settle_list(words, at)


def _is_of_members(verb: Word) -> bool:
    root = verb.text.removesuffix("s")
    return root not in _BARE and (verb.can_be("JOIN") or verb.can_be("QUIT")) is not None


def _settle_list(words: list[Word], colon: int) -> None:
    """ "I leave the following contests:" and lines below, one of them ours."""
    verb = next(
        (at for at in range(colon - 1, max(colon - 8, -1), -1)
         if words[at].can_be("JOIN") or words[at].can_be("QUIT")), None
    )  # fmt: skip
    if verb is None or not any(word.text in _LISTED for word in words[verb:colon]):
        return
    at = colon + 1
    while at < len(words) and words[at].type in ("STOP", "PARAGRAPH", "DASH", "FILL"):
        at += 1
    while at < len(words) and words[at].type in ("OTHER", "FILL", "DASH", "CONTEST", "SEP", "STOP"):
        if words[at].type == "CONTEST" and _is_line(words, at):
            for word in words[verb + 1 : colon]:
                word.type, word.senses = "FILL", ()
            words[colon].type, words[colon].name = "CONTEST", words[at].name
            words[at].type, words[at].senses = "FILL", ()
            return
        at += 1


def _is_line(words: list[Word], at: int) -> bool:
    """Whether nothing else stands in its line."""
    after = words[at + 1].type if at + 1 < len(words) else "STOP"
    return words[at - 1].type in ("STOP", "PARAGRAPH", "DASH", "FILL") and after in (
        *_ENDS, "SEP", "FILL",
    )  # fmt: skip
