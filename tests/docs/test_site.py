"""The site is built without a warning, and its pages load nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, READERS, pages

_PATH = re.compile(r"(?:rednov_bot|tests|grammar|templates|migrations|deploy)/[\w./-]*\w")
ELSEWHERE = re.compile(r"^(?:https?:)?//")
_LOADED = re.compile(
    r"<(?:script|img|iframe|source|video|audio|embed|object)\b[^>]*\b(?:src|data)=\"([^\"]*)\""
    r"|<link\b(?![^>]*rel=\"(?:index|search|next|prev|canonical)\")[^>]*\bhref=\"([^\"]*)\""
)
_LOADED_BY_STYLES = re.compile(r"url\(\s*[\"']?([^)\"']+)|@import\s+[\"']([^\"']+)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of it, as `make docs` builds it; a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "--quiet"]
    command += ["-d", str(folder / "read"), str(DOCS), str(folder / "html")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return folder / "html"


def test_every_page_is_on_the_site(site: Path) -> None:
    assert [page.name for page in pages() if not (site / f"{page.name}.html").is_file()] == []


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    loaded = []
    for path in site.rglob("*.html"):
        found = _LOADED.findall(path.read_text(encoding="utf-8"))
        loaded += [(path.name, one or other) for one, other in found]
    for path in site.rglob("*.css"):
        found = _LOADED_BY_STYLES.findall(path.read_text(encoding="utf-8"))
        loaded += [(path.name, one or other) for one, other in found]
    assert loaded
    assert [one for one in loaded if ELSEWHERE.match(one[1])] == []


def test_no_script_of_the_site_asks_another_server(site: Path) -> None:
    asking = re.compile(r"(?:fetch|importScripts|open|import)\([^)]{0,20}https?:")
    scripts = [path for path in site.rglob("*.js") if path.name != "searchindex.js"]
    assert scripts
    assert [path.name for path in scripts if asking.search(path.read_text("utf-8"))] == []


def test_each_reader_and_each_of_their_pages_is_one_click_away(site: Path) -> None:
    def article(page: Path) -> str:
        text = page.read_text(encoding="utf-8")
        return text[text.index("<article") : text.index("</article>")]

    for reader in READERS:
        assert f'href="{reader}/index.html"' in article(site / "index.html")
        others = {path.name for path in (site / reader).glob("*.html")} - {"index.html"}
        said = article(site / reader / "index.html")
        assert {name for name in others if f'href="{name}"' not in said} == set(), reader


def test_the_pages_are_fit_for_a_phone_and_for_the_dark(site: Path) -> None:
    first = (site / "index.html").read_text(encoding="utf-8")
    assert 'name="viewport" content="width=device-width' in first
    assert "prefers-color-scheme: dark" in first


def test_no_note_of_the_tests_is_seen(site: Path) -> None:
    for page in pages():
        text = (site / f"{page.name}.html").read_text(encoding="utf-8")
        shown = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
        assert not re.search(r"&lt;!-- \w+", shown), page.name


def test_every_link_of_the_sources_leads_to_a_file_so_that_they_read_well_unbuilt() -> None:
    broken = []
    for page in pages():
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.prose()):
            if not ELSEWHERE.match(target) and not (page.path.parent / target).exists():
                broken.append((page.name, target))
    assert broken == []


def test_every_file_of_the_project_that_a_page_names_is_there() -> None:
    named = {
        (page.name, path)
        for page in pages()
        for span in re.findall(r"`([^`\n]+)`", page.prose())
        for path in _PATH.findall(span)
    }
    assert named
    assert [one for one in sorted(named) if not (DOCS.parent / one[1]).exists()] == []


def test_the_flow_and_what_to_read_first_are_told_as_in_the_readme() -> None:
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    (page,) = [one for one in pages() if one.name == "engineers/index"]
    (flow,) = page.blocks("output")
    assert flow.text in readme
    first, here = (text.split("Read ")[-1] for text in (readme, page.text))
    assert _PATH.findall(here.partition(".\n")[0]) == _PATH.findall(first.partition(". Each")[0])
