"""A folder of pages is brought up to date, and nothing else in the world is touched."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rednov_bot.core.errors import Mendable
from rednov_bot.core.web.writing import LIST, write

FILES = (("index.html", b"one"), ("rn1/0.html", b"two"))


def there(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != LIST
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files, written once."""
    assert write(tmp_path / "site", FILES) == 2
    return tmp_path / "site"


def test_only_what_differs_is_written_again(folder: Path) -> None:
    before = (folder / "index.html").stat().st_mtime_ns, (folder / "index.html").stat().st_ino
    assert write(folder, (FILES[0], ("rn1/0.html", b"three"))) == 1
    assert there(folder)["rn1/0.html"] == b"three"
    after = (folder / "index.html").stat().st_mtime_ns, (folder / "index.html").stat().st_ino
    assert before == after


def test_pages_that_are_no_more_are_removed(folder: Path) -> None:
    write(folder, FILES[:1])
    assert there(folder) == dict(FILES[:1])
    assert not (folder / "rn1").exists()


def test_a_folder_of_somebody_elses_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine", encoding="ascii")
    with pytest.raises(Mendable, match="holds other files") as refused:
        write(tmp_path, FILES)
    assert "name an empty or a new folder" in str(refused.value)
    assert there(tmp_path) == {"thesis.tex": b"mine"}


def test_a_list_that_leads_out_of_the_folder_removes_nothing_there(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "keep").write_text("mine", encoding="ascii")
    (folder / LIST).write_text(f'["../keep", "{tmp_path}/keep", 7]', encoding="ascii")
    write(folder, FILES)
    assert (tmp_path / "keep").exists()


def test_a_full_disk_leaves_the_old_pages_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    def full(path: Path, octets: bytes) -> int:
        with path.open("wb") as file:
            file.write(octets[:1])
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(Mendable, match="No space left on device; mend that, or name another"):
        write(folder, (("index.html", b"a new one"), FILES[1]))
    assert there(folder) == dict(FILES)


@pytest.mark.parametrize(
    "listed", ['["a\\u0000b"]', "[" * 100_000, '{"a": 1}', "[1]"], ids=["NUL", "deep", "map", "one"]
)
def test_whatever_is_listed_is_survived(folder: Path, listed: str) -> None:
    (folder / LIST).write_text(listed, encoding="ascii")
    write(folder, FILES)
    assert there(folder) == dict(FILES)


def test_a_folder_that_became_a_link_loses_nothing_elsewhere(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "mine"
    elsewhere.mkdir()
    (elsewhere / "0.html").write_text("mine", encoding="ascii")
    (folder / "rn1" / "0.html").unlink()
    (folder / "rn1").rmdir()
    (folder / "rn1").symlink_to(elsewhere)
    write(folder, FILES[:1])
    assert (elsewhere / "0.html").read_text(encoding="ascii") == "mine"


def test_a_web_server_may_read_what_a_secretive_user_writes(tmp_path: Path) -> None:
    folder, before = tmp_path / "a" / "site", os.umask(0o077)
    try:
        write(folder, FILES)
    finally:
        os.umask(before)
    for path in (folder.parent, folder, folder / "rn1"):
        assert path.stat().st_mode & 0o777 == 0o755
    assert (folder / "rn1" / "0.html").stat().st_mode & 0o777 == 0o644


def test_a_place_that_cannot_be_written_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("mine", encoding="ascii")
    for folder in (tmp_path / "site", Path("/proc/rednov-pages")):
        with pytest.raises(
            Mendable, match=rf"^the pages cannot be written: {folder}.*; mend"
        ) as no:
            write(folder, FILES)
        assert len(str(no.value).splitlines()) == 1
    assert (tmp_path / "site").read_text(encoding="ascii") == "mine"


def test_other_files_are_left_alone_and_a_broken_list_is_written_anew(folder: Path) -> None:
    (folder / "robots.txt").write_text("mine", encoding="ascii")
    (folder / LIST).write_text("{", encoding="ascii")
    assert write(folder, FILES) == 0
    write(folder, FILES[:1])
    assert there(folder) == {**dict(FILES[:1]), "robots.txt": b"mine"}
