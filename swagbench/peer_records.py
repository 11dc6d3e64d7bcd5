"""What is kept of the libraries that people use, as data: the shape of ecosystem.json."""

from __future__ import annotations

from typing import Any

import msgspec

SCHEMA = 1

RIGHT, POLICY, TINY, GROSS = "right", "policy", "tiny", "gross"
ERROR, UNSERVED = "error", "n/a"
"""How a row ends. ``policy``: right, by a choice that the library states. ``tiny`` and ``gross``:
wrong, by how far. ``error``: the library did not answer. ``n/a``: it has no such aggregation."""

WRONG = (TINY, GROSS)
BAD = (GROSS, TINY, ERROR)
WORST_FIRST = (ERROR, GROSS, TINY, POLICY, RIGHT, UNSERVED)


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A choice of a library: its policy's id, in words, and where it is documented, if it is."""

    policy: str
    words: str
    address: str = ""


class LibraryCard(msgspec.Struct, frozen=True, kw_only=True):
    """A library that took part, or why it could not.

    `start` is what it answers before the first full window. `is_house`: one of swagbench's own
    algorithms, judged beside the libraries.
    """

    id: str
    version: str
    home: str
    kind: str
    start: str
    remarks: str = ""
    choices: list[Choice] = []
    trouble: str = ""
    is_house: bool = False


class WrongInput(msgspec.Struct, frozen=True, kw_only=True):
    """The shortest input that was found, and what is wrong about the answer for its last window.

    `script` shows it with the library alone. `cause` says what the answer depends on.
    """

    values: str
    size: int
    right: str
    given: str
    cause: str
    script: str


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one library, with an aggregation, on a stream, at windows of one size.

    Of the answers that were `judged`, so many are right `by_policy`, and so many are `wrong`;
    `gross` of those by more than a millionth. `worst_error` is a share of the exact answer, None
    where that is 0 or one of the two is no finite number. With `is_manner` the stream names what
    else was asked than the answers for a stream.
    """

    library: str
    aggregation: str
    stream: str
    window: str
    verdict: str
    reason: str = ""
    judged: int = 0
    by_policy: dict[str, int] = {}
    wrong: int = 0
    gross: int = 0
    worst_error: float | None = 0.0
    shortest: WrongInput | None = None
    is_manner: bool = False


class ReportCard(msgspec.Struct, frozen=True, kw_only=True):
    """A public report, as far as a reader needs it: see `swagbench.replay.corpus`."""

    id: str
    source: str
    essence: str
    aggregation: str = ""
    law: str = ""
    checks: list[str] = []


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """What a public report's input brings today, by one algorithm or library.

    `seen` is a version of the library and what came of it: ``3.1.1 gross``.
    """

    report: str
    subject: str
    verdict: str
    reason: str = ""
    given: str = ""
    right: str = ""
    seen: str = ""


class Timed(msgspec.Struct, frozen=True, kw_only=True):
    """Times of one library in one comparison: nanoseconds of CPU time a value, by block.

    A twin is a second copy of another contestant; `trouble` says why there are no times.
    """

    library: str
    kind: str
    aggregation: str
    window: int
    values: int
    blocks_ns: list[float] = []
    is_twin: bool = False
    trouble: str = ""


class Ecosystem(msgspec.Struct, kw_only=True):
    """A whole ecosystem.json."""

    schema: int = SCHEMA
    command: str
    datetime: str
    machine_info: dict[str, Any]
    seconds: float = 0.0
    is_complete: bool = False
    libraries: list[LibraryCard] = []
    rows: list[Row] = []
    reports: list[ReportCard] = []
    replayed: list[Replayed] = []
    times: list[Timed] = []
