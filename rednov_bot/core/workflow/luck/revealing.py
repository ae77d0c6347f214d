"""The secrets of a game's luck are told when it is over, by a draft like any other (A95)."""

from __future__ import annotations

from rednov_bot.core.contest import RevealLuck
from rednov_bot.core.errors import CannotReveal
from rednov_bot.core.models import Draft, Game, PaperId
from rednov_bot.core.render import luck_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import office, outgoing
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.drafts import drafting
from rednov_bot.core.workflow.drafts.open_drafts import closed, give_way, of_kind
from rednov_bot.core.workflow.luck import fortune


def at_the_end(desk: Desk, records: UnitOfWork, id: PaperId) -> None:
    """A game has moved on: if it is over its secret is drafted, else none awaits a word."""
    game = records.game(id)
    if not fortune.is_published(game):
        return
    if not records.is_over(game.id):
        for old in of_kind(records, "secret", game.id):
            records.decide(closed(old.code, f"{game.tag} goes on", desk.now()))
    elif not is_revealed(records, game) and not of_kind(records, "secret", game.id):
        _drafted(desk, records, game, tiles=game.options.reveal_at_end)


def reveal(
    desk: Desk, records: UnitOfWork, tag: str | None = None, *, tiles: bool = False
) -> Draft:
    """The secrets of a game that is over are put before the contestmaster.

    *tag* names the game, the latest one if None; *tiles* says that every gnome agrees to have
    those of the tiles told as well (§6, A24b).  An older draft of them gives way.  Raises
    CannotReveal.
    """
    game = records.latest_game() if tag is None else records.game_called(tag.upper())
    if game is None or records.gamestate(game.id) is None:
        raise CannotReveal("no game has begun yet" if tag is None else f"no game is called {tag}")
    if not records.is_over(game.id):
        raise CannotReveal(f"{game.tag} goes on, and its luck is secret until it is over")
    if not fortune.is_published(game):
        raise CannotReveal(f"{game.tag} began without a proof of its luck, so none can be told")
    told = records.luck_revealed(game.id)
    if told is not None and (told.tiles or not tiles):
        raise CannotReveal(f"it was told already, in the posting on {game.tag}")
    return _drafted(desk, records, game, tiles=tiles or game.options.reveal_at_end)


def is_revealed(records: UnitOfWork, game: Game) -> bool:
    """Whether everybody can know what a game would draw."""
    return records.luck_revealed(game.id) is not None


def _drafted(desk: Desk, records: UnitOfWork, game: Game, *, tiles: bool) -> Draft:
    desk = office.seated(desk, records)
    before, keys = is_revealed(records, game), fortune.keys_of(records, game)
    text = luck_pages.secrets(
        game.tag,
        keys.dice,
        keys.tile if tiles else None,
        told_before=before,
        **outgoing.below_the_end(desk, records, game),
    )
    draft = desk.draft(
        "secret",
        f"The secret of the luck of {game.tag}",
        game=game.id,
        pages=(text,),
        effects=(RevealLuck(tiles),),
    )
    said = "This replaces draft {}, which was not posted."
    notes = (
        luck_pages.TELLS_TILES if tiles else luck_pages.KEEPS_TILES,
        *(() if before else (luck_pages.FOR_EVER,)),
        *give_way(records, draft, of_kind(records, "secret", game.id), said),
    )
    return drafting.submit(desk, records, draft, notes=notes)
