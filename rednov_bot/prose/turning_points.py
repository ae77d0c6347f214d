"""What a game turned on, in a few words: `heat 7`, `Crushed! placed at 38`, `Bob faints`."""

from __future__ import annotations

from rednov_bot.engine import happenings as h
from rednov_bot.prose.sentences import Scene, sentence, without_clauses
from rednov_bot.prose.wording import TOKEN_NAMES, TRACK_NAMES, listed


def turning_line(happening: h.PublicHappening, scene: Scene) -> str:
    """One turning point, without its full stop."""
    match happening:
        case h.TrackAdvanced(track=track, after=after):
            return f"{TRACK_NAMES[track]} at {after}"
        case h.TrackReset(track=track, before=before, after=after):
            return f"{TRACK_NAMES[track]} down from {before} to {after}"
        case h.TokenPlaced(token=token, space=space):
            return f"{TOKEN_NAMES[token]} placed at {space}"
        case h.TokensPrevented(token=token, spaces=spaces):
            return f"{TOKEN_NAMES[token]} at {listed(spaces)} prevented"
        case h.RulingGiven(number=number):
            return f"ruling {number}"
        case h.PositionCorrected(turn=turn):
            return f"turn {turn} corrected"
        case h.Fainted(gnome=gnome):
            return f"{gnome} faints"
        case h.GnomeDeparted(gnome=gnome):
            return f"{gnome} abandons ship"
        case _:
            return without_clauses(sentence(happening, scene)).removesuffix(".")
