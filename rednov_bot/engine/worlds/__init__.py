"""Other hidden worlds that agree with everything public: what nobody could tell from the real one.

In each of them every gnome holds as many tiles as e really does, and every card and die that was
shown is the same; who holds what, the order of the pool and of the deck, what was given, discarded
or drawn unseen, and luck that nobody has seen are others, as far as they can be.  A text for the
list that reads otherwise in one of them tells a secret (§6).

Not counted as known: for what an earlier announcement was refused, and a tile that was only named
for an escape that did not happen.
"""

from rednov_bot.engine.worlds.other_luck import OtherLuck
from rednov_bot.engine.worlds.trails import Trails
from rednov_bot.engine.worlds.twofold import Step, Twofold, TwofoldWorld
from rednov_bot.engine.worlds.world import EVERYTHING, Hidden, Lacks, World, Worlds

__all__ = [
    "EVERYTHING",
    "Hidden",
    "Lacks",
    "OtherLuck",
    "Step",
    "Trails",
    "Twofold",
    "TwofoldWorld",
    "World",
    "Worlds",
]
