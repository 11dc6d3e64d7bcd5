"""Other people's code: files run as modules, and whatever they raise told in one line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from swagbench.core import InputError

FILE_PREFIX = "swagbench_file_"
"""What the module's name of a file begins with."""


def guarded(what: str, action: Callable[[], Any]) -> Any:
    """The result of someone else's code; whatever it raises becomes one line about `what`."""
    try:
        return action()
    except InputError as error:
        raise InputError(f"{what}: {error}") from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - other people's code
        first_line = (str(error).splitlines() or [""])[0]
        raise InputError(f"{what} cannot be loaded: {type(error).__name__}: {first_line}") from None


def is_file(path: str | Path) -> bool:
    """Whether there is such a file; what cannot even be a file's name is none."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def load_file(path: Path) -> ModuleType:
    """The module that a Python file makes.

    Raises:
        InputError: there is no such file, it is not Python, or it raises.
    """
    if not is_file(path):
        raise InputError(f"{path} is not a file")
    if path.suffix != ".py":
        raise InputError(f"{path} is not a Python file; its name must end in .py")
    return _load_python(path.resolve(), str(path))


@cache
def _load_python(path: Path, shown: str) -> ModuleType:
    """Run a file as a module, once in a process. Nothing is kept on disk that could be stale."""
    module = ModuleType(FILE_PREFIX + path.stem)
    module.__file__ = str(path)
    sys.modules[module.__name__] = module

    def run() -> None:
        exec(compile(path.read_bytes(), path, "exec"), vars(module))  # noqa: S102 - a plug-in is code

    guarded(shown, run)
    return module
