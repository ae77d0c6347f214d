"""HTML as lines of text: what a reader sees, with quotes marked by ">" as in plain text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from rednov_bot.core.mail.headers import visible
from rednov_bot.core.mail.quoted_mail import (
    ATTRIBUTION,
    DIVIDER,
    is_saying,
    may_be_saying,
    word_set,
)
from rednov_bot.core.patterns import lazy_re

Marks = dict[str, str | None]
"""The attributes of an element."""

TINY, WHITE, DARK = 1, 2, 4
DOUBTFUL = 8  # whether it is seen cannot be told
KEEPS = 16  # its lines are shown as they stand in the source
HIDDEN, BARRED = 32, 64  # of one element: it is not seen; a bar stands beside it, as beside quotes
UNSEEN: Final = frozenset({TINY, WHITE, TINY | WHITE, TINY | DARK, TINY | WHITE | DARK})
"""Letters of one pixel, and white ones on no background."""

LONGEST_STYLE = 2_000
LONGEST_SHEET = 16_000
"""Of all style sheets of a page; what is longer is not read, and may hide everything."""
ALL = "*"
"""By which a style sheet may name every element."""

_NONE = r"(?:0(?:\.0*)?|0?\.0+)(?:p[tx]|r?em|%)?(?:;|!|$)"
_HIDDEN = lazy_re(
    r"display:none|visibility:(?:hidden|collapse)|mso-hide:all|color:transparent"
    r"|opacity:(?:0?\.0\d*|0)(?:;|!|$)|clip:rect\((?:0(?:px)?|1px)[, ]|transform:scale\(0"
    rf"|(?:^|;)(?:max-)?(?:height|width):{_NONE}"
    r"|(?:left|top|right|bottom|text-indent|margin-left|margin-top):-\d{3,}(?:p[tx]|r?em)?"
    r"|text-decoration(?:-line)?:[^;]*line-through"
)
_SIZE = lazy_re(r"font-size:([\d.]+)(p[tx]|r?em|%)?")
_COLOUR = lazy_re(r"(?:^|;)color:([^;!]+)")
_BACKGROUND = lazy_re(r"(?:^|;)background(?:-color)?:([^;!]+)")
_KEEPS = lazy_re(r"white-space(?:-collapse)?:(pre|break-spaces)?")
_BORDER = lazy_re(
    r"(?:^|;)border-(?:left|inline-start)(?:-width|-style)?:(?!none|0|medium)[^;]"
    r"|(?:^|;)border-width:0(?:px|pt|cm)?0(?:px|pt|cm)?0(?:px|pt|cm)?[1-9.]"
)
_WHITE = word_set(
    "white #fff #ffffff #fffffe #fefefe #fdfdfd #ffffffff snow ivory whitesmoke ghostwhite"
    " rgb(255,255,255) rgba(255,255,255,1) hsl(0,0%,100%)"
)
_NO_COLOUR = _WHITE | {"transparent", "none", "inherit", "initial", "unset"}


def sight_of(marks: Marks, inherited: int) -> int:
    """How the words of an element are shown: what it inherits, changed by its own style."""
    if "hidden" in marks:
        return inherited | HIDDEN
    raw = marks.get("style") or ""
    if not raw and "bgcolor" not in marks and "color" not in marks:
        return inherited
    style = _compact(raw)
    if _HIDDEN.search(style):
        return inherited | HIDDEN
    if _bars(style):
        inherited |= BARRED
    if kept := _KEEPS.search(style):
        inherited = inherited | KEEPS if kept[1] else inherited & ~KEEPS
    if size := _SIZE.search(style):
        inherited = inherited & ~TINY | (TINY if _is_tiny(size[1], size[2]) else 0)
    painted = _BACKGROUND.search(style)
    colour = _COLOUR.search(style)
    ground = painted[1] if painted else (marks.get("bgcolor") or "").lower()
    ink = colour[1] if colour else (marks.get("color") or "").lower()
    if ground:
        inherited = inherited & ~DARK | (0 if ground in _NO_COLOUR else DARK)
    if ink:
        inherited = inherited & ~WHITE | (WHITE if ink in _WHITE or ink == ground else 0)
        if ink == ground:
            inherited &= ~DARK
    if style and may_hide(raw, on_dark=bool(inherited & DARK)):
        inherited |= DOUBTFUL
    return inherited


_SMALL = r"(?:\d?\.\d+|[0-3](?:\.\d+)?)(?:p[tx]|em|rem)?(?![\d.\w%])"
_FAR = r"-\s*\d{2,}(?:\.\d+)?(?:r?em|ex|ch|v[wh]|%|in|cm)|-?\d{4,}"
_ANY = r"(?!none\b|auto\b|normal\b|initial\b|inherit\b|unset\b)\S"
_FAINT = (
    r"#[ef][0-9a-f][ef][0-9a-f][ef][0-9a-f]|#[ef]{3}(?![0-9a-f])|#[0-9a-f]{8}|#[0-9a-f]{4}(?!\w)"
    r"|rgba?\(\s*(?:2[3-5]\d\D+){2}2[3-5]\d\D"
    r"|(?:rgb|hsl)a\((?![^()]{0,40},\s*(?:1|0?\.[5-9]\d*)\s*\))|(?:rgb|hsl)\([^)]*[/%]|var\("
    r"|(?:floral|antique|navajo|ghost)?white|ivory|snow|azure|mintcream|seashell|aliceblue"
)
_STYLES = {
    **dict.fromkeys(("clip-path", "clip", "transform", "filter", "mask", "mask-image"), _ANY),
    **dict.fromkeys(("max-height", "height", "max-width", "width"), _SMALL),
    "zoom": r"0",
    **dict.fromkeys(("left", "top", "right", "bottom", "text-indent", "margin"), _FAR),
    **dict.fromkeys(("margin-left", "margin-top", "letter-spacing", "translate"), _FAR),
    "scale": _ANY,
    "opacity": r"0?\.[0-4]|[0-4]?\d%|var\(",
    "font": r"(?:\S+\s+){0,4}"
    r"(?:0(?:\.[0-3]\d*)?|\.[0-3]\d*|1(?:\.\d+)?(?=p[xt]))[a-z%]*(?:[\s/]|$)",
    "font-size": r"calc|var\(|min\(|max\(|clamp|0?\.[0-4]",
    "color": _FAINT,
    "-webkit-text-fill-color": _ANY,
    "display": r"var\(",
    "visibility": r"var\(",
    "content-visibility": _ANY,
}
_PERHAPS = {name: lazy_re(pattern) for name, pattern in _STYLES.items()}


@lru_cache(maxsize=512)  # mail programs repeat themselves
def may_hide(style: str, *, on_dark: bool = False) -> bool:
    """The style may hide the words of an element; faint ones are seen on a dark ground."""
    style = style.lower()
    if "\\" in style or "/*" in style or len(style) > LONGEST_STYLE:
        return True
    for one in style.split(";"):
        name, _, value = one.partition(":")
        name = name.strip()
        pattern = _PERHAPS.get(name) if name != "color" or not on_dark else None
        if pattern is not None and pattern.match(value.strip()):
            return True
    return False


# -- style sheets ------------------------------------------------------------------------------

_SELECTOR = lazy_re(r"[a-z][a-z0-9]*|(?:[a-z][a-z0-9]*)?[.#][\w-]+")
_LAST = lazy_re(r"[^\s>+~]+$")
_ASIDE = lazy_re(r"\[[^\[\]]{0,200}\]?|:[^.#\[]{1,200}")
_NAME = lazy_re(r"[.#][\w-]+")
_TAG = lazy_re(r"[a-z][a-z0-9]*")
_FLAT = ("@font-face", "@page", "@list", "@namespace")
_SHOWS = lazy_re(r"display\s*:|visibility\s*:|font-size\s*:|opacity\s*:|color\s*:")


Sheet = dict[str, int]
"""What the style sheets of a page do, by tag, class or name (`p`, `.note`, `#note`)."""


def sheet(text: str) -> Sheet:
    """What the rules of a style sheet do to the words of a page."""
    if len(text) > LONGEST_SHEET:
        return {ALL: DOUBTFUL}
    found: Sheet = defaultdict(int)
    for selectors, style, sometimes in _rules(text.lower()):
        compact = _compact(style)
        size, kept, barred = _SIZE.search(compact), _KEEPS.search(compact), _bars(compact)
        hides = _HIDDEN.search(compact) or (size and _is_tiny(size[1], size[2]))
        doubtful = hides or may_hide(style)
        for selector in selectors:
            is_simple = _SELECTOR.fullmatch(selector)
            if kept and kept[1]:
                found[_last_of(selector)] |= KEEPS
            if barred and is_simple and selector[0] in ".#":
                found[selector] |= BARRED
            if hides and is_simple and not sometimes:
                found[selector] |= HIDDEN
            elif doubtful:
                found[_last_of(selector)] |= DOUBTFUL
            elif found[selector] & HIDDEN and _SHOWS.search(style):
                found[selector] = found[selector] & ~HIDDEN | DOUBTFUL
    return found


def _rules(text: str) -> Iterator[tuple[tuple[str, ...], str, bool]]:
    """The rules of a style sheet, in one pass: selectors, style, whether it holds but sometimes."""
    first, *rest = text.replace("<!--", " ").replace("-->", " ").split("/*")
    text = first + "".join(" " + one.partition("*/")[2] for one in rest)
    at = 0
    inside: list[bool] = []  # whether each block around is for printers alone
    while (opened := text.find("{", at)) >= 0:
        closed = text.find("}", at, opened)
        if closed >= 0:
            del inside[-1:]
            at = closed + 1
            continue
        head = text[at:opened].rpartition(";")[2].strip()
        at = opened + 1
        if head.startswith("@") and not head.startswith(_FLAT):
            inside.append(head == "@media print")
            continue
        end = text.find("}", at)
        end = len(text) if end < 0 else end
        if not head.startswith("@") and not any(inside):
            yield tuple(one.strip() for one in head.split(",")), text[at:end], bool(inside)
        at = end + 1


def _last_of(selector: str) -> str:
    """A simple selector that every element has that the given one may choose."""
    match = _LAST.search(selector)
    if match is None or "\\" in selector:
        return ALL
    last = _ASIDE.sub("", match[0])
    if name := _NAME.search(last):
        return name[0]
    tag = _TAG.match(last)
    return tag[0] if tag else ALL


def _bars(style: str) -> bool:
    return "border-" in style and _BORDER.search(style) is not None


def _is_tiny(number: str, unit: str | None) -> bool:
    """Nobody reads letters of one pixel or point, or of a tenth of the usual size."""
    try:
        size = float(number)
    except ValueError:
        return False
    return size <= {"px": 1.5, "pt": 1.5, "%": 10.0}.get(unit or "", 0.1)


def _compact(style: str) -> str:
    return "".join(style[:LONGEST_STYLE].lower().split())


MOST_ABOVE, LONGEST_ABOVE = 12, 1_000  # pieces and letters of an attribution above a quote
DEEPEST = 300
MOST_TAGS = 10_000
MOST_ATTRIBUTES = 2_000


_UNSEEN = word_set(
    "-comment applet audio button canvas datalist del dialog embed frame head iframe input link"
    " math meta noframes object option s script select strike style svg template textarea title"
    " video !doctype -undef"
)
_BLOCKS = word_set(
    "address article aside blockquote body center dd div dl dt fieldset footer form h1 h2 h3"
    " h4 h5 h6 header hr li listing main nav ol p plaintext pre section table tbody"
    " thead tr ul xmp"
)
_KEEPING = word_set("listing plaintext pre xmp")
_INDENTED = lazy_re(
    r"margin:00040px;border:(?:none|medium(?:none)?|0px)(?:;|$)|margin-right:0(?:px)?;?$"
)
"""How the programs that mark quotes by a line or a smaller margin indent a paragraph."""
_ATTRIBUTION_CLASSES = frozenset({"gmail_attr", "moz-cite-prefix"})
_SIGNATURE_CLASSES = frozenset({"gmail_signature", "gmail_signature_prefix", "moz-signature"})
_SIGNATURE_IDS = frozenset({"signature", "ms-outlook-mobile-signature"})
_QUOTE_NAME = lazy_re(
    r"quote|zitat|citat|(?<![a-z])(?:quotation|cite"
    r"|(?:orig(?:inal)?|reply|forward(?:ed)?)-?_?(?:message|mail"
    r"|content|section|container|body)|replysection|messagereplysection)(?![a-z])"
    r"|yahoo_quoted|zmail_extra|outlookmessageheader|front-blockquote|moz-forward"
    r"|ms-outlook-mobile-reference|isreplycontent|replycontent|origbody"
)
"""In the class, id or name of an element that holds quoted words."""
_OWN_WORDS = frozenset({"gmail_quote", "gmail_quote_container"})  # answers stand in it, too
_DIVIDER_IDS = word_set(
    "appendonsend divrplyfwdmsg x_divrplyfwdmsg x_appendonsend stopspelling zwchr replysplit"
    " mail-editor-reference-message-container"
)
_QUOTE_TAGS = word_set("article aside div section span p table td font li pre")
_BARRED_TAGS = _QUOTE_TAGS - word_set("table font")
_SENTENCES = lazy_re(r"[^\W\d_]{4,}[.!?]\s+\w")


@dataclass(frozen=True, slots=True)
class Page:
    """What readers of an HTML text see, in lines."""

    lines: list[str]
    doubtful: bool  # whether readers see all of them cannot be told


def read(text: str) -> Page | None:
    """An HTML text as its readers see it; None where it is built to be unreadable."""
    if not is_sane(text):
        return None
    tree = LexborHTMLParser(text)
    rules: Sheet = {}
    if "<style" in text.lower():
        rules = sheet(" ".join(node.text(deep=True) for node in tree.css("style")))
    writer = _Writer(rules)
    if tree.body is not None:
        _walk(tree.body, writer)
    writer.end_line()
    return Page(writer.lines, writer.doubtful)


class _Writer:
    """The lines written so far, the one being written, and how deep in quotes it stands."""

    def __init__(self, rules: Sheet) -> None:
        self.rules = rules
        self.doubtful = False
        self.lists: list[int] = []  # the next number of each list that counts, 0 of others
        self.number = ""  # of the item that begins
        self.lines: list[str] = []
        self.current: list[str] = []
        self.depth = 0
        self.kept = False  # whether the line being written has blanks to keep

    def write(self, text: str, *, keeps: bool) -> None:
        """Words as they are shown: blanks in one, or the lines as they stand."""
        text = visible(text)
        if keeps:
            self.kept = True
            head, *rest = text.split("\n")
            self.current.append(head)
            for line in rest:
                self.break_line()
                self.kept = True
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
        """The line that is being written ends."""
        text = "".join(self.current).rstrip()
        if not self.kept:
            text = re.sub(r" {2,}", " ", text).lstrip()
        self.lines.append(">" * self.depth + " " + text if self.depth else text)
        self.current.clear()
        self.kept = False

    def end_line(self) -> None:
        """The line ends if there is anything on it."""
        if any(not piece.isspace() for piece in self.current):
            self.break_line()
        else:
            self.current.clear()
            self.kept = False

    def mark(self, text: str) -> None:
        """A line that is no words of the page."""
        self.end_line()
        self.lines.append((">" * self.depth + " " if self.depth else "") + text)


def _walk(root: LexborNode, writer: _Writer) -> None:
    """Every node in order, without recursion: the depth is the sender's choice."""
    # Below 0 of a node: it is left, and was a quote (-2) or none (-1).
    todo: list[tuple[LexborNode, int]] = [(root, 0)]
    while todo:
        node, sight = todo.pop()
        tag = node.tag or ""
        if sight < 0:
            _leave(tag, writer, was_quote=sight == -2)
        elif tag == "-text":
            words = node.text_content or ""
            if sight & (TINY | WHITE | DARK) not in UNSEEN:
                writer.write(words, keeps=bool(sight & KEEPS))
                if sight & DOUBTFUL and not writer.depth and words.strip():
                    writer.doubtful = True
        elif tag == "br":
            writer.break_line()
        elif tag not in _UNSEEN:
            marks = node.attributes
            inside = _enter(node, tag, marks, sight, writer)
            if inside is not None:
                sight, is_quote = inside
                todo.append((node, -2 if is_quote else -1))
                children = list(node.iter(include_text=True))
                children.reverse()
                todo.extend([(child, sight) for child in children])


def _enter(
    node: LexborNode, tag: str, marks: Marks, sight: int, writer: _Writer
) -> tuple[int, bool] | None:
    """How what is inside is seen, and whether it is quoted; None where it is not to be seen.

    Lines end and quotes begin where a block begins.
    """
    rules = writer.rules
    if rules.get(tag, 0) & HIDDEN:
        return None
    classes: list[str] = []
    name = ""
    if marks:
        name = (marks.get("id") or "").lower()
        classes = (marks.get("class") or "").lower().split()
        sight = sight_of(marks, sight)
        if sight & HIDDEN or name in _SIGNATURE_IDS or not _SIGNATURE_CLASSES.isdisjoint(classes):
            return None
        if name in _DIVIDER_IDS or marks.get("data-marker") == "__DIVIDER__":
            writer.mark(DIVIDER)
        if tag != "blockquote" and not _ATTRIBUTION_CLASSES.isdisjoint(classes):
            said = " ".join(visible(node.text(separator=" ")).split())
            writer.mark(ATTRIBUTION + said)
            return None
    if tag in _KEEPING:
        sight |= KEEPS
    if rules:
        known = [ALL, tag]
        for mark in (*(f".{one}" for one in classes), *([f"#{name}"] if name else ())):
            known += [mark, tag + mark]
        for one in known:
            sight |= rules.get(one, 0)
        if sight & HIDDEN:
            return None
    barred = bool(sight & BARRED)
    sight &= ~BARRED
    if tag in _BLOCKS:
        writer.end_line()
        if tag in ("ol", "ul", "li"):
            _count(marks, tag, writer)
    if tag == "bdo" or "bidi-override" in (marks.get("style") or "")[:LONGEST_STYLE]:
        writer.current.append("\ufffd")  # as for an override in plain text
    is_quote = _is_quote(node, tag, marks, classes, barred=barred)
    if is_quote:
        writer.end_line()
        writer.depth += 1
        if tag != "q":
            writer.mark("")  # an empty quote is one, too: what follows it is live again
    return sight, is_quote


def _count(marks: Marks, tag: str, writer: _Writer) -> None:
    """A list begins, or an item of one: what a reader sees as its number."""
    if tag in ("ol", "ul"):
        start = marks.get("start") or "1"
        counts = tag == "ol" and marks.get("type") in (None, "1") and start.isdecimal()
        writer.lists.append(int(start[:4]) if counts else 0)
    elif tag == "li" and writer.lists and writer.lists[-1]:
        writer.number = f"{writer.lists[-1]}. "
        writer.lists[-1] += 1


def _leave(tag: str, writer: _Writer, *, was_quote: bool) -> None:
    if tag in _BLOCKS or was_quote:
        writer.end_line()
    if tag in ("td", "th"):
        writer.current.append(" ")
    elif tag == "li":
        writer.number = ""
    elif tag in ("ol", "ul") and writer.lists:
        writer.lists.pop()
    if was_quote:
        writer.depth -= 1


def _is_quote(
    node: LexborNode, tag: str, marks: Marks, classes: Sequence[str], *, barred: bool
) -> bool:
    """An element that mail programs put quoted words in; some indent one's own with it, too."""
    if tag == "blockquote":
        return _INDENTED.match(_compact((marks.get("style") or "")[:80])) is None
    if tag == "q":
        return True
    if tag == "cite":
        return len((node.text() or "").split(None, 4)) > 4  # no title
    if barred and tag in _BARRED_TAGS:
        return True
    if not marks or tag not in _QUOTE_TAGS:
        return False
    called = f"{' '.join(classes)} {marks.get('id') or ''} {marks.get('name') or ''}"[:400].lower()
    if called == "  " or not _QUOTE_NAME.search(called):
        return False
    # Gmail wraps the answers between quotes, too; there the quotes are blocks of their own.
    return _OWN_WORDS.isdisjoint(classes) or not _is_wrapped(node)


def _is_wrapped(node: LexborNode) -> bool:
    """Above the first blockquote in the block stands an attribution, or nothing."""
    above = ""
    for child in islice(node.iter(include_text=True), MOST_ABOVE):
        if child.tag == "blockquote" or child.css_first("blockquote") is not None:
            if not above.strip():
                return "gmail_quote" in (child.attributes.get("class") or "").split()
            return (is_saying(above) or may_be_saying(above)) and not _SENTENCES.search(above)
        if "gmail_attr" in (child.attributes.get("class") or "").split():
            if (child.text() or "").lstrip().startswith("---"):  # passed on: all of it, mostly
                return any(one.tag == "blockquote" for one in node.iter())
            return not above.strip() and node.css_first("blockquote") is not None
        above = f"{above}{child.text()} "[:LONGEST_ABOVE]
    return False


_LONG_TAG = lazy_re(r"<[^<>]{5000,}")
_TAG_BEGINS = lazy_re(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_NEVER_DEEP = word_set(
    "area base br col colgroup dd dt embed hr img input li link meta option p source tbody td"
    " tfoot th thead tr wbr"
)


def is_sane(text: str) -> bool:
    """No deeper and no fuller than a mail program writes; the parser's time grows with depth²."""
    for tag in _LONG_TAG.findall(text) if len(text) > 5000 else ():
        if tag.count("=") + tag.count(" ") + tag.count("\n") > MOST_ATTRIBUTES:
            return False
    if text.count("<") <= DEEPEST:
        return True
    opened: dict[str, int] = {}
    depth = tags = 0
    for match in _TAG_BEGINS.finditer(text):
        tags += 1
        tag = match[2].lower()
        if tag in _NEVER_DEEP:
            continue
        # Only an element's own end closes it: other ends leave it open, or open it again.
        step = -1 if match[1] else 1
        if step > 0 or opened.get(tag, 0):
            opened[tag] = opened.get(tag, 0) + step
            depth += step
        if depth > DEEPEST:
            return False
    return tags <= MOST_TAGS
