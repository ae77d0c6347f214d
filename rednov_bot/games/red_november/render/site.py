"""The site, file by file: the contest, each game, each step of it, rulings, luck, a feed, JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import accumulate
from typing import Any, Final
from urllib.parse import quote

import msgspec

from rednov_bot.core.paths import TEMPLATES
from rednov_bot.core.render.environment import environment
from rednov_bot.core.render.guide import the_game
from rednov_bot.core.render.mail_html import cells
from rednov_bot.core.render.spectators import GameMaterial, Posted, SiteMaterial
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.render.narration import narrated
from rednov_bot.games.red_november.render.picture.png import board_png
from rednov_bot.games.red_november.render.picture.shapes import readable
from rednov_bot.games.red_november.render.picture.svg import board_svg
from rednov_bot.games.red_november.render.position import facts, public_view, who_may_act
from rednov_bot.games.red_november.render.report_facts import GameFacts, Hands
from rednov_bot.games.red_november.render.report_pages import phase
from rednov_bot.games.red_november.render.story import told
from rednov_bot.games.red_november.render.story_pages import story_of
from rednov_bot.games.red_november.rules.history import Passage, passages
from rednov_bot.games.red_november.rules.words import TRACKS, Item


def known_of(game: GameMaterial) -> GameFacts:
    """What everybody knows of a game, in the type that it has here."""
    assert isinstance(game.facts, GameFacts)
    return game.facts


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One page of a game."""

    number: int  # from 0, the opening
    passage: Passage
    at: datetime
    posted: tuple[Posted, ...]
    held: Mapping[Player, tuple[Item, ...]] | None = field(repr=False)
    knew: Mapping[Player, tuple[str, ...]] = field(repr=False)

    @property
    def title(self) -> str:
        """`Turn 3: Ann`, `The opening`, `After turn 3`."""
        passage = self.passage
        if passage.gnome is not None:
            return f"Turn {passage.turn}: {passage.gnome}"
        if self.number == 0:
            return "The opening"
        return f"After turn {passage.turn}" if passage.turn else "Before the first turn"

    @property
    def awaits(self) -> bool:
        """Whether it is a turn that is announced, and not yet resolved."""
        return self.passage.gnome is not None and self.passage.after.pending is not None


def steps(game: GameMaterial) -> tuple[Step, ...]:
    """The steps of a game, in order."""
    ends = tuple(accumulate([len(dated.events) for dated in game.facts.course]))
    hands: Hands | None = game.hands
    found: list[Step] = []
    start = 0
    for number, passage in enumerate(passages(known_of(game).events)):
        end = start + len(passage.events)
        within = [n for n, last in enumerate(ends) if start < last <= end]
        last = within[-1] if within else max(n for n, one in enumerate((0, *ends)) if one <= end)
        last = min(last, len(ends) - 1)
        knew: dict[Player, tuple[str, ...]] = {}
        for alone in [] if hands is None else [hands.knew[n] for n in within]:
            for name, said in alone.items():
                knew[name] = (*knew.get(name, ()), *said)
        found.append(
            Step(
                number=number,
                passage=passage,
                at=game.facts.course[last].at,
                posted=tuple([one for n in within for one in game.posted[n]]),
                held=None if hands is None else hands.held[last],
                knew=knew,
            )
        )
        start = end
    return tuple(found)


_PLAIN: Final = ("style.css", "step.js", "icon.svg")
"""What stands in the templates as it is served."""


def files(site: SiteMaterial) -> Iterator[tuple[str, bytes]]:
    """Every file of the site by its path, the same for the same material."""
    for name in _PLAIN:
        yield name, (TEMPLATES / "pages" / name).read_bytes()
    played = [(game, steps(game)) for game in site.games]
    for game, course in played:
        yield from _game(site, game, course)
    yield "index.html", _page("index.html", site, games=played[::-1], up="")
    yield "rulings.html", _page("rulings.html", site, up="")
    yield "rules.html", _page("rules.html", site, told=the_game(), up="")
    yield "feed.xml", feed(site, played)
    yield "contest.json", _json(_contest(site, played))


def _page(name: str, site: SiteMaterial, **facts: Any) -> bytes:
    made = environment(html=True).get_template(f"pages/{name}.j2")
    return made.render(site=site, **facts).encode()


def _game(
    site: SiteMaterial, game: GameMaterial, course: Sequence[Step]
) -> Iterator[tuple[str, bytes]]:
    known, where = known_of(game), game.folder
    tables, heading = known.tables, f"{site.name} {known.tag}"
    lines = [narrated(step.passage, tables.board) for step in course]

    def page(name: str, template: str, **facts: Any) -> tuple[str, bytes]:
        made = _page(template, site, game=game, course=course, lines=lines, up="../", **facts)
        return f"{where}/{name}", made

    for step, line in zip(course, lines, strict=True):
        passage = step.passage
        before = passage.before if passage.before.gnomes else None
        is_told = before is not None and not step.awaits  # the opening tells its own
        yield page(
            f"{step.number}.html",
            "step.html",
            step=step,
            picture=board_svg(passage.after, tables, before, heading=heading),
            chapters=told(passage.events, passage.before, tables, passage.gnome) if is_told else (),
            narrated=line,
            facts=facts(passage.after, known.options),
        )
    board = board_svg(known.position, tables, heading=heading)
    yield f"{where}/board.svg", board.encode()
    yield f"{where}/board.png", board_png(known.position, tables)
    yield page(
        "index.html",
        "game.html",
        picture=board,
        stands=phase(known, known.course[-1].at),  # whenever the page may be read
        may_act=who_may_act(known.position, known.options),
    )
    yield page("luck.html", "luck.html")
    yield f"{where}/game.json", _json(game_json(game, course))
    if known.ended is not None:
        yield page("story.html", "story.html", story=story_of(known), cells=cells)


def game_json(game: GameMaterial, course: Sequence[Step]) -> dict[str, Any]:
    """The public view of a game, and of each of its steps."""
    known = known_of(game)
    return {
        "game": known.tag,
        "data_set": {"title": known.tables.title, "sha256": known.tables.digest},
        "options": msgspec.to_builtins(known.options),
        "position": public_view(known.position),
        "steps": [
            {
                "step": step.number,
                "title": step.title,
                "turn": step.passage.turn,
                "gnome": step.passage.gnome,
                "at": step.at.isoformat(),
                "tracks": {track: step.passage.after.track(track) for track in TRACKS},
                "position": public_view(step.passage.after),
                "posted": [
                    {"subject": one.subject, "message_id": one.message_id, "link": one.link or None}
                    for one in step.posted
                ],
            }
            for step in course
        ],
    }


def _contest(
    site: SiteMaterial, played: Sequence[tuple[GameMaterial, Sequence[Step]]]
) -> dict[str, Any]:
    contest = site.contest
    return {
        "contest": site.name,
        "contestmaster": contest.contestmaster,
        "contestants": [one.name for one in contest.contestants],
        "games": [
            {
                "game": game.facts.tag,
                "began": game.facts.began.isoformat(),
                "ended": game.facts.ended.isoformat() if game.facts.ended else None,
                "steps": len(course),
                "json": f"{game.folder}/game.json",
            }
            for game, course in played
        ],
        "rulings": [
            {"number": one.number, "clause": one.clause, "text": one.text}
            for one in contest.rulings
        ],
    }


def _json(told: dict[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False, indent=1).encode() + b"\n"


ENTRIES: Final = 50
"""As many as a reader of feeds may have missed."""


def feed(site: SiteMaterial, played: Sequence[tuple[GameMaterial, Sequence[Step]]]) -> bytes:
    """The feed; its identity is that of the list, so that a site may move."""
    every = [
        (f"{game.folder}/{step.number}.html", posted)
        for game, course in played
        for step in course
        for posted in step.posted
    ]
    every += [(f"{game.folder}/luck.html", one) for game, _ in played for one in game.proofs]
    every.sort(key=lambda one: one[1].at, reverse=True)
    entries = [
        {
            "title": readable(posted.subject),
            "id": f"mid:{quote(posted.message_id.strip('<>'), safe='@')}",
            "updated": _moment(posted.at),
            "page": page,
            "content": readable(posted.body),
        }
        for page, posted in every[:ENTRIES]
    ]
    updated = _moment(every[0][1].at if every else datetime(1970, 1, 1, tzinfo=UTC))
    made = {"title": readable(site.name), "id": f"mailto:{quote(site.forum)}", "updated": updated}
    author, at = readable(site.contest.contestmaster), f"{site.address}/" if site.address else ""
    return _page("feed.xml", site, **made, entries=entries, author=author, address=at) + b"\n"


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
