"""Likeness of sets, by MinHash."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from swagbench.core import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Minima: TypeAlias = npt.NDArray[np.uint32]

__all__ = ["MinHash"]

SCHEME = "affine32"
"""The permutations of datasketch: of a mixed hash h they are a h + b modulo 2**32, a odd."""


def mixed(number: int) -> int:
    """A permutation of 32 bits: the end of MurmurHash3, by which datasketch mixes its hashes."""
    number = (number ^ number >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    number = (number ^ number >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return number ^ number >> 16


class MinHash:
    """About how alike the strings are to those of a reference; 0.0 for an empty window.

    The likeness is that of Jaccard: how many different strings are in both, over how many are in
    either. The aggregate is the array of the least hash by each permutation, four bytes each. That
    of a union is the elementwise minimum, so all algorithms must agree to the last bit; the answer
    is the share of minima that the reference has too, and errs by about
    sqrt(J (1 - J) / permutations), 0.06 at most with 64.

    Args:
        reference: the strings to compare with, one at least: ``min_hash(("N708JB", "N829AS"))``.
        permutations: 1 to 65536.

    Raises:
        InputError: the reference is no collection of strings, or empty, or the permutations are not
            an integer from 1 to 65536.

    Source: A. Broder, *On the Resemblance and Containment of Documents*, SEQUENCES 1997, as
    implemented by datasketch, https://ekzhu.com/datasketch/.

    >>> alike = MinHash(("ann", "bob"))
    >>> alike.finalize(alike.combine(alike.unit("bob"), alike.unit("ann")))
    1.0
    """

    commutative = True
    idempotent = True
    examples: ClassVar[tuple[Any, ...]] = (
        *("ann", "bob", "ann", "cleo", "", "dän", "N708JB", "N829AS", "dn", " ann", "Bob"),
    )

    def __init__(self, reference: Collection[str] = ("ann", "bob"), permutations: int = 64) -> None:
        is_list = isinstance(reference, Collection) and not isinstance(reference, str)
        if not is_list or not reference or not all(isinstance(one, str) for one in reference):
            raise InputError(f'reference is {reference!r}; it is strings, such as ("ann", "bob")')
        if isinstance(permutations, bool) or not isinstance(permutations, int):
            raise InputError(f"permutations is {permutations!r}; it is an integer 1 to 65536")
        if not 1 <= permutations <= 65536:
            raise InputError(f"permutations is {permutations}; it is an integer 1 to 65536")
        self.reference = tuple(reference)
        self.permutations = permutations

    @cached_property
    def _nothing(self) -> Any:
        """A sketch of no strings, for its permutations: drawing them takes 0.1 ms."""
        from datasketch import MinHash as Sketch  # noqa: PLC0415 - slow to import

        return Sketch(self.permutations, scheme=SCHEME)

    @cached_property
    def _of_reference(self) -> Minima:
        return reduce(self.combine, map(self.unit, self.reference))

    @cached_property
    def _minimum(self) -> Any:
        import numpy as np  # noqa: PLC0415 - slow to import

        return np.minimum

    def empty(self) -> Minima:
        minima: Minima = self._nothing.hashvalues.copy()
        return minima

    def unit(self, value: str) -> Minima:
        # What updating a copy of the sketch gives, in a third of the time: one hash, permuted.
        slopes, offsets = self._nothing.permutations
        minima: Minima = slopes * mixed(self._nothing.hashfunc(value.encode())) + offsets
        return minima

    def combine(self, older: Minima, newer: Minima) -> Minima:
        # Not the merge of a sketch, which would change it; the minimum is a new array.
        minima: Minima = self._minimum(older, newer)
        return minima

    def finalize(self, agg: Minima) -> float:
        import numpy as np  # noqa: PLC0415 - slow to import

        return int(np.count_nonzero(agg == self._of_reference)) / self.permutations

    def definition(self, values: Sequence[str]) -> float:
        """By datasketch itself: a sketch that saw all the values at once, and one of the others."""
        from datasketch import MinHash as Sketch  # noqa: PLC0415 - slow to import

        seen, reference = (Sketch(self.permutations, scheme=SCHEME) for _ in range(2))
        seen.update_batch([value.encode() for value in values])
        reference.update_batch([one.encode() for one in self.reference])
        return float(seen.jaccard(reference))
