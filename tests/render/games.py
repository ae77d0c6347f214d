"""Whole games between gnomes who try things out: a source of positions and resolutions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from rednov_bot.games.red_november.rules.choices import Answer, Circumstances
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.luck import SecretLuck
from rednov_bot.games.red_november.rules.opening import open_game
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import standing
from rednov_bot.games.red_november.rules.resolve import Held, Resolution, judge, resolve, take
from rednov_bot.games.red_november.rules.turn import Action, Open, Orders, Step, Through, Turn, Use
from rednov_bot.games.red_november.rules.words import ACTIONS
from tests.render.samples import TABLES, Played

OPTIONS = Options(event_choice="orders+random")
LONG_NAMES = (
    "Abernathyfeatherstnh",
    "Bartholomewgoldbeard",
    "Cornelius-the-Second",
    "Desdemona O'Flaherty",
    "Ebenezer Cogsworthyy",
    "Fitzwilliam the Bold",
    "Ørjan Ågotnes-Wyvern",
    "Ann",
)


def games(names: tuple[str, ...], seed: int, turns: int = 60) -> Iterator[Played]:
    """Every turn of one game, resolved, until it ends or *turns* are over."""
    chance = random.Random(seed)
    luck = SecretLuck(seed.to_bytes(32, "big"), "opening")
    opened = open_game(names, Circumstances(TABLES, OPTIONS, luck), y_pot=10)
    assert isinstance(opened, Resolution)
    gamestate = opened.after
    for number in range(turns):
        may = [one for one in names if standing(gamestate.position, one, OPTIONS) is None]
        if gamestate.position.ending is not None or not may:
            return
        turn = _some_turn(gamestate, chance.choice(may), chance)
        if turn is None:
            return
        played = _played(gamestate, turn, SecretLuck(seed.to_bytes(32, "big"), f"turn {number}"))
        yield played
        gamestate = played.after


def _played(gamestate: Gamestate, turn: Turn, luck: SecretLuck) -> Played:
    verdict = judge(gamestate, turn, TABLES, OPTIONS)
    assert verdict.plan is not None
    taken = after(gamestate, take(gamestate, turn))
    outcome = resolve(taken, turn, Circumstances(TABLES, OPTIONS, luck))
    if isinstance(outcome, Held):
        answer = Answer(outcome.choice.candidates[0], "contestmaster")
        answers = {outcome.choice.key: answer}
        outcome = resolve(taken, turn, Circumstances(TABLES, OPTIONS, luck, answers=answers))
    assert isinstance(outcome, Resolution)
    return Played(
        turn=turn,
        plan=verdict.plan,
        announced_at=gamestate.position,
        before=taken.position,
        held_before=gamestate.secrets.hands,
        events=outcome.events,
        result=outcome.after,
        held=None,
    )


def _some_turn(gamestate: Gamestate, name: str, chance: random.Random) -> Turn | None:
    for _ in range(300):
        turn = _guess(gamestate, name, chance)
        if judge(gamestate, turn, TABLES, OPTIONS).valid:
            return turn
    return None


def _guess(gamestate: Gamestate, name: str, chance: random.Random) -> Turn:
    position, board = gamestate.position, TABLES.board
    hand = list(gamestate.secrets.hands[position.seat(name)])
    chance.shuffle(hand)
    used = min(len(hand), chance.choice((0, 0, 1, 3)))
    steps: list[Step] = [Use(hand.pop()) for _ in range(used)]
    at = position.gnome(name).at
    for _ in range(chance.choice((0, 1, 1, 2))):
        ends = chance.choice(board.attached[at])
        beyond = ends[0] if ends[1] == at else ends[1]
        enter = chance.random() < 0.8
        steps.append(Open(Through(to=beyond), enter))
        at = beyond if enter else at
    others = [gnome.name for gnome in position.gnomes if gnome.name != name]
    action = Action(
        chance.choice(ACTIONS),
        chance.choice((1, 1, 2, 4, 6)),
        recipient=chance.choice(others),
        give=tuple(hand[:1]),
    )
    return Turn(gnome=name, steps=tuple(steps), action=action, orders=Orders())
