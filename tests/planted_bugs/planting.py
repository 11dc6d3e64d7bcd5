"""Planted faults: small edits of the real files, each of which a named check must catch.

Being edits they follow the code: one that no longer fits is an error. The faults are in the TOML
files beside this one. As a command, this runs every check on every fault and writes the table of
which caught which: ``python tests/planted_bugs/planting.py``.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from pathlib import Path

from swagbench.records import CheckResult
from swagbench.registry import Found, find_aggregation, find_algorithm
from swagbench.verify.rows import Options, run
from swagbench.verify.suite import tasks

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "planted-faults.md"
AGGREGATIONS = ("sum", "mean", "max", "collect")
"""Real aggregations that an algorithm with a fault is tried with."""

SIBLINGS = "swagbench.algorithms"
TIMEOUT = 10.0


@dataclass(frozen=True)
class Fault:
    """An edit of a file that makes its `target` faulty, and the checks that may catch it."""

    name: str
    kind: str
    file: str
    target: str
    edits: tuple[tuple[str, str], ...]
    caught_by: tuple[str, ...]

    @property
    def is_algorithm(self) -> bool:
        return self.file.startswith("algorithms/")

    def source(self) -> str:
        """The file with the fault in it.

        Raises:
            ValueError: an edit fits nowhere, or in more than one place.
        """
        text = (ROOT / self.file).read_text(encoding="utf-8")
        for before, after in self.edits:
            if text.count(before) != 1:
                places = text.count(before)
                raise ValueError(f"{self.name}: {before!r} is in {self.file} {places} times")
            text = text.replace(before, after)
        return text

    def plant(self, folder: Path) -> Found:
        """The faulty algorithm or aggregation, in a file of its own in a folder."""
        # A folder of its own: a file is loaded once in a process.
        path = Path(tempfile.mkdtemp(dir=folder)) / Path(self.file).name
        # Alone in its folder a file has no siblings: it takes the real ones.
        alone = self.source().replace("from . import", f"from {SIBLINGS} import")
        path.write_text(alone.replace("from .", f"from {SIBLINGS}."), encoding="utf-8")
        find = find_algorithm if self.is_algorithm else find_aggregation
        return find(f"{path}:{self.target}")

    def rows(self, found: Found, *checks: str, shrink: bool = False) -> Iterator[CheckResult]:
        """How checks end with the fault, by patterns of their names."""
        options = Options(checks=checks, shrink=shrink)
        if self.is_algorithm:
            wanted = tasks([found], _aggregations(), options, laws=False)
        else:
            wanted = tasks([], [found], options)
        for task in wanted:
            yield run(task, TIMEOUT)


@cache
def _aggregations() -> list[Found]:
    return [find_aggregation(name) for name in AGGREGATIONS]


def faults() -> list[Fault]:
    """All planted faults, in the order of the files."""
    found = []
    for path in sorted(Path(__file__).parent.glob("*.toml")):
        for table in tomllib.loads(path.read_text(encoding="utf-8"))["fault"]:
            edits = table.pop("edits", None) or [
                {"before": table.pop("before"), "after": table.pop("after")}
            ]
            pairs = tuple((edit["before"], edit["after"]) for edit in edits)
            caught_by = tuple(table.pop("caught_by"))
            found.append(Fault(**table, edits=pairs, caught_by=caught_by))
    return found


def catchers(fault: Fault, folder: Path) -> list[str]:
    """The names of all checks that catch a fault."""
    rows = fault.rows(fault.plant(folder), "*")
    return list(dict.fromkeys(row.check for row in rows if row.status.is_broken))


def page(caught: dict[Fault, list[str]]) -> str:
    """The table as a page of the docs."""
    lines = [
        "# Planted faults",
        "",
        "Small edits of the real files (`tests/planted_bugs/*.toml`), one fault each, and every",
        "check that catches it with the default profile; in bold those that are meant to. Made by",
        "`python tests/planted_bugs/planting.py`.",
        "",
        "| fault | kind | in | caught by |",
        "|---|---|---|---|",
    ]
    for fault, checks in caught.items():
        shown = ", ".join(f"**{one}**" if one in fault.caught_by else one for one in checks)
        lines.append(f"| {fault.name} | {fault.kind} | `{fault.target}` | {shown} |")
    alone = Counter(checks[0] for checks in caught.values() if len(checks) == 1)
    total = Counter(check for checks in caught.values() for check in checks)
    lines += ["", "| check | faults caught | by it alone |", "|---|---|---|"]
    lines += [f"| {check} | {number} | {alone[check]} |" for check, number in total.most_common()]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Run everything and write the page; name what was not caught."""
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor() as processes:
        caught = dict(
            zip(faults(), processes.map(catchers, faults(), repeat(Path(folder))), strict=True)
        )
    PAGE.write_text(page(caught), encoding="utf-8")
    missed = [fault.name for fault, checks in caught.items() if not {*checks} & {*fault.caught_by}]
    sys.exit(f"not caught: {'; '.join(missed)}" if missed else 0)


if __name__ == "__main__":
    main()
