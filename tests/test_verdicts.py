"""What verify does with its rows: shows them, keeps them, and ends by them."""

from __future__ import annotations

import json

import pytest

from swagbench import verdicts
from swagbench.core import InputError, SuiteBroken
from swagbench.records import CheckResult, Status
from swagbench.verify.exchange import Expected
from swagbench.verify.isolation import Selection

SELECTION = Selection(["two_stacks"], ["sum"], laws=False)
DEFAULTS = {
    "checks": None,
    "exclude": None,
    "profile": "fast",
    "seed": 0,
    "replay": None,
    "timeout": None,
    "memory": 2,
    "max_time": None,
    "jobs": None,
    "json": None,
    "junit": None,
    "expected": None,
}


def row(status=Status.PASSED, *, algorithm="two_stacks", check="len", **facts):
    return CheckResult(algorithm=algorithm, aggregation="sum", check=check, status=status, **facts)


@pytest.fixture
def suite(monkeypatch):
    """Let the suite give some rows and then raise an error if one is given; what it was asked.

    Rows are those of one part, unless it is said which they are of.
    """

    def give(*rows, places=None, error=None):
        asked = []

        def verify_apart(*given):
            asked.append(given)
            yield from zip(places or [0] * len(rows), rows, strict=True)
            if error is not None:
                raise error

        monkeypatch.setattr(verdicts, "verify_apart", verify_apart)
        return asked

    return give


@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize("algorithm", ["two_stacks", None])
def test_one_broken_promise_is_enough_for_exit_code_1(status, algorithm):
    rows = [row(), row(status, algorithm=algorithm, check="copy"), row(check="time")]
    assert verdicts.show(rows) == int(status.is_broken)


def test_no_rows_are_no_broken_promise():
    assert verdicts.show([]) == 0


def test_everything_that_ended_is_shown_and_counted(capsys):
    ends = [row(status, check=f"check.{status.name}", seconds=0.5) for status in Status]
    assert verdicts.show(ends) == 1
    out = capsys.readouterr().out
    for end in ends:
        assert end.check in out
    assert out.endswith(
        "8 checks: 1 passed, 1 FAILED, 1 ERROR, 1 TIMEOUT, 1 xfail, 1 XPASS, "
        "1 n/a, 1 not claimed; 4.0 s\n"
    )


def test_tables_that_would_be_empty_are_left_out(capsys):
    verdicts.show([row()])
    assert "Laws" not in capsys.readouterr().out
    verdicts.show([row(algorithm=None, check="law.identity")])
    out = capsys.readouterr().out
    assert "Laws" in out
    assert "Promises" not in out


def test_hints_and_speeds_are_lines_of_their_own(capsys):
    hint = "not claimed; holds in 150 trials, consider claiming it"
    verdicts.show(
        [
            row(Status.UNCLAIMED, algorithm=None, check="law.commutative", reason=hint),
            row(check="oracle.small", steps=1_000_000, seconds=2.0),
        ]
    )
    lines = capsys.readouterr().out.splitlines()
    assert f"sum, law.commutative: {hint}" in lines
    assert "two_stacks: 1,000,000 steps against the oracle, 500,000 a second" in lines


def test_nothing_that_a_plug_in_says_is_obeyed_by_the_terminal(capsys, suite):
    hostile = "x\x1b[2J\x07\r\x9b"
    texts = ("reason", "word", "history", "expected", "given", "promise", "certificate", "replay")
    facts = dict.fromkeys(texts, f"{hostile}, consider claiming it")
    suite(
        *(
            CheckResult(algorithm=name, aggregation=hostile, check=check, status=status, **facts)
            for name in (None, hostile)
            for check in (hostile, "oracle.small", "law.order")
            for status in Status
        )
    )
    verdicts.show(verdicts.verified(Selection([hostile], [hostile], laws=True)))
    assert not set("\x1b\x07\r\x9b") & set(capsys.readouterr().out)


def test_rows_are_kept_at_the_end_as_they_are_seen_by_what_is_expected(suite):
    suite(row(Status.FAILED), row(check="copy"), row(Status.FAILED, check="time"))
    kept = []
    rows = verdicts.verified(
        SELECTION,
        expected=[Expected(check="len", reason="known"), Expected(check="copy", reason="known")],
        keep=lambda rows: kept.append(list(rows)),
    )
    assert [one.status for one in rows] == [Status.XFAIL, Status.XPASS, Status.FAILED]
    assert kept[-1] == rows


def test_what_is_finished_is_kept_now_and_then(suite, monkeypatch):
    suite(row(), row(check="copy"), row(check="time"))
    monkeypatch.setattr(verdicts, "KEPT_EVERY_SECONDS", -1)
    kept = []
    verdicts.verified(SELECTION, keep=lambda rows: kept.append(len(rows)))
    assert kept == [1, 2, 3, 3]


def test_rows_are_kept_in_the_order_of_their_parts_whichever_came_first(suite, monkeypatch):
    names = ("copy", "len", "time", "empty.eval")
    suite(*(row(check=check) for check in names), places=[1, 0, 1, 0])
    monkeypatch.setattr(verdicts, "KEPT_EVERY_SECONDS", -1)
    kept = []
    rows = verdicts.verified(SELECTION, keep=lambda rows: kept.append([one.check for one in rows]))
    assert kept[:2] == [["copy"], ["len", "copy"]]
    assert kept[-1] == [one.check for one in rows] == ["len", "empty.eval", "copy", "time"]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SuiteBroken("ours"), InputError("yours")])
def test_whatever_ends_it_early_the_rows_that_are_there_are_kept(suite, tmp_path, error):
    suite(row(), row(check="copy"), error=error)
    with pytest.raises(type(error)):
        verdicts.verify(SELECTION, **{**DEFAULTS, "json": tmp_path / "rows.json"})
    kept = json.loads((tmp_path / "rows.json").read_text("utf-8"))
    assert [one["check"] for one in kept] == ["len", "copy"]


def test_what_is_given_reaches_the_suite(suite):
    asked = suite(row())
    given = {
        "checks": ["len", "oracle.*"],
        "exclude": ["oracle.long"],
        "profile": "thorough",
        "seed": 7,
        "replay": "u2 o",
        "timeout": 3,
        "memory": 1.5,
        "max_time": 60,
        "jobs": 3,
    }
    assert verdicts.verify(SELECTION, **{**DEFAULTS, **given}) == 0
    ((selection, options, ceilings, jobs),) = asked
    assert selection is SELECTION
    assert jobs == 3
    assert (options.profile.name, options.profile.seed) == ("thorough", 7)
    assert options.replay == "uuo"
    wanted = ("len", "oracle.small", "oracle.long", "copy")
    assert [options.wants(check) for check in wanted] == [True, True, False, False]
    assert (ceilings.timeout, ceilings.memory_gib, ceilings.max_time) == (3, 1.5, 60)


@pytest.mark.parametrize("profile", verdicts.TIMEOUT_SECONDS)
def test_each_profile_has_its_own_ceiling_where_none_is_given(suite, profile):
    asked = suite()
    verdicts.verify(SELECTION, **{**DEFAULTS, "profile": profile})
    ((_, options, ceilings, jobs),) = asked
    assert jobs is None
    assert ceilings.timeout == verdicts.TIMEOUT_SECONDS[profile]
    assert ceilings.max_time is None
    assert (options.checks, options.exclude, options.replay) == (("*",), (), None)


def test_one_that_breaks_later_is_not_hidden_by_those_that_hold(suite, capsys):
    suite(*(row(check=f"check{number}") for number in range(30)), row(Status.ERROR, check="last"))
    assert verdicts.verify(SELECTION, **DEFAULTS) == 1
    assert "ERROR two_stacks × sum, last" in capsys.readouterr().out
