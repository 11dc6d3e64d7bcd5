"""Shrinking: from a word that fails to a shortest one, with a certificate.

First cut down, by leaving out stretches of halving length (delta debugging; A. Zeller,
R. Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, IEEE TSE 28, 2002) and pushes
with their pops, which keeps every later window as it was. Then every shorter word is tried, as far
as that can be done: if none fails, that is a certificate.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import suppress

from swagbench.verify.words import ASK, POP, PUSH, held_after, shorter_words

BUDGET_LETTERS = 300_000
"""Letters that may be run to cut a word down."""

CERTIFIED_BUDGET_LETTERS = 60_000
"""Letters that may be run to show that no shorter word fails."""


LONG = 300
REGULAR = (
    *((PUSH, ""), (PUSH + POP, ""), (PUSH + ASK + POP + ASK, ""), (POP + PUSH, PUSH * 3)),
    *((POP + PUSH + ASK, PUSH * 3), (PUSH * 3 + POP * 3, ""), (PUSH * 9 + ASK + POP * 9, "")),
)
"""Patterns, and what comes before them."""


class _Spent(Exception):
    """No more letters may be run to cut the word down."""


class Shrinker:
    """Makes a failing word short; `best` is the shortest yet, `certificate` what is known of it.

    `values` are the letters for all values that there are, or for whatever else is done beside u, o
    and q; `pops_from_empty`, whether words may.
    """

    def __init__(
        self,
        fails: Callable[[str], bool],
        word: str,
        values: str = "",
        *,
        pops_from_empty: bool = False,
    ) -> None:
        self._fails = fails
        self._values = values
        self._pops_from_empty = pops_from_empty
        self._known: dict[str, bool] = {}
        self._letters_left = BUDGET_LETTERS
        self.best = word
        self.certificate = ""

    def take(self, candidate: str) -> bool:
        """Make a candidate the best if it is no longer than that and fails.

        Raises:
            _Spent: it was not tried, as no more letters may be run.
        """
        if candidate == self.best or len(candidate) > len(self.best):
            return False
        if candidate not in self._known:
            if self._letters_left < 0:
                raise _Spent
            self._letters_left -= len(candidate) + 1
            self._known[candidate] = self._fails(candidate)
        if self._known[candidate]:
            self.best = candidate
            return True
        return False

    def run(self) -> None:
        """Try what is regular, if it is long; cut down; then try all that is shorter."""
        if len(self.best) > LONG:
            self._try_regular()
        with suppress(_Spent):
            self._cut_down()
        self._try_all_shorter()

    def _try_regular(self) -> None:
        """A few words of one pattern, again and again, as often as it takes.

        What shows only after much use shows in these too, as a rule, and they can be read.
        """
        for pattern, prefix in REGULAR:
            count = 1
            while len(word := prefix + pattern * count) < len(self.best):
                if self._fails(word):
                    # Between the half of it, which does not fail, and this.
                    counts = range(count // 2 + 1, count)
                    count = bisect_left(
                        counts, 1, key=lambda fewer: self._fails(prefix + pattern * fewer)
                    )
                    self.best = prefix + pattern * (counts.start + count)
                    return
                count *= 2

    def _cut_down(self) -> None:
        self._keep_the_end()
        self.take(self.best.replace(ASK, ""))
        before = ""
        while before != self.best:
            before = self.best
            self._leave_out_stretches()
            self._leave_out_pairs()
        self._use_plain_values()

    def _keep_the_end(self) -> None:
        """Often only the last steps matter, on a window of the same size."""
        word, length = self.best, 1
        while length < len(word):
            start = word[: len(word) - length]
            held = held_after(start)
            if held >= 0 and self.take(PUSH * held + word[len(start) :]):
                return
            length *= 2

    def _leave_out_stretches(self) -> None:
        size = len(self.best)
        while size:
            start = 0
            while start < len(self.best):
                if not self.take(self.best[:start] + self.best[start + size :]):
                    start += size
            size //= 2

    def _leave_out_pairs(self) -> None:
        """Leave out pushes together with the pops that take their values away."""
        while any(map(self.take, _without_pairs(self.best))):
            pass

    def _use_plain_values(self) -> None:
        for index, letter in enumerate(self.best):
            if letter not in PUSH + POP + ASK:
                for plain in (PUSH, "A"):
                    if self.take(self.best[:index] + plain + self.best[index + 1 :]):
                        break

    def _try_all_shorter(self) -> None:
        more = "".join(sorted({*self.best} - {*(PUSH + POP + ASK + self._values)}))
        # Letters that stand for anything else but values: there are more than can be tried.
        of_what = f" of {', '.join(PUSH + more)}, o and q" if more else ""
        # As long as this one, too: of those that fail the first is told, whatever led here.
        words = shorter_words(
            len(self.best) + 1, self._values + more, pops_from_empty=self._pops_from_empty
        )
        letters = length = 0
        for word in words:
            letters += len(word) + 1
            length = len(word)
            if word == self.best or letters > CERTIFIED_BUDGET_LETTERS:
                break
            if word not in self._known:
                self._known[word] = self._fails(word)
            if self._known[word]:
                self.best = word
                break
        if length >= len(self.best):
            self.certificate = f"no shorter word{of_what} fails"
            return
        # Of the length that it was at when it had to stop, not all were tried.
        certain = f"no word{of_what} of up to {length - 1} letters fails"
        left_out = "nothing can be left out of this one"
        if self._letters_left < 0:
            left_out = "this one may be longer than needed"
        self.certificate = f"{certain}; {left_out}"


def _without_pairs(word: str) -> Iterator[str]:
    pops = [index for index, letter in enumerate(word) if letter == POP]
    pushes = [index for index, letter in enumerate(word) if letter not in POP + ASK]
    pairs = list(zip(pushes, pops, strict=False))
    size = len(pairs)
    while size:
        for start in range(0, len(pairs), size):
            gone = {index for pair in pairs[start : start + size] for index in pair}
            yield "".join(letter for index, letter in enumerate(word) if index not in gone)
        size //= 2
