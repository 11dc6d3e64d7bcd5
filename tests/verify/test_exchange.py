"""Verdicts in files: what is written is read again, and what is expected is judged."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.core import InputError
from swagbench.records import CheckResult, Status
from swagbench.verify.exchange import (
    Expected,
    read_expected,
    with_expected,
    write_json,
    write_junit,
)

TEXTS = ("promise", "reason", "word", "history", "expected", "given", "certificate", "replay")
ODD = '\x00\t\r\n\x0b\x1b\x7f\x9b\ud800\udce9\ufffe\uffff\U0010ffff<&>"]'
# Not st.text: it would make one set of all, in which the odd ones are too few to be met.
any_text = st.lists(st.sampled_from(ODD) | st.characters(), max_size=8).map("".join)


def row(status=Status.PASSED, *, algorithm="two_stacks", aggregation="sum", check="len", **facts):
    return CheckResult(
        algorithm=algorithm, aggregation=aggregation, check=check, status=status, **facts
    )


def junit(rows, folder):
    """The suites of a JUnit file."""
    path = folder / "rows.xml"
    write_junit(rows, path)
    root = ET.parse(path).getroot()  # noqa: S314 - just made
    assert root.tag == "testsuites"
    return root.findall("testsuite")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder for many files."""
    return tmp_path_factory.mktemp("exchange")


@pytest.fixture
def expected(tmp_path):
    """What is read from a file of known failures."""

    def read(content):
        path = tmp_path / "known.toml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_expected(path)

    return read


# --- known failures -------------------------------------------------------------------------------


def test_known_failures_are_read_with_names_as_patterns(expected):
    found = expected(
        """
        [[expected]]
        check = "exceptions.*"
        reason = "not promised before 2.0"

        [[expected]]
        check = "copy"
        algorithm = "mine"
        aggregation = "sum"
        reason = "issue 7"
        """
    )
    assert found == [
        Expected(check="exceptions.*", reason="not promised before 2.0"),
        Expected(check="copy", algorithm="mine", aggregation="sum", reason="issue 7"),
    ]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('[[expected]]\ncheck = "len"', "missing required field `reason`"),
        ('[[expected]]\nreason = "known"', "missing required field `check`"),
        ('[[expected]]\ncheck = "len"\nreason = ""', "the failure of len has no reason"),
        ('[[expected]]\ncheck = "len"\nreason = " \\n"', "the failure of len has no reason"),
        ('[[expected]]\ncheck = "len"\nreason = "x"\nwhy = "x"', "unknown field `why`"),
        ('[[expected]]\ncheck = 3\nreason = "x"', "Expected `str`, got `int`"),
        ('[expected]\ncheck = "len"\nreason = "x"', "Expected `array`, got `object`"),
        ('[[known]]\ncheck = "len"\nreason = "x"', "[[expected]] tables with check and reason"),
        ("", "[[expected]] tables with check and reason"),
        ("expected = 3", "Expected `array`, got `int`"),
        ("Gone fishing", "is no list of known failures"),
        ("[[expected]", "is no list of known failures"),
        (b"\xff\xfe", "is no list of known failures"),
        ('[[expected]]\ncheck = "len"\ncheck = "len"', "is no list of known failures"),
    ],
)
def test_what_is_no_list_of_known_failures_is_refused(expected, content, told):
    with pytest.raises(InputError) as caught:
        expected(content)
    assert told in str(caught.value)
    assert "known.toml" in str(caught.value)


def test_a_list_that_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"absent cannot be read: No such file"):
        read_expected(tmp_path / "absent")
    with pytest.raises(InputError, match=r"cannot be read: Is a directory"):
        read_expected(tmp_path)


@pytest.mark.parametrize("status", [Status.FAILED, Status.ERROR, Status.TIMEOUT])
def test_what_is_known_to_fail_and_does_keeps_all_that_is_known_of_it(status):
    failed = row(status, word="u2 o", expected="1", given="2", reason="lost", script="print(2)")
    known = with_expected(failed, [Expected(check="len", reason="issue 7")])
    assert known.status is Status.XFAIL
    assert known.reason == "issue 7; lost"
    assert (known.word, known.expected, known.given, known.script) == ("u2 o", "1", "2", "print(2)")


def test_what_is_known_to_fail_and_does_not_is_broken():
    judged = with_expected(row(), [Expected(check="len", reason="issue 7")])
    assert judged.status is Status.XPASS
    assert judged.status.is_broken
    assert judged.reason == "issue 7, but nothing is wrong here"


@pytest.mark.parametrize("status", [Status.UNSERVED, Status.UNCLAIMED, Status.XFAIL, Status.XPASS])
def test_what_was_not_tried_or_is_judged_already_stays_as_it_is(status):
    ended = row(status, reason="why")
    assert with_expected(ended, [Expected(check="*", reason="known")]) == ended


@pytest.mark.parametrize(
    ("names", "is_about"),
    [
        ({"check": "exceptions.unit"}, True),
        ({"check": "exceptions.*"}, True),
        ({"check": "*", "algorithm": "two_*", "aggregation": "s?m"}, True),
        ({"check": "exceptions"}, False),
        ({"check": "EXCEPTIONS.*"}, False),
        ({"check": "*", "algorithm": "stacks"}, False),
        ({"check": "*", "aggregation": "float_sum"}, False),
    ],
)
def test_only_a_failure_that_is_named_is_expected(names, is_about):
    failed = row(Status.FAILED, check="exceptions.unit")
    judged = with_expected(failed, [Expected(reason="known", **names)])
    assert (judged.status is Status.XFAIL) is is_about
    assert is_about or judged is failed


def test_a_law_is_named_by_its_aggregation_and_not_by_an_algorithm():
    broken = row(Status.FAILED, algorithm=None, check="law.inverse")
    by_aggregation = Expected(check="law.*", aggregation="sum", reason="known")
    assert with_expected(broken, [by_aggregation]).status is Status.XFAIL
    by_algorithm = Expected(check="law.*", algorithm="two_stacks", reason="known")
    assert with_expected(broken, [by_algorithm]) is broken


def test_of_several_that_name_a_failure_the_first_gives_the_reason():
    some = [Expected(check="copy", reason="other"), Expected(check="l*", reason="first")]
    judged = with_expected(row(Status.FAILED), [*some, Expected(check="len", reason="last")])
    assert judged.reason == "first"


# --- JSON -----------------------------------------------------------------------------------------


def test_json_has_an_object_a_row_with_all_that_is_known(tmp_path):
    facts = {name: f"its {name}" for name in (*TEXTS, "script")}
    rows = [row(status, seconds=0.25, steps=7, step=3, **facts) for status in Status]
    write_json([*rows, row(algorithm=None)], tmp_path / "rows.json")
    *told, law = json.loads((tmp_path / "rows.json").read_text("utf-8"))
    assert [one["status"] for one in told] == [status.value for status in Status]
    for one in told:
        assert {**facts, "seconds": 0.25, "steps": 7, "step": 3}.items() <= one.items()
    assert law["algorithm"] is None


def test_no_rows_are_an_empty_list(tmp_path):
    write_json([], tmp_path / "rows.json")
    assert json.loads((tmp_path / "rows.json").read_text("utf-8")) == []


@given(text=any_text)
def test_json_is_whole_whatever_a_plug_in_says(folder, text):
    facts = dict.fromkeys((*TEXTS, "script"), text)
    write_json([row(Status.FAILED, **facts)], folder / "rows.json")
    (told,) = json.loads((folder / "rows.json").read_text("utf-8"))
    if not any(0xD800 <= ord(letter) < 0xE000 for letter in text):
        assert {name: told[name] for name in facts} == facts


# --- JUnit ----------------------------------------------------------------------------------------


OUTCOMES = {
    Status.PASSED: None,
    Status.FAILED: "failure",
    Status.XPASS: "failure",
    Status.ERROR: "error",
    Status.TIMEOUT: "error",
    Status.XFAIL: "skipped",
    Status.UNSERVED: "skipped",
    Status.UNCLAIMED: "skipped",
}


@pytest.mark.parametrize("status", Status)
def test_every_end_has_its_outcome_in_junit(tmp_path, status):
    ((case,),) = junit([row(status, reason="why", promise="It holds.")], tmp_path)
    assert [outcome.tag for outcome in case] == [tag for tag in [OUTCOMES[status]] if tag]


def test_a_suite_is_an_algorithm_or_an_aggregation_and_its_counts_are_right(tmp_path):
    rows = [
        *(row(status, algorithm=None, aggregation="max") for status in Status),
        *(row(status, algorithm="b", check=status.name) for status in [*Status, Status.FAILED]),
        row(algorithm="a"),
    ]
    suites = junit(rows, tmp_path)
    counted = [
        {key: value for key, value in suite.attrib.items() if key != "name"} for suite in suites
    ]
    assert [suite.get("name") for suite in suites] == ["max", "b", "a"]
    assert counted == [
        {"tests": "8", "failures": "2", "errors": "2", "skipped": "3"},
        {"tests": "9", "failures": "3", "errors": "2", "skipped": "3"},
        {"tests": "1", "failures": "0", "errors": "0", "skipped": "0"},
    ]
    names = [case.get("classname") for suite in suites for case in suite]
    assert names == [
        *["max.max"] * 8,
        *["b.sum"] * 9,
        "a.sum",
    ]


def test_a_failure_in_junit_tells_what_is_needed_to_see_it_again(tmp_path):
    facts = {
        "history": "push 1, pop",
        "word": "u o",
        "expected": "1",
        "given": "2",
        "reason": "lost",
        "replay": "swagbench verify --replay 'u o'",
    }
    failed = row(Status.FAILED, promise="It holds.", seconds=0.5, **facts)
    ((case,),) = junit([failed], tmp_path)
    (outcome,) = case
    assert (case.get("name"), float(case.get("time"))) == ("len", 0.5)
    assert outcome.get("message") == "failed: It holds."
    for fact in ("push 1, pop", "1", "2", "lost", "swagbench verify --replay 'u o'"):
        assert fact in outcome.text


def test_no_rows_are_a_whole_junit_file(tmp_path):
    assert junit([], tmp_path) == []


@given(text=any_text)
def test_junit_is_whole_whatever_a_plug_in_says(folder, text):
    facts = dict.fromkeys(TEXTS, text)
    hostile = row(Status.FAILED, algorithm=text or "a", aggregation=text, check=text, **facts)
    ((case,),) = junit([hostile], folder)
    assert [outcome.tag for outcome in case] == ["failure"]


@pytest.mark.parametrize("letter", list(ODD), ids=ascii)
def test_a_character_that_xml_has_no_place_for_is_no_obstacle(tmp_path, letter):
    ((case,),) = junit([row(Status.ERROR, reason=f"a{letter}b")], tmp_path)
    assert case[0].get("message").startswith("error: a")


@pytest.mark.parametrize("write", [write_json, write_junit])
def test_a_file_that_cannot_be_written_is_refused(write, tmp_path):
    (tmp_path / "taken").write_text("mine")
    for path in (tmp_path, tmp_path / "taken" / "rows"):
        with pytest.raises(InputError, match="cannot be written: "):
            write([row()], path)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
