"""Official cases of Library Checker's queue problem, with the answers of its judges.

The cases are not part of the project; without them the tests say so and are skipped.
"""

import tarfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from swagbench import aggregation
from swagbench.core import card_of, is_batch, refusal
from swagbench.registry import algorithm_ids, find_algorithm

ARCHIVE = (
    Path(__file__).resolve().parents[2].parent
    / "shared"
    / "judge"
    / "queue_operate_all_composite.tar.xz"
)
PUSH, POP, EVAL = 0, 1, 2
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
def cases():
    if not ARCHIVE.exists():
        return {}
    with tarfile.open(ARCHIVE) as archive:
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


@pytest.mark.skipif(not ARCHIVE.exists(), reason=f"the judge's cases are not at {ARCHIVE}")
@pytest.mark.parametrize("case_name", cases() or ["no cases"])
@pytest.mark.parametrize("algorithm_id", SERVING)
def test_the_judge_accepts(algorithm_id, case_name):
    algorithm, case = find_algorithm(algorithm_id).item, cases()[case_name]
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
            a, b = window.eval()
            answers.append((a * arguments[0] + b) % AFFINE.MODULUS)
    assert answers == case.answers
