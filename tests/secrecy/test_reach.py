"""Who can reach a hand, and what reaches a list, a log, an error or a program.

Everything is found in the package as it is.
"""

from __future__ import annotations

import ast
import inspect
import typing
from collections.abc import Iterator
from functools import cache
from types import ModuleType

import grimp
import pytest

from rednov_bot.core import errors
from rednov_bot.core.luck import Drawn, GameLuck, Keys, SecretLuck
from rednov_bot.core.proof import ShownTile
from rednov_bot.core.render import announced_pages
from rednov_bot.games import base
from rednov_bot.games.base import Luck, Withheld
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Limit, Secrets
from rednov_bot.games.red_november.rules.turn import Orders
from tests.render.samples import LIST, to
from tests.secrecy.package import called, holding, modules, parts

GAME = "games.red_november"
RULES, RENDER = f"{GAME}.rules", f"{GAME}.render"
_RENDERING = ("rednov_bot.core.render", f"rednov_bot.{RENDER}")
CURTAIN = (f"{RULES}.gamestate", f"{RENDER}.private_pages")
"""What lies behind the curtain: hands, limits, pool, decks; mails and sentences for one gnome."""

SECRET: set[object] = {
    Secrets,
    Drawn,
    GameLuck,
    Keys,
    Limit,
    Luck,
    Orders,
    SecretLuck,
    ShownTile,
    Withheld,
    *typing.get_args(ev.PrivateEvent),
    *typing.get_args(ev.HiddenEvent),
}

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


@cache
def source(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


@cache
def writing_to_the_list() -> tuple[tuple[ModuleType, str], ...]:
    """Every function that writes a page of which the kind is or may be public, or a report."""
    found = []
    for module in modules():
        for one in source(module).body:
            is_report = module.__name__.startswith(_RENDERING) and _is_report(one)
            if is_report or any(map(_is_public, ast.walk(one))):
                assert isinstance(one, ast.FunctionDef), (
                    f"{module.__name__}:{one.lineno} has no types"
                )
                found.append((module, one.name))
    return tuple(found)


def _is_report(node: ast.AST) -> bool:
    """Whether it makes what everybody may be told of a game."""
    if not isinstance(node, ast.FunctionDef) or node.returns is None:
        return False
    return ast.unparse(node.returns) in ("Report", "Summary")


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
    return own | {name for name in above if name.startswith(_RENDERING)}


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


def hints(function: typing.Any) -> dict[str, typing.Any]:
    """Its types; those of a dataclass may stand in the module of the class above it."""
    names = {**vars(base), **inspect.unwrap(function).__globals__}
    return typing.get_type_hints(function, names)


# -- who can reach a hand -----------------------------------------------------------------------


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
        for parameter, hint in hints(function).items()
        if parameter != "return"
        for part in parts(hint)
        if isinstance(part, type) and part in secret
    }
    assert given == set()


def test_nothing_that_writes_to_a_list_is_given_just_anything() -> None:
    loose = {
        f"{module.__name__}.{name}.{parameter}"
        for module, name in writing_to_the_list()
        for parameter, hint in typing.get_type_hints(getattr(module, name)).items()
        if typing.Any in list(parts(hint)) or object in list(parts(hint))
    }
    assert loose == set()


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
        assert {part for hint in hints(function).values() for part in parts(hint)}.isdisjoint(
            secret
        )


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
        if isinstance(node, ast.Attribute)
        and (
            node.attr in ("secrets", "history", "chapters")
            or ast.unparse(node) in ("desk.game.hands", "desk.game.held")
        )
    }
    assert touching == set(TELLING_HANDS)


def test_a_mail_is_given_nothing_that_it_does_not_name() -> None:
    assert to(LIST, announced_pages.membership, "Dot", "joins", ("Ann", "Dot")).body
    with pytest.raises(TypeError, match="hand"):
        to(LIST, announced_pages.membership, "Dot", "joins", ("Ann", "Dot"), hand="grog")
