import pytest

from swagbench.report import findings
from swagbench.report.tables import FLOOR, Group

GROUP = Group("sum", "uniform")


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
    assert "recompute at 1; two_stacks from 16 to 4096." in sentence


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
    [((1,), "at 1"), ((1, 16), "at 1 and 16"), ((1, 16, 256), "from 1 to 256")],
)
def test_a_stretch_is_told_by_its_ends(make, told, windows, named):
    sentence = told(*(make.timed("two_stacks", 100, window) for window in windows))
    assert f"two_stacks {named}." in sentence


@pytest.mark.parametrize(
    ("slower", "is_separated"), [(115, False), (120, False), (121, True), (300, True)]
)
def test_two_whose_quartiles_overlap_or_touch_are_not_separated(make, told, slower, is_separated):
    faster, other = make.timed("b", 100, spread=10), make.timed("a", slower, spread=10)
    assert findings.is_separated(faster, other) is is_separated
    sentence = told(other, faster)
    assert ("a and b (not separated) at 16" in sentence) is not is_separated
    assert (" b at 16." in sentence) is is_separated


def test_those_not_separated_are_compared_with_the_fastest_alone(make):
    cells = [make.timed(name, ns, spread=10) for name, ns in [("c", 130), ("b", 115), ("a", 100)]]
    first = findings.winners(make.run(*cells), GROUP, "16")
    assert [one.params.algorithm for one in first] == ["a", "b"]


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
    assert sentence.endswith(f" a at 16. recompute {verb} at 16 and 256.")


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
    assert sentence.endswith("a failed at 1 and at 256 and 4096.")


def test_a_stretch_runs_over_windows_by_size(make, told):
    sentence = told(*(make.timed("a", window=window) for window in (16, 4096, 256)))
    assert "a from 16 to 4096." in sentence


# --- what to make of it ---------------------------------------------------------------------------


def test_noise_is_the_median_over_cells_of_the_spread_around_the_median(make):
    cells = [make.timed("a", 100, spread=1), make.timed("b", 100, spread=5)]
    assert findings.noise(make.run(*cells, make.timed("c", 1000, spread=30))) == 0.06


def test_a_run_of_nothing_has_no_noise(make):
    assert findings.noise(make.run()) == 0


def test_growth_is_from_the_smallest_window_to_the_largest(make):
    times = {4096: 400, 16: 100, 256: 999}
    cells = [make.timed("two_stacks", ns, window) for window, ns in times.items()]
    sentences = findings.growth(make.run(*cells), GROUP)
    assert sentences == ["two_stacks: 4× for a window 256× as large"]


def test_growth_leaves_out_the_floor_and_what_has_one_window(make):
    cells = [make.timed(FLOOR, 10, window) for window in (1, 16)]
    assert findings.growth(make.run(*cells, make.timed("a")), GROUP) == []


@pytest.mark.parametrize(("load", "shown"), [(None, "unknown"), (0.0, "0.0"), (0.68, "0.68")])
def test_the_method_tells_the_load_or_that_it_is_unknown(make, load, shown):
    told = " ".join(findings.method(make.run(load_before=load)))
    assert f"The load before the run was {shown};" in told


def test_the_method_tells_rounds_noise_and_seconds(make):
    told = " ".join(findings.method(make.run(make.timed("a", 100, spread=6.2), seconds=61.4)))
    assert "At most 15 rounds of at least 20 ms" in told
    assert "spreads over 12.4% of the time" in told
    assert "measuring took 61 s." in told


# --- advice ---------------------------------------------------------------------------------------


def test_advice_is_about_the_largest_window_its_winner_and_its_worst_slide(make):
    run = make.run(
        make.timed("a", 100, 16),
        make.timed("b", 150, 256),
        make.timed("a", 300, 256),
        make.timed("floor", 9, 256),
    )
    (sentence,) = findings.advice(run)
    assert sentence.startswith("sum on uniform at 256: b takes 150 ns a slide, a 2 times that")


def test_advice_names_nobody_who_was_not_timed(make):
    assert findings.advice(make.run(make.untimed("a", "error", 16), make.timed("floor"))) == []
