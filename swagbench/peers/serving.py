"""A library in a process of its own, that answers questions.

Whatever the library does there costs the question that was asked: it may raise what no ``except
Exception`` catches, end its process, or never come back. The next question has a new process.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, Self

from swagbench.apart import limit_memory, process
from swagbench.peers.peer import Kind, Peer
from swagbench.rolling.counterexample import plain
from swagbench.rolling.questions import are_integers

MEMORY_GIB = 8.0
START_SECONDS = 60.0
"""How long a new process may take to import a library, beyond the time for a question."""

MOST_DEATHS = 3
"""After so many processes have died on one aggregation, the rest of it is not asked."""


class LibraryFailed(Exception):
    """A library did not answer; the message says how: an error, the end of its process, time.

    `is_error`: it was an error, and its process goes on.
    """

    def __init__(self, message: str, *, is_error: bool = False) -> None:
        super().__init__(message)
        self.is_error = is_error

    @property
    def kind(self) -> str:
        """The class of the error."""
        return str(self).partition(":")[0]


class Asked(NamedTuple):
    """What a process is asked: code about values, with names for what else is in it.

    With `repeat` it is run so many times and timed, and the answers are not wanted. Batches are
    given an array then, whatever else they take.
    """

    code: str
    names: dict[str, Any]
    values: Sequence[Any] | None
    repeat: int = 0


class Library:
    """A library that can be asked; its process is there from the first question to `close`."""

    def __init__(self, known: Peer, seconds: float) -> None:
        self.peer = known
        self._seconds = seconds
        self._stack = ExitStack()
        self._connection: Connection | None = None
        # What was sent last, kept so that no other values can have its identity.
        self._values: Sequence[Any] | None = None
        self._sent: tuple[int, bool] | None = None
        self._deaths: dict[str, int] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process, if there is one."""
        self._stack.close()
        self._connection = self._values = self._sent = None

    def roll(self, asked: str, values: Sequence[Any], size: int) -> list[Any]:
        """All that the library answers, as it gives it.

        Raises:
            LibraryFailed: it did not answer.
        """
        code = self.peer.code_for(asked, integers=are_integers(values))
        answers: list[Any] = self._ask(asked, code, {"size": size}, values)
        return answers

    def leaves_unchanged(self, asked: str, values: Sequence[Any], size: int) -> bool:
        """Whether the values are afterwards what they were.

        Raises:
            LibraryFailed: it did not answer.
        """
        code = self.peer.code_for(asked, integers=are_integers(values))
        compared = f"{code}\nlist(answers)\nanswers = [list(values) == before]"
        names = {"size": size, "before": list(values)}
        answers: list[bool] = self._ask(asked, compared, names, values)
        return answers == [True]

    def roll_over_time(
        self, times: Sequence[int], values: Sequence[Any], span: int, closed: str
    ) -> list[Any]:
        """All sums over time that the library answers.

        Raises:
            LibraryFailed: it did not answer.
        """
        assert self.peer.over_time is not None
        names = {"times": list(times), "span": span, "closed": closed}
        answers: list[Any] = self._ask("over time", self.peer.over_time.code, names, values)
        return answers

    def seconds(self, asked: str, values: Sequence[Any], size: int, repeat: int) -> float:
        """CPU time of the library's process, all of its threads, for so many runs of the code.

        Raises:
            LibraryFailed: it did not come to the end.
        """
        code = self.peer.code_for(asked, integers=are_integers(values))
        return float(self._ask(asked, code, {"size": size}, values, repeat))

    def _ask(
        self, about: str, code: str, names: dict[str, Any], values: Sequence[Any], repeat: int = 0
    ) -> Any:
        if self._deaths.get(about, 0) >= MOST_DEATHS:
            raise LibraryFailed(f"not asked: its process ended {MOST_DEATHS} times before")
        seconds = self._seconds
        if self._connection is None:
            _, self._connection = self._stack.enter_context(process(_serve, self.peer))
            seconds += START_SECONDS
        # Values are sent once for all questions about them in a row.
        is_known = self._sent == (id(values), bool(repeat))
        self._values, self._sent = values, (id(values), bool(repeat))
        try:
            self._connection.send(Asked(code, names, None if is_known else values, repeat))
            if not self._connection.poll(seconds):
                why = f"no answer within {seconds:g} s"
            else:
                is_answer, said = self._connection.recv()
                if is_answer:
                    return said
                raise LibraryFailed(said, is_error=True)
        except (EOFError, OSError):
            why = "its process ended"
        self.close()
        self._deaths[about] = self._deaths.get(about, 0) + 1
        raise LibraryFailed(why)


def _serve(known: Peer, connection: Connection) -> None:
    """The process: imports the library at the first question, and answers one after the other."""
    limit_memory(MEMORY_GIB)
    scope: dict[str, Any] = {}
    values: Any = None
    while True:
        try:
            asked: Asked = connection.recv()
        except EOFError:
            return
        try:
            if not scope:
                exec(known.imports, scope)  # noqa: S102 - the adapter's own text
            if asked.values is not None:
                is_batch = known.kind is Kind.BATCH
                values = _prepared(asked.values, known.takes_array or (is_batch and asked.repeat))
            reply: tuple[bool, Any] = True, _run(asked, scope, values)
        except BaseException as error:  # noqa: BLE001 - a panic in Rust is none of Exception
            reply = False, f"{type(error).__name__}: {error}".rstrip(": ")[:300]
        connection.send(reply)


def _prepared(values: Sequence[Any], as_array: object) -> Any:
    if not as_array:
        return list(values)
    import numpy as np  # noqa: PLC0415 - slow to import

    return np.array(values)


def _run(asked: Asked, scope: dict[str, Any], values: Any) -> Any:
    compiled = compile(asked.code, "<adapter>", "exec")
    names = {**scope, **asked.names, "values": values}
    if not asked.repeat:
        exec(compiled, names)  # noqa: S102 - the same
        answers = names["answers"]
        # Whatever stands for a missing answer in an array, in a list it is None or NaN.
        as_list = getattr(answers, "tolist", None) or getattr(answers, "to_list", None)
        return [*map(_sent, as_list() if as_list else answers)]
    start = time.process_time()
    for _ in range(asked.repeat):
        exec(compiled, names)  # noqa: S102 - the same
    return time.process_time() - start


def _sent(answer: Any) -> Any:
    """An answer as a plain number or None; whatever else it is, as a float."""
    answer = plain(answer)
    return answer if answer is None or isinstance(answer, int | float) else float(answer)
