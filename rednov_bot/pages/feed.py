"""An Atom feed of what was posted (RFC 4287), the newest first."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final
from urllib.parse import quote

from rednov_bot.pages.material import GameMaterial, SiteMaterial
from rednov_bot.pages.steps import Step
from rednov_bot.picture.shapes import readable

ENTRIES: Final = 50
"""As many as a reader of feeds may have missed."""

_HEAD: Final = '<?xml version="1.0" encoding="utf-8"?>\n'
_ATOM: Final = "http://www.w3.org/2005/Atom"


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
    latest = every[0][1].at if every else datetime(1970, 1, 1, tzinfo=UTC)
    root = ET.Element("feed", {"xmlns": _ATOM})
    _text(root, "title", site.name)
    _text(root, "id", f"mailto:{quote(site.forum)}")
    _text(root, "updated", _moment(latest))
    ET.SubElement(root, "link", {"rel": "self", "href": _address(site, "feed.xml")})
    ET.SubElement(root, "link", {"rel": "alternate", "href": _address(site, "index.html")})
    for page, posted in every[:ENTRIES]:
        entry = ET.SubElement(root, "entry")
        _text(entry, "title", posted.subject)
        _text(entry, "id", f"mid:{quote(posted.message_id.strip('<>'), safe='@')}")
        _text(entry, "updated", _moment(posted.at))
        _text(ET.SubElement(entry, "author"), "name", site.contest.contestmaster)
        ET.SubElement(entry, "link", {"rel": "alternate", "href": _address(site, page)})
        _text(entry, "content", posted.body).set("type", "text")
    ET.indent(root, " ")
    return f"{_HEAD}{ET.tostring(root, encoding='unicode')}\n".encode()


def _address(site: SiteMaterial, page: str) -> str:
    return f"{site.address}/{page}" if site.address else page


def _text(parent: ET.Element, name: str, words: str) -> ET.Element:
    made = ET.SubElement(parent, name)
    made.text = readable(words)
    return made


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
