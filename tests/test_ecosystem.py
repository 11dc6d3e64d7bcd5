"""The commands about libraries, with libraries that are not there in truth."""

from __future__ import annotations

import json

import pytest

from swagbench import ecosystem
from swagbench.ecosystem_file import read_ecosystem, write_ecosystem
from swagbench.peer_records import GROSS
from swagbench.peers import known, timing
from swagbench.peers.peer import Kind

pytestmark = pytest.mark.once


@pytest.fixture
def libraries(monkeypatch, honest_peer, subtracting_peer, make_peer):
    """Three libraries instead of the real ones, and little to time."""
    dying = make_peer("os.abort()", id="dying")
    absent = make_peer("answers = []", id="absent", versions_of="no-such-distribution")
    found = {one.id: one for one in (honest_peer, subtracting_peer, dying, absent)}
    for module in (known, ecosystem):
        monkeypatch.setattr(module, "LIBRARIES", found)
        monkeypatch.setattr(module, "HOUSE", {}, raising=False)
    monkeypatch.setattr(known, "PEERS", found)
    monkeypatch.setattr(timing, "VALUES", {Kind.BATCH: 400, Kind.STREAMING: 400})
    monkeypatch.setattr(timing, "CHECKED", 100)
    monkeypatch.setattr(timing, "ROUND_SECONDS", 1e-4)
    return found


@pytest.fixture
def in_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_verify_shows_who_is_wrong_and_ends_with_1(swagbench, libraries, in_folder):
    ended = swagbench("verify --peers -g sum --json found.json")
    assert ended.code == 1
    assert "honest 0.1.0: all " in ended.out
    assert "absent: not asked: not installed" in ended.out
    assert "dying: not asked: its process ended" in ended.out
    assert "answers = " in ended.out
    rows = json.loads((in_folder / "found.json").read_text())["rows"]
    assert {row["library"] for row in rows} == {"honest", "subtracting"}


def test_verify_of_one_that_is_right_ends_with_0(swagbench, libraries, in_folder):
    assert swagbench("verify --peers honest -g sum").code == 0


def test_accuracy_keeps_what_it_found(swagbench, libraries, in_folder):
    ended = swagbench("accuracy --peers honest subtracting -g sum --out found")
    assert ended.code == 1
    found = read_ecosystem(in_folder / "found")
    assert found.is_complete
    streams = {row.stream for row in found.rows}
    assert {"normal", "wind", "NaN leaves", "inf leaves"} <= streams
    assert any(row.shortest for row in found.rows)


def test_ecosystem_does_everything_and_ends_with_0_though_libraries_are_wrong(
    swagbench, libraries, in_folder
):
    ended = swagbench("ecosystem -g sum --out all")
    assert ended.code == 0, ended.err
    found = read_ecosystem(in_folder / "all")
    assert found.is_complete
    assert {row.verdict for row in found.rows} >= {"right", GROSS}
    assert {row.subject for row in found.replayed} >= {"honest", "two_stacks"}
    assert {one.library for one in found.times} == {"honest", "subtracting"}
    assert (in_folder / "all" / "report.html").exists()
    again = swagbench("report all --out elsewhere")
    assert again.code == 0
    assert (in_folder / "elsewhere" / "report.html").exists()


def test_an_interrupted_one_goes_on_where_it_was(swagbench, libraries, in_folder, monkeypatch):
    real = ecosystem.judged

    def interrupted(some, heats):
        for number, rows in enumerate(real(some, heats)):
            if number == 5:
                raise KeyboardInterrupt
            yield rows

    monkeypatch.setattr(ecosystem, "judged", interrupted)
    monkeypatch.setattr(ecosystem, "KEPT_EVERY_SECONDS", 0.0)
    assert swagbench("ecosystem -g sum --out some").code == 130
    before = read_ecosystem(in_folder / "some")
    assert not before.is_complete
    kept = [row for row in before.rows if row.stream == "far_apart"]
    assert kept

    asked = []

    def counted(some, heats):
        asked.extend(heats)
        return real(some, heats)

    monkeypatch.setattr(ecosystem, "judged", counted)
    assert swagbench("ecosystem -g sum --out some --resume").code == 0
    after = read_ecosystem(in_folder / "some")
    assert after.is_complete
    keys = [(row.library, row.aggregation, row.stream, row.window) for row in after.rows]
    assert len(keys) == len(set(keys))
    done = {(row.stream, row.window) for row in kept}
    assert not done & {(heat.stream, str(heat.size)) for heat in asked}


def test_an_older_report_is_never_written_over(swagbench, libraries, in_folder):
    found = ecosystem.new("swagbench ecosystem")
    write_ecosystem(found, in_folder / "results" / f"ecosystem-{found.datetime[:10]}")
    assert ecosystem.folder_for(found.datetime[:10]).name.endswith("-2")
    ended = swagbench(f"ecosystem --out results/ecosystem-{found.datetime[:10]}")
    assert ended.code == 2
    assert "--resume goes on with it" in ended.err


def test_replay_shows_each_report_and_what_changed(swagbench, libraries, in_folder):
    ended = swagbench("replay N01 D15")
    assert ended.code == 0
    assert "N01" in ended.out
    assert "answer.isolated" in ended.out
    assert "honest" not in ended.out
    with_them = swagbench("replay N01 --peers")
    assert with_them.code == 0
    assert "honest" in with_them.out


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("verify --peers no_such", "no library is called 'no_such'; near: "),
        ("verify --peers --check len", "--check is not for --peers"),
        ("verify --peers -j 2", "--jobs is not for --peers"),
        ("accuracy --peers --quick", "--quick is not for --peers"),
        ("verify --peers -g summ", "no rolling aggregation is called 'summ'; near: sum"),
        ("replay Z99", "no report is called 'Z99'"),
        ("replay -l pandas", "--library needs --peers"),
        ("ecosystem --resume", "no ecosystem report in results"),
        ("report no_such/ecosystem.json", "cannot be read: No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(swagbench, libraries, in_folder, command, message):
    ended = swagbench(command)
    assert ended.code == 2
    assert message in ended.err
    assert ended.err.count("\n") == 1


def test_a_file_that_is_no_report_is_refused(swagbench, in_folder):
    (in_folder / "ecosystem.json").write_text('{"schema": 1}')
    assert "is no whole ecosystem.json" in swagbench("report ecosystem.json").err
    (in_folder / "ecosystem.json").write_text(
        '{"schema": 7, "command": "", "datetime": "", "machine_info": {}}'
    )
    assert "has schema 7; this version reads 1" in swagbench("report ecosystem.json").err
