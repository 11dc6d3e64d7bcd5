"""Conformance: does a window answer as recompute-from-scratch does, on every word?"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from swagbench.core import Ability, is_batch, offers
from swagbench.poison import find_poisoner
from swagbench.verify.checking import NO_ERROR, Check, Profile, Subject, Test, Wrong, told
from swagbench.verify.probes import FreeMonoid, FreeMonoidInFull, Real, shown
from swagbench.verify.words import (
    ASK,
    POP,
    VALUES,
    asked_after_each,
    small_words,
    value_words,
    walk,
    words_after_filling,
    words_by_size,
)


def follow(subject: Subject, word: str, aggregation: Any = None) -> Wrong | None:
    """Do what a word says, ask at its end, and say what was first wrong; None if all was right.

    The aggregation is the arena's unless another one, for the same values and answers, is given.
    """
    arena = subject.arena
    held: deque[Any] = deque()
    pushed, step = 0, 1
    try:
        window = subject.algorithm(arena.aggregation if aggregation is None else aggregation)
        push, pop, ask, is_right = window.push, window.pop, window.eval, arena.is_right
        for step, letter in enumerate(word + ASK, start=1):
            if letter == ASK:
                answer = ask()
                if not is_right(held, answer):
                    return Wrong(step, arena.tell(held), shown(answer))
            elif letter == POP:
                pop()
                held.popleft()
            else:
                value = arena.value(letter, pushed)
                push(value)
                held.append(value)
                pushed += 1
        if len(window) != len(held):
            return Wrong(step, f"length {len(held)}", f"length {len(window)}")
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        return Wrong(step, NO_ERROR, told(error))
    return None


def check_answers(subject: Subject, word: str, follow: Test = follow) -> Wrong | None:
    """`follow`, with a wrong answer told in full.

    That of the free monoid says itself what is missing and what has left. Of a real aggregation
    that is not exact, what has left and is still there is found by beginning later.
    """
    wrong = follow(subject, word)
    if wrong is None:
        return None
    if isinstance(subject.arena, Real):
        return _with_poisoner(subject, word, wrong)
    if not isinstance(subject.arena, FreeMonoid):
        return wrong
    in_full = FreeMonoidInFull.like(subject.arena)
    same = follow(replace(subject, arena=in_full), word)
    if same is None:
        return wrong
    return same._replace(note=difference(*in_full.wrong)) if in_full.wrong else same


def difference(window: Sequence[int], answer: Sequence[int]) -> str:
    """What is wrong with an answer that should be the window, in words.

    >>> difference([1, 2], [0, 1]), difference([1, 2], [2, 1])
    ('holds 0, which has left; 2 is missing', 'in the wrong order')
    """
    here, given = Counter(window), Counter(answer)
    parts = []
    left = sorted(one for one in given if one not in here)
    if left:
        parts.append(f"holds {_some(left)}, which {'have' if len(left) > 1 else 'has'} left")
    if twice := sorted(one for one in given if given[one] > 1 and one in here):
        parts.append(f"holds {_some(twice)} more than once")
    if missing := sorted(one for one in here if one not in given):
        parts.append(f"{_some(missing)} {'are' if len(missing) > 1 else 'is'} missing")
    return "; ".join(parts) or "in the wrong order"


def _some(numbers: Sequence[int]) -> str:
    few = ", ".join(map(str, numbers[:3]))
    return few if len(numbers) <= 3 else f"{few} and {len(numbers) - 3} more"


def _with_poisoner(subject: Subject, word: str, wrong: Wrong) -> Wrong:
    """A wrong answer with the value noted that has left and that it depends on, if there is one."""
    arena = subject.arena
    history = word[: wrong.step - 1]
    is_answer = wrong.expected != NO_ERROR and (word + ASK)[wrong.step - 1 : wrong.step] == ASK
    if not is_answer or is_batch(subject.algorithm) or offers(arena.aggregation, Ability.EXACT):
        return wrong
    letters = [letter for letter in history if letter not in POP + ASK]
    values = [arena.value(letter, number) for number, letter in enumerate(letters)]
    try:
        found = find_poisoner(
            lambda begin: _is_wrong_from(subject, history, values, begin),
            history.count(POP),
            values,
        )
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - a plug-in that takes no history but the whole one
        return wrong
    if found.number is None:
        return wrong
    value = shown(values[found.number])
    note = f"containment: depends on value {found.number} ({value}), which has left"
    return wrong._replace(note=note)


def _is_wrong_from(subject: Subject, word: str, values: Sequence[Any], begin: int) -> bool:
    """Whether the answer after a word is wrong if the first values never come, nor leave."""
    window = subject.algorithm(subject.arena.aggregation)
    pushed = popped = 0
    for letter in word:
        if letter == ASK:
            window.eval()
        elif letter == POP:
            if popped >= begin:
                window.pop()
            popped += 1
        else:
            if pushed >= begin:
                window.push(values[pushed])
            pushed += 1
    return not subject.arena.is_right(values[popped:pushed], window.eval())


# --- words ----------------------------------------------------------------------------------------


def _small(subject: Subject, profile: Profile) -> Iterator[str]:
    if isinstance(subject.arena, Real):
        length = profile.real_length
        yield from small_words(length, length)
        return
    yield from small_words(profile.small_length, profile.asking_length)
    yield from words_after_filling(profile.filled_up_to, 6)


def _by_size(subject: Subject, profile: Profile) -> Iterator[str]:
    is_real = isinstance(subject.arena, Real)
    return words_by_size(profile.real_size if is_real else profile.sizes_up_to)


def _long(_subject: Subject, profile: Profile) -> Iterator[str]:
    yield walk(profile.walk_steps, profile.seed)


def _weak_orders(_subject: Subject, profile: Profile) -> Iterator[str]:
    """Every order of up to six values, ties included, slid through windows of every size.

    Of six there are 4,683: by default they are slid through windows of four alone.
    """
    # Many that lose one by one, and then one that beats them all.
    yield asked_after_each(VALUES[1:] + VALUES[0]) + (POP + ASK) * 5
    for count in range(1, 5 if profile.name == "fast" else 7):
        sizes = [4] if count == 6 and profile.name == "default" else range(1, count + 1)
        for values in value_words(count, count):
            # Every order is one naming of its ranks: A is the lowest, and none is left out.
            if set(values) == set(VALUES[: len(set(values))]):
                for size in sizes:
                    slid = "".join(POP + ASK + value + ASK for value in values[size:])
                    yield asked_after_each(values[:size]) + slid + (POP + ASK) * size


def _drawn(_subject: Subject, profile: Profile) -> Iterator[str]:
    return iter(_words_drawn(profile.drawn, profile.seed))


@cache
def _words_drawn(times: int, seed: int) -> list[str]:
    """Words of drawn values, with a bias and a length class drawn first: single steps alone would
    never reach a large window. The same ones for every aggregation."""
    from hypothesis import strategies as st  # noqa: PLC0415 - slow to import

    from swagbench.verify.drawing import draw  # noqa: PLC0415

    @st.composite
    def words(drawing: st.DrawFn) -> str:
        bias = drawing(st.sampled_from((1, 2, 4, 9)))
        longest = drawing(st.sampled_from((8, 30, 80)))
        alphabet = VALUES + (POP + ASK) * (len(VALUES) // bias)
        letters = drawing(st.text(alphabet, min_size=longest // 2, max_size=longest))
        word, held = [], 0
        for letter in letters:
            if letter != POP or held:
                word.append(letter)
                held += (letter != ASK) - 2 * (letter == POP)
        return "".join(word) + (POP + ASK) * min(held, 20)

    return draw(words(), times=times, seed=seed)


ANSWERS = "Every answer is that of the values in the window, oldest to youngest."

SMALL = Check(id="oracle.small", promise=ANSWERS, words=_small, test=check_answers)
SIZES = Check(
    id="oracle.sizes",
    promise="Answers are right at every size of the window.",
    words=_by_size,
    test=check_answers,
)
LONG = Check(
    id="oracle.long",
    promise="Answers stay right however long a window is in use.",
    words=_long,
    test=check_answers,
)
WEAK_ORDER = Check(
    id="oracle.weak_order",
    promise="Answers are right for every order of the values, ties included.",
    words=_weak_orders,
    test=check_answers,
)
DRAWN = Check(
    id="oracle.drawn",
    promise="Answers are right for values of all kinds, in any order.",
    words=_drawn,
    test=check_answers,
)
