import re

import msgspec
import pytest

from swagbench.records import Twin
from swagbench.report import findings
from swagbench.report.tables import FLOOR, Group

GROUP = Group("sum", "uniform")
WINDOWS = (1, 16, 64, 256)


@pytest.fixture
def told(make):
    """The one sentence about a run of one group."""

    def tell(*parts):
        (sentence,) = findings.summary(make.run(*parts))
        return sentence

    return tell


# --- who won --------------------------------------------------------------------------------------


def test_the_fastest_is_named_by_stretches_of_windows(make, told):
    times = {"recompute": (100, 900, 9000, 90000), "two_stacks": (300, 310, 320, 330)}
    sentence = told(
        *(
            make.timed(algorithm, ns, window)
            for algorithm, row in times.items()
            for ns, window in zip(row, (1, 16, 256, 4096), strict=True)
        )
    )
    assert sentence.startswith("sum on uniform")
    assert "recompute at 1; two_stacks from 16 up." in sentence


def test_one_that_wins_again_after_losing_is_named_once_with_all_its_windows(make, told):
    winners = {1: "recompute", 16: "two_stacks", 256: "recompute"}
    sentence = told(
        *(
            make.timed(name, 100 if winners[window] == name else 200, window)
            for window in winners
            for name in ("two_stacks", "recompute")
        )
    )
    assert sentence.endswith("recompute at 1 and at 256; two_stacks at 16.")


@pytest.mark.parametrize(
    ("windows", "named"),
    [
        ((1,), "at 1"),
        ((64,), "at 64"),
        ((1, 16, 64, 256), "at every window"),
        ((64, 256), "from 64 up"),
        ((1, 16), "up to 16"),
        ((16, 64), "from 16 to 64"),
        ((1, 64), "at 1 and at 64"),
        ((1, 64, 256), "at 1 and from 64 up"),
    ],
)
def test_a_stretch_is_told_by_its_ends(make, told, windows, named):
    sentence = told(
        *(make.timed("a", 100 if window in windows else 300, window) for window in WINDOWS),
        *(make.timed("b", 200, window) for window in WINDOWS),
    )
    assert re.search(f" a {named}[;.]", sentence)


def test_the_only_window_is_told_by_its_name(make, told):
    assert told(make.timed("two_stacks", 100)).endswith("two_stacks at 16.")


def test_those_not_separated_are_told_together_in_whatever_order_they_stand(make, told):
    times = {16: (100, 101), 256: (101, 100)}
    sentence = told(
        *(
            make.timed(name, ns, window, spread=10)
            for window, row in times.items()
            for name, ns in zip("ab", row, strict=True)
        )
    )
    assert sentence.endswith(": a and b (not separated) at every window.")


@pytest.mark.parametrize(
    ("names", "shown"),
    [("abc", "a, b and c (not"), ("abcd", "a, b, c and d (not"), ("eabcd", "e and 4 others (not")],
)
def test_of_many_not_separated_the_fastest_and_their_number_are_told(make, told, names, shown):
    cells = [make.timed(name, 100 + n, spread=20) for n, name in enumerate(names)]
    assert f": {shown} separated) at 16." in told(*cells)


def test_winners_are_those_not_separated_from_the_fastest_alone(make):
    cells = [make.timed(name, ns, spread=10) for name, ns in [("c", 130), ("b", 115), ("a", 100)]]
    assert findings.winners(make.run(*cells), GROUP, "16") == ["a", "b"]


def test_winners_are_found_round_for_round(make):
    blocks = [100.0, 200.0, 400.0] * 9
    cells = [
        make.timed(name, 200, spread=90, measures={"rounds_ns": [[ns * times for ns in blocks]]})
        for name, times in (("a", 1), ("b", 1.005), ("c", 1.02))
    ]
    assert findings.winners(make.run(*cells), GROUP, "16") == ["a", "b"]


def test_where_nobody_was_timed_nobody_wins(make):
    assert findings.winners(make.run(make.timed(FLOOR)), GROUP, "16") == []


def test_the_floor_never_wins(make, told):
    sentence = told(make.timed(FLOOR, 10), make.timed("recompute", 1000))
    assert FLOOR not in sentence
    assert "recompute at 16" in sentence


def test_where_only_the_floor_was_timed_nobody_wins(make, told):
    assert "no algorithm could be timed" in told(make.timed(FLOOR, 10))


def test_a_time_without_finalize_wins_nothing(make, told):
    assert " a at 16." in told(make.timed("a", 100), make.timed("b", 10, answer=False))


def test_each_group_has_its_sentence_about_its_own_cells(make):
    run = make.run(make.timed("a"), make.timed("b", stream="wind"))
    about_uniform, about_wind = findings.summary(run)
    assert about_uniform.startswith("sum on uniform")
    assert " a at 16." in about_uniform
    assert about_wind.startswith("sum on wind")
    assert " b at 16." in about_wind


# --- who is missing -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "verb"),
    [("wrong", "answered wrongly"), ("error", "failed"), ("skipped", "was over budget")],
)
def test_one_without_a_time_is_named_with_what_it_did(make, told, kind, verb):
    sentence = told(
        make.timed("a"), make.untimed("recompute", kind), make.untimed("recompute", kind, 256)
    )
    assert sentence.endswith(f" a at 16. recompute {verb} at every window.")


def test_one_that_did_two_things_is_named_for_each(make, told):
    sentence = told(
        make.timed("a"), make.untimed("b", "error", 16), make.untimed("b", "skipped", 256)
    )
    assert sentence.endswith("b failed at 16. b was over budget at 256.")


def test_one_that_cannot_serve_is_not_said_to_be_missing(make, told):
    assert "sorted_window" not in told(make.timed("a"), make.untimed("sorted_window", "n/a"))


def test_what_is_missing_elsewhere_or_without_finalize_is_not_told_here(make, told):
    sentence = told(
        make.timed("a"),
        make.untimed("b", "error", stream="wind"),
        make.untimed("c", "error", answer=False),
    )
    assert sentence.endswith(" a at 16.")


def test_a_stretch_does_not_claim_the_windows_in_its_gap(make, told):
    sentence = told(
        make.timed("a", window=16),
        *(make.untimed("a", "error", window) for window in (1, 256, 4096)),
    )
    assert sentence.endswith("a failed at 1 and from 256 up.")


def test_a_stretch_runs_over_windows_by_size(make, told):
    sentence = told(*(make.timed("a", window=window) for window in (16, 4096, 256)))
    sentence_without_16 = told(
        *(make.timed("a", 200 if window == 16 else 100, window) for window in (16, 4096, 256)),
        *(make.timed("b", 150, window) for window in (16, 4096, 256)),
    )
    assert "a at every window." in sentence
    assert "a from 256 up." in sentence_without_16


# --- noise ----------------------------------------------------------------------------------------


@pytest.fixture
def with_twins(make):
    """A run of contestants whose second copies took so many times as long."""

    def run(*times, **facts):
        measures = {"rounds_ns": [[100.0] * 12]}
        cells = [make.timed("a", window=2**n, measures=measures) for n, _ in enumerate(times)]
        twins = [
            Twin(cell=one.params, rounds_ns=[[100.0 * ratio] * 12])
            for one, ratio in zip(cells, times, strict=True)
        ]
        return make.run(*cells, twins=twins, **facts)

    return run


def test_a_quiet_run_says_how_far_contestants_are_from_their_own_copies(with_twins):
    assert findings.noise_line(with_twins(1.004, 1.004, 0.996, 1.014)) == (
        "Quiet: contestants differ by 0.4 % from their own copies"
        " (nine of ten by less than 1.1 %, 4 pairs)."
    )


def test_a_noisy_run_says_that_small_differences_mean_nothing(with_twins):
    assert findings.noise_line(with_twins(1.3)) == (
        "NOISY: contestants differ by up to 30.0 % from their own copies"
        " (30.0 % is typical, 1 pair); small differences mean nothing."
    )


def test_a_run_without_second_copies_says_nothing_of_noise(make):
    assert findings.noise_line(make.run(make.timed("a"))) == ""


# --- how it was measured --------------------------------------------------------------------------


@pytest.mark.parametrize(("load", "shown"), [(None, "unknown"), (0.0, "0.0"), (0.68, "0.68")])
def test_the_method_tells_the_load_or_that_it_is_unknown(make, load, shown):
    told = " ".join(findings.method(make.run(load_before=load)))
    assert f"The load before the run was {shown};" in told


def planned(run, **facts):
    """The run with something else in its plan."""
    run.swagbench.plan = msgspec.structs.replace(run.swagbench.plan, **facts)
    return run


def test_the_method_of_an_old_run_tells_rounds_spread_and_seconds(make):
    cells = [make.timed("a", 100, spread=1), make.timed("b", 100, spread=5)]
    run = make.run(*cells, make.timed("c", 1000, spread=30), seconds=61.4)
    told = " ".join(findings.method(run))
    assert "At most 15 rounds of at least 20 ms" in told
    assert "spreads over 6.0 % of the time" in told
    assert "in one process" in told
    assert "measuring took 61 s." in told
    assert "block" not in told


def test_the_method_tells_the_numbers_of_the_plan(with_twins):
    run = planned(
        with_twins(1.004, seconds=61.4),
        processes=5,
        rounds=4,
        round_seconds=0.05,
        replays=10,
        budget_seconds=240,
        minutes=90,
    )
    told = " ".join(findings.method(run))
    for figure in (
        "4 shuffled blocks in each of 5 fresh processes",
        "at least, on a window",
        "50 ms",
        "up to 10 replays",
        "more than 240 s",
        "took 61 s of 90 minutes at most",
        findings.noise_line(run),
    ):
        assert figure in told
    assert "one after the other" not in told


def test_the_method_tells_of_single_operations_only_where_they_were_timed(with_twins):
    assert "replays" not in " ".join(findings.method(planned(with_twins(1.0), replays=0)))


def test_a_run_without_second_copies_says_that_its_noise_is_not_known(make):
    run = make.run(make.timed("a", measures={"rounds_ns": [[1.0, 2.0]]}))
    told = " ".join(findings.method(run))
    assert "noise is not known" in told
    assert "each of 1 fresh process," in told


# --- advice ---------------------------------------------------------------------------------------


def test_advice_is_about_the_largest_window_its_winner_and_its_worst_slide(make):
    run = make.run(
        make.timed("a", 100, 16),
        make.timed("b", 150, 256),
        make.timed("a", 300, 256),
        make.timed("floor", 9, 256),
    )
    (sentence,) = findings.advice(run)
    assert sentence == (
        "sum on uniform at 256: b takes 150 ns a slide, a 2.00 times that;"
        " at worst a slide of b makes 3 combine calls, 2 on average;"
        " b holds 8 bytes beside each value, 16 at the peak."
    )


def test_advice_tells_the_worst_slide_in_time_and_who_has_the_least_one(make):
    run = make.run(
        make.timed("a", 100, measures={"latency": make.latency(ns=1000)}),
        make.timed("b", 200, measures={"latency": make.latency(ns=30)}),
        make.timed("c", 300, measures={"latency": make.latency(ns=40)}),
    )
    (sentence,) = findings.advice(run)
    assert "at worst a slide of a takes 50,000 ns and makes 3 combine calls" in sentence
    assert "; b has the least worst slide, 1,500 ns;" in sentence


def test_advice_names_no_other_where_the_winner_has_the_least_worst_slide(make):
    run = make.run(
        make.timed("a", 100, measures={"latency": make.latency(ns=10)}),
        make.timed("b", 200, measures={"latency": make.latency(ns=30)}),
    )
    assert "least" not in findings.advice(run)[0]


def test_advice_says_where_the_second_is_no_slower_than_noise(make):
    (sentence,) = findings.advice(
        make.run(make.timed("a", 100, spread=9), make.timed("b", 105, spread=9))
    )
    assert "b 1.05 times that, not separated;" in sentence


def test_advice_tells_how_well_the_ratio_to_the_second_is_known(make):
    cells = [
        make.timed(name, rounds[1], measures={"rounds_ns": [rounds * 4]})
        for name, rounds in {"a": [100, 100, 100], "b": [108, 109, 112]}.items()
    ]
    assert "b 1.09 (1.08–1.12) times that;" in findings.advice(make.run(*cells))[0]


def test_advice_leaves_out_what_was_not_measured(make):
    nothing = dict.fromkeys(("combine_calls_mean", "bytes_per_value", "peak_bytes_per_value"))
    (sentence,) = findings.advice(make.run(make.timed("a", measures=nothing)))
    assert sentence == "sum on uniform at 16: a takes 100 ns a slide."


def test_advice_names_nobody_who_was_not_timed(make):
    assert findings.advice(make.run(make.untimed("a", "error", 16), make.timed("floor"))) == []
