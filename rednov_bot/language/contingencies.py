"""What is said to happen only in a certain event: the escape of §13, the standing orders (7.1).

Nobody can list all the ways to say "if it fails", so a condition is known by its parts: it is
about the fire, the attempt or the dice, and that goes wrong; or about a hatch, and that jams; or
about fire, and that spreads.  An escape is believed only behind the fire that is fought.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from rednov_bot.language.words import Sense, Word, kinds

_Event: TypeAlias = Literal["ONFAIL", "ORDER_BLOCK", "ORDER_SPREAD", "again", ""]
_OPENS: Final = kinds("COND ONFAIL")
_OPENERS: Final = frozenset(["should", "were", "for event of", "event of", "lest"])
_ORDERS: Final = kinds("ORDER_BLOCK ORDER_SPREAD ORDER_DEFEND")
_BREAKS: Final = kinds(
    "SEP COLON DASH ARROW STOP PARAGRAPH QUERY OPENING CLOSING ASIDE ASIDE_END SEPWORD THEREUPON"
)
_SENTENCE_ENDS: Final = kinds("STOP PARAGRAPH QUERY")
_SLOTS: Final = kinds(
    "HATCH PATH DUR ITEM TILEWORD NAME YOU KRAKEN EXTERIOR BARREL ROOM MACHINE SEA WATER VAGUE "
    "OWNER CONTEST"
)
"""A condition with one of these in it is about something else."""
_WAY: Final = kinds("HATCH PATH ROOM MACHINE NUM SEA EXTERIOR DOOR")
_LEADS: Final = kinds("TO THROUGH IN OUT FROM FILL")
_MOVES: Final = kinds("OPEN GO ENTER LEAVE")
_ACTS: Final = _MOVES | {"SELF", "UNBLOCK", "NUM", "USE"}
_FAILING: Final = frozenset(
    """fail fails failing failed failure failures burning burns burn burned ablaze alight aflame
    alive wins win survives survive surviving persists persist continues continue continuing lives
    rages rage raging remains remain resists resist endures endure lingers wrong vain nothing naught
    nought badly bad unlucky lose loses lost losing against amiss hate hates beats beat defeats
    defeat refuses refuse stubborn stays stay unkind betray betrays betrayed worst worse fruitless
    useless hopeless hopelessly botch botched miss misses missed unsuccessful unsuccessfully awry
    flop flops fizzles insufficient short backfires backfire desert deserts deserted low snake going
    declines dances dancing roars roar roaring crackling crackles glowing blazing flickers
    flickering smouldering outlasts outlive outlives overcome overcomes overwhelms best bests
    prevails prevail triumphs triumph ungrateful unmoved ideas disagree disagrees disobey frown frowns
    laughs laugh spite spites mock mocks turn turns keep keeps bust pear""".split()
)
_SUCCEEDING: Final = frozenset(
    """out work works worked succeed succeeds succeeded succeeding success successful well die dies
    dead done over extinguished quenched doused enough lucky kind kindly suffice suffices sufficient
    do does trick job beaten defeated gone subdued dying off right good put extinguish extinguishing
    douse quench kill smother suppress stop stops cease ceases yield yields obey obeys behave
    behaves relent relents surrender surrenders luck smile smiles favour favours favor manage
    manages pull help helps""".split()
)
"""With a "not" these say that it goes wrong; alone they say the contrary."""
_NOT: Final = frozenset(
    """not no never don't doesn't won't can't cannot isn't aren't didn't wasn't couldn't wouldn't
    shouldn't ain't nae dinna cannae willna unable refuse refuses refusing fail fails failing failed
    without nothing declines neither nor""".split()
)
_WEAK: Final = frozenset(
    "out do does over off right put luck kind turn turns keep keeps stay stays low".split()
)
"""These say nothing by themselves."""
_WINNERS: Final = frozenset(
    "win wins beat beats defeat defeats best bests prevail prevails triumph triumphs overcome "
    "overcomes survive survives lives going".split()
)
"""It goes wrong when the fire does this, and well when the gnome does."""
_CHANCE: Final = frozenset(
    """die dice roll rolls luck fate fortune odds attempt attempts effort efforts labour labours
    labor toil work extinguishing extinguishment extinguish dousing firefighting fight try action
    it that this they things all plan smoke heat i me gods we d10 number bones everything so which
    """.split()
)
"""What may go wrong, beside the fire itself."""
_JAMS: Final = ("block", "jam", "stuck", "stick", "seize", "wedge")
_SPREADS: Final = ("spread",)
_AGAIN: Final = frozenset(
    """if only but not no that this it one cannot can't isn't is be possible already blocked taken
    jammed gone stuck unavailable available free first else otherwise failing should drawn comes up
    come need needs needed necessary must have has to choose pick i i'm am so required may can there
    any card event case in asked when first either same full burning fire on chosen's do doesn't
    it's that's work fit allowed legal choice was were would were't be's then too one's which drawn""".split()
)
"""Within an order, a condition made of these only leads on to the next choice."""
_RANKS: Final = frozenset(["before", "then", "else", "otherwise", "over", "first"])
_PAST: Final = frozenset(
    "was were had did been yesterday ago earlier previously recently last".split()
)
_LABEL_KEYS: Final = frozenset(
    "contingency escape retreat fallback bolthole exit emergency backup failure plan".split()
)
_BARE: Final = frozenset(["if", "should", "were", "when", "once", "in"])
_LABEL_WORDS: Final = _LABEL_KEYS | frozenset(
    """move moves route hatch way out plan b on if of need be necessary needed my the in case back
    up for fire only iteration one para paragraph section clause 13 last resort door required should
    it go wrong fail fails when all else order standing ( )""".split()
)


def settle_contingencies(words: list[Word]) -> None:
    """Every condition that is an escape's or an order's becomes one word that says so."""
    at, sentence, fought = 0, 0, False
    while at < len(words):
        word = words[at]
        if word.type in _SENTENCE_ENDS:
            sentence = at + 1
        elif word.type == "EXTINGUISH":
            fought = True
        elif word.text == ":" and at > sentence:
            at = _label(words, sentence, at) if fought else at
            _fire_label(words, sentence, at)
        elif word.type in _ORDERS and at and words[at - 1].text == "no":
            word.type, words[at - 1].type = "FILL", "FILL"  # "no block order"
        elif word.type in _OPENS or word.text in _OPENERS or _is_any(words, at):
            _condition(words, sentence, at, fought=fought)
        at += 1


def _is_any(words: list[Word], at: int) -> bool:
    """ "Any hatch that must jam: 1-3"."""
    return words[at].text in ("any", "event") and words[at + 1 : at + 2] != []


def _label(words: list[Word], start: int, colon: int) -> int:
    """ "Emergency exit: 5-6", "Contingency (para. 13): ..."; returns where the colon stands."""
    label = words[start:colon]
    said = {piece for word in label for piece in word.text.split()}
    if not label or said.isdisjoint(_LABEL_KEYS) or not said <= _LABEL_WORDS:
        return colon
    if any(word.type in _ORDERS for word in label):
        return colon
    words[start:colon] = [_merged(label, "ONFAIL")]
    words[start + 1].type = "COLON"
    return start + 1


def _fire_label(words: list[Word], start: int, colon: int) -> None:
    """ "Fire: room 6 before room 3": rooms in an order are no minutes."""
    if colon != start + 1 or words[start].type != "FIRE":
        return
    rest: list[Word] = []
    for word in words[colon + 1 :]:
        if word.type in _SENTENCE_ENDS:
            break
        rest.append(word)
    said = [word for word in rest if word.type != "FILL"]
    rooms = [word for word in said if word.type in ("ROOM", "NUM")]
    ranked = any(word.text in _RANKS or word.type == "ROOM" for word in said)
    links = all(word.type in ("SEP", "ARROW") or word.text in _RANKS for word in said if word not in rooms)
    if len(rooms) > 1 and ranked and links:
        words[start].become(Sense("ORDER_SPREAD"))


def _condition(words: list[Word], sentence: int, at: int, *, fought: bool) -> None:
    """The condition that begins here, merged if it is one of the kind."""
    _head_order(words[sentence:at])
    before = {word.type for word in words[sentence:at]}
    ordering = not before.isdisjoint(_ORDERS)
    end = at + 1
    event: _Event = ""
    while True:
        closes = end >= len(words) or words[end].type in _BREAKS
        if closes or _may_follow(words, end):
            event = _event(words[at:end], ordering=ordering, fought=fought)
            if event == "again" and not closes and words[end].type in ("ROOM", "NUM"):
                return  # "if it is room 9"
            if event or closes:
                break
        if words[end].type in _SLOTS:
            break
        end += 1
    if not event or (event == "ONFAIL" and "ONFAIL" in before):
        return
    if event == "again":
        words[at:end] = [Word("SEP", words[at].start, words[end - 1].end, ",")]
    else:
        words[at:end] = [_merged(words[at:end], event)]
        _only_points(words, at + 1)


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
    if [word.type for word in before if word.type != "FILL"][1:] in ([], ["SEP"]) and before:
        for kind in _ORDERS:
            if (sense := before[0].can_be(kind)) is not None and before[0].type != kind:
                before[0].become(sense)


def _may_follow(words: list[Word], at: int) -> bool:
    """Whether what is done in that event may begin here, with no comma before it."""
    word = words[at]
    if word.type == "SELF":
        return True
    if word.type in ("HATCH", "PATH"):
        return True
    if word.type in _MOVES or word.type in _LEADS or word.type in ("NUM", "ROOM"):
        ahead = at + (word.type not in ("NUM", "ROOM"))
        while ahead < len(words) and words[ahead].type in _LEADS:
            ahead += 1
        return ahead < len(words) and words[ahead].type in _WAY
    return word.text in ("please", "then", "let", "it's", "my")


def _event(stretch: Sequence[Word], *, ordering: bool, fought: bool) -> _Event:
    """In which event this condition holds, if it is one that a turn may know."""
    if any(word.type in _SLOTS and word.text != "any" for word in stretch):
        return ""
    kinds_ = {word.type for word in stretch}
    pieces = [piece for word in stretch for piece in word.text.split()]
    if ordering and set(pieces) <= _AGAIN and (len(stretch) > 1 or pieces[0] not in _BARE):
        return "again"
    if not kinds_.isdisjoint(_ORDERS) or not _PAST.isdisjoint(pieces):
        return ""
    text = " ".join(pieces)
    negated = not _NOT.isdisjoint(pieces)
    if ("hatch" in text or "door" in text) and any(stem in text for stem in _JAMS):
        return "" if negated else "ORDER_BLOCK"
    if ("FIRE" in kinds_ or "fire" in text) and any(stem in text for stem in _SPREADS):
        return "" if negated else "ORDER_SPREAD"
    if ordering or not fought:
        return ""
    if stretch[0].type == "ONFAIL":
        more = len(stretch) > 1 and kinds_.isdisjoint(_ACTS)
        return "ONFAIL" if more and _goes_wrong(pieces[1:], kinds_) else ""
    if pieces in (["otherwise"], ["else"]):
        return "ONFAIL"
    return "ONFAIL" if _goes_wrong(pieces[1:], kinds_) else ""


def _goes_wrong(pieces: list[str], kinds_: set[str]) -> bool:
    """Whether the fire, the attempt or the dice are said to do what e hopes they do not."""
    if "FIRE" not in kinds_ and "EXTINGUISH" not in kinds_ and _CHANCE.isdisjoint(pieces):
        return False
    failing = _FAILING.intersection(pieces)
    succeeding = _SUCCEEDING.intersection(pieces)
    negated = not _NOT.isdisjoint(pieces)
    if "i" in pieces[:2] and failing <= _WINNERS | _WEAK:
        failing, succeeding = frozenset(), succeeding | failing
    if succeeding - _WEAK or (succeeding and negated):
        return negated
    if failing - _WEAK or "still" in pieces:
        plain = _NOT.intersection(pieces) - _FAILING
        return not plain
    return False


def _merged(stretch: Sequence[Word], kind: str) -> Word:
    return Word(kind, stretch[0].start, stretch[-1].end, " ".join(w.text for w in stretch))
