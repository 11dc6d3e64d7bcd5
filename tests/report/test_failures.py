import pytest

from swagbench.records import Status
from swagbench.report.failures import about, failure, in_short

FACTS = {
    "promise": "Answers are right.",
    "word": "u2 o",
    "history": "push 1, 2, pop",
    "step": 4,
    "expected": "(2,)",
    "given": "(1,)",
    "reason": "1 has left",
    "certificate": "no shorter word fails",
    "replay": "swagbench verify a.py --replay 'u2 o'",
    "script": "window = 1\n\nprint(window)\n",
}


@pytest.fixture
def told(make):
    """The lines of a failure with some facts."""

    def tell(algorithm="two_stacks", status=Status.FAILED, **facts):
        return list(failure(make.checked(algorithm, status=status, **facts)))

    return tell


def test_a_failure_tells_all_that_is_known_in_order(told):
    assert told(**FACTS) == [
        ("FAILED two_stacks × sum, oracle.small", "head"),
        ("  Answers are right.", "promise"),
        ("  history   push 1, 2, pop  (u2 o)", "fact"),
        ("  at step   4", "fact"),
        ("  expected  (2,)", "expected"),
        ("  given     (1,)", "given"),
        ("  reason    1 has left", "fact"),
        ("  shortest  no shorter word fails", "fact"),
        ("  replay    swagbench verify a.py --replay 'u2 o'", "fact"),
        ("  in plain Python:", "fact"),
        ("    window = 1", "code"),
        ("    ", "code"),
        ("    print(window)", "code"),
    ]


def test_a_failure_leaves_out_what_is_not_known(told):
    assert [line.kind for line in told()] == ["head"]


@pytest.mark.parametrize("missing", FACTS)
def test_whatever_one_fact_is_missing_the_others_are_told(told, missing):
    facts = {name: fact for name, fact in FACTS.items() if name != missing}
    text = "\n".join(line.text for line in told(**facts))
    for fact in facts.values():
        assert str(fact).splitlines()[0] in text


def test_a_word_without_its_history_has_a_line_of_its_own(told):
    assert [line.text for line in told(word="u2 o")][1:] == ["  word      u2 o"]


@pytest.mark.parametrize("status", [status for status in Status if status.is_broken])
def test_every_way_to_break_stands_at_the_beginning_in_capitals(told, make, status):
    assert told(status=status)[0].text.startswith(f"{status.name} two_stacks × sum")
    shown = in_short(make.checked("two_stacks", status=status, word="u2 o"))
    assert shown == f"two_stacks × sum, oracle.small: {status.name}  u2 o"


def test_a_check_of_an_aggregation_is_about_it_alone(told, make):
    assert told(None)[0].text == "FAILED sum, oracle.small"
    assert about(make.checked(None)) == "sum"
    assert about(make.checked("two_stacks")) == "two_stacks × sum"


@pytest.mark.parametrize(
    ("facts", "shown"),
    [
        ({"word": "u2 o", "reason": "why", "given": "1"}, "u2 o"),
        ({"reason": "why", "given": "1"}, "why"),
        ({"given": "1"}, "1"),
    ],
)
def test_in_short_a_failure_tells_its_word_or_else_why_or_else_what_was_given(make, facts, shown):
    line = in_short(make.checked("a", status=Status.FAILED, **facts))
    assert line == f"a × sum, oracle.small: FAILED  {shown}"
