"""The site tells what the lists have got: all of it, in order, as words that do nothing."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from urllib.parse import urljoin, urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser

from rednov_bot.core.render.reports import Ruling
from rednov_bot.games.red_november.render import site
from rednov_bot.games.red_november.render.site import steps
from rednov_bot.games.red_november.rules.history import passages
from tests.builders import MONDAY
from tests.rigs.scale import many
from tests.web.sites import a_crew, game_of, long_game, played, site_of

ATOM = "{http://www.w3.org/2005/Atom}"
LONG = many(300, 150)  # turns
FINISHED = played(3)
ELSEWHERE = ("https://lists.example/", "https://agoranomic.org/", "https://boardgamegeek.com/")
"""The archive, and what the rules in short name."""


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    return dict(site.files(site_of(played(2, 3), FINISHED)))


@pytest.fixture(scope="module")
def html(made: dict[str, bytes]) -> dict[str, LexborHTMLParser]:
    """Every page, parsed."""
    names = sorted(name for name in made if name.endswith(".html"))
    return {name: LexborHTMLParser(made[name].decode()) for name in names}


def words(octets: bytes) -> str:
    body = LexborHTMLParser(octets.decode()).body
    assert body is not None
    return " ".join(body.text(separator=" ").split())


def test_every_step_of_a_game_has_a_page_with_its_picture_and_posting(
    made: dict[str, bytes],
) -> None:
    course = steps(FINISHED)
    assert len(course) == len(passages(FINISHED.facts.events))
    for step in course:
        page = made[f"rn1/{step.number}.html"].decode()
        assert step.title in page
        assert page.count("<svg ") == 1
        for one in step.posted:
            assert one.subject in page
            assert one.link in page
    told = [one for step in course for one in step.posted]
    assert told == [one for some in FINISHED.posted for one in some]


def test_every_link_leads_to_a_page_of_the_site_or_to_the_archive(
    made: dict[str, bytes], html: dict[str, LexborHTMLParser]
) -> None:
    for name, page in html.items():
        places = {one.attributes.get("id") for one in page.css("[id]")}
        for node in page.css("[href], [src]"):
            to = node.attributes.get("href") or node.attributes.get("src") or ""
            if to.startswith("#"):
                assert to[1:] in places, name
            elif not to.startswith(ELSEWHERE):
                where = urlsplit(urljoin(f"https://here/{name}", to))
                assert where.netloc == "here", name
                assert where.path.lstrip("/") in made, (name, to)


def test_a_page_has_one_heading_a_language_landmarks_and_no_script_in_it(
    html: dict[str, LexborHTMLParser],
) -> None:
    for name, page in html.items():
        counts = {one: len(page.css(one)) for one in ("html[lang=en]", "h1", "main")}
        assert set(counts.values()) == {1}, (name, counts)
        assert page.css("header nav"), name
        scripts = [one.attributes.get("src") for one in page.css("script")]
        assert scripts in (["step.js"], ["../step.js"]), name
        levels = [int((one.tag or "h0")[1]) for one in page.css("h1, h2, h3")]
        assert all(after - before <= 1 for before, after in pairwise(levels)), name
        assert all(one.attributes.get("alt") for one in page.css("img")), name


def test_the_feed_has_the_newest_postings_first(made: dict[str, bytes]) -> None:
    root = ET.fromstring(made["feed.xml"])
    entries = root.findall(f"{ATOM}entry")
    moments = [one.findtext(f"{ATOM}updated") or "" for one in entries]
    assert moments == sorted(moments, reverse=True)
    assert len(entries) == 50
    for one in entries:
        assert re.fullmatch(r"mid:rednov\.\d+@bots\.example", one.findtext(f"{ATOM}id") or "")
        link = one.find(f"{ATOM}link")
        assert link is not None
        to = (link.get("href") or "").removeprefix("https://sub.example/rednov/")
        assert to in made
    assert root.findtext(f"{ATOM}updated") == moments[0]


def test_the_data_tell_every_step(made: dict[str, bytes]) -> None:
    told = json.loads(made["rn1/game.json"])
    assert [one["step"] for one in told["steps"]] == list(range(len(steps(FINISHED))))
    assert told["position"] == told["steps"][-1]["position"]
    assert told["position"]["phase"] == "over"
    assert '"hand"' not in made["rn1/game.json"].decode()
    contest = json.loads(made["contest.json"])
    assert [one["json"] for one in contest["games"]] == ["rn1/game.json", "rn1/game.json"]


HOSTILE = {
    "markup": "<script>alert(1)</script>",
    "attribute": '"onmouseover="alert(1)',
    "entity": "&lt;b&gt; &#x3c;img src=x onerror=alert(1)&#x3e;",
    "closing": "</title></style></svg></main><iframe src=//evil.example>",
    "comment": "--><!--",
    "template": "{{ 7 * 7 }}{% raw %}",
    "controls": "a\x00b\x1b[31m\u202e",
}


@pytest.mark.parametrize("words_", HOSTILE.values(), ids=HOSTILE)
def test_names_subjects_and_texts_are_nothing_but_words(words_: str) -> None:
    crew = (words_, "Bob", "Cat")
    material = site_of(game_of([a_crew(crew)], name=words_), name=words_)
    for name, octets in site.files(material):
        if name.endswith(".html"):
            page = LexborHTMLParser(octets.decode())
            scripts = [one.attributes.get("src") for one in page.css("script")]
            assert scripts in (["step.js"], ["../step.js"])
            assert not page.css("iframe, object, embed, form, base")
            every = [key for node in page.css("*") for key in node.attributes]
            assert not [key for key in every if key.startswith("on")]
            assert "49" not in "".join(one.text() for one in page.css("h1"))
        elif name.endswith(".xml") or name.endswith(".svg"):
            ET.fromstring(octets)
        elif name.endswith(".json"):
            json.loads(octets)


def test_the_story_is_told_when_a_game_is_over_and_not_before(made: dict[str, bytes]) -> None:
    begun = dict(site.files(site_of(game_of([a_crew(("Ann", "Bob", "Cat"))], tag="RN7"))))
    assert "rn7/story.html" not in begun
    assert "story.html" not in begun["rn7/index.html"].decode()
    assert "The story of RN1" in words(made["rn1/story.html"])


def test_a_turn_that_mattered_has_its_number_and_all_its_words_in_one_cell(
    html: dict[str, LexborHTMLParser],
) -> None:
    rows = html["rn1/story.html"].css("table")[0].css("tr")
    told = [[cell.text() for cell in row.css("td")] for row in rows]
    lost = "Asphyxiation at 10; Asphyxiation is at its maximum: the sub is lost"
    assert told[-1] == ["50", lost]
    assert {len(row) for row in told} == {2}


def test_rulings_are_told_as_words_with_their_clause_and_what_became_of_them() -> None:
    rulings = (
        Ruling(number=1, at=MONDAY, clause="§10c", text="A <b>wet</b> hatch.", withdrawn_by=2),
        Ruling(number=2, at=MONDAY, clause="", text="That was wrong."),
    )
    made = dict(site.files(site_of(FINISHED, rulings=rulings)))["rulings.html"]
    assert "Ruling 1 (§10c) A <b>wet</b> hatch." in words(made)
    assert "withdrawn by ruling 2" in words(made)
    assert "<b>" not in made.decode()


def test_a_game_of_more_turns_than_any_had_is_told_whole() -> None:
    game = long_game(LONG)
    made = dict(site.files(site_of(game)))
    last = len(steps(game)) - 1
    assert game.facts.position.turns == LONG
    assert f"rn1/{last}.html" in made
    assert f"Turn {LONG}: " in made["rn1/index.html"].decode()
    assert len(json.loads(made["rn1/game.json"])["steps"]) == last + 1
