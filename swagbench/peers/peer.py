"""What an adapter states of a library: the code to call it, and the choices that it documents.

The code is text. What is run, what is timed and what a reproducer shows are the same lines, and
swagbench can be typed, tested and imported without any of the libraries.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from typing import Any


class Kind(Enum):
    """How values come in: all at once, or one after the other. The two are never ranked together.

    A batch has all values in an array. What streams has an answer for each value as it comes.
    """

    BATCH = "batch"
    STREAMING = "streaming"


class Start(Enum):
    """What is answered for the values before the first full window."""

    MISSING = "no answer"
    SHORTER = "of the values so far"
    MIRRORED = "of the values so far, mirrored"
    NOTHING = "left out"


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that a library makes: a policy's id, and the address where it is documented.

    Without an address it is a choice that was seen and is documented nowhere.
    """

    policy: str
    address: str = ""


OUT_OF_SCOPE = "out_of_scope"
"""The policy of answers about streams that a library's documentation excludes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Excluded:
    """What the documentation of some aggregations excludes: any stream with NaN, or infinities.

    Nothing is promised of such a stream then, not even after the value has left.
    """

    special: str
    asked: tuple[str, ...]
    address: str

    @property
    def words(self) -> str:
        """The choice, in words."""
        return f"streams with {self.special} are excluded for {', '.join(self.asked)}"

    def is_about(self, asked: str, values: Sequence[Any]) -> bool:
        """Whether it excludes a stream for an aggregation. O(n)."""
        test = math.isnan if self.special == NAN else math.isinf
        return asked in self.asked and any(map(test, values))


NAN, INFINITY = "NaN", "infinities"


@dataclass(frozen=True, slots=True, kw_only=True)
class OverTime:
    """Windows over time: code for sums, in `times`, `values`, `span` and `closed`.

    Times are whole numbers that never fall, `span` is one. `closed` are the sides that can be had.
    At the sides in `by_row`, a window holds the rows up to its own only, not those after it of the
    same time.
    """

    code: str
    closed: tuple[str, ...]
    by_row: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """A library as its users use it.

    `imports` and `code` are Python. The code of an aggregation is in terms of `values` and `size`,
    and leaves `answers`, for all values or for the full windows. `integers` is code that integers
    need instead. With `takes_array` values are a NumPy array, otherwise they may be a list as well.
    `versions_of` is the distribution whose version it is.
    """

    id: str
    versions_of: str
    home: str
    kind: Kind
    imports: str
    code: Mapping[str, str]
    integers: Mapping[str, str] = field(default_factory=dict)
    takes_array: bool = False
    start: Start = Start.MISSING
    choices: tuple[Choice, ...] = ()
    excludes: tuple[Excluded, ...] = ()
    over_time: OverTime | None = None
    remarks: str = ""

    def version(self) -> str | None:
        """The version that is installed, or None; nothing is imported."""
        try:
            return version(self.versions_of)
        except PackageNotFoundError:
            return None

    def is_out_of_scope(self, asked: str, values: Sequence[Any]) -> bool:
        """Whether the documentation excludes a stream for an aggregation."""
        return any(one.is_about(asked, values) for one in self.excludes)

    def code_for(self, asked: str, *, integers: bool) -> str:
        """The code for an aggregation and a kind of values."""
        return self.integers.get(asked, self.code[asked]) if integers else self.code[asked]


def each(template: str, **names: str) -> dict[str, str]:
    """Code for several aggregations: a template with ``@`` where the library's name for it goes.

    >>> each("answers = mean(@)", sum="add", max="most")
    {'sum': 'answers = mean(add)', 'max': 'answers = mean(most)'}
    """
    return {asked: template.replace("@", name) for asked, name in names.items()}
