import os
import subprocess
import sys
from collections import Counter
from types import SimpleNamespace

import pytest

from swagbench.core import Bound, Card, Guarantee, InputError, card_of
from swagbench.records import Status
from swagbench.registry import (
    Found,
    aggregation_ids,
    algorithm_ids,
    find_aggregation,
    find_algorithm,
)
from swagbench.verify.ceilings import TimeIsUp
from swagbench.verify.checking import PROFILES
from swagbench.verify.probes import probes_for
from swagbench.verify.promises import (
    PROBE_CHECKS,
    REFUSAL,
    all_check_ids,
    check_ids_of,
    known_checks,
)
from swagbench.verify.rows import Options, as_expected, run
from swagbench.verify.suite import PROBED, known_words, tasks
from swagbench.verify.words import is_valid, to_text

FAST = PROFILES["fast"]
TwoStacks = find_algorithm("two_stacks").item
Recompute = find_algorithm("recompute").item


def found(item, name="mine"):
    return Found(name, name, item)


def rows_of(algorithm, *aggregations, laws=False, timeout=10, **options):
    """The rows of one algorithm, by id or by itself."""
    algorithm = find_algorithm(algorithm) if isinstance(algorithm, str) else found(algorithm)
    named = [find_aggregation(one) if isinstance(one, str) else found(one) for one in aggregations]
    planned = tasks([algorithm], named, Options(profile=FAST, **options), laws=laws)
    return [run(task, timeout) for task in planned]


def by_check(rows, aggregation="free_monoid"):
    return {row.check: row for row in rows if row.aggregation == aggregation}


class Sums:
    """An exact sum with an inverse."""

    examples = (3, -1, 0, 7, 1)

    def empty(self):
        return 0

    def unit(self, value):
        return value

    def combine(self, older, newer):
        return older + newer

    def uncombine(self, whole, oldest):
        return whole - oldest

    def finalize(self, agg):
        return agg


class SaysItsInverseIsLossy(Sums):
    inverse_is_lossy = True


class WrongFromThree(Recompute):
    __slots__ = ()

    def eval(self):
        return super().eval() if len(self._units) < 3 else None


class WrongFrom65(Recompute):
    __slots__ = ()

    def eval(self):
        return super().eval() if len(self._units) < 65 else None


class Ends(Recompute):
    """Raises what it is told to by a push; what is no Exception is not an answer."""

    __slots__ = ()
    error = SystemExit

    def push(self, value):
        raise self.error("too much")


# --- rows -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def all_rows():
    """Every row of what is built in, as if no check of an algorithm found anything.

    That none does is for the tests of the verdict.
    """
    algorithms = [find_algorithm(name) for name in algorithm_ids()]
    named = [find_aggregation(name) for name in aggregation_ids()]
    found_nothing = SimpleNamespace(steps=0, failure=None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("swagbench.verify.suite.run_check", lambda *_, **__: found_nothing)
        return [run(task, None) for task in tasks(algorithms, named, Options(profile=FAST))]


def test_there_is_one_row_for_each_algorithm_aggregation_and_check(all_rows):
    keys = Counter((row.algorithm, row.aggregation, row.check) for row in all_rows)
    assert max(keys.values()) == 1


def test_laws_come_first_and_then_each_algorithm_with_the_probes_and_each_aggregation(all_rows):
    algorithms = [row.algorithm for row in all_rows]
    assert list(dict.fromkeys(algorithms)) == [None, *algorithm_ids()]
    assert algorithms == sorted(algorithms, key=[None, *algorithm_ids()].index)
    for name in algorithm_ids():
        met = list(dict.fromkeys(row.aggregation for row in all_rows if row.algorithm == name))
        assert met[0] == PROBED
        probed = len(probes_for(card_of(find_algorithm(name).item)))
        assert met[1 + probed :] == list(aggregation_ids())


def test_refusal_is_asked_first_of_each_pair(all_rows):
    first = {}
    for row in all_rows:
        first.setdefault((row.algorithm, row.aggregation), row.check)
    named = {PROBED, *aggregation_ids()}
    pairs = [pair for pair in first if pair[0] and pair[1] in named]
    assert {first[pair] for pair in pairs} == {REFUSAL}


def test_what_is_kept_names_its_promise_and_what_is_not_as_it_should_be_the_reason(all_rows):
    ends = {row.status for row in all_rows}
    # A lossy inverse that lost nothing is no good news.
    assert ends == {*Status} - {Status.FAILED, Status.ERROR, Status.TIMEOUT}
    assert all(row.promise for row in all_rows if row.status is Status.PASSED)
    with_reason = {Status.UNSERVED, Status.XFAIL, Status.XPASS}
    assert all(row.reason for row in all_rows if row.status in with_reason)


@pytest.mark.parametrize(
    ("name", "summary", "reason"),
    [
        ("subtract_on_evict", "max", "needs uncombine"),
        ("sorted_window", "sum", "needs order"),
    ],
)
def test_what_an_algorithm_cannot_serve_has_one_row_that_says_why(name, summary, reason):
    rows = [row for row in rows_of(name, summary) if row.aggregation == summary]
    assert [(row.check, row.status, row.reason) for row in rows] == [
        (REFUSAL, Status.UNSERVED, reason)
    ]


def test_a_lossy_inverse_is_shown_as_known_and_only_where_it_is_used():
    rows = by_check(rows_of("subtract_on_evict", "float_sum"), "float_sum")
    assert rows["oracle.sizes"].status is Status.XFAIL
    assert rows["oracle.sizes"].reason.startswith("float_sum declares that its inverse is lossy")
    assert rows["oracle.sizes"].word
    assert rows["containment.poison"].status is Status.XFAIL
    statuses = {row.status for row in rows.values()}
    assert statuses <= {Status.PASSED, Status.XFAIL}
    rows = by_check(rows_of("two_stacks", "float_sum"), "float_sum")
    assert {row.status for row in rows.values()} == {Status.PASSED}


def test_an_inverse_said_to_be_lossy_that_loses_nothing_is_a_broken_promise():
    rows = by_check(rows_of("subtract_on_evict", SaysItsInverseIsLossy()), "mine")
    sizes = rows["oracle.sizes"]
    assert sizes.status is Status.XPASS
    assert sizes.status.is_broken
    told = "mine declares that its inverse is lossy, but nothing is wrong here"
    assert sizes.reason == told
    # A few short words may well lose nothing.
    assert rows["oracle.small"].status is Status.PASSED
    rows = by_check(rows_of("two_stacks", SaysItsInverseIsLossy()), "mine")
    assert {row.status for row in rows.values()} == {Status.PASSED}


# --- claims ---------------------------------------------------------------------------------------


def test_what_is_waived_is_not_claimed():
    class Waives(TwoStacks):
        card = Card(waives=frozenset({"copy", "empty.pop", "release"}))

    rows = by_check(rows_of(Waives))
    for check in ("copy", "empty.pop", "release"):
        assert (rows[check].status, rows[check].reason) == (Status.UNCLAIMED, "waived")
    assert rows["returns"].status is Status.PASSED


def test_what_nothing_is_guaranteed_of_is_not_claimed():
    class Unsure(TwoStacks):
        card = Card(guarantee=Guarantee.NONE)

    rows = by_check(rows_of(Unsure))
    raising = [row for check, row in rows.items() if check.startswith("exceptions.")]
    assert {row.check for row in raising} == {
        "exceptions.empty",
        "exceptions.unit",
        "exceptions.combine",
        "exceptions.finalize",
    }
    told = "nothing is guaranteed after an exception"
    assert {(row.status, row.reason) for row in raising} == {(Status.UNCLAIMED, told)}


def test_costs_that_are_not_stated_are_not_claimed_and_told_as_they_grow():
    class Uncarded(TwoStacks):
        card = None

    rows = by_check(rows_of(Uncarded))
    at = "at windows of 4, 16, 64, 256"
    told = {
        "budget.amortized": f"2.75, 2.94, 2.98, 3 calls a slide {at}",
        "budget.worst": f"at most 6, 18, 66, 258 calls a slide {at}",
        "budget.eval": f"at most 1, 1, 1, 1 calls an eval {at}",
        "space.partials": f"5, 17, 65, 257 partials {at}",
        "space.drain": f"5, 17, 65, 257 partials {at}",
        "space.slide": f"5, 17, 65, 257 partials {at}",
        "reentrant": "",
    }
    unclaimed = {row.check: row.reason for row in rows.values() if row.status is Status.UNCLAIMED}
    assert unclaimed.keys() == told.keys()
    # What is left of a flip may still be held.
    assert {check: reason for check, reason in unclaimed.items() if "budget" in check} == {
        check: reason for check, reason in told.items() if "budget" in check
    }
    assert all(unclaimed[check].endswith(f"partials {at}") for check in told if "space" in check)
    assert {row.status for row in rows.values()} == {Status.UNCLAIMED, Status.PASSED}


def test_costs_of_what_cannot_be_used_could_not_be_counted():
    class Fails(Recompute):
        __slots__ = ()
        card = None

        def push(self, value):
            raise OSError

    rows = by_check(rows_of(Fails, checks=("budget.*",)))
    assert {row.reason for row in rows.values()} == {"could not be counted"}


def test_a_card_that_is_not_kept_fails_its_cost_and_nothing_else():
    class Boasts(TwoStacks):
        __slots__ = ()
        card = Card(pop=Bound(1))

    broken = {row.check for row in rows_of(Boasts, "sum") if row.status.is_broken}
    assert broken == {"budget.worst"}


def test_checks_by_the_card_alone_are_those_that_are_not_unclaimed(all_rows):
    for name in algorithm_ids():
        rows = [row for row in all_rows if row.algorithm == name]
        unclaimed = {row.check for row in rows if row.status is Status.UNCLAIMED}
        claimed = list(dict.fromkeys(row.check for row in rows if row.check not in unclaimed))
        assert check_ids_of(find_algorithm(name).item, FAST) == claimed


def test_an_algorithm_that_chooses_by_what_is_offered_is_tried_in_each_way():
    subtracting, sorting = (
        find_algorithm(name).item for name in ("subtract_on_evict", "sorted_window")
    )

    class Chooses:
        def __new__(cls, aggregation):
            if hasattr(aggregation, "sort_key") and hasattr(aggregation, "pick"):
                return sorting(aggregation)
            able = hasattr(aggregation, "uncombine")
            return (subtracting if able else TwoStacks)(aggregation)

    rows = rows_of(Chooses)
    tried = {row.aggregation for row in rows}
    assert {PROBED, "free_monoid", "free_monoid_with_inverse", "sorted_windows"} <= tried
    assert [(row.aggregation, row.check, row.given) for row in rows if row.status.is_broken] == []


# --- faults ---------------------------------------------------------------------------------------


def test_a_failure_says_all_that_there_is_to_say():
    row = by_check(rows_of(WrongFromThree, checks=("oracle.small",)))["oracle.small"]
    assert row.status is Status.FAILED
    assert (row.word, row.history, row.step) == ("u3", "push 0, 1, 2", 4)
    assert (row.expected, row.given) == ("[0, 1, 2]", "None")
    assert row.certificate == "no shorter word fails"
    assert row.promise == "Every answer is that of the values in the window, oldest to youngest."
    assert row.replay == "swagbench verify mine --check oracle.small --replay u3"
    assert "window.eval()" in row.script
    assert row.steps > 3


def test_a_failure_with_a_real_aggregation_is_told_with_its_values():
    rows = by_check(rows_of(WrongFromThree, "sum", checks=("oracle.small",)), "sum")
    row = rows["oracle.small"]
    assert row.word == "u3"
    assert row.history.startswith("push ")
    assert row.replay == "swagbench verify mine --check oracle.small -g sum --replay u3"


def test_known_regressions_are_tried_first():
    assert {"u" * 65, "uo", "uuo"} <= {*known_words()}
    assert all(map(is_valid, known_words()))
    row = by_check(rows_of(WrongFrom65, checks=("oracle.small",), shrink=False))["oracle.small"]
    assert row.word == "u65"
    assert row.steps <= sum(map(len, known_words()))
    # No other word of the check is as large.
    row = by_check(rows_of(WrongFrom65, checks=("oracle.small",)))["oracle.small"]
    assert (row.word, row.step) == ("u65", 66)


@pytest.mark.parametrize("word", ["uuu", "uuuo", "u", ""])
def test_a_replay_runs_just_that_word(word):
    rows = rows_of(WrongFromThree, "sum", replay=word, checks=("oracle.*",), laws=True)
    assert all(row.algorithm for row in rows)
    rows = [row for row in rows if row.check != REFUSAL]
    assert rows
    assert {row.steps for row in rows} == {len(word)}
    fails = {row.status is Status.FAILED for row in rows if row.check == "oracle.small"}
    assert fails == {word == "uuu"}
    # It is not cut down: what is shown is what was asked for.
    assert {row.word for row in rows if row.status is Status.FAILED} <= {to_text(word)}


def test_a_replay_that_pops_from_empty_is_for_the_check_about_that():
    rows = by_check(rows_of("two_stacks", replay="uoo"))
    assert rows["empty.pop"].status is Status.PASSED
    others = {row.reason for check, row in rows.items() if check not in ("empty.pop", REFUSAL)}
    assert others == {"the word pops from an empty window"}


@pytest.mark.parametrize(
    ("checks", "exclude", "expected"),
    [
        (("oracle.small",), (), {"oracle.small"}),
        (("oracle.*",), ("oracle.l*",), {"oracle.small", "oracle.sizes", "oracle.two_instances"}),
        (("len", "copy"), (), {"len", "copy"}),
        (("*",), ("[!l]*",), {"len"}),
        ((), (), set()),
    ],
)
def test_checks_are_picked_by_patterns_of_their_names(checks, exclude, expected):
    rows = rows_of("two_stacks", checks=checks, exclude=exclude)
    assert {row.check for row in rows} - {REFUSAL} == expected


def test_every_check_has_a_name_of_its_own_and_a_pattern_must_be_of_one():
    names = all_check_ids()
    assert len(names) == len(set(names))
    assert {check.id for check in PROBE_CHECKS} < {*names}
    assert known_checks(["oracle.*", "len"]) == ["oracle.*", "len"]
    with pytest.raises(InputError, match=r"no check is called 'oracle\.x'; there are refusal, "):
        known_checks(["oracle.x"])


def test_every_promise_is_a_sentence():
    assert all(check.promise.endswith(".") for check in PROBE_CHECKS)
    assert all(
        check.promise[0].isupper() or check.promise.startswith(("len", "eval", "push", "pop"))
        for check in PROBE_CHECKS
    )


# --- other people's errors ------------------------------------------------------------------------


@pytest.mark.parametrize("error", [SystemExit, MemoryError, GeneratorExit])
def test_whatever_a_plug_in_raises_becomes_a_row(error):
    class Mine(Ends):
        __slots__ = ()

    Mine.error = error
    rows = rows_of(Mine, "sum", checks=("oracle.small", "len"))
    assert {(row.aggregation, row.check) for row in rows} == {
        (PROBED, REFUSAL),
        ("free_monoid", "oracle.small"),
        ("free_monoid", "len"),
        ("sum", REFUSAL),
        ("sum", "oracle.small"),
    }
    told = f"{error.__name__}: too much"
    assert {(row.status, row.reason) for row in rows} == {(Status.ERROR, told)}
    # The word that it was at, where there was one.
    assert {row.word for row in rows} == {"", to_text(known_words()[0])}


def test_an_interrupt_from_the_keyboard_is_not_held_back():
    class Mine(Ends):
        __slots__ = ()
        error = KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rows_of(Mine, checks=("oracle.small",))


def test_a_check_whose_time_is_up_says_at_which_word():
    class Slow(Recompute):
        __slots__ = ()

        def push(self, value):
            if len(self) == 4:
                raise TimeIsUp
            super().push(value)

    row = by_check(rows_of(Slow, checks=("oracle.small",), timeout=7))["oracle.small"]
    assert (row.status, row.reason) == (Status.TIMEOUT, "no end within 7 s")
    assert row.word == "u4 q u"
    assert row.replay.endswith("--check oracle.small --replay 'u4 q u'")


def test_an_algorithm_that_breaks_when_it_is_made_is_told_and_stops_no_other():
    class Breaks:
        def __init__(self, aggregation):
            raise RuntimeError("out of order")

    algorithms = [found(Breaks, "breaks"), find_algorithm("subtract_on_evict")]
    planned = tasks(algorithms, [find_aggregation("max")], Options(profile=FAST, checks=("len",)))
    rows = [row for row in (run(task, None) for task in planned) if row.algorithm]
    first = rows[0]
    assert (first.check, first.status) == (REFUSAL, Status.FAILED)
    assert first.given == "RuntimeError: out of order"
    assert [row.status for row in rows if row.algorithm == "subtract_on_evict"] == [
        Status.PASSED,
        Status.PASSED,
        Status.UNSERVED,
    ]


def test_a_plug_in_that_subtracts_in_silence_is_told_by_its_refusal_alone():
    class Silent(find_algorithm("subtract_on_evict").item):
        __slots__ = ()
        card = None

        def __init__(self, aggregation):
            super().__init__(find_aggregation("sum").item)
            self.aggregation = aggregation
            self._whole = aggregation.empty()

    rows = rows_of(Silent, "max")
    assert {(row.aggregation, row.check) for row in rows if row.status.is_broken} == {
        (PROBED, REFUSAL),
        ("max", REFUSAL),
    }
    assert rows[0].expected == "TypeError as it is made: needs uncombine"
    assert rows[0].given == "a window that calls uncombine, which is not there"


def test_the_module_of_a_plug_in_is_run_once_however_it_fails(tmp_path):
    # At its end it may check itself: run again for every failure it would go on for ever.
    path = tmp_path / "counted.py"
    path.write_text(
        "from pathlib import Path\n"
        "from swagbench import algorithm\n"
        "with Path(__file__).with_suffix('.runs').open('a') as file:\n"
        "    file.write('x')\n"
        "class Wrong(algorithm('recompute')):\n"
        "    def eval(self):\n"
        "        return None\n",
        encoding="utf-8",
    )
    mine = find_algorithm(f"{path}:Wrong")
    planned = tasks([mine], [], Options(profile=FAST, checks=("oracle.small", "copy")))
    assert Status.FAILED in [run(task, None).status for task in planned]
    assert path.with_suffix(".runs").read_text(encoding="utf-8") == "x"


@pytest.mark.parametrize("status", [Status.FAILED, Status.ERROR, Status.TIMEOUT])
def test_what_is_expected_to_be_wrong_is_xfail_if_it_is(all_rows, status):
    row = by_check(rows_of(WrongFromThree, checks=("oracle.small",)))["oracle.small"]
    known = as_expected(type(row)(algorithm="a", aggregation="b", check="c", status=status), "why")
    assert (known.status, known.reason) == (Status.XFAIL, "why")
    assert as_expected(row, "why").word == row.word
    passed = next(one for one in all_rows if one.status is Status.PASSED)
    assert as_expected(passed, "why").status is Status.XPASS
    assert as_expected(passed, "why", is_strict=False) is passed
    unserved = next(one for one in all_rows if one.status is Status.UNSERVED)
    assert as_expected(unserved, "why") is unserved


# --- the same in every process --------------------------------------------------------------------

FAULTY = """
from swagbench import algorithm

class Wears(algorithm("two_stacks")):
    card = None
    pops = 0

    def pop(self):
        super().pop()
        self.pops += 1

    def eval(self):
        return None if self.pops > 200 and len(self) % 7 == 3 else super().eval()

class Large(algorithm("recompute")):
    card = None

    def eval(self):
        return None if 70 < len(self) < 90 else super().eval()

from swagbench.registry import found_as
from swagbench.verify.checking import PROFILES
from swagbench.verify.rows import Options, run
from swagbench.verify.suite import tasks

options = Options(profile=PROFILES["fast"], checks=("oracle.*", "time"))
for item in (Wears, Large):
    for task in tasks([found_as(item)], [], options):
        row = run(task, None)
        print(row.check, row.status.value, row.word, row.steps, row.certificate)
"""


def test_the_same_fault_is_found_with_the_same_word_in_every_process():
    told = [
        subprocess.run(  # noqa: S603 - this interpreter, with the text above
            [sys.executable, "-c", FAULTY],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert told[0].count("failed") >= 3


def test_a_card_is_taken_from_the_class():
    assert card_of(WrongFromThree) is card_of(Recompute)
