"""Setting up a game: places, items, decks, and perhaps events before the first turn (§5)."""

from __future__ import annotations

from collections.abc import Sequence

from rednov_bot.games.base import Choice, Held, Refusal
from rednov_bot.games.red_november.rules import cards, draws, ending, events as ev
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.draws import die
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import Logbook, Resolution
from rednov_bot.games.red_november.rules.refusals import refusal
from rednov_bot.games.red_november.rules.resolve import close
from rednov_bot.games.red_november.rules.tables import FEWEST_GNOMES, MOST_GNOMES
from rednov_bot.games.red_november.rules.words import GnomeName

STARTING_ITEMS = 2  # §5


def may_start(
    names: Sequence[GnomeName],
    contestants: Sequence[GnomeName],
    *,
    is_contest: bool,
    game_ongoing: bool,
    contestmaster: GnomeName | None,
) -> Refusal | None:
    """Whether the contestmaster can start a game with *names*, whomever they select (§4, §5, A84).

    With *contestmaster* given, they neither play nor count among the three (A83).  Only the start
    needs a contest: a game goes on without (A107).
    """
    others = [name for name in contestants if name != contestmaster]
    if not is_contest:
        return refusal("NOT_A_CONTEST", "the contract currently is not a contest")
    if game_ongoing:
        return refusal("GAME_ONGOING", "a game is ongoing")
    if len(others) < FEWEST_GNOMES:
        return refusal("TOO_FEW_CONTESTANTS", f"there are {len(others)} contestants, three needed")
    if not FEWEST_GNOMES <= len(names) <= MOST_GNOMES or len(set(names)) != len(names):
        return refusal("WRONG_NUMBER", "three to eight different contestants must be named")
    if contestmaster in names:
        reason = f"{contestmaster} is the contestmaster and sees all hands"
        return refusal("IS_CONTESTMASTER", f"{reason} (game option contestmaster_plays)")
    if strangers := [name for name in names if name not in contestants]:
        return refusal("NOT_A_CONTESTANT", f"{' and '.join(strangers)}: no contestant")
    return None


def open_game(
    names: Sequence[GnomeName], circumstances: Circumstances, *, y_pot: int = 0
) -> Resolution | Held:
    """The opening of a game with *names* in canonical order (§5, CB; rules.md 2)."""
    tables, luck, options = circumstances.tables, circumstances.luck, circumstances.options
    log = Logbook(Gamestate())
    minutes = tables.time_track.start[len(names)]
    log.tell(ev.GameOpened(tuple(names), minutes, tables.items.stash, len(tables.deck), y_pot))
    for name in names:
        log.tell(ev.GnomePlaced(name, die(luck, f"starting room of {name}")))
    tiles = tables.items.tiles()
    order = luck.deal("item pool", len(tiles))
    log.whisper(ev.ItemPoolShuffled(tuple(tiles[place] for place in order)))
    for name in names:
        draws.award(log, name, STARTING_ITEMS, "start", luck)
    log.whisper(ev.EventDeckShuffled(luck.shuffle("event deck", len(tables.deck))))
    if options.opening_events:
        for _ in names:
            choice = cards.resolve_next(log, None, minutes, circumstances)
            if isinstance(choice, Choice):
                return Held(choice, tuple(log.events))
            if ending.lost(log, options):
                break
    close(log, options)
    return log.resolution()
