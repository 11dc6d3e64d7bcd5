"""Compares the mutants that live with those that may: survivors.toml, each with the reason.

``tox -e mutation`` runs it after ``mutmut run``. It is strict both ways. A survivor that is not
listed is a missing check; a listed one that is dead, or is another mutant now, has no place there.

What lives in every file, such as the text of an error, is listed by kind: a pattern of names with a
regular expression that the whole edit matches. A kind of which no mutant lives has no place either.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

LIST = Path(__file__).with_name("survivors.toml")
ALIVE = ("survived", "suspicious")


def statuses() -> dict[str, str]:
    """How each mutant ended, in mutmut's words, by mutmut's name."""
    from mutmut.mutation.data import SourceFileMutationData  # noqa: PLC0415 - not in other envs
    from mutmut.stats import status_by_exit_code  # noqa: PLC0415
    from mutmut.utils.file_utils import walk_mutatable_files  # noqa: PLC0415

    found = {}
    for path in walk_mutatable_files():
        data = SourceFileMutationData(path=path)
        data.load()
        found |= {name: status_by_exit_code[code] for name, code in data.exit_code_by_key.items()}
    return found


@cache
def edit(mutant: str) -> str:
    """What a mutant changes, in one line."""
    from mutmut.mutation.diff_apply import find_mutant, get_diff_for_mutant  # noqa: PLC0415

    lines = get_diff_for_mutant(mutant, path=find_mutant(mutant).path).splitlines()[2:]
    return " -> ".join(
        " ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+"
    )


def living_by_kind(found: dict[str, str], listed: dict[str, Any]) -> dict[str, set[str]]:
    """The mutants that live, of each kind that may."""
    living = [name for name, status in found.items() if status in ALIVE]
    return {
        f"{names}: {edits}": {
            name for name in living if fnmatchcase(name, names) and re.fullmatch(edits, edit(name))
        }
        for group in listed["survivors"]
        for names, edits in group.get("kinds", {}).items()
    }


def unexplained(found: dict[str, str], listed: dict[str, Any]) -> Iterator[str]:
    """A line for each mutant that lives without a reason, or is listed without living."""
    explained = {
        name: diff
        for group in listed["survivors"]
        for name, diff in group.get("mutants", {}).items()
    }
    kinds = living_by_kind(found, listed)
    may_live = {*explained}.union(*kinds.values())
    unreached = [pattern for group in listed["unreached"] for pattern in group["mutants"]]
    for name, status in found.items():
        if status == "no tests" and not any(fnmatchcase(name, one) for one in unreached):
            yield f"no test reaches {name}: {edit(name)}"
        if status in ALIVE and name not in may_live:
            yield f"lives, and is not listed: {name}: {edit(name)}"
    for name, diff in explained.items():
        status = found.get(name, "no mutant")
        if status in ("survived", "not checked"):
            if edit(name) != diff:
                yield f"is listed as {diff!r}, but is another mutant: {name}: {edit(name)}"
        else:
            yield f"is listed, but is now {status}: {name}: {diff}"
    if "not checked" not in found.values():
        yield from (f"is a kind of which none lives: {kind}" for kind in kinds if not kinds[kind])
    quiet = [name for name, status in found.items() if status in ("no tests", "not checked")]
    for pattern in unreached:
        if not any(fnmatchcase(name, pattern) for name in quiet):
            yield f"is listed as reached by no test, but there is none such: {pattern}"


def main() -> int:
    """Print the figures, and what is not as listed."""
    found = statuses()
    counts = Counter(found.values())
    counted = ", ".join(f"{number} {status}" for status, number in counts.most_common())
    lines = list(unexplained(found, tomllib.loads(LIST.read_text(encoding="utf-8"))))
    sys.stdout.write("\n".join([f"{len(found)} mutants: {counted}", *lines, ""]))
    return 1 if lines or not found else 0


if __name__ == "__main__":
    sys.exit(main())
