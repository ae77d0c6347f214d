"""The opening of a game: drafted, approved, posted (§4, §5; S01-S03, S143)."""

from __future__ import annotations

from email.utils import getaddresses
from pathlib import Path

import pytest
from msgspec.structs import replace

from rednov_bot.bootstrap import open_desk
from rednov_bot.desk.contest import proposing
from rednov_bot.errors import CannotStart
from rednov_bot.papers import Attempt, Draft, Outcome
from rednov_bot.prose.luck_text import HEADING, NOTICE_HEADING, parted
from rednov_bot.settings import GameSettings
from tests.builders import BUSINESS, CountingTokens, FixedClock, Table, a_table, settings_for
from tests.desk.play import (
    arrange,
    begun,
    code_in,
    draft,
    kinds,
    numbered,
    only,
    open_codes,
    opened,
    position,
    reply,
    say,
    start,
    text_of,
    verdict,
    words_of,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_table(tmp_path)


def attempt(table: Table, outcome: Outcome = "accepted") -> list[str]:
    """Everything due is offered once; to whom."""
    with table.desk.ledger.transaction() as records:
        due = records.due(table.clock.at, 100)
        for one in due:
            records.attempted(
                Attempt(
                    message_id=one.message_id, at=table.clock.at, outcome=outcome, reply="250 ok"
                )
            )
    return [one.to for one in due]


def test_s01_the_opening_is_drafted_and_nothing_else_happens(table: Table) -> None:
    made = start(table)
    news = table.news()
    assert kinds(news) == ["draft"]
    assert opened(news[0])["To"].addresses[0].addr_spec == "pewterby@post.example"
    assert made.code in opened(news[0])["Subject"]
    with table.desk.ledger.transaction() as records:
        assert records.gamestate(records.games()[0].id) is None


def test_s01_approving_posts_exactly_the_bytes_that_were_shown(table: Table) -> None:
    start(table)
    shown = text_of(table.news()[0])
    sent = reply(table, "AAAAAAA", "approve")
    assert kinds(sent) == ["private", "private", "private", "public"]
    for one in sent:
        assert opened(one)["Subject"] in shown
        heading = HEADING if one.posting.kind == "public" else NOTICE_HEADING
        assert all(part in shown for part in parted(text_of(one), heading))
    assert numbered(table)[0] == 1
    assert [gnome.minutes for gnome in position(table).gnomes] == [60, 60, 60]


def test_a110_the_opening_waits_until_every_notice_was_accepted(table: Table) -> None:
    start(table)
    table.news()
    attempt(table)
    reply(table, "AAAAAAA", "approve")
    assert attempt(table, "deferred") == [f"{one}@post.example" for one in ("ann", "bob", "cat")]
    assert attempt(table) == []
    table.clock.forward(minutes=2)
    assert len(attempt(table)) == 3
    assert attempt(table) == [BUSINESS]


def test_each_notice_goes_to_one_gnome_and_names_nobody_else(table: Table) -> None:
    start(table)
    table.news()
    for one in reply(table, "AAAAAAA", "approve")[:3]:
        mail = opened(one)
        assert len(getaddresses(mail.get_all("To", []))) == 1
        assert mail.get_all("Cc") is None
        assert mail.get_all("Bcc") is None
        others = {"ann", "bob", "cat"} - {one.posting.to.partition("@")[0]}
        assert not any(f"{other}@" in one.posting.octets.decode() for other in others)


@pytest.mark.parametrize(("gnomes", "minutes"), [(3, 60), (5, 60), (6, 55)])
def test_s02_minutes_at_the_start_by_the_number_of_gnomes(
    tmp_path: Path, gnomes: int, minutes: int
) -> None:
    names = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")[:gnomes]
    table = a_table(tmp_path, contestants=names)
    start(table, *names)
    reply(table, "AAAAAAA", "approve")
    assert {gnome.minutes for gnome in position(table).gnomes} == {minutes}


@pytest.mark.parametrize(
    ("contestants", "names", "code"),
    [
        ("Ann Bob", "Ann Bob Cat", "TOO_FEW_CONTESTANTS"),
        ("Ann Bob Cat", "Ann Bob", "WRONG_NUMBER"),
        ("Ann Bob Cat", "Ann Bob Bob", "WRONG_NUMBER"),
        ("Ann Bob Cat", "Ann Bob Dan", "NOT_A_CONTESTANT"),
        ("Ann Bob Cat Pewterby", "Ann Bob Pewterby", "IS_CONTESTMASTER"),
    ],
)
def test_s03_no_game_starts_against_the_contract(
    tmp_path: Path, contestants: str, names: str, code: str
) -> None:
    table = a_table(tmp_path, contestants=tuple(contestants.split()))
    with pytest.raises(CannotStart) as caught:
        start(table, *names.split())
    assert caught.value.code == code
    assert table.news() == ()
    with table.desk.ledger.transaction() as records:
        assert records.games() == ()


def test_s03_no_game_starts_while_another_is_ongoing(tmp_path: Path) -> None:
    table = begun(tmp_path)
    with pytest.raises(CannotStart) as caught:
        start(table)
    assert caught.value.code == "GAME_ONGOING"


def test_no_second_opening_is_drafted_beside_an_open_one(table: Table) -> None:
    start(table)
    with pytest.raises(CannotStart, match="AAAAAAA"):
        start(table)


def test_s143_missing_axes_are_warned_of_and_forbid_nothing(tmp_path: Path) -> None:
    known = settings_for(f"sqlite:///{tmp_path / 'rednov.db'}", y_pot=0)
    known = replace(known, contest=replace(known.contest, axes=()))
    clock = FixedClock()
    table = Table(desk=open_desk(known, clock=clock, tokens=CountingTokens()), clock=clock)
    start(table)
    told = " ".join(text_of(table.news()[0]).split())
    assert "axes X and Y do not exist: add them before points fall due" in told
    assert '"add axis X" and "add axis Y"' in told
    assert "The bot does not know how many Y points the winners of a game may share." in told
    assert 'Tell it in an answer, for example "pot 12", or set y_pot in [contest]' in told


def test_options_come_from_the_settings_and_the_command_wins(tmp_path: Path) -> None:
    given = GameSettings(options={"auto_verdicts": True, "event_choice": "orders+random"})
    table = a_table(tmp_path, game=given)
    start(table, event_choice="orders+contestmaster")
    with table.desk.ledger.transaction() as records:
        options = records.games()[0].options
    assert (options.auto_verdicts, options.event_choice) == (True, "orders+contestmaster")
    assert "orders+contestmaster" in text_of(table.news()[0])


def test_an_unknown_option_starts_nothing(table: Table) -> None:
    with pytest.raises(CannotStart, match="no option 'luck'"):
        start(table, luck="good")


def test_an_option_against_the_contract_is_warned_of(table: Table) -> None:
    start(table, strict_order="on")
    assert "Option strict_order needs an amendment first" in " ".join(
        text_of(table.news()[0]).split()
    )


def test_the_contestmaster_plays_only_where_a_deputy_decides(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob", "Pewterby"))
    with pytest.raises(CannotStart, match="needs a deputy"):
        start(table, "Ann", "Bob", "Pewterby", contestmaster_plays="on")


def test_a_deputy_cannot_play_beside_the_contestmaster(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob", "Pewterby"), deputy="Ann")
    with pytest.raises(CannotStart, match="cannot play"):
        start(table, "Ann", "Bob", "Pewterby", contestmaster_plays="on")


def test_where_the_contestmaster_plays_eir_deputy_sees_and_approves(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob", "Pewterby"), deputy="Dan")
    made = start(table, "Ann", "Bob", "Pewterby", contestmaster_plays="on")
    (shown,) = table.news()
    assert shown.posting.to == "dan@post.example"
    reply(table, made.code, "approve")
    assert verdict(table, made.code) is None
    news = reply(table, made.code, "approve", who="Dan")
    assert kinds(news) == ["private"] * 3 + ["public"]
    arrange(table, gnomes={"Ann": {"at": 5}}, hands={"Ann": ()}, deck=["respite"] * 8)
    drafted = say(table, "Ann")
    assert [one.posting.to for one in drafted if one.posting.kind == "draft"] == [
        "dan@post.example"
    ]


def test_a_rejected_opening_is_drafted_again_with_the_same_luck(table: Table) -> None:
    first = start(table)
    table.news()
    told = reply(table, first.code, "reject because I pressed the wrong key")
    assert kinds(told) == ["desk"]
    second = start(table)
    assert second.code != first.code
    assert words_of(second) == words_of(first)
    assert second.happenings == first.happenings


def test_another_crew_is_another_game_on_the_same_luck(table: Table) -> None:
    first = start(table)
    reply(table, first.code, "reject")
    second = start(table, "Cat", "Bob", "Ann")
    with table.desk.ledger.transaction() as records:
        one, other = (records.secret(game.id) for game in records.games())
    assert one == other
    assert second.game != first.game
    assert second.about == first.about == "Opening of RN1"


def test_an_opening_is_not_posted_when_a_gnome_to_be_has_left(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob", "Cat", "Dan"))
    made = start(table)
    table.news()
    left = say(table, "Cat", "I leave Red November.")
    assert kinds(left) == ["receipt", "draft"]
    told = reply(table, made.code, "approve")
    assert kinds(told) == ["desk"]
    assert verdict(table, made.code) == "superseded"
    with table.desk.ledger.transaction() as records:
        assert records.gamestate(records.games()[0].id) is None
    assert kinds(table.news()) == []
    assert start(table, "Ann", "Bob", "Dan").code in open_codes(table)


def test_the_draft_of_the_opening_holds_what_is_posted(table: Table) -> None:
    made = start(table)
    sent = reply(table, made.code, "approve")
    pages = {page.to: page for page in draft(table, made.code).pages}
    for one in sent[-4:]:
        page = pages[one.posting.to]
        assert (opened(one)["Subject"], text_of(one)) == (page.subject, page.body)
    assert only(sent, "public").draft == made.code
    assert code_in(sent[:1]) == made.code


@pytest.mark.parametrize("seed", range(6))
def test_events_before_the_first_turn_are_in_the_opening(tmp_path: Path, seed: int) -> None:
    """Option opening_events: what would have to be chosen is the least harmful candidate."""
    table = a_table(tmp_path, seed=b"%d" % seed)
    made = start(table, opening_events="on")
    reply(table, made.code, "approve")
    assert len(position(table).played) + len(position(table).removed) >= 3


def propose(table: Table, **options: object) -> Draft:
    """The contestmaster names nobody."""
    with table.desk.ledger.transaction() as records:
        return proposing.propose(table.desk, records, options)


def crew(table: Table, made: Draft) -> tuple[str, ...]:
    assert made.game is not None
    with table.desk.ledger.transaction() as records:
        return records.game(made.game).gnomes


NINE = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy")


def test_a84_a_crew_is_proposed_in_the_order_of_joining_and_eight_at_most(tmp_path: Path) -> None:
    table = a_table(tmp_path, people=NINE, contestants=NINE)
    assert crew(table, propose(table)) == NINE[:8]
    assert "Not selected: Ivy." in " ".join(text_of(table.news()[0]).split())


def test_a_crew_that_is_proposed_is_drafted_and_begins_when_it_is_approved(table: Table) -> None:
    say(table, "Fay", "I join Red November.")
    made = propose(table)
    assert crew(table, made) == ("Ann", "Bob", "Cat", "Fay")
    assert kinds(reply(table, made.code, "approve"))[-1] == "public"


def test_the_contestmaster_is_proposed_only_where_e_may_play(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Pewterby", "Ann", "Bob", "Cat", "Dan"), deputy="Dan")
    made = propose(table)
    assert crew(table, made) == ("Ann", "Bob", "Cat", "Dan")
    reply(table, made.code, "reject")
    again = propose(table, contestmaster_plays="on")
    assert set(crew(table, again)) == {"Pewterby", "Ann", "Bob", "Cat"}


def test_s03_nobody_is_proposed_where_too_few_have_joined(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob"))
    with pytest.raises(CannotStart, match="three needed"):
        propose(table)


def test_s03_nine_names_are_too_many(tmp_path: Path) -> None:
    table = a_table(tmp_path, people=NINE, contestants=NINE)
    with pytest.raises(CannotStart, match="three to eight") as caught:
        start(table, *NINE)
    assert caught.value.code == "WRONG_NUMBER"


def test_s03_no_game_starts_where_the_contract_is_no_contest(tmp_path: Path) -> None:
    table = a_table(tmp_path, is_contest=False)
    with pytest.raises(CannotStart, match="not a contest") as caught:
        start(table)
    assert caught.value.code == "NOT_A_CONTEST"


def test_who_is_not_selected_is_named_to_the_contestmaster(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob", "Cat", "Dan"))
    start(table)
    assert "Not selected: Dan." in " ".join(text_of(table.news()[0]).split())


def test_one_game_follows_another_and_both_stay_on_file(tmp_path: Path) -> None:
    table = begun(tmp_path)
    gone = {"minutes": 0, "at": 5}
    arrange(table, gnomes={"Ann": {"minutes": 1}, "Bob": gone, "Cat": gone})
    reply(table, code_in(say(table, "Ann")), "approve")
    assert position(table).ending is not None
    opening = start(table, "Cat", "Bob", "Ann")
    reply(table, opening.code, "approve")
    assert position(table).ending is None
    with table.desk.ledger.transaction() as records:
        games = records.games()
        ended = records.gamestate(games[0].id)
    assert [game.tag for game in games] == ["RN1", "RN2"]
    assert ended is not None
    assert ended[1].position.ending is not None
