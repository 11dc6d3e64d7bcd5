"""Verdicts in files: JSON and JUnit for other programs, known failures from their maintainers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec

from swagbench.core import InputError
from swagbench.records import CheckResult, Status
from swagbench.run_file import as_json, write_whole
from swagbench.verify.promises import known_checks
from swagbench.verify.rows import as_expected


class Expected(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A failure that is known, and why; names are patterns such as ``exceptions.*``."""

    check: str
    reason: str
    algorithm: str = "*"
    aggregation: str = "*"

    def is_about(self, row: CheckResult) -> bool:
        """Whether a row is the one, or one of those, that is expected to fail."""
        return (
            fnmatchcase(row.check, self.check)
            and fnmatchcase(row.algorithm or "", self.algorithm)
            and fnmatchcase(row.aggregation, self.aggregation)
        )


class _Expectations(msgspec.Struct, forbid_unknown_fields=True):
    expected: list[Expected]


def read_expected(path: Path) -> list[Expected]:
    """Known failures from a TOML file of ``[[expected]]`` tables with check and reason.

    Raises:
        InputError: it cannot be read, or a failure has no reason.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        found = msgspec.convert(tables, _Expectations).expected
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, msgspec.ValidationError) as error:
        needed = "it needs [[expected]] tables with check and reason"
        raise InputError(f"{path} is no list of known failures: {error}; {needed}") from None
    try:
        return with_reasons(found)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def with_reasons(expected: list[Expected]) -> list[Expected]:
    """Known failures, each of a check that there is and with a reason.

    Raises:
        InputError: one is not.
    """
    known_checks([one.check for one in expected])
    for one in expected:
        if not one.reason.strip():
            raise InputError(f"the failure of {one.check} has no reason; one line will do")
    return expected


def with_expected(row: CheckResult, expected: Iterable[Expected]) -> CheckResult:
    """A row, seen by what is expected of it: xfail if it is known to fail and does, else xpass."""
    for one in expected:
        if one.is_about(row):
            return as_expected(row, one.reason)
    return row


def write_json(rows: Sequence[CheckResult], path: Path) -> None:
    """One object for each (algorithm, aggregation, check), in a list.

    Raises:
        InputError: the file cannot be written.
    """
    write_whole(path, as_json(rows))


def write_junit(rows: Sequence[CheckResult], path: Path) -> None:
    """A test suite for each algorithm and each aggregation, as JUnit's XML has it.

    Raises:
        InputError: the file cannot be written.
    """
    root = ET.Element("testsuites", name="swagbench")
    for name, group in groupby(rows, key=lambda row: row.algorithm or row.aggregation):
        suite = ET.SubElement(root, "testsuite", name=_xml(name))
        cases = list(group)
        for row in cases:
            case = ET.SubElement(
                suite,
                "testcase",
                classname=_xml(f"{name}.{row.aggregation}"),
                name=_xml(row.check),
                time=f"{row.seconds:.4f}",
            )
            _add_outcome(case, row)
        for count, tags in (("failures", {"failure"}), ("errors", {"error"})):
            number = sum(outcome.tag in tags for case in suite for outcome in case)
            suite.set(count, str(number))
        suite.set("tests", str(len(cases)))
        suite.set(
            "skipped", str(sum(outcome.tag == "skipped" for case in suite for outcome in case))
        )
    write_whole(path, ET.tostring(root, encoding="utf-8", xml_declaration=True))


def _add_outcome(case: ET.Element, row: CheckResult) -> None:
    tag = {
        Status.PASSED: None,
        Status.FAILED: "failure",
        Status.XPASS: "failure",
        Status.ERROR: "error",
        Status.TIMEOUT: "error",
    }.get(row.status, "skipped")
    if tag is None:
        return
    message = row.reason if row.status is not Status.FAILED else row.promise
    told = ET.SubElement(case, tag, message=_xml(f"{row.status.value}: {message}"))
    facts = {
        "history": row.history or row.word,
        "expected": row.expected,
        "given": row.given,
        "reason": row.reason,
        "replay": row.replay,
    }
    told.text = _xml("\n".join(f"{name}: {fact}" for name, fact in facts.items() if fact))


def _xml(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
