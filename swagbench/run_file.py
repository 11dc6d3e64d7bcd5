"""run.json: read whole, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from swagbench.core import InputError
from swagbench.records import SCHEMA, Run


class _Schema(msgspec.Struct):
    schema: int


class _Head(msgspec.Struct):
    swagbench: _Schema


def read_run(path: Path) -> Run:
    """Read a run.json, or the one in a folder.

    Raises:
        InputError: there is none, or it is not a whole run of this version.
    """
    file = path / "run.json" if path.is_dir() else path
    try:
        content = file.read_bytes()
        # What has another schema may not decode at all: that it has is what to say then.
        schema = msgspec.json.decode(content, type=_Head).swagbench.schema
        if schema == SCHEMA:
            return msgspec.json.decode(content, type=Run)
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise InputError(f"{file} is not a whole run of swagbench: {error}") from None
    raise InputError(f"{file} has schema {schema}; this version reads {SCHEMA}")


def write_run(run: Run, folder: Path) -> Path:
    """Write run.json into a folder: whole or not at all, whatever happens meanwhile.

    Raises:
        InputError: the folder cannot be written.
    """
    return write_whole(folder / "run.json", as_json(run))


def as_json(records: Any) -> bytes:
    """Records as JSON for people to read. Half a character, which UTF-8 cannot hold, is escaped."""
    try:
        content = msgspec.json.encode(records)
    except UnicodeEncodeError:
        content = msgspec.json.encode(_well_formed(msgspec.to_builtins(records)))
    return msgspec.json.format(content, indent=1)


def _well_formed(data: Any) -> Any:
    if isinstance(data, str):
        return data.encode(errors="backslashreplace").decode()
    if isinstance(data, dict):
        return {_well_formed(name): _well_formed(one) for name, one in data.items()}
    if isinstance(data, list | tuple):
        return [*map(_well_formed, data)]
    return data


def check_writable(path: Path) -> None:
    """Find out whether a file can be written, before the work that is to go into it.

    Raises:
        InputError: it cannot. Nothing is there that was not there before.
    """
    try:
        if path.is_dir():
            raise IsADirectoryError(None, "Is a directory")
        # A folder that is to be made can be made where the first one that is there takes a file.
        folder = next(one for one in path.absolute().parents if one.exists())
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def _part_of(path: Path) -> Path:
    """The part in the making. One name: a killed run leaves no more than one behind."""
    return path.with_name(f".{path.name}.part")


def write_whole(path: Path, content: bytes | str) -> Path:
    """Write a file so that a reader sees the old one or the new one, never a part.

    Raises:
        InputError: it cannot be written.
    """
    data = content.encode() if isinstance(content, str) else content
    part = _part_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    return path
