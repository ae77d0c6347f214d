"""How the site is made of these pages: `make docs`.

Nothing in a page comes from elsewhere: no fonts, no scripts, no pictures of other servers.
"""

from __future__ import annotations

import re
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

REPOSITORY = Path(__file__).parents[1]
_VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
_found = _VERSION.search((REPOSITORY / "rednov_bot" / "__init__.py").read_text(encoding="utf-8"))
assert _found is not None

project = "rednov_bot"
author = "rednov_bot"
release = _found[1]
language = "en"

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 4
nitpicky = True

html_theme = "furo"
html_title = f"rednov_bot {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
pygments_style = "default"
pygments_dark_style = "github-dark"

OUR_BLOCKS = ("turn", "mail", "answer", "output")
"""What the pages call a gnome's words, a mail, what the bot wrote, what a command said."""

_OUT_OF_DOCS = re.compile(r"\]\((?=(?:\.\./)+(?:[A-Z]+\.md|deploy/|rednov_bot/|tests/))")


def with_downloads(app: Sphinx, name: str, source: list[str]) -> None:
    """A link to a file of the repository that is no page hands out the file."""
    source[0] = _OUT_OF_DOCS.sub("](path:", source[0])


def setup(app: Sphinx) -> dict[str, bool]:
    """Our blocks are plain text; the tests know which is which (tests/docs)."""
    for name in OUR_BLOCKS:
        app.add_lexer(name, TextLexer)
    app.connect("source-read", with_downloads)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
