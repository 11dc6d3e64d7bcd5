"""The libraries of a run, and what each states of itself."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Self

from swagbench.peer_records import Choice, LibraryCard
from swagbench.peers.known import HOUSE
from swagbench.peers.peer import OUT_OF_SCOPE, Peer
from swagbench.peers.serving import Library, LibraryFailed
from swagbench.rolling.policies import policy

SECONDS = 20.0
"""What a question may take."""


class Libraries:
    """The libraries of a run, each in its process from when it is first asked to the end."""

    def __init__(self, peers: Sequence[Peer], seconds: float = SECONDS) -> None:
        self._stack = ExitStack()
        self.all = [self._stack.enter_context(Library(one, seconds)) for one in peers]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def leave_out(self, names: Sequence[str]) -> None:
        """Ask those no more."""
        self.all = [library for library in self.all if library.peer.id not in names]

    def cards(self) -> list[LibraryCard]:
        """What each states of itself; those that do not answer at all, why not."""
        return [_card(library) for library in self.all]


def _card(library: Library) -> LibraryCard:
    known = library.peer
    found = known.version()
    trouble = "" if found else "not installed"
    if found:
        try:
            library.roll(next(iter(known.code)), [1.0, 2.0, 3.0, 4.0, 5.0], 5)
        except LibraryFailed as error:
            trouble = str(error)
    return LibraryCard(
        id=known.id,
        version=found or "",
        home=known.home,
        kind=known.kind.value,
        start=known.start.value,
        remarks=known.remarks,
        choices=[
            *(
                Choice(policy=one.policy, words=policy(one.policy).words, address=one.address)
                for one in known.choices
            ),
            *(
                Choice(policy=OUT_OF_SCOPE, words=one.words, address=one.address)
                for one in known.excludes
            ),
        ],
        trouble=trouble,
        is_house=known.id in HOUSE,
    )
