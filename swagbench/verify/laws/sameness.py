"""When two things are the same to a law: strictly, as before, or unchanged inside."""

from __future__ import annotations

import copy
import pickle
from contextlib import suppress
from typing import Any

from swagbench.oracle import is_same
from swagbench.verify.laws.law import About, Wrong
from swagbench.verify.probes import shown


def is_strictly_same(expected: Any, given: Any) -> bool:
    """Whether two answers are the same in type too, and in the sign of zero."""
    if type(expected) is not type(given):
        return False
    if isinstance(expected, list | tuple):
        return len(expected) == len(given) and all(map(is_strictly_same, expected, given))
    if isinstance(expected, float):
        return repr(expected) == repr(given)
    return is_same(expected, given)


def unless_as_before(
    before: Any, after: Any, code: str, about: About | None = None
) -> Wrong | None:
    """What is wrong with an answer that was another one before: by `code`, what it was."""
    return None if _is_alike(before, after) else Wrong(shown(before), shown(after), code, about)


def _is_alike(before: Any, after: Any) -> bool:
    """Whether an answer is the same as before: equal, or else the same when written down."""
    with suppress(Exception):  # arrays have no truth: they are written down
        if is_same(before, after):
            return True
    return type(before) is type(after) and bool(fingerprint(before) == fingerprint(after))


def kept(answer: Any) -> Any:
    """A copy of an answer that no one else has, if it can be copied."""
    try:
        return copy.deepcopy(answer)
    except Exception:  # noqa: BLE001 - it is other people's
        return answer


def fingerprint(thing: Any) -> bytes | str:
    """Something that shows whether a thing has changed."""
    try:
        return pickle.dumps(thing)
    except Exception:  # noqa: BLE001 - whatever cannot be pickled is described instead
        return repr(thing)
