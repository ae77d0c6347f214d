"""The templates, compiled once: a situation and its facts become a subject and a body.

Each template has the blocks `subject` and `body`.  A fact that is missing is an error.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from rednov_bot.core.invocation import program_from_anywhere
from rednov_bot.core.paths import TEMPLATES
from rednov_bot.core.render import wording

WIDTH = 72  # columns of a mail, RFC 3676 §4.2 and the custom of the lists

_OF_GAMES: Final[dict[str, Callable[..., str]]] = {}
_FOLDERS: Final = [TEMPLATES]


def add_game(kind: str, **filters: Callable[..., str]) -> None:
    """A game has templates of its own, in the folder of its name, and words as *filters* there."""
    _OF_GAMES.update(filters)
    _FOLDERS.append(TEMPLATES / kind)
    environment.cache_clear()


@cache
def environment(*, html: bool = False) -> Environment:
    """The environment of all mails, or of all pages: there everything is escaped, and is words."""
    made = Environment(
        loader=FileSystemLoader(_FOLDERS),
        undefined=StrictUndefined,
        autoescape=html,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=not html,
        auto_reload=False,
        cache_size=-1,
    )
    made.filters.update(
        {
            "capital": wording.capital,
            "day": wording.day,
            "fold": fold,
            "listed": wording.listed,
            "paragraphs": paragraphs,
            "sentence_end": wording.sentence_end,
            "span": wording.span,
            "when": wording.when,
            "whose": wording.whose,
            **_OF_GAMES,
        }
    )
    made.globals["counted"] = wording.counted
    made.globals["passage"] = passage
    made.globals["rednov"] = program_from_anywhere
    return made


@cache
def template(name: str) -> Template:
    """The compiled template *name*, without its ending."""
    made = environment().get_template(f"{name}.txt.j2")
    made.globals = dict(made.globals)  # a chain of maps would be copied link by link each time
    return made


def render(situation: str, /, **facts: Any) -> tuple[str, str]:
    """The subject, one line, and the body, ending in a line feed, for a situation."""
    made = template(situation)
    context = made.new_context(facts)
    subject = "".join(made.blocks["subject"](context))
    body = "".join(made.blocks["body"](context))
    return subject.strip(), body


@lru_cache(maxsize=64)
def passage(name: str, /, **facts: Any) -> str:
    """What many mails say alike, written once for the same facts; no line feed at its end."""
    return template(name).render(facts).removesuffix("\n")


def fold(text: str, lead: str = "", hang: str = "", width: int = WIDTH) -> str:
    """One paragraph in lines of at most *width* columns, a longer word on a line of its own.

    The first line begins with *lead*, the others with *hang*.
    """
    rest = lead + " ".join(text.split())
    if len(rest) <= width:
        return rest
    lines = []
    indent = len(lead)
    while len(rest) > width:
        cut = rest.rfind(" ", indent, width + 1)
        if cut <= indent:
            cut = rest.find(" ", max(indent, width))
            if cut < 0:
                break
        lines.append(rest[:cut])
        rest = hang + rest[cut + 1 :]
        indent = len(hang)
    lines.append(rest)
    return "\n".join(lines)


def paragraphs(text: str, lead: str = "", hang: str = "") -> str:
    """Paragraphs, an empty line between them, each folded; a line feed ends the last."""
    every = [part for part in text.split("\n\n") if part.strip()]
    return "\n\n".join([fold(part, lead, hang) for part in every]) + "\n"
