"""Other people's code apart: in a process of its own, silent, with limits on time and memory."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any


def processors() -> int:
    """How many processors this process may use."""
    # Python has a function for that from 3.13 on.
    if not hasattr(os, "process_cpu_count") and hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    count: Callable[[], int | None] = getattr(os, "process_cpu_count", os.cpu_count)
    return count() or 1


@contextmanager
def process(
    target: Callable[..., None], *arguments: Any
) -> Iterator[tuple[BaseProcess, Connection]]:
    """A new process that calls ``target(*arguments, connection)``, and the other end of that.

    It is ended with the block, and whatever it has started with it. Its hash seed is always the
    same.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    one = context.Process(target=_begin, args=(target, arguments, there), daemon=True)
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = "0"
    try:
        one.start()
    finally:
        if before is None:
            del os.environ["PYTHONHASHSEED"]
        else:
            os.environ["PYTHONHASHSEED"] = before
    there.close()
    try:
        yield one, here
    finally:
        here.close()
        _end(one)


def _begin(target: Callable[..., None], arguments: tuple[Any, ...], connection: Connection) -> None:
    """In the process: nothing that is printed is seen, and what is forked can be found."""
    if hasattr(os, "setsid"):
        os.setsid()
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(silence, stream.fileno())
    target(*arguments, connection)


def _end(one: BaseProcess) -> None:
    """End a process and its whole group, which is its own unless it had no time to make one."""
    if hasattr(os, "killpg") and one.pid is not None:
        with suppress(ProcessLookupError, PermissionError):
            if os.getpgid(one.pid) == one.pid:
                os.killpg(one.pid, signal.SIGKILL)
    one.kill()
    one.join()


@contextmanager
def alarm(seconds: float, error: Callable[[], BaseException], again: float = 0) -> Iterator[None]:
    """Raise an error in the main thread when the block takes longer than so many seconds.

    With `again`, raise it anew every so many seconds after that, should it be swallowed. Where the
    system has no interval timer the block goes on.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_signal: int, _frame: Any) -> None:
        raise error()

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, again)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def limit_memory(gib: float) -> None:
    """Let this process allocate at most so much; beyond that it gets a MemoryError."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = int(gib * 2**30)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    with suppress(ValueError, OSError):  # Not every system knows this limit.
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
