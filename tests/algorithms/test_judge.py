"""Official cases of Library Checker's queue and deque problems, with the answers of its judges.

The cases are not part of the project; without them the tests say so and are skipped.
"""

import tarfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from swagbench import aggregation
from swagbench.core import card_of, has_both_ends, is_batch, refusal
from swagbench.registry import algorithm_ids, find_algorithm

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "judge"
QUEUE = FOLDER / "queue_operate_all_composite.tar.xz"
DEQUE = FOLDER / "deque_operate_all_composite.tar.xz"
PUSH, POP, EVAL = 0, 1, 2
DEQUE_METHODS = ("push_oldest", "push", "pop", "pop_newest", "eval")
"""What the kinds of operations of a deque are."""

MOST_COMBINES = 3_000_000
AFFINE = aggregation("affine")
SERVING = [
    one.id
    for one in map(find_algorithm, algorithm_ids())
    if not is_batch(one.item) and refusal(one.item, AFFINE) is None
]


class Case(NamedTuple):
    """Operations as rows of ints, and what each eval answers."""

    operations: list[list[int]]
    answers: list[int]


@cache
def cases(path):
    if not path.exists():
        return {}
    with tarfile.open(path) as archive:
        texts = {
            name: archive.extractfile(name).read().decode()
            for name in archive.getnames()
            if name.endswith((".in", ".out"))
        }
    return {
        Path(name).stem: Case(
            [list(map(int, line.split())) for line in text.splitlines()[1:]],
            list(map(int, texts[f"out/{Path(name).stem}.out"].split())),
        )
        for name, text in texts.items()
        if name.startswith("in/")
    }


def expected_combines(card, case):
    """About how many combine calls an algorithm spends on a case: its card's slide an eval."""
    size, total = 0, 0
    for kind, *_ in case.operations:
        size += {PUSH: 1, POP: -1, EVAL: 0}[kind]
        total += card.slide_mean.at(size) if kind == EVAL else 0
    return total


def answer(window, x):
    a, b = window.eval()
    return (a * x + b) % AFFINE.MODULUS


@pytest.mark.skipif(not QUEUE.exists(), reason=f"the judge's cases are not at {QUEUE}")
@pytest.mark.parametrize("case_name", cases(QUEUE) or ["no cases"])
@pytest.mark.parametrize("algorithm_id", SERVING)
def test_the_judge_accepts(algorithm_id, case_name):
    algorithm, case = find_algorithm(algorithm_id).item, cases(QUEUE)[case_name]
    if (combines := expected_combines(card_of(algorithm), case)) > MOST_COMBINES:
        pytest.skip(f"by its card {algorithm_id} needs about {combines:,.0f} combine calls here")
    window = algorithm(AFFINE)
    answers = []
    for kind, *arguments in case.operations:
        if kind == PUSH:
            window.push(tuple(arguments))
        elif kind == POP:
            window.pop()
        else:
            answers.append(answer(window, *arguments))
    assert answers == case.answers


@pytest.mark.skipif(not DEQUE.exists(), reason=f"the judge's cases are not at {DEQUE}")
@pytest.mark.parametrize("case_name", cases(DEQUE) or ["no cases"])
@pytest.mark.parametrize(
    "algorithm_id", [one for one in SERVING if has_both_ends(find_algorithm(one).item)]
)
def test_the_judge_of_the_deque_accepts(algorithm_id, case_name):
    case = cases(DEQUE)[case_name]
    window = find_algorithm(algorithm_id).item(AFFINE)
    answers = []
    for kind, *arguments in case.operations:
        method = DEQUE_METHODS[kind]
        if method == "eval":
            answers.append(answer(window, *arguments))
        elif arguments:
            getattr(window, method)(tuple(arguments))
        else:
            getattr(window, method)()
    assert answers == case.answers
