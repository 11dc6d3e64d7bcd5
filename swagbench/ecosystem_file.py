"""ecosystem.json: read whole, written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import msgspec

from swagbench.core import InputError
from swagbench.peer_records import SCHEMA, Ecosystem
from swagbench.run_file import as_json, write_whole

NAME = "ecosystem.json"


def is_ecosystem(path: Path) -> bool:
    """Whether a path is of such a file, or of a folder that has one."""
    return path.name == NAME or (path / NAME).is_file()


def read_ecosystem(path: Path) -> Ecosystem:
    """Read an ecosystem.json, or the one in a folder.

    Raises:
        InputError: there is none, or it is not a whole one of this version.
    """
    file = path / NAME if path.is_dir() else path
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Ecosystem)
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise InputError(f"{file} is no whole ecosystem.json: {error}") from None
    if found.schema != SCHEMA:
        raise InputError(f"{file} has schema {found.schema}; this version reads {SCHEMA}")
    return found


def write_ecosystem(found: Ecosystem, folder: Path) -> Path:
    """Write ecosystem.json into a folder.

    Raises:
        InputError: the folder cannot be written.
    """
    return write_whole(folder / NAME, as_json(found))
