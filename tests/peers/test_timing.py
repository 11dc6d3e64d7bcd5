"""Times are of right answers only, and batches and streams are apart."""

from __future__ import annotations

import pytest

from swagbench.peers import timing
from swagbench.peers.libraries import Libraries
from swagbench.peers.peer import Kind
from swagbench.peers.timing import Contest, contests, timed


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(timing, "VALUES", {Kind.BATCH: 500, Kind.STREAMING: 300})
    monkeypatch.setattr(timing, "CHECKED", 200)
    monkeypatch.setattr(timing, "BLOCKS", 3)
    monkeypatch.setattr(timing, "ROUND_SECONDS", 1e-4)


def test_those_who_are_right_have_times_and_one_of_them_goes_twice(honest_peer, make_peer):
    wrong = make_peer("answers = [0.0] * (len(values) - size + 1)", id="wrong")
    failing = make_peer("raise ValueError('never')", id="failing")
    contest = Contest(Kind.BATCH, "sum", 16)
    with Libraries([honest_peer, wrong, failing]) as libraries:
        rows = list(timed(libraries, [contest]))
    timed_rows = [row for row in rows if row.blocks_ns]
    assert {(row.library, len(row.blocks_ns)) for row in timed_rows} == {("honest", 3)}
    assert sorted(row.is_twin for row in timed_rows) == [False, True]
    troubles = {row.library: row.trouble for row in rows if row.trouble}
    assert troubles == {"wrong": "wrong: 185 of 185 answers", "failing": "ValueError: never"}


def test_kinds_are_never_in_one_contest(honest_peer, make_peer):
    stream = make_peer("", id="stream", kind=Kind.STREAMING, code=honest_peer.code)
    with Libraries([honest_peer, stream]) as libraries:
        for kind, name in ((Kind.BATCH, "honest"), (Kind.STREAMING, "stream")):
            rows = list(timed(libraries, [Contest(kind, "sum", 16)]))
            assert {row.library for row in rows} == {name}
    assert {one.kind for one in contests()} == set(Kind)


def test_who_takes_too_long_is_left_out(honest_peer, monkeypatch):
    monkeypatch.setattr(timing, "MOST_SECONDS", 0.0)
    with Libraries([honest_peer]) as libraries:
        (row,) = timed(libraries, [Contest(Kind.BATCH, "sum", 16)])
    assert row.trouble == "over 0 s for 500 values"
    assert not row.blocks_ns
