"""Words: what is done to a window, letter by letter. All that a test of a window needs to generate.

``u`` pushes the next value, ``o`` pops, ``q`` asks; ``A``, ``B``, … push a certain value (the first
example, the second, …) where values matter. Every word is asked once more at its end. Written for
people a word has counts and spaces: ``u3 o2 q`` is ``uuuooq``.

Size matters more than anything else: a fault may need a window of 65, a third flip, a certain size
at a flip. So there are all short words, words for a schedule of sizes, and a long walk.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import groupby, product

from swagbench.core import InputError

PUSH, POP, ASK = "u", "o", "q"
SLIDE = POP + PUSH + ASK
VALUES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Letters that push the first, second, … of an aggregation's examples."""

ASK_ALL_UP_TO = 130
"""The largest window that is asked after every step of a size schedule; larger ones now and then,
so that an algorithm that recomputes is not punished for what it never promised."""

LONGEST_WORD = 1_000_000


def valid_words(length: int, letters: str = PUSH + POP, held: int = 0) -> Iterator[str]:
    """Every word of a length that never pops from an empty window, in the letters' order.

    With pushes and pops alone there are ``C(n, n // 2)``: 12,870 of length 16.

    >>> list(valid_words(3))
    ['uuu', 'uuo', 'uou']
    """
    if not length:
        yield ""
        return
    for letter in letters:
        after = held + (letter != ASK) - 2 * (letter == POP)
        if after >= 0:
            for rest in valid_words(length - 1, letters, after):
                yield letter + rest


def is_valid(word: str) -> bool:
    """Whether a word never pops from an empty window.

    >>> is_valid("uoq"), is_valid("oq")
    (True, False)
    """
    held = 0
    for letter in word:
        held += (letter != ASK) - 2 * (letter == POP)
        if held < 0:
            return False
    return True


def held_after(word: str) -> int:
    """How many values a window holds after a valid word."""
    return len(word) - word.count(ASK) - 2 * word.count(POP)


def asked_after_each(word: str) -> str:
    """
    >>> asked_after_each("uuo")
    'uquqoq'
    """
    return "".join(letter + ASK for letter in word)


def small_words(length: int, asking_length: int) -> Iterator[str]:
    """Every word of pushes and pops up to `length`, asked after each step and at the end only; and
    every word of pushes, pops and questions of `asking_length`.

    A word asked after each step stands for all that it begins with, so only a few lengths are gone
    through on the way: what is wrong in the short ones is met early.
    """
    for shorter in (*range(4, length, 4), length):
        yield from map(asked_after_each, valid_words(shorter))
    for shorter in range(1, min(length, 12) + 1):
        yield from valid_words(shorter)
    yield from valid_words(asking_length, PUSH + POP + ASK)


def words_after_filling(largest: int, length: int) -> Iterator[str]:
    """Every word of pushes and pops of a length, on full windows next to a power of two."""
    for size in sizes_up_to(largest):
        if size > length:
            for word in valid_words(length, held=size):
                yield PUSH * size + asked_after_each(word)


def sizes_up_to(largest: int) -> list[int]:
    """Sizes next to the powers of two up to `largest`.

    >>> sizes_up_to(8)
    [1, 2, 3, 4, 5, 7, 8, 9]
    """
    near = {2**power + offset for power in range(30) for offset in (-1, 0, 1)}
    return sorted(size for size in near if 0 < size <= largest + 1)


def words_by_size(largest: int) -> Iterator[str]:
    """For every size next to a power of two: fill, slide on, drop half, refill, drain, fill anew.

    What goes wrong at a size, or at a flip of that size, is met for certain, where words drawn at
    random meet it by luck. Asked now and then, and at the end only.
    """
    for size in sizes_up_to(largest):
        every = 1 if size <= ASK_ALL_UP_TO else size // 8
        half = size // 2
        fill, slide, drain = PUSH * size, (POP + PUSH) * (size + 2), POP * size
        stretches = (fill, slide, POP * half, PUSH * half, drain, fill, (POP + PUSH) * 2)
        yield "".join(asked_now_and_then(stretch, every) + ASK for stretch in stretches)
        yield from (fill, fill + POP, "".join(stretches[:-3]))


def walk(steps: int, seed: int) -> str:
    """One long word in phases: grow to a size, hold it for a while, shrink to another, or to none.

    Small windows are asked after each step, larger ones now and then. The same word for a seed
    everywhere: only ``Random.random`` is used, which Python promises to keep.
    """
    draw = random.Random(seed).random
    parts: list[str] = []
    held = done = 0
    while done < steps:
        # Mostly small, for many flips; one in ten is large.
        size = 1 + int(draw() * (8 if draw() < 0.6 else 64 if draw() < 0.75 else 400))
        hold = int(draw() * 3 * size)
        grow = max(0, size - held)
        shrink = int(draw() * (held + grow + 1)) if draw() < 0.7 else held + grow
        stretch = PUSH * grow + (POP + PUSH) * hold + POP * shrink
        every = 1 if size <= 16 else 1 + size // 4
        parts.append(asked_now_and_then(stretch, every) + ASK)
        held += grow - shrink
        done += len(stretch)
    return "".join(parts)


def asked_now_and_then(word: str, every: int) -> str:
    """
    >>> asked_now_and_then("uuoo", 2)
    'uuqoo'
    """
    return ASK.join(word[start : start + every] for start in range(0, len(word), every))


def shorter_words(length: int, values: str = "", *, pops_from_empty: bool = False) -> Iterator[str]:
    """Every word shorter than `length`, the shorter first; `values` are letters of it too.

    None ends in a question: there is one at the end of every word.
    """
    letters = PUSH + values + POP + ASK
    for size in range(length):
        words = map("".join, product(letters, repeat=size))
        for word in words if pops_from_empty else valid_words(size, letters):
            if not word.endswith(ASK):
                yield word


def value_words(values: int, length: int) -> Iterator[str]:
    """Every sequence of `length` pushes of so many different values, up to their names."""
    for letters in product(VALUES[:values], repeat=length):
        yield "".join(letters)


LONGEST_GROUP = 12
FEWEST_GROUPS = 4


def to_text(word: str) -> str:
    """A word for people: letters with counts, and what is repeated with a count, too.

    >>> to_text("uuuoq"), to_text("uuo" + "uq" * 50)
    ('u3 o q', 'u2 o (u q)50')
    """
    parts = []
    at = 0
    while at < len(word):
        length, count = _repeated(word, at)
        group = word[at : at + length]
        told = _counted(group) if length > 1 else group
        parts.append(told if count == 1 else f"({told}){count}" if length > 1 else f"{told}{count}")
        at += length * count
    return " ".join(parts)


def _repeated(word: str, at: int) -> tuple[int, int]:
    """How long what comes is, and how often in a row: the group that goes furthest, if any does."""
    single = _times(word, at, 1)
    best = 1, single
    for length in range(2, LONGEST_GROUP + 1):
        count = _times(word, at, length)
        if count >= FEWEST_GROUPS and length * count > 2 * best[0] * best[1]:
            best = length, count
    return best


def _times(word: str, at: int, length: int) -> int:
    """How often in a row a group of so many letters comes from a place on."""
    group = word[at : at + length]
    end = at
    while word.startswith(group, end):
        end += length
    return (end - at) // length if group else 0


def _counted(word: str) -> str:
    runs = ((letter, len(list(run))) for letter, run in groupby(word))
    return " ".join(letter + (str(count) if count > 1 else "") for letter, count in runs)


def from_text(text: str) -> str:
    """The word that `to_text` tells; of nothing, the word without letters.

    Raises:
        InputError: it is no word, or one of more than a million letters.

    >>> from_text("u3 o q"), from_text("(u q)2")
    ('uuuoq', 'uquq')
    """
    parts = []
    for group, times, letters, rest in re.findall(
        r"\(([^()]*)\)([1-9]\d{0,6})?|((?:\s*[uoqA-Z](?:[1-9]\d{0,6})?)+)|(\S)", text, re.ASCII
    ):
        runs = re.findall(r"([uoqA-Z])([1-9]\d{0,6})?", group or letters, re.ASCII)
        is_whole = "".join(map("".join, runs)) == "".join((group or letters).split())
        if rest or not runs or not is_whole:
            raise InputError(
                f"{text!r} is not a word of u (push), o (pop) and q (ask), such as 'u3 o (u q)2'"
            )
        parts.append(([(letter, int(count or 1)) for letter, count in runs], int(times or 1)))
    length = sum(times * sum(count for _, count in runs) for runs, times in parts)
    if length > LONGEST_WORD:
        raise InputError(f"the word has {length} letters; {LONGEST_WORD} can be replayed")
    return "".join("".join(one * count for one, count in runs) * times for runs, times in parts)
