"""Membership: a Bloom filter, as a number that never changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, ClassVar
from zlib import crc32

from swagbench.core import InputError

__all__ = ["BloomFilter"]


def two_hashes(text: str) -> tuple[int, int]:
    """Two numbers of 64 bits, the same in every process; the second is odd, so never 0."""
    # Python's strings may hold what UTF-8 has no place for: half of a surrogate pair.
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little") | 1


def places(text: str, bits: int, hashes: int) -> Iterator[int]:
    """The bits of a string: as many hashes as are wanted, out of two."""
    first, step = two_hashes(text)
    return ((first + number * step) % bits for number in range(hashes))


@dataclass(frozen=True, slots=True, repr=False)
class Seen:
    """The strings that have been seen, to be asked with `in`: never no for one that was.

    `marks` has a bit set for each place that any of them has.
    """

    marks: int
    bits: int
    hashes: int

    def __contains__(self, text: object) -> bool:
        if not isinstance(text, str):
            return False
        return all(self.marks >> place & 1 for place in places(text, self.bits, self.hashes))

    def __repr__(self) -> str:
        if not self.marks:
            return "Seen()"
        # All of the bits would fill lines; a checksum tells them apart as well.
        checksum = crc32(self.marks.to_bytes(self.bits // 8 + 1, "little"))
        return f"Seen({self.marks.bit_count()} of {self.bits} bits, {checksum:08x})"


class BloomFilter:
    """Which strings have been seen, to be asked with `in`; Seen() for an empty window.

    A string that is in the window is always found. One that is not is found by mistake with a
    chance of about (1 - exp(-hashes n / bits)) ** hashes where n are different: 0.2 % of 1,024 bits
    with 4 hashes for n = 64, 16 % for n = 256. Combining is "or" of ints of so many bits.

    Args:
        bits: 8 to 1048576.
        hashes: 1 to 32.

    Raises:
        InputError: `bits` or `hashes` is no such integer.

    Source: B. Bloom, *Space/Time Trade-offs in Hash Coding with Allowable Errors*, CACM 13 (1970);
    the hashes after A. Kirsch and M. Mitzenmacher, *Less Hashing, Same Performance*, ESA 2006.

    >>> bloom = BloomFilter()
    >>> seen = bloom.finalize(bloom.combine(bloom.unit("ann"), bloom.unit("bob")))
    >>> "ann" in seen, "cleo" in seen
    (True, False)
    """

    commutative = True
    idempotent = True
    examples: ClassVar[tuple[Any, ...]] = (
        *("ann", "bob", "ann", "cleo", "", "dän", "N708JB", "N829AS", "dn", " ann", "Bob"),
    )

    def __init__(self, bits: int = 1024, hashes: int = 4) -> None:
        for name, given, least, most in (("bits", bits, 8, 2**20), ("hashes", hashes, 1, 32)):
            is_integer = isinstance(given, int) and not isinstance(given, bool)
            if not is_integer or not least <= given <= most:
                raise InputError(f"{name} is {given!r}; it is an integer {least} to {most}")
        self.bits = bits
        self.hashes = hashes

    def empty(self) -> int:
        return 0

    def unit(self, value: str) -> int:
        marks = 0
        for place in places(value, self.bits, self.hashes):
            marks |= 1 << place
        return marks

    def combine(self, older: int, newer: int) -> int:
        return older | newer

    def finalize(self, agg: int) -> Seen:
        return Seen(agg, self.bits, self.hashes)

    def definition(self, values: Sequence[str]) -> Seen:
        """The bits as a set, each string's by going on by its second hash from its first."""
        marked = set()
        for value in values:
            place, step = two_hashes(value)
            for _ in range(self.hashes):
                marked.add(place % self.bits)
                place += step
        return Seen(sum(2**place for place in marked), self.bits, self.hashes)
