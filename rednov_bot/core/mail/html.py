"""HTML as lines of text: what a reader sees, with quotes marked by ">" as in plain text.

Nothing is dropped as a quote here; quotes are marked, and `quotes` decides about them as it
does for every other mail.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from selectolax.lexbor import LexborHTMLParser, LexborNode

from rednov_bot.core.mail import seen
from rednov_bot.core.mail.attributions import is_saying
from rednov_bot.core.mail.charsets import visible
from rednov_bot.core.mail.page_marks import ATTRIBUTION, DIVIDER
from rednov_bot.core.mail.sheets import NOTHING, Hidden

MOST_ABOVE, LONGEST_ABOVE = 12, 1_000  # pieces and letters of an attribution above a quote


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SENTENCES = re.compile(r"[.!?]\s+\w")
_UNSEEN = _names(
    "-comment applet audio button canvas datalist del dialog embed frame head iframe input link"
    " math meta noframes object option s script select strike style svg template textarea title"
    " video !doctype -undef"
)
_BLOCKS = _names(
    "address article aside blockquote body center dd div dl dt fieldset footer form h1 h2 h3"
    " h4 h5 h6 header hr li main nav ol p pre section table tbody thead tr ul"
)
_INDENTED = re.compile(r"margin:00040px;border:(?:none|medium(?:none)?|0px)(?:;|$)")
"""How the programs that mark quotes by a line or a smaller margin indent a paragraph."""
_ATTRIBUTION_CLASSES = frozenset({"gmail_attr", "moz-cite-prefix"})
_SIGNATURE_CLASSES = frozenset({"gmail_signature", "gmail_signature_prefix", "moz-signature"})
_QUOTE_CLASSES = _names(
    "gmail_quote yahoo_quoted protonmail_quote moz-forward-container zmail_extra"
    " tutanota_quote ms-outlook-mobile-reference-message outlookmessageheader front-blockquote"
)
_SIGNATURE_IDS = frozenset({"signature", "ms-outlook-mobile-signature"})
_DIVIDER_IDS = _names(
    "appendonsend divrplyfwdmsg x_divrplyfwdmsg x_appendonsend stopspelling zwchr replysplit"
    " mail-editor-reference-message-container"
)


@dataclass(frozen=True, slots=True)
class Page:
    """What readers of an HTML text see, in lines."""

    lines: list[str]
    doubtful: bool  # whether readers see all of them is beyond this reader


def lines(text: str) -> list[str]:
    """The lines of an HTML text; none where it is built to be unreadable."""
    page = read(text)
    return page.lines if page else []


def read(text: str) -> Page | None:
    """An HTML text as its readers see it; None where it is built to be unreadable."""
    if not is_sane(text):
        return None
    tree = LexborHTMLParser(text)
    sheet = _Sheet(seen.hidden_by(tree) if "<style" in text.lower() else NOTHING)
    if tree.body is not None:
        _walk(tree.body, sheet)
    sheet.end_line()
    return Page(sheet.lines, sheet.doubtful)


class _Sheet:
    """The lines written so far, the one being written, and how deep in quotes it stands."""

    def __init__(self, hidden: Hidden) -> None:
        self.hidden = hidden.surely  # by the style sheets of the page
        self.perhaps = hidden.perhaps
        self.doubtful = False
        self.lists: list[int] = []  # the next number of each list that counts, 0 of others
        self.number = ""  # of the item that begins
        self.lines: list[str] = []
        self.current: list[str] = []
        self.depth = 0
        self.preformatted = 0

    def write(self, text: str) -> None:
        text = visible(text)
        if self.preformatted:
            head, *rest = text.split("\n")
            self.current.append(head)
            for line in rest:
                self.break_line()
                self.current.append(line)
            return
        squeezed = " ".join(text.split())
        if not squeezed:
            if text:
                self.current.append(" ")
            return
        before = " " if text[0].isspace() else ""
        if self.number:
            before, self.number = self.number, ""
        self.current.append(before + squeezed + (" " if text[-1].isspace() else ""))

    def break_line(self) -> None:
        text = "".join(self.current).rstrip()
        if not self.preformatted:
            text = re.sub(r" {2,}", " ", text).lstrip()
        self.lines.append(">" * self.depth + " " + text if self.depth else text)
        self.current.clear()

    def end_line(self) -> None:
        if any(not piece.isspace() for piece in self.current):
            self.break_line()
        else:
            self.current.clear()

    def mark(self, text: str) -> None:
        self.end_line()
        self.lines.append((">" * self.depth + " " if self.depth else "") + text)


def _walk(root: LexborNode, sheet: _Sheet) -> None:
    """Every node in order, without recursion: the depth is the sender's choice."""
    todo: list[tuple[LexborNode, bool, int]] = [(root, False, 0)]
    while todo:
        node, leaving, sight = todo.pop()
        tag = node.tag or ""
        if leaving:
            _leave(node, tag, sheet)
        elif tag == "-text":
            words = node.text_content or ""
            if seen.is_seen(sight):
                sheet.write(words)
                if sight & seen.DOUBTFUL and not sheet.depth and words.strip():
                    sheet.doubtful = True
        elif tag == "br":
            sheet.break_line()
        elif _enter(node, tag, marks := node.attributes, sheet):
            if marks:
                sight = seen.sight(marks, sight)
            if sheet.perhaps and not sheet.perhaps.isdisjoint(seen.all_names(tag, marks)):
                sight |= seen.DOUBTFUL
            todo.append((node, True, sight))
            children = reversed(list(node.iter(include_text=True)))
            todo.extend((child, False, sight) for child in children)


def _enter(node: LexborNode, tag: str, marks: seen.Marks, sheet: _Sheet) -> bool:
    """Whether what is inside is to be seen; lines end and quotes begin where a block begins."""
    if tag in _UNSEEN or tag in sheet.hidden:
        return False
    if marks:
        name = (marks.get("id") or "").lower()
        classes = frozenset((marks.get("class") or "").lower().split())
        if seen.is_hidden(marks) or name in _SIGNATURE_IDS or classes & _SIGNATURE_CLASSES:
            return False
        if sheet.hidden and sheet.hidden & seen.names(tag, name, classes):
            return False
        if name in _DIVIDER_IDS or marks.get("data-marker") == "__DIVIDER__":
            sheet.mark(DIVIDER)
        if classes & _ATTRIBUTION_CLASSES and tag != "blockquote":
            sheet.mark(ATTRIBUTION + " ".join(visible(node.text(separator=" ")).split()))
            return False
    if tag in _BLOCKS:
        sheet.end_line()
        _count(marks, tag, sheet)
    if tag == "bdo" or (marks and seen.turns_words(marks)):
        sheet.current.append("\ufffd")  # as for an override in plain text
    if tag == "pre":
        sheet.preformatted += 1
    if _is_quote(node, tag):
        sheet.depth += 1
        sheet.mark("")  # an empty quote is one, too: what follows it is live again
    return True


def _count(marks: seen.Marks, tag: str, sheet: _Sheet) -> None:
    """A list begins, or an item of one: what a reader sees as its number."""
    if tag in ("ol", "ul"):
        start = marks.get("start") or "1"
        counts = tag == "ol" and marks.get("type") in (None, "1") and start.isdecimal()
        sheet.lists.append(int(start[:4]) if counts else 0)
    elif tag == "li" and sheet.lists and sheet.lists[-1]:
        sheet.number = f"{sheet.lists[-1]}. "
        sheet.lists[-1] += 1


def _leave(node: LexborNode, tag: str, sheet: _Sheet) -> None:
    if tag in _BLOCKS or _is_quote(node, tag):
        sheet.end_line()
    if tag in ("td", "th"):
        sheet.current.append(" ")
    elif tag == "li":
        sheet.number = ""
    elif tag in ("ol", "ul") and sheet.lists:
        sheet.lists.pop()
    if tag == "pre":
        sheet.preformatted -= 1
    if _is_quote(node, tag):
        sheet.depth -= 1


def _is_quote(node: LexborNode, tag: str) -> bool:
    """A block that mail programs put quoted text in; some indent one's own words with it, too."""
    if tag == "blockquote":
        return _INDENTED.match("".join((node.attributes.get("style") or "")[:80].split())) is None
    if tag != "div":
        return False
    if (node.attributes.get("name") or "").lower() == "messagereplysection":
        return True
    classes = frozenset((node.attributes.get("class") or "").lower().split())
    if classes.isdisjoint(_QUOTE_CLASSES):
        return False
    # Gmail wraps the answers between quotes, too; there the quotes are blocks of their own.
    return "gmail_quote" not in classes or not _is_wrapped(node)


def _is_wrapped(node: LexborNode) -> bool:
    """Above the first blockquote in the block stands an attribution, and nothing else."""
    above = ""
    for child in islice(node.iter(include_text=True), MOST_ABOVE):
        if child.tag == "blockquote" or child.css_first("blockquote") is not None:
            return is_saying(above) and not _SENTENCES.search(above)
        if "gmail_attr" in (child.attributes.get("class") or "").split():
            return not above.strip() and node.css_first("blockquote") is not None
        above = f"{above}{child.text()} "[:LONGEST_ABOVE]
    return False


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
