"""Pages that are built to take a parser's time are not parsed."""

from __future__ import annotations

import re

DEEPEST = 300
MOST_TAGS = 10_000
MOST_ATTRIBUTES = 2_000

_LONG_TAG = re.compile(r"<[^<>]{5000,}")
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_FLAT_ONES = (
    "area base br col colgroup dd dt embed hr img input li link meta option p source tbody td"
    " tfoot th thead tr wbr"
)
_FLAT = frozenset(_FLAT_ONES.split())


def is_sane(text: str) -> bool:
    """No deeper and no fuller than a mail program writes; the parser's time grows with depth²."""
    for tag in _LONG_TAG.findall(text):
        if tag.count("=") + tag.count(" ") + tag.count("\n") > MOST_ATTRIBUTES:
            return False
    opened: dict[str, int] = {}
    depth = tags = 0
    for match in _TAG.finditer(text):
        tags += 1
        tag = match[2].lower()
        if tag in _FLAT:
            continue
        # Only an element's own end closes it: other ends leave it open, or open it again.
        step = -1 if match[1] else 1
        if step > 0 or opened.get(tag, 0):
            opened[tag] = opened.get(tag, 0) + step
            depth += step
        if depth > DEEPEST:
            return False
    return tags <= MOST_TAGS
