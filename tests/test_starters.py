"""Starting files as a newcomer meets them: written, right as they stand, never over anything."""

from __future__ import annotations

import subprocess
import sys

import pytest

from swagbench import check_aggregation, check_window
from swagbench.core import InputError
from swagbench.records import Status
from swagbench.starters import TEMPLATES, write_starters

KINDS = list(TEMPLATES)


def pytest_in(folder, *arguments):
    """Run the tests of a folder as its owner would, with warnings as errors."""
    return subprocess.run(  # noqa: S603 - our own environment's command
        [
            *(sys.executable, "-m", "pytest", "-W", "error", "-q", "-p", "no:cacheprovider"),
            *("--swagbench-profile", "fast", *arguments),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_and_its_test_are_written_into_a_folder_that_need_not_be_there(kind, tmp_path):
    folder = tmp_path / "new" / "folder"
    paths = write_starters(kind, "my_own", folder)
    assert paths == [folder / "my_own.py", folder / "test_my_own.py"]
    assert sorted(folder.iterdir()) == paths
    assert "class MyOwn:" in paths[0].read_text("utf-8")
    assert "{" not in paths[1].read_text("utf-8")


def test_a_starting_algorithm_keeps_every_promise(tmp_path):
    path, _ = write_starters("algorithm", "my_window", tmp_path)
    rows = check_window(str(path), "collect", profile="fast")
    assert {row.status for row in rows} <= {Status.PASSED, Status.UNCLAIMED}
    assert {row.algorithm for row in rows} == {"my_window"}


def test_a_starting_aggregation_keeps_every_law_and_is_right_in_a_window(tmp_path):
    path, _ = write_starters("aggregation", "my_spread", tmp_path)
    rows = check_aggregation(str(path), profile="fast")
    rows += check_window("two_stacks", str(path), profile="fast")
    assert {row.status for row in rows} <= {Status.PASSED, Status.UNCLAIMED}
    assert not [row.reason for row in rows if "consider claiming" in row.reason]


def test_starting_files_pass_their_own_tests(tmp_path):
    write_starters("algorithm", "my_window", tmp_path)
    write_starters("aggregation", "my_spread", tmp_path)
    ended = pytest_in(tmp_path)
    assert ended.returncode == 0, ended.stdout
    assert " failed" not in ended.stdout
    assert int(ended.stdout.split(" passed")[0].split()[-1]) > 20


def test_a_starting_file_that_was_made_wrong_fails_its_own_test(tmp_path):
    path, _ = write_starters("algorithm", "my_window", tmp_path)
    source = path.read_text("utf-8")
    path.write_text(source.replace("self._units.popleft()", "self._units.pop()"), "utf-8")
    ended = pytest_in(tmp_path, "-k", "oracle.small")
    assert ended.returncode == 1
    assert "FAILED my_window × free_monoid, oracle.small" in ended.stdout
    assert "push 0, 1, pop" in ended.stdout
    assert "1 failed" in ended.stdout


@pytest.mark.parametrize("there", ["my_own.py", "test_my_own.py"])
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_written_over_and_then_nothing_is_written_at_all(kind, there, tmp_path):
    (tmp_path / there).write_text("mine")
    with pytest.raises(InputError, match=rf"/{there} is there already; nothing was written$"):
        write_starters(kind, "my_own", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text() == "mine"


@pytest.mark.parametrize("kind", KINDS)
def test_a_second_time_is_refused_and_the_first_is_kept(kind, tmp_path):
    path, test = write_starters(kind, "my_own", tmp_path)
    path.write_text("changed")
    kept = test.read_bytes()
    with pytest.raises(InputError, match="is there already"):
        write_starters(kind, "my_own", tmp_path)
    assert (path.read_text(), test.read_bytes()) == ("changed", kept)


@pytest.mark.parametrize(
    "name",
    [
        *("class", "none", "true", "_", "__", "9x", "_9x", "MyWindow", "myWindow", "MY"),
        *("a-b", "a b", "a.b", "a/b", "../x", "/x", "..", "", " ", "a\n", "\x00", "{title}"),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_a_name_that_is_none_is_refused_with_one_that_is(kind, name, tmp_path):
    with pytest.raises(InputError, match=f"my_{kind}") as caught:
        write_starters(kind, name, tmp_path / "folder")
    assert repr(name) in str(caught.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["x", "my_window_2", "card", "bound", "größe", "test_me"])
def test_a_name_that_is_one_makes_an_algorithm_that_is_right(name, tmp_path):
    path, _ = write_starters("algorithm", name, tmp_path)
    check_window(str(path), "sum", profile="fast", checks="oracle.small")


@pytest.mark.parametrize("name", ["swagbench", "collections", "functools"])
def test_a_name_that_hides_what_the_file_itself_needs_is_refused(name, tmp_path):
    with pytest.raises(InputError, match=repr(name)):
        write_starters("algorithm", name, tmp_path)


def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(InputError, match=r"taken/my_own\.py cannot be written: "):
        write_starters("algorithm", "my_own", tmp_path / "taken")
    assert (tmp_path / "taken").read_text() == "mine"
