"""All peers by their ids: the libraries, and beside them algorithms of this house."""

from __future__ import annotations

import difflib

from swagbench.core import InputError
from swagbench.peers import arrays, frames, house, streaming
from swagbench.peers.peer import Peer

LIBRARIES = {one.id: one for one in (*frames.PEERS, *arrays.PEERS, *streaming.PEERS)}
HOUSE = {one.id: one for one in house.PEERS}
PEERS = {**LIBRARIES, **HOUSE}


def peer(name: str) -> Peer:
    """The peer called `name`.

    Raises:
        InputError: there is none; names the nearest.
    """
    if name not in PEERS:
        near = difflib.get_close_matches(name, PEERS, n=3, cutoff=0.5) or list(PEERS)
        raise InputError(f"no library is called {name!r}; near: {', '.join(near)}")
    return PEERS[name]
