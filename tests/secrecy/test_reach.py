"""Who can reach a hand, and what reaches a list, a log, an error, a program or a subject.

Everything is found in the package as it is: a module, a parameter or a name that is new and is not
named here with its reason makes these tests fail.
"""

from __future__ import annotations

import ast
import inspect
import typing
from collections.abc import Iterable, Iterator
from functools import cache
from types import ModuleType

import grimp
import pytest
from jinja2 import nodes

from rednov_bot.core import errors
from rednov_bot.core.paths import TEMPLATES
from rednov_bot.core.proof import NoticeProof
from rednov_bot.games.red_november.render.environment import environment
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Limit, Secrets
from rednov_bot.games.red_november.rules.luck import Drawn, GameLuck, Keys, Luck, SecretLuck
from rednov_bot.games.red_november.rules.refusals import Withheld
from rednov_bot.games.red_november.rules.turn import Orders
from tests.secrecy.package import called, holding, modules, parts

GAME = "games.red_november"
RULES, RENDER = f"{GAME}.rules", f"{GAME}.render"
CURTAIN = (f"{RULES}.gamestate", f"{RENDER}.private_pages")
"""What lies behind the curtain: hands, limits, pool, decks; mails and sentences for one gnome."""

AT_THE_DESK = ("bootstrap", "cli", "core.store", "core.workflow")
AT_THE_DESK += ("demo", "doctor", "sandbox", "service")
"""Packages and modules that handle what is hidden; all others are in front of the curtain, but for
those named below."""

BEHIND = {
    f"{GAME}.ai": "computer gnomes, who decide with what they hold; `looking` alone sees all",
    f"{GAME}.simulation": "plays games of its own between computer gnomes",
    f"{RULES}.cards": "cards change hands and the deck",
    f"{RULES}.corrections": "plays a game again, hands and all",
    f"{RULES}.deck": "draws and shuffles the event deck",
    f"{RULES}.ending": "drops the hand of a gnome who is killed",
    f"{RULES}.examples": "shows a gnome turns that they could take, with what they hold",
    f"{RULES}.fixing": "uses tiles up",
    f"{RULES}.forecast": "forecasts with functions that the resolution uses",
    f"{RULES}.gamestate": "the hidden state itself",
    f"{RULES}.hands": "whether claimed tiles are held; limits, discards",
    f"{RULES}.items": "draws tiles",
    f"{RULES}.logbook": "enters events, public or not",
    f"{RULES}.opening": "deals the first hands",
    f"{RULES}.overruled": "resolves under a ruling",
    f"{RULES}.rehearsal": "tries a turn with what its gnome holds",
    f"{RULES}.resolve": "judges and resolves a turn, its gnome's hand included",
    f"{RULES}.sleep": "faint checks draw cards",
    f"{RULES}.soundness": "whether a gamestate can be",
    f"{RULES}.time_track": "walks on, and draws cards",
    f"{RULES}.tracks": "enters what happens to the tracks",
    f"{RENDER}.answers": "private answers to the author of a mail",
    f"{RENDER}.inquiry_pages": "a gnome's hand, as they asked",
    f"{RENDER}.planner_pages": "corrections, for the contestmaster",
    f"{RENDER}.private_pages": "mails for one gnome's eyes",
    f"{RENDER}.reckoning": "what a turn would cost, for the gnome who tries it",
    f"{RENDER}.rehearsal_pages": "a turn tried out, for its gnome",
    f"{RENDER}.succession_pages": "what a successor of the contestmaster's must know",
    "core.fairness": "computes a finished game again, from the archive and the secret told in it",
}
"""What else can reach behind the curtain, and why; a package's name stands for its modules."""

IN_FRONT_ALL_THE_SAME = tuple(
    f"{RULES}.{name}"
    for name in (
        *("actions", "intoxication", "movement", "objections", "plan", "targets"),
        *("corrections.compared", "corrections.points", "corrections.replayed"),
    )
)
"""Modules of the rules that public pages are made with; they must not reach it."""

SECRET: set[object] = {
    Secrets,
    Drawn,
    GameLuck,
    Keys,
    Limit,
    Luck,
    NoticeProof,
    Orders,
    SecretLuck,
    Withheld,
    *typing.get_args(ev.PrivateEvent),
    *typing.get_args(ev.HiddenEvent),
}

WORDS = {
    "award_pages.award.occasion": "`turn 12`, by its number",
    "claim_pages.claim_denied.about": "the turn or the posting that is claimed to be wrong",
    "claim_pages.claim_denied.claimant": "a name",
    "claim_pages.claim_denied.why": "the contestmaster's own words; tiles in them are minded",
    "contest_pages.change.subject": "what of the contest changes",
    "contest_pages.change.told": "how it changes",
    "correction_pages.amendment.clause": "a clause",
    "correction_pages.amendment.conflicts": "rules.corrections.patch, of the position alone",
    "correction_pages.amendment.luck": "THE LUCK: numbers drawn in public, and digests",
    "correction_pages.amendment.wrong": "the ruling in the contestmaster's own words",
    "public_pages.acknowledgement.gnome": "a name",
    "public_pages.idle_kill.awards": "axes",
    "public_pages.idle_kill.gnome": "a name",
    "public_pages.idle_kill.luck": "THE LUCK",
    "public_pages.membership.contestants": "names",
    "public_pages.membership.name": "a name",
    "public_pages.opening.commitment": "the digest of the secret, in games of form 1",
    "public_pages.opening.luck": "THE LUCK, with the commitments",
    "public_pages.opening.tag": "what the game is called",
    "public_pages.refusal.gnome": "a name",
    "public_pages.resolution.awards": "axes",
    "public_pages.resolution.confirmed": "how it was read, as its gnome confirmed (A126)",
    "public_pages.resolution.gnome": "a name",
    "public_pages.resolution.luck": "THE LUCK",
    "ruling_pages.ruling.clause": "a clause",
    "ruling_pages.ruling.text": "the contestmaster's own words; tiles in them are minded",
    "ruling_pages.ruling.withdrawn": "the words of a ruling that the list has heard",
    "ruling_pages.voided.gnome": "a name",
    "ruling_pages.voided.luck": "THE LUCK",
    "luck_pages.secrets.dice": "the secret itself, when its game is over",
    "luck_pages.secrets.tag": "what the game is called",
    "luck_pages.secrets.tile": "the same, where every gnome agrees",
    "composing.readdressed.name": "of a forum",
    "composing.readdressed.to": "the address of a forum",
}
"""Each parameter by which words or bytes, which any value may have become, reach a public page; and
what they are."""

SUBJECTS = {
    "about": "of a draft: `Turn 12: Ann`; of a change: `axis Z added`",
    "announced": "what was announced: `turn`",
    "awaited": "whether the turn awaits its resolution",
    "claimant": "a name",
    "clause": "a clause",
    "code": "of a draft, drawn at random",
    "commands": "how many the contestmaster wrote",
    "decided": "what the contestmaster decided of a draft",
    "done": "how many of eir commands were carried out",
    "duty": "something that is done by the clock: `reminders`",
    "event": "`joins` or `leaves`",
    "game": "its tag",
    "gnome": "a name",
    "hand": "whether the reader asked for their hand",
    "heard": "what came of an answer to whether a mail is its author's",
    "late": "whether something is overdue",
    "letterhead": "the contest's name",
    "lost": "whether what came back was a posting",
    "made": "whether a choice of the reader's was made already",
    "mails": "their numbers on file, and how many",
    "master": "whether the reader decides",
    "more": "whether alarms are summed up",
    "name": "a name",
    "newer": "the code of a newer draft",
    "now": "the day",
    "number": "of a turn or ruling",
    "occasion": "`turn 12`, `your discard`",
    "opening": "whether the opening is on the list, waits, or may be there",
    "over": "whether the game is over",
    "parts": "how many answers there are",
    "public": "whether a claim is denied on the list, or to the claimant alone",
    "role": "contestmaster or deputy",
    "stands": "whether what was announced stands",
    "status": "whether the reader asked how the game stands",
    "story": "its game's tag",
    "subject": "of a correction: `Turn 12: Ann`",
    "tag": "what a game is called",
    "tile": "whether the secret of the tiles is told",
    "trouble": "what became of a reply of the contestmaster's",
    "until": "when answers go again",
    "why": "that an answer announces nothing, or says no (A126)",
}
"""Every value of which a subject is made."""

TELLING_HANDS = {
    "cli.games": "`hands` is asked for by name, and once more; `show --secret` says so",
}
"""Commands that touch what is hidden."""

_HIDDEN_NAMES = frozenset(
    ("secrets", "hand", "hands", "held_items", "limits", "pool", "deck", "private", "withheld")
)


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("rednov_bot", include_external_packages=True, cache_dir=None)


def short(name: str) -> str:
    return name.removeprefix("rednov_bot.")


def reaching(*curtain: str) -> set[str]:
    """Every module that imports one of these, however indirectly, and they themselves."""
    found: set[str] = set()
    for one in curtain:
        found |= {one} | {
            short(each) for each in graph().find_downstream_modules(f"rednov_bot.{one}")
        }
    return found


def in_front() -> set[str]:
    """Every module that is not at the desk."""
    every = {short(name) for name in graph().modules if name.startswith("rednov_bot.")}
    return {name for name in every if not _within(name, AT_THE_DESK)}


def _within(name: str, packages: Iterable[str]) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in packages)


def source(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


@cache
def writing_to_the_list() -> tuple[tuple[ModuleType, str], ...]:
    """Every function that writes a page of which the kind is or may be public."""
    found = []
    for module in modules():
        for one in source(module).body:
            if any(map(_is_public, ast.walk(one))):
                assert isinstance(one, ast.FunctionDef), (
                    f"{module.__name__}:{one.lineno} has no types"
                )
                found.append((module, one.name))
    return tuple(found)


def _is_public(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    given = [*node.args, *[keyword.value for keyword in node.keywords if keyword.arg == "kind"]]
    named = ast.unparse(node.func).rpartition(".")[2]
    return named in ("page", "Page", "mail") and any(
        isinstance(part, ast.Constant) and part.value == "public"
        for one in given
        for part in ast.walk(one)
    )


def writers() -> set[str]:
    """The modules of those functions, and every module of render that they import."""
    own = {module.__name__ for module, _ in writing_to_the_list()}
    above = {each for one in own for each in graph().find_upstream_modules(one)}
    return own | {name for name in above if name.startswith("rednov_bot.games.red_november.render")}


def functions(module: ModuleType) -> Iterator[tuple[str, typing.Any]]:
    """Its functions and the methods of its classes."""
    for name, one in inspect.getmembers(module):
        if getattr(one, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(one):
            yield name, one
        elif inspect.isclass(one):
            for inner, method in inspect.getmembers(one, inspect.isfunction):
                if method.__module__ == module.__name__:
                    yield f"{name}.{inner}", method


# -- who can reach a hand -----------------------------------------------------------------------


def test_whoever_can_reach_a_hand_is_named_with_the_reason() -> None:
    reached = reaching(*CURTAIN) & in_front()
    assert {name for name in reached if not _within(name, BEHIND)} == set()


def test_nobody_is_named_who_cannot_reach_one() -> None:
    reached = reaching(*CURTAIN)
    idle = [known for known in BEHIND if not any(_within(name, [known]) for name in reached)]
    assert idle == []


def test_what_public_pages_are_made_with_cannot_reach_one() -> None:
    assert reaching(*CURTAIN).isdisjoint(IN_FRONT_ALL_THE_SAME)


def test_what_writes_to_a_list_cannot_reach_one() -> None:
    behind = {f"rednov_bot.{one}" for one in reaching(*CURTAIN)}
    assert len(writing_to_the_list()) > 10
    assert writers().isdisjoint(behind)


# -- what reaches a list ------------------------------------------------------------------------


def test_nothing_that_writes_to_a_list_is_given_what_can_hold_a_secret() -> None:
    secret = holding(SECRET)
    given = {
        f"{short(module.__name__)}.{name} {parameter}: {called(part)}"
        for module in modules()
        if module.__name__ in writers()
        for name, function in functions(module)
        for parameter, hint in typing.get_type_hints(function).items()
        if parameter != "return"
        for part in parts(hint)
        if isinstance(part, type) and part in secret
    }
    assert given == set()


def test_words_reach_a_list_only_where_it_is_known_what_they_are() -> None:
    found = {
        f"{module.__name__.rpartition('.')[2]}.{name}.{parameter}"
        for module, name in writing_to_the_list()
        for parameter, hint in typing.get_type_hints(getattr(module, name)).items()
        if parameter != "return" and {str, bytes} & {*parts(hint)}
    }
    assert found == set(WORDS)


def test_nothing_that_writes_to_a_list_is_given_just_anything() -> None:
    loose = {
        f"{module.__name__}.{name}.{parameter}"
        for module, name in writing_to_the_list()
        for parameter, hint in typing.get_type_hints(getattr(module, name)).items()
        if typing.Any in list(parts(hint)) or object in list(parts(hint))
    }
    assert loose == set()


# -- subjects -----------------------------------------------------------------------------------


def test_a_subject_is_made_of_nothing_that_hangs_on_a_hand() -> None:
    named = set()
    for path in TEMPLATES.glob("*.j2"):
        tree = environment().parse(path.read_text(encoding="utf-8"))
        for block in tree.find_all(nodes.Block):
            if block.name == "subject":
                named |= {one.name for one in block.find_all(nodes.Name)}
    assert named == set(SUBJECTS)


# -- logs and errors ----------------------------------------------------------------------------


def test_one_module_alone_writes_to_the_log() -> None:
    assert graph().find_modules_that_directly_import("logging") == {"rednov_bot.core.log"}
    assert graph().find_modules_that_directly_import("traceback") == {"rednov_bot.core.errors"}


@pytest.mark.parametrize("name", ["core.log", "core.errors"])
def test_what_logs_and_errors_are_made_with_cannot_reach_a_hand(name: str) -> None:
    (module,) = [one for one in modules() if one.__name__ == f"rednov_bot.{name}"]
    secret = holding(SECRET)
    assert name not in reaching(*CURTAIN)
    for _, function in functions(module):
        hints = typing.get_type_hints(function)
        assert {part for hint in hints.values() for part in parts(hint)}.isdisjoint(secret)


def test_nothing_is_printed_but_by_commands_and_by_the_hooks_for_faults() -> None:
    printing = {
        short(module.__name__)
        for module in modules()
        for node in ast.walk(source(module))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("print", "sys.stderr.write")
    }
    assert printing == {"core.errors"}
    assert {
        short(name).split(".")[0] for name in graph().find_modules_that_directly_import("click")
    } == {"cli"}


def test_every_error_of_ours_is_defined_in_one_place() -> None:
    found = {
        called(kind)
        for module in modules()
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, errors.RednovError) and kind.__module__ == module.__name__
    }
    assert all(name.startswith("core.errors.") for name in found)


def test_no_error_and_no_line_of_the_log_is_made_of_what_is_hidden() -> None:
    logging = graph().find_modules_that_directly_import("rednov_bot.core.log")
    assert len(logging) > 5
    made = {
        f"{short(module.__name__)}:{node.lineno}"
        for module in modules()
        for node in ast.walk(source(module))
        for said in _said(node, module.__name__ in logging)
        for part in ast.walk(said)
        if (isinstance(part, ast.Name) and part.id in _HIDDEN_NAMES)
        or (isinstance(part, ast.Attribute) and part.attr in _HIDDEN_NAMES)
    }
    assert made == set()


def _said(node: ast.AST, logs: bool) -> list[ast.expr]:
    """What an exception or a line of the log is made of; not what is kept aside."""
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        return node.exc.args[:1]
    if logs and isinstance(node, ast.Call) and ast.unparse(node.func).startswith("log."):
        return node.args
    return []


# -- programs -----------------------------------------------------------------------------------


def test_only_commands_that_ask_for_it_touch_what_is_hidden() -> None:
    touching = {
        short(module.__name__)
        for module in modules()
        if module.__name__.startswith("rednov_bot.cli")
        for node in ast.walk(source(module))
        if isinstance(node, ast.Attribute) and node.attr in ("secrets", "history", "chapters")
    }
    assert touching == set(TELLING_HANDS)
