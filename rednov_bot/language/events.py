"""In which event a condition holds: the fire is not put out, a hatch jams, fire spreads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from rednov_bot.language.words import Word, kinds

Event: TypeAlias = Literal["ONFAIL", "ORDER_BLOCK", "ORDER_SPREAD", "ORDER_DEFEND", "again", ""]
ORDERS: Final = kinds("ORDER_BLOCK ORDER_SPREAD ORDER_DEFEND")
SLOTS: Final = kinds(
    "HATCH PATH DUR ITEM TILEWORD NAME YOU KRAKEN EXTERIOR BARREL ROOM MACHINE SEA WATER VAGUE "
    "OWNER CONTEST"
)
"""A condition with one of these in it is about something else."""
ALL: Final = frozenset(["any", "any hatch", "all", "everything", "thing", "things", "enough"])
_ACTS: Final = kinds("OPEN GO ENTER LEAVE SELF UNBLOCK NUM USE")
FAILING: Final = kinds(
    "fail fails failing failed failure failures burning burns burn burned ablaze alight aflame "
    "alive wins win survives survive surviving persists persist continues continue continuing "
    "lives rages rage raging remains remain resists resist endures endure lingers wrong vain "
    "nothing naught nought badly bad unlucky lose loses lost losing against amiss hate hates "
    "stronger tougher mightier superior unbeaten unimpressed undaunted unconvinced unquenched "
    "beats beat defeats defeat refuses refuse stubborn stays stay unkind betray betrays betrayed "
    "worst worse fruitless useless hopeless hopelessly botch botched miss misses missed "
    "unsuccessful unsuccessfully awry flop flops fizzles insufficient short backfires backfire "
    "desert deserts deserted low snake going declines dances dancing roars roar roaring crackling "
    "crackles glowing blazing flickers flickering smouldering outlasts outlive outlives overcome "
    "overcomes overwhelms best bests prevails prevail triumphs muff muffed bungle bungled fluff "
    "fluffed flunk flub nowhere south shaped mess messed foul futile wasted triumph ungrateful "
    "unmoved ideas disagree disagrees disobey frown frowns laughs laugh spite spites mock mocks "
    "turn turns keep keeps bust pear pear-shaped better upper kaput toast"
)
_SUCCEEDING: Final = kinds(
    "out work works worked succeed succeeds succeeded succeeding success successful well die "
    "dies dead done over extinguished quenched doused enough lucky kind kindly suffice suffices "
    "sufficient do does trick job beaten defeated gone subdued dying off right good put "
    "extinguish extinguishing douse quench kill smother suppress stop stops cease ceases yield "
    "yields obey obeys behave behaves relent relents surrender surrenders luck smile smiles "
    "favour favours favor manage manages pull help helps"
)
"""With a "not" these say that it goes wrong; alone they say the contrary."""
_NOT: Final = kinds(
    "doesnt dont wont isnt cant didnt aint arent "
    "not no never don't doesn't won't can't cannot isn't aren't didn't wasn't couldn't wouldn't "
    "shouldn't ain't nae dinna cannae willna unable refuse refuses refusing fail fails failing "
    "failed without nothing declines neither nor"
)
_WEAK: Final = kinds(
    "out do does over off right put luck kind turn turns keep keeps stay stays low"
)
"""These say nothing by themselves."""
_WINNERS: Final = kinds(
    "win wins beat beats defeat defeats best bests prevail prevails triumph triumphs overcome "
    "overcomes survive survives lives going"
)
"""It goes wrong when the fire does this, and well when the gnome does."""
_CHANCE: Final = kinds(
    "die dice roll rolls luck fate fortune odds attempt attempts effort efforts labour labours "
    "labor toil work extinguishing extinguishment extinguish dousing firefighting fight try "
    "action it that this they things all plan smoke heat i me gods we d10 number bones "
    "everything so which thing that's it's things"
)
"""What may go wrong, beside the fire itself."""
_ATTACKS: Final = ("attack", "assault", "come at me", "comes at me", "goes for me", "go for me")
_LOST: Final = kinds("the fight battle fire roll that this it against out to struggle")
_JAMS: Final = ("block", "jam", "stuck", "stick", "seize", "wedge")
_SPREADS: Final = ("spread",)
_DEFEATED: Final = kinds("loses lose losing fails failing worse surrenders capitulates")
_NOBODYS: Final = kinds("you anybody anyone somebody someone nobody everybody they we he she")
"""What one fights the fire with may lose to it; somebody is somebody else."""
_AGAIN: Final = kinds(
    "if only but not no that this it one cannot can't isn't is be possible already blocked taken "
    "jammed gone stuck unavailable available impossible free first else otherwise failing should "
    "drawn comes up come need needs needed necessary must have has to choose pick i i'm am so "
    "required may can there any card event case in asked when first either same full burning fire "
    "on chosen's do doesn't it's that's work fit allowed legal choice was were would were't be's "
    "then too one's which drawn option go went of does call calls "
    "asks events happens happen occurs arises allowed permitted question out won't "
    "wouldn't isn't aren't there adjacent "
    "reachable reach way doubtful ablaze alight aflame jam jams catch fits fitting legitimate "
    "reason for some whatever any whichever's meanwhile that'd been rules rule out"
)
"""Within an order, a condition made of these only leads on to the next choice."""
_BARE: Final = frozenset(["if", "should", "were", "when", "once", "in"])
_ELLIPTIC: Final = kinds("still not in no unsuccessful unlucky ablaze alight burning undefeated")
_CANNOT: Final = [
    ["can't"],
    ["cannot"],
    ["can", "not"],
    ["don't"],
    ["do", "not"],
    ["cant"],
    ["dont"],
]
_I_FAIL: Final = kinds(
    "fail bungle muff botch fluff flunk flub beaten nowhere driven defeated repelled repulsed "
    "overwhelmed outmatched overcome unlucky toast grief blow bodge fumble foul mess screw "
    "struggle lose"
)
_IN_FAILING: Final = kinds(
    "am are be come to get it this that back up off out of the in by fire flames"
)
_PAST: Final = kinds("was were had did been yesterday ago earlier previously recently last")


def event(stretch: Sequence[Word], *, ordering: bool, fought: bool) -> Event:
    """In which event this condition holds, if it is one that a turn may know."""
    if any(word.type in SLOTS and word.text not in ALL for word in stretch):
        return ""
    if any(word.type == "NUM" and word.text != "one" for word in stretch):
        return ""  # "if the fire in 3 still burns"
    kinds_ = {word.type for word in stretch}
    pieces = [piece for word in stretch for piece in word.text.split()]
    if ordering and set(pieces) <= _AGAIN and (len(stretch) > 1 or pieces[0] not in _BARE):
        return "again"
    if not kinds_.isdisjoint(ORDERS) or not _PAST.isdisjoint(pieces):
        return ""
    text = " ".join(pieces)
    negated = not _NOT.isdisjoint(pieces)
    if any(stem in text for stem in _ATTACKS) and ("me" in pieces or "attacked" in pieces):
        return "" if negated else "ORDER_DEFEND"
    if ("hatch" in text or "door" in text or "jam" in pieces) and any(
        stem in text for stem in _JAMS
    ):
        return "" if negated else "ORDER_BLOCK"
    if ("FIRE" in kinds_ or "fire" in text) and any(stem in text for stem in _SPREADS):
        return "" if negated else "ORDER_SPREAD"
    if ordering or not fought:
        return ""
    if pieces[0] == "unless":
        return ""  # "unless I fail": told by what follows (flights.py)
    if stretch[0].type == "ONFAIL":
        more = len(stretch) > 1 and kinds_.isdisjoint(_ACTS)
        return "ONFAIL" if more and _goes_wrong(pieces[1:], kinds_) else ""
    if pieces in (["otherwise"], ["else"]):
        return "ONFAIL"
    mine = stretch[1:2] != [] and stretch[1].det == "my" and kinds_.isdisjoint(_ACTS)
    return "ONFAIL" if _goes_wrong(pieces[1:], kinds_, mine=mine) else ""


def _loses_else(pieces: list[str]) -> bool:
    """Whether something else than the fight is lost."""
    if "lose" not in pieces[:-1]:
        return False
    return pieces[pieces.index("lose") + 1] not in _LOST


def _i_fail(pieces: list[str]) -> bool:
    """ "If I can't", "if I bungle it", "if I'm beaten back"."""
    if pieces in _CANNOT:
        return True
    return not _I_FAIL.isdisjoint(pieces) and set(pieces) <= _I_FAIL | _IN_FAILING


def _goes_wrong(pieces: list[str], kinds_: set[str], *, mine: bool = False) -> bool:
    """Whether the fire, the attempt or the dice are said to do what e hopes they do not."""
    if pieces[:1] in (["i"], ["i'm"], ["im"]) and _i_fail(pieces[1:]):
        return True
    nothing = "FIRE" not in kinds_ and "EXTINGUISH" not in kinds_ and "fire" not in pieces
    if nothing and pieces[:1] and pieces[0] in _ELLIPTIC:
        nothing = False  # "if still alight"
    if nothing and _CHANCE.isdisjoint(pieces):
        lost = not _DEFEATED.isdisjoint(pieces) and pieces[0] not in _NOBODYS
        return lost or (mine and not _NOT.isdisjoint(pieces) and "i" not in pieces)
    failing = FAILING.intersection(pieces)
    succeeding = _SUCCEEDING.intersection(pieces)
    if {"too", "much"} <= set(pieces) or {"too", "strong"} <= set(pieces):
        return _NOT.isdisjoint(pieces)
    negated = not _NOT.isdisjoint(pieces)
    if "FIRE" not in kinds_ and {"it", "they"}.isdisjoint(pieces):
        succeeding -= {"die"}  # the one that is rolled
    if ("nothing" in pieces and failing - _WEAK - {"nothing"}) or _loses_else(pieces):
        return False  # "if nothing goes wrong", "if I lose my nerve"
    if {"luck", "out"} <= set(pieces):
        return True
    if "i" in pieces[:2] and failing <= _WINNERS | _WEAK:
        failing, succeeding = frozenset(), succeeding | failing
    if succeeding - _WEAK or (succeeding and negated):
        return negated
    if failing - _WEAK or "still" in pieces:
        plain = _NOT.intersection(pieces) - FAILING
        return not plain
    return False
