"""What would tell the list something hidden is blocked; what the contract makes public is not."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from rednov_bot import desk
from rednov_bot.desk.contest import succession
from rednov_bot.desk.corrections import amendments, correcting, twofold
from rednov_bot.desk.corrections.amendments import Case, Choice
from rednov_bot.desk.desk import Desk, Ongoing, ongoing
from rednov_bot.desk.drafts import drafting
from rednov_bot.desk.hidden import gate
from rednov_bot.desk.hidden.elsewhere import WRITING, elsewhere
from rednov_bot.engine import happenings as h
from rednov_bot.engine.corrections.alternatives import alternatives
from rednov_bot.engine.corrections.points import settle
from rednov_bot.engine.corrections.rerun import Corrected
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.luck import SecretLuck
from rednov_bot.engine.refusals import CLAUSES
from rednov_bot.engine.words import ITEMS, Item
from rednov_bot.engine.worlds import Lacks
from rednov_bot.errors import DraftLeaks
from rednov_bot.papers import Draft, Leak, MessageId, Page
from rednov_bot.ports import Records
from rednov_bot.prose import leaking
from rednov_bot.prose.audience import public_only
from rednov_bot.store.ledger import SqlRecords
from tests.builders import BUSINESS, Table, a_table
from tests.desk.play import (
    MASTER,
    arrange,
    begun,
    code_in,
    draft,
    forget_which_drafts_were_shown,
    kinds,
    only,
    position,
    reply,
    say,
    start,
    text_of,
    verdict,
    write,
)
from tests.scenes.laws import tiles_in

PAGE = Page(kind="public", to=BUSINESS, to_name="business", subject="Turn 1", body="A turn.\n")

Telling = Callable[[Ongoing], Sequence[Page]]
"""A text for the list, by the gamestate of the world."""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ann holds two tiles, nobody else any; no event card was drawn yet."""
    made = begun(tmp_path)
    arrange(made, hands={"Ann": ("coffee", "toolbox")})
    return made


def found(table: Table, tell: Telling, **more: Any) -> tuple[Leak, ...]:
    """What the gate finds in a text that is told by *tell*."""
    with table.desk.ledger.transaction() as records:
        now = ongoing(table.desk, records)
        assert now is not None
        pages = tell(now)
        return gate.leaks(table.desk, records, now, pages, lambda it: tell(it.now), **more)


def says(words: str) -> tuple[Page, ...]:
    return (replace(PAGE, body=f"A turn.\n{words}\n\nNothing else.\n"),)


def facts(leaks: Sequence[Leak]) -> set[str]:
    return {leak.fact for leak in leaks}


def test_a_text_of_public_values_passes(table: Table) -> None:
    assert found(table, lambda now: says(f"{now.gamestate.position}")) == ()
    assert (
        found(table, lambda now: says(f"{[len(one) for one in now.gamestate.secrets.hands]}")) == ()
    )


def test_a_hand_that_is_told_is_named_and_so_is_the_line(table: Table) -> None:
    (leak,) = found(table, lambda now: says(f"Ann holds {now.gamestate.secrets.hands[0]}."))
    assert leak == Leak(page=1, part="text", line=2, fact="Ann's hand")


def test_nothing_that_is_said_of_a_leak_tells_it(table: Table) -> None:
    leaks = found(table, lambda now: says(f"Ann holds {now.gamestate.secrets.hands[0]}."))
    assert tiles_in(repr(leaks)) == tiles_in(leaking.told(leaks)) == set()
    assert tiles_in(str(DraftLeaks("AAAAAAA", leaking.told(leaks)))) == set()
    assert leaking.told(leaks) == "line 2 of its public text depends on Ann's hand"


def test_whether_a_hand_holds_something_is_told_too(table: Table) -> None:
    def tell(now: Ongoing) -> tuple[Page, ...]:
        return says("Ann smiles." if "coffee" in now.gamestate.secrets.hands[0] else "Ann frowns.")

    assert facts(found(table, tell)) == {"Ann's hand"}


def test_whether_a_hand_lacks_something_is_told_too(table: Table) -> None:
    """It holds one kind or another in some worlds only; there are enough of them for most kinds."""

    def holds(item: Item) -> Telling:
        return lambda now: says(f"{item in now.gamestate.secrets.hands[0]}")

    assert sum(facts(found(table, holds(item))) == {"Ann's hand"} for item in ITEMS) > 8


@pytest.mark.parametrize(
    ("tell", "fact"),
    [
        (lambda now: says(f"{now.gamestate.secrets.deck[0]}"), "the order of the event deck"),
        (lambda now: says(f"{now.gamestate.secrets.pool}"), "the item pool"),
    ],
    ids=["deck", "pool"],
)
def test_what_lies_hidden_is_named(table: Table, tell: Telling, fact: str) -> None:
    assert facts(found(table, tell)) == {fact}


def test_what_is_never_the_same_twice_is_no_hand(table: Table) -> None:
    times = count()
    leaks = found(table, lambda now: says(f"This is text {next(times)}."))
    assert facts(leaks) == {"something that is never the same twice"}


def test_that_a_turn_was_taken_tells_that_its_gnome_holds_what_it_names(table: Table) -> None:
    """Its tiles are not used yet, while the contestmaster has a choice to make."""
    arrange(
        table, rooms={5: "fire"}, deck=["fire_spreads"], gnomes={"Ann": {"at": 8, "minutes": 37}}
    )
    news = say(table, "Ann", "I take no action. After that I use my toolbox.")
    assert "draft" not in kinds(news)

    def holds(item: Item) -> Telling:
        return lambda now: says(f"{item in now.gamestate.secrets.hands[0]}")

    assert position(table).pending == "Ann"
    assert found(table, holds("toolbox")) == ()
    assert facts(found(table, holds("coffee"))) == {"Ann's hand"}


def test_luck_that_nobody_has_seen_is_named(table: Table) -> None:
    real = SecretLuck(b"x" * 32, "RN1 turn 1")

    def again(there: gate.There) -> tuple[Page, ...]:
        return says(f"The next die says {there.world.luck(real).pick('action', 10)}.")

    with table.desk.ledger.transaction() as records:
        now = ongoing(table.desk, records)
        assert now is not None
        pages = says(f"The next die says {real.pick('action', 10)}.")
        unseen = gate.leaks(table.desk, records, now, pages, again)
        tried = h.FixTried("Ann", "fix_engine", 3, 0, 4, False)
        seen = gate.leaks(table.desk, records, now, pages, again, told=(tried,))
    assert facts(unseen) == {"luck that nobody has seen"}
    assert seen == ()


def test_more_than_one_fact_is_named(table: Table) -> None:
    def tell(now: Ongoing) -> tuple[Page, ...]:
        secrets = now.gamestate.secrets
        return (replace(PAGE, subject=str(secrets.deck), body=str(secrets.hands[0])),)

    leaks = found(table, tell)
    assert {(leak.part, leak.fact) for leak in leaks} == {
        ("subject", "the order of the event deck"),
        ("text", "Ann's hand"),
    }


@pytest.mark.parametrize(
    ("field", "part"),
    [
        ("to", "recipient"),
        ("to_name", "recipient"),
        ("subject", "subject"),
        ("in_reply_to", "thread"),
        ("body", "text"),
    ],
)
def test_every_part_of_a_mail_is_compared(table: Table, field: str, part: str) -> None:
    leaks = found(table, lambda n: (replace(PAGE, **{field: str(n.gamestate.secrets.hands[0])}),))
    assert {(leak.part, leak.fact) for leak in leaks} == {(part, "Ann's hand")}
    threaded = found(
        table,
        lambda n: (replace(PAGE, references=(MessageId(str(n.gamestate.secrets.pool)),)),),
    )
    assert {(leak.part, leak.fact) for leak in threaded} == {("thread", "the item pool")}


def test_the_number_of_mails_to_the_list_is_compared(table: Table) -> None:
    leaks = found(table, lambda now: (PAGE,) * now.gamestate.secrets.hands[0].count("coffee"))
    assert {(leak.part, leak.fact) for leak in leaks} == {("number", "Ann's hand")}


def test_private_notices_may_tell_what_is_hidden(table: Table) -> None:
    private = replace(PAGE, kind="private")
    assert found(table, lambda n: (PAGE, replace(private, body=str(n.gamestate.secrets)))) == ()


def test_what_cannot_be_made_in_another_world_is_no_text_for_the_list(table: Table) -> None:
    def tell(now: Ongoing) -> tuple[Page, ...]:
        return (PAGE,) if "coffee" in now.gamestate.secrets.hands[0] else (PAGE,)[now.number :][0:0]

    def fails(now: Ongoing) -> tuple[Page, ...]:
        return ({("coffee", "toolbox"): PAGE}[now.gamestate.secrets.hands[0]],)

    assert {leak.part for leak in found(table, tell)} == {"number"}
    assert {(leak.part, leak.fact) for leak in found(table, fails)} == {("making", "Ann's hand")}


def test_what_a_gnome_lacks_of_what_e_claimed_is_hidden_and_that_e_does_is_not(
    table: Table,
) -> None:
    claimed = Counter[Item](("coffee", "crowbar"))

    def lacking(now: Ongoing) -> list[Item]:
        return sorted(claimed - Counter(now.gamestate.secrets.hands[0]))

    lacks = Lacks("Ann", claimed)
    assert found(table, lambda now: says(f"{bool(lacking(now))}"), lacks=lacks) == ()
    assert facts(found(table, lambda now: says(f"{lacking(now)}"), lacks=lacks)) == {"Ann's hand"}
    only_one = Lacks("Ann", Counter[Item](("crowbar",)))
    assert found(table, lambda now: says(f"{lacking(now)[-1:]}"), lacks=only_one) == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I use my crowbar and my coffee, and take no action.", "ITEM_NOT_HELD"),
        ("I give Bob 1 item.", "GIFT_UNSPECIFIED"),
        ("I discard a crowbar.", "NO_HAND_LIMIT"),
        ("I give Cat a grog in return.", "GIFT_WINDOW_CLOSED"),
        ("I open 1-2, go in and take no action.", "NO_SUCH_HATCH"),
    ],
)
def test_a_line_that_refuses_is_no_leak_whatever_the_reason(
    table: Table, text: str, code: str
) -> None:
    made = draft(table, code_in(say(table, "Ann", text)))
    assert (made.kind, made.leaks) == ("line", ())
    assert code in CLAUSES


# -- a draft that is blocked ---------------------------------------------------------------------


LINE = 4
READ_AS = 'read as "I open 5-4. I take no action."'


def blocked(table: Table) -> Draft:
    """A resolution whose text tells a hand, put before the contestmaster."""
    shown = draft(table, code_in(say(table, "Ann")))
    reply(table, shown.code, "reject because of what follows")
    leak = Leak(page=1, part="text", line=LINE, fact="Ann's hand")
    with table.desk.ledger.transaction() as records:
        code = table.desk.tokens.code()
        made = drafting.submit(
            table.desk, records, replace(shown, code=code, attempt=2, leaks=(leak,))
        )
    return made


def test_its_mail_says_so_and_quotes_the_line(table: Table) -> None:
    made = blocked(table)
    mail = " ".join(text_of(only(table.news(), "draft")).split())
    assert "This draft is blocked: its public text would tell the list something hidden" in mail
    assert f"BLOCKED: line {LINE} of its public text depends on Ann's hand, which the" in mail
    line = made.pages[0].body.split("\n")[LINE - 1].strip()
    assert line
    assert f'It reads: "{line}".' in mail
    assert "approve sends the texts below" not in mail


def test_it_stays_so_on_file(table: Table) -> None:
    made = blocked(table)
    assert draft(table, made.code).leaks == made.leaks


@pytest.mark.parametrize("kept", [True, False], ids=["its mail is on file", "none is"])
def test_it_comes_to_a_successor_as_blocked_as_it_was(
    table: Table, tmp_path: Path, kept: bool
) -> None:
    made = blocked(table)
    before = only(table.news(), "draft")
    if not kept:
        forget_which_drafts_were_shown(tmp_path)
    with table.desk.ledger.transaction() as records:
        succession.take_over(table.desk, records, "Dan")
    (shown,) = [one for one in table.news() if one.draft == made.code]
    assert shown.posting.to == "dan@post.example"
    signed = text_of(shown).replace("for Dan\n", f"for {MASTER}\n")
    assert signed == text_of(before)


@pytest.mark.parametrize("words", ["approve", 'amend "turn" to "deed"'])
def test_no_reply_posts_it(table: Table, words: str) -> None:
    made = blocked(table)
    table.news()
    before = position(table)
    answer = reply(table, made.code, words)
    assert kinds(answer) == ["desk"]
    told = " ".join(text_of(answer[0]).split())
    assert f"line {LINE} of its public text depends on Ann's hand" in told
    assert "eject it" in told
    assert verdict(table, made.code) is None
    assert position(table) == before


def test_a_line_that_leaks_is_not_posted_at_once(table: Table) -> None:
    """Option auto_verdicts: it is drafted instead."""
    leak = Leak(page=1, part="text", line=1, fact="Ann's hand")
    for leaks, kind in (((leak,), "draft"), ((), "public")):
        with table.desk.ledger.transaction() as records:
            drafting.say(table.desk, records, PAGE, leaks, game=None, about="A line", auto=True)
        assert kinds(table.news()) == [kind]


def test_it_is_rejected_like_any_other_and_drafted_again(table: Table) -> None:
    made = blocked(table)
    reply(table, made.code, "reject because it leaks")
    assert verdict(table, made.code) == "rejected"
    again = draft(table, code_in(reply(table, made.code, "again")))
    assert again.leaks == ()
    reply(table, again.code, "approve")
    assert verdict(table, again.code) == "approved"


# -- every kind of draft -------------------------------------------------------------------------


def test_whatever_makes_pages_for_a_draft_says_what_they_would_tell() -> None:
    """Amended drafts and those made again of the same words keep what their pages had; so do those
    that are only shown under another code."""
    without = []
    for path in sorted(Path(desk.__path__[0]).rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("Draft", "replace"):
                named = {one.arg for one in call.keywords}
                if "pages" in named and "leaks" not in named:
                    without.append(path.stem)
    assert sorted(without) == ["amending", "burning", "elsewhere"]


def test_an_opening_that_told_a_hand_would_be_blocked(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    made = start(table)
    assert made.leaks == ()
    with table.desk.ledger.transaction() as records:
        game = records.games()[0]
        tables = table.desk.tables(game.data)
        unopened = Ongoing(game, 0, Gamestate(), tables, game.options)

        def tell(told: Sequence[h.Happening], kind: type) -> tuple[Page, ...]:
            return says(f"{[str(getattr(one, 'items', '')) for one in told if type(one) is kind]}")

        for kind, what in ((h.ItemsReceived, {"which tiles came where"}), (h.ItemsAwarded, set())):
            leaks = gate.leaks(
                table.desk,
                records,
                unopened,
                tell(made.happenings, kind),
                lambda there, kind=kind: tell(there.world.told, kind),
                told=made.happenings,
            )
            assert facts(leaks) == what


def test_a_report_is_made_again_from_what_is_on_file_elsewhere(table: Table) -> None:
    def hands(desk: Desk, records: Records) -> tuple[Page, ...]:
        (game,) = records.games()
        drew = [one for one in records.history(game.id) if isinstance(one, h.ItemsReceived)]
        return says(f"{[(one.to, one.items) for one in drew]}")

    def numbers(desk: Desk, records: Records) -> tuple[Page, ...]:
        (game,) = records.games()
        told = public_only(records.history(game.id))
        return says(f"{told} {records.gamestate(game.id)[1].position} {desk.now()}")

    def luck(desk: Desk, records: Records) -> tuple[Page, ...]:
        return says(records.secret(records.games()[0].id).hex())

    with table.desk.ledger.transaction() as records:
        pages, leaks = gate.checked(table.desk, records, hands)
        assert pages == hands(table.desk, records)
        assert facts(leaks) == {"Ann's hand"}
        assert gate.checked(table.desk, records, numbers)[1] == ()
        assert facts(gate.checked(table.desk, records, luck)[1]) == {"luck that nobody has seen"}
        assert gate.checked(table.desk, records, luck, revealed=True)[1] == ()


def test_a_correction_that_told_a_hand_would_be_blocked(table: Table) -> None:
    for who, text in (("Ann", "I open 5-2 and go in."), ("Bob", ""), ("Cat", "")):
        table.clock.forward(minutes=30)
        reply(table, code_in(say(table, who, f"{text} I take no action.")), "approve")
    made = draft(
        table,
        code_in(write(table, MASTER, f"rewind turn 1: {READ_AS} because it was misread")),
    )
    assert (made.kind, made.leaks) == ("correction", ())
    with table.desk.ledger.transaction() as records:
        case = correcting.case_of(table.desk, records, records.ruling(1))
        done = correcting.played_again(records, case)
        assert isinstance(done, Corrected)
        (way, *_) = alternatives(done, case.present, case.tables, case.options)
        choice = amendments.Choice(way, settle((), (), {}))

        def telling(tell: Callable[[Case], object]) -> tuple[Leak, ...]:
            def correct(desk: Desk, records: Records, case: Case) -> tuple[Corrected, Choice]:
                told = structs.replace(way, conflicts=(f"Look: {tell(case)}.",))
                return done, replace(choice, way=told)

            its, chosen = correct(table.desk, records, case)
            page = amendments.public(table.desk, records, case, its, chosen, None)
            return twofold.leaks(table.desk, records, case, done, (page,), None, correct)

        assert telling(lambda case: case.present.position.turns) == ()
        assert facts(telling(lambda case: case.present.secrets.hands[0])) == {"Ann's hand"}
        assert facts(telling(lambda case: case.course.before.secrets.deck)) == {
            "the order of the event deck"
        }
        luck = telling(lambda case: case.course.steps[1].luck.pick("event 59 room", 10))
        assert facts(luck) == {"luck that nobody has seen"}


# -- what is on file in another world ------------------------------------------------------------


def test_nothing_is_filed_in_another_world(table: Table) -> None:
    with table.desk.ledger.transaction() as records:
        there = elsewhere(records, lambda game: None)
        for name in WRITING:
            with pytest.raises(AssertionError, match="nothing is filed in another world"):
                getattr(there, name)


def test_whatever_files_something_is_known_to() -> None:
    calls = {
        name: {
            node.attr
            for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(method))))
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "self"
        }
        for name, method in inspect.getmembers(SqlRecords, inspect.isfunction)
    }
    filing = {"_add", "_add_numbered", "_add_all", "_undo"}
    while more := {name for name, inner in calls.items() if inner & filing} - filing:
        filing |= more
    port = {name for name, _ in inspect.getmembers(Records, inspect.isfunction)}
    assert port & filing == WRITING
