"""The story of a turn and the clauses behind it say the same (§11d, §16b, §20, §21)."""

from __future__ import annotations

from rednov_bot.games.red_november.render.reasoning import reasons
from rednov_bot.games.red_november.render.story import told
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.turn import Action, Turn
from tests.render.samples import TABLES, Played, gamestate, play, rooms


def drowning() -> Played:
    """Ann drowns, and with em the last who had not passed a token."""
    start = gamestate(
        Gnome(name="Ann", at=5, minutes=30),
        Gnome(name="Bob", at=8, minutes=10),
        position=Position(rooms=rooms(r5="high"), tokens=(("missiles", 20),)),
    )
    return play(start, Turn(gnome="Ann", action=Action("no_action")))


def late() -> Played:
    """Ann repairs the engine five turns after e passed Crushed!."""
    start = gamestate(
        Gnome(name="Ann", at=1, minutes=30),
        Gnome(name="Bob", at=8, minutes=50),
        position=Position(tokens=(("crushed", 47),)),
    )
    return play(start, Turn(gnome="Ann", action=Action("fix_engine", 10)))


def text(played: Played) -> str:
    chapters = told(played.public, played.before, TABLES, "Ann")
    return "\n".join(str(chapter) for chapter in chapters)


def test_no_clock_stands_beside_what_follows_a_death() -> None:
    after = text(drowning()).partition("AFTER THE TURN\n")[2]

    assert after.startswith("  All gnomes have passed Missiles Launched! at 20")


def test_a_drowning_has_one_clause_in_the_story_and_in_the_reasons() -> None:
    played = drowning()

    assert "drowns in room 5 (§16b)" in text(played)
    assert ("§16b", "Ann drowns in room 5.") in reasons(played.public, played.before, TABLES, "Ann")


def test_a_token_passed_turns_ago_is_not_said_to_be_passed_at_work() -> None:
    played = late()
    said = "Crushed! at 47 was passed before this turn and stays."

    assert said in " ".join(text(played).split())
    why = reasons(played.public, played.before, TABLES, "Ann")
    assert any(said in words for _, words in why)
