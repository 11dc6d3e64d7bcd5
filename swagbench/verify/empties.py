"""Empty windows: what they answer, what a pop from one does, and that they can be filled again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from swagbench.verify.checking import NO_ERROR, Check, Profile, Subject, Wrong, told
from swagbench.verify.conformance import follow
from swagbench.verify.exceptions import Interrupted
from swagbench.verify.tracked import Tracked, stepwise
from swagbench.verify.words import ASK, POP, PUSH, asked_after_each


def _empties(_subject: Subject, profile: Profile) -> Iterator[str]:
    yield ""
    for size in (*range(1, 9), 16, 17, min(64, profile.sizes_up_to)):
        yield PUSH * size + POP * size
        yield PUSH * size + ASK + POP * size
        yield asked_after_each(PUSH * size + POP * size)


def _refills(_subject: Subject, _profile: Profile) -> Iterator[str]:
    for sizes in product((1, 2, 3, 5), repeat=3):
        yield "".join((PUSH + ASK) * size + (POP + ASK) * size for size in sizes)
        yield "".join(PUSH * size + POP * size for size in sizes) + PUSH
    yield (PUSH * 9 + ASK + POP * 9) * 20


def _pops_from_empty(_subject: Subject, profile: Profile) -> Iterator[str]:
    for length in range(1, 5 if profile.name == "fast" else 8):
        for letters in product(PUSH + POP, repeat=length):
            word = "".join(letters)
            # Valid ones have no place here: what they show is another check's.
            if any(2 * word[:end].count(POP) > end for end in range(1, length + 1)):
                yield asked_after_each(word)
                yield word


class _PoppedWhenEmpty(Tracked):
    """A window from which more is popped than it holds."""

    def take(self, letter: str) -> tuple[str, str] | None:
        if letter != POP or self.held:
            return super().take(letter)
        return refused(self, self.window.pop)


REFUSED = "IndexError, as the window is empty"


def refused(tracked: Tracked, pop: Callable[[], object]) -> tuple[str, str] | None:
    """What is wrong with a pop of an empty window, which must raise and change nothing; or None."""
    try:
        pop()
    except Interrupted:
        raise
    except IndexError:
        return tracked.measure()
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        return REFUSED, told(error)
    return REFUSED, NO_ERROR


def _test_pops_from_empty(subject: Subject, word: str) -> Wrong | None:
    return stepwise(_PoppedWhenEmpty(subject), word)


EMPTY_EVAL = Check(
    id="empty.eval",
    promise="An empty window answers finalize(empty()).",
    words=_empties,
    test=follow,
)
EMPTY_REFILL = Check(
    id="empty.refill",
    promise="A window that was emptied is as good as new.",
    words=_refills,
    test=follow,
)
EMPTY_POP = Check(
    id="empty.pop",
    promise="pop of an empty window raises IndexError and changes nothing.",
    words=_pops_from_empty,
    test=_test_pops_from_empty,
    pops_from_empty=True,
)
