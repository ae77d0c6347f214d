"""What is done and what an event card does, in as few words as a story needs: `heat 4`."""

from __future__ import annotations

from rednov_bot.engine import happenings as h
from rednov_bot.engine.words import hatch_label
from rednov_bot.prose.sentences import Scene, sentence, without_clauses
from rednov_bot.prose.wording import TOKEN_NAMES, TRACK_NAMES, minutes, rooms


def deed(taken: h.ActionTaken, scene: Scene) -> str:
    """`searches for items for 3 minutes`: where it is done is told before it."""
    time = minutes(taken.minutes)
    match taken.action:
        case "extinguish_fire":
            return f"fights the fire for {time}"
        case "pump_water":
            return f"pumps water for {time}"
        case "gain_items":
            return f"searches for items for {time}"
        case "give_items":
            return "hands over a gift"
        case "no_action":
            return "takes no action"
        case _:
            return scene.deed(taken)


def effect(happening: h.PublicHappening, scene: Scene) -> str:
    """A few words without a full stop; what only a sentence tells, in its sentence."""
    if isinstance(happening, h.RoomCaughtFire) and scene.card == "fire_spreads":
        return ""  # told with the room that it takes
    said = _fire_or_water(happening) or _everything_else(happening)
    return said or without_clauses(sentence(happening, scene)).removesuffix(".")


def _fire_or_water(happening: h.PublicHappening) -> str:
    match happening:
        case h.RoomCaughtFire(room=room):
            return f"room {room} burns"
        case h.FireFed(room=room):
            return f"room {room}, which burns already"
        case h.FireDrowned(room=room):
            return f"room {room} is too wet to burn"
        case h.AirRanOut(room=room):
            return f"room {room}, and the last air is gone"
        case h.FireSpread(room=room):
            return f"to room {room}"
        case h.FireStayed():
            return "there is nowhere to go"
        case h.RoomFlooded(room=room, before="high"):
            return f"room {room}, at high water already"
        case h.RoomFlooded(room=room, before=before):
            fire = ", its fire out" if before == "fire" else ""
            return f"room {room} is flooded{fire}"
        case h.CurrentRose(rooms=places):
            rise = "rises" if len(places) == 1 else "rise"
            return f"{rooms(places)} {rise} to high water" if places else "no effect"
        case _:
            return ""


def _everything_else(happening: h.PublicHappening) -> str:
    match happening:
        case h.TrackAdvanced(track=track, after=after):
            return f"{TRACK_NAMES[track].lower()} {after}"
        case h.HatchJammed(hatch=hatch):
            return f"hatch {hatch_label(hatch)} is blocked"
        case h.NoHatchToJam(room=room):
            return f"nothing left to block in room {room}"
        case h.LimitImposed(limit=limit, gnome=gnome):
            return f"hand limit {limit} for {'all' if gnome is None else gnome}"
        case h.ThirstSlaked(gnome=gnome, after=after):
            return f"{gnome} drinks a grog (intoxication {after})"
        case h.NobodyThirsty():
            return "nobody has grog"
        case h.TokenPlaced(token=token, space=space):
            return f"{TOKEN_NAMES[token]} at {space}"
        case h.TokenBeyond():
            return "too late to matter"
        case h.TokenAlready():
            return "no effect beside the one there is"
        case _:
            return ""
