"""HTML as lines of text: what a reader sees, with quotes marked by ">" as in plain text.

Nothing is dropped as a quote here; quotes are marked, and `own_words` decides about them as it
does for every other mail.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from selectolax.lexbor import LexborHTMLParser, LexborNode

from rednov_bot.core.mail import styles
from rednov_bot.core.mail.charsets import visible
from rednov_bot.core.mail.quoted_mail import ATTRIBUTION, DIVIDER, is_saying, may_be_saying

MOST_ABOVE, LONGEST_ABOVE = 12, 1_000  # pieces and letters of an attribution above a quote
DEEPEST = 300
MOST_TAGS = 10_000
MOST_ATTRIBUTES = 2_000


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_UNSEEN = _names(
    "-comment applet audio button canvas datalist del dialog embed frame head iframe input link"
    " math meta noframes object option s script select strike style svg template textarea title"
    " video !doctype -undef"
)
_BLOCKS = _names(
    "address article aside blockquote body center dd div dl dt fieldset footer form h1 h2 h3"
    " h4 h5 h6 header hr li listing main nav ol p plaintext pre section table tbody"
    " thead tr ul xmp"
)
_KEEPING = _names("listing plaintext pre xmp")
_INDENTED = re.compile(
    r"margin:00040px;border:(?:none|medium(?:none)?|0px)(?:;|$)|margin-right:0(?:px)?;?$"
)
"""How the programs that mark quotes by a line or a smaller margin indent a paragraph."""
_ATTRIBUTION_CLASSES = frozenset({"gmail_attr", "moz-cite-prefix"})
_SIGNATURE_CLASSES = frozenset({"gmail_signature", "gmail_signature_prefix", "moz-signature"})
_SIGNATURE_IDS = frozenset({"signature", "ms-outlook-mobile-signature"})
_QUOTE_NAME = re.compile(
    r"quote|zitat|citat|(?<![a-z])(?:quotation|cite"
    r"|(?:orig(?:inal)?|reply|forward(?:ed)?)-?_?(?:message|mail"
    r"|content|section|container|body)|replysection|messagereplysection)(?![a-z])"
    r"|yahoo_quoted|zmail_extra|outlookmessageheader|front-blockquote|moz-forward"
    r"|ms-outlook-mobile-reference|isreplycontent|replycontent|origbody"
)
"""In the class, id or name of an element that holds quoted words."""
_OWN_WORDS = frozenset({"gmail_quote", "gmail_quote_container"})  # answers stand in it, too
_DIVIDER_IDS = _names(
    "appendonsend divrplyfwdmsg x_divrplyfwdmsg x_appendonsend stopspelling zwchr replysplit"
    " mail-editor-reference-message-container"
)
_QUOTE_TAGS = _names("article aside div section span p table td font li pre")
_BARRED_TAGS = _QUOTE_TAGS - _names("table font")
_SENTENCES = re.compile(r"[^\W\d_]{4,}[.!?]\s+\w")


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
    rules = styles.NOTHING
    if "<style" in text.lower():
        rules = styles.sheet(" ".join(node.text(deep=True) for node in tree.css("style")))
    writer = _Writer(rules)
    if tree.body is not None:
        _walk(tree.body, writer)
    writer.end_line()
    return Page(writer.lines, writer.doubtful)


class _Writer:
    """The lines written so far, the one being written, and how deep in quotes it stands."""

    def __init__(self, rules: styles.Sheet) -> None:
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
            if styles.is_seen(sight):
                writer.write(words, keeps=bool(sight & styles.KEEPS))
                if sight & styles.DOUBTFUL and not writer.depth and words.strip():
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
    node: LexborNode, tag: str, marks: styles.Marks, sight: int, writer: _Writer
) -> tuple[int, bool] | None:
    """How what is inside is seen, and whether it is quoted; None where it is not to be seen.

    Lines end and quotes begin where a block begins.
    """
    rules = writer.rules
    if tag in rules.hides:
        return None
    classes: frozenset[str] = frozenset()
    name, barred = "", False
    if marks:
        name = (marks.get("id") or "").lower()
        if "class" in marks:
            classes = frozenset((marks["class"] or "").lower().split())
        if styles.is_hidden(marks) or name in _SIGNATURE_IDS or classes & _SIGNATURE_CLASSES:
            return None
        if name in _DIVIDER_IDS or marks.get("data-marker") == "__DIVIDER__":
            writer.mark(DIVIDER)
        if classes & _ATTRIBUTION_CLASSES and tag != "blockquote":
            said = " ".join(visible(node.text(separator=" ")).split())
            writer.mark(ATTRIBUTION + said)
            return None
        sight = styles.sight(marks, sight)
        barred = styles.is_barred(marks)
    if tag in _KEEPING:
        sight |= styles.KEEPS
    if rules is not styles.NOTHING:
        known = styles.names(tag, name, classes) | {tag, styles.ALL}
        if not rules.hides.isdisjoint(known):
            return None
        if not rules.may_hide.isdisjoint(known):
            sight |= styles.DOUBTFUL
        if not rules.keeps.isdisjoint(known):
            sight |= styles.KEEPS
        barred = barred or not rules.bars.isdisjoint(known)
    if tag in _BLOCKS:
        writer.end_line()
        if tag in ("ol", "ul", "li"):
            _count(marks, tag, writer)
    if tag == "bdo" or (marks and styles.turns_words(marks)):
        writer.current.append("\ufffd")  # as for an override in plain text
    is_quote = _is_quote(node, tag, marks, classes, barred=barred)
    if is_quote:
        writer.end_line()
        writer.depth += 1
        if tag != "q":
            writer.mark("")  # an empty quote is one, too: what follows it is live again
    return sight, is_quote


def _count(marks: styles.Marks, tag: str, writer: _Writer) -> None:
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
    node: LexborNode, tag: str, marks: styles.Marks, classes: frozenset[str], *, barred: bool
) -> bool:
    """An element that mail programs put quoted words in; some indent one's own with it, too."""
    if tag == "blockquote":
        return _INDENTED.match("".join((marks.get("style") or "")[:80].lower().split())) is None
    if tag == "q":
        return True
    if tag == "cite":
        return len((node.text() or "").split(None, 4)) > 4  # no title
    if barred and tag in _BARRED_TAGS:
        return True
    if tag not in _QUOTE_TAGS:
        return False
    if not marks:
        return False
    called = f"{' '.join(classes)} {marks.get('id') or ''} {marks.get('name') or ''}"[:400].lower()
    if called == "  " or not _QUOTE_NAME.search(called):
        return False
    # Gmail wraps the answers between quotes, too; there the quotes are blocks of their own.
    return not classes & _OWN_WORDS or not _is_wrapped(node)


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


_LONG_TAG = re.compile(r"<[^<>]{5000,}")
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_FLAT = _names(
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
