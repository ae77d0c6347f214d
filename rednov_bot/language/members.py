"""Joining and leaving in many words: "I end my membership in it", "Red November: I join"."""

from __future__ import annotations

from typing import Final, Literal

from rednov_bot.language.words import Sense, Word, kinds

_ENDS: Final = kinds("STOP PARAGRAPH QUERY")
_BARE: Final = frozenset(["leave", "enter", "exit", "agree to", "drop out of", "renounce"])
"""What these do to "it" may be something else."""
_LISTED: Final = frozenset(["contests", "contracts", "games"])
_JOINS: Final = kinds(
    "join joins enter enters enlist enlists enrol enroll enrols enrolls register registers "
    "make opt opts subscribe subscribes consent consents agree agrees"
)
_QUITS: Final = kinds(
    "leave leaves quit quits resign resigns withdraw withdraws deregister deregisters "
    "unsubscribe unsubscribes"
)
_ENDS_IT: Final = kinds("end ends terminate terminates cancel cancels relinquish renounce")
_BELONGING: Final = kinds(
    "agreement consent participation membership contestantship contestancy involvement"
)
_BESIDE: Final = kinds(
    "contest contestant contestants following known as called named game contract rules "
    "terms party member player crew into out from of in to at once too also formally "
    "herewith public private rn be being myself both"
)
"""Words that may stand between the verb and the contest."""
_PASSED: Final = kinds("FILL COLON QUOTE OPENING NOW HEADING")
_OPENS_NEXT: Final = kinds("STOP OPENING FILL NOW")
_LEADS_TO: Final = kinds("FILL COLON DASH SEP")


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
    for at in [at for at, word in enumerate(words) if word.type == "CONTEST"]:
        if not _settle_before(words, at):
            _settle_behind(words, at)
            _settle_next(words, at)
    if any(word.type == "JOIN" for word in words):
        for word in words:
            if word.type == "LOOKUP" and word.text.endswith(("me in", "me up")):
                word.type, word.senses = "FILL", ()  # "Count me in: I join ..."


def _settle_before(words: list[Word], contest: int) -> bool:
    """ "I terminate my participation in the contest known as Red November"."""
    belongs = False
    for at in range(contest - 1, max(contest - 12, -1), -1):
        word = words[at]
        if word.text in _BELONGING:
            belongs = True
        elif kind := _membership(word, belongs=belongs):
            if not _is_said_by_one(words, at):
                return False
            word.become(Sense(kind, form=word.form))
            word.senses = ()
            for between in words[at + 1 : contest]:
                between.type, between.senses = "FILL", ()
            return True
        elif word.type not in _PASSED and word.text not in _BESIDE:
            return False
    return False


def _settle_behind(words: list[Word], contest: int) -> None:
    """ "Red November: I join"."""
    at = contest + 1
    while at < len(words) and words[at].type in _LEADS_TO:
        at += 1
    me, at = at, at + 1
    while at < len(words) and words[at].type == "FILL":
        at += 1
    if at >= len(words) or words[me].type != "SELF":
        return
    behind = words[at + 1].type if at + 1 < len(words) else "STOP"
    if behind in (*_ENDS, "SEP") and (kind := _membership(words[at], belongs=False)):
        _name_behind(words, at, words[contest], kind)


def _settle_next(words: list[Word], contest: int) -> None:
    """ "I hereby join.  (Red November, that is.)": named right behind the verb's full stop."""
    at = contest - 1
    while at >= 0 and words[at].type in _OPENS_NEXT:
        at -= 1
    if at < 0 or at == contest - 1 or not (kind := _membership(words[at], belongs=False)):
        return
    if _is_said_by_one(words, at):
        _name_behind(words, at, words[contest], kind)


def _name_behind(words: list[Word], at: int, name: Word, kind: str) -> None:
    """The verb gets the contest that is named elsewhere as its object."""
    verb = words[at]
    verb.become(Sense(kind))
    verb.senses = ()
    words.insert(at + 1, Word("CONTEST", verb.end, verb.end, name.text, name=name.name))
    name.type, name.senses = "FILL", ()


def _membership(verb: Word, *, belongs: bool) -> Literal["JOIN", "QUIT", ""]:
    """Which of the two a verb means before the name of a contest."""
    looked_up = verb.type == "LOOKUP" and verb.text.startswith("join the")
    if verb.type == "JOIN" or looked_up or (verb.text in _JOINS and not belongs):
        return "JOIN"
    if verb.type == "QUIT" or verb.text in _QUITS or (belongs and verb.text in _ENDS_IT):
        return "QUIT"
    return ""


def _is_said_by_one(words: list[Word], verb: int) -> bool:
    """Whether the author is right before the verb."""
    at = verb - 1
    while at >= 0 and words[at].type in ("FILL", "NOW"):
        at -= 1
    return at >= 0 and words[at].type == "SELF"


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
