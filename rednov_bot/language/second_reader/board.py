"""Which way a turn goes, told by the board: hatches join, and actions are done in their rooms.

The places of a turn are taken in the order of the text.  Each may be a hatch to open, a room to
enter, or only where the gnome stands; what does not join with the rest is no way at all.  Of the
ways that are left the plainest is the one meant, if there is but one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.names import EXTERIOR_ROOMS, are_joined
from rednov_bot.language.second_reader.walks import Leg, Mention, Pass, Walk

_MOST_WAYS: Final = 64
"""Ways that are followed at once; a text with more of them says nothing certain."""
_TURNED: Final = 2
_UNSAID: Final = 3
_OUTSIDE: Final = 3
_STRAY: Final = 1
_BACK: Final = 3
_LOST: Final = 2


def way(told: Sequence[Mention | Pass], ends_at: Place | None) -> tuple[Leg, ...] | None:
    """The one way that the places allow; None where there is none, or no plainest one.

    *ends_at* is where the action is done, None where that is not known.
    """
    walks = [Walk()]
    for one in told:
        grown: list[Walk] = []
        for walk in walks:
            grown += _pass(walk, one) if isinstance(one, Pass) else _follow(walk, one)
        walks = list(dict.fromkeys(grown))
        if len(walks) > _MOST_WAYS:
            return None
    done: dict[tuple[Leg, ...], int] = {}
    for walk in walks:
        for whole in _either(_found(walk, ends_at)):
            if _may_end(whole, ends_at):
                done[whole.legs] = min(whole.cost, done.get(whole.legs, whole.cost))
    plainest = min(done.values(), default=0)
    found = [legs for legs, cost in done.items() if cost == plainest]
    steps = {tuple((leg.far, leg.enter) for leg in legs) for legs in found}
    return found[0] if len(steps) == 1 else None


def _found(walk: Walk, ends_at: Place | None) -> Walk:
    """ "In I go, from 5": to where the action is done, if a hatch leads there."""
    if walk.lost is None or walk.legs or ends_at is None or walk.origin is None:
        return walk
    if not are_joined(walk.origin, ends_at):
        return walk
    return replace(walk, legs=(Leg(walk.lost, ends_at, True),), here=ends_at)


def _may_end(walk: Walk, ends_at: Place | None) -> bool:
    """Whether a way leads to where the action is done; nobody opens a hatch into eir own room."""
    if walk.lost is not None and not walk.legs:
        return False
    if ends_at is None or walk.here == ends_at:
        return True
    return walk.here is None and all(leg.far != ends_at for leg in walk.legs)


def _either(walk: Walk) -> Iterator[Walk]:
    """A way whose last hatch is passed or is not, where nobody has said which."""
    if not walk.pending:
        yield walk
        return
    if walk.stays:
        whole = walk.kept_out()
        yield whole or walk
        return
    for whole in (walk.passed(_UNSAID), walk.kept_out(_UNSAID)):
        if whole is not None:
            yield whole


def _pass(walk: Walk, one: Pass) -> Iterator[Walk]:
    if one.stray:
        yield replace(walk, cost=walk.cost + _STRAY)
    if one.enters is None:
        if walk.legs:
            yield walk
        return
    if not walk.legs:
        stands = replace(walk, stays=one.stays)
        yield replace(walk, lost=one.slot, cost=walk.cost + _LOST) if one.enters else stands
        return
    whole = walk.passed() if one.enters else walk.kept_out()
    if whole is not None:
        # Of a hatch at which e stays, the end that e is at comes first: "9-8, and I stay".
        cost = _TURNED if walk.turned and not one.enters else 0
        yield replace(whole, stays=one.stays, cost=whole.cost + cost)
    elif not one.enters and walk.legs[-1].enter:
        yield replace(walk, stays=one.stays)  # "... go in, and stay there"


def _follow(walk: Walk, one: Mention) -> Iterator[Walk]:
    """All that one mention of places may mean for a way."""
    if len(one.places) == 1:
        yield from _place(walk, one, one.places[0])
    elif len(one.places) == 2:
        yield from _hatch(walk, one, *one.places)
    else:
        yield from _path(walk, one)


def _place(walk: Walk, one: Mention, place: Place) -> Iterator[Walk]:
    last = walk.legs[-1] if walk.legs else None
    match one.cue:
        case "start":
            if walk.origin in (None, place) and (not walk.legs or _joins(place, walk.legs[0].far)):
                yield replace(walk, origin=place, here=walk.here if walk.legs else place)
        case "from" | "near" | "here":
            yield from _from(walk, one, place)
        case "out":
            yield from _from(walk, one, place)
            if place in EXTERIOR_ROOMS:
                for there in _from(walk, one, place):
                    yield from _step(there, one, SEA, enter=True)
        case "via":
            if last is not None and last.enter and _joins(_before(walk), place):
                first = Leg(last.slot, place, True)
                yield replace(walk, legs=(*walk.legs[:-1], first, last))
            elif last is None:  # "by way of 8 I make for 10"
                yield from _step(walk, one, place, enter=True)
        case "to" | "in" | "spot":
            yield from _into(walk, one, place)
        case "open" | "hatch" | "through":
            if last is not None and last.far == place and last.enter is not False:
                if one.cue != "through":
                    if one.cue != "open" or last.enter is None:  # nobody opens eir own room
                        yield walk
                elif whole := walk.passed():
                    yield whole
                return
            enter = True if one.cue == "through" else None
            yield from _step(walk, one, place, enter=enter)
            if place in EXTERIOR_ROOMS and walk.here in (None, place):
                dearer = replace(walk, cost=walk.cost + _OUTSIDE)
                yield from _step(dearer, one, SEA, enter=enter)


def _from(walk: Walk, one: Mention, place: Place) -> Iterator[Walk]:
    """Where the gnome stands, or where the hatch just named is opened from."""
    last = walk.legs[-1] if walk.legs else None
    if last is None:
        if walk.origin in (None, place):
            yield replace(walk, origin=place, here=place)
        return
    if walk.here == place:
        yield walk
    elif last.far == place and one.cue != "near" and (whole := walk.passed()):
        yield whole
    elif (
        _before(walk) in (None, place)
        and are_joined(place, last.far)
        and not any(leg.enter for leg in walk.legs[:-1])
    ):
        yield replace(walk, origin=place, here=walk.here or place)
    elif _before(walk) == place:
        yield walk
    elif one.cue == "here" and walk.origin is None and are_joined(place, walk.legs[0].far):
        yield replace(walk, origin=place, cost=walk.cost + _STRAY)


def _into(walk: Walk, one: Mention, place: Place) -> Iterator[Walk]:
    last = walk.legs[-1] if walk.legs else None
    if last is not None and last.far == place:
        if whole := walk.passed():
            yield whole
        return
    if walk.here == place and (last is None or last.enter or one.cue != "to"):
        yield walk
        return
    if one.cue != "to" and walk.here is None and not walk.pending:
        if all(are_joined(place, leg.far) for leg in walk.legs):
            cost = _UNSAID if place == SEA and one.cue == "spot" else 0
            yield replace(walk, origin=place, here=place, cost=walk.cost + cost)
        if one.cue == "in":
            return
    if one.cue != "in" or last is not None:
        dearer = replace(walk, cost=walk.cost + (_UNSAID if one.cue != "to" else 0))
        yield from _step(dearer, one, place, enter=True)


def _before(walk: Walk) -> Place | None:
    """Where the last hatch was passed from."""
    passed = [leg.far for leg in walk.legs[:-1] if leg.enter]
    return passed[-1] if passed else walk.origin


def _joins(one: Place | None, other: Place) -> bool:
    return one is None or are_joined(one, other)


def _hatch(walk: Walk, one: Mention, near: Place, far: Place) -> Iterator[Walk]:
    """A hatch by both its ends, which may be written either way round (A123)."""
    if not are_joined(near, far):
        return
    last = walk.legs[-1] if walk.legs else None
    enter = True if one.cue in ("to", "through") else None
    if last is not None and last.far in (near, far) and last.enter is not False:
        other = near if last.far == far else far
        if walk.pending or _before(walk) in (None, other):
            yield walk  # "to 8, by hatch 5-8"
    for whole in _either(walk):
        for begin, end, cost in ((near, far, 0), (far, near, _TURNED)):
            if whole.here == begin or (whole.here is None and not whole.legs):
                cost = 0 if whole.here == begin else cost
                origin = whole.origin if whole.legs else begin
                leg = Leg(one.slot, end, enter, begin)
                legs, here = (*whole.legs, leg), end if enter else begin
                turned = cost == _TURNED
                cost += whole.cost
                yield replace(whole, legs=legs, origin=origin, here=here, turned=turned, cost=cost)


def _path(walk: Walk, one: Mention) -> Iterator[Walk]:
    """ "5-2-1": the first place is where the gnome stands, or is gone to."""
    for skipped in (1, 0):
        grown = [walk]
        if skipped:
            begin = one.places[0]
            if walk.here is None and not walk.legs:
                grown = [replace(walk, origin=begin, here=begin)]
            elif walk.here != begin:
                continue
        elif walk.here is None:
            continue
        for place in one.places[skipped:]:
            grown = [new for old in grown for new in _step(old, one, place, enter=True)]
        yield from grown


def _step(walk: Walk, one: Mention, place: Place, *, enter: bool | None) -> Iterator[Walk]:
    """One hatch more, from wherever the gnome may stand."""
    for whole in _either(walk):
        if whole.here == place or not _joins(whole.here, place):
            continue
        legs = (*whole.legs, Leg(one.slot, place, enter))
        back = whole.cost + (_BACK if place == whole.came else 0)
        here = place if enter else whole.here
        stays = whole.stays and not enter
        yield replace(whole, legs=legs, here=here, stays=stays, turned=False, cost=back)
