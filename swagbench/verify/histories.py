"""Histories: sequences of pushes, pops and evals, how they are made and how they are made short.

A history is a word over u (push), o (pop) and q (eval), and the values pushed. Size matters more
than anything else: histories are drawn as macro steps (push k, pop k, slide k, drain and refill)
with k far beyond 64, since single steps at random never reach a large window.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, product
from typing import Any, NamedTuple, TypeVar

from hypothesis import strategies as st

PUSH, POP, EVAL = "u", "o", "q"
LARGEST_WINDOW = 300
SIZES = [2**power + offset for power in range(2, 9) for offset in (-1, 0, 1)]
"""Sizes next to powers of two, up to 257."""


class Step(NamedTuple):
    """One operation; `value` is what a push adds."""

    letter: str
    value: Any = None


History = Sequence[Step]
Item = TypeVar("Item")


def with_values(word: str, examples: Sequence[Any], seed: int | None = None) -> list[Step]:
    """A word with a value for each push: the examples in turn, or at random by a seed."""
    rng = None if seed is None else random.Random(seed)
    pushed = 0
    history = []
    for letter in word:
        if letter == PUSH:
            value = rng.choice(examples) if rng else examples[pushed % len(examples)]
            pushed += 1
            history.append(Step(PUSH, value))
        else:
            history.append(Step(letter))
    return history


def short_words(length: int) -> Iterator[str]:
    """Every word up to a length, the shorter ones first. 3 + 9 + … + 3**length words."""
    for size in range(1, length + 1):
        for letters in product(PUSH + POP + EVAL, repeat=size):
            # What does not end in a question or a pop from an empty window shows nothing new.
            if letters[-1] != PUSH:
                yield "".join(letters)


def words_by_size() -> Iterator[str]:
    """For every size next to a power of two: fill, slide on, drop half, refill, drain.

    Asked a dozen times on the way. What goes wrong at a size, or at a flip of that size, is met for
    certain, where words drawn at random meet it by luck.
    """
    for size in SIZES:
        every = max(1, size // 8)
        slides = [POP + PUSH + EVAL * (index % every == 0) for index in range(size + 2)]
        half = size // 2
        fill, halve, refill = PUSH * size + EVAL, POP * half + EVAL, PUSH * half + EVAL
        drain = POP * (size - 1) + EVAL + POP + EVAL
        yield fill + "".join(slides) + EVAL + halve + refill + drain


@st.composite
def long_words(draw: st.DrawFn) -> str:
    """Words of macro steps, which fill, slide, drain and refill windows of up to 300 values."""
    sizes = st.one_of(st.integers(1, 8), st.integers(1, 80), st.integers(1, LARGEST_WINDOW))
    word: list[str] = []
    held = 0
    for _ in range(draw(st.integers(1, 10))):
        kind = draw(st.sampled_from(("push", "pop", "slide", "drain", "eval", "mix")))
        size = draw(sizes)
        if kind == "push":
            size = min(size, LARGEST_WINDOW - held)
            word.append(PUSH * size)
            held += size
        elif kind == "pop":
            size = min(size, held)
            word.append(POP * size)
            held -= size
        elif kind == "slide":
            word.append((POP + PUSH + EVAL) * size if held else EVAL)
        elif kind == "drain":
            word.append(POP * held + draw(st.sampled_from((EVAL, POP))))
            held = 0
        elif kind == "mix":
            for letter in draw(st.text(PUSH + POP + EVAL, max_size=30)):
                if letter != PUSH or held < LARGEST_WINDOW:
                    word.append(letter)
                    held += {PUSH: 1, POP: -1 if held else 0, EVAL: 0}[letter]
        word.append(EVAL)
    return "".join(word)


def cut_down(items: Sequence[Item], fails: Callable[[list[Item]], bool]) -> list[Item]:
    """A shorter sequence that still fails, from which no single item can be left out.

    Leaves out stretches of halving length (delta debugging; A. Zeller, R. Hildebrandt, *Simplifying
    and Isolating Failure-Inducing Input*, IEEE TSE 28, 2002).
    """
    best = list(items)
    size = len(best)
    while size:
        start, before = 0, len(best)
        while start < len(best):
            candidate = best[:start] + best[start + size :]
            if fails(candidate):
                best = candidate
            else:
                start += size
        if size > 1 or len(best) == before:
            size //= 2
    return best


def shortest(history: History, fails: Callable[[History], bool]) -> list[Step]:
    """A shorter history that still fails: no step can be left out of it, and no push with its pop.

    Leaving out a push together with the pop that takes its value away keeps every later window as
    it was.
    """
    best = cut_down(history, fails)
    while shorter := next(filter(fails, _without_one_pair(best)), None):
        best = cut_down(shorter, fails)
    return best


def simplest(
    history: History, examples: Sequence[Any], fails: Callable[[History], bool]
) -> list[Step]:
    """The same history with simpler values: each the first of the examples that still fails."""
    best = list(history)
    for value in examples:
        uniform = [step._replace(value=value) if step.letter == PUSH else step for step in best]
        if fails(uniform):
            return uniform
    for index, step in enumerate(best):
        if step.letter == PUSH:
            for value in examples:
                if value is step.value:
                    break
                candidate = [*best[:index], Step(PUSH, value), *best[index + 1 :]]
                if fails(candidate):
                    best = candidate
                    break
    return best


def describe(history: History) -> str:
    """
    >>> describe(with_values("uuoq", [7, 7]))
    'push 7 twice, pop, eval'
    """
    parts = []
    for step, run in groupby(history, key=_label):
        count = len(list(run))
        parts.append({1: step, 2: f"{step} twice"}.get(count, f"{step} {count} times"))
    return ", ".join(parts)


def _label(step: Step) -> str:
    return {PUSH: f"push {step.value!r}", POP: "pop", EVAL: "eval"}[step.letter]


def _without_one_pair(history: list[Step]) -> Iterator[list[Step]]:
    pops = iter([index for index, step in enumerate(history) if step.letter == POP])
    pushes = [index for index, step in enumerate(history) if step.letter == PUSH]
    for push, pop in zip(pushes, pops, strict=False):
        yield [step for index, step in enumerate(history) if index not in (push, pop)]
