from __future__ import annotations

import inspect
import re

from lark import Lark

from rednov_bot.language import parser
from rednov_bot.language.doings import VERBS
from rednov_bot.language.lexicon import vocabulary
from rednov_bot.paths import CLAUSES

TEXT = CLAUSES.read_text(encoding="utf-8")
DECLARED = set(" ".join(re.findall(r"^%declare (.*)$", TEXT, re.MULTILINE)).split())
ALIASES = set(re.findall(r"-> (\w+)", TEXT))


def test_the_grammar_is_strict() -> None:
    Lark(TEXT, parser="lalr", lexer=parser.Terminals, start="said", strict=True)


def test_every_alias_is_a_method() -> None:
    methods = {
        name.removesuffix("_") if name == "pass_" else name
        for name, value in vars(parser._Clauses).items()
        if inspect.isfunction(value)
    }
    rules = set(re.findall(r"^(\w+):", TEXT, re.MULTILINE))
    named = {alias.removesuffix("_") if alias == "pass_" else alias for alias in ALIASES}
    assert named - methods == set()
    assert methods - named - rules == set()


def test_every_terminal_is_declared_and_used() -> None:
    body = re.sub(r"//.*|%declare.*", "", TEXT)
    used = set(re.findall(r"\b_?[A-Z][A-Z_]+\b", body))
    assert used == DECLARED


def test_every_doing_of_the_vocabulary_is_a_terminal() -> None:
    assert VERBS <= DECLARED


def test_the_vocabulary_spells_every_terminal_that_is_a_word() -> None:
    kinds: set[str] = set()
    nodes = [vocabulary()]
    while nodes:
        node = nodes.pop()
        kinds |= {sense.kind for sense in node.senses}
        nodes += node.next.values()
    made = {"NUM", "DUR", "HATCH", "PATH", "NAME", "CONTEST", "AND", "PRONOUN", "_STOP"}
    assert DECLARED - made - kinds == set()


def test_no_phrase_is_listed_twice_in_a_section() -> None:
    text = CLAUSES.with_name("vocabulary.txt").read_text(encoding="utf-8")
    for section in text.split("\n\n")[1:]:
        phrases = [p.strip() for p in " ".join(section.splitlines()[1:]).split(",")]
        assert len(phrases) == len(set(phrases)), section.splitlines()[0]
