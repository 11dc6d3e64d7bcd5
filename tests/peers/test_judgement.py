"""Rows: what is right, what differs by a policy, what is wrong with its shortest input."""

from __future__ import annotations

from dataclasses import replace

import pytest

from swagbench.peer_records import ERROR, GROSS, POLICY, RIGHT
from swagbench.peers.heats import hostile_heats, long_heats, questions
from swagbench.peers.judgement import judged
from swagbench.peers.libraries import Libraries
from swagbench.peers.peer import INFINITY, OUT_OF_SCOPE, Choice, Excluded, Start
from swagbench.peers.shortening import shortened, to_shorten


def rows_of(peers, heats):
    with Libraries(peers) as libraries:
        rows = [row for some in judged(libraries, heats) for row in some]
        short = [shortened(libraries, row, heat) for row, heat in to_shorten(rows, heats)]
    return rows, short


def heats_on(*streams, asked=("sum",)):
    return [heat for heat in hostile_heats(questions(asked)) if heat.stream in streams]


def test_one_that_recomputes_is_right_on_every_stream(honest_peer):
    heats = [*hostile_heats(questions(["sum"])), *long_heats(questions(["sum"]))]
    rows, short = rows_of([honest_peer], heats)
    assert {row.verdict for row in rows} == {RIGHT}
    assert sum(row.judged for row in rows) > 20_000
    assert not short


def test_one_that_subtracts_is_wrong_and_a_short_input_shows_it(subtracting_peer):
    rows, short = rows_of([subtracting_peer], heats_on("far_apart", "infinity", "large_integers"))
    assert GROSS in {row.verdict for row in rows}
    # One for floats, one for infinities, one for integers.
    assert len(short) == 3
    assert len({row.stream for row in short}) == 3
    for row in short:
        assert row.shortest.values.count(",") < 3
        names = {}
        exec(row.shortest.script.rpartition("\n")[0], names)  # noqa: S102 - it is to be run
        assert repr(names["answers"][-1]) == row.shortest.given
        assert row.shortest.right != row.shortest.given


def test_a_documented_choice_is_told_as_one(make_peer):
    code = """answers = []
for end in range(size, len(values) + 1):
    held = values[end - size:end]
    answers.append(math.nan if any(map(math.isinf, held)) else sum(held))"""
    known = make_peer(code, choices=(Choice("infinity_missing", "https://example.org"),))
    rows, short = rows_of([known], heats_on("infinity", "ties"))
    assert {row.stream: row.verdict for row in rows} == {"infinity": POLICY, "ties": RIGHT}
    assert all(row.by_policy["infinity_missing"] > 0 for row in rows if row.stream == "infinity")
    assert not short
    undocumented, _ = rows_of([make_peer(code)], heats_on("infinity"))
    assert {row.verdict for row in undocumented} == {GROSS}


def test_to_refuse_a_window_that_has_no_answer_is_a_policy(make_peer):
    code = "if size < 2: raise ValueError('two at least')\nimport statistics\n"
    code += "answers = [statistics.variance(values[end - size:end])"
    code += " for end in range(size, len(values) + 1)]"
    heats = heats_on("ties", asked=["variance"])
    rows, _ = rows_of([make_peer("", code={"variance": code})], heats)
    assert rows[0].verdict == POLICY
    assert rows[0].by_policy == {"refuses": rows[0].judged}
    assert {row.verdict for row in rows[1:]} == {RIGHT}


def test_an_error_has_its_shortest_input_too(make_peer):
    code = "if any(map(math.isnan, values)): raise TypeError('NaN')\nanswers = [0.0] * len(values)"
    rows, short = rows_of([make_peer(code, start=Start.SHORTER)], heats_on("nan"))
    assert {(row.verdict, row.reason) for row in rows} == {(ERROR, "TypeError: NaN")}
    assert (short[0].shortest.values, short[0].shortest.size) == ("[nan]", 1)
    assert short[0].shortest.given == "TypeError: NaN"


def test_a_process_that_dies_costs_its_rows_alone(make_peer, honest_peer):
    rows, short = rows_of([make_peer("os.abort()"), honest_peer], heats_on("ties"))
    assert {row.verdict for row in rows if row.library == "made_up"} == {ERROR}
    assert {row.verdict for row in rows if row.library == "honest"} == {RIGHT}
    assert short[0].shortest is None


def test_too_few_answers_are_an_error(make_peer):
    rows, _ = rows_of([make_peer("answers = [1.0, 2.0]")], heats_on("ties"))
    assert rows[0].verdict == ERROR
    assert "gave 2 answers for 240 values" in rows[0].reason


@pytest.mark.parametrize(
    ("more", "trouble"),
    [
        ({"versions_of": "no-such-distribution"}, "not installed"),
        ({"imports": "raise ImportError('built for another NumPy')"}, "ImportError: built for"),
        ({"imports": "os = __import__('os'); os.abort()"}, "its process ended"),
    ],
)
def test_a_library_that_is_not_there_or_broken_says_so(make_peer, more, trouble):
    with Libraries([make_peer("answers = [15.0]", **more)]) as libraries:
        (card,) = libraries.cards()
    assert card.trouble.startswith(trouble)


def test_a_stream_that_the_documentation_excludes_is_out_of_scope(make_peer, subtracting_peer):
    excluded = Excluded(special=INFINITY, asked=("sum",), address="https://example.org")
    known = replace(subtracting_peer, excludes=(excluded,))
    rows, short = rows_of([known], heats_on("infinity", "far_apart", "nan"))
    verdicts = {row.stream: row.verdict for row in rows}
    assert verdicts == {"infinity": POLICY, "far_apart": GROSS, "nan": GROSS}
    assert all(OUT_OF_SCOPE in row.by_policy for row in rows if row.stream == "infinity")
    assert {row.stream for row in short} == {"far_apart", "nan"}
